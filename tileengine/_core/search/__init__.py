"""The search over any game: trees, playouts, one-ply players. The sources are in _core/search/."""

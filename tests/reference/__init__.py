"""Slow, obvious games, written from docs/rules/ and sharing no code with the core, to hold the core against."""

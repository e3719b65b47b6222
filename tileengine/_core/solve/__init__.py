"""Where the compiled solvers land. Their sources are in _core/solve/."""

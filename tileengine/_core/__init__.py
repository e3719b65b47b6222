"""Where the compiled core lands. Its sources are in _core/ at the top of the repository; see ARCHITECTURE.md."""

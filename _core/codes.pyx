"""Makes the enum Code of codes.pxd visible to Python, so that tests can hold every exception against it."""

"""The only room that imports grpc: servers, handlers, statuses, health, limits."""

import os

# grpc's C core writes lines of its own to stderr, among our JSON lines; what matters of them comes back as errors.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

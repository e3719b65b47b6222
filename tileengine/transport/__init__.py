"""The only room that imports grpc: servers, handlers, statuses, health, limits."""

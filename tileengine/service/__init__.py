"""The service without its transport: requests in, responses out, no gRPC. See ARCHITECTURE.md."""

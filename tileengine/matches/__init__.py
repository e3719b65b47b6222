"""Matches: seats, secrets, clocks, undo, fair deals, records, and where they are kept.

The domain above the rules and below the service: it knows positions and moves, and neither messages nor gRPC.
`match` holds the aggregate and its commands, `storage` the places a match can live in.
"""

"""The server as a plugin: a host program starts it, reads one line from its stdout, calls it and ends it.

The contract is that of HashiCorp's go-plugin, so that hosts written with that library load the engine as it is; any
other program can keep the same contract in a few lines (docs/plugin.md). `contract.py` is what host and plugin tell
each other before the first call, `services.py` what hosts call besides the games, `identity.py` the certificate of one
run, `serve.py` the life of the process.
"""

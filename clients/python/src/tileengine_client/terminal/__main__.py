"""Runs the terminal: python -m tileengine_client.terminal."""

import sys

from tileengine_client.terminal import main

sys.exit(main())

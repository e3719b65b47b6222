"""`python -m tileengine` is `tileengine`."""

import sys

from tileengine.cli import main

if __name__ == "__main__":
    sys.exit(main())

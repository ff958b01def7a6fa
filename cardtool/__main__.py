"""`python -m cardtool` is `cardtool`."""

import sys

from cardtool.cli import main

if __name__ == "__main__":
    sys.exit(main())

"""`python -m cardtool` is `cardtool`."""

from __future__ import annotations

from cardtool.cli import run

if __name__ == "__main__":
    run()

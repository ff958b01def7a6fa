"""`python -m cardtool` is `cardtool`."""

from cardtool.cli import run

if __name__ == "__main__":
    run()

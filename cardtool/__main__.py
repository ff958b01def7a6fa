"""`python -m cardtool` is `cardtool`, but for the folder one stands in, from which Python then imports first.

It is taken off the path before anything else, yet what Python itself needs to come here was looked for in it:
in a stranger's folder say `cardtool`, or `python -P -m cardtool`.
"""

import os
import sys

if __name__ == "__main__":
    if sys.path[0] == os.getcwd() != os.path.dirname(os.path.dirname(__file__)):
        del sys.path[0]
    from cardtool.cli import run

    run()

"""Where a confined process begins: `python -m cardtool.sandbox MODULE …` runs the `main` of that module."""

from __future__ import annotations

import gc
import sys
from importlib import import_module

if __name__ == "__main__":
    gc.disable()  # what is imported stays: nobody looks for rubbish in it, now or later
    module = import_module(sys.argv.pop(1))
    gc.freeze()
    gc.enable()
    module.main()

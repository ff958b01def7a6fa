"""Card data in, printed games out: check, build, export."""

from __future__ import annotations

__version__ = "0.1.0"

"""Card data in, printed games out: check, build, export."""

__version__ = "0.1.0"

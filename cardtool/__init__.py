"""Card data in, printed games out: check, build, export."""

__version__ = "0.1.0"

__all__ = ["__version__"]

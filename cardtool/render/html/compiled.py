"""Keeps compiled templates from one run to the next, as Python keeps its compiled modules."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

__all__ = ["Compiled"]


class Compiled(FileSystemBytecodeCache):
    """Compiled templates in a folder, each with the hash of the text it was compiled from.

    Where the folder cannot be made or written, or what it holds not be read, templates are compiled anew.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file that is cut short or damaged can raise anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)

"""Keeps compiled templates from one run to the next, as Python keeps its compiled modules."""

from __future__ import annotations

from types import CodeType

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from cardtool.render.sealed import SealedFolder

__all__ = ["Compiled"]

_LARGEST = 16_000_000  # bytes of a compiled template


class Compiled(BytecodeCache):
    """Compiled templates, each with the hash of the text it was compiled from.

    Where they cannot be kept, or what was kept is not as it was written, templates are compiled anew.
    """

    def __init__(self) -> None:
        self._kept = SealedFolder("templates", _LARGEST)

    def load_bytecode(self, bucket: Bucket) -> None:
        content = self._kept.read(bucket.key)
        if content is None:
            return
        try:
            bucket.bytecode_from_string(content)
        except Exception:  # another Jinja2 may have written it otherwise
            bucket.reset()
        if not isinstance(bucket.code, CodeType):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept.write(bucket.key, bucket.bytecode_to_string())

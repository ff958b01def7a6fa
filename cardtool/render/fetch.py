"""What a face may load: pictures and fonts of the project and the toolkit. Everything else is refused
and remembered, since an engine may carry on without what it was refused.
"""

from __future__ import annotations

import mimetypes
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from cardtool.render.art import BadArt, judge

__all__ = ["Fetcher", "Refused"]

_LARGEST = 64 * 1024 * 1024
_KINDS = {".svg", ".png", ".jpg", ".jpeg", ".webp", ".ttf", ".otf", ".css"}


class Refused(Exception):
    """Something a face may not load, with the reason."""


class Fetcher:
    """Reads files below `roots` and refuses the rest; `base` is the URL relative addresses start from."""

    def __init__(self, roots: Sequence[Path], base: Path) -> None:
        self._roots = [Path(os.path.realpath(root)) for root in roots]
        self.base = base.as_uri() + "/"
        self.refused: list[str] = []

    def fetch(self, url: str) -> tuple[bytes, str]:
        """The content and media type of a URL. Raises: Refused, and remembers it."""
        try:
            return self._read(url)
        except (Refused, OSError, ValueError) as error:
            reason = error if isinstance(error, Refused) else getattr(error, "strerror", None) or error
            self.refused.append(f"{url[:200]}: {reason}")
            raise Refused(str(reason)) from None

    def _read(self, url: str) -> tuple[bytes, str]:
        parts = urlsplit(url)
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            raise Refused("faces load files of the project only, nothing from the network")
        path = Path(os.path.realpath(unquote(parts.path)))
        if not any(path.is_relative_to(root) for root in self._roots):
            raise Refused("outside the project's cards and templates")
        if path.suffix.lower() not in _KINDS:
            raise Refused(f"not a picture or a font ({', '.join(sorted(_KINDS))})")
        content = _read_regular(path)
        try:
            judge(path.suffix.lower(), content)
        except BadArt as error:
            raise Refused(str(error)) from None
        return content, mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def _read_regular(path: Path) -> bytes:
    """The bytes of a plain file of bearable size, without waiting on a pipe or a device."""
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
    with os.fdopen(opened, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise Refused("not a plain file")
        if status.st_size > _LARGEST:
            raise Refused(f"{status.st_size >> 20} MB; {_LARGEST >> 20} MB is the most")
        return file.read()

"""An Office file with nothing in it that tells when or where it was saved."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

__all__ = ["TimelessZip", "timeless"]

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip file can tell
_DATE = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*(</dcterms:\2>)")
_PROGRAM = re.compile(rb"<Application>[^<]*</Application><AppVersion>[^<]*</AppVersion>")
_COMPRESSION = 6


class TimelessZip(zipfile.ZipFile):
    """A zip file to be written, all of whose members are of 1980: no clock is asked, right or wrong."""

    def writestr(self, zinfo_or_arcname: Any, data: Any, *how: Any, **more: Any) -> None:
        """Write a member, by its name."""
        member = zipfile.ZipInfo(str(zinfo_or_arcname), _EPOCH)
        member.compress_type = self.compression
        super().writestr(member, data, *how, **more)

    def write(self, filename: Any, arcname: Any = None, *how: Any, **more: Any) -> None:
        """Write a file that is there, under another name."""
        self.writestr(arcname, Path(filename).read_bytes(), *how, **more)


def timeless(office_file: bytes) -> bytes:
    """The same file with every date at the start of 1980, and so the same bytes every time.

    The program that wrote it is cardtool then, and no longer "Microsoft Excel Compatible".
    """
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(office_file)) as old, zipfile.ZipFile(written, "w") as new:
        for name in old.namelist():
            member = zipfile.ZipInfo(name, _EPOCH)
            member.create_system = 3  # Unix, whatever the machine
            member.external_attr = 0o644 << 16
            content = old.read(name)
            if name == "docProps/core.xml":
                content = _DATE.sub(rb"\g<1>1980-01-01T00:00:00Z\g<3>", content)
            if name == "docProps/app.xml":
                content = _PROGRAM.sub(b"<Application>cardtool</Application>", content)
            new.writestr(member, content, zipfile.ZIP_DEFLATED, _COMPRESSION)
    return written.getvalue()

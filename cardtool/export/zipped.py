"""An Office file with nothing in it that tells when or where it was saved."""

from __future__ import annotations

import io
import re
import zipfile

__all__ = ["timeless"]

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip file can tell
_DATE = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*(</dcterms:\2>)")
_PROGRAM = re.compile(rb"<Application>[^<]*</Application><AppVersion>[^<]*</AppVersion>")
_COMPRESSION = 6


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

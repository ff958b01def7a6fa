"""What a face may load, pictures and fonts of the project and the toolkit, and which files it was drawn from.

Everything else is refused and remembered, since an engine may carry on without what it was refused.

Of each file that is used a digest of what was in it is noted when it is read. It is named as templates ask
for it, such as `icon coin`, so that another that comes to stand in its place counts as a change. One that
was looked for and not found has no digest.
"""

from __future__ import annotations

import hashlib
import html as html_entities
import mimetypes
import os
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from cardtool.errors import ProjectError
from cardtool.files import LARGEST_ASSET, Unreadable
from cardtool.project import Project, did_you_mean
from cardtool.render.artwork import BadPicture, check_picture, photo_as_jpeg
from cardtool.render.css import read_stylesheet
from cardtool.render.fonts import font_files

FONTS = "fonts"
"""The name of all fonts together: what is not in one may be looked for in any."""
_ASSET = "asset "
_NOT_THERE = (OSError, ProjectError, Unreadable, ValueError)


class FilesUsed:
    """Notes which files are used. One may be read once, and used by many faces after that."""

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}
        self._used: set[str] = set()

    def note(self, name: str) -> None:
        """Note that a file is used, or looked for."""
        self._used.add(name)

    def read(self, name: str, content: bytes) -> None:
        """Note that a file is used, and what is in it."""
        self._digests[name] = digest(content)
        self._used.add(name)

    def taken(self) -> dict[str, str]:
        """Return the digests of all that were used since this was last asked, by name."""
        used, self._used = self._used, set()
        return {name: self._digests.get(name, "") for name in sorted(used)}


def template_file(name: str) -> str:
    """Return what a template is noted as."""
    return f"template {name}"


def icon_file(name: str) -> str:
    """Return what an icon is noted as."""
    return f"icon {name}"


def asset_file(path: Path) -> str:
    """Return what a picture, or another file that a page loads, is noted as."""
    return f"{_ASSET}{path}"


def style_file(name: str) -> str:
    """Return what a stylesheet is noted as, with all that it imports."""
    return f"style {name}"


def digest(content: bytes) -> str:
    """Return what stands for the content of a file."""
    return hashlib.sha256(content).hexdigest()


def font_digest(fonts: Iterable[Path]) -> str:
    """Return what stands for all fonts. Raises: OSError."""
    return _font_digest(tuple((file, *_identity(file)) for file in fonts))


def _identity(file: Path) -> tuple[int, ...]:
    status = file.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


@lru_cache(maxsize=4)  # each batch of faces asks for it, and there are megabytes of fonts
def _font_digest(fonts: tuple[tuple[Path, *tuple[int, ...]], ...]) -> str:
    lines = sorted(f"{file}\0{digest(file.read_bytes())}" for file, *_ in fonts)
    return digest("\0".join(lines).encode(errors="surrogateescape"))


class FilesNow:
    """The files of a game as they are now, each looked at once, however many faces were drawn from it."""

    def __init__(self, project: Project, game: str) -> None:
        self._project, self._game = project, game
        self._digests: dict[str, str] = {}

    def are_as_noted(self, used: Mapping[str, str]) -> bool:
        """Return whether these files hold what they held when they were noted."""
        return all(self._digest(name) == known for name, known in used.items())

    def _digest(self, name: str) -> str:
        if name not in self._digests:
            now = self._fonts() if name == FONTS else _digest_now(self._project, self._game, name)
            self._digests[name] = now
        return self._digests[name]

    def _fonts(self) -> str:
        try:
            return font_digest(font_files(self._project))
        except _NOT_THERE:
            return ""


def _digest_now(project: Project, game: str, name: str) -> str:
    """Return the digest of the file that is noted by this name, as it is now; empty where it is not there."""
    sort, _, which = name.partition(" ")
    try:
        if sort == "style":
            return digest(read_stylesheet(project, game, which).encode())
        if sort == "template":
            return _first_digest(project, (each / which for each in project.template_folders(game)))
        file = project.find_file("templates/icons", f"{which}.svg") if sort == "icon" else Path(which)
        return digest(project.read(file, LARGEST_ASSET)) if file else ""
    except _NOT_THERE:
        return ""


def _first_digest(project: Project, files: Iterable[Path]) -> str:
    file = next((each for each in files if os.path.isfile(each)), None)
    return digest(project.read(file)) if file else ""


_OTHER_FORMATS = {
    ".ai": "an Illustrator document",
    ".avif": "an AVIF picture",
    ".bmp": "a BMP picture",
    ".eps": "an EPS drawing",
    ".gif": "a GIF picture",
    ".heic": "a HEIC picture, as telephones take them",
    ".heif": "a HEIF picture, as telephones take them",
    ".jxl": "a JPEG XL picture",
    ".kra": "a Krita document",
    ".pdf": "a PDF document",
    ".psd": "a Photoshop document",
    ".svgz": "a packed SVG drawing",
    ".tif": "a TIFF picture",
    ".tiff": "a TIFF picture",
    ".xcf": "a GIMP document",
}
_WEB_FONTS = {".woff", ".woff2"}


def file_advice(suffix: str) -> str:
    """Return what to do with a file of a kind that faces do not load, in words that follow its name."""
    if suffix in _WEB_FONTS:
        return "a font for web pages; fonts for print are .ttf and .otf"
    kind = _OTHER_FORMATS.get(suffix)
    if kind:
        return f"{kind}, which is not drawn; save it as PNG, JPEG, WebP or SVG"
    return "not a picture or a font (.css, .jpeg, .jpg, .otf, .png, .svg, .ttf, .webp)"


_SUFFIXES = {".svg", ".png", ".jpg", ".jpeg", ".webp", ".ttf", ".otf", ".css"}
_PICTURE_TAG = re.compile(r"<(?:img|image)\b((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>", re.IGNORECASE)
_ADDRESS_ATTRIBUTE = re.compile(
    r"""\s(?:src|(?:xlink:)?href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>=`]+))""", re.IGNORECASE
)


_STYLE_ATTRIBUTE = re.compile(r"""\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_STYLE_ADDRESS = re.compile(r"""url\(\s*["']?([^"')]*+)""", re.IGNORECASE)
_NO_FILE = ("data:", "#", "picture:")  # how addresses begin of what is not a file


def _addresses_in(page: str) -> Iterator[str]:
    """Yield the addresses of the files that a page shows, in its elements and their styles, some twice."""
    for tag in _PICTURE_TAG.findall(page):
        for quoted in _ADDRESS_ATTRIBUTE.findall(tag):
            yield html_entities.unescape("".join(quoted))
    for quoted in _STYLE_ATTRIBUTE.findall(page):
        yield from _STYLE_ADDRESS.findall(html_entities.unescape("".join(quoted)))


class FetchRefused(Exception):
    """Something a face may not load, with the reason."""


class _MissingFile(FetchRefused):
    """There is no such file; the message is a sentence of its own."""


class _UnusableFile(FetchRefused):
    """A file of the project that cannot be drawn, with the reason."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was refused: its address, as messages show it, and what to say of it.

    `of_file` says that the address is the name of a file of the project that is not there or cannot be drawn,
    `is_missing` that it is not there.
    """

    address: str
    text: str
    of_file: bool
    is_missing: bool = False


class Fetcher:
    """Reads what a project and the toolkit keep for faces, and refuses the rest.

    `base` is the URL that relative addresses start from; `files` notes which files are read; `refused` is in
    the order of asking.
    """

    def __init__(self, project: Project, game: str, files: FilesUsed | None = None) -> None:
        self._project, self._roots = project, project.asset_roots()
        self._files = files or FilesUsed()
        self.base = project.cards(game).as_uri() + "/"
        self.refused: list[Refusal] = []
        self._photos: dict[bytes, bytes | None] = {}  # as JPEG, by what their files hold
        self._faults: dict[tuple[str, bytes], str] = {}  # of pictures, which are on many faces

    def fetch(self, url: str) -> tuple[bytes, str]:
        """Return the content and media type of a URL; of a photograph, as small as it looks the same.

        Raises: FetchRefused, and remembers it.
        """
        content, kind = self._looked_at(url)
        jpeg = self._as_jpeg(content) if kind == "image/png" else None
        return (jpeg, "image/jpeg") if jpeg else (content, kind)

    def _as_jpeg(self, content: bytes) -> bytes | None:
        known = hashlib.sha256(content).digest()
        if known not in self._photos:
            self._photos[known] = photo_as_jpeg(content)
        return self._photos[known]

    def _looked_at(self, url: str) -> tuple[bytes, str]:
        """Return the content and media type of a URL, as it is. Raises: FetchRefused, and remembers it."""
        try:
            return self._read(url)
        except (FetchRefused, OSError, ValueError) as error:
            reason = str(
                error if isinstance(error, FetchRefused) else getattr(error, "strerror", None) or error
            )
            self._remember(self._address(url), reason, type(error))
            raise FetchRefused(reason) from None

    def missing(self, address: str) -> str:
        """Return what is wrong with the address of a file that a stylesheet names; empty where it is there.

        The file is not opened.
        """
        try:
            path = self._allowed(urljoin(self.base, address.partition("#")[0].partition("?")[0]))
        except (FetchRefused, ValueError) as error:
            return f"may not load {address[:200]}: {error}"
        return "" if os.path.isfile(path) else self._absence(path)

    def as_data(self, address: str) -> str:
        """Return the picture or font at an address as a `data:` address. Raises: FetchRefused, ValueError."""
        path = self._allowed(urljoin(self.base, address))
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return f"data:{kind};base64,{b64encode(self._content(path)).decode()}"

    def look_for(self, pages: Iterable[str]) -> None:
        """Ask for every picture that these pages show, so that what is refused is remembered.

        For pages that are measured and not drawn; each address is asked for once.
        """
        for address in dict.fromkeys(chain.from_iterable(map(_addresses_in, pages))):
            if not address.startswith(_NO_FILE):
                with suppress(FetchRefused):
                    self._looked_at(urljoin(self.base, address))

    def refused_in(self, page: str) -> list[Refusal]:
        """Return which files of the project that were refused a page shows, each once."""
        shown = {self._address(urljoin(self.base, address)) for address in _addresses_in(page)}
        found = {each.address: each for each in self.refused if each.of_file and each.address in shown}
        return list(found.values())

    def _remember(self, address: str, reason: str, kind: type[Exception]) -> None:
        of_file = kind in (_MissingFile, _UnusableFile)
        text = f"{'cannot draw' if of_file else 'may not load'} {address}: {reason}"
        is_missing = kind is _MissingFile
        self.refused.append(Refusal(address, reason if is_missing else text, of_file, is_missing))

    def _read(self, url: str) -> tuple[bytes, str]:
        path = self._allowed(url)
        if not os.path.exists(path):
            raise _MissingFile(self._absence(path))
        suffix = path.suffix.lower()
        if suffix not in _SUFFIXES:
            raise _UnusableFile("a folder" if os.path.isdir(path) else file_advice(suffix))
        content = self._content(path)
        fault = self._fault(suffix, content)
        if fault:
            raise _UnusableFile(fault)
        return content, mimetypes.guess_type(path.name)[0] or "application/octet-stream"

    def _allowed(self, url: str) -> Path:
        """Return the file a URL means, which may not be there. Raises: FetchRefused."""
        parts = urlsplit(url)
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            raise FetchRefused("faces load files of the project only, nothing from the network")
        path = Path(os.path.normpath(unquote(parts.path, errors="surrogateescape")))
        if not any(path.is_relative_to(root) for root in self._roots) or not self._project.holds(path):
            raise FetchRefused("outside the project's cards and templates")
        return path

    def _content(self, path: Path) -> bytes:
        """Return the bytes of a plain file of bearable size. Raises: FetchRefused."""
        try:
            content = self._project.read(path, LARGEST_ASSET)
        except Unreadable as why:
            raise FetchRefused(str(why)) from None
        self._files.read(asset_file(path), content)
        return content

    def _address(self, url: str) -> str:
        """Return what messages call a URL: the name of a file of the project, or the URL itself."""
        try:
            return self._name(self._allowed(url))
        except (FetchRefused, OSError, ValueError):
            return url[:200]

    def _name(self, path: Path) -> str:
        root = next(root for root in self._roots if path.is_relative_to(root))
        return path.relative_to(root.parent).as_posix()[:200]

    def _fault(self, suffix: str, content: bytes) -> str:
        """Return what is wrong with a picture, or nothing."""
        known = suffix, hashlib.sha256(content).digest()
        if known not in self._faults:
            self._faults[known] = ""
            try:
                check_picture(suffix, content)
            except BadPicture as error:
                self._faults[known] = str(error)
        return self._faults[known]

    def _absence(self, path: Path) -> str:
        """That a file is not there, and which is meant, or which of its folders is not there."""
        file = f"there is no file {self._name(path)}"
        said = file
        while not os.path.isdir(path.parent) and path.parent not in self._roots:
            path = path.parent
            said = f"{file}, and no folder {self._name(path)}"
        names = sorted(os.listdir(path.parent)) if os.path.isdir(path.parent) else []
        alike = [name for name in names if name.casefold() == path.name.casefold()]
        hint = did_you_mean(path.name, names)
        if alike:
            hint = f' (did you mean "{alike[0]}"? Capitals count)'
        return f"{said}{hint}"

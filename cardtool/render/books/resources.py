"""Passes WeasyPrint's requests on to the project's own fetcher, and refuses pictures in disguise."""

from __future__ import annotations

from typing import Any

from weasyprint.urls import URLFetcher, URLFetcherResponse

from cardtool.render.fetch import Fetcher, Refused

__all__ = ["Resources"]

_LARGEST_DATA = 8 << 20  # characters of a data: address
_BEGINNINGS = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/webp": (b"RIFF",),
    "image/svg+xml": (b"<",),
}


class Resources(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """Files through the project's fetcher; what a `data:` address holds, in itself; nothing else."""

    def __init__(self, fetcher: Fetcher) -> None:
        super().__init__(allowed_protocols=("data",), allow_redirects=False)
        self._fetcher = fetcher

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The answer to a request. Raises: Refused, remembered by the project's fetcher."""
        if url[:5].lower() == "data:":
            response = super().fetch(url if len(url) <= _LARGEST_DATA else "data:,")
            content, mime = response.read(), response.content_type
        else:
            content, mime = self._fetcher.fetch(url)
        if not _is_what_it_says(content, mime):
            raise Refused("not what its name says it is")  # which WeasyPrint reports as an error
        return URLFetcherResponse(url, content, {"Content-Type": mime})


def _is_what_it_says(content: bytes, mime: str) -> bool:
    """Whether the content begins as it should. Pillow, behind WeasyPrint, opens whatever it is given."""
    if mime not in _BEGINNINGS:
        return not mime.startswith("image/") and not content.startswith(b"%!")
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_BEGINNINGS[mime])

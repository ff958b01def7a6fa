"""What is answered to each request that was let through, and how open pages hear that something is new."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from cardtool.preview.snapshot import PreviewSource, Snapshot

_FILES = {
    "page.html": "text/html; charset=utf-8",
    "cards.css": "text/css; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "cards.js": "text/javascript; charset=utf-8",
    "looks.js": "text/javascript; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
}
_FOLDER = Path(__file__).parent
_STILL_THERE = 15.0  # seconds after which a stream says that it goes on
_PAUSE = 0.5  # seconds without another change before all is drawn and judged
_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}  # a picture is named by what it shows
_NEVER = {"Cache-Control": "no-store"}


class Board:
    """What is shown now, and everybody who waits for the next; `publish` may be called from any thread."""

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self.number = 0
        self.changes = 0  # of files, that were heard of
        self.closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed = asyncio.Event()

    def begin(self) -> None:
        self._loop = asyncio.get_running_loop()

    def publish(self, snapshot: Snapshot) -> None:
        self._tell(lambda: self._put(snapshot))

    def close(self) -> None:
        """Let all who wait go."""
        self.closed = True
        self._tell(self._wake)

    async def after(self, number: int) -> int:
        """Return the number of what is shown, as soon as it is another than this one, or after a while."""
        if self.number == number and not self.closed:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), _STILL_THERE)
        return self.number

    def _tell(self, act: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(act)

    def _put(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.number += 1
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class Answers:
    """What is answered to each request that was let through."""

    def __init__(self, source: PreviewSource, board: Board) -> None:
        self._source, self._board = source, board
        self._drawing, self._enlarging, self._printing = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self._settling: asyncio.Task[None] | None = None

    def routes(self) -> list[Route]:
        return [
            Route("/", self.file),
            Route("/{name:str}", self.file),
            Route("/now/snapshot", self.snapshot),
            Route("/now/changes", self.changes),
            Route("/picture/{name:str}.png", self.picture),
            Route("/large/{name:str}.png", self.large),
            Route("/bleed/{name:str}.png", self.bleed),
            Route("/contrast/{name:str}", self.contrast),
            Route("/pages/{what:str}", self.pages),
            Route("/page/{name:str}.png", self.page),
            Route("/rule/{code:str}", self.rule),
            Route("/theme/{name:str}", self.theme, methods=["POST"]),
        ]

    async def file(self, request: Request) -> Response:
        name = request.path_params.get("name", "page.html")
        if name not in _FILES:
            return PlainTextResponse("there is no such page", 404)
        return Response((_FOLDER / name).read_bytes(), media_type=_FILES[name], headers=_NEVER)

    async def snapshot(self, request: Request) -> Response:
        if self._board.snapshot is None:
            return JSONResponse(None, headers=_NEVER)
        return JSONResponse(asdict(self._board.snapshot), headers=_NEVER)

    async def changes(self, request: Request) -> Response:
        async def stream() -> AsyncIterator[str]:
            number = -1
            while not self._board.closed:
                now = await self._board.after(number)
                yield f"data: {now}\n\n" if now != number else ": still there\n\n"
                number = now

        return StreamingResponse(stream(), media_type="text/event-stream", headers=_NEVER)

    async def picture(self, request: Request) -> Response:
        return _png(self._source.picture(request.path_params["name"]))

    async def large(self, request: Request) -> Response:
        name = request.path_params["name"]
        async with self._enlarging:
            return _png(await asyncio.to_thread(self._source.large_picture, name))

    async def bleed(self, request: Request) -> Response:
        name = request.path_params["name"]
        async with self._enlarging:
            return _png(await asyncio.to_thread(self._source.bleed_picture, name))

    async def contrast(self, request: Request) -> Response:
        name = request.path_params["name"]
        async with self._enlarging:
            found = await asyncio.to_thread(self._source.contrasts, name)
        return JSONResponse([asdict(each) for each in found], headers=_FOREVER if found else _NEVER)

    async def pages(self, request: Request) -> Response:
        async with self._printing:
            pages = await asyncio.to_thread(self._source.printed_pages, request.path_params["what"])
        return JSONResponse(asdict(pages), headers=_NEVER)

    async def page(self, request: Request) -> Response:
        name = request.path_params["name"]
        async with self._enlarging:
            return _png(await asyncio.to_thread(self._source.page_picture, name))

    async def rule(self, request: Request) -> Response:
        page = self._source.rule_page(request.path_params["code"])
        return PlainTextResponse(page or "there is no such rule", 200 if page else 404, headers=_NEVER)

    async def theme(self, request: Request) -> Response:
        await self.refresh(request.path_params["name"])
        return Response(status_code=204)

    async def refresh(self, theme: str = "") -> None:
        """Have what changed drawn, once nobody else draws, and then see to the rest."""
        self._board.changes += 1
        async with self._drawing:
            await asyncio.to_thread(self._source.refresh, self._board.publish, theme)
        if self._settling is None or self._settling.done():
            self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        """Have all drawn and judged as by a build, again and again until no file changes meanwhile."""
        changed = -1
        while changed != self._board.changes:
            changed = await self._quiet()
            await asyncio.to_thread(self._source.settle, self._board.publish)

    async def _quiet(self) -> int:
        """Return how many changes there were, when none has been for a while; at the beginning, at once."""
        changed = 1
        while changed != self._board.changes:
            changed = self._board.changes
            await asyncio.sleep(_PAUSE)
        return changed


def _png(content: bytes | None) -> Response:
    if content is None:
        return PlainTextResponse("no card looks like this any more", 404, headers=_NEVER)
    return Response(content, media_type="image/png", headers=_FOREVER)

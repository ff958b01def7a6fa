"""The server of the page: it watches the files, has changes drawn, and tells every open page of them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType

import uvicorn
import watchfiles
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from cardtool.errors import UsageError
from cardtool.preview.gate import Gate
from cardtool.preview.snapshot import PreviewSource, Snapshot

_FILES = {
    "page.html": "text/html; charset=utf-8",
    "cards.css": "text/css; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "cards.js": "text/javascript; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
}
_FOLDER = Path(__file__).parent
_PATIENCE = 5.0  # seconds a connection may take to ask for something
_STILL_THERE = 15.0  # seconds after which a stream says that it goes on
_MOST_REQUESTS = 120  # at once; more are refused
_STEP = 5  # ms without another change before files are read; shorter steps cost a waiting laptop too much
_PAUSE = 0.5  # seconds without another change before all is drawn and judged
_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}  # a picture is named by what it shows
_NEVER = {"Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where to serve: a port, 0 for any that is free; on the local network too with `lan`."""

    port: int
    lan: bool = False


class _Board:
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


class _Pages:
    """What is answered to each request that was let through."""

    def __init__(self, source: PreviewSource, board: _Board) -> None:
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
            Route("/pages/{what:str}", self.pages),
            Route("/page/{name:str}.png", self.page),
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

    async def pages(self, request: Request) -> Response:
        async with self._printing:
            pages = await asyncio.to_thread(self._source.printed_pages, request.path_params["what"])
        return JSONResponse(asdict(pages), headers=_NEVER)

    async def page(self, request: Request) -> Response:
        name = request.path_params["name"]
        async with self._enlarging:
            return _png(await asyncio.to_thread(self._source.page_picture, name))

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


class _Impatient(H11Protocol):
    """Lets nobody hold a connection who asks for nothing: there are only so many."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(_PATIENCE, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None:  # no request has come
            self.transport.close()


class _Server(uvicorn.Server):
    """Ends its streams when it is told to end."""

    def __init__(self, config: uvicorn.Config, board: _Board) -> None:
        super().__init__(config)
        self._board = board

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._board.close()
        super().handle_exit(sig, frame)


def make_app(source: PreviewSource, token: str, port: int, *, lan: bool = False) -> tuple[Gate, _Board]:
    """Return the application behind its gate, and the board that shows what is drawn.

    It draws once when it begins, and then after each change of a file.
    """
    board = _Board()
    pages = _Pages(source, board)

    async def watch() -> None:
        await pages.refresh()
        async for _ in watchfiles.awatch(*source.folders, step=_STEP, rust_timeout=500):
            await pages.refresh()

    @contextlib.asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        board.begin()
        watching = asyncio.create_task(watch())
        yield
        board.close()
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching

    return Gate(Starlette(routes=pages.routes(), lifespan=living), token, port, lan=lan), board


def serve(source: PreviewSource, place: Place, ready: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; `ready` hears its address, token and all.

    Raises: UsageError where the port is taken; KeyboardInterrupt at Ctrl-C.
    """
    with _listening(place) as listening:
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        app, board = make_app(source, token, port, lan=place.lan)
        config = uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            lifespan="on",
            ws="none",
            http=_Impatient,
            limit_concurrency=_MOST_REQUESTS,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            server_header=False,
        )
        host = _address_on_network() if place.lan else "127.0.0.1"
        ready(f"http://{host}:{port}/?token={token}")
        _Server(config, board).run(sockets=[listening])


def _listening(place: Place) -> socket.socket:
    # Nagle's algorithm holds answers back for 40 ms; asyncio turns it off only where the protocol is said.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("0.0.0.0" if place.lan else "127.0.0.1", place.port))
        listening.listen(_MOST_REQUESTS)  # who comes before all is ready waits
    except OSError as error:
        listening.close()
        raise UsageError(
            f"port {place.port} cannot be had: {error.strerror}; take another, or 0 for any: --port 0"
        ) from None
    return listening


def _address_on_network() -> str:
    """Return this machine's address on its network, which is asked for without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # an address of nobody's: RFC 5737
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])

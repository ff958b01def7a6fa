"""The server of the page: it watches the files, has changes drawn, and tells every open page of them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import uvicorn
import watchfiles
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from cardtool.errors import UsageError
from cardtool.preview.answers import Answers, Board
from cardtool.preview.gate import Gate
from cardtool.preview.snapshot import PreviewSource

_PATIENCE = 5.0  # seconds a connection may take to ask for something
_MOST_REQUESTS = 120  # at once; more are refused
_LOOK = 500  # ms between two looks whether a folder is another now
_STEP = 5  # ms without another change before files are read; shorter steps cost a waiting laptop too much


@dataclass(frozen=True, slots=True)
class Place:
    """Where to serve: a port, 0 for any that is free; on the local network too with `lan`."""

    port: int
    lan: bool = False


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

    def __init__(self, config: uvicorn.Config, board: Board) -> None:
        super().__init__(config)
        self._board = board

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._board.close()
        super().handle_exit(sig, frame)


def make_app(source: PreviewSource, token: str, port: int, *, lan: bool = False) -> tuple[Gate, Board]:
    """Return the application behind its gate, and the board that shows what is drawn.

    It draws once when it begins, and then after each change of a file.
    """
    board = Board()
    pages = Answers(source, board)

    async def watch() -> None:
        await pages.refresh()
        async for _ in _changes(source):
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


async def _changes(source: PreviewSource) -> AsyncIterator[None]:
    """Tell of each change of a file. A folder that was put in the place of another is watched instead."""
    is_other = False
    while True:
        with contextlib.suppress(FileNotFoundError):  # a folder that is gone meanwhile
            watched = _states(source)
            watching = watchfiles.awatch(
                *source.folders, step=_STEP, rust_timeout=_LOOK, yield_on_timeout=True
            )
            async with contextlib.aclosing(watching):
                async for files in watching:
                    if _states(source) != watched:
                        break
                    if files or is_other:
                        is_other = False
                        yield
        is_other = True


def _states(source: PreviewSource) -> list[tuple[Path, int, int]]:
    """Return which folders there are; one that was made anew may have the number of the one before."""
    states = ((folder, os.stat(folder)) for folder in source.folders)
    return [(folder, state.st_ino, state.st_ctime_ns) for folder, state in states]


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
        ready(f"http://{host}:{port}/{token}/")
        _Server(config, board).run(sockets=[listening])


def _listening(place: Place) -> socket.socket:
    # Nagle's algorithm holds answers back for 40 ms; asyncio turns it off only where the protocol is said.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name != "nt":  # where it would give the port of another preview away
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

"""Who may see the page: nobody without its address, its token, and a request of the page's own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra preview is not installed")

from starlette.responses import PlainTextResponse

from cardtool.preview.gate import Gate

PORT, TOKEN = 8642, "right-token"
HOST, TOP = f"127.0.0.1:{PORT}", f"/{TOKEN}/"


def asked(
    path: str = TOP, method: str = "GET", lan: bool = False, **headers: str
) -> tuple[int, dict[str, str], str]:
    """Return the status, the headers and the text of the answer to a request."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse(f"cards at {scope['path']}")(scope, receive, send)

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": named}
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(Gate(app, TOKEN, PORT, lan=lan)(scope, receive, send))
    said = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], said, sent[1]["body"].decode()


@pytest.mark.parametrize("place", ["", "now/snapshot", "picture/x.png"])
def test_the_address_that_was_told_opens_and_leaves_nothing_with_the_browser(place: str) -> None:
    status, headers, text = asked(TOP + place, host=HOST)
    assert (status, text) == (200, f"cards at /{place}")
    assert "set-cookie" not in headers  # it would go to every server of this machine
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"host": "evil.example"},
        {"host": f"evil.example:{PORT}"},
        {"host": "127.0.0.1"},
        {"host": f"127.0.0.1:{PORT + 1}"},
        {"host": f"192.168.1.7:{PORT}"},
        {"host": f"[::1:{PORT}"},
        {"host": HOST, "origin": "http://evil.example"},
        {"host": HOST, "origin": "null"},
        {"host": HOST, "origin": f"https://{HOST}"},
        {"host": HOST, "sec_fetch_site": "cross-site"},
        {"host": HOST, "sec_fetch_site": "same-site"},  # another port of this machine
    ],
)
def test_everybody_else_is_refused(headers: dict[str, str]) -> None:
    assert asked(**headers)[0] == 403


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "",
        "*",
        "/wrong/",
        "//",
        f"/{TOKEN}",
        f"/{TOKEN[:-1]}/",
        f"/{TOKEN}x/",
        f"/x/{TOKEN}/",
        f"/{TOKEN}\N{GOAT}/",
    ],
)
def test_without_the_whole_token_nothing_opens(path: str) -> None:
    old = f"cardtool-{PORT}={TOKEN}"
    assert asked(path, host=HOST, cookie=old)[0] == 403
    assert asked(path + "now/snapshot", host=HOST)[0] == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_nothing_is_written(method: str) -> None:
    assert asked(method=method, host=HOST)[0] == 405


def test_on_a_network_only_numbers_are_hosts() -> None:
    assert asked(lan=True, host=f"192.168.1.7:{PORT}")[0] == 200
    assert asked(lan=True, host=f"evil.example:{PORT}")[0] == 403


def test_every_answer_forbids_what_the_page_needs_not() -> None:
    for path in (TOP, "/"):
        _, headers, _ = asked(path, host=HOST)
        assert headers["content-security-policy"].startswith("default-src 'none'; img-src 'self' data:;")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers

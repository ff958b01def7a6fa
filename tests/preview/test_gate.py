"""Who may see the page: nobody without its address, its token, and a request of the page's own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra preview is not installed")

from starlette.responses import PlainTextResponse

from cardtool.preview.gate import Gate

PORT, TOKEN = 8642, "right-token"
HOST, COOKIE = f"127.0.0.1:{PORT}", f"cardtool-{PORT}={TOKEN}"


def asked(
    path: str = "/", method: str = "GET", lan: bool = False, **headers: str
) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of the answer to a request."""
    gate = Gate(PlainTextResponse("cards"), TOKEN, PORT, lan=lan)
    path, _, query = path.partition("?")
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": named}
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(gate(scope, receive, send))
    return sent[0]["status"], {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_the_address_that_was_told_sets_a_cookie_and_then_opens() -> None:
    status, headers = asked(f"/?token={TOKEN}", host=HOST)
    assert (status, headers["location"]) == (303, "/")
    assert "HttpOnly" in headers["set-cookie"]
    assert "samesite=strict" in headers["set-cookie"].lower()
    assert asked(host=HOST, cookie=COOKIE)[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"host": "evil.example"},
        {"host": f"evil.example:{PORT}", "cookie": COOKIE},
        {"host": "127.0.0.1", "cookie": COOKIE},
        {"host": f"127.0.0.1:{PORT + 1}", "cookie": COOKIE},
        {"host": f"192.168.1.7:{PORT}", "cookie": COOKIE},
        {"host": f"[::1:{PORT}", "cookie": COOKIE},
        {"host": HOST},
        {"host": HOST, "cookie": f"cardtool-{PORT}=wrong"},
        {"host": HOST, "cookie": f"cardtool-{PORT + 1}={TOKEN}"},
        {"host": HOST, "cookie": "\x00;;=", "origin": f"http://{HOST}"},
        {"host": HOST, "cookie": COOKIE, "origin": "http://evil.example"},
        {"host": HOST, "cookie": COOKIE, "origin": "null"},
        {"host": HOST, "cookie": COOKIE, "origin": f"https://{HOST}"},
        {"host": HOST, "cookie": COOKIE, "sec_fetch_site": "cross-site"},
    ],
)
def test_everybody_else_is_refused(headers: dict[str, str]) -> None:
    assert asked(**headers)[0] == 403


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], "%F0%9F%90%90", TOKEN + "x"])
def test_a_wrong_token_opens_nothing(token: str) -> None:
    assert asked(f"/?token={token}", host=HOST)[0] == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_nothing_is_written(method: str) -> None:
    assert asked(method=method, host=HOST, cookie=COOKIE)[0] == 405


def test_on_a_network_only_numbers_are_hosts() -> None:
    assert asked(lan=True, host=f"192.168.1.7:{PORT}", cookie=COOKIE)[0] == 200
    assert asked(lan=True, host=f"evil.example:{PORT}", cookie=COOKIE)[0] == 403


def test_every_answer_forbids_what_the_page_needs_not() -> None:
    for cookie in (COOKIE, ""):
        _, headers = asked(host=HOST, cookie=cookie)
        assert headers["content-security-policy"].startswith("default-src 'none'; img-src 'self' data:;")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers

"""Who may see the page: whoever was given its address, with the token in it, and asks for it by that address.

Other pages in the same browser may send requests here, and names that lead here may be anybody's; so the
host, the origin and the token are all looked at, before anything else is. The token begins the path of every
address: a cookie would be sent to whatever else serves on this machine, for cookies know no ports.
"""

from __future__ import annotations

import hmac
import ipaddress
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_LOCAL = ("127.0.0.1", "localhost")


class Gate:
    """Lets requests through to `app` that come by the right address, from the page itself, with the token.

    On a local network (`lan`) any address that is a number will do, since only a name can be somebody else's.
    """

    def __init__(self, app: ASGIApp, token: str, port: int, *, lan: bool = False) -> None:
        self._app, self._port, self._lan = app, port, lan
        self._top = f"/{token}/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        inside = {**scope, "path": scope["path"][len(self._top) - 1 :]}
        await (refusal or self._app)(inside, receive, send_guarded)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> Response | None:
        """Return what is answered instead of the page; None where the request may pass."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD", "POST"):
            return PlainTextResponse("only looking is possible here", 405)
        if not self._is_ours(headers.get("host", "")):
            return PlainTextResponse("this page has another address", 403)
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{headers['host']}":
            return PlainTextResponse("another page may not ask for this", 403)
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return PlainTextResponse("another page may not ask for this", 403)
        if not hmac.compare_digest(scope["path"][: len(self._top)].encode(), self._top.encode()):
            return PlainTextResponse("open the address that cardtool tells now, with its token", 403)
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname or "", parts.port
        except ValueError:
            return False
        return port == self._port and (name in _LOCAL or (self._lan and _is_number(name)))


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True

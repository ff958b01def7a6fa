"""The server as whoever starts it meets it: it opens, tells of changes, and ends at Ctrl-C."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from projects import BEASTS, a_project, put

pytest.importorskip("uvicorn", reason="the extra preview is not installed")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals are others there")]

REPOSITORY = Path(__file__).parents[2]


class Served:
    """A running `cardtool preview` of a project."""

    def __init__(self, root: Path) -> None:
        self.root = root
        command = [sys.executable, "-m", "cardtool", "--project", str(root), "preview", "--jobs", "1"]
        environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stderr is not None
        address = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)", self.process.stderr.readline())
        assert address, "no address was told"
        self.port, token = int(address[1]), address[2]
        self.cookie = f"cardtool-{self.port}={token}"

    def asked(self, path: str, method: str = "GET") -> tuple[int, bytes]:
        """Return the status of an answer, and all of it."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, headers={"Cookie": self.cookie})
            answer = connection.getresponse()
            return answer.status, answer.read()

    def stream(self) -> socket.socket:
        """Return a connection on which changes are told."""
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        host = f"127.0.0.1:{self.port}"
        stream.sendall(f"GET /now/changes HTTP/1.1\r\nHost: {host}\r\nCookie: {self.cookie}\r\n\r\n".encode())
        return stream

    def until(self, is_there: str) -> str:
        """Return the snapshot as soon as it holds this text."""
        for _ in range(600):
            said = self.asked("/now/snapshot")[1].decode()
            if is_there in said:
                return said
            time.sleep(0.1)
        raise AssertionError(f"{is_there} never came")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(a_project(tmp_path_factory.mktemp("served")).root)
    yield served
    served.process.kill()
    served.process.communicate()


def test_it_shows_cards_tells_of_changes_and_ends_at_once(served: Served) -> None:
    first = json.loads(served.until('"drawing":false'))
    front = first["cards"][0]["front"]
    assert served.asked(f"/picture/{front}.png")[1].startswith(b"\x89PNG")
    assert b"<script src" in served.asked("/")[1]
    put(served.root, "cards/farm/beasts.yaml", BEASTS.replace("Lays an egg.", "Lays seven eggs."))
    served.until("seven eggs")
    for path in (
        "/picture/x.png",
        "/..%2f..%2fetc/passwd",
        "/picture/..%2f..%2fpyproject.toml.png",
        "/absent",
    ):
        assert served.asked(path)[0] == 404
    assert served.asked("/now/snapshot", "POST")[0] == 405
    with ExitStack() as open_still:
        for _ in range(20):
            stream = open_still.enter_context(served.stream())
            told = b""
            while b"data: " not in told:
                told += stream.recv(4096)
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(timeout=20) == 130  # in a second, where nothing else is at work

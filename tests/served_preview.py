"""A running `cardtool preview`, asked as a browser asks it."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

__all__ = ["Served"]

REPOSITORY = Path(__file__).parents[1]


class Served:
    """A running `cardtool preview` of a project."""

    def __init__(self, root: Path, *options: str) -> None:
        self.root = root
        command = [sys.executable, "-m", "cardtool", "--project", str(root), "preview", "--jobs", "1"]
        environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
        self.process = subprocess.Popen(
            [*command, *options], stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stderr is not None
        address = re.search(r"http://([\d.]+):(\d+)(/\S+)/", self.process.stderr.readline())
        assert address, "no address was told"
        self.address, self.host, self.port, self.top = address[0], address[1], int(address[2]), address[3]

    def asked(self, path: str, method: str = "GET") -> tuple[int, bytes]:
        """Return the status of an answer, and all of it."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, self.top + path)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def stream(self) -> socket.socket:
        """Return a connection on which changes are told."""
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        host = f"127.0.0.1:{self.port}"
        stream.sendall(f"GET {self.top}/now/changes HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        return stream

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.communicate()

    def until(self, is_there: str) -> str:
        """Return the snapshot as soon as it holds this text."""
        for _ in range(600):
            said = self.asked("/now/snapshot")[1].decode()
            if is_there in said:
                return said
            time.sleep(0.1)
        raise AssertionError(f"{is_there} never came")

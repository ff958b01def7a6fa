"""The server as whoever starts it meets it: it opens, tells of changes, and ends at Ctrl-C."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from projects import BEASTS, a_project, put
from served_preview import Served

pytest.importorskip("uvicorn", reason="the extra preview is not installed")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals are others there")]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(a_project(tmp_path_factory.mktemp("served")).root)
    yield served
    served.end()


def test_who_asks_for_nothing_holds_no_place(served: Served) -> None:
    served.until('"drawing":false')
    with ExitStack() as idle:
        for number in range(200):  # some say nothing, and some begin and do not end
            waiting = idle.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            waiting.sendall(b"" if number % 2 else b"GET / HTTP/1.1\r\nHost: ")
        assert served.asked("/now/snapshot")[0] == 503
        while served.asked("/now/snapshot")[0] == 503:
            time.sleep(0.2)
        assert served.asked("/now/snapshot")[0] == 200


def test_the_page_of_a_rule_is_told_and_of_no_other(served: Served) -> None:
    status, page = served.asked("/rule/CT101")
    assert status == 200
    assert page.decode().startswith("CT101 ")
    assert "Bad:" in page.decode()
    assert served.asked("/rule/CT000")[0] == 404
    assert served.asked("/rule/..%2f..%2fetc%2fpasswd")[0] == 404


def test_a_network_is_let_in_when_asked_and_then_with_the_token_alone(served: Served) -> None:
    on_network = Served(served.root, "--lan")
    host = f"{on_network.host}:{on_network.port}"
    answers = {}
    try:
        for name, path, headers in (
            ("by its address", f"{on_network.top}/", {}),
            ("without token", "/", {}),
            ("by a name", f"{on_network.top}/", {"Host": f"cards.example:{on_network.port}"}),
        ):
            with closing(http.client.HTTPConnection(host, timeout=60)) as connection:
                connection.request("GET", path, headers=headers)
                answers[name] = connection.getresponse().status
    finally:
        on_network.end()
    assert answers == {"by its address": 200, "without token": 403, "by a name": 403}
    assert served.host == "127.0.0.1"


def test_an_answer_does_not_wait_for_the_one_before_to_be_confirmed(served: Served) -> None:
    served.until('"drawing":false')
    seconds = []
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)) as kept_open:
        for _ in range(20):  # a system confirms what came in after 40 ms, or with its next request
            begun = time.perf_counter()
            kept_open.request("GET", f"{served.top}/page.js")
            assert kept_open.getresponse().read()
            seconds.append(time.perf_counter() - begun)
    assert sorted(seconds)[len(seconds) // 2] < 0.035


def test_all_that_the_page_loads_lies_below_its_token(served: Served) -> None:
    page = served.asked("/")[1].decode()
    loaded = [name for name in re.findall(r'(?:href|src)="([^"#]+)"', page) if not name.startswith("data:")]
    assert len(loaded) == 5
    for name in loaded:
        status, text = served.asked(f"/{name}")
        assert status == 200
        assert not re.search(rb"[`\"]/\w", text), f"{name} asks for something else"


def test_folders_that_are_gone_and_made_again_are_watched(served: Served) -> None:
    for name in ("templates", "cards"):
        shutil.copytree(served.root / name, served.root / f"{name}.new")
        shutil.rmtree(served.root / name)
        served.until('"trouble":"')
        (served.root / f"{name}.new").rename(served.root / name)
        served.until('"drawing":false')
    time.sleep(1.5)  # in which they are looked at again
    put(served.root, "cards/farm/beasts.yaml", BEASTS.replace("Lays an egg.", "Lays three eggs."))
    served.until("three eggs")
    before = served.until('"drawing":false')
    put(served.root, "templates/farm/back.html", '<div class="title">Another back</div>')
    backs = {card["back"] for card in json.loads(before)["cards"]}
    while backs & {card["back"] for card in json.loads(served.asked("/now/snapshot")[1])["cards"]}:
        time.sleep(0.1)


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
        "/page/x-0.png",
        "/page/..%2f..%2fpyproject.toml-0.png",
        "/bleed/..%2f..%2fpyproject.toml.png",
        "/large/..%2f..%2fpyproject.toml-0.png",
        "/absent",
    ):
        assert served.asked(path)[0] == 404
    assert served.asked("/now/snapshot", "POST")[0] == 405
    with ExitStack() as open_still:
        for _ in range(200):  # of which the last are refused
            stream = open_still.enter_context(served.stream())
            told = b""
            while b"data: " not in told and b" 503 " not in told:
                told += stream.recv(4096)
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(timeout=20) == 130  # in a second, where nothing else is at work

"""What all tests share: nothing is kept in the home of whoever runs them, and processes may be kept."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from law_examples import USUAL
from made_once import Shared
from worker_reuse import Kept

from cardtool.project import CACHE

QUICK = "not slow"
# A busy machine is no bug.
settings.register_profile("thorough", deadline=None, max_examples=USUAL)
settings.register_profile(QUICK, deadline=None, max_examples=15)


def pytest_configure(config: pytest.Config) -> None:
    """Try laws on fewer examples where the slow tests are left out, too."""
    settings.load_profile(QUICK if config.getoption("markexpr") == QUICK else "thorough")


MOST_SECONDS = 4.0  # of the processor; what a test starts does not count, for it may be kept for the next
LONG = "seconds of the processor"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note of a test that is not slow that it takes as long as one."""
    before = time.process_time()
    yield
    seconds = time.process_time() - before
    if seconds > MOST_SECONDS and item.get_closest_marker("slow") is None:
        item.user_properties.append((LONG, round(seconds, 1)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell which tests to shorten or to mark as slow: a word of advice, for a machine may be busy."""
    for report in terminalreporter.getreports("passed"):
        for seconds in (seconds for name, seconds in report.user_properties if name == LONG):
            terminalreporter.write_line(
                f"{report.nodeid} takes {seconds} {LONG}: shorten it, or mark it slow"
            )


def pytest_collection_finish() -> None:
    """Tests are many objects that stay: to look through them for rubbish takes a tenth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def nothing_is_kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests compile and measure goes where their files go, and so does the key it is sealed by."""
    folder = str(tmp_path_factory.mktemp("kept"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE, folder)
        patch.setenv("CARDTOOL_CONFIG", folder)
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_once(shared: Shared) -> Iterator[None]:
    """Where Python keeps no bytecode beside its source, what tests start keeps it among files of tests."""
    with pytest.MonkeyPatch.context() as patch:
        if os.environ.get("PYTHONDONTWRITEBYTECODE"):
            patch.setenv("PYTHONDONTWRITEBYTECODE", "")
            patch.setenv("PYTHONPYCACHEPREFIX", str(shared.once("bytecode", Path.exists)))
        yield


@pytest.fixture(scope="session", autouse=True)
def stoppable() -> None:
    """What is started in the background takes no Ctrl-C; what tests start is to take it all the same."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Shared:
    """What takes long to make, made once for all processes."""
    return Shared(tmp_path_factory, getattr(request.config, "workerinput", {}).get("workerid", "master"))


@pytest.fixture(scope="session")
def kept_processes(nothing_is_kept: None) -> Iterator[Kept]:
    """Processes that wait for whoever would start the same."""
    kept = Kept()
    yield kept
    kept.close()


@pytest.fixture(scope="module")
def kept(kept_processes: Kept) -> Iterator[None]:
    """Workers and examiners of this module are handed on from test to test."""
    with pytest.MonkeyPatch.context() as patch:
        kept_processes.hand_out(patch)
        yield


@pytest.fixture
def started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a module whose processes are kept, this test starts its own."""
    Kept.forget(monkeypatch)

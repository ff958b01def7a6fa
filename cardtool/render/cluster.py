"""Faces drawn by the workers of a cluster (dask.distributed), each in the same process of its own as at home.

A project goes to each worker once, as a bundle named by its digest: what faces can be drawn from, and no card
texts. What a worker answers is JSON and bytes. What it could not draw is drawn again at home, which so tells
what is wrong as it always does.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
import platform
import shutil
import signal
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from queue import Empty, SimpleQueue
from time import sleep
from typing import Any, Self

try:
    import distributed
except ImportError:
    from cardtool.errors import MissingLibrary

    raise MissingLibrary(
        'a cluster needs dask.distributed: python -I -m pip install "cardtool-pnp[cluster]"'
    ) from None

from cardtool import __version__
from cardtool.errors import CardtoolError, MachineError, UsageError
from cardtool.files import LARGEST_ASSET, Unreadable
from cardtool.model import Engine
from cardtool.project import Project
from cardtool.render.batch import Batch, BatchResult
from cardtool.render.fetcher import FONTS, asset_file, font_digest
from cardtool.render.fonts import font_files
from cardtool.render.render_worker import drawing_worker
from cardtool.sandbox import Worker, WorkerDied
from cardtool.sandbox.encoding import from_bytes, to_bytes
from cardtool.signed_cache import code_digest

_CONNECT_SECONDS = 10.0  # for a scheduler to answer, and for a first worker to be there
_LEAVE_SECONDS = 3.0  # for a scheduler to say good-bye
_START_SECONDS = 60.0  # for workers of this machine
_LOOK_SECONDS = 5.0  # between two looks whether anybody is drawing
_SILENT_SECONDS = 30.0  # in which a scheduler says nothing before it is taken for lost
_ALONE_LOOKS = 6  # looks without any worker after which nobody waits for one any more
_TIMES_ASKED = 4  # of workers that are lost while the first things are asked of them
_SECONDS_TO_MISS = 1.0  # for a scheduler to see that a worker is gone
_LOCAL = "local:"
_NOT_SENT = {".yaml", ".yml", ".csv", ".xlsx", ".ods"}  # in cards/: read at home, and told to the templates
_DATE = (1980, 1, 1, 0, 0, 0)  # of every file of a bundle
_DECIDING = ("cardtool", "Python", "plutoprint")  # what must be the same everywhere, for the same bytes

Facts = Mapping[str, str]


class Cluster:
    """Workers that draw for one project: those of a scheduler, or processes of this machine (`local:4`).

    Raises: UsageError for an address that is none; MachineError when there is nobody, or somebody else's
    version, there.
    """

    def __init__(self, address: str, project: Project) -> None:
        self._address, self._project = address, project
        self._is_lost = False
        self._local, self._client = _connect(address)
        try:
            self._bundle = _Bundle(project, self._client.id)
            _with_those_left(self._client, self._require_same)
            _with_those_left(self._client, lambda: self._client.register_plugin(self._bundle))
            self.places = max(1, sum(self._client.nthreads().values())) + 1  # one batch waits meanwhile
        except CardtoolError:
            self.close()
            raise
        except Exception as error:
            self.close()
            why = "the cluster was lost before it drew; nothing was written"
            raise MachineError(f"{address}: {why}: {_first_line(error)}") from error
        self._fonts = font_digest(font_files(project))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the workers, who forget the project; those of this machine end."""
        if not self._is_lost:
            with suppress(Exception):
                self._ask_scheduler("unregister_worker_plugin", name=self._bundle.name)
        _leave(self._local, self._client)

    def stop(self) -> None:
        """Have what is being drawn come to nothing."""
        if self._is_lost:
            return
        with suppress(Exception):
            self._client.cancel(list(self._client.futures.values()), force=True)

    def draw(self, batch: Batch) -> BatchResult | None:
        """Return what a worker made of these faces; None where it is to be drawn at home.

        Those of WeasyPrint are: it draws with libraries of the system, which nobody compares.

        Raises: MachineError when there is nobody left to draw them.
        """
        if batch.engine is not Engine.PLUTOPRINT:
            return None
        message = zlib.compress(to_bytes(replace(batch, project=_NO_PROJECT)), 1)
        answer = self._wait(self._submit(message))
        result = from_bytes(BatchResult, answer) if isinstance(answer, bytes) else None
        if result is not None and FONTS in result.files:
            result = replace(result, files={**result.files, FONTS: self._fonts})
        return result

    def _submit(self, message: bytes) -> distributed.Future[Any]:
        try:
            return self._client.submit(_draw, self._bundle.name, message, pure=False)
        except Exception as error:
            raise self._lost(error) from error

    def _wait(self, future: distributed.Future[Any]) -> object:
        alone = 0
        while True:
            try:
                answer: object = future.result(timeout=_LOOK_SECONDS)
                return answer
            except TimeoutError:
                alone = 0 if self._has_workers() else alone + 1
                if alone >= _ALONE_LOOKS:
                    raise self._lost(RuntimeError("it has no workers any more")) from None
            except Exception as error:
                raise self._lost(error) from error

    def _has_workers(self) -> bool:
        try:
            return bool(self._ask_scheduler("ncores"))
        except Exception as error:
            raise self._lost(error) from error

    def _ask_scheduler(self, what: str, **about: str) -> object:
        """Return its answer, which does not come where it has been stopped. Raises: as dask does."""
        ask = getattr(self._client.scheduler, what)
        answer: object = self._client.sync(ask, **about, callback_timeout=_SILENT_SECONDS)
        return answer

    def _lost(self, error: Exception) -> MachineError:
        """Return what to say of an error of the cluster, and ask it nothing more if it does not answer."""
        if isinstance(error, distributed.KilledWorker):
            return MachineError(
                f"{self._address}: faces could not be drawn, for each worker that was given them ended"
            )
        self._is_lost = True
        return MachineError(
            f"{self._address}: the cluster was lost while it drew; nothing was written: {_first_line(error)}"
        )

    def _require_same(self) -> None:
        """Raise MachineError where a worker has another version than this machine."""
        here = facts()
        for name, there in _facts_of_workers(self._client, self._address).items():
            for what in _DECIDING:
                if there.get(what) != here[what]:
                    raise MachineError(
                        f"{self._address}: worker {name} has {what} {there.get(what)}, and this machine "
                        f"{here[what]}: they would not draw the same\n"
                        "install the same on both; to compare: cardtool doctor --cluster ADDRESS"
                    )


def facts() -> Facts:
    """Return the versions of what decides how faces look on this machine, and a digest of its fonts."""
    return {
        "cardtool": f"{__version__} ({code_digest()[:8]})",
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "plutoprint": _version("plutoprint"),
        "distributed": _version("distributed"),
        "fonts": _toolkit_fonts(),
    }


def cluster_facts(address: str) -> Iterator[tuple[str, Facts]]:
    """Yield the names of the scheduler and of each worker, with their `facts`.

    Raises: UsageError, MachineError, as `Cluster`.
    """
    local, client = _connect(address)
    try:
        try:
            yield "scheduler", client.run_on_scheduler(facts)
        except Exception as error:
            raise MachineError(
                f"{address}: the scheduler cannot run cardtool: {_first_line(error)}"
            ) from error
        yield from sorted(_facts_of_workers(client, address).items())
    finally:
        _leave(local, client)


def _silence() -> None:
    """Keep dask from telling what is lost: it is told once, in our words. Its loggers have own levels."""
    own = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    for name in ("distributed", *own):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _connect(address: str) -> tuple[distributed.LocalCluster | None, distributed.Client]:
    _silence()
    local = None
    if address.startswith(_LOCAL):
        count = address.removeprefix(_LOCAL)
        if not count.isdecimal() or not 1 <= int(count) <= 64:
            raise UsageError(f"--cluster {address}: give a number of workers from 1 to 64, as in local:2")
        local = _start_here(int(count))
    elif not address.startswith(("tcp://", "tls://")):
        raise UsageError(f"--cluster {address}: give tcp://HOST:PORT, tls://HOST:PORT or local:2")
    try:
        client = distributed.Client(local or address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except Exception as error:
        if local is not None:
            local.close()
        raise MachineError(
            f"{address}: no scheduler answers there: {_first_line(error)}\nstart one with: dask scheduler"
        ) from error
    try:
        client.wait_for_workers(1, timeout=_START_SECONDS if local else _CONNECT_SECONDS)
    except Exception as error:
        _leave(local, client)
        raise MachineError(
            f"{address}: the scheduler has no workers; start one with: dask worker {address}"
        ) from error
    return local, client


def _start_here(count: int) -> distributed.LocalCluster:
    """Start a cluster on this machine. Raises: MachineError where it does not start in time."""
    try:
        with warnings.catch_warnings():  # of a slow disk, which is no fault of who asked
            warnings.simplefilter("ignore")
            return distributed.LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
                preload=__name__,
            )
    except Exception as error:
        raise MachineError(
            f"{_LOCAL}{count}: the workers did not start: {_first_line(error)}\nask for fewer, or try again"
        ) from error


def dask_setup(worker: distributed.Worker) -> None:
    """Have a worker on this machine leave its starter's folder, and Ctrl-C to the starter, who stops it.

    dask calls this in each, by its name (distributed.preloading).
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.chdir(worker.local_directory)


def _with_those_left(client: distributed.Client, ask: Callable[[], object]) -> None:
    """Ask the workers, and again where one was lost meanwhile. Raises: as `ask`; MachineError without any."""
    for left in reversed(range(_TIMES_ASKED)):
        try:
            ask()
        except (OSError, TimeoutError, MachineError) as error:
            is_lost = isinstance(error, OSError) or isinstance(error.__cause__, OSError)
            if not left or not is_lost:
                raise
            sleep(_SECONDS_TO_MISS)
            client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        else:
            return


def _leave(local: distributed.LocalCluster | None, client: distributed.Client) -> None:
    with suppress(Exception):
        client.close(timeout=_LEAVE_SECONDS)
    with suppress(Exception):
        if local is not None:
            local.close()


def _facts_of_workers(client: distributed.Client, address: str) -> dict[str, Facts]:
    try:
        found: dict[str, Facts] = client.run(facts)
    except Exception as error:
        if isinstance(error, OSError):
            raise MachineError(f"{address}: the cluster was lost: {_first_line(error)}") from error
        raise MachineError(
            f"{address}: a worker cannot run cardtool {__version__}: {_first_line(error)}\n"
            'on each worker: python -I -m pip install "cardtool-pnp[cluster]"'
        ) from error
    return found


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _toolkit_fonts() -> str:
    whole = hashlib.sha256()
    for file in sorted(font_files(Project(_NO_PROJECT.root)), key=lambda path: path.name):
        whole.update(f"{file.name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()[:8]


_NO_PROJECT = Project(Path("/nonexistent"))  # stands for one where none is meant: each has its own place


class _Bundle(distributed.WorkerPlugin):
    """What faces of a project are drawn from; every worker, also one that comes later, unpacks it."""

    def __init__(self, project: Project, whose: str) -> None:
        self.content = pack_bundle(project)
        self.digest = hashlib.sha256(self.content).hexdigest()[:32]
        self.name = f"cardtool-{self.digest}-{whose}"
        self.home = (str(project.root), str(project.toolkit))
        self.sources = project.sources
        self._folder: Path | None = None
        self._idle: SimpleQueue[Worker] | None = None

    def setup(self, worker: distributed.Worker) -> None:
        """Unpack on a worker."""
        folder = Path(worker.local_directory).resolve() / self.name
        with zipfile.ZipFile(io.BytesIO(self.content)) as archive:
            archive.extractall(folder)
        self._folder, self._idle = folder, SimpleQueue()

    def teardown(self, worker: distributed.Worker) -> None:
        """Leave nothing behind."""
        for each in self._idle_workers():
            each.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _idle_workers(self) -> Iterator[Worker]:
        with suppress(Empty):
            while self._idle is not None:
                yield self._idle.get_nowait()

    def draw(self, batch: Batch) -> bytes | None:
        """Return what came of a batch, as bytes; None where something is wrong with it."""
        assert self._folder is not None
        assert self._idle is not None
        places = tuple(self._folder / part for part in _parts(*self.home))
        project = Project(places[0], places[-1], self.sources)
        worker = next(self._idle_workers(), None) or drawing_worker(project, batch.engine)
        try:
            result = worker.ask(replace(batch, project=project), BatchResult)
        except (CardtoolError, WorkerDied):
            return None
        finally:
            self._idle.put(worker)
        files = {_as_at_home(name, places, self.home): found for name, found in result.files.items()}
        return to_bytes(replace(result, files=files))


def _draw(bundle: str, message: bytes) -> bytes | None:
    """Draw a batch, on a worker that has this bundle."""
    plugin = distributed.get_worker().plugins[bundle]
    assert isinstance(plugin, _Bundle)
    batch = from_bytes(Batch, zlib.decompress(message))
    assert batch is not None, "it was told as it is decoded"
    return plugin.draw(batch)


def _parts(root: str, toolkit: str) -> tuple[str, ...]:
    """Return the folders of a bundle: the project, and the toolkit where that is another."""
    return ("project",) if root == toolkit else ("project", "toolkit")


def _as_at_home(name: str, places: tuple[Path, ...], home: tuple[str, str]) -> str:
    """Return what a file that was used is noted as at home, where the project lies elsewhere."""
    for place, there in zip(places, home, strict=False):
        begin = asset_file(place)
        if name.startswith(begin + "/"):
            return asset_file(Path(there)) + name.removeprefix(begin)
    return name


def pack_bundle(project: Project) -> bytes:
    """Return an archive of what faces of a project are drawn from, the same for the same files.

    Left out is what may not be read, and the content of card files, which is told with each face.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, read in sorted(_contents(project), key=lambda each: each[0]):
            with suppress(Unreadable):
                archive.writestr(zipfile.ZipInfo(name, _DATE), read())
    return packed.getvalue()


def _contents(project: Project) -> Iterator[tuple[str, Callable[[], bytes]]]:
    tops = {"project": project.root}
    if project.toolkit != project.root:
        tops["toolkit"] = project.toolkit
    for part, root in tops.items():
        for source in ("cards", "templates") if part == "project" else ("templates",):
            for file in project.files_below(root / source):
                name = f"{part}/{file.relative_to(root).as_posix()}"
                if source == "cards" and file.suffix.lower() in _NOT_SENT:
                    yield name, bytes
                else:
                    yield name, lambda file=file: project.read(file, LARGEST_ASSET)  # type: ignore[misc]

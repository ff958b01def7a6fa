"""A worker process, which draws and prints within limits.

Started by `render.worker`.
"""

from __future__ import annotations

import contextlib
import gc
import mmap
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, astuple
from typing import TYPE_CHECKING, Any

from cardtool.confined.serving import Asker, limit_files, limit_memory, limit_time, limit_time_finely
from cardtool.errors import CardtoolError, MissingLibrary, TemplateError
from cardtool.model import Engine
from cardtool.render import engines
from cardtool.render.batch import AT, AT_SIZE, Batch, Drawn
from cardtool.render.studio import draw_batch

if TYPE_CHECKING:
    from cardtool.render.books import BookOrder
    from cardtool.render.rulebook import ManuscriptOrder

    Question = Batch | BookOrder | ManuscriptOrder

__all__ = ["main"]

_ENGINES = {"plutoprint", "weasyprint", "tinycss2", "tinyhtml5", "cssselect2", "pydyf"}
_MEMORY = 2 << 30
_RUBBISH = 100_000  # objects after which to look for some; Python looks after 700
_FILE_SIZE = 256 << 20


def main() -> None:
    """Answer questions until standard input ends.

    The arguments: seconds of CPU for any question; the engine to have ready.
    """
    seconds, engine = float(sys.argv[1]), Engine(sys.argv[2])
    asker = Asker()
    with open(AT, "r+b") as file:
        at = mmap.mmap(file.fileno(), AT_SIZE)
    limit_memory(_MEMORY)
    limit_files(_FILE_SIZE)
    with contextlib.suppress(MissingLibrary):  # told when it is asked for
        engines.load(engine)
    gc.set_threshold(_RUBBISH)
    for question in asker.questions():
        limit_time(seconds + question.allowance)
        _serve(question, asker, at, seconds)


def _serve(question: Question, asker: Asker, at: mmap.mmap, seconds: float) -> None:
    began = time.process_time()

    def begin(index: int) -> None:
        """Note the face that is begun. One that is filled in without end, or far too slowly, ends here."""
        at[:] = index.to_bytes(AT_SIZE, "big", signed=True)
        if isinstance(question, Batch) and index >= 0:
            allowed = seconds + question.seconds_to_fill(index + 1)
            limit_time_finely(max(0.01, began + allowed - time.process_time()))
        else:
            limit_time_finely(0.0)

    begin(-1)
    try:
        head, pdf = _work(question, begin)
        _fail_on_warnings(question.name)
    except CardtoolError as error:
        asker.tell({"error": str(error), "kind": type(error).__name__})
    except MemoryError:
        asker.tell({"error": "drawing takes more memory than it may", "kind": "TemplateError"})
    except Exception as error:
        if not _is_of_an_engine(error):
            raise  # a fault of ours: the process ends, and its traceback is reported
        deep = isinstance(error, RecursionError)
        reason = "nested too deeply" if deep else f"{type(error).__name__} {error}".strip()
        said = f"{question.name}: the drawing engine cannot draw it: {reason}"
        asker.tell({"error": said, "kind": "TemplateError"})
    else:
        asker.tell(head, pdf)


def _is_of_an_engine(error: Exception) -> bool:
    """Whether an error began in a drawing engine, which what it was given can always bring about."""
    from traceback import walk_tb

    modules = {
        frame.f_globals.get("__name__", "").partition(".")[0] for frame, _ in walk_tb(error.__traceback__)
    }
    return type(error).__module__.startswith("plutoprint") or bool(modules & _ENGINES)


def _work(question: Question, begin: Callable[[int], None]) -> tuple[dict[str, Any], bytes]:
    if isinstance(question, Batch):
        return _draw(question, begin)
    from cardtool.render.rulebook import ManuscriptOrder

    return _set(question) if isinstance(question, ManuscriptOrder) else _print(question)


def _set(order: ManuscriptOrder) -> tuple[dict[str, Any], bytes]:
    from cardtool.render.rulebook.setting import set_book

    return asdict(set_book(order)), b""


def _draw(batch: Batch, begin: Callable[[int], None]) -> tuple[dict[str, Any], bytes]:
    drawn = draw_batch(batch, begin)
    return {
        "troubles": _troubles(drawn),
        "fittings": _fittings(drawn),
        "groups": sorted(drawn.groups),
    }, drawn.pdf


def _print(order: BookOrder) -> tuple[dict[str, Any], bytes]:
    engines.load(Engine.WEASYPRINT)  # says what this machine lacks, where that cannot be imported
    from cardtool.render.books.book import print_order

    book = print_order(order)
    told = asdict(book)
    return told, told.pop("pdf")


def _troubles(drawn: Drawn) -> list[dict[str, Any]]:
    return [
        {
            "index": index,
            "missing": trouble.missing,
            "overflows": [astuple(over) for over in trouble.overflows],
        }
        for index, trouble in sorted(drawn.troubles.items())
    ]


def _fittings(drawn: Drawn) -> list[dict[str, Any]]:
    return [
        {"index": index, **asdict(fitting)}
        for index, fittings in sorted(drawn.fittings.items())
        for fitting in fittings
    ]


def _fail_on_warnings(name: str) -> None:
    """An engine that warns has left something out; that is an error. Raises: TemplateError."""
    os.lseek(2, 0, os.SEEK_SET)
    said = os.read(2, 1 << 16).decode("utf-8", "replace")
    os.ftruncate(2, 0)
    os.lseek(2, 0, os.SEEK_SET)
    warnings = [line for line in said.splitlines() if line.startswith("WARNING: ")]
    if warnings:
        said = warnings[0].removeprefix("WARNING: ")[:300]
        raise TemplateError(f"{name}: a face could not be drawn whole: {said}")

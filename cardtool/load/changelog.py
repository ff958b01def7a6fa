"""`changelog.yaml`: the versions of a game and what changed with each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from cardtool.finding import Finding
from cardtool.load.document import Document
from cardtool.load.once import each_once
from cardtool.load.rules import SCHEMA
from cardtool.model import Change, Entry, Release

__all__ = ["faults", "releases"]

_ONLY_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_ORDER = "put the newest version first"


def releases(document: Document) -> tuple[Release, ...]:
    """The versions, as a faultless file has them, the newest first; each stands where its number does."""
    return tuple(
        Release(
            version=release["version"],
            date=release["date"],
            entries=tuple(
                _entry(document, (row, "entries", number), entry)
                for number, entry in enumerate(release["entries"])
            ),
            source=document.at((row, "version")),
        )
        for row, release in enumerate(document.data)
    )


def _entry(document: Document, path: tuple[str | int, ...], entry: Mapping[str, Any]) -> Entry:
    return Entry(
        change=Change(entry["type"]),
        text=entry.get("text", ""),
        old=entry.get("from", ""),
        new=entry.get("to", ""),
        source=document.at(path),
        marks=document.marks.inside(path),
        words=tuple(entry.get("words", ())),
    )


def faults(document: Document) -> Iterator[Finding]:
    """Versions given twice, and versions that come before newer ones."""
    yield from each_once(document, (), "version", "a release")
    for row, (above, below) in enumerate(pairwise(document.data), start=1):
        if above["date"] < below["date"]:
            message = f"{below['version']} is of {below['date']}, later than {above['version']} above it"
            yield SCHEMA.found(document.at((row, "date")), message, _ORDER)
        elif _comes_before(above["version"], below["version"]):
            message = f"{below['version']} is a higher version than {above['version']} above it"
            yield SCHEMA.found(document.at((row, "version")), message, _ORDER)


def _comes_before(one: str, other: str) -> bool:
    """Whether a version is lower than another; versions with letters in them are not compared."""
    if not (_ONLY_NUMBERS.fullmatch(one) and _ONLY_NUMBERS.fullmatch(other)):
        return False
    return [int(part) for part in one.split(".")] < [int(part) for part in other.split(".")]

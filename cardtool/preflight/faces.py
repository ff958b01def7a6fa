"""The faces of a game, as they were drawn, before they go on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cardtool.finding import Finding
from cardtool.model import Face, PageRef
from cardtool.preflight.checks import colour_alone
from cardtool.preflight.opened import opened
from cardtool.preflight.pages import examine_page
from cardtool.preflight.portraits import Portrait, portrait, together
from cardtool.preflight.sight import Sight
from cardtool.preflight.subject import Sort, Subject

__all__ = ["Examination"]


class _Look(NamedTuple):
    """What was found in one document, and what the faces of each sort in it look like."""

    findings: tuple[Finding, ...]
    portraits: tuple[tuple[Sort, Portrait], ...]


class Examination:
    """Looks at documents of faces as they come, so that the first is done while others are drawn.

    A face that is no subject is not looked at.
    """

    def __init__(self, subjects: Mapping[Face, Subject], pages: Mapping[Face, PageRef]) -> None:
        self._here: dict[int, dict[int, Subject]] = {}
        for face, subject in subjects.items():
            self._here.setdefault(pages[face].document, {})[pages[face].page] = subject
        self._looks: dict[tuple[int, bytes], _Look] = {}

    def look(self, documents: Sequence[bytes]) -> list[Finding]:
        """What is wrong with these faces; a document that was looked at before is not opened again.

        Raises: ProjectError when one cannot be opened.
        """
        looks = [self._look(number, content) for number, content in enumerate(documents)]
        sorts: dict[Sort, list[Portrait]] = {}
        for look in looks:
            for sort, each in look.portraits:
                sorts.setdefault(sort, []).append(each)
        alone = colour_alone.check({sort: together(each) for sort, each in sorts.items()})
        return [*(finding for look in looks for finding in look.findings), *alone]

    def _look(self, number: int, content: bytes) -> _Look:
        key = number, content
        if key not in self._looks:
            self._looks[key] = _looked(content, self._here.get(number, {}))
        return self._looks[key]


def _looked(content: bytes, subjects: Mapping[int, Subject]) -> _Look:
    findings: list[Finding] = []
    portraits: list[tuple[Sort, Portrait]] = []
    for number, sight in _sights(content, sorted(subjects)):
        subject = subjects[number]
        findings += examine_page(sight, subject)
        if subject.trim is not None:
            drawn = portrait(sight, subject.trim)
            portraits += [(sort, drawn) for sort in subject.sorts]
    return _Look(tuple(findings), tuple(portraits))


def _sights(content: bytes, which: Sequence[int]) -> Iterator[tuple[int, Sight]]:
    with opened(content, "a drawn face", which) as sights:
        yield from sights

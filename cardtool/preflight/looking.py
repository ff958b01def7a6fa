"""Looks at the pages of a document of faces, each by itself; what they are together is not known here."""

from __future__ import annotations

from collections.abc import Mapping

from cardtool.finding import Finding
from cardtool.preflight.opened import opened
from cardtool.preflight.pages import examine_page
from cardtool.preflight.portraits import Portrait, portrait
from cardtool.preflight.questions import A_FACE, Look
from cardtool.preflight.subject import Subject

__all__ = ["look"]


def look(content: bytes, subjects: Mapping[int, Subject]) -> Look:
    """What there is to say about these pages of a document, counted from 0.

    Raises: ProjectError when it cannot be opened.
    """
    findings: list[Finding] = []
    portraits: dict[int, Portrait] = {}
    with opened(content, A_FACE, sorted(subjects)) as sights:
        for number, sight in sights:
            subject = subjects[number]
            findings += examine_page(sight, subject)
            if subject.trim is not None:
                portraits[number] = portrait(sight, subject.trim)
    return Look(tuple(findings), portraits)

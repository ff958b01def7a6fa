"""The faces of a game, as they were drawn, before they go on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

from cardtool.finding import Finding
from cardtool.model import Face, PageRef
from cardtool.preflight.checks import colour_alone
from cardtool.preflight.portraits import Portrait, together
from cardtool.preflight.questions import Look
from cardtool.preflight.subject import Sort, Subject

__all__ = ["Examination", "told_apart"]


def told_apart(seen: Iterable[tuple[Subject, Portrait]]) -> list[Finding]:
    """Return which sorts of faces, as they look from afar, are told from each other by colour alone."""
    sorts: dict[Sort, list[Portrait]] = {}
    for subject, each in seen:
        for sort in subject.sorts:
            sorts.setdefault(sort, []).append(each)
    return list(colour_alone.check({sort: together(each) for sort, each in sorts.items()}))


class Examination:
    """Has documents of faces looked at as they come, while others are drawn and other things are done.

    A face that is no subject is not looked at. `look` is what looks at some pages of a document.
    """

    def __init__(
        self,
        subjects: Mapping[Face, Subject],
        pages: Mapping[Face, PageRef],
        look: Callable[[bytes, Mapping[int, Subject]], Look],
    ) -> None:
        self._here: dict[int, dict[int, Subject]] = {}
        for face, subject in subjects.items():
            self._here.setdefault(pages[face].document, {})[pages[face].page] = subject
        self._look, self._looks = look, dict[tuple[int, bytes], Look]()
        self._executor = ThreadPoolExecutor(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave, without waiting for what is being looked at: whoever wanted it has asked for `findings`."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def begin(self, documents: Sequence[bytes]) -> None:
        """Look at these, each as soon as it is there. What goes wrong is told by `findings`."""
        self._executor.submit(self._seen, documents)

    def looks(self, documents: Sequence[bytes]) -> list[Look]:
        """Return what there is to say of each document; one that was looked at before is not looked at again.

        Raises: ProjectError when one cannot be opened.
        """
        return self._executor.submit(self._seen, documents).result()

    def findings(self, documents: Sequence[bytes]) -> list[Finding]:
        """What is wrong with these faces, each by itself and all together. Raises: as `looks`."""
        looks = self.looks(documents)
        seen = (
            (self._here[number][page], each)
            for number, look in enumerate(looks)
            for page, each in look.portraits.items()
        )
        return [*(finding for look in looks for finding in look.findings), *told_apart(seen)]

    def _seen(self, documents: Sequence[bytes]) -> list[Look]:
        return [self._seen_in(number, content) for number, content in enumerate(documents)]

    def _seen_in(self, number: int, content: bytes) -> Look:
        if number not in self._here:
            return Look((), {})
        if (number, content) not in self._looks:
            self._looks[number, content] = self._look(content, self._here[number])
        return self._looks[number, content]

"""Pictures of drawn faces for the page beside the editor: what each is called, and which are still wanted.

A picture is named by its pixels, so that a browser asks for each once. Whoever reads files is elsewhere.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Lock

from cardtool.app.export import card_faces
from cardtool.export.face_pictures import face_pngs
from cardtool.model import CardFaces, Face, FacePages, Game, PageRef
from cardtool.preflight.examine import text_contrasts
from cardtool.preview import ContrastView

_DPI, _BLEED_DPI, _LARGE_DPI = 160, 250, 450
_KEPT = 3  # drawings whose pictures a browser may yet ask for, as it hears of each a moment later


@dataclass(frozen=True, slots=True)
class NamedDrawing:
    """A drawn game, and the name of each face's picture."""

    game: Game
    pages: FacePages
    cards: tuple[CardFaces, ...]
    names: Mapping[Face, str]

    def face(self, name: str) -> Face | None:
        """Return a face whose picture has this name."""
        return next((face for face, each in self.names.items() if each == name), None)


class PictureStore:
    """The pictures of what is drawn now, of the drawings just before, and of what it is compared with.

    Any thread may ask; PDFium draws for one of them at a time.
    """

    def __init__(self) -> None:
        self.now: NamedDrawing | None = None
        self.before: NamedDrawing | None = None
        self._earlier: deque[NamedDrawing] = deque(maxlen=_KEPT)
        self._pngs: dict[str, bytes] = {}
        self._names: dict[tuple[object, ...], str] = {}
        self.lock = Lock()  # of PDFium

    def compare_with(self, game: Game, pages: FacePages) -> None:
        """Keep a drawing of what the game was."""
        with self.lock:
            self.before = self._named(game, pages)

    def take(self, game: Game, pages: FacePages) -> None:
        """Make the pictures of what is new in a drawing, and forget those that nobody wants any more.

        It may have but some of the faces; the others stay as they are.
        """
        with self.lock:
            if self.now is not None:
                pages = _joined(self.now.pages, pages, game)
                self._earlier.append(self.now)
            self.now = self._named(game, pages)
            kept = {name for each in self._drawings() for name in each.names.values()}
            self._pngs = {name: png for name, png in self._pngs.items() if name in kept}
            self._names = {stamp: name for stamp, name in self._names.items() if name in kept}

    def picture(self, name: str) -> bytes | None:
        """Return the picture of this name as PNG; None where no card has looked like it of late."""
        return self._pngs.get(name)

    def large(self, name: str) -> bytes | None:
        """Return the picture of this name with enough dots for a whole screen; None as `picture` says."""
        return self._drawn_again(name, _LARGE_DPI, bleed=False)

    def with_bleed(self, name: str) -> bytes | None:
        """Return the picture of this name with what is cut off around it; None as `picture` says."""
        return self._drawn_again(name, _BLEED_DPI, bleed=True)

    def contrasts(self, name: str) -> tuple[ContrastView, ...]:
        """Return how well the words of a picture stand out; none where no card has looked like it of late."""
        for drawn, face in self._faces(name):
            page, bleed = drawn.pages.pages[face], drawn.game.kind_of(face).bleed
            with self.lock:
                found = text_contrasts(drawn.pages.documents[page.document], page.page)
            return tuple(
                ContrastView(
                    box.left - bleed, box.top - bleed, box.width, box.height, words, round(contrast, 1)
                )
                for box, words, contrast in found
            )
        return ()

    def _drawn_again(self, name: str, dpi: int, *, bleed: bool) -> bytes | None:
        for drawn, face in self._faces(name):
            alone = FacePages(drawn.pages.documents, {face: drawn.pages.pages[face]})
            with self.lock:
                return next(png for _, png in face_pngs(alone, drawn.game, dpi=dpi, bleed=bleed))
        return None

    def _faces(self, name: str) -> Iterator[tuple[NamedDrawing, Face]]:
        """Yield the drawings that have a picture of this name, each with a face that looks like it."""
        for drawn in self._drawings():
            if (face := drawn.face(name)) is not None:
                yield drawn, face

    def _drawings(self) -> Iterator[NamedDrawing]:
        yield from filter(None, (self.now, self.before, *self._earlier))

    def _named(self, game: Game, pages: FacePages) -> NamedDrawing:
        """Return the drawing with the names of its pictures, made where their documents are new."""
        documents = [hashlib.sha256(each).digest() for each in pages.documents]
        stamps = {
            face: (documents[page.document], page.page, game.kind_of(face).outline_on(face.side))
            for face, page in pages.pages.items()
        }
        new = {face: pages.pages[face] for face, stamp in stamps.items() if stamp not in self._names}
        for face, png in face_pngs(FacePages(pages.documents, new), game, dpi=_DPI):
            name = hashlib.sha256(png).hexdigest()[:32]
            self._pngs = {**self._pngs, name: png}
            self._names[stamps[face]] = name
        names = {face: self._names[stamp] for face, stamp in stamps.items()}
        return NamedDrawing(game, pages, card_faces(game, game.kinds), names)


def _joined(old: FacePages, new: FacePages, game: Game) -> FacePages:
    """Return the new faces, and of the game's others the old ones."""
    wanted = {face for each in card_faces(game, game.kinds) for face in each.faces}
    kept = {face: page for face, page in old.pages.items() if face in wanted and face not in new.pages}
    used = sorted({page.document for page in kept.values()})
    at = {document: len(new.documents) + row for row, document in enumerate(used)}
    moved = {face: PageRef(at[page.document], page.page) for face, page in kept.items()}
    documents = (*new.documents, *(old.documents[document] for document in used))
    return FacePages(documents, {**new.pages, **moved})

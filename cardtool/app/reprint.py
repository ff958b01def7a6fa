"""Printing again only what changed: a game is drawn as it was and as it is, and what differs is imposed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from cardtool import changes
from cardtool.app.artifacts import PAPER_NAMES, PAPERS
from cardtool.app.build import make_print_files
from cardtool.app.diff import project_at
from cardtool.app.export import DrawnGame, card_faces, draw_cards
from cardtool.app.inputs import input_files
from cardtool.app.options import BuildOptions, Part
from cardtool.app.plan_files import plan_files
from cardtool.app.print_books import Section, bundle_paper, bundle_sections, pages_line
from cardtool.app.selection import Selection, game_of
from cardtool.errors import ProjectError, UsageError
from cardtool.export.face_pictures import face_rasters
from cardtool.export.face_raster import Raster, own_frame
from cardtool.files import Unreadable, replace_file
from cardtool.finding import Finding, Severity, sorted_findings
from cardtool.impose.write import finished_pdfs
from cardtool.model import CardFaces, Face, Game, Side
from cardtool.output import OutputFolder
from cardtool.project import Project
from cardtool.render import FaceJob, Progress, RenderPool, no_progress, page_job
from cardtool.wording import ReprintWording, wording

PRINTED = "printed"
"""What stands for the revision that was printed last, where a revision is asked for."""

_FILE = "prints.json"
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def note_print(project: Project, id: str, name: str = "HEAD") -> changes.Revision:
    """Note that the game was printed as it is at a revision, and return that.

    Raises: UsageError where there is no such revision or no such game at it; for HEAD, where the files are
    not as they were committed: what was printed could not be told later. ProjectError for a list that
    cannot be read.
    """
    revision = changes.find_revision(project.root, name)
    known = _read(project, id)
    with project_at(project, id, revision) as then:
        if name == "HEAD":
            _ensure_committed(project, id, then, revision)
    if not known or known[-1] != revision.commit:
        rows = [{"revision": commit} for commit in (*known, revision.commit)]
        content = json.dumps({"prints": rows}, indent=2) + "\n"
        replace_file(project.cards(id) / _FILE, content.encode())
    return revision


def last_print(project: Project, id: str) -> str:
    """Return the commit that was printed last. Raises: UsageError where none was noted; ProjectError."""
    known = _read(project, id)
    if not known:
        raise UsageError(
            f"no print of {id} was noted\nafter printing: cardtool printed {id}; or name what was printed: "
            "--since REV"
        )
    with suppress(UsageError):
        return changes.find_revision(project.root, known[-1]).commit
    raise UsageError(
        f"git has no commit {known[-1][:12]} any more, which cards/{id}/{_FILE} notes as printed; "
        "a branch that was squashed or rebased takes its commits along\n"
        f"name what was printed: --since REV, or note it anew: cardtool printed {id} --revision REV"
    )


def _read(project: Project, id: str) -> tuple[str, ...]:
    """Return the commits that were printed, the last one last. Raises: ProjectError."""
    file = project.cards(id) / _FILE
    if not file.exists():
        return ()
    try:
        said = json.loads(project.read(file))
        commits = tuple(str(row["revision"]) for row in said["prints"])
    except Unreadable as why:
        raise ProjectError(f"{project.name_of(file)} {why}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        commits = ("",)
    if not all(map(_COMMIT.fullmatch, commits)):
        raise ProjectError(
            f"{project.name_of(file)} is not as cardtool printed writes it; restore it from git"
        )
    return commits


def _ensure_committed(project: Project, id: str, committed: Project, revision: changes.Revision) -> None:
    """Raise UsageError for the first file of the game that is not as it was committed."""
    now, was = _files_used(project, id), _files_used(committed, id)
    for name in sorted((now ^ was) | (now & changes.uncommitted_files(project.root, revision))):
        raise UsageError(
            f"{project.name_of(project.root / name)} is not as it was committed, so nobody could tell later "
            f"what was printed\n{_advice(project)}"
        )


def _files_used(project: Project, id: str) -> set[str]:
    """Return the project's files that this game may use, and those that links among them lead to.

    They are named from the project's root. Raises: ProjectError.
    """
    try:
        found = {path for file in input_files(project, id) for path in (file, file.resolve())}
    except Unreadable as why:
        raise ProjectError(f"a schema of {id} {why}; see: cardtool check {id}") from None
    own = {path.relative_to(project.root) for path in found if path.is_relative_to(project.root)}
    note = Path("cards", id, _FILE)
    return {path.as_posix() for path in own if path.suffix.lower() in changes.DRAWN_SUFFIXES and path != note}


def _advice(project: Project) -> str:
    advice = "commit it, or name the revision that was printed: --revision REV"
    if changes.ignores_filters(project.root):
        advice += "\nfilters that only this repository defines are not run; see: git config --global"
    return advice


_COMPARED_DPI = 100  # a changed comma is several pixels
_AT_ONCE = 200  # faces whose pixels are held at a time


class Reason(NamedTuple):
    """Why a piece is exchanged: how many copies there are and were, and the sides that look otherwise."""

    copies: int
    before: int
    sides: tuple[str, ...] = ()

    def said(self, words: ReprintWording) -> str:
        """Return the reason in the words of a language."""
        if not self.before or not self.copies:
            return words.gone if self.before else words.new
        if self.sides:
            return words.changed[" ".join(self.sides)]
        return words.copies[self.copies != 1].format(self.copies, self.before)


class Exchange(NamedTuple):
    """What to do with one card or other piece: copies to take out of the box, copies to print, and why.

    `card` is its id; `kind` and `name` are what players call it.
    """

    card: str
    kind: str
    name: str
    taken_out: int
    put_in: int
    reason: Reason

    @property
    def why(self) -> str:
        """The reason in English."""
        return self.reason.said(wording().reprint)


@dataclass(frozen=True, slots=True)
class FaceChanges:
    """What is to be exchanged, in the game's order, what is gone last; and kinds with another common back."""

    exchanges: tuple[Exchange, ...]
    backs: tuple[str, ...]


def compare_drawn(before: DrawnGame, after: DrawnGame) -> FaceChanges:
    """Compare two drawings of a game that have no errors."""
    old, new = _Drawing.of(before), _Drawing.of(after)
    was = _old_ids(old, new)
    changed = set(_changed_faces(old, new, was))
    exchanges = (*_kept(old, new, was, changed), *_gone(old, was))
    worn = [each for cards in new.cards.values() for each in cards]
    backs = (each.kind.plural for each in worn if each.back in changed and each.back.card is None)
    return FaceChanges(exchanges, tuple(dict.fromkeys(backs)))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A drawn game: each card's faces by its id, copies that differ one by one, and its pixels' digests."""

    drawn: DrawnGame
    cards: Mapping[str, tuple[CardFaces, ...]]
    digests: Mapping[Face, bytes]

    @classmethod
    def of(cls, drawn: DrawnGame) -> _Drawing:
        assert drawn.usable is not None, "only what has no errors is compared"
        every = card_faces(drawn.usable, drawn.usable.kinds)
        cards: dict[str, tuple[CardFaces, ...]] = {}
        for each in every:
            cards[each.card.id] = (*cards.get(each.card.id, ()), each)
        return cls(drawn, cards, {face: _digest(raster) for face, raster in _rasters(drawn, every)})

    def copies(self, id: str) -> int:
        """Return how many copies there are of a card; none where there is no such card."""
        return self.cards[id][0].card.copies if id in self.cards else 0

    def looks(self, id: str) -> tuple[object, ...]:
        """Return what stands for all that one sees of a card."""
        faces = ((self.digests[face] for face in each.faces) for each in self.cards[id])
        return self.cards[id][0].kind.id, self.copies(id), *(tuple(each) for each in faces)

    def rasters(self, faces: Iterable[Face]) -> dict[Face, Raster]:
        """Return the pixels of some faces."""
        wanted = set(faces)
        owners = (each for cards in self.cards.values() for each in cards if wanted & set(each.faces))
        return {face: raster for face, raster in _rasters(self.drawn, owners) if face in wanted}


def _rasters(drawn: DrawnGame, cards: Iterable[CardFaces]) -> Iterator[tuple[Face, Raster]]:
    frames = {face: own_frame(each.kind, _COMPARED_DPI, bleed=False) for each in cards for face in each.faces}
    return face_rasters(drawn.pages, frames)


def _digest(raster: Raster) -> bytes:
    return hashlib.sha256(f"{raster.size}".encode() + raster.rgb).digest()


def _old_ids(old: _Drawing, new: _Drawing) -> dict[str, str]:
    """Return what each card of now was called then: as now, or as one that is gone and looked like it."""
    gone = {old.looks(id): id for id in old.cards if id not in new.cards}
    same = {id: id for id in new.cards if id in old.cards}
    return same | {
        id: gone.pop(looks) for id in new.cards if id not in same and (looks := new.looks(id)) in gone
    }


def _face_pairs(old: _Drawing, new: _Drawing, was: Mapping[str, str]) -> Iterator[tuple[Face, Face]]:
    """Yield each face that there is now with the one that stood on that side."""
    for id, old_id in was.items():
        for now, then in zip(new.cards[id], old.cards[old_id], strict=False):
            yield from zip(now.faces, then.faces, strict=False)


def _changed_faces(old: _Drawing, new: _Drawing, was: Mapping[str, str]) -> Iterator[Face]:
    """Yield the faces one can tell from what they were: fonts that are embedded anew differ by a breath."""
    pairs = dict(_face_pairs(old, new, was))
    doubtful = [(now, then) for now, then in pairs.items() if new.digests[now] != old.digests[then]]
    for at in range(0, len(doubtful), _AT_ONCE):
        some = doubtful[at : at + _AT_ONCE]
        today, before = new.rasters(now for now, _ in some), old.rasters(then for _, then in some)
        yield from (now for now, then in some if not today[now].looks_like(before[then]))


def _kept(old: _Drawing, new: _Drawing, was: Mapping[str, str], changed: set[Face]) -> Iterator[Exchange]:
    """Yield what to do with the cards there are."""
    for id, cards in new.cards.items():
        copies, before = new.copies(id), old.copies(was.get(id, ""))
        sides = sorted(
            {str(face.side) for each in cards for face in _own_faces(each) & changed}, reverse=True
        )
        if id in was and bool(cards[0].back) is not bool(old.cards[was[id]][0].back):
            sides = ["back"]
        everything = not before or sides or (cards[0].copy and copies != before)
        put_in = copies if everything else max(copies - before, 0)
        taken_out = before if everything else max(before - copies, 0)
        if put_in or taken_out:
            why = Reason(copies, before, tuple(sides))
            yield Exchange(id, cards[0].kind.title, cards[0].card.name, taken_out, put_in, why)


def _own_faces(each: CardFaces) -> set[Face]:
    """Return the faces that are this card's alone; a back that a kind shares is told by itself."""
    return {face for face in each.faces if face.side is Side.FRONT or face.card is not None}


def _gone(old: _Drawing, was: Mapping[str, str]) -> Iterator[Exchange]:
    known = set(was.values())
    for id, cards in old.cards.items():
        if id not in known:
            copies = old.copies(id)
            yield Exchange(id, cards[0].kind.title, cards[0].card.name, copies, 0, Reason(0, copies))


FILE_NAME = "reprint.pdf"
_ABOVE_ROWS, _ROW_HEIGHT, _BELOW_ROWS = 86.4, 5.6, 62.0  # mm
_TEMPLATE = "print-changes.html"


@dataclass(frozen=True, slots=True)
class ReprintResult:
    """What is to be exchanged; `file` is what to print, None where that is nothing, or an error forbids it.

    `backs` are the kinds whose common back looks otherwise; they are told, and not printed again.
    """

    exchanges: tuple[Exchange, ...]
    backs: tuple[str, ...]
    file: Path | None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class _Copies(Selection):
    """So many copies of some cards: `copies` are pairs of an id and a number."""

    copies: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return True

    @property
    def key(self) -> str | None:
        return "reprint"

    @property
    def suffix(self) -> str:
        return "-reprint"

    def of(self, game: Game) -> Game:
        wanted = dict(self.copies)
        chosen = (replace(card, copies=wanted[card.id]) for card in game.cards if card.id in wanted)
        return game_of(game, tuple(chosen))


def reprint_game(
    project: Project,
    id: str,
    since: str,
    *,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Progress = no_progress,
) -> ReprintResult:
    """Print what looks otherwise than at a revision, behind a page that says what to exchange.

    `since` may be `printed`: the revision that was noted last by `note_print`.

    Raises: UsageError when git has no such revision, no such game at it, or no print was noted; ProjectError
    when the game as it was cannot be drawn; TemplateError, SheetRefused.
    """
    asked = last_print(project, id) if since == PRINTED else since
    revision = replace(changes.find_revision(project.root, asked), name=since)
    now = draw_cards(project, id, jobs)
    if now.usable is None:
        return ReprintResult((), (), None, now.checked.findings)
    with project_at(project, id, revision) as earlier:
        before = draw_cards(earlier, id, jobs)
    _ensure_drawn(before, since)
    compared = compare_drawn(before, now)
    exchanges = compared.exchanges
    copies = tuple((each.card, each.put_in) for each in exchanges if each.put_in)
    if not exchanges:
        return ReprintResult((), compared.backs, None)
    with OutputFolder.open(project.place_for_output(out, project.output(id))) as folder:
        selection = _Copies(copies=copies)
        options = BuildOptions(part=Part.ALL, selection=selection)
        built = make_print_files(project, id, options, folder.path, jobs, progress) if copies else None
        findings = sorted_findings(built.found) if built else ()
        if built and built.game is None:
            return ReprintResult(exchanges, compared.backs, None, findings)
        artifacts = plan_files(project, selection.of(now.usable), options) if copies else []
        parts = bundle_sections(now.usable, artifacts, None)
        listed = _List(now.usable, revision, compared, parts, bundle_paper(artifacts))
        documents = [
            listed.drawn(project, jobs),
            *(built.files[part.file] for part in parts if built),
        ]
        bookmarks = [listed.words.title, *(part.title for part in parts)]
        title = f"{now.usable.title} {now.usable.version}: what changed since {since}"
        file = folder.add(FILE_NAME, finished_pdfs.concatenate(documents, title=title, bookmarks=bookmarks))
        folder.commit()
    return ReprintResult(exchanges, compared.backs, file, findings)


def _ensure_drawn(before: DrawnGame, since: str) -> None:
    if before.usable is None:
        first = next(each for each in before.checked.findings if each.severity is Severity.ERROR)
        raise ProjectError(
            f"the game as it was at {since} cannot be drawn, so nothing can be compared with it\n"
            f"{first.source}: {first.message}"
        )


@dataclass(frozen=True, slots=True)
class _List:
    """The pages in front: what to exchange, and how to print what is behind them, on this paper."""

    game: Game
    revision: changes.Revision
    compared: FaceChanges
    parts: Sequence[Section]
    paper: str

    @property
    def words(self) -> ReprintWording:
        """What it is called, and says, in the language of the game."""
        return wording(self.game.language).reprint

    def drawn(self, project: Project, jobs: int | None) -> bytes:
        """Return the pages in front as a PDF. Raises: ProjectError where a name does not fit on them."""
        with RenderPool(project, jobs) as pool:
            drawn = pool.draw(self.game, self._pages())
        if drawn.findings:
            raise ProjectError(drawn.findings[0].message)
        documents = drawn.pages.documents
        return finished_pdfs.concatenate(documents, title=self.words.title, bookmarks=[""] * len(documents))

    def _pages(self) -> list[FaceJob]:
        size, rows = PAPERS[self.paper], [self._row(each) for each in self.compared.exchanges]
        a_page = int((size.height - _ABOVE_ROWS - _BELOW_ROWS) / _ROW_HEIGHT)
        chunks = [rows[at : at + a_page] for at in range(0, len(rows), a_page)]
        told = self._told(len(chunks))
        faces = [Face("page", Side.FRONT, f"exchange-{number}") for number in range(1, len(chunks) + 1)]
        return [
            page_job(
                self.game,
                face,
                _TEMPLATE,
                size,
                {
                    **told,
                    "rows": chunk,
                    "page": number,
                    "number": self.words.page.format(number, len(chunks)),
                },
            )
            for number, (face, chunk) in enumerate(zip(faces, chunks, strict=True), 1)
        ]

    def _row(self, each: Exchange) -> dict[str, Any]:
        return {**each._asdict(), "why": each.reason.said(self.words)}

    def _told(self, pages: int) -> dict[str, Any]:
        behind = pages + pages % 2 - 2  # the usual first page and its empty back are two
        parts = [
            {**asdict(moved), "pages": pages_line(moved, self.game.language)}
            for part in self.parts
            for moved in [replace(part, first=part.first + behind, last=part.last + behind)]
        ]
        return {
            "headline": self.words.head.format(self.game.version),
            "opening": self._opening(),
            "columns": self.words.columns,
            "parts": parts,
            "pages": pages,
            "above_rows": _ABOVE_ROWS,
            "row_height": _ROW_HEIGHT,
        }

    def _opening(self) -> list[str]:
        """Return the words in front, every second of which is bold."""
        words, exchanges, revision = self.words, self.compared.exchanges, self.revision
        values = {
            "since": words.since.format(revision.name, revision.date) if revision.date else revision.name,
            "out": self._pieces(sum(each.taken_out for each in exchanges)),
            "put": self._pieces(sum(each.put_in for each in exchanges)),
            "paper": PAPER_NAMES[self.paper],
        }
        *first, last = (each.format(**values) for each in words.opening)
        backs = words.backs.format(", ".join(self.compared.backs)) if self.compared.backs else ""
        return [*first, last + backs]

    def _pieces(self, count: int) -> str:
        return self.words.pieces[count != 1].format(count)

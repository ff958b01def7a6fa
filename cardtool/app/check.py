"""Checking a game or a rules document, and fixing what is sure to be right.

The story: read; judge data and texts; see whether texts fit, and whether what is printed comes out as
meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtool.app.options import BuildOptions, Part
from cardtool.errors import MissingLibrary, SheetRefused
from cardtool.finding import Edit, Finding, Rule, Severity, has_errors, sorted_findings
from cardtool.model import Fit, Game, SourceMap, Waiver
from cardtool.project import Project
from cardtool.rule_runner import limited_reading

if TYPE_CHECKING:
    from cardtool.documents import Text
    from cardtool.fix import FixedFile, Fixes
    from cardtool.render import MeasureCache, RenderPool, RenderResult


@dataclass(frozen=True, slots=True)
class Checked:
    """A game and all that was found, less what the game waives. There is no game without a usable game.yaml.

    `found` is in the order in which it was found. `left_out` says what could not be checked on this machine,
    and why; empty where all was. `ran` are the rules that could have found something, `used` the waivers that
    let a finding stand and `waived` how many findings that were, `fits` the texts that were set otherwise
    than designed.
    """

    game: Game | None
    found: tuple[Finding, ...] = ()
    left_out: str = ""
    ran: tuple[Rule, ...] = ()
    used: frozenset[Waiver] = frozenset()
    fits: tuple[Fit, ...] = ()
    waived: int = 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return what was found, by place, each finding once."""
        return sorted_findings(self.found)

    @property
    def has_errors(self) -> bool:
        return has_errors(self.found)

    def with_findings(self, findings: Iterable[Finding], rules: Iterable[Rule] = ()) -> Checked:
        """Return the check with what these rules found added, less what the game waives."""
        found = tuple(findings)
        left, used = _apply_waivers(found, self.game)
        return replace(
            self,
            found=(*self.found, *left),
            ran=(*self.ran, *rules),
            used=self.used | used,
            waived=self.waived + len(set(found)) - len(set(left)),
        )


def load_and_lint(project: Project, id: str, theme: str | None = None) -> Checked:
    """Read a game and judge its data and texts; it is to be printed in `theme`, or else in its own.

    Raises: UsageError, ProjectError when there is no such theme, or none that can be used.
    """
    return with_lint(load_checked(project, id, theme))


def load_checked(project: Project, id: str, theme: str | None = None) -> Checked:
    """Return a game, and what is wrong with its files. Raises: as `load_and_lint`."""
    from cardtool import load

    loaded = load.load_game(project, id)
    checked = Checked(loaded.game).with_findings(loaded.findings, load.RULES)
    if loaded.game is None or theme is None:
        return checked
    look = replace(loaded.game.look, theme=load.load_theme(project, id, theme))
    return replace(checked, game=replace(loaded.game, look=look))


def with_lint(checked: Checked, *, remarks: bool = True) -> Checked:
    """Return the game, and what is wrong with its data and texts too; `remarks` only inform."""
    if checked.game is None:
        return checked
    from cardtool import lint

    rules = [each for each in lint.RULES if remarks or each.rule.severity is not Severity.INFO]
    found = lint.check_game(checked.game, rules=rules)
    is_whole = all(each.rule is not lint.TAKES_TOO_LONG for each in found)
    return checked.with_findings(found, (each.rule for each in rules if is_whole))


def check_game(
    project: Project, id: str, *, layout: bool = True, jobs: int | None = None, since: str | None = None
) -> Checked:
    """Return everything that is wrong with a game; with `layout` its faces are filled in and measured too.

    With `since`, a revision that git knows, what changed since then is judged as well.

    Raises: TemplateError when a template cannot be filled in; UsageError when there is no such revision.
    """
    checked = _check_layout(project, id, jobs) if layout else load_and_lint(project, id)
    return _check_waivers(checked if since is None else _check_changes(project, checked, since))


def _check_changes(project: Project, checked: Checked, since: str) -> Checked:
    if checked.game is None:
        return checked
    from cardtool import changes
    from cardtool.app.diff import find_changes

    rules = (changes.NOT_COMPARED, *(each.rule for each in changes.RULES))
    found, before = find_changes(project, checked.game, since)
    if before is not None:
        checked = _with_lint_in_language_of(before, checked)
    return _with_changes(checked, found, rules, before)


def _with_lint_in_language_of(before: Game, checked: Checked) -> Checked:
    """Return the check with what the rules find that read the language of the game before it said another.

    They are not asked where its texts are in the other language now.
    """
    assert checked.game is not None
    from cardtool import lint
    from cardtool.wording import primary_language

    was, now = primary_language(before.language), primary_language(checked.game.language)
    told = lint.languages_of_game(checked.game).values()
    if was == now or (now in told and was not in told):
        return checked
    then = replace(checked.game, language=before.language)
    judged = with_lint(Checked(then))
    known = {*checked.found}
    found = tuple(each for each in judged.found if each not in known)
    return replace(checked, found=(*checked.found, *found), used=checked.used | judged.used)


def _with_changes(
    checked: Checked, found: Sequence[Finding], rules: Sequence[Rule], before: Game | None
) -> Checked:
    """Return the check with what is wrong with changes, less what the game waived before them.

    A waiver that comes with a change waives nothing of the same change, and is named in the message.
    """
    assert checked.game is not None
    game = checked.game
    known = {(each.rule, each.text, each.file, each.card) for each in (before.waivers if before else ())}
    old = tuple(each for each in game.waivers if (each.rule, each.text, each.file, each.card) in known)
    new = replace(game, waivers=tuple(each for each in game.waivers if each not in old))
    judged = replace(checked, game=replace(game, waivers=old), found=()).with_findings(found, rules)
    told, used = [], judged.used
    for finding in judged.found:
        _, waivers = _apply_waivers([finding], new)
        idle = (
            f"; the waiver of {each.source} came with this change, and waives later ones" for each in waivers
        )
        told.append(replace(finding, message="".join((finding.message, *idle))))
        used |= waivers
    return replace(judged, game=game, found=(*checked.found, *told), used=used)


def _check_layout(project: Project, id: str, jobs: int | None) -> Checked:
    """Return the game read, and its faces measured where this machine can."""
    from cardtool.render import MeasureCache, RenderPool

    try:
        cache = MeasureCache(project, id)
        with RenderPool(project, jobs, remembered=cache) as pool:  # gets ready meanwhile
            read = load_checked(project, id)
            if read.game is None or read.has_errors:
                return with_lint(read)
            measured = pool.begin_measuring(read.game)
            checked = with_lint(read)  # while the workers measure
            if checked.has_errors:
                pool.stop()
                return checked
            return _with_printing(project, read.game, checked, pool, measured.finished(), cache)
    except MissingLibrary as error:
        return replace(load_and_lint(project, id), left_out=f"whether texts fit was not checked: {error}")


def _with_printing(
    project: Project,
    game: Game,
    checked: Checked,
    pool: RenderPool,
    measured: RenderResult,
    cache: MeasureCache,
) -> Checked:
    """Return the check with whether what is printed of the game comes out right; its faces were measured."""
    from cardtool.app.preflight import examine_faces
    from cardtool.app.print_books import book_findings
    from cardtool.impose import RULES as SHEET_RULES
    from cardtool.preflight import RULES as PREFLIGHT_RULES
    from cardtool.render import layout_rules, written_faults

    found = (
        *_sheet_findings(project, game),
        *written_faults(project, game),
        *measured.findings,
        *book_findings(project, game, pool, cache),
    )
    checked = checked.with_findings(found, (*SHEET_RULES, *layout_rules.FACE_RULES))
    checked = replace(checked, fits=measured.fits)
    if checked.has_errors:  # what does not fit also runs over the cut, and is told once
        return checked
    return checked.with_findings(examine_faces(game, pool, cache), PREFLIGHT_RULES)


def _apply_waivers(
    findings: Sequence[Finding], game: Game | None
) -> tuple[Sequence[Finding], frozenset[Waiver]]:
    """Return the findings that nobody waived, and the waivers that let others stand."""
    if game is None or not game.waivers:
        return findings, frozenset()
    from cardtool.lint import matching_waivers

    matched = [(finding, matching_waivers(finding, game.waivers, game.cards)) for finding in findings]
    used = frozenset(waiver for _, waivers in matched for waiver in waivers)
    return [finding for finding, waivers in matched if not waivers], used


def _check_waivers(checked: Checked) -> Checked:
    if checked.game is None or not checked.game.waivers:
        return checked
    from cardtool.app.rule_docs import ALL_RULES
    from cardtool.lint import unknown_rule_waivers, unused_waivers

    waivers = checked.game.waivers
    found = (*unused_waivers(waivers, checked.used, checked.ran), *unknown_rule_waivers(waivers, ALL_RULES))
    return replace(checked, found=(*checked.found, *found))


def _sheet_findings(project: Project, game: Game) -> Iterator[Finding]:
    """Yield whether the cards go on the game's own sheet, the mats on paper, and seams between spaces."""
    from cardtool.app.board_seams import seam_findings
    from cardtool.app.plan_files import plan_files, refusal_of_kind
    from cardtool.impose import SHEET_FIT

    options = BuildOptions(part=Part.ALL)
    try:
        yield from seam_findings(game, plan_files(project, game, options))
    except SheetRefused as refused:
        kinds = [(kind, refusal_of_kind(project, game, kind, options)) for kind in game.sheet_kinds]
        unsuited = [(kind, why) for kind, why in kinds if why]
        if not 0 < len(unsuited) < len(kinds):
            every = f"all of {len(kinds)} kinds: " if len(unsuited) > 1 else ""
            yield SHEET_FIT.found(game.source, f"{every}{refused.problem}", refused.advice)
            return
        for kind, why in unsuited:  # by a sheet that suits others
            own = f"give {kind.plural} a sheet of their own: sheet: NAME"
            advice = f"{why.advice}; or {own}" if why.advice else own
            yield SHEET_FIT.found(kind.source, why.problem, advice)


def find_documents(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the documents of these names, for a folder all that are in it, each once.

    Raises: UsageError when a folder has none.
    """
    from cardtool.rules_document import find_rules_documents

    return tuple(dict.fromkeys(chain.from_iterable(map(find_rules_documents, paths))))


def check_documents(
    paths: Sequence[Path],
    game: Game | None = None,
    language: str = "",
    tell_unread: Callable[[str], object] = str,
) -> Iterator[tuple[Path, tuple[Finding, ...]]]:
    """Yield each document with what is wrong in it. Several in one language are read as one rulebook.

    The language, a tag (BCP 47), is told from the texts where it is not given.
    With a game, what they say is held against the game's data, and the game's waivers hold for them too.
    `tell_unread` is told the names of documents in which rules that read English do not look.

    Raises: UsageError, ProjectError when one is no document that can be read.
    """
    from cardtool import lint
    from cardtool.documents import join_texts
    from cardtool.rules_document import read_rules_document
    from cardtool.wording import primary_language

    read = []
    for path in paths:
        with limited_reading("this document", path.as_posix):
            read.append(read_rules_document(path))
    found = [finding for _, findings in read for finding in findings]
    for told, texts in _by_language([text for text, _ in read if text], language).items():
        if primary_language(told) != "en":
            for text in texts:
                tell_unread(text.title)
        whole = texts[0] if len(texts) == 1 else join_texts("the rulebook", texts)
        found += lint.check_document(whole, game, language=language)
    left = Checked(game).with_findings(found).findings
    for path in paths:
        yield path, tuple(each for each in left if each.source.file == path.as_posix())


def _by_language(texts: Sequence[Text], language: str) -> Mapping[str, list[Text]]:
    """Return the texts by language: a translation is a rulebook of its own.

    Those that tell none, and may be in the language that the first of the others tells, belong to these.
    """
    from cardtool.documents import language_of, may_be_in

    told = [language or language_of(text) for text in texts]
    first = next(filter(None, told), "")
    found: dict[str, list[Text]] = {}
    for text, each in zip(texts, told, strict=True):
        found.setdefault(each or (first if may_be_in(first, text) else ""), []).append(text)
    return found


def fix_game(project: Project, id: str, findings: Iterable[Finding]) -> Fixes:
    """Return the files of a game with every edit done that the findings offer. Writes nothing."""
    from cardtool.fix import game_finder, plan_fixes

    return plan_fixes(_offered_edits(findings), game_finder(project.root, id), read_yaml_data)


def fix_documents(documents: Iterable[Path], findings: Iterable[Finding]) -> Fixes:
    """Return the documents, of those that are plain text, with every edit done. Writes nothing."""
    from cardtool.fix import document_finder, plan_fixes

    return plan_fixes(_offered_edits(findings), document_finder(documents), read_yaml_data)


def write_fixes(fixes: Iterable[Fixes], root: Path | None = None) -> None:
    """Write the fixed files, all of them or none.

    All lie in `root`; where there is none, the files of each folder are a set of their own.

    Raises: ProjectError when one cannot be written, or is not any more what it was.
    """
    from cardtool.output import OutputFolder

    sets: dict[Path, list[FixedFile]] = {}
    for file in chain.from_iterable(each.files for each in fixes):
        sets.setdefault(root or file.path.parent, []).append(file)
    for place, files in sets.items():
        with OutputFolder.open(place) as folder:
            for file in files:
                file.ensure_unchanged()
                folder.add(file.path.relative_to(place).as_posix(), file.after.raw, keep_mode=True)
            folder.commit()


def _offered_edits(findings: Iterable[Finding]) -> list[Edit]:
    return [finding.edit for finding in findings if finding.edit is not None]


def read_yaml_data(text: str) -> tuple[Any, SourceMap] | None:
    """Return the data of a YAML file and where it stands; None where anything at all is wrong with it."""
    from cardtool.load import parse_yaml

    document = parse_yaml(text, "")
    return (document.data, document.source_map) if document.complete and not document.findings else None

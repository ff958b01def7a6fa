"""Makes a Game of the files of its folder, and gathers what is wrong with them.

A file that cannot be read does not keep the others from being checked; what can be counted is.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain

from cardtool.errors import ProjectError, UsageError
from cardtool.finding import Finding
from cardtool.load import game_file
from cardtool.load.asset_credits import read_assets
from cardtool.load.catalogues import load_theme, sheet_names, theme_findings, theme_names
from cardtool.load.file_rules import ASSET, ICON, RECORD, SCHEMA
from cardtool.load.game_files import CREDITS_FILE, find_unread_files, find_unusable_files, find_unusable_names
from cardtool.load.kind_sizes import SizeDeclaration, cut_faults, sizes_in_use
from cardtool.load.kinds import (
    declared_kinds,
    file_of,
    make_packs,
    make_sets,
    record_files,
    with_schema,
    with_set,
)
from cardtool.load.layouts import ReadLayouts, layout_faults, read_layouts
from cardtool.load.records import GAME_FILE, TABLE_READERS, KindRecords, read_all_records
from cardtool.load.rules_texts import RULES_FILES, RulesTexts, has_rulebook, read_rules_texts, read_templates
from cardtool.load.schemas import GameContext, read_strict_file
from cardtool.load.yaml_files import Document, RereadRecords, read_yaml
from cardtool.model import COLOUR_THEME, DEFAULT_LANGUAGE, Assets, Engine, Game, Kind, Look, Outputs, Source
from cardtool.project import Project, did_you_mean
from cardtool.rule_runner import limited_reading


def default_game(project: Project) -> str:
    """Return the game that is meant when none is named.

    Raises: UsageError when only the reader can tell; ProjectError when project.yaml is wrong.
    """
    games = project.games()
    default = _declared_default(project, games)
    if default:
        return default
    if len(games) == 1:
        return games[0]
    raise UsageError(f"name a game; the games are: {', '.join(games)}")


def _declared_default(project: Project, games: tuple[str, ...]) -> str | None:
    path = project.root / "cards" / "project.yaml"
    if not path.exists():
        return None
    document = read_strict_file(project, path, "project.schema.json")
    default: str | None = document.data.get("default")
    if default is not None and default not in games:
        place = document.at(("default",))
        raise ProjectError(f'{place}: there is no game "{default}"{did_you_mean(default, games)}')
    return default


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game as it was read; None where its game.yaml cannot be used, as the findings say.

    Where there is a game, `records` reads what its records say by now.
    """

    game: Game | None
    findings: tuple[Finding, ...]
    records: RecordsReader | None = None


@dataclass(frozen=True, slots=True)
class RecordsReader:
    """Reads the records of a game again, in a tenth of the time, while no other of its files changes.

    `game` is all of it but its records.
    """

    game: Game
    declared: Document
    context: GameContext

    def read(self) -> LoadedGame:
        """Return the game with its records as they are now, and what is wrong with their files."""
        with _reading(self.context.project, self.game.id):
            records = read_all_records(self.context, self.declared)
        findings = chain.from_iterable(read.findings for read in records.values())
        return LoadedGame(self.game_with(records), tuple(findings), self)

    def game_with(self, records: Mapping[str, KindRecords]) -> Game:
        """Return the game with these records."""
        cards = (with_set(self.declared, kind.id, records[kind.id].cards) for kind in self.game.kinds)
        unread = {kind for kind, read in records.items() if not read.complete}
        return replace(
            self.game,
            kinds=tuple(_with_records(kind, records[kind.id]) for kind in self.game.kinds),
            cards=tuple(chain.from_iterable(cards)),
            incomplete=self.game.incomplete | unread,
        )


def load_game(project: Project, id: str) -> LoadedGame:
    """Read everything of a game, and find what is wrong with its files.

    Raises: UsageError when there is no such game; ProjectError when a schema cannot be used.
    """
    with _reading(project, id):
        unusable = tuple(find_unusable_files(project, project.game(id)))
        context = GameContext.begin(project, id)
        declared = context.document(context.folder / GAME_FILE, "game.schema.json")
        known = sizes_in_use(project, declared)
        faults = [*declared.findings, *_cross_findings(declared, known, context)]
        records = read_all_records(context, declared)
        cards = chain.from_iterable(each.cards for each in records.values())
        (assets, of_assets), wording = read_assets(context, cards), read_rules_texts(context)
        layouts = read_layouts(context)
        fields = {kind: those for kind, each in records.items() if (those := each.fields) is not None}
        elsewhere = [
            *_unread_file_findings(context, declared, layouts.files),
            *find_unusable_names(project, id),
            *find_unread_files(project),
            *_unknown_kind_findings(context, declared),
        ]
        usable = _is_usable(declared, faults)
        if usable:
            elsewhere += game_file.field_faults(declared, fields)
            elsewhere += layout_faults(declared, layouts)
            elsewhere += theme_findings(project, id)
        game = reader = None
        if usable:
            reader = _make_reader(id, context, declared, known, records, assets, wording, layouts)
            game = reader.game_with(records)
            elsewhere += _value_findings(game, fields)
    of_records = chain.from_iterable(read.findings for read in records.values())
    found = [*faults, *elsewhere, *of_records, *of_assets, *wording.findings, *layouts.findings]
    said = {finding.source.file for finding in found}
    found += (finding for finding in unusable if finding.source.file not in said)
    return LoadedGame(game, tuple(found), reader)


def _is_usable(declared: Document, faults: Iterable[Finding]) -> bool:
    """Return whether a game can be made of game.yaml; an asset it names may yet be missing."""
    return declared.complete and all(fault.rule in (ICON, ASSET, RECORD) for fault in faults)


def _cross_findings(
    declared: Document, known: Mapping[str, SizeDeclaration], context: GameContext
) -> Iterator[Finding]:
    if _is_usable(declared, declared.findings):
        yield from game_file.game_faults(
            declared, sheet_names(context.project), theme_names(context.project, context.game), known
        )
        if "rulebook" in declared.data and not has_rulebook(context):
            place = declared.at_key((), "rulebook")
            yield ASSET.found(
                place, "there is no rulebook.md beside game.yaml", "write it, or remove this key"
            )


def _unknown_kind_findings(context: GameContext, declared: Document) -> Iterator[Finding]:
    """Yield a finding for each kind that a schema of the game refers to and game.yaml does not declare."""
    known = declared_kinds(declared)
    for place, kind in context.schemas.record_kinds() if known else ():
        if kind not in known:
            yield RECORD.found(place, f'there is no kind "{kind}" in game.yaml{did_you_mean(kind, known)}')


def _value_findings(game: Game, fields: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    """Yield a finding for each record whose kind has no size or no back for it.

    A field that the schema of its records does not know, which is not among `fields`, was reported before.
    """
    for kind in game.kinds:
        cards, known = game.cards_of(kind.id), fields.get(kind.id)
        if known is None or kind.size_by in known:
            yield from cut_faults(kind, cards)
        if kind.back and (known is None or kind.back.by in known):
            yield from game_file.group_faults(kind, cards)


def _unread_file_findings(context: GameContext, declared: Document, files: Collection[str]) -> list[Finding]:
    """Return findings for YAML files of the game that belong to nothing, and for what is wrong in them.

    `files` are those that are read beside the records.
    """
    named = record_files(declared).values()
    known = {GAME_FILE, f"art/{CREDITS_FILE}", *RULES_FILES, *named, *files}
    findings: list[Finding] = []
    for path in sorted(context.project.files_below(context.folder)):
        if path.suffix not in (".yaml", ".yml"):
            continue
        name = path.relative_to(context.folder).as_posix()
        if name not in known:
            findings += read_yaml(context.project, path).findings
            place = Source(context.project.name_of(path))
            if path.suffix == ".yml":
                findings.append(SCHEMA.found(place, f"{name} is not read", f"name it {path.stem}.yaml"))
            elif declared.complete:
                message = f"{name} is not read: no kind of game.yaml names it as its records"
                findings.append(SCHEMA.found(place, message))
    return findings


def _make_reader(
    id: str,
    context: GameContext,
    declared: Document,
    known: Mapping[str, SizeDeclaration],
    records: Mapping[str, KindRecords],
    assets: Assets,
    wording: RulesTexts,
    layouts: ReadLayouts,
) -> RecordsReader:
    """Return the game less its records, and what reads these."""
    data = declared.data
    unread = {f"layouts/{id}.yaml" for id in layouts.broken}
    templates = read_templates(context.project, id)
    columns = {kind: read.columns for kind, read in records.items()}
    kinds = game_file.with_copy_numbers(
        context.project, id, templates, game_file.make_kinds(declared, known), columns
    )
    game = Game(
        id=id,
        title=data["title"],
        version=data["version"],
        players=game_file.make_players(declared),
        kinds=kinds,
        decks=game_file.make_decks(declared),
        cards=(),
        outputs=Outputs(game_file.default_sheet(declared)),
        look=Look(
            data["style"],
            load_theme(context.project, id, data["outputs"].get("theme", COLOUR_THEME)),
            game_file.make_book_design(declared),
            Engine(data["engine"]) if "engine" in data else None,
        ),
        source=Source(declared.name),
        assets=assets,
        incomplete=wording.incomplete | unread,
        rules=wording.rules,
        glossary=wording.glossary,
        changelog=wording.changelog,
        rulebook=wording.rulebook,
        waivers=wording.waivers,
        templates=templates,
        stylesheets=read_templates(context.project, id, ".css"),
        values=game_file.make_values(declared),
        packs=make_packs(declared),
        sets=make_sets(declared),
        layouts=layouts.layouts,
        language=data.get("language", DEFAULT_LANGUAGE),
    )
    return RecordsReader(game, declared, replace(context, read_records=RereadRecords()))


def _with_records(kind: Kind, records: KindRecords) -> Kind:
    """Return a kind with what is known once its records are: its groups, references, and a count left out."""
    kind = with_schema(kind, records.schema) if records.schema is not None else kind
    is_written = not kind.of and file_of(kind.records).suffix not in TABLE_READERS
    if kind.count or (is_written and not records.columns):
        return kind
    return replace(kind, count=sum(card.copies for card in records.cards))


@contextmanager
def _reading(project: Project, id: str) -> Iterator[None]:
    """Read a game within limits, and look for no rubbish: it makes none, and looking doubles the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        with limited_reading(f"the game {id}", lambda: project.opened):
            yield
    finally:
        if was_on:
            gc.enable()

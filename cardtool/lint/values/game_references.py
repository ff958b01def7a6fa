"""Rules about references to cards, to numbers of the game, and to what figures of the rulebook are given."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from cardtool.documents import blank_code
from cardtool.finding import Edit
from cardtool.lint.core import Problem, Severity, passage_rule, rule
from cardtool.lint.core.facts import newest_names
from cardtool.lint.core.texts import (
    RULEBOOK,
    Passage,
    Passages,
    blank_jinja,
    cards_in_figures,
    rulebook_passages,
    rules_passages,
    spaces_in_figures,
)
from cardtool.markup import (
    CardReference,
    Expression,
    FigureCall,
    ValueReference,
    blank_expressions,
    figure_calls,
    find_expressions,
    find_references,
    plain_name,
)
from cardtool.model import ChangeType, Game, Kind, Source
from cardtool.project import did_you_mean
from cardtool.wording import counted, number_word

_LISTED = re.compile(r"\.(?!\S)|[,;|/·]")  # of A.B. Soldier. two
_LONGEST_LIST = 60  # letters of a field that lists words
_MOST_TOLD = 3  # places of a name that is none


@passage_rule("CT401", "unknown-card", Severity.ERROR)
def unknown_card(game: Game, passages: Passages) -> Iterator[Problem]:
    """Every card that a text calls by name is a card of the game.

    A card that is renamed leaves its old name behind everywhere.

    Bad:

        text: Put [[Pigstiker]] into your Pantry.

    Good:

        text: Put [[Harpooner]] into your Pantry.

    Looked at are names in double brackets and in figures of the rulebook. A name that the changelog retired
    is told with the new one, which `--fix` writes. Upper and lower case matter; sorts of quotes do not.
    Of each name that is none the first three places are told, and how many more there are.
    Overlooked on purpose: names without brackets; fields of the records, and words that one of them lists,
    such as traits, be it in capitals; and all of them while some record could not be read.
    """
    if any(kind.id in game.incomplete for kind in game.kinds):
        return
    entries = (entry for release in reversed(game.changelog) for entry in release.entries)
    steps = {entry.old: entry.new for entry in entries if entry.change is ChangeType.RENAMED}
    renamed = {plain_name(old): new for old, new in newest_names(steps).items()}
    known = {plain_name(card.name): card.name for card in game.cards}
    strangers: dict[str, dict[Source, None]] = {}
    for passage in passages.every(lambda text: "[[" in text):
        for name, offset in _named_cards(passage, game):
            now = renamed.get(plain_name(name), "")
            if plain_name(name) in known:
                continue
            if plain_name(now) in known:
                message = f'"{name}" is an old name: the card is called {now}'
                edit = Edit(passage.at(offset), name, now)
                yield passage.at(offset), message, f'write "{now}"', edit
            else:
                strangers.setdefault(name, {})[passage.at(offset)] = None
        for offset in _unclosed_names(passage.text):
            yield passage.at(offset), "this opens the name of a card, and no ]] closes it"
    listed = _listed_values(game) if strangers else frozenset()
    for name, places in strangers.items():
        first = () if name.rstrip(".").casefold() in listed else list(places)[:_MOST_TOLD]
        near = did_you_mean(name, known.values()) if first else ""
        for row, here in enumerate(first):
            left = len(places) - _MOST_TOLD if row == _MOST_TOLD - 1 else 0
            others = f"; named in {counted(left, 'place')} more" if left > 0 else ""
            yield here, f'there is no card "{name}"{others}{near}'


def _listed_values(game: Game) -> frozenset[str]:
    """Return the fields of the records, and what short ones hold, such as the traits in "Item. Weapon."."""
    fields = [item for card in game.cards for item in card.fields.items() if item[1] != card.name]
    short = {value for _, value in fields if isinstance(value, str) and len(value) <= _LONGEST_LIST}
    listed = (part.strip() for value in short for part in _LISTED.split(value))
    return frozenset(map(str.casefold, (*listed, *(name.replace("_", " ") for name, _ in fields))))


def _named_cards(passage: Passage, game: Game) -> Iterator[tuple[str, int]]:
    for reference in find_references(passage.text):
        if isinstance(reference, CardReference):
            yield reference.name, reference.start
    for expression in find_expressions(passage.text) if passage.title == RULEBOOK else ():
        for shown in cards_in_figures(expression.text, game):
            yield shown.name, expression.start + shown.start


def _unclosed_names(text: str) -> Iterator[int]:
    """Yield where double brackets open that belong to no name; lists inside figures are left alone."""
    names = (each for each in find_references(text) if isinstance(each, CardReference))
    named = {text.rfind("[[", 0, name.start) for name in names}
    opened = re.finditer(r"\[\[", blank_expressions(text) if "[[" in text else "")
    yield from (match.start() for match in opened if match.start() not in named)


_NUMBER_STYLES = ("word", "Word")
_BLOCK_NAMES = ("components", "glossary", "changelog", "credits", "index")
_FIGURE = re.compile(r"figure\.(\w+)\s*\(")
_WORD = re.compile(r"(\w+)")
_MOST_LISTED = 8

KnownValues = Mapping[str, Collection[str] | None]
"""What each family holds; None where that is not known."""


@passage_rule("CT402", "unknown-value", Severity.ERROR)
def unknown_value(game: Game, passages: Passages) -> Iterator[Problem]:
    """Every value that a text refers to is there: numbers, counts, players, spaces, sequences, figures.

    `{{ number.first_hand|word }}` prints the number that rules.yaml calls first_hand, as a word.

    Bad:

        text: Deal everybody {{ number.first_hnad|word }} cards.

    Good:

        text: Deal everybody {{ number.first_hand|word }} cards.

    `number` has the numbers of rules.yaml, `count` the kinds and decks, `players` has least and most,
    `spaces` the layouts, as `spaces.arena`, and the sorts of their spaces, as `spaces.arena.start`; each can
    be written `|word` (five) or `|Word` (Five). The rulebook has more: `sequence` and `table`, the blocks
    `components`, `glossary`, `changelog` and `credits`, and the figures that game.yaml has designs for.

    Looked at is every text but a record's id, name and art. Overlooked on purpose: numbers and sequences
    while rules.yaml cannot be used, spaces while a layout cannot be; and whatever else Jinja can do in a
    rulebook.
    """
    values = _known_values(game)
    for passage in (*passages.of_cards(lambda text: "{{" in text), *passages.of_rules()):
        for expression, value in _expressions_with_values(passage):
            if value:
                yield from _value_problems(passage, value, values)
            else:
                message = "what stands in double braces here is no value"
                yield passage.at(expression.start), message, f"refer to {_alternatives(values)}"
    for passage in passages.of_rulebook():
        yield from _rulebook_problems(passage, game, {**values, **_known_blocks(game)})


def _known_values(game: Game) -> KnownValues:
    has_broken_layout = any(name.startswith("layouts/") for name in game.incomplete)
    spaces = None if has_broken_layout else tuple(game.space_counts)
    return {
        "number": None if "rules.yaml" in game.incomplete else tuple(game.rules.numbers),
        "count": tuple(game.counts),
        "players": ("least", "most"),
        **({"spaces": spaces} if game.layouts or has_broken_layout else {}),
    }


def _known_blocks(game: Game) -> KnownValues:
    """Return what of rules.yaml is printed whole: sequences, and tables where there are any."""
    if "rules.yaml" in game.incomplete:
        return {"sequence": None, "table": None}
    tables = {"table": tuple(game.rules.tables)} if game.rules.tables else {}
    return {"sequence": tuple(game.rules.sequences), **tables}


def _expressions_with_values(passage: Passage) -> Iterator[tuple[Expression, ValueReference | None]]:
    """Yield everything in double braces, and the value it is, if it is one."""
    values = {each.start: each for each in find_references(passage.text) if isinstance(each, ValueReference)}
    for expression in find_expressions(passage.text):
        yield expression, values.get(expression.start)


def _value_problems(passage: Passage, value: ValueReference, families: KnownValues) -> Iterator[Problem]:
    if value.family not in families:
        message = f'there is no "{value.family}" to refer to{did_you_mean(value.family, families)}'
        yield passage.at(value.start), message, f"refer to {_alternatives(families)}"
        return
    known = families[value.family]
    if known is not None and value.name not in known:
        near = did_you_mean(value.name, known)
        message = f"there is no {value.family}.{value.name}{near}"
        yield passage.at(value.name_start), message, None if near else f"refer to {_alternatives(known)}"
    if value.style and value.family in ("sequence", "table"):
        message = f"a {value.family} has only one way to be written"
        yield passage.at(value.style_start), message, "write no | after it"
    elif value.style and value.style not in _NUMBER_STYLES:
        message = f'a number cannot be written as "{value.style}"{did_you_mean(value.style, _NUMBER_STYLES)}'
        yield passage.at(value.style_start), message, "write |word, |Word, or nothing for figures"


def _rulebook_problems(passage: Passage, game: Game, families: KnownValues) -> Iterator[Problem]:
    """Yield what is wrong with expressions; any figure is fine where the game says nothing of its book."""
    has_names_of_its_own = "{%" in passage.text
    for expression, value in _expressions_with_values(passage):
        figure, word = _FIGURE.match(expression.text), _WORD.fullmatch(expression.text)
        if value and not (has_names_of_its_own and value.family not in families):
            yield from _value_problems(passage, value, families)
            continue
        known: Collection[str] = _BLOCK_NAMES
        if figure:
            known = game.look.book.figures if game.look.book else figure.groups()
        what, match = ("figure", figure) if figure else ("block", word)
        if match and match[1] not in known and (figure or not has_names_of_its_own):
            message = f'there is no {what} "{match[1]}"{did_you_mean(match[1], known)}'
            name_it = [f"name {match[1]} under rulebook: figures: in game.yaml"] if figure else []
            fix = ", or ".join([f"write {_alternatives(known)}"] * bool(known) + name_it)
            yield passage.at(expression.start + match.start(1)), message, fix


def _alternatives(words: Collection[str]) -> str:
    """Return `number, count or players`; not all where there are many."""
    *most, last = list(words)[:_MOST_LISTED] or ["nothing: there is none"]
    return f"{', '.join(most)} or {last}" if most else last


_LEAST_COPIES = 5  # "two Heroes" are mostly two of them, not all there are


@rule("CT403", "typed-number", Severity.WARNING)
def typed_number(game: Game) -> Iterator[Problem]:
    """How many cards there are is referred to, not typed.

    A rulebook that says "35 Prizes" is right until somebody adds a Prize.

    Bad:

        Shuffle the 35 Prizes into the deck.

    Good:

        Shuffle the {{ count.prize }} Prizes into the deck.

    Looked at are rules, glossary and rulebook, for the number of copies of a kind, in figures or as a word,
    right before the kind's title or plural. Overlooked on purpose: any other number before them; counts under
    five; and the changelog.
    """
    counts = [(kind, game.copies_of(kind.id)) for kind in game.kinds if kind.id not in game.incomplete]
    searches = [(kind, _count_pattern(kind, count)) for kind, count in counts if count >= _LEAST_COPIES]
    for passage in (*rules_passages(game, changelog=False), *rulebook_passages(game)):
        text = blank_expressions(passage.text)
        for kind, search in searches:
            for match in search.finditer(text):
                style = "" if match[1].isdigit() else "|Word" if match[1][0].isupper() else "|word"
                said = " ".join(match[0].split())
                message = f'"{said}" will be wrong when a {kind.title} is added or removed'
                yield passage.at(match.start()), message, f"write {{{{ count.{kind.id}{style} }}}}"


def _count_pattern(kind: Kind, count: int) -> re.Pattern[str]:
    nouns = "|".join(map(re.escape, sorted({kind.title, kind.plural}, key=len, reverse=True)))
    return re.compile(rf"(?<![\w.,|/+−–-])({count}|(?i:{number_word(count)}))\s+(?:{nouns})\b")


_NAMELESS = re.compile(r"(?<!\\)!\[\s*\](?=[(\[])")
_WHY = "what it shows, for those who cannot see it"


def _expressions(game: Game) -> Iterator[tuple[Passage, Expression]]:
    """Yield everything in double braces of the rulebook, and the text it is in."""
    for passage in rulebook_passages(game):
        for expression in find_expressions(passage.text):
            yield passage, expression


@rule("CT414", "picture-alt", Severity.ERROR)
def picture_alt(game: Game) -> Iterator[Problem]:
    """Every picture and every figure of the rulebook says what it shows.

    A rulebook can be read aloud, and in the place of a picture this text is. Without it, nothing is printed.

    Bad:

        ![](art/moored.png)
        {{ figure.cards(["Tugboat"]) }}

    Good:

        ![Four ferries moored at an islet](art/moored.png)
        {{ figure.cards(["Tugboat"], alt="The Tugboat, of strength 4.") }}

    Overlooked on purpose: pictures in code and comments; and figures that get their alt text from elsewhere.
    """
    for passage in rulebook_passages(game):
        for found in _NAMELESS.finditer(blank_code(blank_jinja(passage.text))):
            fix = f"write in its square brackets {_WHY}"
            yield passage.at(found.start()), "this picture has no alt text", fix
    for passage, expression in _expressions(game):
        for call in figure_calls(expression.text):
            alt = next((each.value for each in call.given if each.key == "alt"), "")
            if isinstance(alt, str) and not alt.strip():
                here = passage.at(expression.start + call.start)
                yield here, f"this figure.{call.figure} has no alt text", f'give it alt="…": {_WHY}'


@rule("CT411", "unknown-space", Severity.ERROR)
def unknown_space(game: Game) -> Iterator[Problem]:
    """Every space on which a figure places a piece is one of its layout.

    A figure says where pieces stand by the ids of spaces. A misspelt one cannot be drawn.

    Bad:

        {{ figure.arena(pieces=[{"card": "Ogre", "space": "c44"}], alt="The arena.") }}

    Good:

        {{ figure.arena(pieces=[{"card": "Ogre", "space": "c4"}], alt="The arena.") }}

    Looked at is what figures call `space` or `spaces`, where game.yaml names a layout for their sort.
    Overlooked on purpose: layouts that cannot be read.
    """
    known = {id: {space.id for space in layout.spaces} for id, layout in game.layouts.items()}
    for passage, expression in _expressions(game) if known else ():
        for layout, id, offset in spaces_in_figures(expression.text, game):
            if id not in known.get(layout, {id}):
                near = did_you_mean(id, known[layout])
                yield passage.at(expression.start + offset), f'{layout} has no space "{id}"{near}'


_STRING = re.compile(r""" "(?:\\.|[^"\\])*+" | '(?:\\.|[^'\\])*+' """, re.DOTALL | re.VERBOSE)
_CURLY = re.compile("[“”„‟‘’‚‛«»]")
_SAYING = frozenset({"alt", "caption", "height"})
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_CODE = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}", re.DOTALL)
_SEES_FIGURE = re.compile(r"-?\s*(?:include|extends|(?:import|from)\b.*\bwith\s+context)\b", re.DOTALL)
_TEMPLATE = re.compile(r"[\"']([^\"']+)[\"']")
_READ = re.compile(
    r"(?<![\w.])figure\b(?:\.get\(\s*[\"'](\w+)[\"']|\[\s*[\"'](\w+)[\"']\s*\]|\.(?!get|items|keys|values)(\w+))?"
)


@rule("CT415", "figure-arguments", Severity.ERROR)
def figure_arguments(game: Game) -> Iterator[Problem]:
    """Every figure of the rulebook is given what its template can use.

    What stands first between its brackets is a list of cards; all else has a name, which the template reads.

    Bad:

        {{ figure.cards("Tugboat", alt="The Tugboat") }}
        {{ figure.cards([“Tugboat”], alt=“The Tugboat”) }}

    Good:

        {{ figure.cards(["Tugboat"], alt="The Tugboat") }}

    Told are also a list without a card, and a name that the template reads nowhere. Overlooked on purpose:
    what is put together elsewhere; and names for templates that hand `figure` on, or are not the game's own.
    """
    for passage, expression in _expressions(game):
        plain = _STRING.sub(lambda match: "." * len(match[0]), expression.text)
        if curly := _CURLY.search(plain):
            said = f'"{curly[0]}" is no quotation mark between double braces'
            yield passage.at(expression.start + curly.start()), said, "write a straight one"
        for call in figure_calls(expression.text):
            for start, said, fix in (*_list_problems(call), *_unread(call, game)):
                yield passage.at(expression.start + start), said, fix


def _list_problems(call: FigureCall) -> Iterator[tuple[int, str, str]]:
    """Yield where the cards of a figure are no list, or an empty one that is all it is given."""
    listed = [each for each in call.given if each.key in ("", "cards")]
    for each in listed[:1]:
        if len(listed) > 1 or not (isinstance(each.value, list) or each.value is ...):
            form = f'figure.{call.figure}(["…", "…"], alt="…")'
            yield each.start, "the cards of a figure are a list", f"write them in square brackets: {form}"
        elif each.value == [] and {given.key for given in call.given} <= {"", "cards", *_SAYING}:
            yield each.start, f"this figure.{call.figure} shows no card", "name one in its square brackets"


def _unread(call: FigureCall, game: Game) -> Iterator[tuple[int, str, str]]:
    design = game.look.book.figures.get(call.figure) if game.look.book else None
    known = _names_read(game, design.template) if design else None
    for each in call.given:
        key = each.key or "cards"
        if design and known is not None and key not in known and key not in _SAYING:
            said = f'{design.template} reads no "{key}"{did_you_mean(key, known)}'
            yield each.start, said, f"take it out, or use figure.{key} in the template"


def _names_read(game: Game, template: str) -> set[str] | None:
    """Return what a template reads of `figure`, and those it shows it to; None where it may be anything."""
    texts = {each.source.file.rpartition("/")[2]: each.text for each in game.templates}
    names, waiting, seen = set[str](), [template], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in texts:
            return None
        seen.add(name)
        for found in _CODE.finditer(_COMMENT.sub("", texts[name])):
            code = found[1] or found[2] or ""
            if found[2] and _SEES_FIGURE.match(code):
                used = _TEMPLATE.findall(code)
                if len(used) != 1:
                    return None
                waiting += set(used) - seen
            for read in _READ.finditer(code):
                if not any(read.groups()):
                    return None
                names.update(filter(None, read.groups()))
    return names

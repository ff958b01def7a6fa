"""Rules about numbers in sentences: they are those there are, and do not contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardtool.documents import (
    NUMBER,
    Block,
    BlockType,
    Text,
    TextKind,
    parse_number,
    pattern_of_any,
    singular,
)
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, rule, text_rule
from cardtool.lint.core.document_facts import (
    Total,
    component_lines,
    deck_totals,
    is_said_of_all,
    listed_totals,
)
from cardtool.lint.core.facts import Count, counts_by_noun, noun_key, unambiguous_counts
from cardtool.lint.core.matching import any_word, either, number_or_none, word_key, word_list
from cardtool.lint.core.sentences import blocks_outside, is_conditional, sentences_in
from cardtool.lint.core.texts import rulebook_passages, rules_passages
from cardtool.markup import blank_expressions
from cardtool.model import Game, Layout, Source
from cardtool.wording import ENGLISH

_THE = LazyRegex(r"\b(?:the|all|all\sthe|there\sare|deck\sof)\s\Z")
_WITH = LazyRegex(r"\s(?:with|that|which|showing|of|from|without|marked|in\s(?:your|their|play))\b")
_ANOTHER_GAME = LazyRegex(r"\b(?:scenario|example|variant|variation|optional|mission|campaign|solo|expan)")
_NEARLY = 0.8  # of all; fewer may be meant on purpose
_SUMMED = 10  # kinds; the sums of more than that would allow almost any number


@text_rule("CT205", "count-in-prose", Severity.ERROR, reads="en", unsure_on_pages=True)
def count_in_prose(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A total that a text names is the number there is.

    "48 Creature Cards" in the list of components is a promise; players count, and write to the publisher.

    Bad:

        Components: 46 Creature Cards

    Good:

        Components: 48 Creature Cards

    Looked at is what claims to be all there is: lists of components, "the deck contains 48 Creature Cards",
    "a deck of 120 cards", "48 Creature Cards in the box", and "shuffle the 48 Creature Cards" where it is
    nearly right. It is held against the cards of the game or, for a document by itself, against its list of
    components. Overlooked on purpose: numbers of cards that are dealt, drawn or held, and cases such as "with
    two players".
    """
    read = [text for text in texts if text.role not in (TextKind.CARD, TextKind.CHANGELOG)]
    counts, sums = counts_by_noun(facts), _possible_sums(facts)
    decks = (count for count in facts.counts if not count.nouns)
    deck = max(decks, key=lambda each: each.number, default=None)
    for text in read:
        totals = (*listed_totals(text), *_totals_in_prose(text, counts)) if counts else ()
        held = [(total, counts.get(noun_key(total.noun))) for total in totals]
        held += [(total, deck) for total in deck_totals(text) if total.number not in sums] if sums else []
        for (number, noun, here), count in held:
            if count and number != count.number:
                yield here, f'"{number} {noun}", but {count.evidence}', f"write {count.number}"


def _totals_in_prose(text: Text, counts: Mapping[str, Count]) -> Iterator[Total]:
    """Yield what sentences say of everything, and the numbers of `the 64 loot cards`, nearly as many."""
    numbered = re.compile(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<noun>{pattern_of_any(counts)})\b", re.I)
    listed = set(map(id, component_lines(text)))
    for block in blocks_outside(text, _ANOTHER_GAME):
        is_prose = id(block) not in listed and numbered.search(block.text)
        for start, sentence in sentences_in(block.text) if is_prose else ():
            for match in numbered.finditer(sentence):
                count, number = counts.get(noun_key(match["noun"])), parse_number(match["number"])
                is_near = count and _NEARLY * count.number <= number <= count.number / _NEARLY
                means_all = _THE.search(sentence[: match.start()]) and not _WITH.match(sentence, match.end())
                is_meant = is_near and means_all and not is_conditional(sentence)
                if is_meant or is_said_of_all(sentence, match):
                    yield Total(number, match["noun"], block.at(start + match.start()))


def _possible_sums(facts: Facts) -> frozenset[int]:
    """Return every number of cards that decks, kinds and kinds together come to, if there is a deck."""
    decks = [count.number for count in facts.counts if not count.nouns]
    kinds = [count.number for count in facts.counts if count.nouns]
    if not decks or len(kinds) > _SUMMED:
        return frozenset()
    sums = {0}
    for number in kinds:
        sums |= {sum + number for sum in sums}
    return frozenset([*sums, *decks])


_VERBS = word_list("verbs of having")
_HELD = LazyRegex(
    rf"\b{any_word('verbs of having')}\s"
    r"(?:(?:up\sto|at\smost|at\sleast|exactly|(?:no\s)?more\sthan|an?\smaximum\sof|all|another|the)\s)?"
    r"(?P<number>\d{1,3}|[a-z]+(?:-[a-z]+)?)\s(?P<noun>[^\W\d_][\w'’-]*(?:\s[^\W\d_][\w'’-]*){0,3})"
)
_BY_COUNT = LazyRegex(rf"(?:.*\s)?{any_word('kept by count')}")
_ENDLESS = LazyRegex(rf"\b{any_word('never runs out')}\b")
_ANOTHER_CASE = LazyRegex(rf"\b{any_word('in another case')}\b")


@text_rule("CT214", "more-than-there-are", Severity.WARNING, reads="en")
def more_than_there_are(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """Nobody is told to have more of a thing than there are.

    The stones were halved to save a sheet of punchboard; "you cannot exceed 13 stones" was written before.

    Bad:

        Components: 4 Moonstones.
        You can never exceed 13 Moonstones.

    Good:

        Components: 4 Moonstones.
        You can never have more than 13 jewels, as your Moonstone on the scale shows.

    Looked at are numbers behind have, hold, take, place, exceed and the like, of things that are counted in
    the list of components or the data. Overlooked on purpose: money, points and what else is kept by count;
    sentences with "only", or of a variant; and games that say their supply has no limit.
    """
    counts = unambiguous_counts(facts) if facts.counts else {}
    keys = {word_key(noun.rpartition(" ")[2]) for noun in counts if not _BY_COUNT.fullmatch(noun)}
    nouns = [word for word in texts.words if word_key(word) in keys] if counts else []
    blocks = [block for _, block in texts.with_words_of_all(nouns, _VERBS)]
    too_many = [problem for block in blocks for problem in _held_problems(block, counts)]
    if too_many and not any(_ENDLESS.search(block.text) for _, block in texts.blocks):
        yield from too_many


def _held_problems(block: Block, counts: Mapping[str, Count]) -> Iterator[Problem]:
    """Yield what is wrong with numbers of things that somebody holds, if they are so in every game."""
    for match in _HELD.finditer(block.text):
        number, at = number_or_none(match["number"]), match.start("number")
        noun, count = _counted_noun(match["noun"], counts) if number else ("", None)
        if number and count and number > count.number > 0 and not _BY_COUNT.fullmatch(noun):
            said = (said for start, said in sentences_in(block.text) if 0 <= at - start < len(said))
            if not _ANOTHER_CASE.search(next(said, "only")):
                message = f'"{match["number"]} {noun}" are more than there are: {count.evidence}'
                yield block.at(at), message, "say what is counted, or add to it"


def _counted_noun(words: str, counts: Mapping[str, Count]) -> tuple[str, Count | None]:
    """Return the longest of the first words that are something counted in pieces, in the plural."""
    all_words = words.split()
    nouns = (" ".join(all_words[:length]) for length in range(len(all_words), 0, -1))
    noun = next((noun for noun in nouns if noun != singular(noun) and noun_key(noun) in counts), "")
    return noun, counts.get(noun_key(noun))


_HAS = r"(?:has|have|with|of|contains|counts|consists\s+of|is\s+made\s+(?:up\s+)?of)"
_END = r"(?=\s*(?:[.;:!?)]|$|\n\n))"
_WRITTEN = rf"(?P<number>\d{{1,4}}|{either(ENGLISH.numbers[1:])})"


@rule("CT221", "spaces-in-prose", Severity.ERROR)
def spaces_in_prose(game: Game) -> Iterator[Problem]:
    """A text that says how many spaces a layout has says how many there are.

    "The Score Track has 30 spaces" was right until the board was drawn anew with 28.

    Bad:

        The Score Track has 30 spaces.

    Good:

        The Score Track has {{ spaces.score-track }} spaces.

    Looked at is the title of a layout, in its own capitals, right before "has", "with", "of" or the like, a
    number, and "spaces" or a sort of them, as in "the Arena has 4 start spaces". Overlooked on purpose: how
    many a pawn moves, and what something behind narrows down, as in "the Arena has 4 spaces for Heroes".
    """
    searches = [(layout, _count_pattern(layout)) for layout in game.layouts.values()]
    for passage in (*rules_passages(game, changelog=False), *rulebook_passages(game)) if searches else ():
        text = blank_expressions(passage.text)
        for layout, match in (
            (layout, match) for layout, search in searches for match in search.finditer(text)
        ):
            sort = re.sub(r"\s", "-", (match["sort"] or "").casefold())
            count = len(layout.spaces_of(sort))
            if parse_number(match["number"]) != count:
                are = "there is" if count == 1 else "there are"
                reference = f"spaces.{layout.id}{f'.{sort}' if sort else ''}"
                message = f'"{" ".join(match[0].split())}": {are} {count}'
                yield passage.at(match.start("number")), message, f"write {{{{ {reference} }}}}"


def _count_pattern(layout: Layout) -> re.Pattern[str]:
    title = r"\s+".join(map(re.escape, re.sub(r"^(?:the|an?)\s+", "", layout.title, flags=re.I).split()))
    sorts = "|".join(re.escape(sort).replace(r"\-", r"[-\s]") for sort in layout.counts)
    return re.compile(
        rf"\b{title}\s+{_HAS}\s+(?:exactly\s+)?{_WRITTEN}\s+(?:(?P<sort>{sorts})\s+)?spaces?{_END}"
    )


_MOST = r"\b(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve)\b"
_RANGE = rf"(?P<least>{NUMBER})\s?(?:-|–|—|to|or)\s?(?P<most>{_MOST})"
_GAME_FOR = LazyRegex(
    rf"\bgame\s(?:[^.;:\n]{{0,40}}?\s)?(?:for|of)\s(?:from\s)?{_RANGE}\s(?:[a-z]+\s)?players\b"
)
_LABELLED = LazyRegex(rf"\s*(?:number\sof\s)?players\s?:\s*{_RANGE}(?:\splayers)?\s*\.?\s*")
_OTHER_GAME = LazyRegex(rf"\b{any_word('no case of every game')}\b")


@text_rule("CT212", "players-in-prose", Severity.ERROR, reads="en")
def players_in_prose(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """How many can play is said alike everywhere.

    The box says 2 to 5, the first page 2 to 6: nobody knows whether to invite a sixth.

    Bad:

        # game.yaml: players: {least: 2, most: 5}, and in the rulebook
        Barnyard is a game for 2 to 6 players.

    Good:

        Barnyard is a game for 2 to 5 players.

    Looked at are "a game for 2–5 players" and "Players: 2–5", held against the game's data or, in a document
    by itself, against each other. Overlooked on purpose: expansions, variants and teams; ranges that only
    part the players ("with 2 or 3 players, remove the ferry"); and a document by itself that says "Players:"
    more than once.
    """
    every = [said for text in texts if text.role is not TextKind.CARD for said in _statements(text)]
    if not facts.players and sum(_LABELLED.fullmatch(words) is not None for words, *_ in every) > 1:
        return
    known = facts.players or (every[0][1] if every else None)
    for words, players, source in every:
        if known and players != known:
            message = f'"{words}", but elsewhere {known[0]} to {known[1]} can play'
            yield source, message, f"write {known[0]} to {known[1]} here, or change it there"


def _statements(text: Text) -> Iterator[tuple[str, tuple[int, int], Source]]:
    """Yield every statement of how many can play, as it is written."""
    for block in blocks_outside(text, _OTHER_GAME):
        is_meant = "players" in block.text.lower() and not _OTHER_GAME.search(block.text)
        for start, sentence in sentences_in(block.text) if is_meant else ():
            if match := _GAME_FOR.search(sentence) or _LABELLED.fullmatch(sentence):
                players = parse_number(match["least"]), parse_number(match["most"])
                yield match[0].strip(), players, block.at(start + match.start("least"))


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_GAME = r"\b(?:game|battle|match|campaign|adventure|session)\s"
_OVER = r"(?:ends|is\sover|is\sfinished)\b"
_LASTS = LazyRegex(
    rf"{_GAME}(?:lasts|goes\son\sfor|is\s(?:played|fought)\s(?:over|for|in))\s(?:exactly\s)?"
    rf"(?P<said>(?P<number>{NUMBER})\s(?:[a-z]+\s)?(?P<unit>[a-z]+s))\b"
)
_LAST = rf"(?P<number>{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))\s(?:[a-z]+\s)?(?P<unit>[a-z]+)"
_ENDS = LazyRegex(
    rf"(?P<game>{_GAME}{_OVER}\s(?:[a-z]+\s)?)?\b(?:after|(?:at|with)\sthe\send\sof)\sthe\s(?P<said>{_LAST})"
    rf"(?(game)|,?\s(?:the\s{_GAME}{_OVER}|(?:[^.;:]{{0,30}}\s)?wins(?=[.!,]|\sthe\sgame)))"
)
_SPAN = r"(?P<least>\d{1,2})\s?(?:to|-|–)\s?(?P<most>\d{1,2})(?![\w%]|[.,]\d)"
_FROM_TO = LazyRegex(
    rf"(?P<said>(?P<number>{NUMBER})\s(?:[a-z]+\s){{0,2}}[a-z]+s),?\s"
    rf"(?:(?:are\s)?(?P<numbered>numbered)\s(?:from\s)?|from\s){_SPAN}"
)
_OF_SO_MANY = LazyRegex(
    rf"\b(?P<of>[a-z]+)\s(?:of|has|have)\s(?P<said>(?P<least>{NUMBER})\sto\s(?P<most>{NUMBER})\s(?P<unit>[a-z]+s))\b"
)


@text_rule("CT227", "said-twice", Severity.WARNING, reads="en")
def said_twice(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """What a text says in numbers twice is the same number.

    A game that lasts seven rounds and ends after the sixth was shortened once, in one of the two places.

    Bad:

        The game lasts seven rounds. … The game ends after the sixth round.

    Good:

        The game lasts six rounds. … The game ends after the sixth round.

    Looked at are how many rounds, turns or nights a game lasts, and after which it ends or somebody wins; how
    many things there are that go "from 0 to 7"; and how many of a thing another may have, "a company of 5 to
    12 models", where two places agree in one of both numbers. Overlooked on purpose: variants, expansions and
    other cases, and steps from a number to another, of which there is one less.
    """
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            yield from _other_lengths(list(_said(text, _LASTS)), list(_said(text, _ENDS)))
            for block, start, match in _said(text, _FROM_TO):
                least, most, number = int(match["least"]), int(match["most"]), parse_number(match["number"])
                span = most - least + 1
                if number == span + 1 or (match["numbered"] and number == span - 1 > 1):
                    message = f'"{match["said"]}", but from {least} to {most} there are {span}'
                    yield block.at(start + match.start("said")), message, "say how many there are"
            yield from _other_ranges(list(_said(text, _OF_SO_MANY)))


Said = tuple[Block, int, re.Match[str]]
"""What a sentence says, with its block and where the sentence begins there."""


def _said(text: Text, pattern: LazyRegex) -> Iterator[Said]:
    """Yield what is said of every game."""
    for block in blocks_outside(text, _OTHER_GAME):
        for start, sentence in sentences_in(block.text) if pattern.search(block.text) else ():
            if not (is_conditional(sentence) or _OTHER_GAME.search(sentence)):
                yield from ((block, start, match) for match in pattern.finditer(sentence))


def _other_lengths(lasting: Sequence[Said], ending: Sequence[Said]) -> Iterator[Problem]:
    """Yield what fewer places say, where all that last and all that end are of one number each."""
    lengths, ends = {_length(match) for *_, match in lasting}, {_length(match) for *_, match in ending}
    units = {unit for unit, _ in lengths | ends}
    if len(lengths) == len(ends) == len(units) == 1 and lengths != ends:
        few, many = (ending, lasting) if len(ending) < len(lasting) else (lasting, ending)
        for block, start, match in few:
            message = f'"{match["said"]}", but line {many[0][0].at().line} says "{many[0][2]["said"]}"'
            yield block.at(start + match.start("said")), message, "say the same in both places"


def _length(match: re.Match[str]) -> tuple[str, int]:
    """Return what is counted, and how many of it there are until the end."""
    number, unit = match["number"].lower(), singular(match["unit"].lower())
    if number in _ORDINALS:
        return unit, _ORDINALS.index(number) + 1
    return unit, parse_number(re.sub(r"(?<=\d)[a-z]+", "", number))


def _other_ranges(every: Sequence[Said]) -> Iterator[Problem]:
    first: dict[tuple[str, str], tuple[int, int]] = {}
    for block, start, match in every:
        both = parse_number(match["least"]), parse_number(match["most"])
        known = first.setdefault((singular(match["of"].lower()), singular(match["unit"].lower())), both)
        if known != both and (known[0] == both[0] or known[1] == both[1]):
            message = f'"{match["said"]}", but elsewhere {known[0]} to {known[1]}'
            yield block.at(start + match.start("said")), message, "say the same in both places"


_FIGURES = r"(?:\d{1,3}(?:,\d{3})+|\d{1,6})"
_NO_DATE = r"(?!\d{4}-\d\d-\d\d\b)"
_NO_END = r"(?![\w%/^]|[.,]\d|\s?[-+×x*/÷−–=]\s?\d)"
_EQUATION = LazyRegex(
    rf"(?<![\w.,%/^*×=+:−–-])(?<![+*/=×−–-]\s){_NO_DATE}"
    rf"(?P<parts>{_FIGURES}(?:\s?[-+−–×x*]\s?{_FIGURES}){{1,20}})"
    rf"(?:\s?=\s?|(?P<word>\s(?:makes|gives|is)\s))(?P<said>-?{_FIGURES}){_NO_END}"
)
_RECKONED = re.compile(r"=|\d (?:makes|gives|is) \d")
_CALCULATES = LazyRegex(r"[+×*/÷=−^]|\d\s?[x–-]\s|\b(?:plus|minus|times|twice|double|half|less)\b")
_SCORED = LazyRegex(r"\s(?:points?|pts|vps?|victory|gold|coins?|chips?|hits?|damage)\b")
_PART = LazyRegex(r"([-+−–×xX*]?)\s?([\d,]+)", re.NOFLAG)


@text_rule("CT208", "sum-in-prose", Severity.ERROR, reads="en", unsure_on_pages=True)
def sum_in_prose(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """Sums and products that a text works out come to what it says.

    Examples are reckoned once and copied for years: when a bonus goes from 2 to 3, the example still adds up
    2.

    Bad:

        Your total is 3 + 4 + 2 = 8.

    Good:

        Your total is 3 + 4 + 2 = 9.

    Looked at are additions and multiplications of plain numbers before an equals sign, and additions before
    "makes", "gives" and "is". Overlooked on purpose: minus signs, which look like ranges; a piece of a longer
    calculation; what combinations score ("3 × 2 = 200 points").
    """
    for block, match, right in _wrong_equations(texts):
        before = block.text[max(0, match.start() - 200) : match.start()]
        clause = re.split(r"[.;:!?]\s|(?<!\d),\s|\n", _EQUATION.sub("", before))[-1]
        is_score = "+" not in match["parts"] and _SCORED.match(block.text, match.end())
        if not (re.search("[-−–]", match["parts"]) or _CALCULATES.search(clause) or is_score):
            message = f"{match['parts']} is {right}, not {match['said']}"
            yield block.at(match.start("said")), message, f"write {right}, or change what is reckoned with"


_CLOSE_HYPHEN = re.compile(r"\d[-–]\d")
_IN_BRACKETS = re.compile(r"[a-z] \(\d{1,3}\)")
_WORD = rf"(?!\d){NUMBER}"
_TWICE = LazyRegex(
    rf"(?<![\w'’])(?P<more>(?:(?-i:and)|{_WORD}) )?(?P<said>(?P<word>{_WORD}) \((?P<figure>\d{{1,3}})\))"
)


@text_rule("CT226", "wrong-sum", Severity.WARNING, told_by="CT208")
def wrong_sum(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """What is worked out in a text is worked out right.

    An example with a wrong sum teaches a rule that nobody wrote.

    Bad:

        You lose 16 - 4 = 13 points.

    Good:

        You lose 16 - 4 = 12 points.

    So is a number that is said twice: "two (3) cards", in a text that elsewhere says "two (2)". Found in real
    rules are sums in examples that were changed at one end. Overlooked on purpose: divisions, which are
    rounded, per cent, dice, and a hyphen without spaces, as in "1-2 = 0", which mostly is a range.
    """
    yield from _two_numbers(texts)
    for block, match, right in _wrong_equations(texts):
        is_other = "x" in match["parts"].lower() or _CLOSE_HYPHEN.search(match["parts"])
        if not is_other and block.sort is not BlockType.CODE:
            terms = " ".join(match["parts"].split())
            yield block.at(match.start("said")), f"{terms} is {right}, not {match['said']}", f"write {right}"


def _two_numbers(texts: TextIndex) -> Iterator[Problem]:
    """Yield `two (3)`, where others say one number; of `thirty five (35)` the last word is none by itself."""
    blocks = [block for _, block in texts.matching(_IN_BRACKETS)]
    places = [(block, match) for block in blocks for match in _TWICE.finditer(block.text)]
    said = [(block, match) for block, match in places if not match["more"]]
    wrong = [each for each in said if parse_number(each[1]["word"]) != int(each[1]["figure"])]
    for block, match in wrong if len(wrong) < len(said) else ():
        message = f'"{match["said"]}" says two numbers'
        yield block.at(match.start("said")), message, "write the one that is meant in both ways"


def _wrong_equations(texts: TextIndex) -> Iterator[tuple[Block, re.Match[str], int]]:
    """Yield what is worked out wrong, and what it comes to."""
    for _, block in texts.matching(_RECKONED):
        for match in _EQUATION.finditer(block.text):
            is_meant = not match["word"] or "+" in match["parts"]
            if is_meant and (right := _work_out(match["parts"])) != int(match["said"].replace(",", "")):
                yield block, match, right


def _work_out(parts: str) -> int:
    """Return the sum of the parts; what is multiplied is so first."""
    products: list[int] = []
    for sign, figures in _PART.findall(parts):
        number = parse_number(figures)
        if sign and sign in "×xX*":
            products[-1] *= number
        else:
            products.append(-number if sign and sign in "-−–" else number)
    return sum(products)

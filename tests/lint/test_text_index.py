"""The index of a subject's texts names every block in which a rule would find something."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from law_examples import examples
from small_games import a_card, a_game, a_release, a_term, some_rules

from cardtool import lint
from cardtool.documents import Block, Text, TextKind, read_plain_text
from cardtool.lint.core.matching import word_key
from cardtool.lint.core.texts import TextBlock, TextIndex
from cardtool.lint.language.wrong_words import SLIPS
from cardtool.model import Game


class Everything(TextIndex):
    """Texts of which nothing is ruled out: every block may have whatever is asked for."""

    def signs_used(self, *signs: str) -> tuple[str, ...]:
        return signs

    def matching(self, pattern: re.Pattern[str]) -> Iterator[TextBlock]:
        return iter(self.blocks)

    def with_words(self, *words: str) -> list[TextBlock]:
        return list(self.blocks)

    def with_words_of_all(self, *groups: Iterable[str]) -> list[TextBlock]:
        return list(self.blocks)

    def with_pairs(self, firsts: Iterable[str], seconds: Collection[str]) -> list[TextBlock]:
        return list(self.blocks)

    def words_behind(self, words: Iterable[str]) -> set[str]:
        return set(self.words)

    def with_keys(self, keys: Iterable[str]) -> list[TextBlock]:
        return list(self.blocks)

    @property
    def repeating(self) -> list[TextBlock]:
        return list(self.blocks)


ALTERNATIVES = re.compile(r"\(\?:((?:[a-z| ]|\?(?!:))+)\)")
"""What patterns have a choice of, such as `(?:cards?|tokens?)`."""

BESIDE = sorted(
    {
        word.replace("?", "")
        for slip in SLIPS
        for words in ALTERNATIVES.findall(slip.pattern.pattern)
        for word in words.split("|")
    }
)
OTHER_WORDS = """
a an the The a an card cards Card die dice dies turn turns deck hour honor heir union European one once
receive receives player players owner owner's must cannot he you token tokens then Each every 1
8 11 18 80 of the of the in a in a two Goat's player's Prize’s each of colours sets of = 2 3 × 4 24 (
[ ” “ " TBD T.B.D. TODO FIXME ??? XX page <<DIAGRAM>> Lorem ipsum insert here Fold Folds Pen pens
PEN’S kennel Kennels kid Billy Goat goats it's It’s they’re you're who's and , . ; Bora Draw
"""
SCRAPS = ("", " ", "Write here…", "a total of", "10 cards (2 each of 5 suits)")
WRONG = sorted({word for slip in SLIPS for words in slip.words for word in words})
WORDS = (*BESIDE, *WRONG, *OTHER_WORDS.split(), *SCRAPS)
DISGUISES: tuple[Callable[[str], str], ...] = (
    str,
    str.upper,
    str.capitalize,
    lambda word: word.replace("s", "ſ"),
    lambda word: word.replace("k", "\N{KELVIN SIGN}"),
    lambda word: f"{word}\u0345",
    lambda word: f"ß’{word}",
    lambda word: f"“{word}”",
)
SAID = st.builds(lambda word, disguise: disguise(word), st.sampled_from(WORDS), st.sampled_from(DISGUISES))
JOINTS = st.sampled_from((" ", " ", " ", "\n", "  ", ", ", ". "))
TEXTS = st.lists(
    st.lists(st.tuples(st.sampled_from(WORDS) | SAID, JOINTS), max_size=12).map(
        lambda pairs: "".join(f"{word}{joint}" for word, joint in pairs)
    ),
    min_size=1,
    max_size=4,
)
OFTEN = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=examples(150))


def a_farm(*texts: str) -> Game:
    """A game with terms, old names and things that are gone, whose cards say this."""
    renamed = {"type": "renamed", "from": "Pen", "to": "Fold"}
    removed = {"type": "removed", "text": "No more kids.", "words": ["kid"]}
    return a_game(
        *(a_card(f"goat-{row}", name=f"Billy Goat {row}", text=text) for row, text in enumerate(texts)),
        glossary=(a_term("Fold", "Where goats are.", plural="Folds", instead_of=["kennel"]),),
        changelog=(a_release("1.0", renamed, removed),),
        rules=some_rules({}, turn={"title": "The turn", "steps": [{"text": texts[0]}]}),
    )


def told(subject: lint.Subject) -> list[tuple[str, str, str]]:
    found = (each for rule in lint.RULES if rule.name != "spelling" for each in rule.findings(subject))
    return sorted({(each.rule.code, str(each.source), each.message) for each in found})


@OFTEN
@given(TEXTS)
@example(["Take it two your hand. ROLL TWO DIES.", "their is a goat"])
@example(["of the of the deck.", "Draw card cards.", "Dies die.", "a an hour, an union, a 8, a heir"])
@example(["A kennel\u0345 and more.", "Draw token tokens now."])
@example(["Heros and the\u0345 the Allyſ. Two Goat’s."])
@example(["If your the first, you're turn. more cards then 3", "Pens, a KENNEL and a kid"])
def test_nothing_is_overlooked_for_the_sake_of_speed(texts: list[str]) -> None:
    subject = lint.Subject.of_game(a_farm(*texts))
    assert told(subject) == told(replace(subject, texts=Everything(subject.texts)))


@OFTEN
@given(TEXTS)
def test_nothing_is_overlooked_in_a_document(texts: list[str]) -> None:
    text = Text("a document", TextKind.DOCUMENT, read_plain_text("\n\n".join(texts), "a.txt"))
    subject = lint.Subject.of_document(text, a_farm("Feed the Goat."))
    assert told(subject) == told(replace(subject, texts=Everything(subject.texts)))


def of_blocks(*texts: str) -> TextIndex:
    return TextIndex(Text(said, TextKind.DOCUMENT, read_plain_text(said, "a.txt")) for said in texts)


def said(spots: Iterable[TextBlock]) -> list[str]:
    return [block.text for _, block in spots]


def test_words_are_found_in_any_case_and_beside_an_apostrophe() -> None:
    corpus = of_blocks("It’s two.", "TWO goats.", "A twosome.", "")
    assert said(corpus.with_words("two")) == ["It’s two.", "TWO goats."]
    assert said(corpus.with_words("it", "goats")) == ["It’s two.", "TWO goats."]
    assert said(corpus.with_words_of_all(("it", "goats"), ("s",))) == ["It’s two."]
    assert said(corpus.with_keys([word_key("Goat")])) == ["TWO goats."]


def test_a_pattern_is_met_once_in_each_block_and_never_across_two() -> None:
    corpus = of_blocks("a b a b", "b a", "b", "a b")
    assert said(corpus.matching(re.compile("a b"))) == ["a b a b", "a b"]


@pytest.mark.parametrize("text", ["Draw the the card.", "Put it of the of the deck.", "THE the end"])
def test_echoes_are_heard(text: str) -> None:
    assert said(of_blocks(text, "Draw a card, then a card.").repeating) == [text]


def test_a_corpus_is_a_sequence_of_its_texts() -> None:
    corpus = of_blocks("One.", "Two.")
    assert len(corpus) == 2
    assert [text.title for text in corpus] == [corpus[0].title, *(text.title for text in corpus[1:])]
    assert all(isinstance(block, Block) for _, block in corpus.blocks)

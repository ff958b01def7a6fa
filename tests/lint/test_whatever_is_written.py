"""Whatever somebody writes: every rule ends, soon, and without stumbling."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from counting_work import no_hang
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from law_examples import examples
from small_games import a_card, a_game, a_manuscript, a_release, a_term, some_rules

from cardtool import lint
from cardtool.documents import Text, TextKind, read_markdown, read_plain_text
from cardtool.model import Game

SCRAPS = tuple(
    """\
1. ¦ 2. ¦ 3. ¦ 5) ¦ a) ¦ c) ¦ • ¦ · ¦ - ¦ - **Jewel** - ¦ #  ¦ ## Components ¦ \t ¦      ¦
Phase 2: battle. ¦ Phase 1: ¦ Step 3 ¦ Turn 1 ¦ Example: ¦ V1.2 ¦ 15/10/24 ¦ Page 3 of 12 ¦ \x0c ¦
five ¦ 12 ¦ 35 ¦ 1–2 ¦ 3 ¦ 5-6 ¦ 7+ ¦ 120 ¦ 0 ¦ 1,000,000 ¦ 9999999999 ¦ ½ ¦ ٣ ¦ = ¦ × ¦ three ways: ¦
these four types ¦ the following: ¦ one of two things. ¦ a deck of ¦ cards ¦ each player ¦ Goat ¦
goats ¦ Billy Goat ¦ Billy-goat's ¦ BILLY GOAT ¦ Kid ¦ the ¦ the the ¦ Pen ¦ pens ¦ deck ¦
Changed Pen to Fold ¦ Removed all reference to sheds ¦ renamed “Kid” to “Goat” ¦ is now called ¦ → ¦
with a value of 3 ¦ (3) ¦ worth 2 points ¦ see below ¦ (see turn rules) ¦ skip to step 5 ¦ page 40 ¦
<<DIAGRAM>> ¦ TBD ¦ TODO ¦ ??? ¦ Write here… ¦ lorem ipsum ¦ [insert name] ¦ {flip} ¦ [[Goat]] ¦ {{ ¦
“ ¦ ” ¦ ‘ ¦ ’ ¦ " ¦ ( ¦ ) ¦ [ ¦ ] ¦ * ¦ ** ¦ _ ¦ ` ¦ ``` ¦ | ¦ >  ¦ <!-- ¦ --> ¦ \\ ¦ . ¦ , ¦ ; ¦ : ¦
! ¦ ? ¦ … ¦ — ¦ \ufffc ¦ \xad ¦ \u202e ¦ e\u0301 ¦ to play ¦ deals ¦ 2-5 players ¦
for 2 to 6 players ¦ in order: ¦ turn ¦ round ¦ victory points""".replace("¦\n", "¦ ").split(" ¦ ")
)
TEXTS = st.lists(st.sampled_from(SCRAPS) | st.text(max_size=6), max_size=60)
JOINTS = st.sampled_from((" ", "\n", "\n\n", "", "  "))
SOON = settings(
    deadline=timedelta(seconds=2), suppress_health_check=[HealthCheck.too_slow], max_examples=examples(60)
)


def a_farm(*texts: str) -> Game:
    """A game that knows of goats and pens, whose cards and rulebook say this."""
    cards = [
        a_card(f"goat-{row}", name=f"Goat {row}", text=text, value=row) for row, text in enumerate(texts)
    ]
    return a_game(
        a_card("goat", name="Billy Goat", value=3),
        *cards,
        rules=some_rules({"opening_hand": 5}, turn={"title": "The turn", "steps": [{"text": texts[0]}]}),
        glossary=(a_term("Fold", texts[0], plural="Folds", instead_of=["kennel"]),),
        changelog=(a_release("1.0", {"type": "renamed", "from": "Pen", "to": "Fold"}, texts[0] or "More."),),
        rulebook=a_manuscript("\n\n".join(texts)),
    )


@SOON
@given(TEXTS, JOINTS)
def test_every_document_is_judged(scraps: list[str], joint: str) -> None:
    written = joint.join(scraps)
    for blocks in (read_markdown(written, "a.md"), read_plain_text(written, "a.txt")):
        text = Text("a document", TextKind.DOCUMENT, blocks)
        lines = written.count("\n") + 1
        for found in (*lint.check_document(text), *lint.check_document(text, a_farm("Feed the Goat."))):
            assert found.message
            assert not found.source.file.startswith("a.") or 1 <= found.source.line <= lines


@SOON
@given(st.lists(TEXTS, min_size=1, max_size=3), JOINTS)
def test_every_game_is_judged(texts: list[list[str]], joint: str) -> None:
    for found in lint.check_game(a_farm(*(joint.join(each) for each in texts))):
        assert found.source.line >= 1


def judge(written: str) -> None:
    lint.check_document(Text("a document", TextKind.DOCUMENT, read_plain_text(written, "a.txt")))


@pytest.mark.slow
@pytest.mark.parametrize("joint", [" ", "\n", "\n\n"])
def test_a_long_document_is_judged(joint: str) -> None:
    with no_hang():
        judge(joint.join(random.Random(7).choices(SCRAPS, k=10_000)))


@pytest.mark.slow
@pytest.mark.parametrize("joint", ["", " ", "\n"])
def test_the_same_over_and_over_is_judged(joint: str) -> None:
    for scrap in SCRAPS:
        with no_hang():
            judge(f"{scrap}{joint}" * 500)

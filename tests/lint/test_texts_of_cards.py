"""What is read of a card's text, whichever way it is found, and where its letters stand."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from law_examples import examples

from cardtool.lint.core import texts
from cardtool.lint.core.texts import Passage

written = st.lists(
    st.sampled_from(["Pay ", "{coin}", "{", "}", "{two words}", "*a*", "_", "\\", "\n", "é", "`", "[", "a"]),
    max_size=9,
).map("".join)


class Offsets:
    """Places that are the offsets themselves, all in one line."""

    def at_letter(self, offset: int, /) -> tuple[int, int]:
        return 1, offset


@given(written)
@example("Pay {coin} {coin}, then {flip} it.")
@settings(max_examples=examples(300))
def test_a_text_with_icons_is_read_as_any_text(written: str) -> None:
    block = texts._passage_block(Passage("a text", written, "goats.yaml", Offsets()), {})
    read = texts._read_alone(written)
    assert block.text == read.text
    places = [block.places.at_letter(at)[1] for at in range(len(block.text))]
    assert places == [read.origin(at) for at in range(len(read.text))]

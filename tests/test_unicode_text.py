"""Characters that nobody can see: told where they have no work to do, and left in peace where they have."""

from __future__ import annotations

import pytest

from cardtool.unicode_text import find_invisible


@pytest.mark.parametrize(
    "sign",
    [
        "\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u180b", "\u180e", "\u200b", "\u200e", "\u200f",
        "\u202a", "\u202e", "\u2060", "\u2064", "\u2066", "\u206f", "\u3164", "\ufeff", "\uffa0", "\ufff9",
        "\ufffb", "\U000e0001", "\U000e0061", "\U000e007f", "\U0001bca0", "\U0001d173", "\u061c", "\x07",
        "\u200c", "\u200d", "\ufe0f", "\U000e0100", "\x9f", "\ud800",
    ],
    ids=lambda sign: f"U+{ord(sign):04X}",
)  # fmt: skip
def test_between_latin_letters_nothing_invisible_has_work_to_do(sign: str) -> None:
    assert list(find_invisible(f"ca{sign}rd")) == [2]


@pytest.mark.parametrize(
    "text",
    [
        "a plain text\twith a tab\nand a line",
        "sil\u00adlable",
        "\N{WOMAN}\u200d\N{ROCKET}",
        "\N{INFORMATION SOURCE}\ufe0f Note",
        "\N{WHITE FLAG}\ufe0f\u200d\N{RAINBOW}",
        "\N{HEAVY BLACK HEART}\ufe0f and 5\ufe0f\u20e3 of \N{COPYRIGHT SIGN}\ufe0f",
        "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
        "\u0915\u094d\u200d\u0937",  # Devanagari
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3",  # Sinhala
        "\u8fbb\U000e0100",
        "\u182d\u180b",
    ],
    ids=[
        "plain",
        "soft hyphen", "joined emoji", "picture of a letter", "flag of the rainbow", "emoji styles",
        "flag of Wales", "Persian", "Devanagari", "Sinhala", "ideograph", "Mongolian",
    ],
)  # fmt: skip
def test_what_has_work_to_do_is_left_in_peace(text: str) -> None:
    assert list(find_invisible(text)) == []


def test_every_place_is_told() -> None:
    assert list(find_invisible("\u200ba\u200b\u200bb\u200d")) == [0, 2, 3, 5]

"""Which language a text is written in."""

from __future__ import annotations

import pytest

from cardtool.documents import Text, TextKind, language_of, read_markdown

SAMPLES = {
    "en": "Each player draws two cards. If you have none left, take one from the discard pile.",
    "de": "Jeder Spieler zieht zwei Karten. Wer keine mehr hat, nimmt eine von dem Stapel in der Mitte.",
    "fr": "Chaque joueur pioche deux cartes. Si vous n'en avez plus, prenez-en une dans la défausse.",
    "es": "Cada jugador roba dos cartas. Si no te queda ninguna, toma una de la pila de descartes.",
    "it": "Ogni giocatore pesca due carte. Se non ne ha più, ne prende una dalla pila degli scarti.",
    "nl": "Elke speler trekt twee kaarten. Als je er geen meer hebt, neem er dan een van de stapel.",
    "pl": "Każdy gracz dobiera dwie karty. Jeśli nie masz już żadnej, weź jedną ze stosu.",
}


def the_language_of(written: str) -> str:
    return language_of(Text("rules", TextKind.DOCUMENT, read_markdown(written, "rules.md")))


@pytest.mark.parametrize("language", SAMPLES)
def test_two_sentences_tell_their_language_or_none(language: str) -> None:
    alike = ("es", "it")  # share so many words with others that two sentences are not enough
    assert the_language_of(SAMPLES[language]) == ("" if language in alike else language)


@pytest.mark.parametrize(
    "written",
    [
        *("", "12 + 7 = 19", "Vaxholm Ulvö Sandhamn", "每位玩家抽两张牌", "Каждый игрок берёт две карты."),
        *("Roll x, y.", "See https://example.com/goat"),  # y is Spanish, com is Portuguese
    ],
)
def test_what_tells_no_language_is_of_none(written: str) -> None:
    assert the_language_of(written) == ""


def test_half_a_text_in_each_of_two_languages_is_of_none() -> None:
    assert the_language_of(f"{SAMPLES['en']}\n\n{SAMPLES['de']}") == ""

"""How many faces of a deck a build looks at before it prints them."""

from __future__ import annotations

from itertools import pairwise

from small_games import a_card, a_game

from cardtool.app.preflight import face_subjects, unexamined_faces
from cardtool.render import face_jobs


def looked_at(cards: int) -> tuple[list[str], str]:
    game = a_game(*(a_card(f"card-{number:05}") for number in range(cards)))
    jobs = tuple(face_jobs(game))
    return [face.name for face in face_subjects(game, jobs)], unexamined_faces(jobs)


def test_every_face_of_a_usual_deck_is_looked_at() -> None:
    names, told = looked_at(400)
    assert len(names) == 401  # and the back they share
    assert told == ""


def test_of_a_very_large_deck_some_are_and_the_build_says_how_many() -> None:
    names, told = looked_at(3000)
    fronts = [name for name in names if name.endswith("-front")]
    places = [int(name.removeprefix("card-").removesuffix("-front")) for name in fronts]
    gaps = {after - before for before, after in pairwise(places)}
    assert "beast-back" in names
    assert gaps == {6, 7}
    assert told == "looked at 500 of 3,001 faces, evenly spread"

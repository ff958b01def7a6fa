"""Rules about what is recorded beside the cards: the credits of files, and the version in the changelog."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.lint.core import Problem, Severity, rule
from cardtool.model import Game, Source

_ADD_CREDIT = "name its author and licence in the credits.yaml of its folder"


@rule("CT110", "uncredited-asset", Severity.ERROR)
def uncredited_asset(game: Game) -> Iterator[Problem]:
    """Somebody is credited for every picture and font the game can draw with.

    Nearly everything found on the web belongs to somebody, and most free licences ask for one thing
    only: the author's name. A game that forgets it cannot be sold, or even shared.

    Bad:

        # art/axe.svg is there, and art/credits.yaml says nothing of it

    Good:

        # art/credits.yaml
        - {files: [axe.svg], author: Lorc, licence: CC-BY-3.0, source: "https://game-icons.net"}

    Overlooked on purpose: whether the author and the licence are true, which no program can know, and
    whether a picture is on a card yet; it may be on one tomorrow.
    """
    credited = {credit.file for credit in game.assets.credits}
    for file in sorted(game.assets.files - credited):
        yield Source(file), f"nobody is credited for {file}", _ADD_CREDIT


_REMOVE_CREDIT = "remove the file and its credit, or use it"


@rule("CT114", "unused-credit", Severity.WARNING)
def unused_credit(game: Game) -> Iterator[Problem]:
    """Every picture that is credited is used.

    A credit that outlives its picture thanks somebody for what is not there, and a picture that nobody uses
    any more travels along in every copy of the game.

    Bad:

        # art/credits.yaml credits axe.svg, and no card, template or stylesheet names it

    Good:

        # art/axe.svg and its credit are both removed

    Looked at are the pictures in the game's own folder `art`. One is used where its file name stands in a
    record, the rules, the rulebook, a template or a stylesheet; where a template puts file names together,
    as in `art/{{ card.id }}.svg`, the first part of the name is enough. Overlooked on purpose: icons and
    fonts in `templates/`, which all games of a project share.
    """
    reported: set[str] = set()
    for credit in game.assets.credits:
        if credit.file in game.assets.unnamed and credit.file not in reported:
            reported.add(credit.file)
            yield (
                credit.source,
                f"{credit.file} is credited to {credit.author}, and nothing uses it",
                _REMOVE_CREDIT,
            )


@rule("CT112", "version-unrecorded", Severity.ERROR)
def version_unrecorded(game: Game) -> Iterator[Problem]:
    """The game's version is the newest one in its changelog.

    Players with two printings on the table look up the version on a card to learn what changed. A
    version that the changelog does not know tells them nothing, and a rulebook that calls itself 1.4
    while its cards say 1.3 makes them doubt both.

    Bad:

        # game.yaml: version: "1.4", and changelog.yaml begins with
        - version: "1.3"

    Good:

        # game.yaml: version: "1.4", and changelog.yaml begins with
        - version: "1.4"

    Overlooked on purpose: a game without a changelog; whether the changelog tells all that changed.
    """
    if not game.changelog:
        return
    newest = game.changelog[0]
    if newest.version != game.version:
        message = f"the game is version {game.version}, the newest in its changelog is {newest.version}"
        yield newest.source, message, f"say here what {game.version} changed, or change version in game.yaml"

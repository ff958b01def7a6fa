"""Blocks of the rulebook that are made from data: sequences, tables, glossary, changelog, credits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from markupsafe import Markup

from cardtool.render.rulebook.figures import Figure

__all__ = ["changelog", "components", "credits", "figure", "glossary", "sequence"]

Inline = Callable[[str], Markup]
"""A line of Markdown as HTML."""

_CHANGES = {
    "added": "Added",
    "changed": "Changed",
    "removed": "Removed",
    "fixed": "Fixed",
    "renamed": "Renamed",
}


def sequence(told: dict[str, Any], inline: Inline) -> Markup:
    """The numbered steps of a sequence, after its introduction."""
    steps = Markup("").join(
        Markup('<li id="{}-{}"><b class="step">{}.</b> {}</li>').format(
            told["id"], step["id"], inline(step["title"].rstrip(".")), inline(step["text"])
        )
        for step in told["steps"]
    )
    intro = Markup("<p>{}</p>").format(inline(told["intro"])) if told["intro"] else Markup("")
    return intro + Markup('<ol class="sequence">{}</ol>').format(steps)


def components(kinds: Iterable[dict[str, Any]]) -> Markup:
    """How many cards of which kind there are, and how many in all."""
    kinds = list(kinds)
    rows = Markup("").join(
        Markup('<tr class="{}"><td class="count">{}</td><th scope="row">{}</th></tr>').format(
            kind["id"], kind["count"], kind["title"] if kind["count"] == 1 else kind["plural"]
        )
        for kind in kinds
    )
    total = sum(kind["count"] for kind in kinds)
    foot = Markup('<tr class="total"><td class="count">{}</td><th scope="row">cards in all</th></tr>').format(
        total
    )
    return Markup('<table class="components"><tbody>{}{}</tbody></table>').format(rows, foot)


def glossary(terms: Iterable[dict[str, str]], inline: Inline, explained: Callable[[str], bool]) -> Markup:
    """The terms in order of the alphabet, each with the page that explains it, where the book does."""
    return Markup('<dl class="glossary">{}</dl>').format(
        Markup("").join(
            Markup('<dt id="glossary-{}">{}{}</dt><dd>{}</dd>').format(
                term["id"],
                term["term"],
                Markup(
                    ' <a class="page" href="#term-{}"><span class="see">explained in the text</span></a>'
                ).format(term["id"])
                if explained(term["id"])
                else "",
                inline(term["means"]),
            )
            for term in sorted(terms, key=lambda term: term["term"].casefold())
        )
    )


def changelog(releases: Iterable[dict[str, Any]], inline: Inline) -> Markup:
    """What changed in each version, newest first, by sort of change."""
    parts: list[Markup] = []
    for release in releases:
        lines: list[Markup] = []
        order = list(_CHANGES)
        entries = sorted(release["entries"], key=lambda entry: order.index(entry["change"]))
        for change, group in groupby(entries, key=lambda entry: entry["change"]):
            items = Markup("").join(Markup("<li>{}</li>").format(_entry(entry, inline)) for entry in group)
            lines.append(
                Markup('<dt class="change">{}</dt><dd><ul>{}</ul></dd>').format(_CHANGES[change], items)
            )
        heading = Markup('<h2 class="release">Version {} <span class="date">{}</span></h2>')
        parts.append(heading.format(release["version"], release["date"]))
        parts.append(Markup('<dl class="changes">{}</dl>').format(Markup("").join(lines)))
    return Markup("").join(parts)


def _entry(entry: dict[str, str], inline: Inline) -> Markup:
    renamed = Markup('<span class="old">{}</span> is now <span class="new">{}</span>').format(
        entry["old"], entry["new"]
    )
    if entry["change"] != "renamed":
        return inline(entry["text"])
    return renamed + Markup(". {}").format(inline(entry["text"])) if entry["text"] else renamed + "."


def credits(makers: Iterable[dict[str, str]]) -> Markup:
    """Who made the fonts and pictures, under which licence."""
    parts: list[Markup] = []
    for (what, licence), group in groupby(
        sorted(makers, key=lambda maker: (maker["what"], maker["licence"], maker["author"])),
        key=lambda maker: (maker["what"], maker["licence"]),
    ):
        authors = ", ".join(dict.fromkeys(maker["author"] for maker in group))
        parts.append(
            Markup("<dt>{} <span>({})</span></dt><dd>{}</dd>").format(what.capitalize(), licence, authors)
        )
    return Markup('<dl class="credits">{}</dl>').format(Markup("").join(parts))


def figure(ordered: Figure, inline: Inline) -> Markup:
    """A figure, whose picture is put in when it has been drawn."""
    caption = Markup("<figcaption>{}</figcaption>").format(inline(ordered.caption)) if ordered.caption else ""
    return Markup(
        '<figure class="{sort}" id="{id}"><img alt="{alt}" src="picture:{id}"/>{caption}</figure>'
    ).format(sort=ordered.sort, id=ordered.id, alt=ordered.alt, caption=caption)

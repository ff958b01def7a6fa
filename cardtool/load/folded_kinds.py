"""Kinds that are printed flat and folded: standees and dice, as game.yaml declares them.

The width and height of such a kind are those of one face, as it is seen when the piece is folded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardtool.geometry import Size
from cardtool.model import RECTANGLE, FaceDesign, Kind, Net, die_net, standee_net
from cardtool.units import format_number, parse_length

NET_TEMPLATE = "net.html"
_FOLDED = ("standee", "die")  # forms
_DEFAULT_FOOT = "12mm"
_NOT_WITH_NET = ("path", "holes", "folds", "corner", "shape", "across")

Problem = tuple[str, str, str]
"""A key of the kind, a sentence, and what to do."""


def is_folded(kind: Mapping[str, Any]) -> bool:
    """Return whether a kind is printed as a net; `flat: true` says that it is not."""
    return kind.get("form") in _FOLDED and not kind.get("flat", False)


def net_faults(kind: Mapping[str, Any], face: Size) -> Iterator[Problem]:
    """Yield what is wrong between the keys of a kind and its net; `face` is the size it declares."""
    if "foot" in kind and (kind.get("form") != "standee" or not is_folded(kind)):
        yield "foot", "only a standee that is folded has a foot", "remove foot"
    if "flat" in kind and kind.get("form") not in _FOLDED:
        yield "flat", "only standees and dice are folded, all other forms are flat", "remove flat"
    if not is_folded(kind):
        return
    for key in _NOT_WITH_NET:
        if key in kind:
            message = f"a {kind['form']} is cut and folded by its net, which {key} does not fit"
            yield key, message, f"remove {key}, or say flat: true and draw the whole piece"
    if kind["form"] == "die" and face.width != face.height:
        sides = f"{format_number(face.width)} and {format_number(face.height)} mm"
        yield "height", f"the sides of a die are squares, not {sides}", "give width and height alike"
    if kind["form"] == "die" and "back" in kind:
        yield "back", "a die has six sides and no back", "draw them all with front; side.number tells which"


def with_net(kind: Kind, declared: Mapping[str, Any]) -> Kind:
    """Return a kind as it is printed: one that is folded as its net."""
    if not is_folded(declared):
        return kind
    net = _net_of(kind, declared)
    return replace(
        kind,
        size=net.size,
        outline=net.outline,
        front=FaceDesign(NET_TEMPLATE, each_card=True),
        back=None,
        net=net,
    )


def _net_of(kind: Kind, declared: Mapping[str, Any]) -> Net:
    assert kind.outline == RECTANGLE, "the faults of a net are found before"
    if kind.form.id == "die":
        return die_net(kind.size.width, kind.bleed, kind.front.template)
    foot = parse_length(declared.get("foot", _DEFAULT_FOOT))
    back = kind.back.template if kind.back else ""
    return standee_net(kind.size, foot, kind.bleed, kind.front.template, back)

"""The layers of a PDF (optional content), and which of them print otherwise than they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

__all__ = ["changing_layers"]

_LONGEST = 60  # characters of a layer's name that are repeated


def changing_layers(root: Any) -> Iterator[str]:
    """Yield what a message says of each layer that is shown and not printed, or printed and not shown.

    ISO 32000-2, 8.11.4.
    """
    declared = root.get("/OCProperties")
    layers = declared.get("/OCGs") if isinstance(declared, pikepdf.Dictionary) else None
    usual = declared.get("/D") if isinstance(declared, pikepdf.Dictionary) else None
    for layer in layers.as_list() if isinstance(layers, pikepdf.Array) else []:
        if isinstance(layer, pikepdf.Dictionary):
            yield from _change(layer, _is_on(layer, usual))


def _change(layer: Any, shown: bool) -> Iterator[str]:
    printed = _said(layer, "/Print", "/PrintState")
    shown = _said(layer, "/View", "/ViewState", shown) is not False
    if printed is not None and printed is not shown:
        told = "printed and not shown" if printed else "shown and not printed"
        yield f'has a layer, "{str(layer.get("/Name", ""))[:_LONGEST]}", that is {told}'


def _is_on(layer: Any, usual: Any) -> bool:
    """Whether a layer is shown when nothing else is said."""
    if not isinstance(usual, pikepdf.Dictionary):
        return True
    if _lists(usual.get("/OFF"), layer):
        return False
    return usual.get("/BaseState") != "/OFF" or _lists(usual.get("/ON"), layer)


def _lists(layers: Any, layer: Any) -> bool:
    each: list[Any] = [*layers.as_list()] if isinstance(layers, pikepdf.Array) else []
    return any(getattr(one, "objgen", None) == layer.objgen for one in each)


def _said(layer: Any, use: str, state: str, usual: bool | None = None) -> bool | None:
    """What a layer says of its state for this use."""
    uses = layer.get("/Usage")
    said = uses.get(use) if isinstance(uses, pikepdf.Dictionary) else None
    value = said.get(state) if isinstance(said, pikepdf.Dictionary) else None
    return usual if value not in ("/ON", "/OFF") else value == "/ON"

"""The `cut` of templates: woodcut drawing, or the same without a line drawn where faces are only measured.

Texts are measured and art is not, though it takes most of the time of a rich face. What a template reckons
with, where an icon stands and how large it is, is told in both cases.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

__all__ = ["Carving", "Uncarved"]

Tool = Callable[..., Any]

_RECKONED_WITH = ("Cut", "extent", "stand")


class Carving:
    """The tools of `cardtool.render.woodcut`, imported by the first template that carves."""

    def __getattr__(self, name: str) -> Tool:
        return _tool(name)


class Uncarved:
    """The same tools: they take the same and refuse the same, and answer with nothing to print."""

    def __getattr__(self, name: str) -> Tool:
        return _tool(name) if name in _RECKONED_WITH else _blunt(name)


def _tool(name: str) -> Tool:
    from cardtool.render import woodcut

    if name not in woodcut.__all__:
        raise AttributeError(name)
    tool: Tool = getattr(woodcut, name)
    return tool


@cache
def _blunt(name: str) -> Tool:
    """A tool that draws nothing.

    It raises TypeError when it is not asked as it must be, KeyError for a drawing nobody has made.
    """
    tool = _tool(name)
    asked, drawings, nothing = inspect.signature(tool), _drawings(name), _nothing(tool)

    @cache
    def judge(count: int, names: tuple[str, ...]) -> None:
        asked.bind(*range(count), **dict.fromkeys(names))

    def blunt(*wishes: Any, **named: Any) -> Any:
        judge(len(wishes), tuple(named))
        if drawings is not None:
            drawings[wishes[0] if wishes else named["name"]]
        return nothing

    return blunt


def _drawings(name: str) -> Mapping[str, Any] | None:
    """The drawings that can be asked for by name; None where a tool makes but one."""
    from cardtool.render.woodcut.grounds import GROUNDS
    from cardtool.render.woodcut.skies import SKIES
    from cardtool.render.woodcut.weather import WEATHERS

    named: dict[str, Mapping[str, Any]] = {"ground": GROUNDS, "sky": SKIES, "weather": WEATHERS}
    return named.get(name)


def _nothing(tool: Tool) -> Any:
    """An answer of the tool's own kind, without a line in it."""
    from cardtool.render.woodcut.grounds import Ground
    from cardtool.render.woodcut.parting import Parted

    answers = {"str": "", "list[Cut]": (), "float": 0.0, "Ground": Ground([], []), "Parted": Parted((), "")}
    return answers[tool.__annotations__["return"]]

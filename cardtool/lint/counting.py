"""How rules speak of numbers of cards."""

from __future__ import annotations

from cardtool.model import Kind

__all__ = ["copies", "of_kind", "remedy"]


def copies(number: int) -> str:
    """`1 copy`, `2 copies`."""
    return f"{number} {'copy' if number == 1 else 'copies'}"


def of_kind(number: int, kind: Kind) -> str:
    """`1 Hero`, `5 Heroes`."""
    return f"{number} {kind.title if number == 1 else kind.plural}"


def remedy(declared: int, found: int) -> str:
    """What to do when the cards found are not as many as declared."""
    change = f"add {copies(declared - found)}" if found < declared else f"remove {copies(found - declared)}"
    return f"{change}, or change the count to {found}"

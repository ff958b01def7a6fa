"""What changed between two versions of a game, as a designer reads it. Takes plain data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardtool.report.clean import as_ascii, clean, line

__all__ = ["account_as_json", "account_as_text"]

Account = Mapping[str, Any]


def account_as_json(account: Account, game: str, revisions: tuple[str, str], version: str) -> str:
    """The account for programs; `version` is cardtool's. Ends with a line break."""
    old, new = revisions
    document = {"tool": "cardtool", "version": version, "game": game, "from": old, "to": new, **account}
    return as_ascii(document)


def account_as_text(account: Account, game: str, revisions: tuple[str, str]) -> str:
    """The account for people: what came, what went, what is different, old → new. Ends with a line break."""
    old, new = account["versions"]["old"], account["versions"]["new"]
    title = f"{game}, {revisions[0]} → {revisions[1]}"
    rows = [f"{title} (version {old} → {new})" if old != new else f"{title} (version {new})"]
    rows += [row for part in _parts(account) for row in part]
    if len(rows) == 1:
        rows.append("nothing that a player would notice changed")
    if account["unread"]:
        rows += ["", f"left out, for it cannot be read: {', '.join(account['unread'])}"]
    return "".join(f"{line(clean(row))}\n" for row in rows)


def _parts(account: Account) -> Iterator[list[str]]:
    for title in ("added", "removed"):
        if account[title]:
            yield ["", title, *(f"  {_card(card)}" for card in account[title])]
    if account["changed"]:
        yield ["", "changed", *(row for card in account["changed"] for row in _changed(card))]
    if account["renamed"]:
        yield ["", "renamed", *(f"  {each['what']} {_arrow(each)}" for each in account["renamed"])]
    if account["numbers"]:
        numbers = [f"  {each['name']} ({each['means']}): {_arrow(each)}" for each in account["numbers"]]
        yield ["", "numbers of the rules", *numbers]


def _changed(card: Account) -> list[str]:
    return [f"  {_card(card)}", *(row for change in card["changes"] for row in _field(change))]


def _field(change: Account) -> list[str]:
    """One line where both values are short, else one for each."""
    old, new = _shown(change["old"]), _shown(change["new"])
    if len(old) + len(new) < 60:
        return [f"      {change['field']}: {old} → {new}"]
    return [f"      {change['field']}:", f"        {old}", f"      → {new}"]


def _card(card: Account) -> str:
    copies = f", {card['copies']} copies" if card["copies"] > 1 else ""
    return f"{card['name']} ({card['id']}, {card['kind']}{copies})"


def _arrow(change: Account) -> str:
    return f"{change['old']} → {change['new']}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, (Mapping, Sequence)) and not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value)

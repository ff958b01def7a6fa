"""The order file of mpc-autofill, which fills in the form of MakePlayingCards.

Its elements are those that its desktop tool reads (github.com/chilli-axe/mpc-autofill,
desktop-tool/src/order.py and tests/test_order.xml, seen 2026-11). Slots count from 0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cardtool.model import CardFaces, Shop

__all__ = ["order_file", "slots_of"]

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, 2.2


def order_file(
    cards: Sequence[CardFaces], fronts: Mapping[str, str], backs: Mapping[str, str], folder: str, shop: Shop
) -> bytes:
    """The order: which picture goes into which slots.

    `fronts` and `backs` say, by a card's id, which file of the folder it wears; a card that is not in
    `backs` gets the common back, the one that most cards wear.
    """
    slots = slots_of(cards)
    quantity = sum(each.card.copies for each in cards)
    order = Element("order")
    _details(SubElement(order, "details"), quantity, shop)
    faces = SubElement(order, "fronts")
    for each in cards:
        file = fronts[each.card.id]
        _card(faces, folder, file, slots[each.card.id], each.card.name)
    common = _commonest(cards, backs)
    _others(order, cards, backs, common, folder, slots)
    if common:
        SubElement(order, "cardback").text = _path(folder, common)
    indent(order, "    ")
    text: bytes = tostring(order, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def slots_of(cards: Sequence[CardFaces]) -> dict[str, tuple[int, ...]]:
    """The places of the order that each card takes, by its id: one a copy, one card after another."""
    slots, first = {}, 0
    for each in cards:
        slots[each.card.id] = tuple(range(first, first + each.card.copies))
        first += each.card.copies
    return slots


def _details(details: Element, quantity: int, shop: Shop) -> None:
    SubElement(details, "quantity").text = str(quantity)
    SubElement(details, "bracket").text = str(shop.limits.bracket(quantity))
    SubElement(details, "stock").text = shop.stock
    SubElement(details, "foil").text = "false"


def _others(
    order: Element,
    cards: Sequence[CardFaces],
    backs: Mapping[str, str],
    common: str,
    folder: str,
    slots: Mapping[str, tuple[int, ...]],
) -> None:
    """The backs that are not the common one, each with all of its slots."""
    wearing: dict[str, list[int]] = {}
    for each in cards:
        file = backs.get(each.card.id, common)
        if file != common:
            wearing.setdefault(file, []).extend(slots[each.card.id])
    if wearing:
        element = SubElement(order, "backs")
        for file, places in wearing.items():
            _card(element, folder, file, places, "")


def _card(into: Element, folder: str, file: str, slots: Sequence[int], name: str) -> None:
    card = SubElement(into, "card")
    SubElement(card, "id").text = _path(folder, file)
    SubElement(card, "sourceType").text = "Local File"
    SubElement(card, "slots").text = ",".join(map(str, slots))
    SubElement(card, "name").text = PurePath(file).name
    SubElement(card, "query").text = _NOT_IN_XML.sub("", name)


def _commonest(cards: Sequence[CardFaces], backs: Mapping[str, str]) -> str:
    worn: Counter[str] = Counter()
    for each in cards:
        if each.card.id in backs:
            worn[backs[each.card.id]] += each.card.copies
    return worn.most_common(1)[0][0] if worn else ""


def _path(folder: str, file: str) -> str:
    return _NOT_IN_XML.sub("", str(PurePath(folder, file)))

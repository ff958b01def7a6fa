"""Pictures to upload to a print shop: a file a face, an order where a program reads one, a checklist.

The order is that of mpc-autofill, which fills in the form of MakePlayingCards. Its elements are those that
its desktop tool reads (github.com/chilli-axe/mpc-autofill, desktop-tool/src/order.py and
tests/test_order.xml, seen 2026-11). Slots count from 0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cardtool.export import ExportInputs, Files
from cardtool.export.face_pictures import framed_pngs, picture_names, representative_faces
from cardtool.export.face_raster import PictureFrame, face_frames
from cardtool.export.shops import (
    CHECKLIST_NAME,
    OrderPart,
    PrintRun,
    checklist_file,
    copies_sentence,
    kinds_by_value,
    number_ranges,
    print_runs,
    stretch_notes,
)
from cardtool.model import CardFaces, Face, OrderFile, Shop
from cardtool.wording import counted

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, 2.2


def shop_picture_files(inputs: ExportInputs) -> Files:
    """Yield the pictures by their names in the folder; where sizes differ, each has its own folder."""
    shop, asked, folder = inputs.the_shop(), inputs.options.trimmed, str(inputs.folder.resolve())
    trimmed = shop.trimmed if asked is None else asked
    runs = print_runs(inputs.game, shop)
    parts: list[OrderPart] = []
    doubts: list[str] = []
    for run in runs:
        cards = run.cards_of(inputs.cards)
        frames = face_frames(run.kinds, cards, run.shop_card, inputs.dpi, shop.dpi[0], trimmed=trimmed)
        inside = f"{run.name}/" if len(runs) > 1 else ""
        pictured_as = representative_faces(inputs.pages, frames)
        names = picture_names(inputs.game, pictured_as.values())
        files = {face: f"{inside}{by.side}s/{names[by]}.png" for face, by in pictured_as.items()}
        own = {face: frames[face] for face in dict.fromkeys(pictured_as.values())}
        for face, content in framed_pngs(inputs.pages, own, dpi=inputs.dpi):
            yield files[face], content
        if shop.order is OrderFile.MPC_AUTOFILL:
            yield f"{inside}order.xml", _order_file(cards, files, folder, shop)
        title = run.shop_card.title if run.shop_card and len(runs) > 1 else ""
        edge = "cut to the trim" if trimmed else "with their bleed"
        facts = (*_facts(run, cards, files, frames, edge), f"PNG, RGB, {inputs.dpi} dpi.")
        facts += tuple(_terms(run, cards, files, shop))
        parts.append(_order_part(title, facts, cards, files, shop))
        doubts += stretch_notes(run, bleed=not trimmed)
    doubts.append("The shop turns RGB into its inks: print is duller than a screen. Order one copy first.")
    yield CHECKLIST_NAME, checklist_file(inputs.game, shop, parts, doubts)


def _order_part(
    title: str, facts: tuple[str, ...], cards: Sequence[CardFaces], files: Mapping[Face, str], shop: Shop
) -> OrderPart:
    """Return what to order, and which file goes where."""
    slots = _order_slots(cards) if shop.order else {}
    head = ("Card", "Copies", *(("Slots",) if slots else ()), "Front", "Back")
    rows = []
    for each in cards:
        places = (number_ranges(slots[each.key]),) if slots else ()
        back = files[each.back] if each.back else "none"
        rows.append((each.title, each.copies, *places, files[each.front], back))
    return OrderPart(title, facts, head, tuple(rows))


def _facts(
    run: PrintRun,
    cards: Sequence[CardFaces],
    files: Mapping[Face, str],
    frames: Mapping[Face, PictureFrame],
    edge: str,
) -> Iterator[str]:
    fronts = {files[each.front] for each in cards}
    backs = {files[each.back] for each in cards if each.back}
    pictures = f"{counted(len(fronts), 'picture')} of fronts, {counted(len(backs), 'picture')} of backs"
    yield f"{copies_sentence(cards)}: {pictures}."
    if run.shop_card is not None:
        yield str(run.shop_card)
        return
    pixels = {(face.kind, face.cut): frame.pixels for face, frame in frames.items()}
    kinds = [kind for kind in run.kinds if kind.key in pixels]
    sizes = list(kinds_by_value(kinds, lambda kind: pixels[kind.key]))
    texts = (f"{names}: {size}" if len(sizes) > 1 else str(size) for size, names in sizes)
    yield f"Pictures {edge}: {'; '.join(texts)}."


def _terms(run: PrintRun, cards: Sequence[CardFaces], files: Mapping[Face, str], shop: Shop) -> Iterator[str]:
    limits, count = shop.limits, sum(each.copies for each in cards)
    if limits.cards:
        yield f"An order holds at most {limits.cards} cards; this one is {count}."
    if limits.brackets:
        bracket = limits.bracket(count)
        yield f"Sold as {bracket} cards: {counted(bracket - count, 'place')} to spare."
    backs = {files[each.back] for each in cards if each.back}
    is_deck = run.shop_card is not None and not run.shop_card.forms
    if len(backs) > 1 and is_deck and not shop.order:
        yield f"{len(backs)} different backs: order a deck for each, or give each card its own back."
    if shop.stock:
        yield f"Card stock: {shop.stock}."
    if shop.order:
        yield "order.xml is for mpc-autofill. It names this folder on this computer: do not move it."


def _order_file(cards: Sequence[CardFaces], files: Mapping[Face, str], folder: str, shop: Shop) -> bytes:
    """Return the order: which picture goes into which slots.

    `files` says which file of the folder shows a face; a card without a back gets the common back, the one
    that most cards have.
    """
    slots = _order_slots(cards)
    quantity = sum(each.copies for each in cards)
    order = Element("order")
    _add_details(SubElement(order, "details"), quantity, shop)
    faces = SubElement(order, "fronts")
    for each in cards:
        _add_card(faces, folder, files[each.front], slots[each.key], each.title)
    common = _commonest_back(cards, files)
    _add_other_backs(order, cards, files, common, folder, slots)
    if common:
        SubElement(order, "cardback").text = _picture_path(folder, common)
    indent(order, "    ")
    text: bytes = tostring(order, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


_Slots = dict[tuple[str, int], tuple[int, ...]]


def _order_slots(cards: Sequence[CardFaces]) -> _Slots:
    """Return the places of the order that each card takes, by its key: one a copy, one card after another."""
    slots, first = _Slots(), 0
    for each in cards:
        slots[each.key] = tuple(range(first, first + each.copies))
        first += each.copies
    return slots


def _add_details(details: Element, quantity: int, shop: Shop) -> None:
    SubElement(details, "quantity").text = str(quantity)
    SubElement(details, "bracket").text = str(shop.limits.bracket(quantity))
    SubElement(details, "stock").text = shop.stock
    SubElement(details, "foil").text = "false"


def _add_other_backs(
    order: Element,
    cards: Sequence[CardFaces],
    files: Mapping[Face, str],
    common: str,
    folder: str,
    slots: _Slots,
) -> None:
    by_back: dict[str, list[int]] = {}
    for each in cards:
        file = files[each.back] if each.back else common
        if file != common:
            by_back.setdefault(file, []).extend(slots[each.key])
    if by_back:
        element = SubElement(order, "backs")
        for file, places in by_back.items():
            _add_card(element, folder, file, places, "")


def _add_card(into: Element, folder: str, file: str, slots: Sequence[int], name: str) -> None:
    card = SubElement(into, "card")
    SubElement(card, "id").text = _picture_path(folder, file)
    SubElement(card, "sourceType").text = "Local File"
    SubElement(card, "slots").text = ",".join(map(str, slots))
    SubElement(card, "name").text = PurePath(file).name
    SubElement(card, "query").text = _NOT_IN_XML.sub("", name)


def _commonest_back(cards: Sequence[CardFaces], files: Mapping[Face, str]) -> str:
    copies_of: Counter[str] = Counter()
    for each in cards:
        if each.back:
            copies_of[files[each.back]] += each.copies
    return copies_of.most_common(1)[0][0] if copies_of else ""


def _picture_path(folder: str, file: str) -> str:
    return _NOT_IN_XML.sub("", str(PurePath(folder, file)))

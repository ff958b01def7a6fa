"""A game as a folder for the web: every card as a picture and as text, with search, and no server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from cardtool.export import ExportInputs, Files
from cardtool.export.csv_json import without_markup
from cardtool.export.face_pictures import picture_names, web_pictures
from cardtool.markup import typographic_text
from cardtool.model import SET_FIELD, CardFaces, Face, Game
from cardtool.preview import Gallery, GalleryCard, gallery_page

_TOLD_ANYWAY = frozenset({"id", "name", "copies", SET_FIELD})


def gallery_files(inputs: ExportInputs) -> Files:
    """Yield the page, which links to the PDFs that lie beside it, and its pictures."""
    names = {face: f"{name}.webp" for face, name in picture_names(inputs.game, inputs.pages.pages).items()}
    yield "index.html", gallery_page(_gallery(inputs, names))
    for face, content in web_pictures(inputs.pages, inputs.game, inputs.dpi):
        yield f"pictures/{names[face]}", content


def _gallery(inputs: ExportInputs, names: Mapping[Face, str]) -> Gallery:
    game = inputs.game
    return Gallery(
        title=game.title,
        version=game.version,
        language=game.language,
        sets=tuple((each.id, each.title) for each in game.sets),
        files=tuple(sorted(file.name for file in Path(inputs.folder).glob("*.pdf") if file.is_file())),
        cards=tuple(_gallery_card(game, each, names) for each in inputs.cards),
    )


def _gallery_card(game: Game, each: CardFaces, names: Mapping[Face, str]) -> GalleryCard:
    card, kind = each.card, each.kind
    fields = [item for item in card.fields.items() if item[0] not in card.roles.unread]
    words = {key: str if key in card.roles.literal else without_markup for key, _ in fields}
    texts = tuple(text for key, said in fields for text in _texts("", {key: said}, words[key]))
    return GalleryCard(
        key="/".join((kind.id, card.id, *([str(each.copy)] if each.copy else ()))),
        id=card.id,
        name=typographic_text(card.name, game.language),
        kind=kind.id,
        kind_title=kind.plural,
        set=card.value(SET_FIELD),
        copies=each.copies,
        front=names[each.front],
        back=names[each.back] if each.back else "",
        width=kind.size.width,
        height=kind.size.height,
        text=" ".join(text for _, text in texts),
        texts=texts,
    )


def _texts(label: str, value: object, words: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield the words of every text and number in fields of a record, with what it is called there."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if label or key not in _TOLD_ANYWAY:
                yield from _texts(f"{label}, {key}" if label else str(key), inner, words)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _texts(label, inner, words)
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield label.replace("_", " "), words(str(value))

"""Icons as inline SVG, and pictures cropped to a box."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote

from markupsafe import Markup

from cardtool.errors import TemplateError
from cardtool.project import did_you_mean
from cardtool.render.svg import Icon, IconLayer

_COLOURS = ("text", "own")


_FOCUS = re.compile(r"\d{1,3}(?:\.\d+)?% \d{1,3}(?:\.\d+)?%")


def picture_html(picture: str | Mapping[str, str], width: float, height: float, cls: str = "") -> Markup:
    """Return a picture of art/ that fills a box of this size in mm, and is cropped where it is larger.

    `picture` is a file, or a `file` and the `focus` that stays in sight, as a record has it.
    Raises: TemplateError.
    """
    told = picture if isinstance(picture, Mapping) else {"file": picture}
    file, focus = told.get("file"), told.get("focus", "")
    if not isinstance(file, str) or not file or (focus and not _FOCUS.fullmatch(str(focus))):
        raise TemplateError('picture: neither a file of art/ nor {file: …, focus: "50% 20%"}')
    size = f"width:{float(width):g}mm;height:{float(height):g}mm"
    look = f"{size};object-fit:cover;object-position:{focus or '50% 50%'}"
    drawn = Markup('<img class="{}" alt="" src="art/{}" style="{}">')
    return drawn.format(f"picture {cls}".strip(), quote(file), look)


def icon_html(icon: Icon, name: str, cls: str, colours: str) -> Markup:
    """Return an icon of this name as an `<svg>` of this class, in the colour of the text or its own.

    Raises: TemplateError.
    """
    if colours not in _COLOURS:
        raise TemplateError(
            f'icon: colours="{colours}" is not "text" or "own"{did_you_mean(colours, _COLOURS)}'
        )
    if colours == "own" and icon.why_plain:
        raise TemplateError(f"{icon.why_plain}; draw it in the colour of the text, or as a picture of art/")
    layers = icon.coloured if colours == "own" else icon.layers
    drawn = Markup('<svg class="{}" viewBox="{}"><title>{}</title>{}</svg>')
    return drawn.format(f"icon {cls}".strip(), icon.view_box, name, Markup("").join(map(_layer_html, layers)))


def _layer_html(layer: IconLayer) -> Markup:
    colour = Markup(' fill="{}"').format(layer.colour) if layer.colour else ""
    opacity = Markup(' fill-opacity="{:g}"').format(layer.opacity) if layer.opacity < 1 else ""
    return Markup('<path{}{} d="{}"/>').format(colour, opacity, layer.path)

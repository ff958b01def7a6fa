"""An icon as inline SVG."""

from __future__ import annotations

from markupsafe import Markup

from cardtool.errors import TemplateError
from cardtool.project import did_you_mean
from cardtool.render.svg import Icon, IconLayer

_COLOURS = ("text", "own")


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

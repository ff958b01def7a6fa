"""Icons, as drawing programs save them: each becomes a few paths that both engines draw alike, or is refused
by name. Pictures in SVG are not read here; engines draw them as they are."""

from cardtool.render.svg.elements import read_paint
from cardtool.render.svg.icons import Icon, IconLayer, read_icon

__all__ = ["Icon", "IconLayer", "read_icon", "read_paint"]

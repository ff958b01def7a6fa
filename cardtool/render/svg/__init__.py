"""Icons, as drawing programs save them: each becomes a few paths that both engines draw alike, or is refused
by name. Pictures in SVG are not read here; engines draw them as they are."""

from cardtool.render.svg.icon_reader import read_icon
from cardtool.render.svg.layers import Icon, IconLayer
from cardtool.render.svg.paint import read_paint

__all__ = ["Icon", "IconLayer", "read_icon", "read_paint"]

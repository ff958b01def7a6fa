"""Templates filled in, text boxes measured. The only room that knows Jinja2."""

from cardtool.render.html.boxes import Measure, all_fit
from cardtool.render.html.templates import Fragment, Templates

__all__ = ["Fragment", "Measure", "Templates", "all_fit"]

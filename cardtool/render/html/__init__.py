"""Templates filled in, text boxes measured. The only room that knows Jinja2."""

from cardtool.render.html.judging import settle
from cardtool.render.html.templates import Fragment, Templates
from cardtool.render.html.textbox import Measure, TextBox

__all__ = ["Fragment", "Measure", "Templates", "TextBox", "settle"]

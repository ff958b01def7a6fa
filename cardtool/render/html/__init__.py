"""Templates filled in and text boxes measured, with Jinja2; icons read from SVG. Nothing is drawn here."""

from __future__ import annotations

from cardtool.render.html.fit import Measure, TextBox, fit_all
from cardtool.render.html.templates import Fragment, Templates, game_templates

__all__ = ["Fragment", "Measure", "Templates", "TextBox", "fit_all", "game_templates"]

"""Templates filled in and text boxes measured, with Jinja2. Nothing is drawn here."""

from __future__ import annotations

from cardtool.render.html.templates import Fragment, Templates, game_templates
from cardtool.render.html.text_box import Measure, TextBox, fit_all

__all__ = ["Fragment", "Measure", "Templates", "TextBox", "fit_all", "game_templates"]

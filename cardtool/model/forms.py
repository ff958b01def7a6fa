"""The forms of components, and how each gets onto paper. A new form is one row here.

A form has nothing else of its own: every form has the same rights in templates, rules and exports.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class ComponentForm:
    """A form of component: cards, mats.

    `prints` is how a kind of game.yaml asks for it. With `shares_sheets` many go to a sheet; else each has
    paper of its own, tiled where it is larger than the paper. `fit_report` is the file that says how its
    texts came to fit.
    """

    prints: str
    shares_sheets: bool
    fit_report: str


CARD = ComponentForm("sheets", shares_sheets=True, fit_report="fit-report.json")
MAT = ComponentForm("mats", shares_sheets=False, fit_report="fit-report-mats.json")

FORMS: Mapping[str, ComponentForm] = MappingProxyType({form.prints: form for form in (CARD, MAT)})
"""Every form by what game.yaml says under `prints`."""


def forms_on_sheets() -> tuple[ComponentForm, ...]:
    """Return the forms of which many go to a sheet."""
    return tuple(form for form in FORMS.values() if form.shares_sheets)


def forms_on_own_paper() -> tuple[ComponentForm, ...]:
    """Return the forms that each have paper of their own."""
    return tuple(form for form in FORMS.values() if not form.shares_sheets)

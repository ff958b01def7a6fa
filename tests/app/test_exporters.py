"""What can be exported: a row an output, which the command line, its help and the pages go by."""

from __future__ import annotations

from importlib import import_module

import pytest

from cardtool.app.exporters import EXPORTERS, SHOP_EXPORTERS, Exporter, takers
from cardtool.model import OutputKind
from cardtool.project import TOOLKIT

ROWS = (*EXPORTERS.values(), *SHOP_EXPORTERS.values())


@pytest.mark.parametrize("exporter", ROWS, ids=lambda each: each.title)
def test_every_output_has_the_function_it_names(exporter: Exporter) -> None:
    module, _, function = exporter.function.partition(":")
    assert callable(getattr(import_module(module), function))


def test_whatever_a_shop_may_ask_for_can_be_made() -> None:
    assert set(SHOP_EXPORTERS) == set(OutputKind)


def test_the_readme_names_every_output() -> None:
    assert f"cardtool export  [GAME] {'|'.join(EXPORTERS)} " in (TOOLKIT / "README.md").read_text()


def test_an_option_is_told_with_who_takes_it() -> None:
    assert takers("theme") == "png, contact, gallery and press"
    assert takers("dpi") == "png, contact, gallery, press and printers"
    assert takers("icc") == "press and printers that take a PDF"

"""The program that knows misspellings is started by tests of spelling only, for starting takes time."""

from __future__ import annotations

import pytest

from cardtool.lint.language import spelling


@pytest.fixture(autouse=True)
def _no_spelling_elsewhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "spelling" not in request.node.name:
        monkeypatch.setattr(spelling, "spelling_program", lambda: None)
    elif spelling.spelling_program() is None:
        pytest.skip("typos is not installed")

"""What all tests share: nothing is kept in the home of whoever runs them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from cardtool.project import CACHE


@pytest.fixture(scope="session", autouse=True)
def nothing_is_kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Templates compiled by tests go where their files go."""
    before = os.environ.get(CACHE)
    os.environ[CACHE] = str(tmp_path_factory.mktemp("kept"))
    yield
    if before is None:
        del os.environ[CACHE]
    else:
        os.environ[CACHE] = before

"""What is put aside is read again as it was, from memory or from the disk, and leaves nothing behind."""

from __future__ import annotations

import errno
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool import spool as spool_module
from cardtool.errors import ProjectError
from cardtool.spool import Spool, content_bytes, content_chunks, content_length


@given(st.lists(st.binary(max_size=40)), st.integers(0, 60))
def test_contents_come_back_as_they_were(contents: list[bytes], in_memory: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spool_module, "_IN_MEMORY", in_memory)
        patch.setattr(spool_module, "_CHUNK", 16)
        spool = Spool()
        kept = [spool.add(content) for content in contents]
        for content, each in zip(contents, kept, strict=True):
            assert content_bytes(each) == content
            assert b"".join(content_chunks(each)) == content
            assert content_length(each) == len(content)


def test_several_threads_add_and_read_at_once() -> None:
    spool = Spool()
    with ThreadPoolExecutor(4) as pool:
        kept = list(pool.map(lambda number: spool.add(bytes([number]) * number), range(200)))
        assert list(pool.map(content_bytes, kept)) == [bytes([number]) * number for number in range(200)]


def test_nothing_of_it_is_to_be_seen_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool_module, "_IN_MEMORY", 1)
    spool = Spool(tmp_path)
    kept = spool.add(b"much")
    del spool
    assert content_bytes(kept) == b"much"
    del kept
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_is_told(tmp_path: Path) -> None:
    def write(out: BinaryIO) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(ProjectError, match=rf"^cannot write to {tmp_path}: No space left on device"):
        Spool(tmp_path).write(write)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_disk_that_is_full_is_told_before_anybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(folder: Path | None) -> BinaryIO:
        return open("/dev/full", "r+b", buffering=8192)

    monkeypatch.setattr(spool_module, "_passing_file", full)
    with pytest.raises(ProjectError, match="No space left on device"):
        Spool().add(b"a little")

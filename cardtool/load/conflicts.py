"""Finds the marks that git leaves in a file when two people changed the same lines."""

from __future__ import annotations

import re

from cardtool.load.stop import Stop, Told, told

__all__ = ["conflict"]

# Seven of a sort where the line begins: gitattributes(5), "conflict-marker-size".
_MARK = re.compile(r"^(?:<{7} .*|\|{7}(?: .*)?|={7}|>{7} .*)$", re.MULTILINE)


def conflict(stop: Stop) -> Told | None:
    """The first of git's marks, wherever libyaml gave up because of them."""
    mark = _MARK.search(stop.text)
    if mark is None:
        return None
    message = "git marked a conflict here: two versions of these lines stand one after the other"
    fix = "keep one version, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"
    return told((stop.text.count("\n", 0, mark.start()), 0), message, fix)

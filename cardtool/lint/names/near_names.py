"""Which name was meant by words that are nearly one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from cardtool.lint.core.matching import NameMatch, Word, is_within_distance, single_deletions, word_keys


def words_and_rests(words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each word of a name, and the name with a gap in its place."""
    for at, word in enumerate(words):
        yield word, (*words[:at], "", *words[at + 1 :])


_LONGEST = 6  # words of a name
_SHORT, _LONG = 4, 7  # letters from which a word may be one slip off, and two
_SINGLE = 7  # letters of a name that is one word


class NearNames:
    """Names, and where a text has all of one but a slip in one of its words."""

    def __init__(self, names: Collection[str], known: Collection[str]) -> None:
        """Take the names to look for; `known` are names and terms whose words are no slips."""
        self._by_rest: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
        keys = {name: word_keys(name) for name in sorted(names)}
        self._vocabulary = set(chain(*keys.values(), *map(word_keys, set(known) - keys.keys())))
        for name, its_keys in keys.items():
            for key, rest in _rests(its_keys):
                self._by_rest[rest].append((key, name))
        self._lengths = sorted(set(map(len, self._by_rest)), reverse=True)

    def guesses(self, text: str, words: Sequence[Word]) -> Iterator[NameMatch]:
        """Yield every place where exactly one name is nearly there, and its first word has a capital."""
        strange = [row for row, word in enumerate(words) if word.key not in self._vocabulary]
        rows = range(strange[-1] + 1) if strange else ()
        for first in (row for row in rows if text[words[row].start].isupper()):
            at = bisect_left(strange, first)  # the next strange one, behind which no other may follow
            least, most = strange[at] - first + 1, (*strange[at + 1 : at + 2], len(words))[0] - first
            for length in self._lengths:
                if length < least:
                    break
                window = words[first : first + length]
                name = self._near_name([each.key for each in window]) if length <= most else None
                if name and _is_in_one_piece(text, window):
                    yield NameMatch(window[0].start, window[-1].end, name)
                    break

    def _near_name(self, keys: Sequence[str]) -> str | None:
        rests = _rests(keys, self._vocabulary)
        alike = ((key, *near) for key, rest in rests for near in self._by_rest.get(rest, ()))
        names = {name for key, right, name in alike if _is_slip(key, right, is_alone=len(keys) == 1)}
        return names.pop() if len(names) == 1 else None


def _rests(keys: Sequence[str], known: Collection[str] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each word in which a slip may be, with what else there is: of a single word, all but a letter."""
    if len(keys) == 1 and len(keys[0]) >= _SINGLE and keys[0] not in known:
        yield from ((keys[0], (rest,)) for rest in single_deletions(keys[0]))
    elif 1 < len(keys) <= _LONGEST:
        every = words_and_rests(keys)
        yield from ((key, rest) for key, rest in every if len(key) >= _SHORT and key not in known)


@lru_cache(maxsize=1 << 16)  # thousands of names may share a word, which thousands of texts have, too
def _is_slip(key: str, right: str, *, is_alone: bool) -> bool:
    is_plural = right.endswith("s") and key == f"{right}e"  # two Locuses of a Locus
    if is_plural or (is_alone and (right[0] != key[0] or _is_inflected(key, right))):
        return False
    return is_within_distance(key, right, 2 if not is_alone and min(len(key), len(right)) >= _LONG else 1)


def _is_inflected(word: str, right: str) -> bool:
    """Return whether one is a form of the other: Replaced beside Replace, Adventures beside Adventurer."""
    stems = {re.sub(r"(?:e?d|e?r|e?s|ing|ly|n)$", "", each).rstrip("e") for each in (word, right)}
    return len(stems) == 1


def _is_in_one_piece(text: str, words: Sequence[Word]) -> bool:
    return all(text[word.end : after.start].strip() in ("", "-", ",") for word, after in pairwise(words))

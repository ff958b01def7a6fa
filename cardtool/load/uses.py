"""Which assets something of a game names: its records, rules and rulebook, its templates and stylesheets.

Texts are searched for names; nothing is filled in. A picture counts where its file name stands somewhere,
or, in a game whose templates put names of pictures together, where its name without the suffix does. An
icon counts where its name does, be it in a sentence: who is named once too often is not wronged. A font
counts where its family is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cardtool.load.assets import CREDITS
from cardtool.load.read import read_text
from cardtool.project import Project

__all__ = ["Names", "names_of"]

_WORD = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_PUT_TOGETHER = re.compile(r"art/[^\"'()\s]{0,200}\{\{")  # a path
_FONTS = (".ttf", ".otf")
_TEXTS = (".yaml", ".yml", ".md", ".html", ".css")


@dataclass(frozen=True, slots=True)
class Names:
    """All that the texts of a game say, ready to be searched."""

    text: str
    words: frozenset[str]

    @classmethod
    def in_texts(cls, texts: Iterable[str]) -> Names:
        """The names in these texts."""
        text = "\n".join(texts)
        return cls(text, frozenset(_WORD.findall(text)))

    def hold(self, file: str) -> bool:
        """Whether an asset is named; `file` is its path from the project's root."""
        path = PurePosixPath(file)
        if path.suffix in _FONTS:
            return _squeezed(path.stem.partition("-")[0]) in _squeezed(self.text)
        if path.parent.name == "icons":
            return path.stem in self.words
        return path.name in self.text or (bool(_PUT_TOGETHER.search(self.text)) and self._begins(path.stem))

    def _begins(self, stem: str) -> bool:
        """Whether this is a word of the texts, or one with something behind it: goat, goat-front."""
        parts = re.split(r"(?=[-_])", stem)
        return any("".join(parts[:count]) in self.words for count in range(1, len(parts) + 1))


def names_of(project: Project, game: str) -> Names:
    """The names in the files of a game. What cannot be read is left to whoever has to use it."""
    read = (read_text(project, path)[0] for path in _files(project, game))
    return Names.in_texts(text for text in read if text is not None)


def _files(project: Project, game: str) -> Iterator[Path]:
    for folder in (project.cards(game), *project.template_folders(game)):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _TEXTS and path.name != CREDITS and path.is_file():
                yield path


def _squeezed(text: str) -> str:
    return re.sub(r"[\s\"']", "", text).casefold()

"""Whether data has the shape a schema wants. Quick for what is right, wordy for what is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jsonschema_rs

from cardtool.finding import Finding
from cardtool.load.document import Document
from cardtool.load.formats import Format
from cardtool.load.patterns import engine
from cardtool.load.rules import SCHEMA
from cardtool.load.schemas import Schemas
from cardtool.load.words import short

__all__ = ["Shape", "shape"]


@dataclass(frozen=True, slots=True)
class Shape:
    """A schema made ready; nothing is looked up or fetched when it is used."""

    schema: Any
    formats: Mapping[str, Format]
    screen: jsonschema_rs.Draft202012Validator

    def fits(self, value: Any) -> bool:
        """Whether this value has the shape."""
        return self.screen.is_valid(value)

    def findings(self, document: Document, path: Sequence[str | int] = ()) -> list[Finding]:
        """What is wrong with the value at this path of the document.

        Where the reader has already found fault with a value, its shape is not judged.
        """
        value = document.value(path)
        if self.fits(value):
            return []
        from cardtool.load.explain import explain  # jsonschema takes 0.1 s to import

        found = explain(self.schema, self.formats, document, tuple(path))
        found = found or list(self._unexplained(document, path))
        read_badly = {finding.source for finding in document.findings}
        return [finding for finding in found if finding.source not in read_badly]

    def _unexplained(self, document: Document, path: Sequence[str | int]) -> Iterator[Finding]:
        """What only the screen refuses: mostly keys that belong to a branch of the schema not taken."""
        for error in self.screen.iter_errors(document.value(path)):
            inside = (*path, *error.instance_path)
            for key in getattr(error.kind, "unexpected", ()):
                message = f"{short(key)} has no place beside the other keys"
                yield SCHEMA.found(document.at_key(inside, key), message)
            if not hasattr(error.kind, "unexpected"):
                yield SCHEMA.found(document.at(inside), error.message)


def shape(schemas: Schemas, name: str, formats: Mapping[str, Format]) -> Shape:
    """The shape that the schema of this name describes. Raises: ProjectError."""
    schema = schemas.whole(name)
    screen = jsonschema_rs.Draft202012Validator(
        schema,
        formats={name: format.accepts for name, format in formats.items()},
        validate_formats=True,
        pattern_options=engine(),
        offline=True,
    )
    return Shape(schema, formats, screen)

"""Rulebooks: what is asked of a worker that sets and prints them, and what it answers.

WeasyPrint and Markdown are left to the modules that run in a worker.
"""

from __future__ import annotations

from cardtool.render.books.requests import (
    Book,
    BookData,
    BookRequest,
    Figure,
    ManuscriptRequest,
    RulebookHtml,
    book_data,
)

__all__ = ["Book", "BookData", "BookRequest", "Figure", "ManuscriptRequest", "RulebookHtml", "book_data"]

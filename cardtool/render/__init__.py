"""From components to drawn faces: templates filled in, measured and drawn in worker processes.

What is asked for here is imported only then: workers, which begin here too, need the least of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtool.homes import brought

if TYPE_CHECKING:
    from cardtool.render.batch import FaceJob
    from cardtool.render.books import Book, BookOrder
    from cardtool.render.context import faces_of, figure_jobs, jobs_of, page_job
    from cardtool.render.crew import Crew, Drawing, Rendered
    from cardtool.render.press import Press
    from cardtool.render.remembered import Remembered
    from cardtool.render.rulebook import ManuscriptOrder, SetBook, book_told
    from cardtool.render.rules import RULES
    from cardtool.render.trial import try_drawing

__all__ = [
    "RULES",
    "Book",
    "BookOrder",
    "Crew",
    "Drawing",
    "FaceJob",
    "ManuscriptOrder",
    "Press",
    "Remembered",
    "Rendered",
    "SetBook",
    "book_told",
    "faces_of",
    "figure_jobs",
    "jobs_of",
    "page_job",
    "try_drawing",
]

__getattr__ = brought(
    __name__,
    {
        "batch": ("FaceJob",),
        "books": ("Book", "BookOrder"),
        "context": ("faces_of", "figure_jobs", "jobs_of", "page_job"),
        "crew": ("Crew", "Drawing", "Rendered"),
        "press": ("Press",),
        "remembered": ("Remembered",),
        "rulebook": ("ManuscriptOrder", "SetBook", "book_told"),
        "rules": ("RULES",),
        "trial": ("try_drawing",),
    },
)

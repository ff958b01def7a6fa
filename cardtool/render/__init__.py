"""From components to drawn faces: templates filled in, measured and drawn in worker processes."""

from cardtool.render.books import Book, BookOrder, Spot
from cardtool.render.context import FaceJob, faces_of, figure_jobs, jobs_of, page_job
from cardtool.render.crew import Crew, Rendered
from cardtool.render.engines import choose as choose_engine
from cardtool.render.press import Press, print_book
from cardtool.render.rulebook import ManuscriptOrder, SetBook, book_told
from cardtool.render.rules import RULES
from cardtool.render.trial import try_drawing

__all__ = [
    "RULES",
    "Book",
    "BookOrder",
    "Crew",
    "FaceJob",
    "ManuscriptOrder",
    "Press",
    "Rendered",
    "SetBook",
    "Spot",
    "book_told",
    "choose_engine",
    "faces_of",
    "figure_jobs",
    "jobs_of",
    "page_job",
    "print_book",
    "try_drawing",
]

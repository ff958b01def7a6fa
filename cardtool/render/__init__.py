"""From components to drawn faces and books: templates filled in, measured and drawn in worker processes.

The two engines, and the modules that fill templates in, are left to the workers.
"""

from __future__ import annotations

from cardtool.render.batch import FaceJob
from cardtool.render.books.requests import Book, BookRequest, ManuscriptRequest, RulebookHtml, book_data
from cardtool.render.css import apply_theme, read_stylesheet
from cardtool.render.face_cache import MeasureCache
from cardtool.render.fetcher import Fetcher, FetchRefused
from cardtool.render.layout_rules import FACE_RULES
from cardtool.render.pool import PendingFaces, Progress, RenderPool, RenderResult, no_progress
from cardtool.render.render_worker import BookWorker, try_drawing
from cardtool.render.safe_html import web_page
from cardtool.render.template_check import written_faults
from cardtool.render.template_values import (
    SharedValues,
    card_faces,
    face_jobs,
    figure_jobs,
    page_job,
    with_printed_texts,
)
from cardtool.signed_cache import cache_key

__all__ = [
    "FACE_RULES",
    "Book",
    "BookRequest",
    "BookWorker",
    "FaceJob",
    "FetchRefused",
    "Fetcher",
    "ManuscriptRequest",
    "MeasureCache",
    "PendingFaces",
    "Progress",
    "RenderPool",
    "RenderResult",
    "RulebookHtml",
    "SharedValues",
    "apply_theme",
    "book_data",
    "cache_key",
    "card_faces",
    "face_jobs",
    "figure_jobs",
    "no_progress",
    "page_job",
    "read_stylesheet",
    "try_drawing",
    "web_page",
    "with_printed_texts",
    "written_faults",
]

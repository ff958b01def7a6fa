"""The rulebook, from the manuscript to HTML: references, blocks made from data, figures ordered."""

from cardtool.render.rulebook.figures import Figure
from cardtool.render.rulebook.order import ManuscriptOrder, SetBook
from cardtool.render.rulebook.told import BookTold, book_told

__all__ = ["BookTold", "Figure", "ManuscriptOrder", "SetBook", "book_told"]

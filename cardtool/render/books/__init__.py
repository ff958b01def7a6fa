"""Faces and books by WeasyPrint. The only room that knows WeasyPrint.

`faces` is the second engine for faces, `book` prints flowing text. Both run in a worker process; the rest of
the room can be imported where WeasyPrint cannot.
"""

from cardtool.render.books.order import Book, BookOrder

__all__ = ["Book", "BookOrder"]

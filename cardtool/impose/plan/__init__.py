"""Where everything lies on paper: cards, marks, tiles, pages of a booklet, the panels of a box.

Arithmetic only: no PDF is opened or written here.
"""

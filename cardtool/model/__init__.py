"""What a game is made of. Every value here is frozen and already valid: `load` makes them,
and nobody behind it checks them again.

Lengths are millimetres.
"""

from cardtool.model.books import BookDesign, FigureDesign
from cardtool.model.components import (
    Component,
    Credit,
    Deck,
    Design,
    Engine,
    Kind,
    Outputs,
    Players,
    Prints,
    Side,
)
from cardtool.model.faces import Face, FacePages, PageRef
from cardtool.model.game import Game
from cardtool.model.outlines import RECTANGLE, Outline, Shape
from cardtool.model.paper import Backs, Cutter, Fill, Grid, HomePrinter, Registration, Sheet
from cardtool.model.places import Marks, Source, Stretch, freeze, thaw
from cardtool.model.rules import (
    Change,
    Entry,
    Manuscript,
    Number,
    Procedure,
    Release,
    Rules,
    Step,
    Term,
    Waiver,
)
from cardtool.model.shops import Colour, Goods, Limits, OrderFile, Pixels, Shop, ShopCard, Span, Status

__all__ = [
    "RECTANGLE",
    "Backs",
    "BookDesign",
    "Change",
    "Colour",
    "Component",
    "Credit",
    "Cutter",
    "Deck",
    "Design",
    "Engine",
    "Entry",
    "Face",
    "FacePages",
    "FigureDesign",
    "Fill",
    "Game",
    "Goods",
    "Grid",
    "HomePrinter",
    "Kind",
    "Limits",
    "Manuscript",
    "Marks",
    "Number",
    "OrderFile",
    "Outline",
    "Outputs",
    "PageRef",
    "Pixels",
    "Players",
    "Prints",
    "Procedure",
    "Registration",
    "Release",
    "Rules",
    "Shape",
    "Sheet",
    "Shop",
    "ShopCard",
    "Side",
    "Source",
    "Span",
    "Status",
    "Step",
    "Stretch",
    "Term",
    "Waiver",
    "freeze",
    "thaw",
]

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
from cardtool.model.paper import Backs, Grid, Sheet
from cardtool.model.places import Marks, Source, Stretch, freeze, thaw
from cardtool.model.rules import Change, Entry, Manuscript, Number, Procedure, Release, Rules, Step, Term

__all__ = [
    "Backs",
    "BookDesign",
    "Change",
    "Component",
    "Credit",
    "Deck",
    "Design",
    "Engine",
    "Entry",
    "Face",
    "FacePages",
    "FigureDesign",
    "Game",
    "Grid",
    "Kind",
    "Manuscript",
    "Marks",
    "Number",
    "Outputs",
    "PageRef",
    "Players",
    "Prints",
    "Procedure",
    "Release",
    "Rules",
    "Sheet",
    "Side",
    "Source",
    "Step",
    "Stretch",
    "Term",
    "freeze",
    "thaw",
]

"""What a game is made of. Every value here is frozen and already valid: `load` makes them,
and nobody behind it checks them again.

Lengths are millimetres. What is asked for here is imported only then: the processes that draw and look need
little of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtool.homes import brought

if TYPE_CHECKING:
    from cardtool.model.books import BookDesign, FigureDesign
    from cardtool.model.components import (
        Component,
        Credit,
        Deck,
        Design,
        Kind,
        Outputs,
        Players,
        Prints,
    )
    from cardtool.model.faces import CardFaces, Engine, Face, FacePages, Inked, PageRef, Side
    from cardtool.model.fits import Fit, Setting
    from cardtool.model.game import Game
    from cardtool.model.outlines import RECTANGLE, Outline, Shape
    from cardtool.model.paper import Backs, Cutter, Fill, Grid, HomePrinter, Registration, Sheet, Stock
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
    from cardtool.model.themes import COLOUR_THEME, Theme

__all__ = [
    "COLOUR_THEME",
    "RECTANGLE",
    "Backs",
    "BookDesign",
    "CardFaces",
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
    "Fit",
    "Game",
    "Goods",
    "Grid",
    "HomePrinter",
    "Inked",
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
    "Setting",
    "Shape",
    "Sheet",
    "Shop",
    "ShopCard",
    "Side",
    "Source",
    "Span",
    "Status",
    "Step",
    "Stock",
    "Stretch",
    "Term",
    "Theme",
    "Waiver",
    "freeze",
    "thaw",
]

__getattr__ = brought(
    __name__,
    {
        "books": ("BookDesign", "FigureDesign"),
        "components": (
            "Component",
            "Credit",
            "Deck",
            "Design",
            "Kind",
            "Outputs",
            "Players",
            "Prints",
        ),
        "faces": ("CardFaces", "Engine", "Face", "FacePages", "Inked", "PageRef", "Side"),
        "fits": ("Fit", "Setting"),
        "game": ("Game",),
        "outlines": ("RECTANGLE", "Outline", "Shape"),
        "paper": ("Backs", "Cutter", "Fill", "Grid", "HomePrinter", "Registration", "Sheet", "Stock"),
        "places": ("Marks", "Source", "Stretch", "freeze", "thaw"),
        "rules": (
            "Change",
            "Entry",
            "Manuscript",
            "Number",
            "Procedure",
            "Release",
            "Rules",
            "Step",
            "Term",
            "Waiver",
        ),
        "shops": ("Colour", "Goods", "Limits", "OrderFile", "Pixels", "Shop", "ShopCard", "Span", "Status"),
        "themes": ("COLOUR_THEME", "Theme"),
    },
)

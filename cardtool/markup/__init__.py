"""The markup of card texts and rules texts. Finds it, and says what is wrong with it; resolves and draws
nothing."""

from cardtool.markup.figures import (
    FigureArgument,
    FigureCall,
    figure_arguments,
    figure_calls,
    words_in_figures,
)
from cardtool.markup.inline import (
    INLINE_ICON,
    LINE_BREAK,
    Mistake,
    Piece,
    PieceKind,
    markup_mistakes,
    split_markup,
)
from cardtool.markup.text_blocks import TextBlock, TextBlockKind, has_blocks, split_blocks
from cardtool.markup.text_references import (
    EXPRESSION,
    REFERENCE,
    SPACE_KEYS,
    CardReference,
    Expression,
    Reference,
    ValueReference,
    blank_expressions,
    find_expressions,
    find_references,
    plain_name,
    reference_from_match,
    replace_references,
)
from cardtool.markup.typography import typographic_text

__all__ = [
    "EXPRESSION",
    "INLINE_ICON",
    "LINE_BREAK",
    "REFERENCE",
    "SPACE_KEYS",
    "CardReference",
    "Expression",
    "FigureArgument",
    "FigureCall",
    "Mistake",
    "Piece",
    "PieceKind",
    "Reference",
    "TextBlock",
    "TextBlockKind",
    "ValueReference",
    "blank_expressions",
    "figure_arguments",
    "figure_calls",
    "find_expressions",
    "find_references",
    "has_blocks",
    "markup_mistakes",
    "plain_name",
    "reference_from_match",
    "replace_references",
    "split_blocks",
    "split_markup",
    "typographic_text",
    "words_in_figures",
]

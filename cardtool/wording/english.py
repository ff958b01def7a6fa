"""The words of English. What the tool itself prints."""

from __future__ import annotations

from cardtool.wording.fields import (
    BoxWording,
    BundleWording,
    CalibrationWording,
    FirstPageWording,
    ReprintWording,
    RulebookWording,
    SheetWording,
    Wording,
)

_TO_TWENTY = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip

ENGLISH = Wording(
    name="English",
    numbers=_TO_TWENTY,
    last_of_list="{} and {}",
    double_quotes=("“", "”"),
    single_quote="‘",
    apostrophe="’",
    elisions=("tis", "twas", "em", "til", "n"),
    rulebook=RulebookWording(
        title="{game}: the rules",
        in_all="{} in all",
        forms={
            "card": ("card", "cards"),
            "mat": ("mat", "mats"),
            "board": ("board", "boards"),
            "tile": ("tile", "tiles"),
            "token": ("token", "tokens"),
            "standee": ("standee", "standees"),
            "dial": ("dial", "dials"),
            "die": ("die", "dice"),
            "pad": ("pad", "pads"),
            "aid": ("player aid", "player aids"),
            "box": ("box", "boxes"),
        },
        explained="explained in the text",
        version="Version {version}",
        renamed="{old} is now {new}",
        changes={
            "added": "Added",
            "changed": "Changed",
            "removed": "Removed",
            "fixed": "Fixed",
            "renamed": "Renamed",
        },
    ),
    bundle=BundleWording(
        title="{game} {version}: print and play",
        first_page="What to print",
        pieces="Pieces",
        large_pieces="Large pieces",
        mats="Mats",
        rulebook="Rulebook",
        one_side="one side",
        both_sides="both sides",
        print_cards={
            "long-edge": "On card of 200 g or more. Flip on the long edge.",
            "short-edge": "On card of 200 g or more. Flip on the short edge.",
            "fold": "Fold each sheet along the dashes, glue it, and let it dry.",
            "none": "For sleeves with old cards behind.",
        },
        cut="Cut along the marks, long cuts first.",
        fold="Fold along the dashes.",
        print_large_pieces="Cut and glue the tiles of each piece, its back behind.",
        print_mats="On thick paper or card.",
        print_mats_on_both="On thick paper or card, each sheet turned over like the page of a book.",
        print_rulebook="Flip on the short edge. Fold the pile in half and staple it through the fold.",
        page=FirstPageWording(
            head="PRINT AND PLAY · VERSION {}",
            opening=(
                "Print each part by its page numbers, at ",
                "100 %",
                " or ",
                "actual size",
                ", on {}. Print one sheet first and hold a ruler to the line at the foot of this page.",
            ),
            pages="Pages {first}–{last} · {sides}",
            sheets=("{} sheet", "{} sheets"),
            ruler="This line is 50 mm long when it is printed at its true size.",
        ),
    ),
    reprint=ReprintWording(
        title="What to exchange",
        head="WHAT CHANGED · VERSION {}",
        since="{} of {}",
        opening=(
            "Since {since}: take {out} out of the box, and put {put} in. Print what is behind this page at ",
            "100 %",
            " or ",
            "actual size",
            ", on {paper}.",
        ),
        backs=" The common back of {} looks otherwise now; beside older ones the new pieces would be told "
        "apart, so print those kinds whole.",
        columns=("Out", "In", "What", "Kind", "Why"),
        page="Page {} of {}",
        pieces=("{} piece", "{} pieces"),
        new="is new",
        gone="is gone",
        changed={
            "front": "front changed",
            "back": "back changed",
            "front back": "front and back changed",
        },
        copies=("{} copy, was {}", "{} copies, was {}"),
    ),
    sheet=SheetWording(
        print_sheet={
            "none": "Print at 100 % (actual size)",
            "long-edge": "Print at 100 %, on both sides, flip on the long edge",
            "short-edge": "Print at 100 %, on both sides, flip on the short edge",
            "fold": "Print at 100 %, on one side, fold along the dashes",
        },
        page="Page {number} of {of}",
        side_and_page="{side}, page {number} of {of}",
        print_tile="Print at 100 % (actual size).",
        tile="Tile {name}: row {row}, column {column} of {rows} × {columns}.",
        cut_tile="Cut at the solid marks.",
        glue_tile="Glue hatched edges under their neighbours, up to the dashed marks; rows first.",
        glue_strip="glue · {neighbour} goes on top",
    ),
    box=BoxWording(
        print_box=(
            "Print at 100 % (actual size), on one side,",
            "on card of 250 to 300 g/m². Score all folds first.",
        ),
        cut="cut",
        fold="fold away from you",
        glue="glue, on this side",
    ),
    calibration=CalibrationWording(
        title="Calibrating a printer for cards",
        sheets=("Calibration, sheet 1 of 2: paper upright", "Calibration, sheet 2 of 2: paper sideways"),
        instructions=(
            "1. Print all four pages at 100 % (actual size), on both sides, flip on the long edge, on the "
            "paper you use for cards.",
            "2. Measure the ruler below. If it is not 100 mm long, the print was scaled: print again.",
            "3. Hold this side towards you, against a window. Each mark goes on, on the back. Find the one "
            "on each scale that runs straight on, and type its number when cardtool calibrate asks for it.",
            "4. Look at the bars along the four edges: the least number whose bar is whole on every edge is "
            "what the printer needs as margin.",
        ),
        back="Back. Nothing to read here: turn the sheet round and hold it against a window.",
        scales=("right", "down"),
    ),
)

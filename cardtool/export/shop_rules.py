"""What can be wrong with a game before a print shop or an online table takes it. Codes 72x and 738."""

from __future__ import annotations

from cardtool.finding import Rule, Severity

FILE_NAMES = Rule(
    "CT720",
    "file-names",
    manual="""\
No two pictures are called alike.

Pictures are named after the card's id, then its name where that says more, then the side:
`ferry-moonlit-ferry-front.png`. Two that come to the same name would be one file, and one card would
be printed as the other.

Bad:

    - {id: old, name: Ferry Moon}      # old-ferry-moon-front.png
    - {id: old-ferry, name: Moon}      # old-ferry-moon-front.png

Good:

    - {id: old-ferry-moon, name: Ferry Moon}
    - {id: old-ferry, name: Moon}

The finding stands at the later of the two cards.""",
)

SHOP_SIZE = Rule(
    "CT721",
    "shop-size",
    manual="""\
The shop prints cards of this size.

A picture of another size is refused, or stretched until it fits. It is an error where the shop prints nothing
of the game; what it prints some of is ordered, and the rest is told by shop-leaves-out.

Bad:

    width: 59mm and height: 92mm, sent to a shop that prints poker cards

Good:

    width: 63.5mm and height: 88.9mm

A quarter of a millimetre more or less is overlooked on purpose: shops round their sizes to inches or
pixels, and the card is stretched by as much. Which sizes and shapes cardtool
knows of a shop stands in its file in templates/printers/.""",
)

SHOP_BLEED = Rule(
    "CT722",
    "shop-bleed",
    manual="""\
The cards have the bleed that the shop wants.

Where colour ends short of it, a cut that goes a little astray leaves a white edge.

Bad:

    bleed: 1mm, for a shop that wants 3.175 mm

Good:

    bleed: 3.175mm

Overlooked on purpose: up to half a millimetre too little. There the outermost ink is mirrored outwards,
at the rim of a picture that is cut away; cards keep their size.""",
)

SHOP_CARDS = Rule(
    "CT723",
    "shop-cards",
    manual="""\
An order holds no more cards than the shop takes.

Bad:

    700 cards, for a shop that takes 612 in one order

Good:

    an order with --kind or --deck for each part, or fewer copies

Copies are counted. The finding stands at the game.""",
)

SHOP_BACKS = Rule(
    "CT724",
    "shop-backs",
    manual="""\
Cards have a back, where the shop prints one for each.

Bad:

    a kind without back:, in a PDF that goes back, front, back, front

Good:

    back: back.html

The finding stands at the kind.""",
)

SHOP_SAFE_ZONE = Rule(
    "CT725",
    "shop-safe-zone",
    Severity.WARNING,
    manual="""\
Text stays as far inside the cut as the shop asks.

The knife strays. What stands nearer to the cut than the shop's safe zone may lose its edge, and a shop may
refuse it.

Bad:

    a card number 1 mm from the edge, for a shop whose safe zone begins 3.18 mm inside

Good:

    the same number 3.5 mm from the edge

Looked at are the letters as they are drawn, front and back. Overlooked on purpose: pictures and frames,
which may run off the edge as they please.""",
)

SHOP_COLOUR = Rule(
    "CT726",
    "shop-colour",
    Severity.WARNING,
    manual="""\
Colours are those that the shop prints in.

Faces are drawn in red, green and blue. A shop that prints cyan, magenta, yellow and black turns them into
its inks in a way nobody has looked at, or refuses the file.

Bad:

    cardtool export drivethrucards

Good:

    cardtool export drivethrucards --icc USWebCoatedSWOP.icc

With the profile that the shop names, cardtool converts the faces itself and holds the ink to the shop's
limit.""",
)

FILE_SIZE = Rule(
    "CT727",
    "shop-file-size",
    manual="""\
No file is larger than the shop takes.

Bad:

    a picture of 40 MB, for a shop that takes 32 MB

Good:

    the same at a lower resolution, or with art that has less grain

The finding stands at the game, and nothing is written.""",
)

LEFT_OUT = Rule(
    "CT738",
    "shop-leaves-out",
    Severity.INFO,
    manual="""\
What the shop does not print is known before the parcel comes.

An order is made of each size that the shop prints. The rest of the game, such as a board or round tokens at a
shop for cards, is left out, and has to be printed elsewhere.

Bad:

    90 cards and 20 round tokens, sent to a shop that prints cards

Good:

    the same, with the tokens ordered elsewhere or printed at home

It is a notice and stops nothing; the checklist beside the order says the same. Where nothing of a game is
left to order, shop-size is the error.""",
)

RULES = (
    FILE_NAMES,
    SHOP_SIZE,
    SHOP_BLEED,
    SHOP_CARDS,
    SHOP_BACKS,
    SHOP_SAFE_ZONE,
    SHOP_COLOUR,
    FILE_SIZE,
    LEFT_OUT,
)

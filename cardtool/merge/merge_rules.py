"""What can be said of a spreadsheet that is taken back into a game. Codes 810 to 812."""

from __future__ import annotations

from cardtool.finding import Rule, Severity

CONFLICT = Rule(
    "CT810",
    "import-conflict",
    manual="""\
What was changed in a spreadsheet was not changed in the project meanwhile, or not into something else.

`cardtool import` knows from the workbook what each cell held when it was exported. Where only one side
changed a value since, that side is right; where both did, only you can tell, and nothing is written.

Bad:

    # exported: 8; in the sheet now: 9
    - {id: ogre, name: Ogre, hit_points: 10}

Good:

    - {id: ogre, name: Ogre, hit_points: 8}

The finding names both places. `--take sheet` or `--take project` decides all of them; to decide one, write
into the cell what the project has, or the other way round. A row that was changed on one side and deleted on
the other is a conflict, too. Where both sides say the same, there is none.""",
)

REFUSED = Rule(
    "CT811",
    "import-refused",
    manual="""\
What a spreadsheet asks for can be written into the project, and only in one way.

Nothing is guessed: where a value has no place in the files, or more than one, it is told by its cell, and
nothing at all is written.

Bad:

    Id,Name,Hit points
    ogre,Ogre,9
    ogre,Ogre the Elder,12

Good:

    Id,Name,Hit points
    ogre,Ogre,9
    ogre-the-elder,Ogre the Elder,12

Refused are: two rows for one record, and rows that no kind takes; another id for a card that is there, since
ids are for good; a change to a record that is made from another, which is to be changed at that other, or
that is read from a workbook in the project; a text in which what stands for a reference was changed, such as
the number that `{{ number.hand }}` prints, unless a reference was typed in its place; a value in place of a
mapping or a list; a sheet that was exported by another name; and a workbook whose hidden memory was changed
or is of another game. What a cell should have been is told by schema (CT103) and table (CT123).""",
)

TAKEN = Rule(
    "CT812",
    "import-taken",
    Severity.INFO,
    manual="""\
Every change that is taken from a spreadsheet is told, and so is what is left as it is.

Noted:

    hit_points of "Ogre": 8 → 9
    "Goblin King" is new, with the id goblin-king made of its name
    "Old Hag" (old-hag) has no row any more, and stays; --delete takes it out

A table without a memory of what was exported, such as a CSV file, cannot say who changed what: whatever
differs from the project is taken. A change that the project had made itself is then undone, so look
through the list, or at `--diff`, before you import it.""",
)

RULES = (CONFLICT, REFUSED, TAKEN)

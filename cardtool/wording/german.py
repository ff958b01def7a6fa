"""The words of German. What the tool itself prints."""

from __future__ import annotations

from cardtool.wording.fields import (
    BoxWording,
    BundleWording,
    CalibrationWording,
    CoverWording,
    FirstPageWording,
    ReprintWording,
    RulebookWording,
    SheetWording,
    Wording,
)

_TO_TWELVE = (
    "kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
)  # fmt: skip

GERMAN = Wording(
    name="German",
    numbers=_TO_TWELVE,  # from 13 on, figures are the custom
    last_of_list="{} und {}",
    double_quotes=("„", "“"),
    single_quote="‚",
    apostrophe="’",
    elisions=("s", "ne", "nem", "nen", "ner", "rein", "raus", "rauf", "runter"),
    rulebook=RulebookWording(
        title="{game}: die Regeln",
        cover=CoverWording(
            players="{least} bis {most} Spieler",
            as_many_players=("{} Spieler", "{} Spieler"),
            minutes="{} Minuten",
            age="ab {} Jahren",
            version="Version {}",
            only_version="Die Regeln, Version {}",
        ),
        contents="Inhalt",
        in_all="{} insgesamt",
        forms={
            "card": ("Karte", "Karten"),
            "mat": ("Tableau", "Tableaus"),
            "board": ("Spielplan", "Spielpläne"),
            "tile": ("Plättchen", "Plättchen"),
            "token": ("Marker", "Marker"),
            "standee": ("Aufsteller", "Aufsteller"),
            "dial": ("Drehscheibe", "Drehscheiben"),
            "die": ("Würfel", "Würfel"),
            "pad": ("Block", "Blöcke"),
            "aid": ("Spielhilfe", "Spielhilfen"),
            "box": ("Schachtel", "Schachteln"),
        },
        explained="im Text erklärt",
        version="Version {version}",
        renamed="{old} heißt jetzt {new}",
        changes={
            "added": "Neu",
            "changed": "Geändert",
            "removed": "Entfernt",
            "fixed": "Berichtigt",
            "renamed": "Umbenannt",
        },
        credits={"fonts": "Schriften", "icons": "Symbole", "pictures": "Bilder"},
    ),
    bundle=BundleWording(
        title="{game} {version}: zum Ausdrucken",
        first_page="Was zu drucken ist",
        pieces="Spielteile",
        large_pieces="Große Spielteile",
        mats="Tableaus",
        rulebook="Spielregel",
        one_side="einseitig",
        both_sides="beidseitig",
        print_cards={
            "long-edge": "Auf Karton ab 200 g. An der langen Kante wenden.",
            "short-edge": "Auf Karton ab 200 g. An der kurzen Kante wenden.",
            "fold": "Jedes Blatt an den Strichen falten, zusammenkleben und trocknen lassen.",
            "none": "Für Hüllen mit alten Karten dahinter.",
        },
        cut="An den Marken schneiden, lange Schnitte zuerst.",
        fold="An den Strichen falten.",
        print_large_pieces="Die Teile jedes Stücks ausschneiden und kleben, die Rückseite dahinter.",
        print_mats="Auf festes Papier oder Karton.",
        print_mats_on_both="Auf festes Papier oder Karton, jedes Blatt gewendet wie eine Buchseite.",
        print_rulebook="An der kurzen Kante wenden. Den Stapel in der Mitte falten und heften.",
        page=FirstPageWording(
            head="ZUM AUSDRUCKEN · VERSION {}",
            opening=(
                "Jeden Teil nach seinen Seitenzahlen drucken, mit ",
                "100 %",
                " oder in ",
                "tatsächlicher Größe",
                ", auf {}. Erst ein Blatt drucken und ein Lineal an den Strich unten halten.",
            ),
            pages="Seiten {first}–{last} · {sides}",
            sheets=("{} Blatt", "{} Blatt"),
            ruler="Dieser Strich ist 50 mm lang, wenn in der wahren Größe gedruckt wurde.",
        ),
    ),
    reprint=ReprintWording(
        title="Was zu tauschen ist",
        head="WAS SICH GEÄNDERT HAT · VERSION {}",
        since="{} vom {}",
        opening=(
            "Seit {since}: {out} aus der Schachtel nehmen und {put} hineinlegen. Was hinter dieser Seite "
            "kommt, mit ",
            "100 %",
            " oder in ",
            "tatsächlicher Größe",
            " drucken, auf {paper}.",
        ),
        backs=" Die gemeinsame Rückseite von {} sieht jetzt anders aus; neben älteren wären die neuen Teile "
        "zu erkennen, darum diese Arten ganz drucken.",
        columns=("Raus", "Rein", "Was", "Art", "Warum"),
        page="Seite {} von {}",
        pieces=("{} Teil", "{} Teile"),
        new="ist neu",
        gone="fällt weg",
        changed={
            "front": "Vorderseite geändert",
            "back": "Rückseite geändert",
            "front back": "beide Seiten geändert",
        },
        copies=("{} Stück, war {}", "{} Stück, war {}"),
    ),
    sheet=SheetWording(
        print_sheet={
            "none": "Mit 100 % drucken (tatsächliche Größe)",
            "long-edge": "Mit 100 % drucken, beidseitig, an der langen Kante wenden",
            "short-edge": "Mit 100 % drucken, beidseitig, an der kurzen Kante wenden",
            "fold": "Mit 100 % drucken, einseitig, an den Strichen falten",
        },
        sides={"front": "vorne", "back": "hinten"},
        page="Seite {number} von {of}",
        side_and_page="{side}, Seite {number} von {of}",
        print_tile="Mit 100 % drucken (tatsächliche Größe).",
        tile="Teil {name}: Reihe {row}, Spalte {column} von {rows} × {columns}.",
        cut_tile="An den durchgezogenen Marken schneiden.",
        glue_tile="Schraffierte Ränder unter die Nachbarn kleben, bis zu den Strichmarken; Reihen zuerst.",
        glue_strip="kleben · {neighbour} kommt darüber",
    ),
    box=BoxWording(
        pieces="Teile",
        players="{} Spieler",
        minutes="{} Min.",
        age="ab {}",
        caption="Schachtel für {}",
        in_tiles="Schachtel: {}",
        print_box=(
            "Mit 100 % drucken (tatsächliche Größe), einseitig,",
            "auf Karton von 250 bis 300 g/m². Erst alle Falze rillen.",
        ),
        cut="schneiden",
        fold="nach hinten falten",
        glue="kleben, auf dieser Seite",
    ),
    calibration=CalibrationWording(
        title="Einen Drucker für Karten einstellen",
        sheets=(
            "Einstellung, Blatt 1 von 2: Papier hochkant",
            "Einstellung, Blatt 2 von 2: Papier quer",
        ),
        instructions=(
            "1. Alle vier Seiten mit 100 % (tatsächliche Größe) drucken, beidseitig, an der langen Kante "
            "gewendet, auf dem Papier für die Karten.",
            "2. Das Lineal unten nachmessen. Ist es nicht 100 mm lang, wurde skaliert: noch einmal drucken.",
            "3. Diese Seite zu sich ans Fenster halten. Jeder Strich geht hinten weiter. Auf jeder Skala den "
            "suchen, der gerade weitergeht, und seine Zahl eingeben, wenn cardtool calibrate danach fragt.",
            "4. Die Balken an den vier Rändern ansehen: Die kleinste Zahl, deren Balken an jedem Rand ganz "
            "ist, ist der Rand, den der Drucker braucht.",
        ),
        back="Rückseite. Hier ist nichts zu lesen: das Blatt umdrehen und ans Fenster halten.",
        scales=("rechts", "unten"),
    ),
)

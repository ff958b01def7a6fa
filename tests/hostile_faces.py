"""Faces that ask for what they may not have, and what is said about each."""

from __future__ import annotations

__all__ = ["REACHING_OUT"]

REACHING_OUT: tuple[tuple[dict[str, str], str], ...] = (
    ({"beast": '<img src="file:///etc/hostname">'}, "beast.html: may not load file:///etc/hostname"),
    ({"beast": '<img src="http://example.com/a.png">'}, "nothing from the network"),
    ({"beast": '<p style="background:url(https://example.com/a.png)">x</p>'}, "nothing from the network"),
    ({"beast": '<img src="../../../../../../etc/hostname">'}, "outside the project"),
    ({"beast": '<svg><image href="http://example.com/a.svg"/></svg>'}, "nothing from the network"),
    ({"style": '@import "http://example.com/a.css";'}, "faces.css: may not load http://example.com/a.css"),
    (
        {"style": "@font-face{font-family:X;src:url(file:///etc/hostname)}.face{font-family:X}"},
        "outside the project",
    ),
    ({"beast": '<img src="data:image/png;base64,AAAA">'}, "could not be drawn whole"),
    ({"style": "@page{size:10mm 10mm}"}, "came out as"),
    ({"style": "</style>"}, "not a stylesheet"),
)

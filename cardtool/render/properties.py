"""The properties of CSS that each engine knows. One that it does not know it passes over without a word.

PlutoPrint's are the table of names in the library that its wheel brings (`libplutobook` 0.20.0, in
plutoprint 0.23.0), WeasyPrint's the keys of its tables `validation.properties.PROPERTIES` and
`validation.expanders.EXPANDERS` (WeasyPrint 70), both read in 2026-11. What only `@font-face` and
`@counter-style` have is left out.
"""

from __future__ import annotations

from cardtool.model import Engine

__all__ = ["KNOWN"]

_BOTH = """
align-content align-items align-self background background-attachment background-clip background-color
background-image background-origin background-position background-repeat background-size block-size border
border-block border-block-color border-block-end border-block-end-color border-block-end-style
border-block-end-width border-block-start border-block-start-color border-block-start-style
border-block-start-width border-block-style border-block-width border-bottom border-bottom-color
border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-collapse
border-color border-end-end-radius border-end-start-radius border-inline border-inline-color
border-inline-end border-inline-end-color border-inline-end-style border-inline-end-width
border-inline-start border-inline-start-color border-inline-start-style border-inline-start-width
border-inline-style border-inline-width border-left border-left-color border-left-style border-left-width
border-radius border-right border-right-color border-right-style border-right-width border-spacing
border-start-end-radius border-start-start-radius border-style border-top border-top-color
border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom
box-sizing break-after break-before break-inside caption-side clear clip color column-count column-fill
column-gap column-rule column-rule-color column-rule-style column-rule-width column-span column-width
columns content counter-increment counter-reset counter-set direction display empty-cells flex flex-basis
flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family font-feature-settings
font-kerning font-size font-stretch font-style font-variant font-variant-caps font-variant-east-asian
font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings font-weight gap
height hyphens inline-size inset inset-block inset-block-end inset-block-start inset-inline inset-inline-end
inset-inline-start justify-content left letter-spacing line-height list-style list-style-image
list-style-position list-style-type margin margin-block margin-block-end margin-block-start margin-bottom
margin-inline margin-inline-end margin-inline-start margin-left margin-right margin-top max-block-size
max-height max-inline-size max-width min-block-size min-height min-inline-size min-width object-fit
object-position opacity order orphans outline outline-color outline-offset outline-style outline-width
overflow overflow-wrap padding padding-block padding-block-end padding-block-start padding-bottom
padding-inline padding-inline-end padding-inline-start padding-left padding-right padding-top page
page-break-after page-break-before page-break-inside position quotes right row-gap size tab-size
table-layout text-align text-decoration text-decoration-color text-decoration-line text-decoration-style
text-indent text-overflow text-transform top transform transform-origin vertical-align visibility
white-space widows width word-break word-spacing z-index
"""

_ONLY_PLUTOPRINT = """
alignment-baseline baseline-shift clip-path clip-rule column-break-after column-break-before
column-break-inside cx cy dominant-baseline font-variant-emoji marker marker-end marker-mid marker-start
mask mask-type mix-blend-mode r rx ry stop-color stop-opacity text-anchor text-orientation unicode-bidi
vector-effect writing-mode x y
"""

_ONLY_WEASYPRINT = """
anchor appearance bleed bleed-bottom bleed-left bleed-right bleed-top block-ellipsis bookmark-label
bookmark-level bookmark-state border-image border-image-outset border-image-repeat border-image-slice
border-image-source border-image-width box-decoration-break box-shadow color-scheme continue
font-language-override font-variant-alternates footnote-display footnote-policy grid grid-area
grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-gap
grid-column-start grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template
grid-template-areas grid-template-columns grid-template-rows hyphenate-character hyphenate-limit-chars
hyphenate-limit-zone image-orientation image-rendering image-resolution justify-items justify-self lang
line-clamp margin-break marks mask-border mask-border-mode mask-border-outset mask-border-repeat
mask-border-slice mask-border-source mask-border-width max-lines place-content place-items place-self
string-set text-align-all text-align-last text-decoration-thickness text-underline-offset word-wrap
"""

# Of SVG, and known to PlutoPrint; where WeasyPrint draws, `render.books.inks` sees to them.
_INKS = """
fill fill-opacity fill-rule paint-order stroke stroke-dasharray stroke-dashoffset stroke-linecap
stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
"""

KNOWN = {
    Engine.PLUTOPRINT: frozenset((_BOTH + _ONLY_PLUTOPRINT + _INKS).split()),
    Engine.WEASYPRINT: frozenset((_BOTH + _ONLY_WEASYPRINT + _INKS).split()),
}

"""A rules text holds rules, and nothing of the page it was copied from.

"This site was made on …", "Skip to content" and "Share this" come along when a web page is saved as
text. They end up in the rulebook.

Bad:

    The last player alive wins.
    Proudly created with a website builder

Good:

    The last player alive wins.

Looked at in documents and rulebooks, line by line: what site builders, blogs and shops write around
a page. Overlooked on purpose: page numbers and running heads, which belong to a page of rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.documents import BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, text_rule

_BUILDERS = (
    r"(?:tilda|wix(?:\.com)?|squarespace|weebly|wordpress(?:\.com)?|jimdo|webflow|google\ sites|blogger|"
    r"strikingly|carrd|shopify|ghost|notion)"
)
_LINE = re.compile(
    rf"""^[ \t]*(?:
      this\ (?:web)?site\ (?:was|is)\ (?:made|built|created|designed|powered)\ (?:on|with|by|in|using)\b[^\n]*
    | (?:proudly\ )?(?:powered|created|made|built)\ (?:by|with|on)\ {_BUILDERS}\b[^\n]*
    | create\ (?:a|your)\ (?:free\ )?(?:web)?site(?:\ (?:for\ free|today|with\b[^\n]*))?
    | (?:start\ your\ own\ (?:blog|website))[^\n]{{0,40}}
    | skip\ to\ (?:main\ )?content
    | (?:we\ use|this\ (?:web)?site\ uses)\ cookies\b[^\n]*
    | (?:accept|manage)\ (?:all\ )?cookies
    | (?:log\ in|sign\ in)(?:\ (?:/|or)\ (?:sign\ up|register))
    | leave\ a\ (?:reply|comment)
    | share\ (?:this|on\ (?:facebook|twitter|x|pinterest|reddit))(?:\ (?:page|post|article))?:?
    | add\ to\ (?:cart|basket|wishlist)
    | (?:subscribe\ to\ our\ newsletter|back\ to\ top|toggle\ navigation|print\ this\ page)
    | download\ (?:as\ )?pdf
    | click\ to\ (?:edit|enlarge|zoom)(?:\ [^\n]{{0,30}})?
    )[ \t.!»>→]*$""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


@text_rule("CT610", "page-furniture", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role not in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            continue
        for block in text.blocks:
            if block.sort is BlockType.CODE:
                continue
            for match in _LINE.finditer(block.text):
                start = match.start() + len(match[0]) - len(match[0].lstrip())
                said = " ".join(match[0].split())
                yield block.at(start), f'"{said}" comes from a web page, not from the rules', "take it out"

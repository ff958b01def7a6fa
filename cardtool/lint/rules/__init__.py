"""Every rule of the checker, listed by hand so that none comes or goes unnoticed.

1xx are about the data, 2xx about counts, 4xx about references.
"""

from __future__ import annotations

from cardtool.lint.registry import distinct
from cardtool.lint.rules import (
    deck_count,
    deck_sum,
    enough_for_players,
    kind_count,
    safe_ids,
    text_markup,
    typed_number,
    uncredited_asset,
    unique_ids,
    unique_names,
    unknown_card,
    unknown_inline_icon,
    unknown_value,
    version_unrecorded,
)

__all__ = ["RULES"]

RULES = distinct(
    unique_names.check,  # CT104
    unique_ids.check,  # CT105
    safe_ids.check,  # CT108
    unknown_inline_icon.check,  # CT109
    uncredited_asset.check,  # CT110
    text_markup.check,  # CT111
    version_unrecorded.check,  # CT112
    kind_count.check,  # CT201
    deck_count.check,  # CT202
    deck_sum.check,  # CT203
    enough_for_players.check,  # CT204
    unknown_card.check,  # CT401
    unknown_value.check,  # CT402
    typed_number.check,  # CT403
)

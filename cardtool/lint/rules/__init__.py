"""Every rule of the checker, listed by hand so that none comes or goes unnoticed.

1xx are about the data, 2xx about counts, 3xx about terms and names, 4xx about references, 5xx about
structure, 6xx about text.
"""

from __future__ import annotations

from cardtool.judging import distinct
from cardtool.lint.rules import (
    announced_number,
    article,
    component_sum,
    count_in_prose,
    deck_count,
    deck_sum,
    doubled_word,
    dropped_still_mentioned,
    empty_item,
    enough_for_players,
    enough_pieces,
    enough_to_deal,
    example_against_sequence,
    kind_count,
    left_open,
    list_order,
    look_alike_letters,
    lost_pointer,
    lost_section,
    lost_step,
    more_than_there_are,
    near_miss_name,
    out_of_order,
    page_furniture,
    placeholder,
    players_in_prose,
    printed_twice,
    quick_reference,
    quoted_value,
    range_table,
    removed_still_mentioned,
    retired_term,
    retired_word,
    safe_ids,
    same_effect_two_wordings,
    spacing,
    spelled_two_ways,
    spelling,
    sum_in_prose,
    term_case,
    term_plural,
    text_markup,
    two_beginnings,
    two_divisions,
    two_names,
    typed_number,
    unbalanced,
    uncredited_asset,
    unique_ids,
    unique_names,
    unknown_card,
    unknown_card_in_prose,
    unknown_inline_icon,
    unknown_value,
    unlisted_piece,
    unused_credit,
    version_unrecorded,
    wrong_word,
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
    unused_credit.check,  # CT114
    look_alike_letters.check,  # CT117
    kind_count.check,  # CT201
    deck_count.check,  # CT202
    deck_sum.check,  # CT203
    enough_for_players.check,  # CT204
    count_in_prose.check,  # CT205
    component_sum.check,  # CT206
    announced_number.check,  # CT207
    sum_in_prose.check,  # CT208
    range_table.check,  # CT209
    enough_to_deal.check,  # CT210
    enough_pieces.check,  # CT211
    players_in_prose.check,  # CT212
    two_divisions.check,  # CT213
    more_than_there_are.check,  # CT214
    unlisted_piece.check,  # CT215
    retired_term.check,  # CT301
    retired_word.check,  # CT302
    removed_still_mentioned.check,  # CT303
    term_case.check,  # CT304
    term_plural.check,  # CT305
    two_names.check,  # CT306
    near_miss_name.check,  # CT307
    spelled_two_ways.check,  # CT308
    dropped_still_mentioned.check,  # CT309
    unknown_card.check,  # CT401
    unknown_value.check,  # CT402
    typed_number.check,  # CT403
    quoted_value.check,  # CT404
    lost_step.check,  # CT405
    unknown_card_in_prose.check,  # CT406
    lost_section.check,  # CT407
    lost_pointer.check,  # CT408
    example_against_sequence.check,  # CT501
    list_order.check,  # CT502
    quick_reference.check,  # CT503
    out_of_order.check,  # CT504
    two_beginnings.check,  # CT505
    placeholder.check,  # CT601
    doubled_word.check,  # CT602
    empty_item.check,  # CT603
    unbalanced.check,  # CT604
    printed_twice.check,  # CT605
    same_effect_two_wordings.check,  # CT606
    spelling.check,  # CT607
    wrong_word.check,  # CT608
    spacing.check,  # CT609
    page_furniture.check,  # CT610
    article.check,  # CT611
    left_open.check,  # CT612
)

"""Footnotes of a rulebook: `[^1]` in its text, and `[^1]: what is said` on a line of its own.

They are numbered through the book in the order in which they are first referred to. In its HTML they stand at
the end of their chapter; a printer has them at the foot of the page.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_CALL = re.compile(r"\[\^([^\[\]\s]{1,40})\]")
_NOTE = re.compile(rf"{_CALL.pattern}:[ \t]*")
_NO_NOTES = re.compile(r'<div class="footnotes">\s*</div>')
_SET_NOTE = re.compile(r'<small class="footnote" id="footnote-(\d+)">.*?</small>', re.DOTALL)
_SET_CALL = re.compile(r'<a class="footnote-call" id="footnote-call-(\d+)"[^>]*>\d+</a>')


def enable_footnotes(markdown: MarkdownIt) -> None:
    """Have it read notes, where its environment is one of `notes_environment`."""
    markdown.block.ruler.before("reference", "footnote", _read_note, {"alt": ["paragraph", "reference"]})
    markdown.inline.ruler.before("link", "footnote_call", _read_call)
    markdown.add_render_rule("footnote_call", _call_html)


def notes_environment() -> dict[str, dict[str, Any]]:
    """Return what a book's notes are gathered in: their texts, and the numbers of those referred to."""
    return {"notes": {}, "numbers": {}}


def _read_note(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Take a note, which goes on until an empty line or the next note; one that is there already stays."""
    begin = state.bMarks[line] + state.tShift[line]
    found = _NOTE.match(state.src, begin, state.eMarks[line])
    if found is None or "notes" not in state.env or state.is_code_block(line):
        return False
    if silent:
        return True
    lines, after = [state.src[found.end() : state.eMarks[line]]], line + 1
    while after < end and not state.isEmpty(after):
        text = state.getLines(after, after + 1, state.blkIndent, False).strip()
        if _NOTE.match(text):
            break
        lines.append(text)
        after += 1
    state.env["notes"].setdefault(found[1].casefold(), " ".join(lines))
    state.line = after
    return True


def _read_call(state: StateInline, silent: bool) -> bool:
    found = _CALL.match(state.src, state.pos)
    if found is None or found[1].casefold() not in state.env.get("notes", ()):
        return False
    if not silent:
        state.push("footnote_call", "", 0).content = found[1].casefold()
    state.pos = found.end()
    return True


def _call_html(_: Any, tokens: Sequence[Token], row: int, options: Any, env: Any) -> str:
    """Return the link to a note; the first one is where the note leads back to."""
    numbers: dict[str, int] = env["numbers"]
    is_first = tokens[row].content not in numbers
    number = numbers.setdefault(tokens[row].content, len(numbers) + 1)
    id = f' id="footnote-call-{number}"' if is_first else ""
    return f'<a class="footnote-call"{id} href="#footnote-{number}">{number}</a>'


def footnotes_html(markdown: MarkdownIt, env: dict[str, dict[str, Any]], above: int) -> str:
    """Return the notes that have a number greater than `above`, those of one chapter; empty for none."""
    notes: list[str] = []
    while above + len(notes) < len(env["numbers"]):  # a note may refer to another
        number = above + len(notes) + 1
        text = markdown.renderInline(env["notes"][list(env["numbers"])[number - 1]], env)
        back = f'<a class="footnote-back" href="#footnote-call-{number}">{number}</a>'
        notes.append(f'<small class="footnote" id="footnote-{number}">{back} {text}</small>\n')
    return f'<div class="footnotes">\n{"".join(notes)}</div>\n' if notes else ""


def note_numbers(html: str) -> frozenset[str]:
    """Return the numbers of all notes of a book."""
    return frozenset(note[1] for note in _SET_NOTE.finditer(html))


def with_notes_at_calls(html: str, staying: Collection[str] = ()) -> str:
    """Return a book whose notes stand where they are first referred to, as a printer needs them.

    Those of the numbers `staying` stay at the end of their chapter.
    """
    notes = {note[1]: note[0] for note in _SET_NOTE.finditer(html) if note[1] not in staying}

    def said(call: re.Match[str]) -> str:
        """Return a note, and behind it those that it refers to."""
        note = notes.get(call[1], "")
        return note + "".join(said(each) for each in _SET_CALL.finditer(note))

    without = _SET_NOTE.sub(lambda note: note[0] if note[1] in staying else "", html)
    return _SET_CALL.sub(lambda call: call[0] + said(call), _NO_NOTES.sub("", without)) if notes else html

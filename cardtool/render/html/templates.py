"""Fills a game's templates in, says where in one something went wrong, and offers what templates call.

Measuring costs more than all the rest of filling a template in. So until a face is done, a mark stands in
its HTML for each text box of `fit`, and only the boxes somebody asks about are measured by themselves. Art is
not measured, though it takes most of the time of a rich face: where faces are only measured, `cut` draws no
line, and answers only what a template reckons with, such as where an icon stands and how large it is. `draw`
answers as ever: what it answers is reckoned with by other drawing, and its refusals are to be told early.
"""

from __future__ import annotations

import inspect
import os
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from jinja2 import TemplateNotFound, TemplateSyntaxError
from markupsafe import Markup, escape

from cardtool.colour import RGB, hex_colour, mix_colours
from cardtool.errors import CardtoolError, TemplateError
from cardtool.files import Unreadable
from cardtool.geometry import Size
from cardtool.markup import typographic_text
from cardtool.model import DEFAULT_LANGUAGE, Theme
from cardtool.project import Project, did_you_mean
from cardtool.render.batch import SizeMap
from cardtool.render.fetcher import FilesUsed, icon_file
from cardtool.render.html.fit import Measure, MisnestedTags, TextBox, fit_all, fit_steps, open_tags_at_marks
from cardtool.render.html.jinja_sandbox import make_sandbox
from cardtool.render.html.rich_text import icon_html, picture_html, qr_html, rich_html
from cardtool.render.html.svg_elements import read_paint
from cardtool.render.html.svg_icons import Icon
from cardtool.render.html.svg_icons import read_icon as parse_icon
from cardtool.render.safe_html import page_faults, refuse_unprintable
from cardtool.wording import number_word

_BOX_MARK = re.compile(
    "\ufdd0([0-9]{1,5})\ufdd1"
)  # code points that no text can hold: they are no characters


class FitMark(Markup):
    """The mark of a text box in HTML; `height` and `width` are what its text takes, in mm."""

    box: TextBox

    @property
    def height(self) -> float:
        return self.box.reported_size().height

    @property
    def width(self) -> float:
        return self.box.reported_size().width


class FitMacro:
    """The text boxes of one face. `scope` is the class attribute of the face around them.

    Where nothing is `printed`, and texts are only to be measured, none is narrowed: it takes no more room.
    """

    def __init__(
        self, measure: Measure, scope: str = "", sizes: SizeMap | None = None, *, printed: bool = True
    ) -> None:
        self.measure, self.scope, self.sizes, self.printed = measure, scope, sizes or {}, printed
        self.boxes: list[TextBox] = []

    def fit(
        self,
        box: str,
        html: str = "",
        *,
        width: float,
        height: float,
        size: float,
        leading: float = 1.2,
        tightest: float | None = None,
        smallest: float | None = None,
        balance: float = 1.0,
        cls: str = "",
        optional: bool = False,
        caller: Callable[[], str] | None = None,
    ) -> FitMark:
        """Return a box of this width in mm, its text of this size in pt; `box` is what to call it.

        A text higher than `height` or wider than `width`, both in mm, is set tighter and then smaller, as
        far as `tightest` and `smallest` go; then it overflows, or is left out where it is `optional`. Where
        there is less than nothing left, there is no room. A text
        of several lines may be narrowed, to the share `balance` of the width at most, where that costs no
        further line.

        Raises: TemplateError for steps that cannot be.
        """
        text = fill_marks(escape(caller() if caller else html), self.boxes)
        refuse_unprintable(text)
        made = TextBox(
            box,
            text,
            room=Size(max(float(width), 0.0), max(float(height), 0.0)),
            steps=fit_steps(size, leading, tightest, smallest),
            balance=float(balance),
            look=escape(f"fit {cls}".strip()),
            scope=escape(self.scope),
            measure=self.measure,
            sizes=self.sizes,
            printed=self.printed,
            optional=optional,
        )
        self.boxes.append(made)
        fitted = FitMark(f"\ufdd0{len(self.boxes) - 1}\ufdd1")
        fitted.box = made
        return fitted


def fill_marks(html: str, boxes: Sequence[TextBox]) -> str:
    """Return the HTML with its boxes in place of their marks."""

    def box(mark: re.Match[str]) -> str:
        number = int(mark[1])
        return boxes[number].html if number < len(boxes) else ""

    return _BOX_MARK.sub(box, html) if "\ufdd0" in html else html


Tool = Callable[..., Any]

_MEASURING_TOOLS = ("Cut", "extent", "stand")


class PlainDrawing:
    """The tools of `cardtool.art.drawing`, imported by the first template that draws."""

    def __getattr__(self, name: str) -> Tool:
        from cardtool.art.drawing import TOOLS

        if name not in TOOLS:
            raise TemplateError(f"there is no draw.{name}{did_you_mean(name, TOOLS)}")
        return TOOLS[name]


class WoodcutArt:
    """The tools of `cardtool.render.woodcut`, imported by the first template that carves."""

    def __getattr__(self, name: str) -> Tool:
        return _woodcut_tool(name)


class NullArt:
    """The same tools: they take the same and refuse the same, and answer with nothing to print."""

    def __getattr__(self, name: str) -> Tool:
        return _woodcut_tool(name) if name in _MEASURING_TOOLS else _null_tool(name)


def _woodcut_tool(name: str) -> Tool:
    from cardtool.art import woodcut

    if name not in woodcut.__all__:
        raise AttributeError(name)
    tool: Tool = getattr(woodcut, name)
    return tool


@cache
def _null_tool(name: str) -> Tool:
    """Return a tool that draws nothing.

    It raises TypeError when it is not asked as it must be, KeyError for a drawing nobody has made.
    """
    tool = _woodcut_tool(name)
    asked, drawings, nothing = inspect.signature(tool), _named_drawings(name), _empty_answer(tool)

    @cache
    def judge(count: int, names: tuple[str, ...]) -> None:
        asked.bind(*range(count), **dict.fromkeys(names))

    def blunt(*wishes: Any, **named: Any) -> Any:
        judge(len(wishes), tuple(named))
        if drawings is not None:
            drawings[wishes[0] if wishes else named["name"]]
        return nothing

    return blunt


def _named_drawings(name: str) -> Mapping[str, Any] | None:
    """Return the drawings that can be asked for by name; None where a tool makes but one."""
    from cardtool.art.woodcut.lands import GROUNDS
    from cardtool.art.woodcut.skies import SKIES, WEATHERS

    named: dict[str, Mapping[str, Any]] = {"ground": GROUNDS, "sky": SKIES, "weather": WEATHERS}
    return named.get(name)


def _empty_answer(tool: Tool) -> Any:
    """Return an answer of the tool's own kind, without a line in it."""
    from cardtool.art.woodcut.lands import Ground
    from cardtool.art.woodcut.silhouettes import Parted

    answers = {"str": "", "list[Cut]": (), "float": 0.0, "Ground": Ground([], []), "Parted": Parted((), "")}
    return answers[tool.__annotations__["return"]]


_MOST_ELEMENTS = 20_000  # of one face; the richest shipped have some hundreds
_OWN_VALUES = frozenset({"card", "face", "figure", "kind", "layout"})  # of a face, not of the game
_LARGEST_FACE = 4_000_000  # bytes
Result = TypeVar("Result")
_SIZE_KEYS = ("width", "height", "bleed", "shape", "corner")


@dataclass(frozen=True, slots=True)
class Fragment:
    """One face as HTML with marks in it, and the text boxes that come in their places."""

    draft: str
    boxes: tuple[TextBox, ...]

    @property
    def html(self) -> str:
        """The face as it is printed. Boxes that have not been settled are as they were designed."""
        return fill_marks(self.draft, self.boxes)


class Templates:
    """A game's templates, ready to be filled in.

    `read_icon` answers an icon's name with the icon; `name_of` turns a template's path into what messages
    call it; `draws_art` off leaves woodcuts out; `files` notes which templates are used. What templates may
    call beside these is listed in docs/templates.md.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        read_icon: Callable[[str], Icon],
        measure: Measure,
        name_of: Callable[[str], str],
        theme: Mapping[str, Any] | None = None,
        *,
        draws_art: bool = True,
        files: FilesUsed | None = None,
    ) -> None:
        self._folders = [os.path.realpath(folder) for folder in folders]
        self._read_icon, self._name_of = read_icon, name_of
        self._measure, self._draws_art = measure, draws_art
        self._fit, self._around = FitMacro(measure), dict[str, Any]()
        self._icons: dict[tuple[str, str, str], Markup] = {}
        offered = {
            "cut": WoodcutArt() if draws_art else NullArt(),
            "draw": PlainDrawing(),
            "card_face": self._card_face,
            "card_size": self._card_size,
            "fit": lambda box, html="", **wishes: self._fit.fit(box, html, **wishes),
            "icon": self.icon,
            "icon_path": lambda name: self._read_icon(name).path,
            "mix": _mixed_ink,
            "picture": picture_html,
            "qr": qr_html,
            "rich": self._rich,
            "seed": _seed_of,
            "smart": lambda text: typographic_text(text, self._language),
            "theme": theme or {},
        }
        self._sandbox = make_sandbox(folders, offered, files or FilesUsed())
        self._sandbox.filters["word"] = lambda number: number_word(number, self._language)
        self._sandbox.filters["Word"] = lambda number: number_word(number, self._language).capitalize()

    @property
    def _language(self) -> str:
        """The language of the game whose template is being filled in."""
        return str(self._around.get("game", {}).get("language", DEFAULT_LANGUAGE))

    def fill(
        self, template: str, variables: Mapping[str, Any], scope: str, sizes: SizeMap | None = None
    ) -> Fragment:
        """Return the template with these variables, its texts in the sizes that they share with others.

        `scope` is the class attribute of the face around it.
        Raises: TemplateError naming the template and, where it is known, the line.
        """
        outer = self._fit, self._around
        self._fit = FitMacro(self._measure, scope, sizes, printed=self._draws_art)
        self._around = dict(variables)
        try:
            with self._sandbox.fresh_modules():
                html = self._rendered(
                    template, lambda: self._sandbox.get_template(template).render(variables)
                )
            self._rendered(template, lambda: refuse_unprintable(html))
            fragment = Fragment(html, tuple(self._fit.boxes))
        finally:
            self._fit, self._around = outer
        self._refuse_foreign_elements(fragment.html, template)
        self._stand(fragment, template)
        return fragment

    def fill_text(self, text: str, variables: Mapping[str, Any], name: str) -> str:
        """Return a text that is itself a template, such as the rulebook's; `name` is what messages call it.

        Raises: TemplateError with the line.
        """
        with self._sandbox.fresh_modules():
            filled_in = self._rendered(name, lambda: self._sandbox.from_text(text, name).render(variables))
        self._rendered(name, lambda: refuse_unprintable(filled_in))
        return filled_in

    def _rendered(self, template: str, render: Callable[[], Result]) -> Result:
        try:
            return render()
        except TemplateNotFound as error:
            place = self._where(error.__traceback__, template)
            raise TemplateError(f"{place}: there is no template {error.name}") from None
        except TemplateSyntaxError as error:
            place = (
                f"{self._name_of(error.filename)}:{error.lineno}"
                if error.filename
                else f"{template}:{error.lineno}"
            )
            raise TemplateError(f"{place}: {_syntax_fault(error.message or '')}") from None
        except RecursionError as error:
            place = self._where(error.__traceback__, template)
            raise TemplateError(f"{place}: includes itself, or is nested too deeply") from None
        except MemoryError as error:
            place = self._where(error.__traceback__, template)
            raise TemplateError(f"{place}: takes more memory than it may") from None
        except Exception as error:  # whatever Python raises where it is asked for something odd
            if isinstance(error, OSError | CardtoolError) and not isinstance(error, TemplateError):
                raise
            raise TemplateError(self._told(error, template)) from None

    def _refuse_foreign_elements(self, html: str, template: str) -> None:
        elements = html.count("<")
        if elements > _MOST_ELEMENTS:
            most = f"{_MOST_ELEMENTS} are the most"
            raise TemplateError(f"{self._whole(template)}: a face of {elements} elements; {most}")
        if len(html) > _LARGEST_FACE:
            most = f"{_LARGEST_FACE // 1_000_000} MB are the most"
            raise TemplateError(f"{self._whole(template)}: a face of {len(html) / 1e6:.1f} MB; {most}")
        for fault in page_faults(html):
            raise TemplateError(f"{self._naming(template, fault)}: {fault}")

    def _stand(self, fragment: Fragment, template: str) -> None:
        """Tell each box in which elements it stands."""
        try:
            around = open_tags_at_marks(fragment.draft)
        except MisnestedTags as why:
            raise TemplateError(f"{self._naming(template, str(why), why.tag)}: {why}") from None
        for number, box in enumerate(fragment.boxes):
            if number in around:
                box.stand(around[number])

    def _card_face(self, card: str, side: str = "front") -> Markup:
        """Return the face of a card of the company, bleed and all, to be drawn inside another picture."""
        inset = self._inset(card, side)
        shared = {key: value for key, value in self._around.items() if key not in _OWN_VALUES}
        told = {**shared, **inset["variables"]}
        inside = self.fill(inset["template"], told, inset["scope"], self._fit.sizes)
        fit_all(inside.boxes, self._measure)
        frame = Markup(
            '<div class="{}" style="position:absolute;left:0;top:0;margin:0;width:{}mm;height:{}mm">{}</div>'
        )
        return frame.format(inset["scope"], *inset["page"], Markup(inside.html))

    def _card_size(self, card: str, side: str = "front") -> Mapping[str, Any]:
        """Return how large a face of the company is: cut, in mm, with its bleed, and its shape."""
        inset = self._inset(card, side)
        return {key: inset[key] for key in _SIZE_KEYS}

    def _inset(self, card: str, side: str) -> Mapping[str, Any]:
        """Return the face of a card that a picture may show. Raises: TemplateError when there is none."""
        company = self._around.get("company", {})
        if card not in company:
            near = did_you_mean(card, company)
            raise TemplateError(f'"{card}" is not among the cards of this picture{near}')
        if side not in company[card]:
            raise TemplateError(f'"{card}" has no {side}')
        inset: Mapping[str, Any] = company[card][side]
        return inset

    def icon(self, name: str, cls: str = "", colours: str = "text") -> Markup:
        """Return an icon as inline SVG, which is called by its name where a page is read aloud.

        `colours` are that of the text around it, or its "own".
        Raises: TemplateError when there is none of that name, or none in colours of its own.
        """
        key, icon = (name, cls, colours), self._read_icon(name)
        if key not in self._icons:
            self._icons[key] = icon_html(icon, name, cls, colours)
        return self._icons[key]

    def _rich(self, text: str, colours: str = "text") -> Markup:
        return rich_html(text, lambda name: self.icon(name, f"inline {name}", colours), self._language)

    def _told(self, error: Exception, template: str) -> str:
        """Return what went wrong, where, and on which card, where it is not said already."""
        card = self._around.get("card")
        name = card.get("name", "") if isinstance(card, Mapping) else ""
        said = str(error) or f"this cannot be reckoned: {type(error).__name__}"
        message = f"{self._where(error.__traceback__, template)}: {said}"
        return message if not name or f'"{name}"' in message else f'{message} (drawing "{name}")'

    def _where(self, traceback: TracebackType | None, template: str) -> str:
        """Return the innermost place in a template that a traceback passed through.

        What is wrong with a call of a shipped template, from the last folder, is told where it is called.
        """
        place, is_shipped = self._whole(template), True
        while traceback is not None:
            file = traceback.tb_frame.f_code.co_filename
            number = next((n for n, at in enumerate(self._folders, 1) if file.startswith(at + os.sep)), 0)
            shipped = 1 < number == len(self._folders)
            if (number or file == template) and shipped <= is_shipped:
                place = f"{template if file == template else self._name_of(file)}:{traceback.tb_lineno}"
                is_shipped = shipped
            traceback = traceback.tb_next
        return place

    def _naming(self, template: str, fault: str, written: str = "") -> str:
        """Return the line, where known, of the tag that a sentence names, which is `written` so."""
        tag = re.search(r"</?[\w:-]++", fault)
        loader = self._sandbox.loader
        text = loader.get_source(self._sandbox, template)[0] if tag and loader else ""
        at = text.find(written) if written else -1
        if at < 0 and tag and text.count(tag[0]) == 1:
            at = text.index(tag[0])
        return (
            f"{self._whole(template)}:{text.count(chr(10), 0, at) + 1}" if at >= 0 else self._whole(template)
        )

    def _whole(self, template: str) -> str:
        """Return what messages call a template as a whole."""
        files = (os.path.join(folder, template) for folder in self._folders)
        return next((self._name_of(file) for file in files if os.path.exists(file)), template)


def _syntax_fault(said: str) -> str:
    """Return what Jinja says of a template, and of quotation marks what to do."""
    sign = re.match(r"unexpected char ([\"'])([“”„‟‘’‚‛«»\"'])\1", said)
    if sign is None:
        return said
    if sign[2] in "\"'":
        return f"a text that begins with {sign[2]} does not end; write {sign[2]} behind it, or take it out"
    return f'"{sign[2]}" is no quotation mark inside {{{{ }}}} and {{% %}}; write a straight one'


def _mixed_ink(ink: str, ground: str, share: float) -> str:
    """Return what an ink looks like on a ground that shows through; `share` goes from 0 to 1.

    Raises: TemplateError for what is no plain colour as stylesheets write it.
    """
    try:
        return hex_colour(mix_colours(_plain_colour(ink), _plain_colour(ground), min(max(share, 0), 1)))
    except (AttributeError, TypeError, ValueError):
        raise TemplateError(
            f"mix({ink!r}, {ground!r}, {share!r}): two plain colours such as #1a2b3c, and a share from 0 to 1"
        ) from None


def _plain_colour(written: str) -> RGB:
    paint = read_paint(written, "")
    if paint is None or paint.colour is None or paint.opacity < 1:
        raise ValueError(written)
    return paint.colour


def _seed_of(*parts: Any) -> int:
    """Return a number made from the parts, the same on every machine, to draw by."""
    return zlib.crc32("\x1f".join(str(part) for part in parts).encode())


def game_templates(
    project: Project,
    game: str,
    theme: Theme,
    measure: Measure,
    *,
    draws_art: bool = True,
    files: FilesUsed | None = None,
) -> Templates:
    """Return a game's templates, with its icons; `draws_art` off leaves woodcuts out.

    `files` notes which templates and icons are used.
    """
    files = files or FilesUsed()
    icons = cache(lambda name: _read_game_icon(project, name, files))

    def read_icon(name: str) -> Icon:
        files.note(icon_file(name))
        return icons(name)

    return Templates(
        project.template_folders(game),
        read_icon,
        measure,
        lambda file: project.name_of(Path(file)),
        theme.template_context(),
        draws_art=draws_art,
        files=files,
    )


def _read_game_icon(project: Project, name: str, files: FilesUsed) -> Icon:
    file = project.find_file("templates/icons", f"{name}.svg") if re.fullmatch(r"[a-z0-9-]+", name) else None
    if file is None:
        hint = did_you_mean(name, project.names_in("templates/icons", ".svg"))
        raise TemplateError(f'there is no icon "{name}" in templates/icons{hint}')
    try:
        content = project.read(file)
        files.read(icon_file(name), content)
        return parse_icon(content, project.name_of(file))
    except Unreadable as why:
        raise TemplateError(f"{project.name_of(file)} {why}") from None
    except RecursionError:
        raise TemplateError(f"{project.name_of(file)} is nested too deeply") from None

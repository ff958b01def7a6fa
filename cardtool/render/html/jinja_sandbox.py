"""Where templates run, and the cache of compiled ones.

Templates come with pull requests from strangers: they see plain data, load other templates only from the
folders given, and cannot ask for sums or texts without end.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb
from types import CodeType
from typing import Any, ClassVar

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    Environment,
    StrictUndefined,
    Template,
    TemplateNotFound,
    TemplateSyntaxError,
    Undefined,
    nodes,
)
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

from cardtool.errors import TemplateError
from cardtool.files import Unreadable, read_file
from cardtool.project import did_you_mean
from cardtool.render.fetcher import FilesUsed, template_file
from cardtool.signed_cache import SignedFolder

_LARGEST_BYTECODE = 16_000_000  # bytes of a compiled template


class TemplateCache(BytecodeCache):
    """Compiled templates, each with the hash of the text it was compiled from.

    Where they cannot be kept, or what was kept is not as it was written, templates are compiled anew.
    """

    def __init__(self) -> None:
        self._kept = SignedFolder("templates", _LARGEST_BYTECODE)

    def load_bytecode(self, bucket: Bucket) -> None:
        content = self._kept.read(bucket.key)
        if content is None:
            return
        try:
            bucket.bytecode_from_string(content)
        except Exception:  # another Jinja2 may have written it otherwise
            bucket.reset()
        if not isinstance(bucket.code, CodeType):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept.write(bucket.key, bucket.bytecode_to_string())


_LARGEST_TEXT = 1_000_000  # characters or items one expression may make
_LARGEST_POWER = 64
_LARGEST_TEMPLATE = 2_000_000  # bytes
_NUMBERS = (int, float)
_LONG = (str, list, tuple)
_PRINTABLE = (str, int, float, Undefined)
_PRINT_ADVICE = "print one of its values, or call it"
_UNBOUNDED_FILTERS = (
    "center",
    "format",
    "indent",
    "pprint",
    "random",
    "tojson",
    "urlize",
    "wordwrap",
    "xmlattr",
)


class _Generator(CodeGenerator):
    """Leaves what an expression comes to until it is printed: constants are judged like everything else."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Any, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)


class _Template(Template):
    """A template whose module, as others import it, lives no longer than the face that is being filled in."""

    environment: TemplateSandbox

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        more = set() if ctx is None else ctx.globals_keys - self.globals.keys()
        if ctx is not None and more:
            return self.make_module({key: ctx.parent[key] for key in more})
        modules = self.environment.modules
        if self.name not in modules:
            modules[self.name] = self.make_module()
        return modules[self.name]


class TemplateSandbox(ImmutableSandboxedEnvironment):
    """Jinja2's immutable sandbox, with sums that end and data whose fields win over Python's methods."""

    intercepted_binops = frozenset({"**", "*", "%"})
    template_class = _Template
    code_generator_class = _Generator

    def __init__(self, files: FilesUsed, **options: Any) -> None:
        super().__init__(**options)
        self._files = files
        self._judged: dict[tuple[type, str], bool] = {}
        self.modules: dict[str | None, TemplateModule] = {}

    @contextmanager
    def fresh_modules(self) -> Iterator[None]:
        """Import templates anew within: what one face counts in an imported namespace, none else sees."""
        before, self.modules = self.modules, {}
        try:
            yield
        finally:
            self.modules = before

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """As Jinja2 does, in one dictionary: it is copied for every face, and two take four times as long."""
        return {**self.globals, **(d or {})}

    def _load_template(self, name: str, globals: MutableMapping[str, Any] | None) -> Template:
        self._files.note(template_file(name))  # whether it was loaded before or not
        return super()._load_template(name, globals)

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        if callable(obj):
            return super().call(context, obj, *args, **kwargs)
        name = next((name for name, value in context.get_all().items() if value is obj), "")
        functions = (name for name, value in self.globals.items() if callable(value))
        what, sort = f'"{name}"' if name else "this", _sort_of(obj).rstrip(",")
        hint = did_you_mean(name, functions)
        raise SecurityError(f"{what} cannot be called: it is {sort}, not a function{hint}")

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" and (abs(right) > _LARGEST_POWER or abs(left) > _LARGEST_TEXT):
            raise SecurityError(f"a power of {_LARGEST_POWER} is the most a template may ask for")
        if operator == "*" and _size_of(left) * _size_of(right) > _LARGEST_TEXT**2:
            raise SecurityError("the product is larger than a template may ask for")
        if (
            operator == "*"
            and _makes_copies(left, right)
            and _size_of(left) * _size_of(right) > _LARGEST_TEXT
        ):
            raise SecurityError(f"{_LARGEST_TEXT} characters are the most a template may make")
        if operator == "%" and isinstance(left, str):
            raise SecurityError('"%" on text is not offered to templates; join texts with "~"')
        return super().call_binop(context, operator, left, right)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """As Jinja2 does; where Python gives a template up, it is told at which line."""
        parser = Parser(self, source, name, filename)
        try:
            return parser.parse()
        except (RecursionError, ValueError) as why:
            said = "nested too deeply" if isinstance(why, RecursionError) else str(why)
            raise TemplateSyntaxError(said, parser.stream.current.lineno, name, filename) from None

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        try:
            return super()._generate(source, name, filename, defer_init)
        except RecursionError as why:
            inside = (value for frame, _ in walk_tb(why.__traceback__) for value in frame.f_locals.values())
            line = max(each.lineno for each in inside if isinstance(each, nodes.Node))
            raise TemplateSyntaxError("nested too deeply", line, name, filename) from None

    def _compile(self, source: str, filename: str) -> CodeType:
        """As Jinja2 does; what it makes of a template tells last which of its lines are which of those."""
        try:
            return super()._compile(source, filename)
        except (SyntaxError, RecursionError, MemoryError) as why:
            written = source.split("\n")
            longest = written.index(max(written, key=len)) + 1  # which is too deep where nothing is told
            last = (isinstance(why, SyntaxError) and why.lineno) or longest
            lines = re.findall(r"(\d+)=(\d+)", written[-1])
            line = max((int(line) for line, made in lines if int(made) <= last), default=1)
            said = why.msg if isinstance(why, SyntaxError) else "nested too deeply"
            raise TemplateSyntaxError(said, line, filename=filename) from None

    def from_text(self, text: str, name: str) -> Template:
        """Return a template from a text that is in no file of its own; errors in it name `name`."""
        code = self.compile(text, name, name)
        return self.template_class.from_code(self, code, self.make_globals(None))

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, (dict, Mapping)) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """As Jinja2 judges it, which goes by the type of the object: once for each."""
        asked = type(obj), attr
        if asked not in self._judged:
            self._judged[asked] = super().is_safe_attribute(obj, attr, value)
        return self._judged[asked]


def make_sandbox(folders: Sequence[Path], offered: Mapping[str, Any], files: FilesUsed) -> TemplateSandbox:
    """Return a sandbox for the templates in these folders, which may call what is offered.

    `files` notes which of them are used.
    """
    made = TemplateSandbox(
        files,
        loader=_Loader(folders, files),
        bytecode_cache=TemplateCache(),
        autoescape=True,
        undefined=_Missing,
        finalize=_require_printable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        optimized=False,  # there is little to fold, and looking for it takes a sixth of compiling
    )
    for name in _UNBOUNDED_FILTERS:
        made.filters.pop(name, None)
    made.globals.pop("lipsum", None)
    made.globals.update(offered)
    made.undefined = type("_Missing", (_Missing,), {"offered": tuple(made.globals)})
    return made


def _makes_copies(left: Any, right: Any) -> bool:
    return isinstance(left, _LONG) or isinstance(right, _LONG)


def _size_of(value: Any) -> float:
    if isinstance(value, _LONG):
        return len(value)
    return abs(value) if isinstance(value, _NUMBERS) else 1


def _require_printable(value: Any) -> Any:
    """Return what an expression came to, if it can be printed. Raises: SecurityError for what has no text."""
    if type(value) in (str, Markup):  # most are
        return value
    if isinstance(value, float) and not math.isfinite(value):
        raise SecurityError(f"this comes to {value}, which is no number")
    if isinstance(value, _PRINTABLE):
        return value
    advice = "say what to print instead, or ask whether it is there" if value is None else _PRINT_ADVICE
    raise SecurityError(f"{_sort_of(value)} cannot be printed; {advice}")


def _sort_of(value: Any) -> str:
    """Return what a sentence calls a value."""
    if value is None:
        return "none, a value that is not there,"
    if isinstance(value, _PRINTABLE):
        return "a text" if isinstance(value, str) else "a number"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, Mapping):
        return "fields"
    return "a function" if callable(value) else "a set of functions"


class _Missing(StrictUndefined):
    """A name that is not there: an error as soon as it is used, with the nearest name that is."""

    offered: ClassVar[tuple[str, ...]] = ()

    @property
    def _undefined_message(self) -> str:
        known, name = self._undefined_obj, str(self._undefined_name)
        if isinstance(known, Mapping):
            return f'there is no "{name}" here{did_you_mean(name, map(str, known))}'
        if known is missing:  # a name of the template's own, and not a field of something
            return f'there is no "{name}" here{did_you_mean(name, self.offered)}'
        return str(super()._undefined_message)


class _Loader(BaseLoader):
    """Finds templates in folders, which are where they should be, following no link out of them."""

    def __init__(self, folders: Sequence[Path], files: FilesUsed) -> None:
        self._folders, self._files = [Path(os.path.realpath(folder)) for folder in folders], files

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        for folder in self._folders:
            file = Path(os.path.realpath(folder / template))
            if file.is_relative_to(folder) and os.path.isfile(file):  # false, too, of a name no file can have
                return self._read(file, template), str(file), lambda: True
        raise TemplateNotFound(template)

    def _read(self, file: Path, template: str) -> str:
        try:
            content = read_file(file, _LARGEST_TEMPLATE, follow=False)
            self._files.read(template_file(template), content)
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise TemplateError(f"{template}: not UTF-8 text: {error.reason}") from None
        except Unreadable as why:
            raise TemplateError(f"{template} {why}") from None

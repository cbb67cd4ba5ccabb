"""The interfaces of ``js/types.d.ts``, and types of both languages in one way of writing.

A type is written as Python has it, a union in alphabetical order: ``None | list[float]``.
"""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "widgets" / "js" / "types.d.ts"
INTERFACE = re.compile(r"^(?:export )?interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", re.M | re.S)
FIELD = re.compile(r"^  (\w+)(\??): (.*);$", re.M)
TOKEN = re.compile(r'"[^"]*"|\w+|[\[\]<>(),|]')
# What has another name, or is one of several, in Python.
NAMES = {
    "number": "float", "int": "float", "boolean": "bool", "string": "str", "null": "None",
    "Record": "dict", "NDArray": "ArrayLike",
}  # fmt: skip

# By name, whether it may be missing, and its type.
Fields = dict[str, tuple[bool, str]]


def interfaces() -> dict[str, Fields]:
    """Every interface of what goes over the wire, with what it inherits."""
    wire, _, _ = SCRIPT.read_text("utf-8").partition("// ---- Within the browser")
    found: dict[str, Fields] = {}
    for name, parent, body in INTERFACE.findall(wire):
        own = {field: (bool(mark), script_type(text)) for field, mark, text in FIELD.findall(body)}
        found[name] = found.get(parent, {}) | own
    return found


def script_type(text: str) -> str:
    """A type as TypeScript writes it."""
    tokens = TOKEN.findall(text)
    read = _union(tokens)
    assert not tokens, text
    return read


def _union(tokens: list[str]) -> str:
    members = [_member(tokens)]
    while tokens[:1] == ["|"]:
        tokens.pop(0)
        members.append(_member(tokens))
    return _joined(members)


def _joined(members: list[str]) -> str:
    texts = sorted(text.strip("\"'") for text in members if text[0] in "\"'")
    literal = [f"Literal[{', '.join(texts)}]"] if texts else []
    return " | ".join(sorted([text for text in members if text[0] not in "\"'"] + literal))


def _member(tokens: list[str]) -> str:
    first = tokens.pop(0)
    if first == "(":
        read = _union(tokens)
        tokens.pop(0)
    elif first == "[":
        read = f"tuple[{_several(tokens, ']')}]"
    else:
        read = NAMES.get(first, first)
        if tokens[:1] == ["<"]:
            tokens.pop(0)
            read = f"{read}[{_several(tokens, '>')}]"
    while tokens[:2] == ["[", "]"]:
        del tokens[:2]
        read = f"list[{read}]"
    return "ArrayLike" if read.startswith("ArrayLike") else read


def _several(tokens: list[str], end: str) -> str:
    parts = [_union(tokens)]
    while tokens.pop(0) != end:
        parts.append(_union(tokens))
    return ", ".join(parts)


def typed_dicts(paths: Iterable[Path]) -> dict[str, Fields]:
    """Every class of the files by its annotations, with what it inherits from one before."""
    found: dict[str, Fields] = {}
    for path in paths:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.bases:
                own = [part for part in node.body if isinstance(part, ast.AnnAssign)]
                fields = {ast.unparse(part.target): _field(part) for part in own}
                found[node.name] = found.get(ast.unparse(node.bases[0]), {}) | fields
    return found


def _field(part: ast.AnnAssign) -> tuple[bool, str]:
    node = part.annotation
    optional = isinstance(node, ast.Subscript) and ast.unparse(node.value) == "NotRequired"
    return optional, python_type(node.slice if optional else node)  # type: ignore[attr-defined]


def python_type(node: ast.expr) -> str:
    """A type as Python writes it."""
    if isinstance(node, ast.BinOp):
        return _joined([*python_type(node.left).split(" | "), python_type(node.right)])
    if not isinstance(node, ast.Subscript):
        text = ast.unparse(node)
        return NAMES.get(text, text)
    name = ast.unparse(node.value)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name == "Literal":
        return _joined([ast.unparse(part) for part in parts])
    read = f"{NAMES.get(name, name)}[{', '.join(map(python_type, parts))}]"
    return "ArrayLike" if read.startswith("ArrayLike") else read

"""Finds the string keys that code raises or sends, by reading the source: a new key without a sentence fails."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (ROOT / "p2pcards", ROOT / "protocol" / "p2pcards_protocol")


def files(*folders: Path) -> Iterator[Path]:
    for folder in folders or ROOMS:
        yield from sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]


def name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def calls(name: str, *folders: Path) -> Iterator[ast.Call]:
    """Every call of a function or class of that name."""
    for path in files(*folders):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and name_of(node.func) == name:
                yield node


def strings(node: ast.expr | None) -> set[str]:
    """The constant strings that an expression may have: itself, or the branches of a conditional."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return strings(node.body) | strings(node.orelse)
    if isinstance(node, ast.BoolOp):
        return set().union(*(strings(value) for value in node.values))
    return set()


def argument(name: str, place: int, *folders: Path) -> set[str]:
    """The constant strings at one place of all calls of a name."""
    return set().union(*(strings(call.args[place]) for call in calls(name, *folders) if len(call.args) > place), set())


def keyword(name: str, word: str, *folders: Path) -> set[str]:
    """The constant strings of one keyword of all calls of a name."""
    found: set[str] = set()
    for call in calls(name, *folders):
        for each in call.keywords:
            if each.arg == word:
                found |= strings(each.value)
    return found


def returned(path: Path, function: str) -> set[str]:
    """The constant strings that a function returns."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return):
                    found |= strings(inner.value)
    return found


def table_values(path: Path, name: str) -> set[str]:
    """The string values of a dict at the top of a file."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and name_of(node.targets[0]) == name and isinstance(node.value, ast.Dict):
            return set().union(*(strings(value) for value in node.value.values))
    raise AssertionError(f"no {name} in {path}")

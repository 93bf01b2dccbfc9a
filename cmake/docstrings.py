"""Writes the C++ file with the docstrings of the bound classes: `docstrings.py OUT CONTRACT STUBS`.

CONTRACT is python/uneri/contract.py, the source of the texts; STUBS is the folder python/uneri/_core. `_bound.pyi`
there lists the members of each bound class and has the texts that the contract lacks. `NAME.pyi` adds the members that
only one game's classes have. No import of uneri: it has not been built yet.

A method's docstring begins with its signature in the form that `inspect.signature` reads:
`is_legal(self, action)`, a line `--`, an empty line, the text.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

LONGEST_LITERAL = 16_000  # bytes; MSVC takes 16,380

Texts = dict[str, str]


def members(source: Path) -> dict[str, ast.ClassDef]:
    """Return the classes of a file by name."""
    return {node.name: node for node in ast.parse(source.read_text("utf-8")).body if isinstance(node, ast.ClassDef)}


def functions(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """Return the methods and properties of a class by name."""
    return {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}


def is_property(node: ast.FunctionDef) -> bool:
    """Return whether the member is read without a call."""
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)


def signature(node: ast.FunctionDef) -> str:
    """Write the parameters without their types: `(self, seat=None)`.

    The first is `self`, not `$self`: pybind11's functions have a `__self__` of their own, and `inspect` would remove
    `$self` and then, on a bound method, one more parameter.
    """
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    for argument in every:
        if argument is not None:
            argument.annotation = None
    return f"({ast.unparse(arguments)})"


def docstring(node: ast.FunctionDef, text: str) -> str:
    """Return the text for C++."""
    return text if is_property(node) else f"{node.name}{signature(node)}\n--\n\n{text}"


def class_texts(prefix: str, node: ast.ClassDef, contract: ast.ClassDef | None, problems: list[str]) -> Texts:
    """Return the docstrings of a bound class and its members."""
    texts = {}
    known = functions(contract) if contract else {}
    about = ast.get_docstring(node) or (contract and ast.get_docstring(contract))
    if about:
        texts[prefix] = about
    for name, function in functions(node).items():
        model = known.get(name, function)
        text = ast.get_docstring(function) or ast.get_docstring(model)
        if signature(function) != signature(model) or is_property(function) != is_property(model):
            problems.append(f"{prefix}.{name} differs from the contract")
        if text:
            texts[f"{prefix}.{name}"] = docstring(function, text)
        else:
            problems.append(f"{prefix}.{name} has no docstring")
    problems += [f"{prefix}.{name} of the contract is missing in _bound.pyi" for name in known.keys() - functions(node)]
    return texts


def game_texts(stub: Path, shared: set[str]) -> Texts:
    """Return the docstrings of members that only this game has: `tacta.State.to_svg`."""
    return {
        f"{stub.stem}.{cls.name}.{name}": docstring(function, text)
        for cls in members(stub).values()
        for name, function in functions(cls).items()
        if f"{cls.name}.{name}" not in shared and (text := ast.get_docstring(function))
    }


def all_texts(contract: Path, stubs: Path) -> Texts:
    """Return every docstring, by `Class.member`; exit with a list of those missing."""
    problems: list[str] = []
    texts: Texts = {}
    models = members(contract)
    for name, node in members(stubs / "_bound.pyi").items():
        short = name.removeprefix("Bound")
        texts |= class_texts(short, node, models.get(short), problems)
    for stub in sorted(stubs.glob("*.pyi")):
        if not stub.name.startswith("_"):
            texts |= game_texts(stub, set(texts))
    if problems:
        sys.exit("docstrings.py: " + "; ".join(sorted(problems)))
    return texts


def literal(text: str) -> str:
    """Write a C++ string literal, in ASCII."""
    out = ""
    for byte in text.encode():
        char = chr(byte)
        out += f"\\{char}" if char in '"\\' else char if 32 <= byte < 127 else f"\\{byte:03o}"
    return f'"{out}"'


def source(texts: Texts) -> str:
    """Write the C++ file with the function that docs.hpp declares."""
    lines = [
        "// Written by cmake/docstrings.py.",
        '#include "bindings/docs.hpp"',
        "",
        "#include <stdexcept>",
        "",
        "namespace uneri::binding {",
        "",
        "const char* docstring(std::string_view name) {",
        "    struct Entry {",
        "        std::string_view name;",
        "        const char* text;",
        "    };",
        "    static constexpr Entry kEntries[] = {",
    ]
    for name, text in texts.items():
        if len(text.encode()) > LONGEST_LITERAL:
            sys.exit(f"docstrings.py: {name} is too long")
        lines.append(f"        {{{literal(name)},")
        lines += [f"         {literal(line)}" for line in text.splitlines(keepends=True)]
        lines[-1] += "},"
    lines += [
        "    };",
        "    for (const Entry& entry : kEntries) {",
        "        if (entry.name == name) return entry.text;",
        "    }",
        '    throw std::logic_error("no docstring of " + std::string(name));  // seen by the first import',
        "}",
        "",
        "}  // namespace uneri::binding",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Write the file, unless it would stay the same."""
    out, contract, stubs = map(Path, sys.argv[1:])
    text = source(all_texts(contract, stubs))
    if not out.exists() or out.read_text("ascii") != text:
        out.write_text(text, "ascii", newline="\n")


if __name__ == "__main__":
    main()

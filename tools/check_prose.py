"""Checks docs, docstrings, comments and messages for words and shapes that a native reader would stumble over.

`check_prose.py [FILE...]` prints each one with its place, and exits with 1 if there are any. The default is every file
of the repository that git lists. Text in backticks and in fenced blocks is code, and left out.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

UNIT = "seat|hand|game|step|lane|row|kind|colour|meld|move|unit|key|suit|copy|bout|deal|token|item|table|page|player|card|file"
NUMBER = r"(?<!nor )(?<!after )(?:an?|one|two|three|four|five|six)"
SHAPES = {
    r"anew": "again",
    r"so many": "this many, a number of",
    r"(?<!there )(?:is|are|was|were) no (?!longer|more|less|better|worse|larger|smaller)\w+": "is not a ..., has no ...",
    r"(?:goes|go|went|going|gone) on": "continue",
    r"of others": "other seats', from outside",
    rf"{NUMBER} (?:(?!(?:of|in|for|as|to|is|on|at|by|or|has|than|with|from|and|but|through) )[\w-]+ )?an? (?:{UNIT})": "one ... per ...",
    r"strangers?": "anybody, from outside",
    r"lest|whoever|whosoever|thereof|whence|gives? way|taken? away|takes? away": "plain words",
    r"told(?! apart)": "knows, gets, is called with",
    r"stands? (?:here|once|there|beside|alone in)": "is",
}
WORDS = [(re.compile(rf"\b(?:{shape})\b", re.IGNORECASE), better) for shape, better in SHAPES.items()]
OPENING = re.compile(r"(?:What|Who|Whose|Whom|Where|When|Why|How many|How much|How far|How long)\b|[^.:;]*\?(?: |$)")
ALLOWED = {"docs/trust.md": "stranger"}
SOURCES = ("python/", "docs/", "cpp/", "cmake/", "tools/", "README.md", "CONTRIBUTING.md")
Text = tuple[int, str, bool]  # line, text, whether it is a docstring


def python(source: str) -> Iterator[Text]:
    """Yield the docstrings, other strings and comments of a Python file."""
    tree = ast.parse(source)
    docstrings = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            docstrings.add(body[0].value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, re.sub(r"(?m)^ *(>>>|\.\.\.) .*", "", node.value), node in docstrings
    comments = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments[token.start[0]] = token.string.lstrip("# ")
    yield from blocks(comments)


def blocks(lines: dict[int, str]) -> Iterator[Text]:
    """Yield runs of lines as one text each."""
    for first in [number for number in lines if number - 1 not in lines]:
        last = first
        while last in lines:
            last += 1
        yield first, " ".join(lines[number] for number in range(first, last)), False


def braces(source: str) -> Iterator[Text]:
    """Yield the strings and comments of a C++, JavaScript or TypeScript file."""
    comments = {}
    for number, line in enumerate(source.splitlines(), 1):
        if found := re.search(r"(?:^|\s)(?://+|\*|/\*\*?)\s(.*)", line):
            comments[number] = found[1]
        for text in re.findall(r'"((?:[^"\\ ]|\\.)* (?:[^"\\]|\\.)*)"', line):
            yield number, text, False
    yield from blocks(comments)


def markdown(source: str) -> Iterator[Text]:
    """Yield the paragraphs of a page."""
    lines, fenced = {}, False
    for number, line in enumerate(source.splitlines(), 1):
        fenced ^= line.lstrip().startswith("```") and "{" not in line
        if line.strip() and not fenced:
            lines[number] = line
    yield from blocks(lines)


READERS = {".py": python, ".pyi": python, ".md": markdown, **dict.fromkeys((".cpp", ".hpp", ".js", ".ts"), braces)}


def problems(path: str) -> Iterator[str]:
    """Yield the problems of a file."""
    for line, text, docstring in READERS[Path(path).suffix](Path(path).read_text("utf-8")):
        plain = re.sub(r"\s+", " ", re.sub(r"`[^`]*`", "`", text)).strip()
        for words, better in WORDS:
            for found in words.finditer(plain):
                if ALLOWED.get(path, "-") not in found[0].lower():
                    yield f"{path}:{line}: {found[0]!r}: {better}"
        if docstring and OPENING.match(plain):
            yield f"{path}:{line}: {plain[:40]!r}: a sentence with a verb"


if __name__ == "__main__":
    listed = sys.argv[1:] or subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    files = [path for path in listed if Path(path).suffix in READERS and path.startswith(SOURCES)]
    found = [problem for path in files for problem in problems(path)]
    print("\n".join(found) or "prose: nothing to say")
    sys.exit(bool(found))

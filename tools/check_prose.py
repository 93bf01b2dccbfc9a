"""Checks docs, docstrings, comments and messages for words and shapes over which a native reader would stumble.

`check_prose.py [FILE...]` prints each with its place, and exits with 1 if there are any. The default is all files that
git lists. Backticks and fenced blocks hold code, which is not checked.
"""

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

UNIT = (
    "seat|hand|game|step|lane|row|kind|colour|meld|move|unit|key|suit|copy|bout|deal|token|item|page|player|card|file"
)
LINK = "(?:of|in|for|as|to|is|on|at|by|or|has|than|with|from|and|but|through)"
SHAPES = {
    r"anew": "again",
    r"so many": "this many, a number of",
    r"(?<!there )(?:is|are|was|were) no (?!longer|more|less|better|worse|larger|smaller)\w+": "is not a ..., has no ...",
    r"(?:goes|go|went|going|gone) on": "continue",
    r"of others": "of other seats, from outside",
    rf"(?<!nor )(?:an?|one|two|three|four) (?:(?!{LINK} )[\w-]+ )?an? (?:{UNIT})": "one ... per ...",
    r"strangers?": "anybody, from outside",
    r"lest|whoever|whosoever|thereof|whence|gives? way|taken? away|takes? away": "plain words",
    r"told(?! apart)": "knows, gets, is called with",
    r"stands? (?:here|once|there|beside|alone in)": "is",
    r"allowed: (?:to (?:try|wait)|an? (?:integer|number|text|string|game|state|object))": "must be ..., not ...; try ...",
    r"at work (?:for|in|there)": "running, in use",
    r"child(?:ren)? by fork": "forked child",
    r"nothing but": "only",
}
WORDS = [(re.compile(rf"\b(?:{shape})\b", re.IGNORECASE), better) for shape, better in SHAPES.items()]
NO_SENTENCE = re.compile(r"(?:What|Who|Whose|Whom|Where|When|Why|How (?:many|much|far|long))\b|[^.:;]*\?(?: |$)")
FOLDERS = (
    "python/",
    "docs/",
    "cpp/",
    "cmake/",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "tools/mini/",
    "tools/new_game.py",
)
Text = tuple[int, str, bool]  # line, text, whether it is a docstring or an option's help


def python(source: str) -> Iterator[Text]:
    """Yield the strings and comments of a Python file."""
    comments, before, last = {}, "", ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments[token.start[0]] = token.string.lstrip("# ")
        elif tokenize.tok_name[token.type] in ("STRING", "FSTRING_MIDDLE"):
            text = re.sub(r"(?m)^ *(?:>>>|\.\.\.) .*|\{[^{}]*\}", "", token.string)  # examples, and values in messages
            yield token.start[0], text.strip("rf\"'\\\n "), not last.strip() or before + last == "help="
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            before, last = last, token.string
    yield from blocks(comments)


def braces(source: str) -> Iterator[Text]:
    """Yield the strings and comments of a C++, JavaScript or TypeScript file."""
    comments = {}
    for number, line in enumerate(source.splitlines(), 1):
        if found := re.match(r"\s*(?://+|\*|/\*\*?)\s(.*)", line):
            comments[number] = found[1]
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"|\S\s+//\s(.*)', line):
            yield number, "".join(text), False
    yield from blocks(comments)


def markdown(source: str) -> Iterator[Text]:
    """Yield the paragraphs of a page."""
    lines, fence = {}, ""
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fence = "" if fence else line  # a directive such as ```{glossary} holds prose
        elif line.strip() and (not fence or "{" in fence):
            lines[number] = line
    yield from blocks(lines)


def blocks(lines: dict[int, str]) -> Iterator[Text]:
    """Yield runs of lines as one text each."""
    text = ""
    for number, line in lines.items():
        text = f"{text} {line}"
        if number + 1 not in lines:
            yield number, text, False
            text = ""


def problems(path: str) -> Iterator[str]:
    """Yield the problems of a file."""
    for line, text, sentence in READERS[Path(path).suffix](Path(path).read_text("utf-8")):
        plain = re.sub(r"\s+", " ", re.sub(r"`[^`]*`", "`", text)).strip()
        for words, better in WORDS if " " in plain else ():
            for found in words.finditer(plain):
                if path != "docs/trust.md" or "stranger" not in found[0].lower():
                    yield f"{path}:{line}: {found[0]!r}; better: {better}"
        if sentence and NO_SENTENCE.match(plain):
            yield f"{path}:{line}: {plain[:40]!r}; better: a sentence with subject and verb"


READERS = {".py": python, ".pyi": python, ".md": markdown, ".cpp": braces, ".hpp": braces, ".js": braces, ".ts": braces}

if __name__ == "__main__":
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    files = sys.argv[1:] or [path for path in listed if path.startswith(FOLDERS) and Path(path).suffix in READERS]
    found = [problem for path in files for problem in problems(path)]
    print("\n".join(found) or f"{len(files)} files: no odd words")
    sys.exit(bool(found))

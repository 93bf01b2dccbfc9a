"""A game's book as one HTML page: its sections, and its examples with their pictures. It has no script."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .layout import safe
from .palette import variables

if TYPE_CHECKING:
    from ..registry.book import Book, Example

_ROLES: Final = ("ground", "panel", "line", "ink", "muted", "move")
_MOVES: Final = {"en": "Move: ", "ja": "手："}
_OTHER: Final = {"en": "日本語", "ja": "English"}
_STYLE: Final = """
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3 { line-height: 1.25; }
a { color: var(--move); }
details { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); padding: .5rem .8rem; margin: .8rem 0; }
summary { cursor: pointer; min-height: 28px; }
details svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left; }
small { color: var(--muted); }
"""


def book_page(book: Book, other: str | None = None) -> str:
    """Write a book as an HTML page that needs no network, with a link to the page in the `other` language.

    ImportError if markdown-it-py, which turns the text into HTML, is not installed.
    """
    markdown = _markdown()
    switch = f'<p><a href="{other}">{_OTHER[book.language]}</a></p>' if other else ""
    links = "".join(f'<li><a href="#{part.name}">{safe(part.title)}</a></li>' for part in book.sections)
    parts = [f"{switch}<h1>{safe(book.title)}</h1>{markdown.render(book.introduction)}<nav><ul>{links}</ul></nav>"]
    for section in book.sections:
        examples = iter(section.examples)
        html = markdown.render(book.markdown(section, lambda _: "\n\n@example@\n\n")).split("<p>@example@</p>")
        text = html[0] + "".join(_example(book, book.examples[next(examples)]) + part for part in html[1:])
        parts.append(f'<section><h2 id="{section.name}">{safe(section.title)}</h2>{text}</section>')
    return (
        f'<!DOCTYPE html>\n<html lang="{book.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">'
        f"<title>{safe(book.title)}</title><style>{variables(_ROLES)}{_STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _markdown() -> Any:
    try:
        return importlib.import_module("markdown_it").MarkdownIt("commonmark", {"html": False}).enable("table")
    except ImportError as error:
        raise ImportError("pages of a book need markdown-it-py: pip install markdown-it-py") from error


def _example(book: Book, example: Example) -> str:
    drawn = example.draw()
    picture = drawn and f"<figure>{drawn}</figure>"
    moves = ", ".join(map(str, example.facts.get("moves", ())))
    words = f"<p><small>{_MOVES[book.language]}<code>{safe(moves)}</code></small></p>" if moves else ""
    return f"<details><summary>{safe(book.caption(example))}</summary>{picture}{words}</details>"

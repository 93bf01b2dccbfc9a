"""`uneri rules GAME`: a page of rules, and the sections of the game's book."""

from __future__ import annotations

import argparse

import uneri
from uneri.registry import game_module
from uneri.registry.book import Book, Example, Section, has_book, read_book

from ._output import import_rich, is_terminal, say
from ._parser import BadInput

_WIDTH = 100  # columns of a book's text on a wide terminal


def add(parser: argparse.ArgumentParser) -> None:
    """Describe the command and add its arguments."""
    parser.description = "Prints a page with the rules of a game, or a section of its book with worked examples."
    parser.add_argument("game", choices=uneri.games(), metavar="GAME", help="; ".join(uneri.games()))
    parser.add_argument("section", nargs="?", metavar="SECTION", help="a section of the book, or all")
    parser.add_argument("--ja", action="store_true", help="in Japanese")


def run(args: argparse.Namespace) -> int:
    """Print the page or the section."""
    if args.section is None and not args.ja:
        page, _, notation = game_module(args.game).RULES.partition("\n--\n")
        say(page.strip("\n"))
        say()
        say(notation.strip("\n"))
        if has_book(args.game):
            say()
            say(f"More, with examples: uneri rules {args.game} SECTION. Sections: {section_names(args.game)}.")
        return 0
    try:
        print_book(read_book(args.game, "ja" if args.ja else "en"), args.section or "all")
    except ValueError as error:
        raise BadInput(str(error)) from None
    return 0


def section_names(game: str) -> str:
    """List the sections of a game's book."""
    return ", ".join(section.name for section in read_book(game).sections)


def print_book(book: Book, name: str) -> None:
    """Print a section of a book, or all of it."""
    sections = book.sections if name == "all" else (book.section(name),)
    if name == "all":
        _print_markdown(f"# {book.title}\n\n{book.introduction}")
    for section in sections:
        _print_markdown(_section_text(book, section))


def _section_text(book: Book, section: Section) -> str:
    def quote(example: Example) -> str:
        moves = ", ".join(map(str, example.facts.get("moves", ())))
        return f"> {book.caption(example)}" + (f" ({moves})" if moves else "")

    return f"## {section.title}\n\n{book.markdown(section, quote)}"


def _print_markdown(text: str) -> None:
    markdown = import_rich("markdown") if is_terminal() else None
    if markdown is None:
        say(f"{text}\n")
        return
    console = import_rich("console").Console(highlight=False)
    console.print(markdown.Markdown(text), width=min(_WIDTH, console.width))
    console.print()

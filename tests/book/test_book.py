"""The books of the games: every example holds on both backends, is drawn, and stands once in each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import uneri
from uneri.cli import main
from uneri.registry.book import LANGUAGES, has_book, read_book
from uneri.view.book_page import book_page

GAMES = [game for game in uneri.games() if has_book(game)]
EXAMPLES = [(game, name) for game in GAMES for name in read_book(game).examples]
FIRST = ["goal", "components", "setup", "turn"]
LAST = ["end", "scoring", "questions", "rulings"]
LEAST = {"tidal": 30}  # others 40
ASSERTIONS = {"legal", "only", "illegal", "after", "views", "returns", "rewards", "result"}
DOCS = Path(__file__).resolve().parents[2] / "docs"
TAG = re.compile(r"\b(?:[A-Z]-)?[A-Z]?\d+(?:\.\d+)?[a-z]?\b")
CITED = re.compile(rf"\(({TAG.pattern}(?:,\s{TAG.pattern})*)\)")


def has_tag(page: str, tag: str) -> bool:
    """Tell whether a game's page states this rule, or has it as a section or a row of a table."""
    place = rf"\*\*{re.escape(tag)}\b|^#+ {re.escape(tag)} |^\| [^|]*\b{re.escape(tag)}\b"
    return ("-" in tag and tag in TAG.findall(page)) or re.search(place, page, re.MULTILINE) is not None


@pytest.mark.parametrize("backend", ["core", "reference"])
@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_example(game: str, name: str, backend: str) -> None:
    assert read_book(game).examples[name].find_failures(backend=backend) == []


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_example_is_drawn(game: str, name: str) -> None:
    example = read_book(game).examples[name]
    picture = example.draw()
    assert ASSERTIONS & set(example.facts)
    assert not picture or picture.startswith("<svg")
    assert (not picture) == ("function" in example.facts and not {"position", "seed"} & set(example.facts))


@pytest.mark.parametrize("game", GAMES)
def test_languages_agree(game: str) -> None:
    books = [read_book(game, language) for language in LANGUAGES]
    outlines = [[(section.name, section.examples) for section in book.sections] for book in books]
    assert outlines[0] == outlines[1]
    used = [name for _, names in outlines[0] for name in names]
    assert sorted(used) == sorted(books[0].examples)
    assert len(used) >= LEAST.get(game, 40)
    names = [name for name, _ in outlines[0]]
    assert names[: len(FIRST)] == FIRST
    assert names[-len(LAST) :] == LAST


@pytest.mark.parametrize("game", GAMES)
def test_tags_exist(game: str) -> None:
    page = "\n".join(file.read_text(encoding="utf-8") for file in (DOCS / "games").glob(f"{game}*.md"))
    for language in LANGUAGES:
        book = read_book(game, language)
        cited = {
            tag for section in book.sections for tags in CITED.findall(section.markdown) for tag in TAG.findall(tags)
        }
        cited |= {tag for example in book.examples.values() for tag in example.rules}
        assert {tag for tag in cited if not has_tag(page, tag)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_page(game: str, language: str) -> None:
    pytest.importorskip("markdown_it")
    page = book_page(read_book(game, language))
    drawn = [example for example in read_book(game).examples.values() if example.position() is not None]
    assert page.count("<figure>") == len(drawn)
    assert f'lang="{language}"' in page
    assert "example:" not in page
    assert "<script" not in page


@pytest.mark.parametrize("game", GAMES)
def test_command(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", game]) == 0
    assert "scoring" in capsys.readouterr().out
    assert main(["rules", game, "scoring", "--ja"]) == 0
    assert read_book(game, "ja").section("scoring").title in capsys.readouterr().out
    assert main(["rules", game]) == 0
    assert main(["rules", game, "nothing"]) == 2
    assert "it has: goal, components" in capsys.readouterr().err


def test_wrong_names() -> None:
    with pytest.raises(ValueError, match="there is no book of 'chess'"):
        read_book("chess")
    with pytest.raises(ValueError, match="language is 'fr'; allowed: en, ja"):
        read_book(GAMES[0], "fr")


def test_failure_is_found() -> None:
    book = read_book(GAMES[0])
    example = next(one for one in book.examples.values() if one.facts.get("moves") and one.facts.get("after"))
    wrong = {**example.facts, "after": dict.fromkeys(example.facts["after"], "nothing")}
    failures = type(example)(example.game, "wrong", example.rules, example.captions, wrong).find_failures()
    assert len(failures) == len(wrong["after"])

"""The book of a game: how to play it, in English and Japanese, with worked examples that run on both backends.

The folder `book` of a game's package has three files. `en.md` and `ja.md` begin with a title and an introduction. Then
come the same sections in the same order, each under a line `## Title {#name}`: `goal`, `components`, `setup`, `turn`,
those of the game's actions, `end`, `scoring`, `questions`, `rulings`. An example is a line `![](example:NAME)`.

`examples.toml` has a table for each example, with these keys; the table `defaults` has values for all:

* `rule`: the tag that it shows, or several; `en`, `ja`: what it shows, in one or two sentences.
* `options` of the game; `position`, the keyword arguments of `uneri.GAME.position`, or `seed`.
* `legal`, `only`: moves that are legal, or all that are. `illegal`: moves that are not, each with the tag that forbids it.
* `moves`, played in turn, in notation or as ids. `after`: fields of `to_dict()` then, such as `hand.0`; `returns`, `rewards`.
* `views`: fields of `to_dict(seat)` then, under `SEAT.FIELD`; "?" is what the seat cannot see.
* `open`: whether its picture shows all hands, not only those that the seat to act sees.
* `function`, `arguments`, `result`: a hand function of `uneri.GAME`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import numpy as np

from .._util.messages import brief
from .._util.public import publish
from ..contract import State
from . import game_module, games, load_game
from .outside import outside_game

__all__ = ["LANGUAGES", "Book", "Example", "Section", "has_book", "read_book"]

LANGUAGES: Final = ("en", "ja")
"""English and Japanese."""

_HEADING: Final = re.compile(r"^## (?P<title>.+?) \{#(?P<id>[a-z-]+)\}$", re.MULTILINE)
_WRAPPED: Final = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])")
"""A line break within Japanese, which has no spaces between words."""
_EXAMPLE: Final = re.compile(r"^!\[\]\(example:(?P<name>[a-z0-9-]+)\)$", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """A position, moves, and what holds before and after them."""

    game: str
    name: str
    rules: tuple[str, ...]
    """The tags of the rules that it shows, such as `"O-5.9"`."""
    captions: Mapping[str, str]
    """By language."""
    facts: Mapping[str, Any]
    """The rest of its table in `examples.toml`: how the position is set up, the moves, and the assertions."""

    def position(self, *, backend: str = "core") -> State | None:
        """Set up the position before the moves, on a backend; None if the example asks a hand function and has no
        position.
        """
        game = load_game(self.game, backend=backend, **self.facts.get("options", {}))
        if "seed" in self.facts:
            return game.new_initial_state(seed=self.facts["seed"])
        if "position" not in self.facts:
            return None
        module: Any = game_module(self.game)
        state: State = module.position(game, **_with_numbers(self.facts["position"]))
        return state

    def draw(self) -> str:
        """Draw the position before the moves, as SVG text; "" if there is no position."""
        state = self.position()
        if state is None:
            return ""
        seat = state.current_player()
        return state.to_svg(None if seat < 0 or self.facts.get("open") else seat)

    def find_failures(self, *, backend: str = "core") -> list[str]:
        """Play the moves on a backend and check every assertion; return one sentence for each that does not hold."""
        return list(self._failures(self.position(backend=backend)))

    def _failures(self, state: State | None) -> Iterator[str]:
        facts = self.facts
        if state is not None:
            legal = set(state.legal_actions())
            for text in (*facts.get("legal", ()), *facts.get("only", ())):
                if _action_of(state, text) not in legal:
                    yield f"{text} is not legal"
            if "only" in facts and len(legal) != len(facts["only"]):
                yield f"the legal moves are {sorted(map(state.action_to_string, legal))}, not {facts['only']}"
            for text, rule in facts.get("illegal", {}).items():
                reason = state.why_not(_action_of(state, text)) or "is legal"
                if rule not in reason:
                    yield f"{text}, which {rule} forbids: {reason}"
            for move in facts.get("moves", ()):
                state.apply_action(_action_of(state, move))
            found = {path: _field(state.to_dict(), path) for path in facts.get("after", {})}
            found |= {name: getattr(state, name)() for name in ("returns", "rewards") if name in facts}
            for path in facts.get("views", {}):
                seat, _, field = path.partition(".")
                value = _field(state.to_dict(int(seat)), field)
                found[path] = "?" if value is None else value
            wanted = facts | facts.get("after", {}) | facts.get("views", {})
            for name in found:
                if _plain(found[name]) != wanted[name]:
                    yield f"{name} is {brief(found[name])}, not {brief(wanted[name])}"
        if "function" in facts:
            result = _plain(getattr(game_module(self.game), facts["function"])(**facts.get("arguments", {})))
            if result != facts["result"]:
                yield f"{facts['function']} gives {brief(result)}, not {brief(facts['result'])}"


@dataclass(frozen=True)
class Section:
    """A section of a book."""

    name: str
    """The same in all languages, such as `"setup"`."""
    title: str
    """In the book's language."""
    markdown: str
    """Its text. A line `![](example:NAME)` stands for an example."""

    @property
    def examples(self) -> tuple[str, ...]:
        """The names of its examples, in order."""
        return tuple(_EXAMPLE.findall(self.markdown))


@dataclass(frozen=True)
class Book:
    """A game's book in one language."""

    game: str
    language: str
    """`"en"` or `"ja"`."""
    title: str
    introduction: str
    """Its first sentences."""
    sections: tuple[Section, ...]
    """In order."""
    examples: Mapping[str, Example]
    """By name."""

    def section(self, name: str) -> Section:
        """Return the section of this name. The ValueError, if there is none, names the existing ones."""
        for section in self.sections:
            if section.name == name:
                return section
        names = ", ".join(section.name for section in self.sections)
        raise ValueError(f"the book of {self.game} has no section {brief(name)}; it has: {names}")

    def markdown(self, section: Section, draw: Callable[[Example], str]) -> str:
        """Return a section's text as Markdown, with each example replaced by the result of `draw`."""
        return _EXAMPLE.sub(lambda found: draw(self.examples[found["name"]]), section.markdown)

    def caption(self, example: Example) -> str:
        """Return the caption of an example, in the book's language."""
        return example.captions[self.language]


def has_book(game: str) -> bool:
    """Return whether a game has a book."""
    return outside_game(game) is None and game in games() and _folder(game).is_dir()


@cache
def read_book(game: str, language: str = "en") -> Book:
    """Read the book of a game. Its examples have not been checked.

    ValueError if the game has no book, or not in this language.

    Examples
    --------
    >>> from uneri.registry.book import read_book
    >>> book = read_book("onda")
    >>> book.section("goal").title
    'Goal'
    """
    if not has_book(game):
        raise ValueError(f"there is no book of {brief(game)}; there are: {', '.join(filter(has_book, games()))}")
    if language not in LANGUAGES:
        raise ValueError(f"language is {brief(language)}; allowed: {', '.join(LANGUAGES)}")
    folder = _folder(game)
    tables = tomllib.loads((folder / "examples.toml").read_text(encoding="utf-8"))
    text = _WRAPPED.sub("", (folder / f"{language}.md").read_text(encoding="utf-8"))
    first, *rest = _HEADING.split(text)
    title, _, introduction = first.partition("\n")
    sections = tuple(
        Section(name, heading, body.strip("\n")) for heading, name, body in zip(*[iter(rest)] * 3, strict=True)
    )
    defaults = tables.pop("defaults", {})
    examples = {name: _make_example(game, name, defaults | table) for name, table in tables.items()}
    return Book(game, language, title.removeprefix("# "), introduction.strip("\n"), sections, examples)


def _folder(game: str) -> Any:
    return resources.files("uneri") / game / "book"


def _make_example(game: str, name: str, table: dict[str, Any]) -> Example:
    rules = table.pop("rule")
    captions = {language: table.pop(language) for language in LANGUAGES}
    return Example(game, name, (rules,) if isinstance(rules, str) else tuple(rules), captions, table)


def _action_of(state: State, move: str | int) -> int:
    return move if isinstance(move, int) else state.parse_action(move)


def _with_numbers(value: Any) -> Any:
    """Return the value with numbers for keys that are numbers, which TOML cannot write."""
    if not isinstance(value, dict):
        return value
    return {int(key) if key.isdecimal() else key: _with_numbers(part) for key, part in value.items()}


def _field(data: Any, path: str) -> Any:
    for key in path.split("."):
        try:
            data = data[int(key)] if isinstance(data, list | tuple) else data[key]
        except LookupError:
            return None
    return data


def _plain(value: Any) -> Any:
    """Return the value as TOML can write it: lists for arrays and tuples."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


__dir__ = publish(globals())

"""Analysis for tools: each JSON line with a request about a position gets a JSON line as answer; and the schemas."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .._util.call_syntax import parse_call
from .._util.checks import bounded, choice, integer, seed_of
from .._util.messages import brief
from .._util.plain_data import plain
from .._util.shipped import read_shipped
from .._util.strict_json import read_json
from ..contract import Game, State
from ..registry import load_foreign_game
from ..registry.reasons import add_reason
from ..search import SearchResult
from .searcher import Searcher, find_searcher

LONGEST_LINE = 1 << 20  # bytes: a longer line is not a request, and is not read into memory
MOST_SIMS = 1_000_000  # per request
_SCHEMAS = {"report": "review.schema.json", "stream": "analysis.schema.json"}
_FIELDS = ("id", "game", "options", "seed", "moves", "state", "view", "seat", "sims", "top")


def schema(of: str = "report") -> dict[str, Any]:
    """Return a new copy of a JSON schema (draft 2020-12).

    ValueError or TypeError if there is no such schema.

    Parameters
    ----------
    of
        `"report"` (default): `Review.to_dict` and `uneri review --json`. `"stream"`: a line of `uneri analyse --stream`,
        either way.

    Examples
    --------
    >>> from uneri import review
    >>> sorted(review.schema("stream")["$defs"])
    ['answer', 'error', 'move', 'request']
    """
    return read_shipped(_SCHEMAS[choice(of, "of", tuple(_SCHEMAS))])


def answer(line: str | bytes, bot: str = "search") -> str:
    """Answer one request about one position by a JSON object in one line, without the line's end.

    A request names no bot, no file and no program: its cost is limited, and it can't run code. The `error` of an answer
    describes an invalid request. ValueError or TypeError if `bot` is not a search. Never because of `line`.

    Parameters
    ----------
    line
        The request, a JSON object: `schema("stream")` has its fields.
    bot
        A search by name, as for `review`.

    Examples
    --------
    >>> from uneri import review
    >>> review.answer('{"id": 1, "game": "chess"}')[:21]
    '{"id": 1, "error": "n'
    """
    return answer_with(find_searcher(bot), line)


def answer_with(searcher: Searcher, line: str | bytes) -> str:
    """Answer like `answer`, with an existing search."""
    name: Any = None
    try:
        if len(line) > LONGEST_LINE:
            raise ValueError(f"the line is longer than {LONGEST_LINE} bytes")
        request = _read_request(line)
        name = _read_id(request.get("id"))
        for field in request:
            if field not in _FIELDS:
                raise ValueError(f"no field {brief(field)}; fields: {', '.join(_FIELDS)}")
        found = {"id": name, **_analyse(searcher, request)}
    except Exception as error:  # noqa: BLE001  # whatever a line holds, the next one is answered
        found = {"id": name, "error": str(error) or type(error).__name__}
    return json.dumps(found).replace("\x7f", "\\u007f")  # the one control character that JSON allows


def _read_request(line: str | bytes) -> Mapping[str, Any]:
    request = read_json(line, "the line")
    if not isinstance(request, dict):
        raise TypeError(f"the line must be an object, not {brief(request)}")
    return request


def _read_id(value: Any) -> Any:
    if value is None or (isinstance(value, str) and len(value) <= 1000):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 63:
        return value
    raise TypeError(
        f"id must be a string of at most 1000 characters, an integer of 64 bits or null, not {brief(value)}"
    )


def _analyse(searcher: Searcher, request: Mapping[str, Any]) -> dict[str, Any]:
    state = _read_position(request)
    seat = state.current_player()
    if seat < 0:
        raise ValueError("the game is over" if state.is_terminal() else "chance comes next; no seat is to act")
    if request.get("sims") is not None:
        searcher = searcher.replace_sims(bounded(request["sims"], "sims", 1, MOST_SIMS))
    top = bounded(request.get("top", 1_000_000), "top", 1, 1_000_000)
    return describe_search(state.game, seat, searcher.text, searcher.run(state, None), top)


def describe_search(game: Game, seat: int, bot: str, result: SearchResult, top: int) -> dict[str, Any]:
    """Return a search's choice, its best moves and what it expects, as plain data."""
    return {
        "game": str(game),
        "seat": seat,
        "bot": bot,
        "action": result.action,
        "notation": result.notation,
        "value": result.value,
        "moves": [asdict(stats) for stats in result.best(top)],
        "principal_variation": list(result.principal_variation),
        "simulations": result.simulations,
        "worlds": result.worlds,
        "seconds": result.seconds,
    }


def _read_position(request: Mapping[str, Any]) -> State:
    text, options = request.get("game"), request.get("options", {})
    if not isinstance(text, str):
        raise TypeError(f"game must be a name, or a name with options, not {brief(text)}")
    if not isinstance(options, dict):
        raise TypeError(f"options must be an object, not {brief(options)}")
    name, given = parse_call(text)
    if twice := sorted(given.keys() & options.keys()):
        raise ValueError(f"option {brief(twice[0])} is given twice")
    game = load_foreign_game(name, {**given, **options})
    asked = [word for word in ("state", "view", "seed") if request.get(word) is not None]
    if len(asked) > 1:
        raise ValueError(f"{asked[0]} and {asked[1]} are both given; give only one")
    if asked in (["state"], ["view"]) and not isinstance(request[asked[0]], dict):
        raise TypeError(
            f"{asked[0]} must be an object, as `State.to_dict()` returns it, not {brief(request[asked[0]])}"
        )
    if asked == ["state"]:
        state = game.state_from_dict(plain(request["state"]))
    elif asked == ["view"]:
        state = game.state_from_view(plain(request["view"]), integer(request.get("seat"), "seat"))
    else:
        state = game.new_initial_state(seed_of(request.get("seed") or 0))
    moves = request.get("moves", [])
    if not isinstance(moves, list):
        raise TypeError(f"moves must be a list of names or action ids, not {brief(moves)}")
    for place, move in enumerate(moves):
        action = -1
        try:
            action = state.parse_action(move) if isinstance(move, str) else integer(move, "the action")
            state.apply_action(action)
        except (ValueError, TypeError) as error:
            raise ValueError(f"moves[{place}]: {add_reason(error, state, action)}") from None
    return state

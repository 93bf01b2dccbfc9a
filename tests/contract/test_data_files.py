"""Games whose data comes from a file: what is wrong with it is told with the file's name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import uneri
import uneri.tidal


def written(path: Path, data: Any) -> str:
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("game", "option", "data", "named"),
    [
        ("tidal", "board", {"schema": "tidal-board/1"}, "board: no key"),
        ("tidal", "pack", {"deal": 99, "cards": []}, "pack"),
        ("namima", "variant", {"colours": 3}, "variant: "),
        ("onda", "bomb_sequence", [9], "'bomb_sequence"),
        ("onda", "pack", {"deal": 99, "cards": []}, "pack"),
        ("solo", "pack", {"deal": 99, "cards": []}, "pack"),
        ("tacta", "deck", {"format": "x"}, "deck: "),
    ],
)
def test_the_file_is_named(game: str, option: str, data: Any, named: str, tmp_path: Path, backend: str) -> None:
    path = written(tmp_path / "mine.json", data)
    with pytest.raises(ValueError, match=f"{game}: the file ") as caught:
        uneri.load_game(game, backend=backend, **{option: path})
    assert str(caught.value).startswith(f"{game}: the file {path!r}: ")
    assert named in str(caught.value)
    with pytest.raises(ValueError, match=game) as bare:
        uneri.load_game(game, backend=backend, **{option: data})
    assert str(caught.value) == str(bare.value).replace(f"{game}: ", f"{game}: the file {path!r}: ", 1)


def test_another_option_is_not_blamed_on_the_file(tmp_path: Path, backend: str) -> None:
    path = written(tmp_path / "board.json", uneri.tidal.default_board())
    with pytest.raises(ValueError, match="players") as caught:
        uneri.load_game("tidal", backend=backend, board=path, players=77)
    assert "board.json" not in str(caught.value)

"""Every rule tag of docs/games stands at the line that does it in the core, in the reference and at a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
TAGS = {
    "onda": r"O-\d+\.\d+",
    "solo": r"S-\d+\.\d+",
    "namima": r"N-\d+\.\d+",
    "tidal": r"R\d+",
    "tacta": r"[LVI]\d",
    "shared": r"R-\d+",
}
ENDINGS = {".py", ".cpp", ".hpp", ".toml", ".md", ".txt"}
SHARED_IN_PYTHON = [TOP / "python/uneri/registry/reference_backend.py", TOP / "python/uneri/testing/digest.py"]
MOST = 4  # tags of a line: more are a list, which says of none where it is done


def find_tag(game: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.-])(?:{TAGS[game]})(?![\w.-]*\d)")


def list_places(game: str) -> dict[str, list[Path]]:
    if game == "shared":
        return {
            "core": [TOP / "cpp/uneri"],
            "reference": [TOP / "python/uneri/reference", *SHARED_IN_PYTHON],
            "tests": [TOP / "tests", TOP / "cpp/tests"],
        }
    return {
        "core": [TOP / "cpp/uneri/games" / game],
        "reference": [TOP / "python/uneri/reference" / game],
        "tests": [
            TOP / "tests" / game,
            *sorted((TOP / "cpp/tests").glob(f"{game}*")),
            *(TOP / "tests/contract" / name for name in ("test_corrected_facts.py", "test_own_data.py")),
            TOP / "python/uneri" / game / "book/examples.toml",
        ],
    }


def find_lines(places: list[Path], game: str) -> list[tuple[Path, list[str]]]:
    """Return the tags of each line that has some."""
    files = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("*")))]
    found = []
    for file in files:
        if file.suffix in ENDINGS:
            lines = map(find_tag(game).findall, file.read_text(encoding="utf-8").splitlines())
            found += [(file.relative_to(TOP), tags) for tags in lines if tags]
    return found


def list_pages(game: str) -> list[Path]:
    return sorted((TOP / "docs/games").glob(f"{game}*.md"))


def read_defined(game: str) -> set[str]:
    page = "\n".join(file.read_text(encoding="utf-8") for file in list_pages(game))
    starts = re.findall(
        rf"^(?:\* |## |\| )?(?:\*\*)?((?:{TAGS[game]}(?:, )?)+)\b|\*\*({TAGS[game]})\*\*", page, re.MULTILINE
    )
    return {tag for pair in starts for tag in find_tag(game).findall(" ".join(pair))}


@pytest.mark.parametrize("place", ["core", "reference", "tests"])
@pytest.mark.parametrize("game", TAGS)
def test_each_tag_has_its_places(game: str, place: str) -> None:
    lines = find_lines(list_places(game)[place], game)
    cited = {tag for _, tags in lines if len(tags) <= MOST for tag in tags}
    missing = sorted(read_defined(game) - cited, key=lambda tag: [int(number) for number in re.findall(r"\d+", tag)])
    assert missing == []


@pytest.mark.parametrize("game", TAGS)
def test_each_cited_tag_exists(game: str) -> None:
    places = [place for group in list_places(game).values() for place in group]
    if game != "shared":
        places += [TOP / "python/uneri" / game, *list_pages(game)]
    else:
        places += [TOP / "docs"]
    defined = read_defined(game)
    unknown = {(str(file), tag) for file, tags in find_lines(places, game) for tag in tags if tag not in defined}
    assert sorted(unknown) == []

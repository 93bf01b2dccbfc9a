"""People's words in records: set, kept, shown to those who may read them; and fields that this version doesn't know."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from _commands import run_uneri as run
from _forge import changed, resummed
from uneri import records, review
from uneri.records.fields import UNKNOWN_BYTES, check_content, fields_of, shown_notes
from uneri.records.lines import LineError
from uneri.records.replay import story_of
from uneri.testing import SplitMix64

ROOT = Path(__file__).resolve().parents[2]
GAME = "onda(players=2,rounds=1)"
WORDS: dict[str, dict[str, Any]] = {
    "game": {
        "event": "Club <b>night</b>", "round": "3", "place": "Ky\u014dto", "date": "2026-11-27", "ratings": [1500, None],
        "time_control": "5 min", "reviewer": "Cy", "comment": "\x1b[31mA game\nseat 0: 3  *\u202e",
    },
    "deal": {"comment": "Good hands"},
    "move": {
        "marks": ["?!"], "comment": "SECRET </script>\x00", "clock": 31.5, "bot": {"value": 0.125, "ms": 3},
        "review": {"preferred": "PASS", "value": 0.5, "loss": 0.25, "stderr": 0.1, "mistake": True},
    },
    "end": {"ending": "by the rules", "comment": "SECRET end"},
}  # fmt: skip


def worded() -> records.Record:
    record = records.record(GAME, ["greedy", "random"], 7)
    for line, words in WORDS.items():
        record = record.annotate(3 if line == "move" else line, **words)
    return record


def sample(node: dict[str, Any], defs: dict[str, Any]) -> Any:
    """A value that a schema allows."""
    if "$ref" in node:
        return sample(defs[node["$ref"].rpartition("/")[2]], defs)
    if "enum" in node:
        return node["enum"][0]
    if node["type"] == "object":
        return {name: sample(node["properties"][name], defs) for name in node.get("required", ())}
    values: dict[str, Any] = {"string": node.get("examples", ["x"])[0], "boolean": True, "array": []}
    return values.get(node["type"], node.get("minimum"))


def test_all_words_are_kept(tmp_path: Path) -> None:
    """Every field of the table: in a file, through a check, an edit and a game that breaks off."""
    record, path, defs = worded(), tmp_path / "words.uneri.jsonl", records.schema()["$defs"]
    assert all(words.keys() <= fields_of(line).optional.keys() for line, words in WORDS.items())
    records.write(path, [record])
    (again,) = records.read(path)
    again.check()
    assert (again.headers, again.deal.notes, again.end_notes) == (WORDS["game"], WORDS["deal"], WORDS["end"])
    assert [move.notes for move in again.moves if move.notes] == [WORDS["move"]] == [again.moves[3].notes]
    assert again == record != record.annotate(event=None)
    assert again.to_bytes() == path.read_bytes() == record.to_bytes()
    bare = again.annotate(**dict.fromkeys(WORDS["game"])).annotate("deal", comment=None).annotate(3, comment=None)
    assert (bare.headers, bare.deal.notes, list(bare.moves[3].notes)) == ({}, {}, ["marks", "clock", "bot", "review"])
    for line, where in (("game", "game"), ("deal", "deal"), ("move", 0), ("end", "end")):
        for name in fields_of(line).optional:  # a new one, too
            record = record.annotate(where, **{name: sample(defs[line]["properties"][name], defs)})
    records.write(path, [record, again])
    newest, again = records.read(path)
    assert newest == record
    assert not newest.unknown
    records.write(path, [again])
    path.write_bytes(path.read_bytes()[:-5])
    (part,) = records.read(path, partial=True)
    assert (part.headers, part.moves[3].notes, part.end_notes) == (WORDS["game"], WORDS["move"], {})


@pytest.mark.parametrize(
    ("where", "words", "told"),
    [
        ("game", {"evnt": "x"}, "no field 'evnt' in a line of type 'game'; allowed: event, round"),
        ("game", {"event": 5}, "'event' must be a string of at most 1000 characters, not 5"),
        ("game", {"event": "x" * 1001}, "'event' must be a string of at most 1000 characters, not 'xxx"),
        ("game", {"date": "27.11."}, r"'date' must be a string such as '2026-11-27', not '27\.11\.'"),
        ("game", {"date": "2026-11-27\n"}, "'date' must be a string"),
        (
            "game",
            {"ratings": [1e9]},
            r"'ratings' must be a list of at most 100 items, each .* to 1000000.*, not \[1000000000.0\]",
        ),
        ("game", {"ratings": [True]}, r"'ratings' must be .*, not \[True\]"),
        (0, {"marks": ["x"]}, r"'marks' must be a list of at most 6 items, each one of !, \?"),
        (0, {"clock": float("nan")}, "'clock' must be a number from 0 to 1000000000, not nan"),
        (0, {"comment": {1, 2}}, r"'comment' must be a string.*, not \{1, 2\}"),
        (0, {"review": {"loss": 3}}, "'review' must be {preferred: .*; loss: a number from -1 to 1;"),
        (99, {"comment": ""}, "where is 99; allowed: 0 to 18"),
        ("moves", {}, "where is 'moves'; allowed: 'game', 'deal', 'end' or a ply"),
    ],
)
def test_what_may_not_stand_there_is_named(where: Any, words: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}"):
        worded().annotate(where, **words)


def test_unknown_fields_are_kept_and_named(tmp_path: Path) -> None:
    path, record = tmp_path / "later.uneri.jsonl", worded()
    contents = record.contents()
    later = {"title": {"a": [1, 2.5, None, "\u00e9"]}, "\x1b[2J": "x"}
    for row in (0, 1, 5, -1):
        contents[row] |= later
    path.write_bytes(resummed(contents))
    (again,) = records.read(path)
    again.check()
    assert again.headers == WORDS["game"] | later
    assert again.unknown == tuple(f"{line}.{name}" for line in ("game", "deal", "move", "end") for name in later)
    assert again.contents() == contents
    records.write(path, [again.annotate(event=None).annotate(event=WORDS["game"]["event"])])
    data = path.read_bytes()
    records.write(path, list(records.read(path)))
    assert path.read_bytes() == data
    checked = run("replay", path, "--check")
    assert checked.returncode == 0
    assert "unknown to this version" in checked.stdout
    assert "game.title, game.\\x1b[2J, deal.title" in checked.stdout
    for value, words in (
        (
            "x" * UNKNOWN_BYTES,
            f"unknown fields \\('more'\\) have {UNKNOWN_BYTES + 11} bytes; the limit is {UNKNOWN_BYTES}",
        ),
        (json.loads("[" * 40 + "]" * 40), "nested deeper than 32"),
    ):
        path.write_bytes(resummed([record.contents()[0] | {"more": value}]))
        with pytest.raises(records.RecordError, match=f"line 1: {words}"):
            list(records.read(path))


def test_checks_are_those_of_the_schema() -> None:
    """They derive from it by a few lines of ours; jsonschema judges alike, but takes 1.0 for an integer."""
    validator, rng, refused = jsonschema.Draft202012Validator(records.schema()), SplitMix64(1), 0
    contents = worded().contents()
    for trial in range(600):
        content = changed(contents[trial % 6 if trial % 7 else -1], rng)
        if isinstance(content, dict) and isinstance(kind := content.get("type"), str):
            try:
                check_content(content, ("game", "deal", "move", "end"))
            except LineError:
                refused += 1
                assert not validator.is_valid(content | {"sum": "0" * 8}), content
            else:
                assert validator.is_valid(content | {"sum": "0" * 8}), (kind, content)
    assert 200 < refused < 500


def test_words_are_shown_and_no_line_is_faked(tmp_path: Path) -> None:
    path = tmp_path / "words.uneri.jsonl"
    records.write(path, [worded()])
    shown = run("replay", path).stdout
    for words in (
        "Event: Club <b>night</b>",
        "Ratings: 1500 -",
        "The deal: Good hands",
        "Ending: by the rules",
        "\\x1b[31mA",
    ):
        assert words in shown
    assert re.search(
        r"\n 3  seat 1: HIDE g12 \?!  \(SECRET </script>\\x00; Seconds left: 31.5; The bot: value 0.125, ms 3; Review: preferred PASS",
        shown,
    )
    assert "\n  seat 0: 3  *\\u202e\n" in shown
    assert "seat 1: HIDE g12 ?!\nSECRET" in run("replay", path, "--ply", "4").stdout
    seen = run("replay", path, "--seat", "1").stdout
    assert "Event: Club" in seen
    assert "SECRET" not in seen + json.dumps(records.read(path).__next__().view(1)[1].view)
    assert [words[:12] for words in shown_notes("move", WORDS["move"], public=True)] == [
        "Seconds left",
        "The bot: val",
        "Review: pref",
    ]


def test_pages_show_words_to_those_who_may_read_them() -> None:
    record = worded()
    for story, seat in ((story_of(record, views=False), None), (story_of(record, 1), 1), (story_of(record, 0), 0)):
        said = [*story.notes, *(line for event in story.events if event.remark for line in event.remark.text)]
        assert "Event: Club <b>night</b>" in said
        assert ("SECRET </script>\x00" in said, "Comment at the end: SECRET end" in said) == (seat is None,) * 2
        assert ("Seconds left: 31.5" in said) == (seat in (None, 1))
        assert any(story.values) == (seat != 0)
    event = story_of(record, views=False).events[3]
    assert event.text == "HIDE g12 ?!"
    assert event.remark is not None
    assert (event.remark.loss, event.remark.mistake) == (0.25, True)
    assert event.remark.text[-2:] == [
        "Preferred: PASS",
        "Expected result 0.50 with it; loss 0.25 ± 0.10",
    ]
    page = record.to_html()
    assert page.count("</script>") == 2
    assert "SECRET" not in page
    assert "<b>night" not in record._repr_html_()


def test_a_review_is_kept_in_the_record(tmp_path: Path) -> None:
    path, kept = tmp_path / "words.uneri.jsonl", tmp_path / "kept.uneri.jsonl"
    records.write(path, [record := worded()])
    found = review.review(record, bot="flat:sims=30", worlds=10, seat=1)
    marked = found.annotate(record)
    marked.check()
    assert marked.headers["reviewer"] == "flat:sims=30, judged in 10 worlds"
    for item in found.decisions:
        assert ("review" in marked.moves[item.ply].notes) == (item.value is not None or item.ply == 3)
    done = run("review", path, "--bot", "flat:sims=30", "--worlds", "10", "--seat", "1", "--record", kept)
    assert done.returncode == 0, done.stderr
    assert list(records.read(kept)) == [marked]
    with pytest.raises(ValueError, match="the review is of another record"):
        found.annotate(records.record(GAME, ["greedy", "random"], 8))


def test_headers_from_the_shell(tmp_path: Path) -> None:
    path = tmp_path / "played.uneri.jsonl"
    options = ("play", "onda", "-o", "players=2", "-o", "rounds=1", "--watch", "--record", path, "--header")
    assert run(*options, "event=Club night", "--header", "place=a=b").returncode == 0
    assert next(records.read(path)).headers == {"event": "Club night", "place": "a=b"}
    assert "--header needs --record FILE" in run("play", "onda", "--header", "event=x").stderr
    wrong = run(*options, "evnt=x")
    assert (wrong.returncode, "no field 'evnt'" in wrong.stderr) == (2, True)


def test_the_docs_have_every_field() -> None:
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    table = text[text.index("## People's words") :]
    for line in WORDS:
        for name in fields_of(line).optional:
            assert re.search(rf"^\| [^|]*`{line}`[^|]* \| `{name}` \|", table, re.MULTILINE), (line, name)

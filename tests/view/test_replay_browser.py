"""The page of replays in a real browser, from a file; skipped where there is none."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from uneri import records
from uneri.records.story import story_of
from uneri.view.replay_page import replay_page

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [pytest.mark.subprocess, pytest.mark.skipif(BROWSER is None, reason="no Chromium")]


def shown(page: Path, place: str, folder: Path) -> str:
    """The document after its script has run."""
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}", "--dump-dom"]
    done = subprocess.run(
        [*command, "--virtual-time-budget=3000", f"{page.as_uri()}#{place}"],
        capture_output=True,
        timeout=120,
        check=True,
        text=True,
        encoding="utf-8",
    )
    return done.stdout


def test_a_browser_shows_the_step_that_is_asked_for(tmp_path: Path) -> None:
    games = [
        records.record(game, ["greedy", "random"], seed=5, views=False, names=["<i>Ann</i>", "Ben"])
        for game in ("tacta", "onda(players=2,rounds=2)")
    ]
    page = tmp_path / "out.html"
    page.write_text(replay_page([story_of(record) for record in games]), encoding="utf-8")
    record = games[1]
    step = next(move.ply for move in record.moves if move.text == "PASS") + 1
    document = shown(page, f"game=2&view=1&step={step}", tmp_path / "profile")
    assert f'aria-valuetext="{"Ben" if record.moves[step - 1].seat else "&lt;i&gt;Ann&lt;/i&gt;"}: PASS"' in document
    assert f">{step} of {len(record)}</output>" in document
    assert document.count('aria-current="step"') == 1
    assert "<title>ONDA, round" in document
    assert ">round 2</li>" in document
    assert '<option value="2">seat 1, Ben</option>' in document
    assert "an unseen move" in document
    assert "<i>" not in document
    end = shown(page, f"game=1&step={len(games[0])}", tmp_path / "profile")
    assert "The game is over." in end
    assert "★ has won" in end

"""The claims of strength: pages and the file have the same figures."""

from __future__ import annotations

import re

import pytest

from .strength.claims import ROOT, Claim, Replay, main, read_claims

CLAIMS = read_claims()


@pytest.mark.parametrize("claim", CLAIMS, ids=[claim.name for claim in CLAIMS])
def test_pages_have_the_figure(claim: Claim) -> None:
    for page in claim.pages:
        assert claim.on_page() in (ROOT / page).read_text(encoding="utf-8"), page


def test_each_row_of_the_networks_page_is_a_claim() -> None:
    text = (ROOT / "docs" / "networks.md").read_text(encoding="utf-8")
    table = text.partition("| game | bot | against |")[2].partition("\n\n")[0]
    figures = re.findall(r"\| (\d+\.\d ± \d+\.\d)", table)
    assert len(figures) > 5
    assert sorted(figures) == sorted(claim.on_page() for claim in CLAIMS)


def test_a_figure_far_from_its_claim_is_outside() -> None:
    claim = Claim("a", "onda", ["net", "greedy"], 70.0, 1.0, 1000, [])
    assert Replay(claim, 70.9, 1.0, 0).is_inside
    assert not Replay(claim, 73.0, 1.0, 0).is_inside


def test_the_command_says_what_is_outside(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Claim("wrong", "tacta(players=2)", ["greedy", "random"], 5.0, 1.0, 4, [])
    monkeypatch.setattr("bench.strength.claims.read_claims", lambda: [wrong])
    assert main([]) == 1
    assert "OUTSIDE" in capsys.readouterr().out

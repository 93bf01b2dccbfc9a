"""The built site has every page of docs/, and its links lead somewhere.

`UNERI_SITE` names the folder that `sphinx-build` wrote. Without it the site is built here, if Sphinx is installed.
"""

from __future__ import annotations

import html.parser
import importlib.util
import json
import os
import re
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
SOURCES = sorted([*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")])

pytestmark = [pytest.mark.slow, pytest.mark.subprocess]


class Page(html.parser.HTMLParser):
    """The first h1, the ids and the links of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.heading = ""
        self.ids: set[str] = set()
        self.links: list[str] = []
        self._tags: list[str] = []
        self._has_heading = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attributes if value}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        self.links += [given[name] for name in ("href", "src") if name in given]
        self._tags.append(tag)
        if tag == "a" and "headerlink" in given.get("class", ""):
            self._tags[-1] = "headerlink"

    def handle_endtag(self, tag: str) -> None:
        self._has_heading |= tag == "h1"
        while self._tags and self._tags.pop() not in (tag, "headerlink"):
            pass

    def handle_data(self, data: str) -> None:
        if "h1" in self._tags and "headerlink" not in self._tags and not self._has_heading:
            self.heading += data


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if given := os.environ.get("UNERI_SITE"):
        return Path(given).resolve()
    if any(importlib.util.find_spec(name) is None for name in ("sphinx", "myst_nb", "sphinx_design", "furo")):
        pytest.skip("the extra `docs` is not installed")
    out = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, "-m", "sphinx", "-q", "-b", "html", str(DOCS), str(out)], check=True)
    return out


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def first_heading(source: Path) -> str:
    """The title of a Markdown page or a notebook, without its marks."""
    text = source.read_text("utf-8")
    if source.suffix == ".ipynb":
        text = "".join(json.loads(text)["cells"][0]["source"])
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    assert found, f"{source} has no title"
    return re.sub(r"[`*]|\[(.+?)\]\(.+?\)", r"\1", found[1]).strip()


@pytest.mark.parametrize("source", SOURCES, ids=[s.relative_to(DOCS).as_posix() for s in SOURCES])
def test_every_source_page_is_on_the_site(source: Path, site: Path, pages: dict[Path, Page]) -> None:
    """Sphinx writes pages of its own (search, genindex) and would put them over ours without a word."""
    built = site / source.relative_to(DOCS).with_suffix(".html")
    assert built in pages
    assert pages[built].heading.strip() == first_heading(source)


def broken_links(site: Path, pages: dict[Path, Page]) -> list[str]:
    """Links within the site whose file or anchor is missing."""
    broken = []
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].ids):
                broken.append(f"{path.relative_to(site)}: {link}")
    return broken


def test_links_within_the_site_lead_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    assert sum(len(page.links) for page in pages.values()) > 1000
    assert broken_links(site, pages) == []


def test_the_api_shows_where_things_are_defined(site: Path, pages: dict[Path, Page]) -> None:
    texts = [path.read_text("utf-8") for path in (site / "api").glob("*.html")]
    assert sum(text.count("viewcode-link") for text in texts) > 300
    if (site / "_modules").exists():  # without the repository's address there are pages of the sources
        assert "../_modules/uneri/namima/distance.html#deficiency" in pages[site / "api/namima.html"].links
        assert "../_modules/uneri/contract.html#State.legal_actions" in pages[site / "api/game.html"].links
        back = pages[site / "_modules/uneri/namima/report.html"].links
        assert "../../../api/namima_reports.html#uneri.namima.report.Worth" in back
        assert "../../../api/namima_reports.html#uneri.namima.Analysis" in back


def test_with_an_address_the_api_links_to_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(DOCS)
    links = importlib.import_module("source_links")
    for name in ("GITHUB_REPOSITORY", "GITHUB_SERVER_URL", "GITHUB_SHA", "READTHEDOCS_GIT_CLONE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert links.repository() is None
    monkeypatch.setenv("READTHEDOCS_GIT_CLONE_URL", "https://github.com/a/b.git")
    monkeypatch.setenv("READTHEDOCS_GIT_COMMIT_HASH", "c")
    assert links.repository() == "https://github.com/a/b/blob/c"
    monkeypatch.setenv("GITHUB_REPOSITORY", "o/r")
    monkeypatch.setenv("GITHUB_SHA", "s")
    importlib.import_module("uneri.namima")
    found = links.linkcode_resolve("py", {"module": "uneri.namima", "fullname": "deficiency"})
    assert re.fullmatch(r"https://github\.com/o/r/blob/s/python/uneri/namima/distance\.py#L\d+-L\d+", found)
    assert links.linkcode_resolve("py", {"module": "uneri.namima", "fullname": "nothing"}) is None


def test_the_search_knows_the_words_that_users_ask_for(site: Path) -> None:
    index = (site / "searchindex.js").read_text("utf-8")
    for word in ("clone", "deficiency", "perft"):
        assert re.search(rf'"?\b{word[:7]}\w*"?:', index), word


def test_a_missing_page_or_anchor_is_found(tmp_path: Path) -> None:
    text = '<h1>Title<a class="headerlink" href="#one">#</a></h1><p id="one"><a href="#two">x</a><img src="no.png"></p>'
    (tmp_path / "page.html").write_text(text, "utf-8")
    pages = {tmp_path / "page.html": Page(tmp_path / "page.html")}
    assert pages[tmp_path / "page.html"].heading == "Title"
    assert broken_links(tmp_path, pages) == ["page.html: #two", "page.html: no.png"]

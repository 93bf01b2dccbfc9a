"""Sphinx: `sphinx-build -n -W docs build/html` with the extra `docs` installed."""

import html
import importlib
import inspect
import json
import os
import pkgutil
import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, NumpyDocstring

import uneri
from uneri.cli import COMMANDS
from uneri.cli._parser import Parser
from uneri.registry.book import LANGUAGES, Example, has_book, read_book

sys.path.insert(0, str(Path(__file__).parent))
from game_figures import figures
from option_tables import markdown_table, with_options
from source_links import linkcode_resolve  # noqa: F401 - Sphinx reads it here

project = "uneri"
author = "The uneri authors"
copyright = "2026, The uneri authors"
release = version = uneri.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_design", "source_links"]
if "READTHEDOCS" in os.environ:  # it reads the indices of other sites: not where a build must do without a network
    extensions.append("sphinx.ext.intersphinx")
    intersphinx_mapping = {
        "python": ("https://docs.python.org/3", None),
        "numpy": ("https://numpy.org/doc/stable", None),
    }
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
nb_execution_mode = "cache"  # the notebooks, which are kept without outputs; pages have no cells
nb_execution_raise_on_error = True
nb_execution_timeout = 120
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"uneri {version}"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_css_files = ["site.css"]
html_theme_options = {"top_of_page_buttons": []}
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "substitution"]
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def schema_block(game: str) -> str:
    """The JSON schema of a game's plain data, whole, as Markdown."""
    schema = json.loads((Path(__file__).parent / "games" / f"{game}.schema.json").read_text("utf-8"))
    text = json.dumps(with_options(game, schema), indent=1, ensure_ascii=False)
    return f"```{{code-block}} json\n:class: long\n\n{text}\n```"


def command_line() -> str:
    """Write what `uneri COMMAND --help` prints, one section per command."""
    os.environ["COLUMNS"] = "110"  # what argparse breaks lines by
    sections = []
    for name, about in COMMANDS.items():
        parser = Parser(prog=f"uneri {name}", description=about[0].upper() + about[1:] + ".")
        importlib.import_module(f"uneri.cli.{name}").add(parser)
        sections.append(f"## uneri {name}\n\n```text\n{parser.format_help().rstrip()}\n```")
    return "\n\n".join(sections)


def book(game: str, language: str) -> str:
    """A game's book as Markdown, without its title. Pictures lie where `draw_examples` writes them."""
    read = read_book(game, language)

    def draw(example: Example) -> str:
        moves = ", ".join(f"`{move}`" for move in example.facts.get("moves", ()))
        caption = html.escape(read.caption(example), quote=True)
        picture = f'<img src="../_static/book/{game}/{example.name}.svg" alt="{caption}" loading="lazy">'
        body = ([] if example.position() is None else [picture]) + ([moves] if moves else [])
        return f":::{{dropdown}} {read.caption(example)}\n" + "\n\n".join(body) + "\n:::"

    parts = [read.introduction]
    for section in read.sections:
        text = read.markdown(section, draw)
        if section.name == "questions":
            text = re.sub(
                r"^### (.+)\n(.*?)(?=^### |\Z)", r"::::{dropdown} \1\n\2::::\n\n", text, flags=re.MULTILINE | re.DOTALL
            )
        parts += [f"({game}-{language}-{section.name})=\n## {section.title}", text]
    return "\n\n".join(parts)


def members(place: str) -> str:
    """A table of what a module or a class has: names with the first clause of each docstring."""
    thing = pkgutil.resolve_name(place)
    names = getattr(thing, "__all__", [name for name in dir(thing) if not name.startswith("_")])
    rows = ["| name | what it is |", "| --- | --- |"]
    for name in names:
        member = getattr(thing, name)
        shown = isinstance(thing, type) or inspect.isroutine(member) or inspect.isclass(member)
        if shown and (place == "uneri" or name not in ("Game", "State", "Generator", "Play", "events")):
            about = re.split(r"[.:]\s", f"{inspect.getdoc(member) or ''} ", maxsplit=1)[0].replace("|", "\\|")
            rows.append(f"| {{py:obj}}`{name} <{place}.{name}>` | {' '.join(about.split())} |")
    return "\n".join(rows)


def draw_examples(app: Sphinx, error: Exception | None) -> None:
    """Write the pictures of all books."""
    for game in filter(has_book, uneri.games()) if error is None else ():
        folder = Path(app.outdir) / "_static" / "book" / game
        folder.mkdir(parents=True, exist_ok=True)
        for example in read_book(game).examples.values():
            if picture := example.draw():
                (folder / f"{example.name}.svg").write_text(picture, encoding="utf-8")


# Options are declared once, in the core: pages say {{ onda_options }}.
myst_substitutions = {f"{game}_options": markdown_table(game) for game in uneri.games()} | {
    f"{game}_schema": schema_block(game) for game in uneri.games()
}
myst_substitutions |= {f"{game}_figures": figures(game) for game in uneri.games()}
myst_substitutions |= {
    f"{game}_book_{language}": book(game, language)
    for game in filter(has_book, uneri.games())
    for language in LANGUAGES
}
MODULES = (
    "uneri arena batch bots data exploit namima onda records registry.book review search solo tacta testing tidal train"
)
for name in MODULES.split():
    place = name if name == "uneri" else f"uneri.{name}"
    myst_substitutions[f"members_{name.rpartition('.')[2]}"] = members(place)
for name in ("BatchEnv", "Game", "State"):
    myst_substitutions[f"members_{name}"] = members(f"uneri.{name}")
myst_substitutions["command_line"] = command_line()
autodoc_typehints = "description"
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
nitpick_ignore_regex = [
    (r"py:.*", r"(numpy|np|typing|collections|os|pathlib|types|torch|pyarrow|pandas|matplotlib)\..*"),
    (r"py:.*", r"[A-Z]\w*(\[.*)?"),  # bare names: aliases of types (hands, ids, kinds), which have no page of their own
    (r"py:.*", r"(uneri\._core|_core|contract|uneri\._util|optional).*"),
    (r"py:.*", r"uneri\.\w+\.(Play|Generator)"),
    (r"py:.*", r"uneri\.search\.many\.Lanes"),  # what a search asks of a BatchEnv, which the texts name
]


def convert_sections(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """NumPy's sections become Sphinx's fields. Not in attributes: napoleon would take "Mean: ..." for a type."""
    if what not in ("attribute", "data", "property"):
        lines[:] = NumpyDocstring("\n".join(lines), Config(), app, what, name, obj, options).lines()


def setup(app: Sphinx) -> None:
    """Sphinx calls this."""
    app.connect("autodoc-process-docstring", convert_sections)
    app.connect("build-finished", draw_examples)

"""Sphinx: `sphinx-build -n -W docs build/html` with the extra `docs` installed."""

import uneri

project = "uneri"
author = "The uneri authors"
copyright = "2026, The uneri authors"
release = version = uneri.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"uneri {version}"
myst_heading_anchors = 3
autodoc_typehints = "description"
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
nitpick_ignore_regex = [
    (r"py:.*", r"(numpy|np|typing|collections)\..*"),
    (r"py:.*", r"(NDArray|SupportsIndex|Vector|Batch|Hand|Ids|Flags|PlayLike|TideLike|Cards|Report|Bot|Self|Any).*"),
    # First lines of attribute docstrings with a colon in them, which napoleon takes for types.
    (r"py:class", r"(The tensor's segments in order|Every option|What differs|Nodes with an action)"),
    (r"py:.*", r"(Play|uneri\.onda\.Generator)"),
    (r"py:.*", r"(uneri\._core|_core|contract|uneri\._progress|uneri\._rng|SplitMix64|Generator|optional).*"),
]

"""Links from the API pages to the sources, as a Sphinx extension.

Names are documented where users import them from, `uneri.namima.deficiency`, and defined in a file below. So the file is
looked for: a module that has the same object under the same name and defines it.

Where the repository's address is known (GitHub's actions and Read the Docs tell it), links lead there; else `viewcode` makes
pages of the sources.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import PycodeError
from sphinx.pycode import ModuleAnalyzer

import uneri

PACKAGE = Path(uneri.__file__).parent
BACK = re.compile(r'<a class="viewcode-back" href="([^"#]*)#([^"]*)">.*?</a>')

documented: dict[tuple[str, str], str] = {}
"""By the module and the name of a definition: the module that it is documented in."""


def find_definition(module: str, name: str) -> tuple[str, int, int] | None:
    """The module that defines what `module` has as `name`, and the first and the last line."""
    top = name.partition(".")[0]
    wanted = getattr(sys.modules.get(module), top, None)
    for candidate, loaded in sorted(sys.modules.items()):
        if candidate.partition(".")[0] == "uneri" and wanted is not None and vars(loaded).get(top) is wanted:
            try:
                analyzer = ModuleAnalyzer.for_module(candidate)
                tags = analyzer.find_tags()
            except PycodeError:  # compiled
                continue
            if name in tags:
                return candidate, *tags[name][1:]
    return None


def repository() -> str | None:
    """Return the address of this commit's sources, if the environment gives one."""
    get = os.environ.get
    if get("GITHUB_REPOSITORY") and get("GITHUB_SHA"):
        return f"{get('GITHUB_SERVER_URL', 'https://github.com')}/{get('GITHUB_REPOSITORY')}/blob/{get('GITHUB_SHA')}"
    if get("READTHEDOCS_GIT_CLONE_URL", "").startswith("https://github.com/") and get("READTHEDOCS_GIT_COMMIT_HASH"):
        return f"{get('READTHEDOCS_GIT_CLONE_URL', '').removesuffix('.git')}/blob/{get('READTHEDOCS_GIT_COMMIT_HASH')}"
    return None


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """Return the address of an object's source for `linkcode`."""
    found = find_definition(info["module"], info["fullname"]) if domain == "py" else None
    if found is None:
        return None
    module, first, last = found
    path = Path(str(sys.modules[module].__file__)).relative_to(PACKAGE).as_posix()
    return f"{repository()}/python/uneri/{path}#L{first}-L{last}"


def follow_imported(app: Sphinx, module: str, name: str) -> str | None:
    """Tells viewcode the module that defines a name."""
    found = find_definition(module, name)
    if found is None:
        return None
    documented[found[0], name] = module
    return found[0]


def mend_links_back(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Viewcode takes all names of a file to be documented in one module. They are not, so this makes its links back."""
    if not page.startswith("_modules/") or "body" not in context:
        return
    module = page.removeprefix("_modules/").replace("/", ".")

    def mend(match: re.Match[str]) -> str:
        known = [name for defined_in, name in documented if defined_in == module and match[2].endswith(f".{name}")]
        if not known:
            return ""
        name = max(known, key=len)
        return match[0].replace(f"#{match[2]}", f"#{documented[module, name]}.{name}")

    context["body"] = BACK.sub(mend, context["body"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this."""
    if repository() is not None:
        app.setup_extension("sphinx.ext.linkcode")
    else:
        app.setup_extension("sphinx.ext.viewcode")
        app.connect("viewcode-follow-imported", follow_imported)
        app.connect("html-page-context", mend_links_back)
    return {"parallel_read_safe": False}

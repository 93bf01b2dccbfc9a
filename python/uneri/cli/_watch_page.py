"""A page beside the picture of `uneri play`: it shows the file and reloads it repeatedly, so that a browser follows."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from uneri._util.output_files import write_target
from uneri.view.layout import safe

_MARK = "<!-- uneri play: shows the picture beside it -->"
_PAGE = """\
<!DOCTYPE html>
{mark}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<noscript><meta http-equiv="refresh" content="2"></noscript>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; }}
main {{ display: grid; place-items: center; min-height: 100vh; }}
img {{ width: min(100vw, 1400px); max-height: 100vh; object-fit: contain; }}
</style>
</head>
<body>
<main><img id="picture" src="{file}" alt="The table of the game; the terminal describes it"></main>
<script>
// The next picture takes the place of the one before when it is there: nothing flickers, and the page keeps its place.
setInterval(() => {{
  const next = new Image();
  next.onload = () => {{ document.getElementById("picture").src = next.src; }};
  next.src = "{file}?" + Date.now();
}}, 1000);
</script>
</body>
</html>
"""


def write_watch_page(picture: Path) -> Path | None:
    """Write the page of a picture. Return None if a user's own file has its name; raise OSError as for any file."""
    path = picture.with_suffix(".html") if picture.suffix == ".svg" else picture.with_name(f"{picture.name}.html")
    if path.exists() and _MARK.encode() not in path.read_bytes()[:200]:
        return None
    page = _PAGE.format(mark=_MARK, title=safe(picture.name), file=quote(picture.name))
    write_target(path, page.encode())
    return path

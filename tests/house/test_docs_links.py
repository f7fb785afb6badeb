"""Relative links in the documents lead somewhere, down to the heading."""

import re
import subprocess
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parents[2]

FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\[[^\]]+\]:\s+(\S+)", re.MULTILINE)
HTML = re.compile(r"<(?:img|a)\b[^>]*\b(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)


def documents() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def links(text: str) -> list[str]:
    text = INLINE_CODE.sub("", FENCE.sub("", text))
    return [link for form in (LINK, REFERENCE, HTML) for link in form.findall(text)]


def anchors(text: str) -> list[str]:
    """The names of a document's headings, made as code hosts make them."""
    names: list[str] = []
    for heading in HEADING.findall(FENCE.sub("", text)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", words.replace("*", "").replace("`", "")).lower()
        name = name.strip().replace(" ", "-")
        earlier = sum(1 for known in names if known == name or re.fullmatch(f"{name}-\\d+", known))
        names.append(f"{name}-{earlier}" if earlier else name)
    return names + re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text)


def leads_somewhere(document: Path, link: str) -> bool:
    if re.match(r"[a-z][a-z0-9+.-]*:", link) or link.startswith("//"):
        return True  # elsewhere on the web: not ours to check
    path, _, anchor = unquote(link).partition("#")
    base = ROOT if path.startswith("/") else document.parent
    target = base / path.lstrip("/") if path else document
    if not anchor or target.suffix != ".md":
        return target.exists()
    return target.exists() and anchor in anchors(target.read_text(encoding="utf-8"))


def dead_links(document: Path) -> list[str]:
    text = document.read_text(encoding="utf-8")
    return [link for link in links(text) if not leads_somewhere(document, link)]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout")
def test_relative_links_lead_somewhere() -> None:
    dead = {
        str(document.relative_to(ROOT)): found
        for document in documents()
        if (found := dead_links(document))
    }
    assert not dead


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    other = tmp_path / "other.md"
    other.write_text("# A `good` heading\n\n## Again\n\n## Again\n")
    page.write_text(
        "[fine](other.md) [fine](other.md#a-good-heading) [fine](other.md#again-1)\n"
        "[elsewhere](https://example.org/x) `[code](nowhere.md)`\n\n"
        "```\n[code](nowhere.md)\n```\n\n"
        "[dead](missing.md) [dead](other.md#no-such-heading) ![dead](missing.svg)\n"
    )
    assert dead_links(page) == ["missing.md", "other.md#no-such-heading", "missing.svg"]


def test_no_kind_of_change_is_listed_twice_in_a_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for version in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (.+)$", version, re.MULTILINE)
        assert len(kinds) == len(set(kinds)), version.splitlines()[0]

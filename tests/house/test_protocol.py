"""What a client and the server say is defined in one place, means one thing, and is light."""

import re
import subprocess
import sys
from pathlib import Path

from sandtable.protocol import goodbyes, problems

DOCS = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"
HEAVY = ("sqlalchemy", "alembic", "starlette", "uvicorn", "psycopg", "sandtable.server")


def test_every_close_code_means_one_thing_and_stands_in_the_docs() -> None:
    codes = [value for name, value in vars(goodbyes).items() if name.isupper()]
    assert len(set(codes)) == len(codes)
    table = DOCS.read_text(encoding="utf-8").partition("Close codes:")[2]
    listed = re.findall(r"^\| ([\d, ]+) \|", table, re.MULTILINE)
    documented = {int(code) for row in listed for code in row.split(",")}
    # 1001 is a browser's or a proxy's own word for a server that stops.
    assert documented == {*codes, 1001}


def test_every_refusal_of_the_server_has_a_status_and_a_title_and_stands_in_the_docs() -> None:
    codes = [
        value
        for name, value in vars(problems).items()
        if name.isupper() and isinstance(value, str) and value.startswith("SV-")
    ]
    assert len(set(codes)) == len(codes)
    assert set(problems.STATUS) == set(problems.TITLE) == set(codes)
    text = DOCS.read_text(encoding="utf-8")
    assert [code for code in codes if f"| {code} |" not in text] == []


def test_a_client_does_not_bring_the_server_along() -> None:
    code = (
        f"import sys, sandtable.client\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout.strip() == "[]"

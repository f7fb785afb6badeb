"""docs/architecture.md says which way an act takes through a server; this traces one."""

import re
from pathlib import Path

from tests.server.life import run

DOCS = Path(__file__).resolve().parents[2] / "docs" / "architecture.md"


def test_an_act_takes_the_way_that_the_docs_tell() -> None:
    text = DOCS.read_text(encoding="utf-8").partition("## The life of an act")[2]
    told = re.findall(r"^\| `(\S+)` `(\w+)` \|", text, re.MULTILINE)
    assert len(told) > 15
    calls = run()
    found = iter(calls)
    for hop in told:
        assert hop in found, f"{hop} does not come next"
    (count,) = re.findall(r"(\d+) calls in all lead from one module", text)
    assert len(calls) == int(count)

"""The page speaks what the server speaks."""

import re

from sandtable.protocol import limits
from tools import web_types


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    written = web_types.TARGET.read_text(encoding="utf-8")
    assert written == web_types.source(), "run .venv/bin/python tools/web_types.py"


def test_what_the_server_may_leave_out_is_optional_for_the_page() -> None:
    assert "  legal?: Record<string, unknown>[];" in web_types.source()


def test_what_the_client_may_leave_out_is_optional_for_the_page() -> None:
    assert "  since?: number | null;" in web_types.source()


def test_the_page_has_the_limits_of_the_protocol_and_none_of_its_own() -> None:
    assert f"  NAME: {limits.MOST_NAME},\n  SAID: {limits.MOST_SAID},\n" in web_types.source()
    folder = web_types.TARGET.parents[1]
    fields = {
        path.name: re.findall(r"maxlength=(\S+)", path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.svelte")
    }
    said = [limit for limits_of in fields.values() for limit in limits_of]
    assert len(said) >= 3
    assert all(limit.startswith("{Most.") for limit in said), fields

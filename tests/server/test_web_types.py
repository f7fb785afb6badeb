"""The page speaks what the server speaks."""

from tools import web_types


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    written = web_types.TARGET.read_text(encoding="utf-8")
    assert written == web_types.source(), "run .venv/bin/python tools/web_types.py"


def test_what_the_server_may_leave_out_is_optional_for_the_page() -> None:
    assert "  legal?: Record<string, unknown>[];" in web_types.source()


def test_what_the_client_may_leave_out_is_optional_for_the_page() -> None:
    assert "  since?: number | null;" in web_types.source()

"""The page speaks what the server speaks."""

import ast
import inspect
import re

from sandtable.engine import legend, options
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


def keys_written(kind: type) -> set[str]:
    """The keys that `to_json` of a part of a legend writes, read from its source."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    found: set[str] = set()
    for method in tree.body:
        if isinstance(method, ast.FunctionDef) and method.name == "to_json":
            for node in ast.walk(method):
                if isinstance(node, ast.Dict):
                    keys = node.keys
                elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                    keys = [node.slice]
                else:
                    continue
                found |= {str(k.value) for k in keys if isinstance(k, ast.Constant)}
    return found


def test_the_page_s_legend_has_the_fields_of_the_engine_s() -> None:
    page = (web_types.TARGET.parents[1] / "boards" / "types.ts").read_text(encoding="utf-8")
    for kind in (legend.Mark, legend.Deed, legend.Legend):
        body = re.search(rf"export interface {kind.__name__} {{(.*?)\n}}", page, re.DOTALL)
        assert body is not None
        assert set(re.findall(r"^  (\w+)\??:", body[1], re.MULTILINE)) == keys_written(kind)


def test_the_page_reads_what_a_schema_says_beside_the_standard() -> None:
    page = (web_types.TARGET.parent / "schema.ts").read_text(encoding="utf-8")
    said = set(re.findall(r'"(x-[a-z]+)"', inspect.getsource(options)))
    assert said
    assert set(re.findall(r"'(x-[a-z]+)'", page)) == said

"""The OpenAPI 3.1 description, made from the calls themselves, and a page that shows it."""

import html
import re
from typing import Any

import msgspec

from sandtable.protocol.bodies import Wrong
from sandtable.protocol.problems import BAD_MESSAGE, FOREIGN_ORIGIN, STATUS, TITLE, TOO_MUCH
from sandtable.server.http.calls import Call

NUMBERS = ("seat", "ms")
REF = "#/components/schemas/{name}"


def describe(calls: list[Call], version: str) -> dict[str, Any]:
    bodies = [
        Wrong,
        *(kind for call in calls for kind in (call.body, call.answer) if is_plain(kind)),
    ]
    schemas, components = msgspec.json.schema_components(bodies, ref_template=REF)
    found = {repr(kind): schema for kind, schema in zip(bodies, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for call in calls:
        paths.setdefault(f"/api/v1{call.path}", {})[call.method.lower()] = operation(call, found)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sandtable", "version": version, "summary": "Board games with sand."},
        "paths": paths,
        "components": {"schemas": components},
    }


def is_plain(kind: Any) -> bool:
    return kind is not None and kind is not str


def operation(call: Call, found: dict[str, Any]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer", "minimum": 0} if name in NUMBERS else {"type": "string"},
        }
        for name in re.findall(r"{(\w+)}", call.path)
    ]
    parameters += [
        {"name": q.name, "in": "query", "description": q.description, "schema": q.schema}
        for q in call.query
    ]
    schema = found.get(repr(call.answer), {"type": "string"})
    answers: dict[str, Any] = {
        str(call.status): {"description": "Done", "content": {call.media: {"schema": schema}}}
    }
    if call.waiting:
        content = {call.media: {"schema": schema}}
        answers["202"] = {"description": call.waiting, "content": content}
    codes: dict[int, list[str]] = {}
    for code in (BAD_MESSAGE, FOREIGN_ORIGIN, TOO_MUCH, *call.errors):
        codes.setdefault(STATUS[code], []).append(f"{code}: {TITLE[code].lower()}")
    if call.body is not None:
        codes.setdefault(422, []).append("the number of a rule: an option it forbids")
    problem = {"application/problem+json": {"schema": found[repr(Wrong)]}}
    for status, reasons in sorted(codes.items()):
        answers[str(status)] = {"description": "; ".join(reasons), "content": problem}
    described: dict[str, Any] = {
        "summary": call.summary,
        "operationId": call.handler.__name__,
        "parameters": parameters,
        "responses": answers,
    }
    if call.body is not None:
        content = {"application/json": {"schema": found[repr(call.body)]}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def page(calls: list[Call], described: dict[str, Any]) -> str:
    """Plain HTML: no script, no style, nothing from elsewhere."""
    rows = []
    for call in calls:
        entry = described["paths"][f"/api/v1{call.path}"][call.method.lower()]
        answers = ", ".join(entry["responses"])
        body = getattr(call.body, "__name__", "")
        rows.append(
            f"<tr><td><code>{call.method}</code></td>"
            f"<td><code>/api/v1{html.escape(call.path)}</code></td>"
            f"<td>{html.escape(call.summary)}</td><td>{body}</td><td>{answers}</td></tr>"
        )
    schemas = "".join(
        f"<details id='{name}'><summary><code>{name}</code></summary>"
        f"<pre>{html.escape(msgspec.json.format(msgspec.json.encode(schema)).decode())}</pre>"
        "</details>"
        for name, schema in sorted(described["components"]["schemas"].items())
    )
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'><title>Sandtable API</title>"
        "<h1>Sandtable API</h1><p>The same as a file: "
        "<a href='/api/v1/openapi.json'>OpenAPI 3.1</a>.</p>"
        "<table><thead><tr><th>Method<th>Path<th>What it does<th>Body<th>Answers</thead><tbody>"
        f"{''.join(rows)}</tbody></table><h2>Types</h2>{schemas}</html>"
    )

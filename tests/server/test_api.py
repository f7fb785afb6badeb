"""The HTTP API as it describes itself."""

import gzip
import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import response_schema_conformance
from starlette.types import ASGIApp, Message

from sandtable.protocol.problems import CANNOT
from sandtable.server.app import App, make_app
from sandtable.server.base.settings import Settings
from sandtable.server.http.openapi import describe
from tests.server.kit import Server, guests, play_one, run, table_of


def get(url: str) -> tuple[int, Any, Any]:
    try:
        with urllib.request.urlopen(url) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as problem:
        with problem:
            return problem.code, problem.headers, problem.read()


CALLS = sorted(
    f"{method.upper()} {path}"
    for path, methods in describe(App(Settings(data_dir=Path())).api.calls(), "0")["paths"].items()
    for method in methods
)


def guest_token(server: Server) -> str:
    async def scene() -> str:
        async with guests(server, "Ada") as (ada,):
            assert ada.guest_token is not None
            return ada.guest_token

    return run(scene())


@pytest.mark.policy("SP-R5")
@pytest.mark.parametrize("call", CALLS)
def test_no_request_is_answered_with_a_fault(server: Server, call: str) -> None:
    """Whatever the description allows, and near it: never a 500, and answers as described."""
    described = schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json")
    operation = described[call.split()[1]][call.split()[0]]
    token = guest_token(server)

    @settings(max_examples=12, suppress_health_check=list(HealthCheck), deadline=None)
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        response = case.call(cookies={"sandtable_guest": token})
        assert response.status_code < 500, response.text
        case.validate_response(response, checks=[response_schema_conformance])

    ask()


def test_the_description_is_openapi_3_1(server: Server) -> None:
    status, _, body = get(f"{server.url}/api/v1/openapi.json")
    assert status == 200
    found = json.loads(body)
    assert found["openapi"] == "3.1.0"
    assert "/api/v1/tables/{id}/seats/{seat}/sit" in found["paths"]


def test_what_is_large_is_sent_compressed_to_who_can_read_that(server: Server) -> None:
    url = f"{server.url}/api/v1/openapi.json"
    plain = get(url)[2]
    asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        packed = answer.read()
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) // 2


def test_the_page_about_the_api_loads_nothing_from_elsewhere(server: Server) -> None:
    status, _, body = get(f"{server.url}/api/docs")
    assert status == 200
    assert b"http://" not in body.replace(b"json-schema.org", b"")
    assert b"<script" not in body


def test_an_error_is_a_problem_as_rfc_9457_has_it(server: Server) -> None:
    status, headers, body = get(f"{server.url}/api/v1/tables/nothing")
    assert status == 404
    assert headers["content-type"] == "application/problem+json"
    problem = json.loads(body)
    assert problem["status"] == 404
    assert problem["code"] == "SV-2"
    assert problem["detail"] == "There is no such table."


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "SV-2"),
        ({"game": "watch", "bots": ["genius"]}, "SV-11"),
        ({"game": "watch", "options": {"minutes": 0}}, "WA-C4"),
        ({"game": "watch", "options": {"nothing": 0}}, "ST"),
        ({"game": "watch", "colour": "red"}, "SV-1"),
        ({"game": "watch", "pace": 10}, "SV-1"),
        ({"game": "watch", "seats": 2, "start": True}, "SV-7"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(
    server: Server, wish: dict[str, Any], code: str
) -> None:
    from sandtable.client import Failed

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            with pytest.raises(Failed) as failed:
                await ada.create(**wish)
            assert failed.value.code == code

    run(scene())


@pytest.mark.policy("SP-V4")
def test_a_running_game_keeps_its_log_to_itself(server: Server) -> None:
    from sandtable.client import Failed

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            await play_one(tables, lambda legal: legal[0])
            for path in ("", "/log", "/fairness", "/at/0?viewer=all"):
                with pytest.raises(Failed) as failed:
                    await clients[0].raw("GET", f"/matches/{tables[0].id}{path}")
                assert failed.value.code == "SV-7"

    run(scene())


@pytest.mark.policy("SP-V5")
def test_a_finished_game_is_seen_at_any_time_as_anybody(server: Server) -> None:
    import random

    async def scene() -> None:
        dice = random.Random(9)
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, options={"break_seconds": 0})
            while await play_one(tables, dice.choice) is not None:
                pass
            base = f"/matches/{tables[0].id}"
            ada = clients[0]
            info = await ada.match(tables[0].id)
            as_seat = json.loads(await ada.raw("GET", f"{base}/at/0?viewer=1"))
            assert as_seat["view"]["hands"][0] == [None]
            assert as_seat["view"]["hands"][1] != [None]
            everything = json.loads(await ada.raw("GET", f"{base}/at/{info.length}?viewer=all"))
            assert everything["dump"]["position"]["outcome"] is not None
            sheet = await ada.fairness(tables[0].id)
            assert [line.name for line in sheet.seats] == ["Ada", "Bob"]
            assert sum(line.acts for line in sheet.seats) == info.acts

    run(scene())


def test_metrics_are_what_prometheus_reads(server: Server) -> None:
    status, headers, body = get(f"{server.url}/metrics")
    assert status == 200
    assert headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = body.decode().splitlines()
    assert 'sandtable_commit_seconds_bucket{le="+Inf"}' in " ".join(lines)
    assert all(line.startswith("#") or len(line.split()) == 2 for line in lines)


def test_an_unknown_path_of_the_site_is_the_page_and_of_the_api_a_problem(server: Server) -> None:
    assert get(f"{server.url}/t/whatever")[0] == 200
    assert get(f"{server.url}/api/v1/nothing")[0] == 404


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/api/v1/me", b"starting or stopping"),
        ("/api/v1/tables/x", b"starting or stopping"),
        ("/healthz", b"not ready"),
    ],
)
def test_before_it_has_started_the_server_says_so(tmp_path: Path, path: str, says: bytes) -> None:
    async def scene() -> None:
        app = App(Settings(data_dir=tmp_path))
        told = await asked(make_app(app), {"type": "http", "method": "GET"}, path)
        assert told[0]["status"] == 503
        assert says in told[1]["body"]
        app.store.engine.dispose()

    run(scene())


def test_before_it_has_started_no_table_is_opened(tmp_path: Path) -> None:
    async def scene() -> None:
        app = App(Settings(data_dir=tmp_path))
        told = await asked(make_app(app), {"type": "websocket"}, "/api/v1/tables/x/socket")
        assert [(one["type"], one["reason"]) for one in told] == [("websocket.close", CANNOT)]
        app.store.engine.dispose()

    run(scene())


async def asked(app: ASGIApp, scope: dict[str, Any], path: str) -> list[Any]:
    """What the application says to a request, without a server before it."""
    told: list[Any] = []

    async def receive() -> Message:
        kind = "websocket.connect" if scope["type"] == "websocket" else "http.request"
        return {"type": kind}

    async def send(message: Message) -> None:
        told.append(message)

    about = {
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1")],
        "scheme": "ws" if scope["type"] == "websocket" else "http",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
        "http_version": "1.1",
        "subprotocols": [],
    }
    await app({**about, **scope}, receive, send)
    return told

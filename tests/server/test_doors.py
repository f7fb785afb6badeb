"""What comes in over HTTP, however odd, is answered as it deserves and is never a fault of ours."""

import asyncio
import contextlib
import http.client
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from starlette.exceptions import HTTPException
from starlette.requests import Request

from sandtable.server.http.pages import Site
from tests.server.kit import PATIENCE, Server, run, until

UPGRADE = (
    "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
    "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


def said_to(server: Server, request: bytes, within: float = 0.5) -> bytes:
    """All that the server says until it closes. If it waits for more, there is none.

    `within`: how long to wait for its first word, in seconds.
    """
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as wire:
        heard = b""
        with contextlib.suppress(ConnectionError):
            wire.sendall(request)
            wire.settimeout(within)
            with contextlib.suppress(TimeoutError):
                heard = wire.recv(65_536)
            wire.settimeout(PATIENCE)
            if not heard or is_kept(heard):
                wire.shutdown(socket.SHUT_WR)
            while data := wire.recv(65_536):
                heard += data
    return heard


def is_kept(answer: bytes) -> bool:
    return b"connection: close\r\n" not in answer.lower()


def status(answer: bytes) -> int | None:
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else None


def ask(
    server: Server,
    path: str,
    headers: dict[str, str] | None = None,
    method: str = "GET",
    body: bytes | None = None,
) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


# Paths and heads.


@pytest.mark.parametrize("letters", [255, 256, 5_000, 60_000])
@pytest.mark.parametrize("folder", ["", "t/", "assets/", "api/v1/tables/", "api/v1/games/"])
def test_a_long_name_is_no_fault(server: Server, folder: str, letters: int) -> None:
    name = f"/{folder}{'a' * letters}"
    request = f"GET {name} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode()
    answer = said_to(server, request, within=PATIENCE)
    assert status(answer) in (200, 400, 404, 414, 431)
    assert server.metric("sandtable_faults_total") == 0


PIECES = st.sampled_from(
    [
        *("..", ".", "/", "//", "\\", "%2e%2e", "%2f", "%5c", "%00", "%0a", "%ff", "%ed%a0%80"),
        *("%", "%zz", "?", "#", ";", "assets", "index.html", "api", "v1", "tables", "socket", "me"),
        *("~", "*", "'", '"', "<", "|", "http://", "C:", "@", "x" * 300, "%c0%ae", "con", "-"),
    ]
)
TARGETS = st.lists(PIECES | st.text(max_size=6), max_size=8).map(lambda some: "/" + "".join(some))
NAMES = st.sampled_from(
    [
        *("cookie", "origin", "range", "accept-encoding", "if-none-match", "if-modified-since"),
        *("content-type", "content-length", "expect", "x-forwarded-for", "forwarded", "host"),
        *("connection", "te", "trailer", "authorization", "x-odd"),
    ]
)
VALUES = st.sampled_from(
    [
        *("", "bytes=0-0", "bytes=5-1", "bytes=0-1,3-4,9-", "bytes=-", "bytes=99999999999999999-"),
        *("gzip;q=x", "sandtable_guest=\xff", "sandtable_seat=" + "x" * 4_000, "a=b; ; ;=;\x80"),
        *("text/plain; charset=\xff", "-1", "1e3", "99999999999999999999", "0, 0", "100-continue"),
        *("unknown", "[::1", "1.2.3.4.5", "close, keep-alive", "Mon, 99 Foo 0000 99:99:99 GMT"),
    ]
) | st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=30)
METHODS = st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
HEADS = st.lists(st.tuples(NAMES, VALUES), max_size=6)


@pytest.mark.policy("SP-R5")
@settings(max_examples=250, suppress_health_check=list(HealthCheck), deadline=None)
@given(METHODS, TARGETS, HEADS, st.booleans(), st.binary(max_size=40))
@example("GET", "/" + "a" * 256, [], False, b"")
@example("GET", "/%00", [], False, b"")
@example("GET", "/x", [("range", "bytes=0-0")] * 6, False, b"")
@example("GET", "/", [("x-odd", "y")] * 200, True, b"")
@example("GET", "/", [("x-odd", "y" * 9_000)], True, b"")
@example("GET", "/?" + "q" * 9_000, [], True, b"")
def test_no_request_whatsoever_is_a_fault(
    server: Server,
    method: str,
    target: str,
    head: list[tuple[str, str]],
    upgrade: bool,
    body: bytes,
) -> None:
    lines = "".join(f"{name}: {value}\r\n" for name, value in head)
    if not any(name == "host" for name, _ in head):
        lines += "host: localhost\r\n"
    if upgrade:
        lines += UPGRADE
    request = f"{method} {target} HTTP/1.1\r\n{lines}\r\n"
    answer = said_to(server, request.encode("utf-8", "replace") + body)
    found = status(answer)
    assert found is None or found < 500, answer[:300]
    assert b"Traceback" not in answer


def test_after_all_that_nothing_was_counted_and_nothing_traced(server: Server) -> None:
    assert server.metric("sandtable_faults_total") == 0
    assert "Traceback" not in server.said()
    assert server.healthy()


def test_nonsense_is_not_logged_line_by_line(server: Server) -> None:
    for _ in range(50):
        assert status(said_to(server, b"nonsense\r\n\r\n")) == 400
    assert server.said().count("Invalid HTTP request") <= 1


@pytest.fixture
def site(tmp_path: Path) -> Site:
    folder = tmp_path / "site"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("the page")
    (folder / "assets" / "a.js").write_text("a script")
    (tmp_path / "secret.txt").write_text("a secret")
    (folder / "way-out").symlink_to(tmp_path / "secret.txt")
    return Site(folder)


def served(site: Site, path: str) -> int:
    async def call() -> int:
        scope = {"type": "http", "method": "GET", "headers": [], "path_params": {"path": path}}
        try:
            return (await site(Request(scope))).status_code
        except HTTPException as problem:
            return problem.status_code

    return run(call())


@pytest.mark.parametrize("path", ["", "t/abc", "nothing", "assets", "t/\u00fc\ufffd", "../../x"])
def test_every_path_of_the_page_is_the_page(site: Site, path: str) -> None:
    assert served(site, path) == 200


@pytest.mark.parametrize(
    "path",
    [
        "a" * 256,
        "t/" + "a" * 9_000,
        "a/" * 3_000,
        "\x00",
        "a\x00.js",
        "assets/no.js",
        "../secret.txt",
        "way-out.txt",
        "assets/../../secret.txt",
        "..\\secret.txt",
        "\ud800",
    ],
)
def test_what_cannot_be_a_file_of_the_site_is_not_found(site: Site, path: str) -> None:
    assert served(site, path) == 404


def test_a_file_is_served_and_a_way_out_is_not(site: Site) -> None:
    assert site.file("assets/a.js") is not None
    assert site.file("way-out") is None
    assert site.file("../secret.txt") is None


# Bodies.


def test_an_upload_that_is_broken_off_is_no_fault(server: Server) -> None:
    for linger in (b"", struct.pack("ii", 1, 0)):
        for _ in range(10):
            with socket.create_connection(("127.0.0.1", server.port)) as wire:
                wire.sendall(
                    b"PUT /api/v1/me HTTP/1.1\r\nhost: localhost\r\n"
                    b'content-type: application/json\r\ncontent-length: 50\r\n\r\n{"name"'
                )
                if linger:
                    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    assert ask(server, "/api/v1/me").status == 200
    run(until(lambda: asyncio.sleep(0.1, server.metric("sandtable_connections") <= 2)))
    assert server.metric("sandtable_faults_total") == 0
    assert "Traceback" not in server.said()


SMUGGLED = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"
AMBIGUOUS = {
    "both": b"content-length: 5\r\ntransfer-encoding: chunked\r\n",
    "both, the other way round": b"transfer-encoding: chunked\r\ncontent-length: 5\r\n",
    "two lengths": b"content-length: 5\r\ncontent-length: 6\r\n",
    "two lengths in one": b"content-length: 5, 6\r\n",
    "no such encoding": b"transfer-encoding: xchunked\r\ncontent-length: 5\r\n",
    "two encodings": b"transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n",
    "a signed length": b"content-length: +5\r\n",
}


@pytest.mark.policy("SP-R3")
@pytest.mark.parametrize("lengths", AMBIGUOUS.values(), ids=AMBIGUOUS)
@pytest.mark.parametrize("method", [b"PUT /api/v1/me", b"GET /api/v1/me", b"GET /"])
def test_a_request_of_two_lengths_is_refused_and_nothing_after_it_is_heard(
    server: Server, lengths: bytes, method: bytes
) -> None:
    head = method + b" HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    answer = said_to(server, head + lengths + b"\r\n0\r\n\r\n" + SMUGGLED)
    assert status(answer) in (400, 501)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"\r\nconnection: close\r\n" in answer.lower()


UNREAD = {
    "a body": (b"content-length: 5\r\n", 400),
    "chunks": (b"transfer-encoding: chunked\r\n", 400),
    "two lengths": (AMBIGUOUS["both"], 400),
    "a long line": (b"cookie: a=" + b"x" * 8_300 + b"\r\n", 431),
    "many lines": (b"x: y\r\n" * 200, 431),
}


@pytest.mark.policy("SP-R3")
@pytest.mark.parametrize(("more", "code"), UNREAD.values(), ids=UNREAD)
def test_a_handshake_that_cannot_be_read_is_answered_at_once(
    server: Server, more: bytes, code: int
) -> None:
    head = b"GET /api/v1/tables/abc/socket HTTP/1.1\r\nhost: localhost\r\n" + UPGRADE.encode()
    answer = said_to(server, head + more + b"\r\n", within=5)
    assert status(answer) == code
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"x-content-type-options: nosniff" in answer.lower()
    assert server.metric("sandtable_faults_total") == 0


def test_chunks_are_not_for_an_old_version(server: Server) -> None:
    head = b"GET /api/v1/games HTTP/1.0\r\nhost: localhost\r\n"
    assert status(said_to(server, head + b"\r\n")) == 200
    assert status(said_to(server, head + b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n")) == 400


def test_one_length_is_fine(server: Server) -> None:
    head = b"PUT /api/v1/me HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
    body = b'{"name":"Ada"}'
    sized = head + b"content-length: %d\r\n\r\n" % len(body) + body
    chunked = head + b"transfer-encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    for request in (sized, chunked):
        assert status(said_to(server, request)) == 200


# Health and numbers.


def commits(server: Server) -> float:
    return server.metric("sandtable_commit_seconds_count")


@pytest.mark.policy("SP-R6")
def test_many_questions_for_health_cost_few_writes(server: Server) -> None:
    before = commits(server)
    with ThreadPoolExecutor(8) as askers:
        answers = list(askers.map(lambda _: ask(server, "/healthz").status, range(200)))
    assert answers == [200] * 200
    assert commits(server) - before <= 20


def test_questions_for_health_are_limited(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=True).start()
    try:
        answers = {ask(server, "/healthz").status for _ in range(150)}
        assert answers == {200, 429}
        assert ask(server, "/api/v1/games").status == 200
    finally:
        server.stop()


@contextlib.contextmanager
def running(folder: Path, *arguments: str, limits: bool = False, **more: str) -> Iterator[Server]:
    server = Server(folder, *arguments, limits=limits, **more).start()
    try:
        yield server
    finally:
        server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.policy("SP-R7")
def test_numbers_are_for_this_machine(tmp_path: Path) -> None:
    public = ("--public-url", "https://games.example.org", "--trusted-proxies", "127.0.0.1")
    with running(tmp_path, *public) as server:
        assert ask(server, "/metrics").status == 200
        assert ask(server, "/metrics", {"host": "localhost"}).status == 200
        stranger = {"x-forwarded-for": "203.0.113.7"}
        assert ask(server, "/metrics", stranger).status == 404
        assert ask(server, "/metrics", {"x-forwarded-for": "::1, 203.0.113.7"}).status == 404
        # A proxy that passes no address still passes the site's name.
        assert ask(server, "/metrics", {"host": "games.example.org"}).status == 404


def numbers(server: Server, *lines: str, version: str = "1.1") -> int | None:
    """What the server says to this question for its numbers."""
    head = "".join(f"{line}\r\n" for line in lines)
    request = f"GET /metrics HTTP/{version}\r\n{head}connection: close\r\n\r\n"
    return status(said_to(server, request.encode(), within=PATIENCE))


@pytest.mark.policy("SP-R7")
@pytest.mark.parametrize(
    "name", ["localhost", "LocalHost:8765", "127.0.0.1", "127.8.8.8:1", "[::1]"]
)
def test_numbers_are_told_by_a_local_name(server: Server, name: str) -> None:
    assert numbers(server, f"Host: {name}") == 200


@pytest.mark.policy("SP-R7")
@pytest.mark.parametrize(
    "name",
    ["", "games", "192.0.2.7", "localhost.lan", "127.0.0.1.lan", "x@localhost", "[::2]", "0.0.0.0",
     "localhost/", "localhost:x", "/", "127.0.0.1, games"],
)  # fmt: skip
def test_numbers_are_told_by_no_other_name(server: Server, name: str) -> None:
    assert numbers(server, f"Host: {name}") in (400, 404, 421)
    assert numbers(server, version="1.0") == 404, "nor without any"


@pytest.mark.policy("SP-R7")
@pytest.mark.parametrize("proxies", ["", "127.0.0.1", "*"])
def test_numbers_are_not_for_whoever_was_forwarded(tmp_path: Path, proxies: str) -> None:
    """The proxy is on this machine and asks by its own name for us, as nginx does if not told."""
    with running(tmp_path, "--trusted-proxies", proxies) as server:
        assert numbers(server, "Host: 127.0.0.1:8765") == 200
        for line in (
            *("X-Forwarded-For: 203.0.113.7", "X-Forwarded-For: 127.0.0.1", "x-forwarded-for:"),
            *("Forwarded: for=127.0.0.1", "Via: 1.1 proxy", "X-Real-IP: 127.0.0.1"),
            *("X-Forwarded-Proto: https", "X-Forwarded-Host: localhost", "X-Forwarded: for=::1"),
            *("CF-Connecting-IP: ::1", "True-Client-IP: ::1", "X-Original-Forwarded-For: ::1"),
        ):
            assert numbers(server, "Host: 127.0.0.1:8765", line) == 404, line


@pytest.mark.policy("SP-R7")
def test_behind_a_proxy_that_nobody_named_no_one_is_local(tmp_path: Path) -> None:
    """It may pass on whatever name a stranger asks by, and say nothing of them."""
    with running(tmp_path, "--public-url", "https://games.example.org") as server:
        assert numbers(server, "Host: localhost") == 404
        assert "nobody counts as being on this machine" in server.said()
    with running(tmp_path, "--public-url", "http://games.example.org") as server:
        assert numbers(server, "Host: localhost") == 200


@pytest.mark.policy("SP-R7")
@pytest.mark.parametrize(("choice", "code"), [("off", 404), ("on", 200)])
def test_numbers_are_for_nobody_or_for_all(tmp_path: Path, choice: str, code: int) -> None:
    public = ("--metrics", choice, "--trusted-proxies", "127.0.0.1")
    with running(tmp_path, *public) as server:
        assert ask(server, "/metrics").status == code
        assert ask(server, "/metrics", {"x-forwarded-for": "203.0.113.7"}).status == code


@pytest.mark.policy("SP-R8")
@pytest.mark.parametrize(
    ("url", "proxies", "proto", "told"),
    [
        ("https://games.example.org", "127.0.0.1", "https", True),
        ("https://games.example.org", "127.0.0.1", "http", False),
        ("https://games.example.org", "", "http", True),
        ("http://games.example.org", "127.0.0.1", "https", False),
        ("http://games.example.org", "", "https", False),
    ],
)
def test_an_https_address_is_kept_by_browsers(
    tmp_path: Path, url: str, proxies: str, proto: str, told: bool
) -> None:
    with running(tmp_path, "--public-url", url, "--trusted-proxies", proxies) as server:
        headers = {"host": urlsplit(url).netloc, "x-forwarded-proto": proto}
        for path in ("/", "/api/v1/games", "/nothing.txt"):
            found = ask(server, path, headers).headers["strict-transport-security"]
            assert found == ("max-age=31536000" if told else None)
        me = ask(server, "/api/v1/me", headers, "PUT", b'{"name":"Ada"}')
        is_secure = "secure" in (me.headers["set-cookie"] or "").lower().split("; ")
        assert is_secure == (told or (proto == "https" and proxies != ""))
    unnamed = url.startswith("https") and not proxies
    assert server.said().count("but --trusted-proxies does not name it") == int(unnamed)


@pytest.mark.policy("SP-R4")
def test_who_is_forwarded_is_counted_and_not_the_proxy(tmp_path: Path) -> None:
    flags = ("--trusted-proxies", "127.0.0.1")
    with running(
        tmp_path, *flags, SANDTABLE_LIMITS="on", SANDTABLE_MOST_CONNECTIONS_EACH="2"
    ) as server:
        wires = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(4)]
        half = b"PUT /api/v1/me HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n"
        try:
            for wire in wires:
                wire.sendall(half + b"x-forwarded-for: 203.0.113.7\r\n\r\n{")
            # Two of them wait for the rest of their body; the others were too many.
            turned = [wire for wire in wires if wire_says(wire, 429)]
            assert len(turned) == 2
            for address, code in (("203.0.113.7", 429), ("203.0.113.8", 200)):
                assert ask(server, "/api/v1/me", {"x-forwarded-for": address}).status == code
        finally:
            for wire in wires:
                wire.close()
        # When their requests are over they count no more.
        again = {"x-forwarded-for": "203.0.113.7"}
        run(until(lambda: asyncio.sleep(0.1, ask(server, "/api/v1/me", again).status == 200)))


def wire_says(wire: socket.socket, code: int) -> bool:
    wire.settimeout(2)
    try:
        return status(wire.recv(4096)) == code
    except TimeoutError:
        return False

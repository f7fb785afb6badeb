"""A server for other devices in the same network: which address they are told, and by whom."""

import argparse
import io
import json
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from sandtable.server import command, local
from sandtable.server.base.settings import Settings
from sandtable.server.net import lan
from tests.builds.environments import clean
from tests.server.kit import PATIENCE, ROOT, Server


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_a_server_on_loopback_is_for_this_machine_only(host: str) -> None:
    assert lan.is_only_here(host)
    assert lan.address_for_others(host, 8765, lambda _: "192.0.2.7") is None


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_on_every_address_is_found_at_that_of_this_machine(host: str) -> None:
    assert not lan.is_only_here(host)
    found = lan.address_for_others(host, 8765, lambda asked: {host: "192.0.2.7"}[asked])
    assert found == "http://192.0.2.7:8765"
    assert lan.address_for_others(host, 8765, lambda _: None) is None, "it is in no network"


def test_an_address_that_was_chosen_is_the_one_to_tell() -> None:
    assert lan.address_for_others("192.0.2.9", 80, lambda _: None) == "http://192.0.2.9:80"
    assert lan.address_for_others("2001:db8::9", 80, lambda _: None) == "http://[2001:db8::9]:80"
    assert lan.address_for_others("den.local", 80, lambda _: None) == "http://den.local:80"


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_the_address_of_this_machine_is_never_one_that_leads_nowhere(host: str) -> None:
    """Whatever network this machine is in: none at all is an answer, too."""
    found = lan.own_address(host)
    assert found is None or not (lan.is_only_here(found) or lan.is_every_address(found))


def asked_for(words: list[str], monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings that `sandtable play` would serve with."""
    found: list[Settings] = []

    def play(settings: Settings, port: int | None, browser: bool) -> int:
        found.append(settings)
        return 0

    monkeypatch.setattr(local, "play", play)
    parser = argparse.ArgumentParser()
    command.fill("play", parser)
    arguments = parser.parse_args(words)
    assert arguments.func(arguments) == 0
    return found[0]


def test_lan_means_every_address_unless_one_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ["--data-dir", str(tmp_path)]
    monkeypatch.delenv("SANDTABLE_HOST", raising=False)
    monkeypatch.delenv("SANDTABLE_LAN_LINE", raising=False)
    assert asked_for(folder, monkeypatch).host == "127.0.0.1"
    assert asked_for([*folder, "--lan"], monkeypatch).host == "0.0.0.0"
    chosen = [*folder, "--lan", "--host", "192.0.2.9"]
    assert asked_for(chosen, monkeypatch).host == "192.0.2.9"
    assert asked_for(folder, monkeypatch).lan_line == "sandtable play --lan"
    monkeypatch.setenv("SANDTABLE_LAN_LINE", "make play HOST=0.0.0.0")
    assert asked_for(folder, monkeypatch).lan_line == "make play HOST=0.0.0.0"


def test_make_play_hands_the_host_on() -> None:
    said = subprocess.run(
        ["make", "-n", "play", "HOST=192.0.2.9", "PORT=99"],
        cwd=ROOT,
        env=clean(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split()[1:] == ["tools/start.py", "--port", "99", "--host", "192.0.2.9"]


def reach(url: str, host: str | None = None) -> dict[str, str | None]:
    request = urllib.request.Request(f"{url}/api/v1/reach")
    if host is not None:
        request.add_header("host", host)
    with urllib.request.urlopen(request) as answer:
        found: dict[str, str | None] = json.load(answer)
        return found


def test_a_server_for_this_machine_says_what_to_type(server: Server) -> None:
    assert reach(server.url) == {"address": None, "line": "sandtable play --lan"}
    assert "On phones" not in server.said()


def test_whoever_is_not_on_this_machine_is_told_nothing(server: Server) -> None:
    assert reach(server.url, "192.0.2.7") == {"address": None, "line": None}


def test_nobody_behind_a_proxy_is_told_about_the_machine(tmp_path: Path) -> None:
    server = Server(tmp_path, "--trusted-proxies", "127.0.0.1").start()
    try:
        assert reach(server.url) == {"address": None, "line": None}
    finally:
        server.stop()


def test_the_address_is_printed_with_a_code_for_phones(tmp_path: Path) -> None:
    """At an address of the loopback net that stands for one in the network."""
    server = Server(tmp_path, "--host", "127.0.0.2", "--public-url", "http://127.0.0.2:8765")
    server.url = f"http://127.0.0.2:{server.port}"
    server.start()
    try:
        assert reach(server.url) == {"address": "http://127.0.0.2:8765", "line": None}
        deadline = time.monotonic() + PATIENCE
        while server.said().count("█") < 50 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert f"Sandtable is at {server.url} " in server.said()
        assert "On phones and other computers: http://127.0.0.2:8765\n" in server.said()
        assert server.said().count("█") >= 50
    finally:
        server.stop()


def test_the_code_is_drawn_on_any_terminal() -> None:
    told = io.StringIO()
    local.invite("http://192.0.2.7:8765", told)
    first, blank, *rows = told.getvalue().splitlines()
    assert (first, blank) == ("  On phones and other computers: http://192.0.2.7:8765", "")
    drawn = [row for row in rows if row]
    assert {len(row) for row in drawn} == {29}, "25 modules, and a border of two"
    assert len(drawn) == 15, "two modules high is one character"
    # One that has no such characters shows the address, and nothing breaks.
    held = io.BytesIO()
    plain = io.TextIOWrapper(held, encoding="ascii")
    local.invite("http://192.0.2.7:8765", plain)
    plain.flush()
    assert held.getvalue() == f"{first}\n\n".encode()


def test_who_wants_others_in_is_told_if_a_server_runs_for_this_machine_only(
    tmp_path: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(data_dir=server.folder, host="0.0.0.0")
    assert local.play(settings, None, browser=False) == 0
    said = capsys.readouterr().out
    assert f"already running at {server.url} " in said
    assert "stop it and try again" in said
    assert local.play(Settings(data_dir=server.folder), None, browser=False) == 0
    assert "stop it" not in capsys.readouterr().out

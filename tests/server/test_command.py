"""`sandtable serve`, `export` and `import`, as an operator types them."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable.bots.playout import random_match
from sandtable.cli import main
from sandtable.server.base.settings import DATABASE_FILE, default_data_dir, from_environment
from tests.server.kit import ROOT, Server, command, guests, play_one, run, table_of


def test_a_game_goes_out_as_a_file_and_comes_in_elsewhere(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def scene() -> str:
        dice = random.Random(4)
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, options={"break_seconds": 0})
            while await play_one(tables, dice.choice) is not None:
                pass
            return tables[0].id

    table_id = run(scene())
    server.stop()
    file = tmp_path / "game.jsonl"
    out = command("export", "--data-dir", tmp_path, "--", table_id, file)
    assert out.returncode == 0, out.stderr
    assert sandtable.replay(file.read_text()).over
    elsewhere = tmp_path / "elsewhere"
    brought = command("import", file, "--data-dir", elsewhere)
    assert brought.returncode == 0, brought.stderr
    new_id = brought.stdout.split()[-1]
    again = command("export", "--data-dir", elsewhere, "--", new_id)
    assert sandtable.replay(again.stdout).hash() == sandtable.replay(file.read_text()).hash()


def test_a_file_that_is_no_game_is_refused_and_the_others_come_in(tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.jsonl", tmp_path / "good.jsonl"
    bad.write_text("{}\n")
    good.write_text(sandtable.write_log(random_match("watch", 2, 3).log))
    brought = command("import", bad, good, "--data-dir", tmp_path)
    assert brought.returncode == 1
    assert "Line 1" in brought.stderr
    assert str(good) in brought.stdout


def test_there_is_nothing_to_export_of_a_game_that_is_not_there(tmp_path: Path) -> None:
    command("import", "--data-dir", tmp_path, tmp_path / "none")
    out = command("export", "nothing", "--data-dir", tmp_path)
    assert out.returncode == 1
    assert "SV-2" in out.stderr


def data_in(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / DATABASE_FILE).touch()
    return folder


def test_data_lie_where_the_platform_keeps_them(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    env.pop("SANDTABLE_DATA_DIR", None)
    ask = "from sandtable.server.base.settings import from_environment as f; print(f().data_dir)"
    said = subprocess.run(
        [sys.executable, "-c", ask], env=env, capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == str(tmp_path / "sandtable")


def test_data_of_an_earlier_version_are_still_found(tmp_path: Path) -> None:
    earlier = {"XDG_DATA_HOME": str(tmp_path / "earlier")}
    usual = tmp_path / "Library" / "Application Support" / "sandtable"
    assert default_data_dir(earlier, usual) == usual
    folder = data_in(tmp_path / "earlier" / "sandtable")
    assert default_data_dir(earlier, usual) == folder
    # If the data was moved, or is in the usual place already, that place stays in use.
    data_in(usual)
    assert default_data_dir(earlier, usual) == usual


def test_a_folder_that_is_closed_to_us_has_no_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(path: Path) -> bool:
        raise PermissionError(path)

    monkeypatch.setattr(Path, "exists", closed)
    usual = tmp_path / "usual"
    assert default_data_dir({"XDG_DATA_HOME": str(tmp_path / "earlier")}, usual) == usual


def test_the_earlier_folder_without_any_setting_was_in_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    folder = data_in(tmp_path / ".local" / "share" / "sandtable")
    assert default_data_dir({}, tmp_path / "elsewhere") == folder


def test_the_environment_sets_what_the_command_line_does_not() -> None:
    settings = from_environment(
        {"SANDTABLE_HOST": "0.0.0.0", "SANDTABLE_PORT": "99", "SANDTABLE_DATA_DIR": "/srv/sand"}
    )
    assert (settings.host, settings.port) == ("0.0.0.0", 99)
    assert settings.database_url == "sqlite:////srv/sand/sandtable.sqlite3"


def test_by_default_only_this_machine_is_served(tmp_path: Path) -> None:
    assert from_environment({"SANDTABLE_DATA_DIR": str(tmp_path)}).host == "127.0.0.1"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "x"),
        ("PORT", "99999"),
        ("PORT", "-1"),
        ("PORT", "nan"),
        ("LOG_FORMAT", "xml"),
        ("BOT_THINKERS", "inf"),
        ("BOT_WORKERS", "nan"),
        ("BOT_WORKERS", "-1"),
        ("MOST_WATCHERS", "1e400"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(name: str, value: str) -> None:
    with pytest.raises(SystemExit, match=f"SANDTABLE_{name}"):
        from_environment({f"SANDTABLE_{name}": value})


@pytest.mark.parametrize("name", ["play", "serve"])
def test_a_port_that_is_none_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--port", "99999"]) == 2
    said = capsys.readouterr().err
    assert said == "sandtable: argument --port: must be a port from 0 to 65535, not '99999'\n"


def test_logs_can_be_lines_of_json(tmp_path: Path) -> None:
    server = Server(tmp_path, "--log-format", "json").start()
    server.stop()
    import json

    first = json.loads(server.said().splitlines()[0])
    assert first["level"] == "info"
    assert first["message"].startswith("Sandtable at http://127.0.0.1:")

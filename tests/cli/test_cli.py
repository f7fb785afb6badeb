"""The command, as a person at a terminal meets it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.cli import main
from sandtable.lab.shares import interval


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


def test_games_lists_what_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert out.startswith(next(iter(sandtable.games())))
    assert "watch" in out
    assert "2-6 players" in out


def test_games_as_json_has_options_and_bots(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "games", "--json")
    watch = next(game for game in json.loads(out) if game["name"] == "watch")
    assert watch["bots"] == ["random", "novice", "club", "expert"]
    assert watch["options"]["properties"]["minutes"]["default"] == 5


def test_simulate_reports_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate watch --seats 3 --games 12 --seed 4 --bots club,random,random --json"
    code, out, _ = run(capsys, *words.split())
    result = json.loads(out)
    assert code == 0
    assert sum(result["wins_per_seat"]) == 12
    assert result["per_bot"]["club"]["seats_played"] == 12
    assert result["per_bot"]["random"]["seats_played"] == 24
    assert sum(result["ended"].values()) == 12
    assert result["length"]["acts"]["least"] <= result["length"]["acts"]["median"]
    assert result["length"]["table_ms"]["most"] > 0


def test_simulate_counts_wins_by_order_of_play(capsys: pytest.CaptureFixture[str]) -> None:
    """By seat nothing shows: the order is drawn anew for every game."""
    words = "simulate time-of-chaos --seats 2 --games 6 --seed 3 --bots random"
    code, out, _ = run(capsys, *words.split(), "--json")
    result = json.loads(out)
    assert code == 0
    assert len(result["wins_by_order"]) == 2
    assert sum(result["wins_by_order"]) == sum(result["wins_per_seat"])
    first, second = result["wins_by_order"]
    _, text, _ = run(capsys, *words.split())
    assert f"wins by order   1st {first} ({first / 6:.1%})  2nd {second} (" in text


def test_simulate_says_when_a_game_has_no_order(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate time-n-space --seats 3 --games 1 --seed 3 --bots random"
    _, out, _ = run(capsys, *words.split(), "--json")
    assert json.loads(out)["wins_by_order"] is None
    _, text, _ = run(capsys, *words.split())
    assert "wins by order   none: everybody plays at the same time" in text


def test_the_same_seed_gives_the_same_result_on_any_number_of_cores(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def result(seed: int, cores: int) -> str:
        words = f"simulate watch --games 20 --seed {seed} --bots club,random --cores {cores} --json"
        return run(capsys, *words.split())[1]

    assert result(4, 1) == result(4, 3)
    assert result(4, 1) != result(5, 1).replace('"seed": 5', '"seed": 4')


def test_simulate_takes_a_range_of_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate watch --seats 2..3 --games 2 --option cards=several --bots random --json"
    results = json.loads(run(capsys, *words.split())[1])
    assert [result["seats"] for result in results] == [2, 3]
    assert results[0]["options"] == {"cards": "several"}


def test_simulate_prints_a_report_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, *["simulate", "watch", "--games", "3", "--bots", "random"])[1]
    assert out.startswith("watch, 2 seats, 3 games, seed 1")
    assert "ended by" in out


def test_simulate_prints_how_sure_the_shares_are(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "watch", "--games", "10", "--seed", "4", "--bots", "club,random"]
    bot = json.loads(run(capsys, *words, "--json")[1])["per_bot"]["club"]
    assert (bot["games_won"], bot["share_of_games"]) == (10, 1.0)
    assert (bot["games_low"], bot["games_high"]) == interval(10, 10)
    assert (bot["decided_low"], bot["decided_high"]) == interval(10, 10)
    out = run(capsys, *words)[1]
    assert "won 10 games, 100.0% (72.2% to 100.0%); of the 10 decided ones 100.0% (72.2% " in out


def test_a_bot_thinks_as_long_as_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    def result(bots: str, seed: int = 4) -> dict[str, Any]:
        words = f"simulate time-of-chaos --games 2 --seed {seed} --bots {bots} --json --cores 1"
        found: dict[str, Any] = json.loads(run(capsys, *words.split())[1])
        return found

    one = result("expert:3,expert:1")
    assert one == result("expert:3,expert:1")
    assert list(one["per_bot"]) == ["expert:3", "expert:1"]
    assert one["length"] != result("expert:1,expert:1")["length"]


def test_a_saved_game_is_replayed_and_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(capsys, *f"simulate watch --games 2 --bots random --save {tmp_path}".split())
    files = sorted(tmp_path.glob("*.jsonl"))
    assert [file.name for file in files] == ["watch-2-00000.jsonl", "watch-2-00001.jsonl"]
    code, out, _ = run(capsys, "replay", str(files[0]), "--check")
    assert code == 0
    assert out.strip().endswith("correct.")
    code, out, _ = run(capsys, "replay", str(files[0]), "--at", "3000")
    assert code == 0
    assert out.startswith("The Watch, 2 seats, at 0:03.0")
    assert '"pawns"' in out
    assert '"rings_at"' in out
    seat = run(capsys, "replay", str(files[0]), "--at", "3000", "--seat", "1")[1]
    assert '"rings_at"' not in seat


def test_a_tampered_log_does_not_pass_the_check(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(capsys, *f"simulate watch --games 1 --bots random --save {tmp_path}".split())
    file = tmp_path / "watch-2-00000.jsonl"
    text = file.read_text(encoding="utf-8")
    spent = json.loads(text.splitlines()[1])["act"]["spend"]
    file.write_text(text.replace(f'"spend":{spent}', f'"spend":{spent + 1}', 1))
    code, _, err = run(capsys, "replay", str(file), "--check")
    assert code == 2
    assert err.startswith("sandtable: Line ")
    file.write_text("\n".join(text.splitlines()[:-1]))
    assert "nothing to check" in run(capsys, "replay", str(file), "--check")[2]


def test_the_story_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *["simulate", "watch", "--seats", "3", "--games", "1", "--story"])
    assert code == 0
    assert "At the table: Sun (club), Moon (club), Star (club)." in out
    assert "spends" in out
    assert " won. Scores: " in out


BAD = [
    ("", "COMMAND"),
    ("fly", "invalid choice"),
    ("simulate", "GAME"),
    ("simulate chess", "no game 'chess'"),
    ("simulate watch --seats 9", "2 to 6 players"),
    ("simulate watch --seats two", "--seats"),
    ("simulate watch --seats 4..2", "empty"),
    ("simulate watch --games 0", "at least 1"),
    ("simulate watch --games x", "whole number"),
    ("simulate watch --seed -1", "--seed"),
    ("simulate watch --bots club,club,club", "3 bots for 2 seats"),
    ("simulate watch --bots wizard", "no bot 'wizard'"),
    ("simulate watch --bots club:300", "club of watch does not search, so leave out :300"),
    ("simulate watch --bots expert:0", "from 1 to 1000000"),
    ("simulate watch --bots expert:1000001", "from 1 to 1000000"),
    ("simulate watch --bots expert:many", "how many rounds it thinks"),
    ("simulate watch --bots wizard:3", "no bot 'wizard'"),
    ("simulate watch --option minutes=0", "WA-C4"),
    ("simulate watch --option minutes", "name=value"),
    ("simulate watch --option colour=1", "no option colour"),
    ("simulate watch --games 1 --save /dev/null/x", "/dev/null"),
    ("replay /nowhere/file.jsonl", "/nowhere/file.jsonl: No such file"),
    ("replay /usr", "Is a directory"),
    ("replay --at x file", "whole number"),
    ("games --loud", "unrecognized"),
]


@pytest.mark.parametrize(("words", "says"), BAD)
def test_bad_input_gets_one_clear_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], words: str, says: str
) -> None:
    code, out, err = run(capsys, *words.split())
    assert code == 2
    assert out == ""
    assert err.startswith("sandtable: ")
    assert err.count("\n") == 1
    assert says in err


def test_a_file_that_is_no_text_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\xff\xfe\x00")
    assert run(capsys, "replay", str(file))[0] == 2


def test_python_dash_m_is_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sandtable", "simulate", "chess"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith("sandtable: There is no game 'chess'")


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m sandtable simulate watch --games 1 --story | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stdout.startswith("The Watch")
    assert done.stderr == ""


def test_a_ladder_without_its_extra_says_what_to_install() -> None:
    program = (
        "import sys\nsys.modules['openskill'] = None\n"
        "from sandtable.cli import main\n"
        "sys.exit(main(['ladder', 'watch', '--games', '1']))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert 'pip install "sandtable[lab]"' in told.stderr

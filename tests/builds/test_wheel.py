"""Whoever installs the wheel gets the compiled build, with everything it needs to play."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FIRST_STEPS = """
import sandtable
from sandtable import build
match = sandtable.new("watch", seats=2, seed=7)
seat = match.active()[0]
match.act(seat, match.legal(seat)[0])
print(build.kind(), sandtable.__file__)
"""

ASK_A_SERVER = """
import sys
from pathlib import Path
import sandtable
from sandtable.server.app import App, make_app
from sandtable.server.settings import Settings
from starlette.testclient import TestClient
app = App(Settings(data_dir=Path(sys.argv[1]), limits=False))
with TestClient(make_app(app), base_url="http://localhost") as client:
    for game in sandtable.games():
        answer = client.get(f"/api/v1/games/{game}/rules")
        answer.raise_for_status()
        print(game, len(answer.text), answer.text.splitlines()[0])
"""


def run(*command: str | Path, **environment: str) -> str:
    result = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    return result.stdout


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_an_installed_wheel_runs_compiled(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--target", installed, wheel)
    said = run(sys.executable, "-P", "-c", FIRST_STEPS, PYTHONPATH=str(installed)).split()
    assert said == ["compiled", str(installed / "sandtable" / "__init__.py")]
    assert not list((ROOT / "src").rglob("*.so"))
    rules_are_there(installed, tmp_path)


def rules_are_there(installed: Path, data: Path) -> None:
    """A server that runs from the wheel alone shows the rules of every game, as a checkout does."""
    said = run(sys.executable, "-P", "-c", ASK_A_SERVER, data, PYTHONPATH=str(installed))
    texts = {path.stem: path for path in (ROOT / "docs" / "rules").glob("*.md")}
    shown = {line.split()[0]: int(line.split()[1]) for line in said.splitlines()}
    assert shown == {name: len(path.read_text("utf-8")) for name, path in texts.items()}
    assert (installed / "sandtable" / "server" / "rules" / "img").is_dir()

"""Environments as people have them, filled without the network.

What is installed here is put elsewhere: as links, which takes a moment, or as wheels packed again
from their files, for an installer to find.
"""

import os
import signal
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import Distribution, distribution
from pathlib import Path, PurePosixPath

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]


def clean(**more: str) -> dict[str, str]:
    """An environment in which nothing leads to the checkout, or to a make that runs the tests."""
    ours = ("PYTHON", "SANDTABLE_", "PIP_", "MAKE", "MFLAGS")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    return {**kept, **more}


def attempt(
    *command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(word) for word in command],
        env=clean() if env is None else env,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    result = attempt(*command, cwd=cwd)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    return result.stdout


def end(process: "subprocess.Popen[bytes]", within: float) -> None:
    """Let a process end in order. One that does not in time is killed, and fails the test.

    If it was started in a session of its own, all that it has started is killed with it.
    """
    process.terminate()
    try:
        process.wait(timeout=within)
    except subprocess.TimeoutExpired:
        if os.name == "posix" and os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        raise


def build_wheel(folder: Path, root: Path = ROOT) -> Path:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, root)
    (wheel,) = folder.glob("*.whl")
    return wheel


def asked_for(requires: Iterable[str], extras: Iterable[str]) -> list[Requirement]:
    """The requirements that apply on this machine, with these extras."""
    wanted = [Requirement(line) for line in requires]
    choices = [{"extra": extra} for extra in ["", *extras]]
    return [
        each
        for each in wanted
        if each.marker is None or any(each.marker.evaluate(choice) for choice in choices)
    ]


def closure(requires: Iterable[str], extras: Iterable[str]) -> dict[str, Distribution]:
    """Everything that an installer would bring, from what is installed here, except sandtable."""
    found: dict[str, Distribution] = {}
    waiting = asked_for(requires, extras)
    while waiting:
        wish = waiting.pop()
        name = canonicalize_name(wish.name)
        if name == "sandtable":
            waiting += asked_for(distribution("sandtable").requires or [], wish.extras)
            continue
        if name in found and not wish.extras:
            continue
        found[name] = distribution(wish.name)
        waiting += asked_for(found[name].requires or [], wish.extras)
    return found


def installed_files(dist: Distribution) -> list[PurePosixPath]:
    """Its files in site-packages, except compiled ones; scripts elsewhere are left out."""
    return [
        PurePosixPath(file)
        for file in dist.files or []
        if ".." not in file.parts and "__pycache__" not in file.parts
    ]


def link(dist: Distribution, installed: Path) -> None:
    for top in {file.parts[0] for file in installed_files(dist)}:
        (installed / top).symlink_to(str(dist.locate_file(top)))


def pack(dist: Distribution, folder: Path) -> Path:
    """The wheel that a distribution was installed from, as far as its files go."""
    tags = [line for line in (dist.read_text("WHEEL") or "").splitlines() if line[:4] == "Tag:"]
    tag = tags[0].partition(":")[2].strip()
    name = canonicalize_name(dist.metadata["Name"]).replace("-", "_")
    wheel = folder / f"{name}-{dist.version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        record = ""
        for file in installed_files(dist):
            if file.name in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json"):
                continue
            packed.write(str(dist.locate_file(file)), str(file))
            record += f"{file},,\n"
            if file.name == "METADATA":
                info = file.parent
        packed.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return wheel


def python_in(home: Path) -> Path:
    return home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def environment(home: Path, wheel: Path, *extras: str, with_pip: bool = False) -> Path:
    """A fresh environment with the wheel and its requirements; returns its Python."""
    venv.create(home, with_pip=with_pip)
    installed = Path(sysconfig.get_path("purelib", "venv", {"base": str(home)}))
    python = python_in(home)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python))
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    (info,) = installed.glob("sandtable-*.dist-info")
    for dist in closure(Distribution.at(info).requires or [], extras).values():
        link(dist, installed)
    return python


def clean_environment(home: Path, wheels: Sequence[Path], *extras: str) -> Path:
    """An empty environment into which an installer has put wheels, the first of them sandtable's,
    and what they require with these extras, all of it from wheels; returns its Python.
    """
    shelf = home.with_name(f"{home.name}-shelf")
    shelf.mkdir()
    for dist in closure([f"sandtable[{','.join(extras)}]"], []).values():
        pack(dist, shelf)
    venv.create(home)
    python = python_in(home)
    ours, *others = wheels
    wanted: list[str | Path] = [f"sandtable[{','.join(extras)}] @ {ours.as_uri()}", *others]
    uv = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python)
    run(*uv, "--offline", "--no-cache", "--no-index", "--find-links", shelf, *wanted)
    return python

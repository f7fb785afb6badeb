"""The compiled build: the rules and the way of an act through the server, by way of mypyc.

It lies in a folder named after its contents:

    PYTHONPATH=$(.venv/bin/python tools/compiled.py) .venv/bin/python -m sandtable ...

A compiled module silently wins over the source beside it, so compiled modules never lie beside
the source. Each build is a full copy of the package in `build/compiled/<hash>/`, where the hash
covers every byte that went into it, the versions of Python and mypy, and the flags: other source,
other folder. Compiling takes long, so its result is kept once more under a hash of what the
compiler reads alone; an edit of the command line costs a copy of some files.

`--with FILE` compiles further modules in the same group, which a class needs in order to inherit
from a compiled one at full speed. `bench/connect_four.py` becomes the module `bench.connect_four`;
run Python with `-P`, or the working directory comes before PYTHONPATH and gives the source instead.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
BUILDS = ROOT / "build" / "compiled"
OBJECTS = ROOT / "build" / "objects"

RULES = ("sandtable/engine/", "sandtable/games/", "sandtable/bots/driver.py")
"""The rules, and what plays thousands of games by them."""
SERVER = tuple(
    f"sandtable/server/{name}.py"
    for name in (
        "base/clockwork",
        "base/metrics",
        "base/tableclock",
        "http/sockets",
        "match/fairness",
        "match/parity",
        "match/play",
        "match/sitters",
        "match/streams",
        "net/frames",
        "net/lag",
        "net/limits",
        "tables/attendance",
        "tables/company",
        "tables/delivery",
        "tables/hands",
        "tables/absent_host",
        "tables/journal",
        "tables/outbox",
        "tables/seat_requests",
        "tables/roomview",
        "tables/sand",
        "tables/stages",
        "tables/table",
        "tables/visitor",
        "tables/visits",
    )
)
"""The modules that every act and every grain of sand passes through in the server."""
# The compiler reads the types of these, so their versions are part of what was compiled.
READ_BY_THE_COMPILER = ("mypy", "mypy-extensions", "msgspec")
# `make check` judges all types; here only those of the compiled modules matter.
MYPY_SETTINGS = ("--config-file=", "--explicit-package-bases", "--follow-imports=silent")
OPT_LEVEL = "2"  # measured: "3" takes a fifth longer to compile, and no game runs faster
DEBUG_LEVEL = "0"
# Nobody replaces our functions from outside. Telling the compiler makes calls 6 % faster.
COMPILER_SETTINGS = ["-fno-semantic-interposition", "-fvisibility=hidden"]
KEEP_BUILDS = 3
KEEP_SECONDS = 3600  # a build used this recently may still be running somewhere

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Group:
    """Modules that are compiled together, and so call each other directly."""

    name: str
    modules: tuple[str, ...]
    read: Files
    """Everything that the compiler gets to see: the modules, and those whose types they use."""


def is_rule(path: str) -> bool:
    """Every module of the rules, except the `__init__.py` files, which only re-export."""
    return path.startswith(RULES) and path.endswith(".py") and not path.endswith("__init__.py")


def is_compiled(path: str) -> bool:
    return is_rule(path) or path in SERVER


def groups(package: Files, extras: Files) -> list[Group]:
    """The rules, which import nothing above them; and the server, compiled separately.

    So an edit in a game does not compile the server again, nor the other way round.
    """
    source = {path: data for path, data in package.items() if path.endswith(".py")}
    rules = {path: data for path, data in source.items() if path.startswith(RULES)}
    above = {path: data for path, data in source.items() if not path.startswith("sandtable/games/")}
    return [
        Group(
            "sandtable",
            tuple(path for path in [*rules, *extras] if is_rule(path) or path in extras),
            {"sandtable/__init__.py": b"", "sandtable/bots/__init__.py": b"", **rules, **extras},
        ),
        Group("sandtable_server", SERVER, above),
    ]


def extensions(name: str, modules: Iterable[str], scratch: Path) -> list[Extension]:
    """Turn modules into C extensions; the one place that calls mypyc, for wheel and checkout."""
    from mypyc.build import mypycify

    made = mypycify(
        [*MYPY_SETTINGS, f"--cache-dir={scratch / 'mypy'}", *modules],
        group_name=name,
        opt_level=OPT_LEVEL,
        debug_level=DEBUG_LEVEL,
        target_dir=str(scratch / "c"),
    )
    for extension in made:
        extension.extra_compile_args += COMPILER_SETTINGS
    return cast("list[Extension]", made)


def read_package() -> dict[str, bytes]:
    """All files of the package at this moment, so that what is hashed is what is built."""
    files: dict[str, bytes] = {}
    for path in sorted((SOURCE / "sandtable").rglob("*")):
        if path.is_file() and path.suffix not in (".pyc", ".so", ".pyd"):
            files[path.relative_to(SOURCE).as_posix()] = path.read_bytes()
    return files


def read_extras(paths: Iterable[Path]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for path in paths:
        inside = path.resolve().relative_to(ROOT)
        files[inside.as_posix()] = path.read_bytes()
    return files


def circumstances() -> str:
    """Everything besides the source that decides what the compiler makes of it."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in READ_BY_THE_COMPILER]
    flags = [*MYPY_SETTINGS, *COMPILER_SETTINGS, OPT_LEVEL, DEBUG_LEVEL]
    flags += [str(sysconfig.get_config_var("CC"))]
    return "\n".join([sys.version, sysconfig.get_platform(), *versions, *flags])


def fingerprint(*parts: str | Files) -> str:
    digest = hashlib.sha256()

    def add(data: bytes) -> None:
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)

    for part in parts:
        if isinstance(part, str):
            add(part.encode())
        else:
            for path in sorted(part):
                add(path.encode())
                add(part[path])
    return digest.hexdigest()[:20]


def write_files(files: Files, folder: Path) -> None:
    for path, data in files.items():
        target = folder / PurePosixPath(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Let a second builder of the same thing wait for the first, rather than build it again."""
    try:
        import fcntl
    except ImportError:  # no such lock on Windows: building twice is slow, not wrong
        yield
        return
    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@contextmanager
def appearing_whole(folder: Path) -> Iterator[Path]:
    """A folder to fill; it takes its name only when complete, so nobody sees half a build."""
    unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=folder.parent))
    try:
        yield unfinished
        unfinished.chmod(0o755)
        try:
            unfinished.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def prune(parent: Path, keep: int = KEEP_BUILDS) -> None:
    """Keep the newest builds and whatever was used a short while ago."""

    def last_used(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except FileNotFoundError:  # another builder is pruning at the same moment
            return 0.0

    entries = sorted(parent.iterdir(), key=last_used, reverse=True)
    builds = [entry for entry in entries if not entry.name.startswith(".")]
    for entry in entries:
        if entry not in builds[:keep] and time.time() - last_used(entry) > KEEP_SECONDS:
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)


def compile_objects(group: Group) -> Path:
    """Compile a group; returns the folder with nothing but its objects."""
    key = fingerprint(circumstances(), group.name, *group.modules, group.read)
    folder = OBJECTS / key
    OBJECTS.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(OBJECTS / f".lock-{key}"):
        if not folder.is_dir():
            count = len(group.modules)
            print(f"compiling {count} modules with mypyc", file=sys.stderr, flush=True)
            with appearing_whole(folder) as objects, tempfile.TemporaryDirectory() as scratch:
                write_files(group.read, Path(scratch, "source"))
                order = {
                    "name": group.name,
                    "modules": group.modules,
                    "scratch": scratch,
                    "objects": str(objects),
                }
                own = str(Path(__file__).resolve())
                compiler = [sys.executable, own, "--job", json.dumps(order)]
                # mypyc names modules by their path from the working directory.
                subprocess.run(
                    compiler, cwd=Path(scratch, "source"), check=True, stdout=sys.stderr.fileno()
                )
    os.utime(folder)
    prune(OBJECTS, 2 * KEEP_BUILDS)  # of each build there are two
    return folder


def add_objects(package: Files, extras: Files, folder: Path) -> None:
    """Put all compiled modules into a folder, compiling what is not there yet."""
    for group in groups(package, extras):
        shutil.copytree(compile_objects(group), folder, dirs_exist_ok=True)


def run_job(job: str) -> None:
    """The part of a build that runs in a process of its own, inside a copy of the source."""
    from setuptools import setup

    order = json.loads(job)
    scratch = Path(order["scratch"])
    setup(
        name="sandtable-compiled",
        packages=[],
        py_modules=[],
        ext_modules=extensions(order["name"], order["modules"], scratch),
        script_name="setup.py",
        script_args=[
            "--quiet",
            "build_ext",
            f"--build-lib={order['objects']}",
            f"--build-temp={scratch / 'temp'}",
            f"--parallel={os.cpu_count() or 1}",
        ],
    )


def build(extra_modules: Iterable[Path] = ()) -> Path:
    """The folder with the compiled build of the source as it is now, built if needed."""
    BUILDS.mkdir(parents=True, exist_ok=True)
    package, extras = read_package(), read_extras(extra_modules)
    folder = BUILDS / fingerprint(circumstances(), package, extras)
    if not folder.is_dir():
        with appearing_whole(folder) as whole:
            write_files(package, whole)
            write_files(extras, whole)
            add_objects(package, extras, whole)
    os.utime(folder)
    prune(BUILDS)
    return folder


def ready() -> Path | None:
    """The compiled build of the source as it is now, if there is one already."""
    try:
        folder = BUILDS / fingerprint(circumstances(), read_package(), {})
    except importlib.metadata.PackageNotFoundError:  # nothing here could have compiled it
        return None
    if not folder.is_dir():
        return None
    os.utime(folder)
    return folder


def main() -> None:
    about = "Build rules and server with mypyc; print the folder to put on PYTHONPATH."
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(
        "--with", nargs="+", type=Path, default=[], metavar="FILE", dest="extras",
        help="further modules of this repository to compile in the same group",
    )  # fmt: skip
    parser.add_argument(
        "--ready", action="store_true", help="build nothing: print the folder if it is there"
    )
    parser.add_argument("--job", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.job:
        run_job(arguments.job)
        return
    if arguments.ready:
        print(ready() or "")
        return
    try:
        print(build(arguments.extras))
    except subprocess.CalledProcessError:
        raise SystemExit("compiled: mypyc refused the source, see above") from None


if __name__ == "__main__":
    main()

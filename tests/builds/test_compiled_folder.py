"""A compiled build can never be stale: other source, other folder."""

import os
from pathlib import Path

import pytest

from sandtable.build import compiled_files
from tools import compiled

SOURCE = {
    "sandtable/__init__.py": b"",
    "sandtable/cli.py": b"",
    "sandtable/engine/__init__.py": b"",
    "sandtable/engine/match.py": b"",
    "sandtable/games/watch/parts.toml": b"",
    "sandtable/server/tables/table.py": b"",
}


def whole_build(package: dict[str, bytes], extras: dict[str, bytes]) -> str:
    return compiled.fingerprint(package, extras)


def objects_alone(package: dict[str, bytes], extras: dict[str, bytes]) -> str:
    rules, _ = compiled.groups(package, extras)
    return compiled.fingerprint(rules.read)


def server_alone(package: dict[str, bytes]) -> str:
    _, server = compiled.groups(package, {})
    return compiled.fingerprint(server.read)


@pytest.mark.parametrize("edited", SOURCE)
def test_an_edit_of_any_file_asks_for_another_build(edited: str) -> None:
    assert whole_build(SOURCE, {}) != whole_build({**SOURCE, edited: b"x = 1"}, {})


def test_a_new_or_renamed_file_asks_for_another_build() -> None:
    renamed = {("sandtable/new.py" if "cli" in path else path): SOURCE[path] for path in SOURCE}
    assert len({whole_build(source, {}) for source in (SOURCE, renamed)}) == 2
    assert whole_build(SOURCE, {}) != whole_build({**SOURCE, "sandtable/more.py": b""}, {})


def test_an_edit_of_what_the_compiler_does_not_read_compiles_nothing_again() -> None:
    edited = {**SOURCE, "sandtable/cli.py": b"x = 1", "sandtable/__init__.py": b"x = 1"}
    edited["sandtable/games/watch/parts.toml"] = edited["sandtable/games/watch/rules.md"] = b"x"
    assert objects_alone(SOURCE, {}) == objects_alone(edited, {})


@pytest.mark.parametrize("edited", ["sandtable/engine/match.py", "sandtable/engine/__init__.py"])
def test_an_edit_of_the_rules_compiles_again(edited: str) -> None:
    assert objects_alone(SOURCE, {}) != objects_alone({**SOURCE, edited: b"x = 1"}, {})


def test_the_server_is_compiled_again_for_an_edit_of_its_own_and_of_the_engine_alone() -> None:
    for edited in ("sandtable/server/tables/table.py", "sandtable/engine/match.py"):
        assert server_alone(SOURCE) != server_alone({**SOURCE, edited: b"x = 1"})
    for edited in ("sandtable/games/watch/rules.py", "sandtable/games/watch/parts.toml"):
        assert server_alone(SOURCE) == server_alone({**SOURCE, edited: b"x = 1"})


def test_an_edit_of_the_server_compiles_no_rules_again() -> None:
    edited = {**SOURCE, "sandtable/server/tables/table.py": b"x = 1"}
    assert objects_alone(SOURCE, {}) == objects_alone(edited, {})


def test_another_extra_module_compiles_again() -> None:
    assert objects_alone(SOURCE, {}) != objects_alone(SOURCE, {"bench/four.py": b""})


def test_the_circumstances_count() -> None:
    assert compiled.fingerprint("Python 3.11", SOURCE) != compiled.fingerprint("3.12", SOURCE)


def test_every_module_of_the_rules_is_compiled_in_the_folder_and_none_beside_the_source() -> None:
    folder = compiled.build()
    objects = {
        path.relative_to(folder).as_posix().partition(".")[0] for path in compiled_files(folder)
    }
    modules = {path for path in compiled.read_package() if compiled.is_compiled(path)}
    shared = {f"{group.name}__mypyc" for group in compiled.groups(compiled.read_package(), {})}
    assert objects == {path.removesuffix(".py") for path in modules} | shared
    assert compiled_files(compiled.SOURCE) == []


def test_the_same_source_gives_the_same_folder() -> None:
    assert compiled.build() == compiled.build()


def test_a_failed_build_leaves_nothing_behind(tmp_path: Path) -> None:
    def build_half() -> None:
        with compiled.appearing_whole(tmp_path / "build") as unfinished:
            (unfinished / "half.so").touch()
            raise RuntimeError("the compiler stopped")

    with pytest.raises(RuntimeError):
        build_half()
    assert list(tmp_path.iterdir()) == []


def test_the_second_of_two_builders_leaves_the_first_one_s_work(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    with compiled.appearing_whole(folder) as second:
        (second / "second").touch()
        with compiled.appearing_whole(folder) as first:
            (first / "first").touch()
    assert [path.name for path in tmp_path.iterdir()] == ["build"]
    assert [path.name for path in folder.iterdir()] == ["first"]


def test_old_builds_go_but_the_newest_and_the_recently_used_stay(tmp_path: Path) -> None:
    for age, name in enumerate(["a", "b", "c", "d", "e", ".unfinished-x"]):
        (tmp_path / name).mkdir()
        long_ago = 1_000_000_000 - age
        os.utime(tmp_path / name, (long_ago, long_ago))
    os.utime(tmp_path / "e")
    compiled.prune(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "e"]

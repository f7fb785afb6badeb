"""No compiled module lies in the source tree, and the package refuses to run from one that has."""

from pathlib import Path

import pytest

from sandtable import build

ROOT = Path(__file__).resolve().parents[2]


def checkout(folder: Path) -> Path:
    package = folder / "src" / "sandtable"
    (package / "engine").mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    return package


def test_no_compiled_files_in_the_source() -> None:
    assert build.compiled_files(ROOT / "src") == []


def test_a_checkout_without_compiled_files_is_fine(tmp_path: Path) -> None:
    build.refuse_compiled_source(checkout(tmp_path))


@pytest.mark.parametrize("stray", ["sandtable/engine/match.cpython-311.so", "sandtable__mypyc.pyd"])
def test_a_compiled_file_in_a_checkout_is_refused(tmp_path: Path, stray: str) -> None:
    package = checkout(tmp_path)
    (package.parent / stray).touch()
    with pytest.raises(ImportError, match="compiled module"):
        build.refuse_compiled_source(package)


def test_an_installed_compiled_package_is_fine(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "sandtable"
    package.mkdir(parents=True)
    (package / "rules.so").touch()
    build.refuse_compiled_source(package)

"""What holds for every test."""

import os

import pytest
from hypothesis import settings

from sandtable import build

# A wall clock says more about the machine than about the code: no test asserts a duration.
settings.register_profile("sandtable", deadline=None, print_blob=True)
settings.load_profile("sandtable")


def pytest_report_header() -> str:
    return f"sandtable: {build.kind()} build"


def pytest_sessionstart() -> None:
    expected = os.environ.get("SANDTABLE_EXPECT_BUILD")
    if expected and expected != build.kind():
        pytest.exit(f"expected the {expected} build, found the {build.kind()} one", returncode=3)

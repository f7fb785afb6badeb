"""No tracked file names a package registry: each machine installs from its own."""

import os
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Put together here, for this file is searched too.
PUBLIC_REGISTRIES = [
    ".".join(words)
    for words in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("npmmirror", "com"),
        ("anaconda", "org"),
    )
]
SETTINGS_THAT_NAME_ONE = ("INDEX_URL", "INDEX", "FIND_LINKS", "REGISTRY")


def registries_of_this_machine() -> list[str]:
    """The registries and mirrors this machine's tools were told to use."""
    addresses = [
        address
        for name, value in os.environ.items()
        if name.upper().startswith(("PIP_", "UV_", "NPM_CONFIG_"))
        and name.upper().endswith(SETTINGS_THAT_NAME_ONE)
        for address in value.split()
    ]
    hosts = [urlsplit(address).hostname for address in addresses]
    return sorted({host for host in hosts if host and host != "localhost"})


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout")
def test_no_tracked_file_names_a_registry() -> None:
    wanted = [
        word for host in PUBLIC_REGISTRIES + registries_of_this_machine() for word in ("-e", host)
    ]
    found = subprocess.run(
        ["git", "grep", "-I", "-n", "-i", "-F", *wanted],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1, "registries named in:\n" + found.stdout[:2000] + found.stderr

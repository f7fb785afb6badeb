"""`sandtable play`, before there is a server: which port it takes."""

import socket

import pytest

from sandtable.server import local


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_another_port_is_taken_if_somebody_has_the_usual_one(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as somebody:
        try:
            somebody.bind((host, 0))
        except OSError:
            pytest.skip(f"this machine has no {host}")
        somebody.listen()
        usual = somebody.getsockname()[1]
        monkeypatch.setattr(local, "USUAL_PORT", usual)
        assert not local.is_free(usual, host)
        found = local.free_port(host)
        assert found != usual
        assert local.is_free(found, host)
    assert local.free_port(host) == usual

"""Servers that tests share."""

from collections.abc import Iterator

import pytest

from tests.server.kit import Server, served_from


def pytest_collection_finish(session: pytest.Session) -> None:
    """Compile what servers run on before the first test, which would not wait that long."""
    items = [item for item in session.items if isinstance(item, pytest.Function)]
    if not session.config.option.collectonly and any(
        "server" in item.fixturenames or getattr(item.module, "Server", None) is Server
        for item in items
    ):
        served_from()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server without rate limits. It must still be healthy when the tests are done."""
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    healthy = running.healthy()
    faults = running.metric("sandtable_faults_total")
    running.stop()
    assert healthy, running.said()
    assert faults == 0, running.said()
    assert "Traceback" not in running.said(), running.said()

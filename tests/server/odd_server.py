"""The server as it is, for tests: on a uvicorn that lacks something, or with a fault of ours.

`python -m tests.server.odd_server --lacking writable --files 1024 serve ...`. What is changed is
changed here, in the process that a test started; there is no setting for it.
"""

import argparse
import resource
import sys
from typing import Any, NoReturn

from sandtable.cli import main
from sandtable.server.net import fitting, gate
from sandtable.server.net.shortway import TableSocket
from sandtable.server.tables.talk import Talk


def lack(name: str) -> None:
    """As if a connection of uvicorn had no such attribute, as older versions have not."""

    def missing(socket: TableSocket) -> NoReturn:
        raise AttributeError(name)

    setattr(TableSocket, name, property(missing, lambda socket, value: None))


def lack_state() -> None:
    """As if uvicorn gave a request no state of its connection."""
    setattr(gate, "KEY", "elsewhere")  # noqa: B010


def fail_for(name: str, secret: str) -> None:
    """A fault of ours whenever somebody joins after this was said."""
    honest = Talk.earlier

    def earlier(talk: Talk, *rest: Any) -> Any:
        found = honest(talk, *rest)
        if any(line.text == name for line in found):
            raise KeyError(secret)
        return found

    setattr(Talk, "earlier", earlier)  # noqa: B010


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lacking")
    parser.add_argument("--lacking-state", action="store_true")
    parser.add_argument("--files", type=int)
    parser.add_argument("--fail-after")
    parser.add_argument("--secret", default="")
    given, rest = parser.parse_known_args()
    if given.lacking is not None:
        lack(given.lacking)
    if given.lacking_state:
        lack_state()
    if given.files is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (given.files // 2, given.files))
    if given.fail_after is not None:
        fail_for(given.fail_after, given.secret)
    assert fitting.SHORT_SOCKET.endswith(TableSocket.__name__)
    sys.exit(main(rest))

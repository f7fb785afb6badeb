"""Nothing is sent before what it depends on is on disk."""

import pytest

from sandtable.server.tables.outbox import Outbox


@pytest.mark.policy("SP-A3")
def test_what_rests_on_the_disk_waits_and_what_comes_after_it_too() -> None:
    told: list[str] = []
    outbox = Outbox()
    ready = outbox.later(lambda: told.append("act"))
    outbox.now(lambda: told.append("chat"))
    assert told == []
    outbox.release(ready)
    assert told == ["act", "chat"]


@pytest.mark.policy("SP-A3")
def test_commits_out_of_order_are_told_in_order() -> None:
    told: list[str] = []
    outbox = Outbox()
    first = outbox.later(lambda: told.append("first"))
    second = outbox.later(lambda: told.append("second"))
    outbox.release(second)
    assert told == []
    outbox.release(first)
    assert told == ["first", "second"]

"""Whom somebody at a table has invited.

There are no accounts and nobody is told who is online. An invitation waits at the table; the friend
finds it on the front page if they come by, and whoever sent it hears nothing about that.
"""

from sandtable.protocol.problems import NOT_NOW, Denied
from sandtable.server.tables.record import Record

MOST_INVITED = 20
DECLINED = ""


class Invited:
    def __init__(self, record: Record) -> None:
        self._record = record

    def by(self, guest: str) -> str | None:
        """Who invited this guest; nobody once they have declined."""
        return self._record.invited.get(guest) or None

    def add(self, guest: str, by: str) -> None:
        """Asking twice changes nothing, and nor does asking somebody who has declined."""
        if guest in self._record.invited:
            return
        if len(self._record.invited) >= MOST_INVITED:
            raise Denied(NOT_NOW, "No more people can be invited to this table.")
        self._record.invited = {**self._record.invited, guest: by}

    def decline(self, guest: str) -> None:
        """Nobody can invite them to this table again."""
        if guest in self._record.invited:
            self._record.invited = {**self._record.invited, guest: DECLINED}

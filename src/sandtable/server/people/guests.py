"""Guests: a name and a token. The server keeps no tokens, only hashes to check them against."""

import hashlib
import hmac
import re
import secrets
import string
import time
from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct

from sandtable.protocol.problems import BAD_MESSAGE, NAME_TAKEN, Denied
from sandtable.server.base.dates import utc_now
from sandtable.server.people import cleantext
from sandtable.server.people.cleantext import shown_name
from sandtable.server.people.likeness import alike
from sandtable.server.store.schema import GUESTS
from sandtable.server.store.storage import Store

MOST_REMEMBERED = 10_000
THE_HOUSE = (
    *("You", "Me", "The table", "Sandtable", "The host", "Host", "The referee", "Referee"),
    *("A guest", "A bot", "Bot", "Nobody", "Everybody", "Everyone"),
    *("System", "The system", "Server", "The server"),
)
"""How the table's own sentences begin; nobody may be called that."""
NOTED_EVERY = 3600.0
"""Seconds after which we write down again that a guest was here."""


class Guest(Struct, frozen=True):
    id: str
    """Public: it identifies the guest to others and opens nothing."""
    name: str


ID_SIGNS = string.ascii_letters + string.digits
ID = re.compile("[A-Za-z0-9_-]{1,64}")


def new_token() -> str:
    """128 bits nobody can guess."""
    return secrets.token_urlsafe(16)


def new_id() -> str:
    """A short public name for a guest or a table; 71 bits, so that links cannot be guessed.

    Letters and digits only: what begins with a dash is an option on a command line, and a chat
    leaves a dash at the end out of the link it makes.
    """
    return "".join(secrets.choice(ID_SIGNS) for _ in range(12))


def could_be_id(text: str) -> bool:
    """Whether it could be an id of ours: of today, or with dashes, as earlier versions made them.

    Nothing else is ever looked for: PostgreSQL refuses some texts, and that would look like damage.
    """
    return ID.fullmatch(text) is not None


class Tokens:
    """Short tokens that nobody can guess and that are soon used up. Drawn many at a time: asking
    the kernel for each one was a hundredth of all work under load."""

    SIZE = 8
    DRAWN = 512

    def __init__(self) -> None:
        self._drawn = b""
        self._at = 0

    def next(self) -> str:
        if self._at >= len(self._drawn):
            self._drawn = secrets.token_bytes(self.SIZE * self.DRAWN)
            self._at = 0
        token = self._drawn[self._at : self._at + self.SIZE]
        self._at += self.SIZE
        return token.hex()


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def matches(token: str, token_hash: str | None) -> bool:
    return token_hash is not None and hmac.compare_digest(hashed(token), token_hash)


def clean_name(raw: str) -> str:
    """A name as it is shown: one line, with nothing hidden in it."""
    name = cleantext.clean_name(raw)
    if not name:
        raise Denied(BAD_MESSAGE, "A name needs at least one letter.")
    return name


def check_is_a_persons(name: str) -> None:
    if alike(name, THE_HOUSE) is not None:
        raise Denied(
            NAME_TAKEN,
            f"Nobody can be called {name}: the table uses that name itself. Take another.",
        )


class People:
    """All guests; those seen lately are kept in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Guest] = {}
        self._noted: dict[str, float] = {}

    async def find(self, token: str | None) -> Guest | None:
        if not token or len(token) > 64:
            return None
        key = hashed(token)
        if (known := self._known.get(key)) is not None:
            self._note(key, known)
            return known
        query = sa.select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.token_hash == key)
        row = await self._store.read(lambda connection: connection.execute(query).first())
        return None if row is None else self._remember(key, Guest(row.id, shown_name(row.name)))

    async def greet(self, name: str, token: str | None) -> tuple[Guest, str]:
        """The guest with this token, renamed; without a token, a new guest with a new one."""
        shown = clean_name(name)
        check_is_a_persons(shown)
        guest = await self.find(token)
        if guest is not None and token is not None:
            if guest.name != shown:
                change = sa.update(GUESTS).where(GUESTS.c.id == guest.id).values(name=shown)
                await self._store.written((change, {}))
                guest = self._remember(hashed(token), Guest(guest.id, shown))
            return guest, token
        fresh = new_token()
        guest = Guest(new_id(), shown)
        row = {"id": guest.id, "name": shown, "token_hash": hashed(fresh), "created": utc_now()}
        await self._store.written((sa.insert(GUESTS), row))
        return self._remember(hashed(fresh), guest), fresh

    async def renew(self, guest: Guest) -> str:
        """A new token for this guest; the old one no longer opens anything."""
        fresh = new_token()
        change = sa.update(GUESTS).where(GUESTS.c.id == guest.id)
        await self._store.written((change.values(token_hash=hashed(fresh)), {}))
        self.forget([guest.id])
        return fresh

    async def give_up(self, guest: Guest) -> None:
        """From now on nobody is this guest. Finished games keep the name."""
        await self.renew(guest)

    def _remember(self, key: str, guest: Guest) -> Guest:
        if len(self._known) >= MOST_REMEMBERED:
            oldest = next(iter(self._known))
            del self._known[oldest]
            self._noted.pop(oldest, None)
        self._known[key] = guest
        self._note(key, guest)
        return guest

    def _note(self, key: str, guest: Guest) -> None:
        """A guest who still comes is kept, however long ago they first came."""
        now = time.monotonic()
        if now - self._noted.get(key, -NOTED_EVERY) < NOTED_EVERY:
            return
        self._noted[key] = now
        change = sa.update(GUESTS).where(GUESTS.c.id == guest.id).values(seen=utc_now())
        self._store.write((change, {}))

    def forget(self, ids: Sequence[str]) -> None:
        """These guests have been removed from the database, or may have been."""
        gone = [key for key, guest in self._known.items() if guest.id in ids]
        for key in gone:
            del self._known[key]
            self._noted.pop(key, None)

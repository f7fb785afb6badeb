"""A delta whose parts are already JSON, because several viewers get the same parts."""

from msgspec import UNSET, Raw, UnsetType

from sandtable.protocol.messages import ServerMessage


class EncodedDelta(ServerMessage, tag="delta"):
    """On the wire the same as a Delta."""

    seq: int
    clock: Raw
    events: Raw
    changes: Raw
    legal: Raw | UnsetType = UNSET
    outcome: Raw | UnsetType = UNSET
    seed: str | UnsetType = UNSET

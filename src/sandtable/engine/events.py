"""Events: what happened, and which part of it each viewer is told.

Nothing is told by default. A field in `PUBLIC` is told to everybody; a field in `PRIVATE` is told
to one seat, which is in the field that `PRIVATE` names for it.
"""

from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from sandtable.engine.units import Ms, Viewer

__all__ = ["Event"]


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Event:
    """Base of all events. `at` is the table time at which it happened."""

    NAME: ClassVar[str] = ""
    PUBLIC: ClassVar[tuple[str, ...]] = ()
    PRIVATE: ClassVar[dict[str, str]] = {}

    def __init__(self, at: Ms) -> None:
        self.at = at

    def told(self, viewer: Viewer) -> dict[str, Any] | None:
        """What this viewer is told, or None if the event does not concern them."""
        plain: dict[str, Any] = {"event": self.NAME, "at": self.at}
        for field in self.PUBLIC:
            plain[field] = getattr(self, field)
        for field, owner in self.PRIVATE.items():
            if viewer is not None and getattr(self, owner) == viewer:
                plain[field] = getattr(self, field)
        return plain

    def to_json(self) -> dict[str, Any]:
        """All of it, secrets included: for logs of finished games and for tests."""
        plain: dict[str, Any] = {"event": self.NAME, "at": self.at}
        for field in self.PUBLIC:
            plain[field] = getattr(self, field)
        for field in self.PRIVATE:
            plain[field] = getattr(self, field)
        return plain

    def __repr__(self) -> str:
        return str(self.to_json())

"""What the table itself tells everybody, in words that say "you" to the people it is about."""

from collections.abc import Callable, Iterable, Sequence

from sandtable.engine.speech import sentence
from sandtable.server.people.guests import Guest


class Addressee:
    """Whoever reads a notice; None stands for all whom it is not about."""

    def __init__(self, guest: str | None) -> None:
        self._guest = guest

    def is_you(self, guest: str | None) -> bool:
        return guest is not None and guest == self._guest

    def who(self, guest: str | None, name: str) -> str:
        return "you" if self.is_you(guest) else name

    def host(self, host: Guest) -> str:
        return self.who(host.id, f"{host.name}, the host,")

    def all(self, people: Sequence[tuple[str | None, str]]) -> str:
        """Ben; Ben, Cyd and you."""
        names = [name for guest, name in people if not self.is_you(guest)]
        if len(names) < len(people):
            names.append("you")
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


Words = Callable[[Addressee], str]


def for_everybody(words: Words, about: Iterable[str | None]) -> tuple[str, dict[str, str]]:
    """What everybody reads, and what each of the guests whom it is about reads instead."""
    to_you = {guest: sentence(words(Addressee(guest))) for guest in about if guest is not None}
    return words(Addressee(None)), to_you

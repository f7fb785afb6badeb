"""A process in which bots think, from the outside: orders go in, answers come out.

Bots are other people's programs, and in their process nothing is out of their reach: what comes
from there may have been written by any of them. So every answer is checked like a message from a
stranger, and a process that says anything else is ended.
"""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

LONGEST_ANSWER = 1 << 20
DEEP = "--deep"
"""For a process of bots that think for long: it stands back behind the others."""
READY = b"ready"
"""The first line that a process writes: it has loaded, and thinks from now on."""
LONGEST_START = 120.0
NOBODY = 0
"""The number of no bot: what goes wrong in the process itself is reported under it."""


class Thought(Struct):
    bot: int
    life: int
    answer: Literal["plan", "wait", "keep", "nothing", "fault"]
    """`nothing`: the question was taken back."""
    question: int = 0
    """Which one this answers; a bot that cannot even sit down reports a fault unasked."""
    due: Annotated[int, Meta(ge=0)] | None = None
    act: dict[str, Any] | None = None
    why: str = ""
    """The reason for it, if that was asked for."""
    trace: str = ""
    """For a fault: where it came from, without any values."""


_decode = msgspec.json.Decoder(Thought).decode
UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)
"""What decoding raises, and reading a line that never ends."""


class Asked(NamedTuple):
    bot: int
    question: int
    thinks: float = 0.0
    """For how many seconds it may think."""


class Blame(NamedTuple):
    bot: int
    what: str
    trace: str = ""


class Nonsense(Exception):
    """What came is no answer to what was asked; `bot` must have written it."""

    def __init__(self, bot: int | None) -> None:
        super().__init__(bot)
        self.bot = bot


async def one_way() -> tuple[int, asyncio.WriteTransport | None]:
    """A pipe for orders: its reading end for the process, its writing end for us.

    Nobody can write into the reading end. What the loop makes itself may be a socket, and then what
    a bot writes there comes to us as a fault of the loop. (On Windows we leave it to the loop.)
    """
    if os.name != "posix":
        return asyncio.subprocess.PIPE, None
    theirs, ours = os.pipe()
    loop, end = asyncio.get_running_loop(), os.fdopen(ours, "wb", 0)
    pipe, _ = await loop.connect_write_pipe(asyncio.Protocol, end)
    return theirs, pipe


def failure_in(raw: bytes) -> Thought | None:
    """The report that the process itself failed, if this is one."""
    with contextlib.suppress(*UNREADABLE):
        said = _decode(raw)
        return said if said.bot == NOBODY else None
    return None


class Worker:
    def __init__(self, *how: str) -> None:
        self._how = how
        self._unsent: list[bytes] = []
        """What was said before there was a process."""
        self.process: asyncio.subprocess.Process | None = None
        self._orders: asyncio.WriteTransport | None = None
        self.blamed: Blame | None = None
        """Why the process was ended, if that was for one of its bots."""
        self._thinking: deque[Asked] = deque()
        """The bots that were asked, in order; the process answers in the same order."""
        self._answered = Asked(NOBODY, 0)
        """The last that was."""
        self._questions = 0
        self._since = 0.0
        self.ready = False
        self._heard_out = False
        """Whether nobody can write to us any more."""

    async def start(self) -> None:
        self.ready = self._heard_out = False
        self._answered = Asked(NOBODY, 0)
        self._since = time.monotonic()
        theirs, pipe = await one_way()
        try:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "sandtable.server.bots.worker",
                *self._how,
                stdin=theirs,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_ANSWER,
                # Ctrl+C in the terminal is for the server, which says goodbye first.
                start_new_session=True,
            )
        except BaseException:
            if pipe is not None:
                pipe.abort()
            raise
        finally:
            if pipe is not None:
                os.close(theirs)
        if self._orders is not None:
            # What was asked until now went to the process before, which answers no more.
            self._thinking.clear()
        if pipe is None:
            assert self.process.stdin is not None
            self._orders = self.process.stdin.transport
        else:
            self._orders = pipe
        unsent, self._unsent = self._unsent, []
        for line in unsent:
            self._write(line)

    def send(self, order: dict[str, Any], thinks: float = 0.0) -> None:
        if order["do"] == "look":
            if not self._thinking and self.ready:
                self._since = time.monotonic()
            self._questions += 1
            self._thinking.append(Asked(order["bot"], self._questions, thinks))
            order = {**order, "question": self._questions}
        line = msgspec.json.encode(order) + b"\n"
        if self._orders is None:
            self._unsent.append(line)
        else:
            self._write(line)

    def _write(self, line: bytes) -> None:
        assert self._orders is not None
        # A process that has just ended is told nothing; its bots will sit down in the next one.
        if not self._orders.is_closing():
            with contextlib.suppress(RuntimeError, OSError):
                self._orders.write(line)

    async def answers(self) -> AsyncIterator[Thought]:
        """Read until the process ends, or writes what is not an answer, which ends it too."""
        assert self.process is not None
        assert self.process.stdout is not None
        try:
            async for raw in self.process.stdout:
                if not raw.endswith(b"\n"):
                    continue  # it ended in the middle of a word
                if not self.ready:
                    # While it loads, packages may have written there whatever they liked.
                    if raw.rstrip() == READY:
                        self.ready = True
                        self._since = time.monotonic()
                        continue
                    if (early := failure_in(raw)) is not None:
                        yield early
                        break
                    continue
                answer = self._taken(raw)
                yield answer
                if answer.bot == NOBODY:
                    break
            else:
                self._heard_out = True
        except Nonsense as nonsense:
            self.blame(nonsense.bot, "wrote to the server what is no answer")
        except ValueError:
            self.blame(self.speaker(), "wrote to the server without end")
        self.end()
        await self.process.wait()
        self.process = None

    def _taken(self, raw: bytes) -> Thought:
        """The answer in a line, if it is the one that is due."""
        try:
            answer = _decode(raw)
        except UNREADABLE:
            raise Nonsense(self.speaker()) from None
        if answer.question:
            said = Asked(answer.bot, answer.question)
            if said == self._answered:
                raise Nonsense(said.bot)
            if not self._thinking or self._thinking[0][:2] != said[:2]:
                raise Nonsense(self.speaker())
            self._thinking.popleft()
            self._answered = said
            self._since = time.monotonic()
        elif answer.answer != "fault":
            raise Nonsense(self.speaker())
        return answer

    def speaker(self) -> int | None:
        """The bot that must have written something: the one that thinks, or did so last."""
        return self.thinker() or self._answered.bot or None

    def thinker(self) -> int | None:
        """The bot whose turn to think it is."""
        return self._thinking[0].bot if self._thinking else None

    def is_stuck(self, patience: float) -> bool:
        """Whether a bot has thought about one thing for longer than it says it does, and this."""
        if not self.ready:
            most = LONGEST_START
        elif self._thinking:
            most = self._thinking[0].thinks + patience
        else:
            return False
        return time.monotonic() - self._since > most

    def blame(self, bot: int | None, what: str, trace: str = "") -> None:
        """Note which bot the process is ended for, and what it did."""
        if bot is not None:
            self.blamed = Blame(bot, what, trace)

    def end(self) -> None:
        """End the process at once, and whatever its bots have started."""
        if self._orders is not None and not self._orders.is_closing():
            self._orders.abort()
        if self.process is not None:
            is_held = self.process.returncode is None or not self._heard_out
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            if os.name == "posix" and is_held:
                # It leads a group of its own, and somebody there may still hold its pipes.
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.process.pid, signal.SIGKILL)

    async def stop(self) -> None:
        if self.process is not None:
            self.end()
            await self.process.wait()

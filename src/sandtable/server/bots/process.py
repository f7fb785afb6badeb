"""A process in which bots think, from the outside: orders go in, answers come out."""

import asyncio
import contextlib
import sys
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

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
    answer: Literal["plan", "wait", "keep", "fault"]
    looked: bool = True
    """Whether this answers a question; a bot that cannot even sit down reports a fault unasked."""
    due: int | None = None
    act: dict[str, Any] | None = None
    why: str = ""
    """The reason for it, if that was asked for."""
    trace: str = ""
    """For a fault: where it came from, without any values."""


_decode = msgspec.json.Decoder(Thought).decode


class Worker:
    def __init__(self, *how: str) -> None:
        self._how = how
        self._unsent: list[bytes] = []
        """What was said before there was a process."""
        self.process: asyncio.subprocess.Process | None = None
        self.killed_for: int | None = None
        """The bot that thought for too long, if that is why the process ended."""
        self._thinking: deque[int] = deque()
        """The bots that were asked, in order; the process answers in the same order."""
        self._since = 0.0
        self.ready = False

    async def start(self) -> None:
        if self.process is not None:
            self._thinking.clear()
        self.ready = False
        self._since = time.monotonic()
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sandtable.server.bots.worker",
            *self._how,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_ANSWER,
            # Ctrl+C in the terminal is for the server, which says goodbye first.
            start_new_session=True,
        )
        unsent, self._unsent = self._unsent, []
        for line in unsent:
            self._write(line)

    def send(self, order: dict[str, Any]) -> None:
        if order["do"] == "look":
            if not self._thinking and self.ready:
                self._since = time.monotonic()
            self._thinking.append(order["bot"])
        line = msgspec.json.encode(order) + b"\n"
        if self.process is None:
            self._unsent.append(line)
        else:
            self._write(line)

    def _write(self, line: bytes) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        # A process that has just ended is told nothing; its bots will sit down in the next one.
        with contextlib.suppress(RuntimeError, OSError):
            self.process.stdin.write(line)

    async def answers(self) -> AsyncIterator[Thought]:
        """Read until the process ends, or writes what is not an answer, which ends it too."""
        assert self.process is not None
        assert self.process.stdout is not None
        with contextlib.suppress(msgspec.DecodeError, ValueError):
            async for raw in self.process.stdout:
                if raw.rstrip() == READY and not self.ready:
                    self.ready = True
                    self._since = time.monotonic()
                    continue
                answer = _decode(raw)
                if answer.looked and self._thinking:
                    self._thinking.popleft()
                    self._since = time.monotonic()
                yield answer
        self.kill(self.killed_for)
        await self.process.wait()

    def thinker(self) -> int | None:
        """The bot whose turn to think it is."""
        return self._thinking[0] if self._thinking else None

    def is_stuck(self, patience: float) -> bool:
        """Whether a bot has thought for longer than this about one thing."""
        if not self._thinking and self.ready:
            return False
        return time.monotonic() - self._since > (patience if self.ready else LONGEST_START)

    def kill(self, culprit: int | None) -> None:
        self.killed_for = culprit
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def stop(self) -> None:
        if self.process is not None:
            self.kill(None)
            await self.process.wait()

"""A delayed line without privileges: a relay that hands bytes on after a while, in order.

The server's kernel sees only the way to the relay, as it does behind a proxy, so what is measured
with relays is what the echo of the client's program alone is good for.
"""

import asyncio
import random
from collections.abc import Callable


class Relay:
    """One line to a server; milliseconds each way."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.way = 0.0
        self.jitter = 0.0
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> int:
        """The port on which to connect."""
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    def _join(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        self._tasks.append(asyncio.create_task(self._link(near, back)))

    async def _link(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, there = await asyncio.open_connection(self.host, self.port)
        self._writers += [back, there]
        await asyncio.gather(self._carry(near, there), self._carry(far, back))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        free_at = 0.0

        def later(do: Callable[[], None]) -> None:
            nonlocal free_at
            delay = self.way + (random.uniform(-self.jitter, self.jitter) if self.jitter else 0.0)
            free_at = max(free_at, loop.time() + max(0.0, delay) / 1000)
            loop.call_at(free_at, do)

        try:
            while data := await source.read(65_536):
                later(lambda data=data: target.write(data))  # type: ignore[misc]
        except ConnectionError:
            pass
        later(target.close)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

"""How often anybody may ask for anything, pages and files included."""

from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from sandtable.protocol.problems import TOO_MANY_REQUESTS, TOO_MUCH
from sandtable.server.http.calls import wrong


class Pacing:
    """Middleware: refuses what is too much for one household. Calls have a closer limit as well."""

    def __init__(self, app: ASGIApp, allows: Callable[[str], bool]) -> None:
        self.app = app
        self.allows = allows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            client = scope.get("client")
            if not self.allows(client[0] if client else ""):
                await wrong(TOO_MUCH, TOO_MANY_REQUESTS)(scope, receive, send)
                return
        await self.app(scope, receive, send)

"""Play at a Sandtable server from Python.

async with connect("http://127.0.0.1:8765", name="Ada") as c:
    table = await c.create("watch", bots=["club"] * 3, start=True)
    async for seen in table:
        if seen.legal:
            await table.act(seen.legal[0])
"""

from sandtable.extras import need

need("client", "sandtable.client")

from sandtable.client.http import Client, Failed, connect  # noqa: E402
from sandtable.client.table import TableClient, TableNow  # noqa: E402
from sandtable.protocol.messages import Verdict  # noqa: E402

__all__ = ["Client", "Failed", "TableClient", "TableNow", "Verdict", "connect"]

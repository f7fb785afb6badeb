"""What every table needs of its surroundings."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from sandtable.server.bots import BotDesk
from sandtable.server.clockwork import Clockwork
from sandtable.server.metrics import Metrics
from sandtable.server.pulse import Pulse
from sandtable.server.schema import LIVES
from sandtable.server.settings import Settings
from sandtable.server.storage import Store, utc_now
from sandtable.server.tableclock import Mono


class House:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        clockwork: Clockwork,
        bots: BotDesk,
        metrics: Metrics,
        life: str,
    ) -> None:
        self.settings = settings
        self.store = store
        self.clockwork = clockwork
        self.bots = bots
        self.metrics = metrics
        self.life = life
        """A stretch of time without a standstill; log lines that start the clock name it."""
        self.on_disk_failure: Callable[[], None] = lambda: None
        self.pulse = Pulse(settings.stall_after)

    def beat(self, mono: Mono) -> tuple[sa.Executable, dict[str, Any]]:
        """What writes down that this life has lasted until now."""
        row: dict[str, Any] = {"id": self.life, "started": utc_now(), "beat": mono}
        return self.store.upsert(LIVES, ["id"], row, keep=("started",)), row

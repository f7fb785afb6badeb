"""What every table needs from its surroundings."""

from collections.abc import Callable

from sandtable.engine.seed import draw_seed
from sandtable.server.base.clockwork import Clockwork
from sandtable.server.base.dates import Dates, utc_now
from sandtable.server.base.metrics import Metrics
from sandtable.server.base.pulse import Pulse
from sandtable.server.base.settings import Settings
from sandtable.server.bots.desk import BotDesk
from sandtable.server.tables.shelf import Shelf


class House:
    def __init__(
        self,
        settings: Settings,
        shelf: Shelf,
        clockwork: Clockwork,
        bots: BotDesk,
        metrics: Metrics,
        life: str,
        date: Dates = utc_now,
        draw_seed: Callable[[], int] = draw_seed,
    ) -> None:
        self.settings = settings
        self.shelf = shelf
        self.clockwork = clockwork
        self.date = date
        self.draw_seed = draw_seed
        self.bots = bots
        self.metrics = metrics
        self.life = life
        """The current stretch without a standstill; log lines that start a clock name it."""
        self.on_disk_failure: Callable[[], None] = lambda: None
        self.pulse = Pulse(settings.stall_after)

    def stand_still(self, next_life: str) -> None:
        """No sand runs at any table; when it runs again, a new stretch begins."""
        self.pulse.stand_still()
        self.life = next_life

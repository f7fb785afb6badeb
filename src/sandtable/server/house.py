"""What every table needs of its surroundings."""

from collections.abc import Callable

from sandtable.server.bots import BotDesk
from sandtable.server.clockwork import Clockwork
from sandtable.server.metrics import Metrics
from sandtable.server.settings import Settings
from sandtable.server.storage import Store


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
        """This run of the server; log lines that start the clock name it."""
        self.on_disk_failure: Callable[[], None] = lambda: None

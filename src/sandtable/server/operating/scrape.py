"""What Prometheus reads at /metrics: our own numbers, and those of the process."""

from collections.abc import Iterable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from sandtable.server.base.metrics import Counter, Gauge, Histogram, Metrics


class OwnNumbers(Collector):
    """Hands our counters to the library when somebody asks, so that counting stays cheap."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics

    def collect(self) -> Iterator[Metric]:
        for field in self.metrics.SHOWN:
            yield family(f"sandtable_{field}", getattr(self.metrics, field))

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand; the names are ours alone."""
        return ()


def family(name: str, metric: Counter | Histogram) -> Metric:
    """One metric in the library's form, which adds `_total` to the names of counters."""
    if isinstance(metric, Histogram):
        bounds = [*map(floatToGoString, metric.bounds), "+Inf"]
        counts = accumulate(metric.counts)
        buckets = [(bound, float(count)) for bound, count in zip(bounds, counts, strict=True)]
        return HistogramMetricFamily(f"{name}_seconds", metric.help, buckets, metric.sum)
    if isinstance(metric, Gauge):
        return GaugeMetricFamily(name, metric.help, metric.value)
    return CounterMetricFamily(name, metric.help, metric.value)


class Scrape:
    CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self, metrics: Metrics) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(OwnNumbers(metrics))
        ProcessCollector(registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)

"""What an operator can watch."""

from sandtable.server.base.metrics import Metrics


def test_every_metric_is_shown() -> None:
    metrics = Metrics()
    assert set(metrics.SHOWN) == set(vars(metrics))
    text = metrics.text()
    assert "sandtable_acts_total 0" in text
    assert 'sandtable_commit_seconds_bucket{le="+Inf"} 0' in text

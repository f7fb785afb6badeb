.PHONY: bench-fairness bench-fairness-quick

bench-fairness: setup ## Who wins races over long and short lines, and what cheats gain (result in bench/results/fairness.md)
	$(PY) -m bench.fairness.run

bench-fairness-quick: setup ## The same with few races each, written nowhere
	$(PY) -m bench.fairness.run --quick

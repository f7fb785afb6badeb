.PHONY: bench-bots bench-bots-quick

bench-bots: setup ## Many tables of bots on one server: how late do they act? (result in bench/results/bots.md)
	$(PY) -m bench.bots.run

bench-bots-quick: setup ## The same with few tables, briefly, written nowhere
	$(PY) -m bench.bots.run --quick --interpreted

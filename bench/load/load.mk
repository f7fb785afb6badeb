.PHONY: bench-load bench-load-quick

bench-load: bench-setup ## Put the server under load beside boardgame.io's (result in bench/results/load.md)
	$(PY) -m bench.load.run

bench-load-quick: bench-setup ## The same with few tables and one load each, written nowhere
	$(PY) -m bench.load.run --quick --interpreted

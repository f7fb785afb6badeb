# The bench: its peers live in .venv-bench and bench/peers/boardgameio/node_modules, not in .venv.

PEERS_PY     := .venv-bench/bin/python
PEERS_STAMP  := .venv-bench/.installed-lock
NODE_PEER    := bench/peers/boardgameio
NODE_STAMP   := $(NODE_PEER)/node_modules/.installed-lock

.PHONY: bench bench-quick bench-setup bench-lock

bench: bench-setup ## Measure our games against their peers, some minutes (results in bench/results)
	$(PY) -m bench.run

bench-quick: bench-setup ## One short repeat of everything in the bench, written nowhere
	$(PY) -m bench.run --quick

bench-setup: setup $(PEERS_STAMP) $(NODE_STAMP)

# The peers run on the same interpreter as ours: .venv-bench is made by the Python of .venv.
$(PEERS_STAMP): requirements/bench.lock
	test -x $(PEERS_PY) || $(PY) -m venv .venv-bench
	$(PEERS_PY) -m pip --disable-pip-version-check --quiet install --require-hashes -r $<
	touch $@

$(NODE_STAMP): $(NODE_PEER)/package-lock.json $(NODE_PEER)/package.json
	npm ci --prefix $(NODE_PEER) --no-audit --no-fund --loglevel=error
	touch $@

bench-lock: setup ## Write the lock files of the peers again (UPGRADE=1: newest versions)
	cd requirements && ../$(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
		--generate-hashes --no-strip-extras --no-emit-index-url --no-header $(if $(UPGRADE),--upgrade) \
		bench.in --output-file bench.lock
	cd $(NODE_PEER) && npm install --package-lock-only --no-audit --no-fund --loglevel=error

-include bench/load/load.mk
-include bench/fairness/fairness.mk
-include bench/bots/bots.mk

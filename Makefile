# `make help` lists what can be done. Everything runs from .venv, which `make setup` fills.

PYTHON  ?= python3
WORKERS ?= 4
SEED    ?=

BIN    := .venv/bin
PY     := $(BIN)/python
WEB    := $(wildcard web/package.json)
CODE   := $(wildcard src tests tools bench setup.py)
RULES  := $(wildcard tests/engine tests/games)
tests_of = $(wildcard $(addprefix tests/server/test_,$(addsuffix .py,$(1))))

# Tests that import our modules run on the source. Those of modules that get compiled run a second
# time, on the compiled ones.
COMPILED := $(RULES) $(call tests_of,clockwork fairness faulty_rules lag limits outbox parity patch play streams table tableclock visitor wire)
# Servers that tests start run compiled, as `make play` does from its second start on. These tests
# also run on the source: that is what a first start runs, and what you run while editing.
FROM_SOURCE := $(call tests_of,api playing site together)

.DEFAULT_GOAL := help
.PHONY: help setup site play story test cover soak pythons mutants e2e screenshots bench-page check format lock wheel clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install everything, in .venv and web/node_modules (does nothing when nothing changed)
	@$(PYTHON) tools/install.py

play: ## Play: install what that needs, run the site on this machine and open it (PORT=8765, HOST=0.0.0.0 for phones too)
	@$(PYTHON) tools/start.py $(if $(PORT),--port $(PORT)) $(if $(HOST),--host $(HOST))

site: setup ## Build the page into the server's folder (does nothing when nothing changed)
	@$(PYTHON) tools/page.py

story: setup ## Let bots play one game of The Watch on the compiled build and tell its story
	@folder=$$($(PY) tools/compiled.py) && \
	PYTHONPATH=$$folder $(PY) -m sandtable simulate watch --seats 4 --games 1 --bots club --story \
		$(if $(SEED),--seed $(SEED))

test: check site ## All checks, all tests, rules and server on both builds, the page in real browsers
	npm --prefix web run --silent test
	$(PY) tools/compiled.py
	$(PY) -m pytest -n $(WORKERS) -m "not soak" --ignore=tests/builds tests
	$(if $(COMPILED),folder=$$($(PY) tools/compiled.py) && \
	SANDTABLE_EXPECT_BUILD=compiled PYTHONPATH=$$folder $(PY) -m pytest -n $(WORKERS) -m "not soak" $(COMPILED))
	$(if $(FROM_SOURCE),SANDTABLE_TEST_BUILD=source $(PY) -m pytest -n $(WORKERS) -m "not soak" $(FROM_SOURCE))
	$(PY) -m pytest -n $(WORKERS) tests/builds
	$(PY) tools/pythons.py --workers $(WORKERS)
	npm --prefix web run --silent e2e

cover: setup ## All tests in Python on the source, with a report of what they never reach
	SANDTABLE_TEST_BUILD=source \
	$(PY) -m pytest -n $(WORKERS) -m "not soak" --ignore=tests/builds --cov --cov-report=term:skip-covered tests

soak: setup site ## The long variants: many kills in a row, whole games scanned, every moment's contrast on every screen, very long evenings
	$(PY) -m pytest -n 0 -m soak --timeout=1800 tests
	SOAK=1 npm --prefix web run --silent e2e -- sizes long trading --testTimeout 1800000

pythons: setup ## The tests of engine, games, replays, command line, terminal, ladder, new games, client and API under every other supported Python here
	$(PY) tools/pythons.py --workers $(WORKERS)

mutants: setup ## Break the server in small ways and see whether its tests notice (SAMPLE=, SEED=)
	$(PY) tools/mutants.py --sample $(or $(SAMPLE),150) $(if $(SEED),--seed $(SEED))

e2e: site ## The page in real browsers against a real server (needs Chromium)
	npm --prefix web run --silent e2e

screenshots: site ## Pictures of every page and board on six screens, light and dark (FOLDER=)
	SCREENSHOTS=$(abspath $(or $(FOLDER),build/screenshots)) npm --prefix web run --silent e2e

bench-page: site ## Measure in a browser what a table costs per frame (result in bench/results/page.md)
	MEASURE=1 npm --prefix web run --silent e2e

check: setup ## Format, lint, types and imports: fast, changes nothing
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports --no-cache --no-logo
	$(if $(WEB),npm --prefix web run --silent check)

format: setup ## Rewrite the code in the house format
	$(BIN)/ruff check --fix-only --quiet $(CODE)
	$(BIN)/ruff format $(CODE)
	$(if $(WEB),npm --prefix web run --silent format)

include bench/bench.mk

# Extras stay in the locks: where pip reads `coverage` alone, it looks for `coverage[toml]` by itself,
# takes the newest release, and refuses it because it is not in the lock.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-strip-extras --no-emit-index-url --no-header $(if $(UPGRADE),--upgrade)

lock: setup ## Write the lock files again after a change in pyproject.toml (UPGRADE=1: newest versions)
	$(LOCK) pyproject.toml --extra dev --output-file requirements/dev.lock
	$(LOCK) pyproject.toml --extra postgres --constraints requirements/dev.lock \
		--output-file requirements/runtime.lock
	$(LOCK) pyproject.toml --extra server --group install --constraints requirements/dev.lock \
		--output-file requirements/play.lock
	$(LOCK) --group compile --constraints requirements/dev.lock --output-file requirements/compile.lock

wheel: site ## Build the compiled wheel, page included, into dist/
	$(PY) -m build --wheel --no-isolation --outdir dist .

clean: ## Remove what was built and measured; .venv and web/node_modules stay
	rm -rf build dist src/sandtable/server/site htmlcov .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests tools bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

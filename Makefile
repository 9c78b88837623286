# `make demo` and `make test` need Python 3.11, make and apt (root) only: they set everything up.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
PYTHON ?= python3.11
BIN := .venv/bin
# What tests need beyond Python: an outside implementation of the log in Go, a browser and Node for the page.
TOOLS := git curl go=golang-go /usr/share/gocode/src/golang.org/x/mod=golang-golang-x-mod-dev \
	chromium node=nodejs npm
# The verifier's environment holds a copy of the project, not a link to it.
SOURCES := $(shell find fairseed games verifier_cli web_verifier -type f -not -name '*.pyc')

.PHONY: demo verifier test page soak lint bench vectors docs pictures clean

demo: .venv/.ready .venv-verify/.ready
	$(BIN)/python -m fairseed.cli demo --verifier .venv-verify/bin/fairseed-verify

verifier: .venv-verify/.ready

test: .venv/.ready node_modules/.ready
	.ci/need $(TOOLS)
	.ci/with-postgres $(BIN)/python -m pytest -n 2 --dist worksteal
	$(MAKE) page

# The pages' own tests: their types, every vector through the verifier's modules, and those of the play page.
page: node_modules/.ready
	npm run --silent types
	node --test --test-concurrency=2 --test-reporter=dot tests/page/*.test.mjs tests/play/*.test.mjs

soak: .venv/.ready node_modules/.ready
	.ci/need $(TOOLS)
	FAIRSEED_SOAK=1 .ci/with-postgres $(BIN)/python -m pytest -n 4 --dist worksteal
	FAIRSEED_SOAK=1 $(MAKE) page

lint: .venv/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.ready
	.ci/with-postgres $(BIN)/python tests/bench/run.py

vectors: .venv/.ready
	$(BIN)/python vectors/gen
	$(BIN)/python vectors/gen_tables
	$(BIN)/python vectors/gen_tavern
	$(BIN)/python vectors/gen_house
	$(BIN)/python vectors/gen_schemes

docs: .venv/.ready
	$(BIN)/python docs/generate.py

# The README's pictures, taken of the page in Chromium.
pictures: .venv/.ready
	.ci/need chromium
	FAIRSEED_SHOTS=1 $(BIN)/python -m pytest tests/browser/test_shots.py

clean:
	rm -rf node_modules .venv .venv-verify var build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

node_modules/.ready: package.json package-lock.json
	.ci/need node=nodejs npm
	npm ci --silent --no-audit --no-fund
	touch node_modules/.ready

.venv/.ready: pyproject.toml requirements/dev.txt
	.ci/setup .venv requirements/dev.txt

.venv-verify/.ready: pyproject.toml requirements/core.txt $(SOURCES)
	.ci/setup .venv-verify requirements/core.txt

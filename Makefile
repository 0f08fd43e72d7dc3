# Two commands: `make run` starts the bot, `make test` checks everything.
# Both make their own environment in .venv; nothing else is needed but Python 3.11+ and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test lint types imports tests format docs bench faults clean
.DEFAULT_GOAL := run

run: $(VENV)/ready-to-run ## start the bot: on Discord with DISCORD_TOKEN, else the practice table
	@$(BIN)/undercroft run $(ARGS)

test: lint types imports tests ## everything that must hold

lint: $(VENV)/ready-to-test
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(VENV)/ready-to-test
	@$(BIN)/pyright

imports: $(VENV)/ready-to-test
	@$(BIN)/lint-imports

# The rules are rolled millions of times, side by side; what runs processes and sockets has the machine to itself.
tests: $(VENV)/ready-to-test
ifdef ARGS
	@$(BIN)/pytest $(ARGS)
else
	@$(BIN)/pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile tests/tables
	@$(BIN)/pytest --ignore=tests/tables
endif

format: $(VENV)/ready-to-test ## put the sources into their one form
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

docs: $(VENV)/ready-to-run ## write the page of all tables anew
	@$(BIN)/undercroft tables --markdown > docs/tables.md.new && mv docs/tables.md.new docs/tables.md

bench: $(VENV)/ready-to-measure ## how fast it is, beside what others have: a table of ratios
	@$(BIN)/python -m benchmarks $(ARGS)

faults: $(VENV)/ready-to-test ## what a campaign survives: killed, damaged, cut off, with figures
	@$(BIN)/python -m tests.faults $(ARGS)

clean: ## forget the environment; campaigns stay
	rm -rf $(VENV)

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Undercroft needs Python 3.11 or newer: try  make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "Python could not make an environment: on Debian and Ubuntu, apt install python3-venv"; exit 1; }
	@$(PIP) install --require-hashes -r requirements/build.txt
	@touch $@

$(VENV)/ready-to-run: $(VENV)/made pyproject.toml requirements/run.txt
	@echo "Preparing the environment; this takes a minute, once."
	@$(PIP) install --require-hashes -r requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/ready-to-test: $(VENV)/ready-to-run requirements/test.txt
	@$(PIP) install --require-hashes -r requirements/test.txt
	@touch $@

# What others made stands apart: d20 needs an older lark, which would take the place of ours.
$(VENV)/ready-to-measure: $(VENV)/ready-to-test requirements/beside.txt
	@$(PIP) install --require-hashes --upgrade --target $(VENV)/beside -r requirements/beside.txt
	@touch $@

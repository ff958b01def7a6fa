# Every target sets up what it needs by itself; `make` alone tells what there is.
.POSIX:
.PHONY: help pnp check test quick test-all lint bench pictures manual goldens lock clean bootstrap

BIN = .venv/bin

help:
	@echo 'make pnp       print and play: writes the sheets of the default game to output/'
	@echo 'make check     look the cards over without drawing sheets'
	@echo 'make test      the linters, the type checker and the tests that take no longer than a moment'
	@echo 'make test-all  the same, and the tests that draw whole games'
	@echo 'make lint      the linters and the type checker alone'
	@echo 'make quick     the quick tests alone'
	@echo 'make bench     how fast it is, beside other ways to draw the same cards'
	@echo 'make pictures  the pictures of README and docs, from what cardtool makes'
	@echo 'make manual    docs/rules.md and docs/game-yaml.md, from the rules and the schema themselves'
	@echo 'make goldens   the small pictures that tests hold faces and sheets against'
	@echo 'make lock      renew requirements.lock from pyproject.toml'
	@echo 'make clean     remove what was generated: output, .venv, caches'

pnp: bootstrap
	$(BIN)/cardtool build all

check: bootstrap
	$(BIN)/cardtool check

test: lint quick

quick: bootstrap
	$(BIN)/python -m pytest -n auto --dist loadfile -m 'not slow'

test-all: lint
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: bootstrap
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml docs/ci/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-actions action.yml

bench:
	@./bootstrap.sh bench
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.previewing

pictures: bootstrap
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/game_pictures.py
	$(BIN)/python docs/starter_pictures.py
	$(BIN)/python docs/preview_pictures.py

manual: bootstrap
	$(BIN)/cardtool explain --all > docs/rules.md
	$(BIN)/python docs/make_reference.py

goldens: bootstrap
	$(BIN)/python tests/golden_pictures.py

lock: bootstrap
	$(BIN)/python -I -m pip --disable-pip-version-check install --quiet --target .venv/uv --upgrade uv
	.venv/uv/bin/uv pip compile pyproject.toml --group dev --universal \
	    --generate-hashes --no-header --upgrade --quiet --output-file requirements.lock
	.venv/uv/bin/uv pip compile --group bench --universal \
	    --generate-hashes --no-header --upgrade --quiet --output-file requirements-bench.lock
	.venv/uv/bin/uv pip compile --group browser --universal \
	    --generate-hashes --no-header --upgrade --quiet --output-file requirements-browser.lock

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find output -mindepth 1 ! -name .gitignore -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

bootstrap:
	@./bootstrap.sh

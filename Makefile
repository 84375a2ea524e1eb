# Works on a fresh machine with only Python >= 3.11 and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

SEEDS ?= 20000
VILLAINS ?= 500
FILES ?= 2000
GAMES ?= 200
FUZZ_SECONDS ?= 600
# two more than the cores of a small machine: some tests wait for networks and processes
WORKERS ?= -n 4 --dist worksteal
# the tests that reach every branch of the protocol and of the rules
CORE := tests/protocol tests/games tests/attacks tests/tampering tests/second_auditor

.PHONY: page-growth help play demo arena test check style types cover bench counts bench-peers demos captures pictures messages attacks model mutants oracle second-auditor soak wine matrix single-file single-file-windows deb packages-try clean

help:
	@echo "make play    host a table with two bots, on this machine alone"
	@echo "make demo    watch three bots play a whole game over the network protocol"
	@echo "make test    run the tests"
	@echo "make check   style, types, every branch of the protocol and of the rules"
	@echo "make bench   count and measure set-up, moves, audit, memory, the screen, speed of the rules"
	@echo "make counts  write down what the work of a table costs today, to the last operation"
	@echo "make captures write what the screen looks like into docs/captures/"
	@echo "make pictures show in docs/pictures/ what a browser shows (needs Chromium)"
	@echo "make messages bring the translations level with the sources"
	@echo "make arena   see that the bots are as good as docs/bots.md says, in GAMES=$(GAMES) games a row"
	@echo "make page-growth whether a page that stays open for a day grows (needs Chromium; minutes)"
	@echo "make bench-peers set-up and rules next to other programs (needs a C++ compiler)"
	@echo "make demos   a demo of every game and variant at every number of players, each audited"
	@echo "make attacks list the attacks that are mounted, and who is named for each"
	@echo "make model   look at every state that ballots, stops and objections can reach (ten minutes)"
	@echo "make mutants change the protocol's core, one thing at a time: a test must fail each time"
	@echo "make oracle  compare the rules of Hanabi and an example bot's view with open_spiel's"
	@echo "make second-auditor compare ours with the auditor made from the text, on FILES=$(FILES) files"
	@echo "make axe     ask axe-core (from npm) whether everybody can use the live page"
	@echo "make wine    play with a Windows in Wine, and run there the tests that it can run"
	@echo "make matrix  install and use the packages with every Python that is here"
	@echo "make single-file pack a program that needs no Python into dist/p2phanabi"
	@echo "make single-file-windows pack one for Windows, in Wine, and try it there: dist/p2phanabi.exe"
	@echo "make deb     make a package for Debian of it, in dist/"
	@echo "make packages-try install both where nothing is, play there, and remove them (root, debootstrap)"
	@echo "make soak    everything that takes long (SEEDS=20000 simulated tables)"

# installing compiles the translations (setup.py)
$(BIN)/.installed: pyproject.toml setup.py $(wildcard p2p_hanabi/ui/locale/*/LC_MESSAGES/*.po)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "p2phanabi needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable .
	@touch $@

$(BIN)/.installed-dev: $(BIN)/.installed
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: $(BIN)/.installed
	@if [ -t 0 ] && [ -t 1 ]; then \
	    $(BIN)/p2phanabi host --seats 3 --bots 2 --interface 127.0.0.1; \
	else \
	    echo "This is no terminal, so nobody can play: here is the demo instead."; \
	    $(BIN)/p2phanabi demo; \
	fi

demo: $(BIN)/.installed
	@$(BIN)/p2phanabi demo

arena: $(BIN)/.installed-dev
	$(BIN)/python -m tests.arena.tables $(GAMES)

test: $(BIN)/.installed-dev
	$(BIN)/python -m pytest -q $(WORKERS)

check: style types cover

style: $(BIN)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(BIN)/.installed-dev
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 p2p_hanabi protocol

cover: $(BIN)/.installed-dev
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q $(WORKERS) $(CORE)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --include='protocol/**,p2p_hanabi/games/*/*.py' --fail-under=100

page-growth: $(BIN)/.installed-dev
	$(BIN)/python -m tests.bench.page_growth

bench: $(BIN)/.installed-dev
	$(BIN)/python -m tests.bench

counts: $(BIN)/.installed-dev
	$(BIN)/python -m tests.bench.counts --write

captures: $(BIN)/.installed-dev
	$(BIN)/python -m tests.captures

pictures: $(BIN)/.installed-dev
	$(BIN)/python -m tests.pictures

messages: $(BIN)/.installed-dev
	$(BIN)/python -m tests.messages

# hanabi-learning-environment 0.0.4 is built from its sources, by a compiler and by CMake, whose newer
# versions want to be told that its CMakeLists.txt may be old. So it is no extra of this project.
bench-peers: .venv-bench/.installed
	.venv-bench/bin/python -m tests.bench.peers
	.venv-bench/bin/python -m tests.bench.games

.venv-bench/.installed: pyproject.toml
	test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install -qq --disable-pip-version-check --editable '.[oracle]'
	CMAKE_POLICY_VERSION_MINIMUM=3.5 .venv-bench/bin/python -m pip install -qq \
	    --disable-pip-version-check hanabi-learning-environment==0.0.4 mentalpoker==0.5.0 ecdsa==0.19.2
	@touch $@

demos: $(BIN)/.installed-dev
	$(BIN)/python -m tests.demos

attacks: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.attacks

model: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.model

mutants: $(BIN)/.installed-dev
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[mutants]'
	$(BIN)/python -m tests.mutation

oracle: $(BIN)/.installed-dev
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[oracle]'
	$(BIN)/python -m tests.oracle.hanabi_open_spiel --games 2000
	$(BIN)/python -m tests.oracle.rl_observation --games 200

second-auditor: $(BIN)/.installed-dev
	$(BIN)/python -m tests.second_auditor --files $(FILES)

soak: $(BIN)/.installed-dev
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[fuzz,mutants]'
	$(BIN)/python -m tests.simulation --seeds $(SEEDS)
	$(BIN)/python -m tests.attacks.villains --seeds 0 $(VILLAINS)
	$(BIN)/python -m tests.attacks.voters --seeds 0 $(VILLAINS)
	$(BIN)/python -m tests.second_auditor --files $(FILES)
	$(BIN)/python -m tests.mutation
	$(BIN)/python -m tests.tampering.flip_every_byte
	$(BIN)/python -m tests.fuzz.with_atheris --seconds $(FUZZ_SECONDS)
	P2PHANABI_SOAK=1 $(BIN)/python -m pytest -q tests/games tests/second_auditor tests/tampering tests/ui/table/test_by_mistake.py tests/lan
	$(BIN)/python -m tests.lan.figures

# a Windows with its Python is made in the user's cache the first time
wine: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.wine

# MATRIX=--quick leaves out the tests from the source distribution, --newer takes the Python of
# Debian testing, in a root of its own, 3.13 that one alone
matrix: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.packages.matrix $(MATRIX)

single-file: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.packages.packed

# in Wine, of libraries that Wine 8 knows: tests/wine/house.py
single-file-windows: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.wine packed

deb: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.packages.debian

# what dist/ has; a small Debian is made in the user's cache the first time
packages-try: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.packages.tried

AXE := .axe/node_modules/axe-core/axe.min.js
.PHONY: axe

$(AXE):
	npm install --silent --no-save --prefix .axe axe-core@4

axe: $(BIN)/.installed-dev $(AXE)
	@$(BIN)/python -m tests.ui.web.axe $(AXE)

clean:
	rm -rf $(VENV) .venv-bench .axe build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*

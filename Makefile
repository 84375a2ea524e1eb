# Needs only Python >= 3.11 and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

SEEDS ?= 20000
VILLAINS ?= 500
FILES ?= 2000
GAMES ?= 200
CLAIMS ?= 10000
WALKS ?= 100000
FUZZ_SECONDS ?= 600
# two more than the cores of a small machine, since some tests wait for networks and processes
WORKERS ?= -n 4 --dist worksteal
# the tests that reach every branch of the protocol and of the rules
CORE := tests/protocol tests/seam tests/games tests/attacks tests/tampering tests/second_auditor
TEST_CORE = $(BIN)/$(if $(MEASURE),coverage run,python) -m pytest -q -n auto --dist worksteal $(CORE)
TEST_REST = $(BIN)/python -m pytest -q $(WORKERS) $(addprefix --ignore=,$(CORE))

# what needs no processes, networks or browsers: rules, protocol, models, documents
FAST := tests/protocol tests/seam tests/games $(addprefix tests/ui/,model words kit drawing) \
    $(addprefix tests/test_,layers.py names.py docs.py docstrings.py)

.PHONY: page-growth page-speed help play demo arena test test-fast test-long check style types cover branches seeded-faults bench counts bench-peers demos captures claims pictures api messages attacks model model-deep invariant side-by-side mutants oracle second-auditor soak wine matrix ways single-file single-file-windows deb packages-try release release-try clean

help:
	@echo "make play    host a table with two bots, on this machine alone"
	@echo "make demo    watch three bots play a whole game over the network protocol"
	@echo "make test    run the tests; make test-long: more seeds, walks and whole games;"
	@echo "             make test-fast: in a minute, those of rules, protocol and models"
	@echo "make check   check style, types, and coverage of every branch of the protocol and the rules"
	@echo "make seeded-faults put each fault of tests/seeded_faults into a copy: a test must find it;"
	@echo "             FAULTS='NAME NAME' only these"
	@echo "make bench   measure set-up, moves, audit, memory, the screen, speed of the rules"
	@echo "make counts  record the exact number of operations that the work of a table takes"
	@echo "make captures write screen captures into docs/captures/"
	@echo "make pictures write browser screenshots into docs/pictures/ (needs Chromium); with"
	@echo "             CARDS=FOLDER every card at four widths, in light, in dark and colour-blind, into FOLDER"
	@echo "make api     write docs/protocol-api.md from the docstrings of protocol/"
	@echo "make messages update the translation catalogues from the sources"
	@echo "make arena   verify the bots' strength given in docs/bots.md, in GAMES=$(GAMES) games a row"
	@echo "make page-growth check that a page open for a day does not grow (needs Chromium; minutes)"
	@echo "make page-speed measure how fast pages are drawn on a slow phone (needs Chromium; minutes)"
	@echo "make bench-peers compare set-up and rules with other programs (needs a C++ compiler)"
	@echo "make demos   run and audit a demo of every game and variant at every number of players"
	@echo "make attacks list the implemented attacks, and who is blamed for each"
	@echo "make model   explore every state of ballots, stops and objections (ten minutes)"
	@echo "make model-deep explore three ballots of four seats and two of five (hours, gigabytes)"
	@echo "make invariant prove that ballots of any length agree, with z3 (NEEDED=1, WEAKENED=1: what each"
	@echo "             part of the proof and each rule is good for; minutes)"
	@echo "make side-by-side take each step of WALKS=100000 random walks of the models with the real objects"
	@echo "make mutants mutate the protocol's core, one change at a time: a test must fail each time"
	@echo "make oracle  compare the rules of Hanabi and an example bot's view with open_spiel's"
	@echo "make second-auditor compare ours with the one written from the text, on FILES=$(FILES) files"
	@echo "make noble   join the page's cryptographic library from npm (noble-check: compare it)"
	@echo "make axe     measure every page at every size, in both colours, in three languages, at twice"
	@echo "             the text, with axe-core (from npm) too; PAGES='menu hanabi-5-*' only these (minutes)"
	@echo "make wine    play against Windows in Wine, and run the tests that work there"
	@echo "make matrix  install and use the packages with every installed Python"
	@echo "make ways    install in each way of the README, and run docs/drive-a-table.md there"
	@echo "make single-file build a program that needs no Python: dist/p2phanabi"
	@echo "make single-file-windows build one for Windows in Wine, and test it there: dist/p2phanabi.exe"
	@echo "make deb     build a Debian package of it, in dist/"
	@echo "make packages-try install both in a bare Debian, play, and remove them (root, debootstrap)"
	@echo "make release VERSION=1.0.0 date, tag, build and check everything, in dist/1.0.0/ (docs/releasing.md);"
	@echo "             with DRY=1 without a commit or a tag. make release-try does so, and tries the files"
	@echo "make claims  compare what screens say with all that can follow, in CLAIMS=$(CLAIMS) positions of each"
	@echo "             game: texts, marks, bounds, previews, results, log (five minutes on two cores)"
	@echo "make soak    run everything that takes long (SEEDS=20000 simulated tables)"

# installing compiles the translations (setup.py)
$(BIN)/.installed: pyproject.toml setup.py p2p_hanabi/__init__.py $(wildcard p2p_hanabi/ui/locale/*/LC_MESSAGES/*.po)
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
	    echo "This is not a terminal, so here is the demo instead."; \
	    $(BIN)/p2phanabi demo; \
	fi

demo: $(BIN)/.installed
	@$(BIN)/p2phanabi demo

arena: $(BIN)/.installed-dev
	$(BIN)/python -m tests.arena.tables $(GAMES)

# first the core's tests, which wait for nothing: with MEASURE=1 `make branches` counts what they reach
test: $(BIN)/.installed-dev
	$(TEST_CORE) -m "not long"; core=$$?; $(TEST_REST) -m "not long" && exit $$core

test-long: $(BIN)/.installed-dev
	$(TEST_CORE) -m long; core=$$?; $(TEST_REST) -m long && exit $$core

test-fast: $(BIN)/.installed-dev
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not long" $(FAST)

claims: $(BIN)/.installed-dev
	CLAIMS=$(CLAIMS) $(BIN)/python -m pytest -q $(WORKERS) tests/games/*/test_claims.py

check: style types cover

style: $(BIN)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(BIN)/.installed-dev
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 p2p_hanabi protocol

cover: MEASURE := 1
cover: $(BIN)/.installed-dev
	$(BIN)/coverage erase
	$(TEST_CORE)
	@$(MAKE) --no-print-directory branches

branches: $(BIN)/.installed-dev
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --include='protocol/**,p2p_hanabi/seam/**,p2p_hanabi/games/*/*.py' --fail-under=100

page-growth: $(BIN)/.installed-dev
	$(BIN)/python -m tests.bench.page_growth

page-speed: $(BIN)/.installed-dev
	$(BIN)/python -m tests.bench.page_speed

bench: $(BIN)/.installed-dev
	$(BIN)/python -m tests.bench

counts: $(BIN)/.installed-dev
	$(BIN)/python -m tests.bench.counts --write

captures: $(BIN)/.installed-dev
	$(BIN)/python -m tests.captures

pictures: $(BIN)/.installed-dev
	$(BIN)/python -m release.pictures $(CARDS)

api: $(BIN)/.installed-dev
	$(BIN)/python -m release.api_page

messages: $(BIN)/.installed-dev
	$(BIN)/python -m tests.messages

# hanabi-learning-environment 0.0.4 is built from source with a compiler and CMake, whose newer
# versions accept its old CMakeLists.txt only with this setting. So it is not an extra of this project.
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

# three ballots of four seats, one of them a villain: millions of states
model-deep: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.model.deep --seats 4 --ballots 3
	@$(BIN)/python -m tests.model.deep --seats 5 --ballots 2

invariant: $(BIN)/.installed-dev
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[invariant]'
	$(BIN)/python -m tests.model.$(if $(NEEDED),counterexamples needed,$(if $(WEAKENED),counterexamples weakened,prove))

side-by-side: $(BIN)/.installed-dev
	$(BIN)/python -m tests.model.side_by_side --walks $(WALKS)
	$(BIN)/python -m tests.model.side_by_side --walks $(WALKS) --seats 5
	$(BIN)/python -m tests.model.side_by_side --walks $(WALKS) --max-ballots 5 --max-alone 1
	$(BIN)/python -m tests.model.side_by_side_rounds --walks $(WALKS)
	$(BIN)/python -m tests.model.side_by_side_words --walks $(WALKS)

mutants: $(BIN)/.installed-dev
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[mutants]'
	$(BIN)/python -m tests.mutation

seeded-faults: $(BIN)/.installed-dev
	$(BIN)/python -m tests.seeded_faults $(FAULTS)

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

# the first time, a Windows with its Python is created in the user's cache
wine: $(BIN)/.installed-dev
	@$(BIN)/python -m release.wine

# MATRIX=--quick skips the tests from the source distribution, --newer uses the Python of Debian
# testing, in its own root, 3.13 that one alone
matrix: $(BIN)/.installed-dev
	@$(BIN)/python -m release.matrix $(MATRIX)

ways: $(BIN)/.installed-dev
	@$(BIN)/python -m release.ways

single-file: $(BIN)/.installed-dev
	@$(BIN)/python -m release.packed

# in Wine, with libraries that run in Wine 8: release/wine/house.py
single-file-windows: $(BIN)/.installed-dev
	@$(BIN)/python -m release.wine packed

deb: $(BIN)/.installed-dev
	@$(BIN)/python -m release.debian

# what is in dist/; the first time, a small Debian is created in the user's cache
packages-try: $(BIN)/.installed-dev
	@$(BIN)/python -m release.tried

release: $(BIN)/.installed-dev
	@$(BIN)/python -m release $(VERSION) $(if $(DRY),--dry)

# a dry run with a version that is newer than all, and a try of its files in a bare Debian
release-try: $(BIN)/.installed-dev
	@$(BIN)/python -m release 99.0.0 --dry
	@cd dist/99.0.0 && sha256sum --check --quiet SHA256SUMS
	@$(BIN)/python -m release.tried dist/99.0.0

AXE := .axe/node_modules/axe-core/axe.min.js
.PHONY: axe noble noble-check

$(AXE):
	npm install --silent --no-save --prefix .axe axe-core@4

axe: $(BIN)/.installed-dev $(AXE)
	@nice -n 5 $(BIN)/python -m tests.ui.web.page_matrix $(AXE) $(PAGES)

# the exact packages of tests/ui/web/noble/package-lock.json
noble: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.ui.web.noble

noble-check: $(BIN)/.installed-dev
	@$(BIN)/python -m tests.ui.web.noble --check

clean:
	rm -rf $(VENV) .venv-bench .axe build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*

# What a person does with the course, one target each. `make` alone builds the book; `make help` lists the rest.
# Needs Python 3.11 or newer, and nothing else.

PYTHON ?= python3
PORT ?= 8000
CHANGED ?= 100
WORKERS ?= 2

SITE := _build/site-is-whole
SOURCES := _config.yml _toc.yml pyproject.toml constraints.txt tools/lite.py tools/lab_copy.py tools/lite_start.html $(wildcard tools/chinese*.py) \
  $(shell find book coursework ldp_course ldp_checks data translations -type f \
  -not -path '*/__pycache__/*' -not -path '*/.ipynb_checkpoints/*')
PY := .venv/bin/python
UV := .venv/bin/uv
REPORTS := _build/test-reports
# Which tests: quick for everyone, ci on each change, weekly all of them
TIER ?= quick
MARKS_quick := not deep and not weekly
MARKS_ci := not weekly
MARKS_weekly :=
PYTEST := $(PY) -m pytest -m "$(MARKS_$(TIER))"
IN_PARALLEL := -n $(WORKERS) --dist loadgroup
STAGES := module notebooks site coursework
ifndef MAKE_PID  # what is long looks whether this make still runs: tools/leash.py
export MAKE_PID := $(shell echo $$PPID)
endif
unexport PYTHONDONTWRITEBYTECODE  # else every process compiles its packages anew
# Tests run two at a time: with threads of its own, each would wait for the other's
$(STAGES:%=test-%): export OPENBLAS_NUM_THREADS = 1

# What each kind of work needs is installed when it is first asked for: .venv/.extras/<extra of pyproject.toml>
BOOK := .venv/.extras/book
LAB := .venv/.extras/lab
GRADING := .venv/.extras/grading
SCALE := .venv/.extras/scale
TESTS := $(BOOK) $(GRADING) $(SCALE) .venv/.extras/dev $(if $(filter-out quick,$(TIER)),$(LAB))

.DEFAULT_GOAL := book
.NOTPARALLEL:
.SECONDARY:
.PHONY: help book zh serve lab test test-weekly $(STAGES:%=test-%) lint notebooks pdf slides coursework keys grade exam links \
  changed-digits bench bench-decoder bench-grading bench-peers bench-scale pins release-check check-env clean

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | awk -F'|' '{ printf "make %-18s%s\n", $$1, $$2 }'

book: $(SITE)  ## run every notebook and build the site; what has not changed is not run again
	@echo "The book is ready: file://$(CURDIR)/_build/html/index.html"

# Built anew whenever a source is newer: Sphinx would not repeat the warnings of pages that it does not rebuild.
$(SITE): $(BOOK) $(SOURCES)
	@rm -f $@
	@$(PY) tools/build_book.py
	@touch $@

zh: $(BOOK)  ## check the Chinese edition: what is wrong, missing or stale
	@$(PY) tools/chinese.py

pdf: $(SITE) .venv/.extras/dev  ## print each edition as one PDF (needs Chromium, and a Chinese font)
	@$(PY) tools/make_pdf.py

slides: $(SITE)  ## make slides from the chapters of each edition, in _build/html/slides and zh/slides
	@$(PY) tools/slides.py

serve: $(SITE)  ## show the site on http://127.0.0.1:8000 (PORT=9000 for another port)
	$(PY) -m http.server $(PORT) --bind 127.0.0.1 --directory _build/html

lab: $(LAB) $(SCALE)  ## open copies of the chapters in JupyterLab, in the folder lab
	@$(PY) tools/lab.py

test: $(TESTS)  ## run the tests for everyone, a quarter of an hour on two quiet cores (TIER=ci: those of .ci/run; SEED=2: another sample)
	@rm -rf $(REPORTS)
	@for stage in $(STAGES); do $(MAKE) --no-print-directory test-$$stage || true; done
	@$(PY) tests/summary.py $(REPORTS) $(STAGES)

test-module: $(TESTS)  ## test the module, the chapters' claims, the site's machinery
	$(PYTEST) tests --ignore tests/site --ignore tests/coursework --ignore tests/benchmarks $(IN_PARALLEL) --junitxml $(REPORTS)/module.xml

# The book takes its outputs from the run that was just compared, so that each chapter runs once.
test-notebooks: $(TESTS)  ## run every notebook and compare with its stored outputs
	PYTHONPATH=tests:tools $(PYTEST) -p kernels_without_ports --nbval $$(ls -S book/*.ipynb) -n $(WORKERS) --dist loadfile --junitxml $(REPORTS)/notebooks.xml
	@$(PY) tools/build_book.py --stored

test-coursework: $(TESTS)  ## release the assignments, judge right and wrong answers, grade a class of cheats
	$(PYTEST) tests/coursework $(IN_PARALLEL) --junitxml $(REPORTS)/coursework.xml

test-site: $(TESTS)  ## build the site and test it as a reader meets it, in a browser
	@$(MAKE) --no-print-directory book
	$(PYTEST) tests/site $(IN_PARALLEL) --junitxml $(REPORTS)/site.xml

test-weekly:  ## run all tests: every case of every sample, and what takes longest (more than an hour)
	@$(MAKE) --no-print-directory test TIER=weekly

lint: .venv/.extras/dev  ## look for mistakes in the code's form, and whether it is formatted
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

changed-digits: $(TESTS)  ## change digits of the prose (CHANGED=100) and count which of them a claim notices
	$(PY) -m tests.chapters.changed_digits $(CHANGED)

changed-literals: $(TESTS)  ## change numbers in the mechanisms' code (CHANGED=40) and count which of them a test notices; takes some 20 minutes
	$(PY) -m tests.changed_literals $(CHANGED)

soundness: $(TESTS)  ## judge every right and every wrong answer 1,000 times, every fault 100 times; takes some three hours on 2 cores
	COURSEWORK_TIMES=1000 $(PYTEST) $(addprefix tests/coursework/test_,right_answers.py wrong_answers.py faults.py verdicts.py) -m "" -n $(WORKERS)

notebooks: $(BOOK)  ## run every notebook and store its outputs, in a form that gives short diffs
	$(PY) tools/notebooks.py book/*.ipynb

coursework: $(GRADING)  ## make what students get: one zip an assignment, in _build/coursework
	$(PY) -m coursework.release

keys: $(GRADING)  ## after a change of an assignment or its mistakes.py: write the keys by which its checks judge
	$(PY) -m coursework.keys

grade: $(GRADING)  ## grade SUBMISSIONS=folder-or-zip (ASSIGNMENT=name, OPTIONS="--canvas export.csv")
	@test -n "$(SUBMISSIONS)" || { $(PY) -m coursework.grading --help; exit 2; }
	$(PY) -m coursework.grading "$(SUBMISSIONS)" $(if $(ASSIGNMENT),--assignment $(ASSIGNMENT)) $(OPTIONS)

exam: $(GRADING)  ## print an exam with solution and oral questions in _build/exam (SEED=text, PROBLEMS="rappor telemetry.plan")
	$(PY) -m coursework.exam $(PROBLEMS) $(if $(SEED),--seed "$(SEED)")

links: $(BOOK)  ## check that links to other sites still lead somewhere (needs the internet)
	.venv/bin/jupyter-book build . --builder linkcheck --path-output _build/links

bench: $(TESTS)  ## measure the mechanisms' speed and memory (BEFORE=../other-checkout compares with it)
	$(PY) tests/benchmarks/bench.py $(if $(BEFORE),--before $(BEFORE))

bench-peers: $(TESTS)  ## the same beside three published libraries, installed for this only in _build/peers
	$(UV) venv --quiet --clear _build/peers
	$(UV) pip install --quiet --python _build/peers/bin/python --requirement tests/benchmarks/peers.txt
	$(PY) tests/benchmarks/bench.py _build/peers/bin/python

bench-grading: $(TESTS)  ## measure how long grading takes (N=100 submissions; BEFORE=../other-checkout compares)
	PYTHONPATH=. $(PY) tests/benchmarks/grading.py $(N) $(if $(BEFORE),--before $(BEFORE))

bench-decoder: $(TESTS)  ## measure the RAPPOR decoder beside plain least squares, Google's own and an oracle (minutes)
	$(PY) tests/benchmarks/bench_decoder.py

bench-scale: $(TESTS)  ## measure how long the three engines count N=1000000 reports, with time, memory and bytes
	$(PY) tests/benchmarks/scale.py $(N)

pins: .venv/bin/uv  ## renew constraints.txt after a change in pyproject.toml (UPGRADE=--upgrade: newest of all)
	$(UV) pip compile --universal --python-version 3.11 --fork-strategy fewest --no-emit-index-url \
	  --no-annotate $(UPGRADE) --extra lab --extra book --extra grading --extra scale --extra dev pyproject.toml -o constraints.txt

release-check: $(TESTS)  ## try all that a release needs, and say what was seen (two hours; STEPS="version packages" for some)
	PYTHONPATH=. $(PY) tools/release_check.py $(STEPS)

check-env: $(LAB) $(SCALE)  ## say in one screen what is missing to run the course
	$(PY) tools/check_env.py

clean:  ## remove what was built (the environment stays; rm -rf .venv removes it)
	rm -rf _build
	find . -path ./.venv -prune -o \( -name __pycache__ -o -name .ipynb_checkpoints -o -name .pytest_cache -o -name .ruff_cache \) \
	  -type d -prune -exec rm -rf {} +

# uv installs in seconds what takes pip minutes. Its own version is the pinned one.
.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "The course needs Python 3.11 or newer, and $(PYTHON) is not that."; \
	  echo "If you have one under another name: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
	  echo "$(PYTHON) cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Making the environment .venv (about 5 seconds)."
	@$(PYTHON) -m venv .venv
	@$(PY) -m pip --disable-pip-version-check --quiet install "$$(grep '^uv==' constraints.txt)"

# The last steps make matplotlib's font cache, which otherwise announces itself in a notebook's output,
# and keep each kernel from warning that it talks to this same machine without encryption.
.venv/.extras/%: .venv/bin/uv constraints.txt pyproject.toml
	@echo "Installing what '$*' needs into .venv (about 20 seconds, less for what is there already)."
	@$(UV) pip install --quiet --python $(PY) --constraint constraints.txt --build-constraint constraints.txt --editable ".[$*]"
	@$(PY) -c 'import matplotlib.font_manager'
	@mkdir -p .venv/etc/ipython $(@D)
	@echo 'c.Application.log_level = "ERROR"' > .venv/etc/ipython/ipython_kernel_config.py
	@touch $@

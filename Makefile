# What a person does with the course, one target each. `make` alone builds the book;
# `make help` lists the rest. Needs Python 3.11 or newer, and nothing else.

PYTHON ?= python3
PORT ?= 8000

ENVIRONMENT := .venv/.installed
SITE := _build/html/index.html
SOURCES := _config.yml _toc.yml pyproject.toml requirements.txt tools/lite.py tools/lite_start.html $(shell find book ldp_course data -type f \
  -not -path '*/__pycache__/*' -not -path '*/.ipynb_checkpoints/*')
PIP := .venv/bin/python -m pip --disable-pip-version-check
REPORTS := _build/test-reports
PYTEST := .venv/bin/python -m pytest -p no:cacheprovider
IN_PARALLEL := -n 2 --dist loadfile

.DEFAULT_GOAL := book
.NOTPARALLEL:
.PHONY: help book serve lab test test-module test-notebooks test-coursework soundness test-site notebooks pdf slides \
  coursework grade links bench bench-decoder bench-grading bench-peers pins check-env clean

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | awk -F'|' '{ printf "make %-16s%s\n", $$1, $$2 }'

book: $(SITE)  ## run every notebook and build the site; what has not changed is not run again
	@echo "The book is ready: file://$(CURDIR)/$(SITE)"

# Built anew whenever a source is newer: Sphinx would not repeat the warnings of pages that it does not rebuild.
$(SITE): $(ENVIRONMENT) $(SOURCES)
	@rm -rf _build/html _build/.doctrees && mkdir -p _build
	@.venv/bin/jupyter-book build . -W --keep-going 2> _build/warnings.log || { \
	  grep -v '^.IPKernelApp' _build/warnings.log; echo "The book did not build: the lines just above say why."; \
	  echo "Errors inside notebooks are in full in $(CURDIR)/_build/html/reports/"; rm -f $(SITE); exit 1; }
	@.venv/bin/python tools/lite.py _build/html/lite || { rm -f $(SITE); exit 1; }

pdf: $(SITE)  ## print the whole book as one PDF (needs Chromium)
	@.venv/bin/python tools/make_pdf.py

slides: $(SITE)  ## make slides from the chapters, in _build/html/slides
	@.venv/bin/python tools/slides.py

serve: $(SITE)  ## show the site on http://127.0.0.1:8000 (PORT=9000 for another port)
	.venv/bin/python -m http.server $(PORT) --bind 127.0.0.1 --directory _build/html

lab: $(ENVIRONMENT)  ## open the chapters in JupyterLab
	.venv/bin/jupyter lab --ServerApp.root_dir=book

test: $(ENVIRONMENT)  ## run every test, the quick ones first; stops at the first stage that fails
	@rm -rf $(REPORTS)
	@$(MAKE) --no-print-directory test-module test-notebooks book test-site test-coursework; stages=$$?; \
	  .venv/bin/python tests/summary.py $(REPORTS) && exit $$stages

test-module: $(ENVIRONMENT)  ## test the module, the stored notebooks and the site's machinery
	$(PYTEST) tests --ignore tests/site --ignore tests/coursework --ignore tests/benchmarks $(IN_PARALLEL) --junitxml $(REPORTS)/module.xml

test-notebooks: $(ENVIRONMENT)  ## run every notebook and compare with its stored outputs
	PYTHONPATH=tests $(PYTEST) -p kernels_without_ports --nbval book/*.ipynb $(IN_PARALLEL) --junitxml $(REPORTS)/notebooks.xml

test-coursework: $(ENVIRONMENT)  ## release the assignments, judge right and wrong answers, grade a class of cheats
	$(PYTEST) tests/coursework $(IN_PARALLEL) --junitxml $(REPORTS)/coursework.xml

soundness: $(ENVIRONMENT)  ## judge every right and every wrong answer 1,000 times; takes about an hour on 2 cores
	COURSEWORK_TIMES=1000 $(PYTEST) $(addprefix tests/coursework/test_,right_answers.py wrong_answers.py verdicts.py) -n 2

test-site: $(ENVIRONMENT)  ## test the built site as a reader meets it, in a browser
	$(PYTEST) tests/site --ignore tests/site/test_weight.py $(IN_PARALLEL) --junitxml $(REPORTS)/site.xml
	$(PYTEST) tests/site/test_weight.py --junitxml $(REPORTS)/weight.xml

notebooks: $(ENVIRONMENT)  ## run every notebook and store its outputs, in a form that gives short diffs
	.venv/bin/python tools/notebooks.py book/*.ipynb

coursework: $(ENVIRONMENT)  ## make what students get: one zip an assignment, in _build/coursework
	.venv/bin/python -m coursework.release

grade: $(ENVIRONMENT)  ## grade SUBMISSIONS=folder-or-zip (ASSIGNMENT=name, OPTIONS="--canvas export.csv")
	@test -n "$(SUBMISSIONS)" || { .venv/bin/python -m coursework.grading --help; exit 2; }
	.venv/bin/python -m coursework.grading "$(SUBMISSIONS)" $(if $(ASSIGNMENT),--assignment $(ASSIGNMENT)) $(OPTIONS)

links: $(ENVIRONMENT)  ## check that links to other sites still lead somewhere (needs the internet)
	.venv/bin/jupyter-book build . --builder linkcheck --path-output _build/links

bench: $(ENVIRONMENT)  ## measure the mechanisms' speed and memory (BEFORE=../other-checkout compares with it)
	.venv/bin/python tests/benchmarks/bench.py $(if $(BEFORE),--before $(BEFORE))

bench-peers: $(ENVIRONMENT)  ## the same beside three published libraries, installed for this only in _build/peers
	$(PYTHON) -m venv _build/peers
	_build/peers/bin/python -m pip --disable-pip-version-check install --quiet --requirement tests/benchmarks/peers.txt
	.venv/bin/python tests/benchmarks/bench.py _build/peers/bin/python

bench-grading: $(ENVIRONMENT)  ## measure how long grading takes (N=100 submissions)
	PYTHONPATH=. .venv/bin/python tests/benchmarks/grading.py $(N)

bench-decoder: $(ENVIRONMENT)  ## measure the RAPPOR decoder beside plain least squares, Google's own and an oracle (minutes)
	.venv/bin/python tests/benchmarks/bench_decoder.py

pins: $(ENVIRONMENT)  ## renew requirements.txt after a change in pyproject.toml (UPGRADE=--upgrade: newest of all)
	.venv/bin/uv pip compile --universal --python-version 3.11 --fork-strategy fewest --no-emit-index-url \
	  --no-annotate $(UPGRADE) --extra lab --extra book --extra grading --extra dev pyproject.toml -o requirements.txt

check-env: $(ENVIRONMENT)  ## say in one screen what is missing to run the course
	.venv/bin/python tools/check_env.py

clean:  ## remove what was built (the environment stays; rm -rf .venv removes it)
	rm -rf _build
	find . -path ./.venv -prune -o \( -name __pycache__ -o -name .ipynb_checkpoints -o -name .pytest_cache \) \
	  -type d -prune -exec rm -rf {} +

# The last steps make matplotlib's font cache, which otherwise announces itself in a notebook's output,
# and keep each kernel from warning that it talks to this same machine without encryption.
$(ENVIRONMENT): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "The course needs Python 3.11 or newer, and $(PYTHON) is not that."; \
	  echo "If you have one under another name: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
	  echo "$(PYTHON) cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) install --requirement requirements.txt
	$(PIP) install --no-deps --editable .
	.venv/bin/python -c 'import matplotlib.font_manager'
	@mkdir -p .venv/etc/ipython
	@echo 'c.Application.log_level = "ERROR"' > .venv/etc/ipython/ipython_kernel_config.py
	@touch $@

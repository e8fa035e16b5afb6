# Every target sets up .venv itself when needed (course.py does that, on Windows too).
PYTHON ?= $(or $(shell command -v python3 || command -v python3.11 || command -v python3.12 \
	|| command -v python3.13 || command -v python3.14),$(error Install Python 3.11 to 3.14, then run make again))
RUN = $(PYTHON) course.py run

.PHONY: help verify lab fresh test notebooks release grade oral bench browser slides handouts site \
	lite lessons sweeps
.NOTPARALLEL:

help: ## say what there is
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 20

lab: ## open JupyterLab at your own copy of the first lesson
	@$(PYTHON) course.py lab

fresh: ## the newest version of a lesson beside your own in my: make fresh NB=02
	@$(PYTHON) course.py fresh $(NB)

test: ## lint, unit tests, and every notebook against its stored outputs
	@$(PYTHON) course.py test

sweeps: ## the tests that go over everything of a kind, where make test takes a sample, and the longest
	@$(PYTHON) course.py sweeps

notebooks: ## run every notebook anew and store its outputs (some: NB=02_minimax)
	@$(RUN) tools/notebooks.py $(NB)

release: ## the problem sets for students, as one zip in build; SEED=... ROSTER=... give versions
	@$(RUN) -m grade.release $(if $(SEED),--seed "$(SEED)") $(if $(ROSTER),--roster "$(ROSTER)")

grade: ## grade what students handed in: make grade SUBMISSIONS=folder
	@$(RUN) -m grade $(SUBMISSIONS) $(if $(AGAIN),--again $(AGAIN)) \
		$(if $(SEED),--seed "$(SEED)") $(if $(ROSTER),--roster "$(ROSTER)")

oral: ## questions about each student's own code, for a talk: make oral SUBMISSIONS=folder
	@$(RUN) -m grade.oral $(SUBMISSIONS)

bench: ## speed against other programs, as ratios of CPU time
	@$(RUN) -m tools.bench

verify: ## numbers published elsewhere against ours: writes VERIFICATION.md
	@$(RUN) -m tools.verify $(if $(LONG),long)

browser: ## the notebooks in a real browser (needs Chromium)
	@$(PYTHON) course.py browser

lessons: ## every lesson whole, run in a browser without a server: before a release
	@$(PYTHON) course.py lessons

slides: ## every lesson as slides that open without network (some: NB=02_minimax)
	@$(RUN) -m tools.slides $(NB)

handouts: ## paper exercises with answers apart, fresh numbers for each SEED=7
	@$(RUN) -m tools.handouts $(SEED)

site: ## the lessons as a website that needs no network, in build/site; with make lite
	@$(RUN) -m tools.site

lite: ## only that part of it in which lessons run in a browser (needs npm once)
	@$(RUN) -m tools.lite

# SPDX-License-Identifier: AGPL-3.0-or-later
#
# `make help` lists the targets. A variant of everything is built with its own BUILD folder,
# for example: make BUILD=build/asan SAN=address,undefined test

# of the program, and of the interface that it has (openapi/assemble.sh, openapi/CHANGELOG.md)
VERSION := 1.0.0

ifeq ($(origin CC),default)
CC := gcc
endif
BUILD ?= build
SAN ?=
FUZZ_SECONDS ?= 60
PREFIX ?= /usr/local

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

# --- what there is to build ------------------------------------------------------------------

engine_src := $(wildcard engine/*.c engine/*/*.c)
db_src := $(wildcard db/*.c db/*/*.c)
service_src := $(filter-out service/cli/main.c service/texts/compile.c,$(wildcard service/*.c service/*/*.c))
support_src := $(wildcard tests/support/*.c)
bench_src := $(wildcard tests/bench/*.c)
fuzz_src := $(wildcard tests/fuzz/fuzz_*.c)
test_folders := engine db service rules records fuzz fault sim
test_src := $(foreach f,$(test_folders),$(wildcard tests/$(f)/test_*.c))

objects = $(patsubst %.c,$(BUILD)/%.o,$(1))

engine_lib := $(if $(engine_src),$(BUILD)/libengine.a)
db_lib := $(if $(db_src),$(BUILD)/libdb.a)
service_lib := $(if $(service_src),$(BUILD)/libservice.a)
libs := $(service_lib) $(db_lib) $(engine_lib)
binary := $(if $(wildcard service/cli/main.c),$(BUILD)/hexpost)
bench_bin := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(bench_src))
replay_bin := $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/tests/replay_%,$(fuzz_src))
fuzz_bin := $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/fuzz_%,$(fuzz_src))
test_bin := $(foreach s,$(test_src),$(BUILD)/tests/$(subst /test_,_,$(s:tests/%.c=%))) $(replay_bin)

# --- flags -----------------------------------------------------------------------------------

# Headers of libraries are not ours to warn about: -isystem.
system_cflags = $(patsubst -I%,-isystem %,$(shell pkg-config --cflags $(1) 2>/dev/null))

run_pkgs := libmicrohttpd sqlite3 libpq jansson libsodium libcrypto libfido2 librsvg-2.0 cairo libcurl gmime-3.0 glib-2.0 icu-i18n zlib
db_cflags := $(call system_cflags,sqlite3 libpq)
service_cflags := $(call system_cflags,$(run_pkgs))
test_cflags := $(call system_cflags,$(run_pkgs) check)
run_libs := $(shell pkg-config --libs $(run_pkgs) 2>/dev/null) -lm
test_libs := $(run_libs) $(shell pkg-config --libs check 2>/dev/null)

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wvla -Werror
CPPFLAGS += -D_GNU_SOURCE -I. -I$(BUILD)
CFLAGS ?= -g
CFLAGS += -std=c17 -pthread
LDFLAGS += -pthread -Wl,--as-needed
ifeq ($(SAN),)
engine_opt := -O3
other_opt := -O2 -fstack-protector-strong -D_FORTIFY_SOURCE=2
CFLAGS += $(WARNINGS)
else
# No warnings here: with sanitizers gcc reports false positives, and the plain build shows the real warnings.
engine_opt := -O1
other_opt := -O1
CFLAGS += -fsanitize=$(SAN) -fno-omit-frame-pointer
ifneq ($(findstring fuzzer,$(SAN)),)
# Instrumenting every comparison of numbers for libFuzzer would take most of the time.
CFLAGS += -fno-sanitize-coverage=trace-cmp
engine_opt := -O2
endif
LDFLAGS += -fsanitize=$(SAN)
ifneq ($(findstring undefined,$(SAN)),)
CFLAGS += -fno-sanitize-recover=undefined
endif
endif

# `make release` compiles the engine twice: PROFILE=count instruments it to profile games, PROFILE=use optimizes with
# that profile and across all files (LTO).
PROFILE ?=
ifeq ($(PROFILE),count)
engine_opt += -fprofile-generate -fprofile-update=prefer-atomic
LDFLAGS += -fprofile-generate
endif
ifeq ($(PROFILE),use)
engine_opt += -fprofile-use -fprofile-partial-training -flto
LDFLAGS += -flto=auto -Wno-stringop-overflow
endif

# --- compiling and linking -------------------------------------------------------------------

.PHONY: all tests
all: $(libs) $(binary) ## build the server, build/hexpost

tests: all $(test_bin) $(BUILD)/tests/clock.so ## build the test programs without running them

compile = @mkdir -p $(@D) && $(CC) $(CPPFLAGS) $(CFLAGS) $(1) -MMD -MP -c -o $@ $<

$(BUILD)/engine/%.o: engine/%.c Makefile
	$(call compile,$(engine_opt))
$(BUILD)/db/%.o: db/%.c Makefile
	$(call compile,$(other_opt) $(db_cflags))
$(BUILD)/service/%.o: service/%.c Makefile
	$(call compile,$(other_opt) $(service_cflags) -DHEXPOST_VERSION='"$(VERSION)"')
$(BUILD)/tests/%.o: tests/%.c Makefile
	$(call compile,$(other_opt) -fPIC $(test_cflags))
$(BUILD)/embedded/%.o: $(BUILD)/embedded/%.c Makefile
	$(call compile,$(other_opt))

# Texts embedded in the program; the folder is a prerequisite too, so that a removed file is noticed.
$(BUILD)/embedded/migrations.c: $(wildcard migrations migrations/*.sql) service/embed.sh
	@mkdir -p $(@D) && service/embed.sh migrations migrations $(wildcard migrations/*.sql) > $@
$(BUILD)/embedded/postgresql_migrations.c: $(wildcard migrations/*.sql migrations/postgresql migrations/postgresql/*.sql) \
    service/embed.sh
	@mkdir -p $(@D) && service/embed.sh postgresql postgresql_migrations migrations/postgresql migrations > $@
# The catalogues of texts, and the program that compiles them. An unchanged header keeps its modification time,
# so that a text with only new wording recompiles one file.
texts_po := service/texts/hexpost.pot $(filter-out service/texts/hexpost.pot,$(wildcard service/texts/*.po))
compile_texts := $(BUILD)/compile_texts
$(compile_texts): service/texts/compile.c Makefile
	@mkdir -p $(@D) && $(CC) -D_GNU_SOURCE -std=c17 -O1 $(WARNINGS) -o $@ $< -lgettextpo
$(BUILD)/embedded/texts.c: $(texts_po) $(compile_texts)
	@mkdir -p $(@D) && $(compile_texts) header $(texts_po) > $(@D)/texts.new && \
	    { cmp -s $(@D)/texts.new $(@D)/texts.h || cp $(@D)/texts.new $(@D)/texts.h; } && \
	    $(compile_texts) source $(texts_po) > $@
$(BUILD)/embedded/texts.h: $(BUILD)/embedded/texts.c
	@:
$(call objects,$(service_src) service/cli/main.c $(wildcard tests/*/*.c)): | $(BUILD)/embedded/texts.h

$(BUILD)/embedded/openapi_yaml.c: openapi/openapi.yaml service/embed.sh
	@mkdir -p $(@D) && service/embed.sh file openapi_yaml $(basename $@) $< > $@
$(BUILD)/embedded/lessons_json.c: service/lesson/lessons.json service/embed.sh
	@mkdir -p $(@D) && service/embed.sh file lessons_json $(basename $@) $< > $@

# The web page: a bundle of service/web/src. `make web` rebuilds it, which needs Node.js; without Node.js
# the bundle in this repository is embedded in the program.
web_dist := service/web/dist
$(web_dist)/index.html:
	@$(MAKE) --no-print-directory web
# The reference is made from the interface's description by `make docs`, and is in the repository too.
docs_dist := openapi/docs/dist
$(BUILD)/embedded/web.c: $(web_dist)/index.html \
    $(wildcard $(foreach f,$(web_dist) $(docs_dist),$(f)/* $(f)/assets $(f)/assets/*)) service/embed.sh
	@mkdir -p $(@D) && service/embed.sh web $(basename $@) $(web_dist) $(docs_dist) > $@

archive = @rm -f $@ && ar rcs $@ $(filter %.o,$^)

$(BUILD)/libengine.a: $(call objects,$(engine_src))
	$(archive)
$(BUILD)/libdb.a: $(call objects,$(db_src)) \
    $(BUILD)/embedded/migrations.o $(BUILD)/embedded/postgresql_migrations.o
	$(archive)
$(BUILD)/libservice.a: $(call objects,$(service_src)) $(BUILD)/embedded/openapi_yaml.o \
    $(BUILD)/embedded/lessons_json.o $(BUILD)/embedded/web.o $(BUILD)/embedded/texts.o
	$(archive)

$(BUILD)/hexpost: $(BUILD)/service/cli/main.o $(libs)
	@$(CC) $(LDFLAGS) -o $@ $^ $(run_libs)

# A test program is a link to one program, tests/runner, which has all libraries and tests/support, and loads
# NAME.so: the test_NAME.c with the other files of its folder. So a change of the libraries links one program again
# instead of all of them. Symbols are bound at the start, not again in the process of each test. gold, where it is
# installed, links in half the time.
test_linker := $(if $(shell command -v ld.gold),-fuse-ld=gold)
link_test = @mkdir -p $(@D) && $(CC) $(LDFLAGS) $(test_linker) -Wl,-z,now -o $@ $^ $(test_libs)
support_obj := $(call objects,$(support_src))

# The program's help, which no test calls, asks its main.c for the commands.
no_commands := $(foreach f,cli_commands cli_find_command,-Wl,--defsym=$(f)=0)
runner := $(BUILD)/tests/runner
whole = -Wl,--whole-archive $(1) -Wl,--no-whole-archive
$(runner): $(BUILD)/tests/runner.o $(support_obj) $(libs)
	@$(CC) $(LDFLAGS) $(test_linker) -rdynamic -Wl,-z,now $(no_commands) -o $@ $(filter %.o,$^) \
	    $(call whole,$(libs) $(filter -lcheck%,$(test_libs))) $(test_libs)

# These are linked by themselves: those that replace functions of the libraries or of the C library, those that compare
# the store's statements by their places, and all that test the optimization across files.
alone := $(addprefix $(BUILD)/tests/,fault_memory fault_paths fault_sending replay_http service_absence service_damage \
    service_disk service_several service_slow_disk service_thinking sim_month db_pages db_postgresql db_statements)
ifneq ($(PROFILE),)
alone := $(test_bin)
endif
link_part = @mkdir -p $(@D) && $(CC) $(LDFLAGS) $(test_linker) -shared -Wl,-Bsymbolic -o $@ $^

$(filter-out $(alone),$(test_bin)): %: $(runner) | %.so
	@ln -sf runner $@

define test_folder_rules
$(BUILD)/tests/$(1)_%.so: $(BUILD)/tests/$(1)/test_%.o $(2)
	$$(link_part)
$(filter $(BUILD)/tests/$(1)_%,$(alone)): $(BUILD)/tests/$(1)_%: $(BUILD)/tests/$(1)/test_%.o $(2) $(support_obj) $(libs)
	$$(link_test)
endef
$(foreach f,$(test_folders),$(eval $(call test_folder_rules,$(f),$(call objects,\
    $(filter-out tests/fuzz/%,$(filter-out $(test_src),$(wildcard tests/$(f)/*.c)))))))

# Fault injection: tests/fault/points.c overrides functions of the C library and SQLite's steps.
comma := ,
wrapped := malloc calloc realloc free strdup strndup asprintf __asprintf_chk sqlite3_step
$(BUILD)/tests/fault_%: LDFLAGS += -rdynamic $(foreach f,$(wrapped),-Wl$(comma)--wrap=$(f))

# Simulations with a disk that fails, and one with small pictures.
$(patsubst %,%.so,$(filter $(BUILD)/tests/sim_%,$(test_bin))) $(BUILD)/tests/sim_month: $(BUILD)/tests/db/fault_vfs.o
$(BUILD)/tests/sim_month: LDFLAGS += -Wl,--wrap=picture_png

# A bot that makes illegal choices.
$(BUILD)/tests/service_damage $(BUILD)/tests/service_thinking: LDFLAGS += -Wl,--wrap=bot_choose
# A database that cannot be read for a while, one whose clock is the test's, and a store on a file that counts as shared.
$(BUILD)/tests/service_thinking: LDFLAGS += -Wl,--wrap=store_reader_get
$(BUILD)/tests/service_absence: LDFLAGS += -Wl,--wrap=store_clock
$(BUILD)/tests/service_several: LDFLAGS += -Wl,--wrap=store_is_shared -Wl,--wrap=store_shares_renew

# Preloaded before the program's libraries, and built without sanitizers.
$(BUILD)/tests/%.so: tests/preload/%.c Makefile
	@mkdir -p $(@D) && $(CC) $(CPPFLAGS) -std=c17 -O2 $(WARNINGS) -fPIC -shared -MMD -MP -o $@ $< -ldl
$(BUILD)/tests/service_power: | $(BUILD)/tests/record.so

# Every statement of the store, including those of files from which the test calls nothing.
$(BUILD)/tests/db_statements $(BUILD)/tests/db_postgresql: LDFLAGS += -Wl,--whole-archive $(BUILD)/libdb.a -Wl,--no-whole-archive

$(BUILD)/bench/%: $(BUILD)/tests/bench/%.o $(support_obj) $(libs)
	$(link_test)

# The fuzz targets: once with a driver that replays the corpus, once (make fuzz) with libFuzzer.
fuzz_support := $(call objects,$(filter-out $(fuzz_src) tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c)))
$(BUILD)/tests/replay_%.so: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o $(fuzz_support)
	$(link_part)
$(filter $(replay_bin),$(alone)): $(BUILD)/tests/replay_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o \
    $(fuzz_support) $(support_obj) $(libs)
	$(link_test)
$(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(fuzz_support) $(support_obj) $(libs)
	@$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(test_libs)

.SECONDARY:
-include $(shell find $(BUILD)/engine $(BUILD)/db $(BUILD)/service $(BUILD)/tests \
    $(BUILD)/embedded -name '*.d' 2>/dev/null)

# --- texts --------------------------------------------------------------------------------------

.PHONY: texts texts-missing
texts: $(compile_texts) ## carry new texts into all languages (service/texts) and list what is not translated
	@for language in $(filter %.po,$(texts_po)); do \
	    msgmerge --quiet --update --backup=none --no-fuzzy-matching --no-wrap $$language $(filter %.pot,$(texts_po)) && \
	    msgattrib --no-obsolete --no-wrap --output-file=$$language $$language || exit 1; done
	@$(MAKE) --no-print-directory texts-missing

texts-missing: $(compile_texts)
	@$(compile_texts) missing $(texts_po)

# --- the web page ------------------------------------------------------------------------------

web_modules := service/web/node_modules/.installed
web_schema := service/web/src/schema.d.ts

.PHONY: web web-check
web: $(web_modules) ## bundle the web page anew into service/web/dist
	@cd service/web && node build.mjs

web-check: $(web_modules) $(web_schema) ## the web page's types
	@cd service/web && npm run -s check

$(web_modules): service/web/package-lock.json
	@docker/deps.sh ensure web
	@echo "installing what the page is built with"
	@cd service/web && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.installed
$(web_schema): openapi/openapi.yaml $(web_modules)
	@cd service/web && npm run -s types >/dev/null

# As many jobs as there are processors, if no -j was given.
in_parallel = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))

# --- using it --------------------------------------------------------------------------------

.PHONY: run release install deb clean deps deps-test help
run: ## install what is missing, build, and serve on 127.0.0.1:8080 with hexpost.db
	@docker/deps.sh ensure run
	@[ -x $(binary) ] || echo 'building the program, which takes a minute or two the first time'
	@$(MAKE) --no-print-directory -q all || $(MAKE) --no-print-directory $(in_parallel) all
	$(BUILD)/hexpost serve

deps: ## install the packages that building and running need (Debian, apt)
	@docker/deps.sh install run

deps-test: ## install the packages that tests, lint and fuzzing need as well
	@docker/deps.sh install run web test lint

# Missing intermediate files are not remade (.SECONDARY), so the files made from the engine's objects are removed
# with them.
release := $(BUILD)/release
made_of_engine = $(release)/libengine.a $(release)/hexpost
release: ## build the server with its engine compiled for what it does in games, build/release/hexpost
	@rm -rf $(release)/engine $(made_of_engine)
	@$(MAKE) --no-print-directory BUILD=$(release) PROFILE=count all
	@$(release)/hexpost bench --count >/dev/null
	@find $(release)/engine -name '*.o' -delete && rm $(made_of_engine)
	@$(MAKE) --no-print-directory BUILD=$(release) PROFILE=use all

install: all ## copy the server to $(DESTDIR)$(PREFIX)/bin
	install -D -m 755 $(BUILD)/hexpost $(DESTDIR)$(PREFIX)/bin/hexpost

deb: release ## make a Debian package of the server, in build
	@docker/debian/build.sh $(release)/hexpost $(BUILD)

clean: ## remove everything that was built
	rm -rf build $(BUILD)

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# --- testing it ------------------------------------------------------------------------------

.PHONY: test run-tests test-release test-thorough test-cluster bench-cluster check-asan check-tsan fuzz run-fuzz campaign bench bench-waits bench-move bench-crowded bench-strength train train-gate picture screenshots gallery rules-coverage vocabulary openapi docs openapi-lint
test: ## install what is missing and run every test; the last line counts them
	@docker/deps.sh ensure run web test
	@$(MAKE) --no-print-directory $(in_parallel) run-tests

node_modules := tests/tools/node_modules/.installed

# With DB=postgresql the tests that use a database run on a private PostgreSQL server, and so do those that are only
# for PostgreSQL. Tests of SQLite's file, disk and damage have counterparts in tests/db/test_postgresql.c; the one
# that measures waiting connections uses no database.
DB ?= sqlite
of_files := config damage disk e2e_disk pages power release slow_disk
without_database := calendar log gamejson gamejson_games gamejson_knights http http_client http_framing json letters \
    notation safe statistics streams text vocabulary
test_scripts := $(sort $(wildcard tests/*/test_*.sh))
about_postgresql := $(BUILD)/tests/db_postgresql $(BUILD)/tests/db_guess $(BUILD)/tests/db_postgresql_address tests/db/test_on_postgresql.sh $(filter tests/cluster/%,$(test_scripts))
on_postgresql := $(filter-out $(patsubst %,$(BUILD)/tests/service_%,$(of_files) $(without_database)), \
        $(filter $(BUILD)/tests/service_%,$(test_bin))) \
    $(foreach f,post chat mail examples,$(filter tests/$(f)/%,$(test_scripts))) tests/openapi/test_responses.sh \
    $(about_postgresql)

run-tests: tests $(node_modules) $(web_modules)
ifeq ($(DB),postgresql)
	@BUILD=$(BUILD) tests/support/postgres.sh with tests/run.sh $(on_postgresql)
else
	@BUILD=$(BUILD) tests/run.sh $(filter-out $(about_postgresql),$(test_bin) $(test_scripts))
endif

CLUSTER_KILLS ?= 100
CLUSTER_FAILOVERS ?= 20
test-cluster: $(binary) $(BUILD)/tests/clock.so $(node_modules) ## kill (CLUSTER_KILLS times), stop and cut off processes on one PostgreSQL, kill its primary (CLUSTER_FAILOVERS times), and put the release before the last migration beside this one
	@TEST_ROOT=$(CURDIR) TEST_BINARY=$(CURDIR)/$(binary) CLUSTER_KILLS=$(CLUSTER_KILLS) BUILD=$(BUILD) \
	    tests/cluster/test_cluster.sh
	@TEST_ROOT=$(CURDIR) TEST_BINARY=$(CURDIR)/$(binary) CLUSTER_FAILOVERS=$(CLUSTER_FAILOVERS) \
	    tests/cluster/test_replica.sh
	@TEST_ROOT=$(CURDIR) TEST_BINARY=$(CURDIR)/$(binary) TEST_THOROUGH=1 BUILD=$(BUILD) \
	    tests/cluster/test_releases.sh

bench-cluster: $(binary) ## measure what requests cost on PostgreSQL, with one process and with several
	@HEXPOST_QUOTAS=no TEST_BINARY=$(CURDIR)/$(binary) tests/support/postgres.sh with node tests/cluster/bench.mjs

# Optimized across all files, the engine could behave differently than compiled file by file.
release_tests := $(foreach t,records_golden engine_properties engine_undo service_bots,$(release)/tests/$(t))
test-release: release ## the golden games, the engine's and the bots' tests with the release's engine
	@$(MAKE) --no-print-directory BUILD=$(release) PROFILE=use $(release_tests)
	@BUILD=$(release) tests/run.sh $(release_tests)

test-thorough: export TEST_THOROUGH := 1
test-thorough: export FAULT_ALL := 1
test-thorough: export BOTH_CALLS := 100000
test-thorough: export TEST_PROGRAM_SECONDS := 1800
test-thorough: test ## all of the tests, nothing left out of the long ones

# Leaks are detected in the process that ran the test, so Check must not fork.
check-asan: ## every test program under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory BUILD=build/asan SAN=address,undefined tests
	@CK_FORK=no CK_TIMEOUT_MULTIPLIER=10 BUILD=build/asan \
	    ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1 \
	    LSAN_OPTIONS=suppressions=$(CURDIR)/tests/support/lsan.supp:print_suppressions=0 \
	    UBSAN_OPTIONS=print_stacktrace=1 \
	    tests/run.sh $(test_bin:$(BUILD)/%=build/asan/%)

TSAN_TESTS ?= $(filter $(BUILD)/tests/service_% $(BUILD)/tests/db_%,$(test_bin))
check-tsan: ## the store's and the server's tests under the thread sanitizer
	@$(MAKE) --no-print-directory BUILD=build/tsan SAN=thread tests
	@CK_TIMEOUT_MULTIPLIER=10 BUILD=build/tsan \
	    TSAN_OPTIONS=suppressions=$(CURDIR)/tests/support/tsan.supp:halt_on_error=1:second_deadlock_stack=1 \
	    tests/run.sh $(TSAN_TESTS:$(BUILD)/%=build/tsan/%)

fuzz: ## run every fuzz target for FUZZ_SECONDS with clang's libFuzzer
	@docker/deps.sh ensure run test lint
	@$(MAKE) --no-print-directory CC=clang BUILD=build/fuzz SAN=fuzzer-no-link,address,undefined run-fuzz
run-fuzz: $(fuzz_bin)
	@tests/fuzz/run.sh $(FUZZ_SECONDS) $(fuzz_bin)

CAMPAIGN_MINUTES ?= 240
campaign: ## attack the program for CAMPAIGN_MINUTES; the results go into tests/CAMPAIGN.md (PARTS: some parts)
	@docker/deps.sh ensure run web test lint
	@BUILD=$(BUILD) CAMPAIGN_MINUTES=$(CAMPAIGN_MINUTES) tests/campaign/run.sh $(PARTS)

bench: all $(bench_bin) $(BUILD)/tests/service_streams ## measure the engine, the store and the running server
	@if [ -x tests/bench/run.sh ]; then BUILD=$(BUILD) tests/bench/run.sh; \
	else echo "no benchmarks yet (tests/bench/run.sh)"; fi

MOVES ?= 100
bench-move: $(binary) $(BUILD)/tests/service_move_cost ## what a move costs: its statements and rows, and instructions counted by valgrind (MOVES moves)
	@docker/deps.sh ensure bench
	@TEST_VERBOSE=1 BUILD=$(BUILD) tests/run.sh $(BUILD)/tests/service_move_cost
	@folder=$$(mktemp -d "$${TMPDIR:-/tmp}/hexpost-move-XXXXXX") && \
	    { python3 tests/bench/move.py $(binary) "$$folder" $(MOVES); status=$$?; rm -rf "$$folder"; exit $$status; }

WAITS_GAMES ?= 40
bench-waits: $(BUILD)/bench/waits ## how often games wait for a person, with standing orders and without
	@folder=$$(mktemp -d "$${TMPDIR:-/tmp}/hexpost-waits-XXXXXX") && \
	    { $(BUILD)/bench/waits "$$folder" $(WAITS_GAMES); status=$$?; rm -rf "$$folder"; exit $$status; }

# Finished games and running ones.
CROWDED ?= 1000000 10000
bench-crowded: $(binary) ## what requests cost where the database holds CROWDED games, beside one of a few
	@folder=$$(mktemp -d "$${TMPDIR:-/tmp}/hexpost-crowded-XXXXXX") && \
	    { python3 tests/bench/crowded.py $(binary) "$$folder" $(CROWDED); status=$$?; rm -rf "$$folder"; exit $$status; }

.PHONY: bench-historians
bench-historians: $(binary) ## what a historian's questions cost, as they had to be asked and as they can be
	@folder=$$(mktemp -d "$${TMPDIR:-/tmp}/hexpost-historians-XXXXXX") && \
	    { python3 tests/bench/historians.py $(binary) "$$folder"; status=$$?; rm -rf "$$folder"; exit $$status; }

# The bots' strength against one that is known elsewhere (tests/bench/strength.c). BOT and flags.
STRENGTH ?= hard --games 1200 --trades 1
bench-strength: $(BUILD)/bench/strength ## how often a bot wins against the reference of tests/bench/strength.c (STRENGTH: which bot, how many games)
	@$< $(STRENGTH)

# How the hard bot values positions: which game, how many games, the seed, the percentage of
# hard bots among the players. The table names the commit: the values are learned from the bots of that time.
TRAIN ?= base 3500 1 0
$(BUILD)/train: $(BUILD)/tests/train/train.o $(libs)
	$(link_test)
train: $(BUILD)/train ## fit the weights of service/bots/weights.c anew from games of bots (TRAIN: which)
	@$(BUILD)/train $(TRAIN) "$$(git describe --always --dirty --abbrev=8)" > $(BUILD)/weights.c
	@cp $(BUILD)/weights.c service/bots/weights.c

# A second copy of the bots with the table OLD_WEIGHTS: all of its symbols except one are renamed.
OLD_WEIGHTS ?= $(BUILD)/gate/committed.c
bots_obj := $(call objects,$(filter-out service/bots/weights.c,$(filter service/bots/%,$(service_src))))
$(BUILD)/gate/committed.c: always
	@mkdir -p $(@D) && git show HEAD:service/bots/weights.c > $@.new
	@cmp -s $@.new $@ || cp $@.new $@
.PHONY: always
always:
$(BUILD)/gate/old.o: $(OLD_WEIGHTS) $(bots_obj) always
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) $(CFLAGS) $(other_opt) -c -o $(BUILD)/gate/weights.o $(OLD_WEIGHTS)
	@$(LD) -r -o $@ $(bots_obj) $(BUILD)/gate/weights.o
	@objcopy --redefine-sym bot_choose=bot_choose_old --keep-global-symbol=bot_choose_old $@
$(BUILD)/gate/gate: $(BUILD)/tests/train/gate.o $(BUILD)/gate/old.o $(libs)
	$(link_test)

# Which rules, how many players, the seed, how many pairs of games at most.
GATE ?= base 4 1 5000
train-gate: $(BUILD)/gate/gate ## whether hard plays better with service/bots/weights.c than with OLD_WEIGHTS (those last committed)
	@$< $(GATE)

picture: $(BUILD)/tests/service_picture ## draw the README's examples anew
	@CK_RUN_CASE=the_example PICTURE_OUT=service/picture/example.png $<
	@CK_RUN_CASE=the_knights_example PICTURE_OUT=service/picture/knights.png $<

WEB_SHOTS ?= service/web/screenshots
screenshots: all $(node_modules) ## take the README's pictures of the web page anew
	@docker/deps.sh ensure test
	@WEB_SHOTS=$(WEB_SHOTS) node tests/web/screenshots.mjs

rules-coverage: ## print the rules that no scenario test names
	@if [ -x tests/rules/coverage.sh ]; then tests/rules/coverage.sh; \
	else echo "no scenarios yet (tests/rules/coverage.sh)"; fi

vocabulary: $(binary) $(node_modules) ## write what is made of the engine's words: schemas, and the page's lists
	@$(binary) vocabulary >$(BUILD)/vocabulary.json
	@node openapi/vocabulary.mjs <$(BUILD)/vocabulary.json >$(BUILD)/vocabulary.yaml && mv $(BUILD)/vocabulary.yaml openapi/schemas/vocabulary.yaml
	@node openapi/vocabulary.mjs awards <$(BUILD)/vocabulary.json >$(BUILD)/awards.txt && mv $(BUILD)/awards.txt openapi/awards.txt
	@node service/web/vocabulary.mjs <$(BUILD)/vocabulary.json >$(BUILD)/vocabulary.ts && mv $(BUILD)/vocabulary.ts service/web/src/vocabulary.ts
	@node service/web/vocabulary.mjs options <$(BUILD)/vocabulary.json >$(BUILD)/options.ts && mv $(BUILD)/options.ts service/web/src/pages/newGame/optionRows.ts
	@$(MAKE) --no-print-directory openapi

openapi: ## put openapi/openapi.yaml together from the files beside it
	@openapi/assemble.sh > openapi/openapi.yaml.new && mv openapi/openapi.yaml.new openapi/openapi.yaml

gallery: all $(node_modules) $(web_modules) ## take the pictures anew that the page's parts are compared with
	@WEB_GALLERY=anew node tests/web/gallery.mjs

docs: openapi $(node_modules) ## make the reference at /docs anew from the description
	@node openapi/docs/build.mjs

openapi-lint: $(node_modules) ## redocly's and spectral's lint of openapi/openapi.yaml
	@TEST_THOROUGH=1 tests/openapi/test_lint.sh

$(node_modules): tests/tools/package-lock.json
	@echo "installing the tools of the tests"
	@cd tests/tools && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.installed

# --- keeping it tidy -------------------------------------------------------------------------

lint_src := $(engine_src) $(db_src) $(service_src) $(wildcard service/cli/main.c) \
    $(wildcard tests/*.c tests/*/*.c)
tidy_flags = -std=c17 $(filter-out -Werror,$(WARNINGS)) $(CPPFLAGS) -DHEXPOST_VERSION='"$(VERSION)"' \
    $(test_cflags)

.PHONY: lint lint-tidy lint-rest rooms circles format
lint: ## formatting, clang-tidy, cppcheck, and the project's own checks
	@docker/deps.sh ensure run web test lint
	@$(MAKE) --no-print-directory -j2 tests
	@BUILD=$(BUILD) tests/lint/run.sh

# One file at a time, and again only when it or a header it includes has changed: its object says so.
lint-tidy: $(lint_src:%=$(BUILD)/tidy/%)
$(BUILD)/tidy/%.c: %.c $(BUILD)/%.o .clang-tidy
	@mkdir -p $(@D)
	@clang-tidy --quiet $< -- $(tidy_flags) > $@.out 2>&1 && rm $@.out && touch $@ || \
	    { grep -v 'warnings generated' $@.out; rm $@.out; false; }

rooms: ## print the include graph: the rooms from top to bottom and every arrow
	@tests/lint/rooms.sh --draw

circles: $(engine_lib) $(service_lib) ## print, by symbols, the names of expansions in the engine's core and the circles of units
	@tests/lint/circles.sh $(BUILD)/engine --draw
	@tests/lint/circles.sh $(BUILD)/service --draw

format: ## put every source file into the project's format
	@git ls-files -z '*.c' '*.h' | xargs -0 clang-format -i

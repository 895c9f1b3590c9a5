/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Reads the scenario files and runs them line by line; README.md describes the notation. */
#include "tests/rules/scenario.h"

#include <glob.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/check_main.h"

enum { SOURCE_MAX = 16000, SCENARIO_MAX = 1600, FILE_MAX = 64, FILE_NAME_MAX = 64 };

static struct source_line source[SOURCE_MAX];
static size_t n_source;
static struct scenario scenarios[SCENARIO_MAX];
static size_t n_scenarios;
static char files[FILE_MAX][FILE_NAME_MAX];
static size_t n_files;
static jmp_buf fallen; /* where execution continues after a failed scenario */

/* ---- reading the files ---- */

static _Noreturn void give_up(const char *file, int number, const char *what) {
    fprintf(stderr, "%s:%d: %s\n", file, number, what);
    exit(EXIT_FAILURE);
}

/* Cuts off the comment and surrounding white space; returns the rest. */
static char *strip(char *text) {
    text[strcspn(text, "#\r\n")] = '\0';
    text += strspn(text, " \t");
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        text[--n] = '\0';
    return text;
}

static void begin_scenario(bool preset) {
    scenarios[n_scenarios].first = n_source - 1;
    scenarios[n_scenarios].end = n_source;
    scenarios[n_scenarios].preset = preset;
    n_scenarios++;
}

static void load_line(const char *file, int number, const char *stripped) {
    bool preset = strncmp(stripped, "preset ", 7) == 0;
    bool heading = preset || strncmp(stripped, "scenario ", 9) == 0;
    if (n_source == SOURCE_MAX || n_scenarios == SCENARIO_MAX) {
        give_up(file, number, "too many lines or scenarios: raise SOURCE_MAX or SCENARIO_MAX");
    }
    char *copy = strdup(stripped);
    if (copy == NULL) {
        give_up(file, number, "out of memory");
    }
    source[n_source++] = (struct source_line){file, number, copy};
    if (heading) {
        begin_scenario(preset);
    } else if (n_scenarios == 0) {
        give_up(file, number, "this line stands before the first scenario");
    } else {
        scenarios[n_scenarios - 1].end = n_source;
    }
}

static void load_file(const char *path) {
    const char *slash = strrchr(path, '/');
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        give_up(path, 0, "cannot be read");
    }
    snprintf(files[n_files], sizeof files[n_files], "%s", slash != NULL ? slash + 1 : path);
    const char *file = files[n_files++];
    char text[LINE_LENGTH_MAX];
    for (int number = 1; fgets(text, sizeof text, in) != NULL; number++) {
        if (strchr(text, '\n') == NULL && !feof(in)) {
            give_up(file, number, "the line is too long");
        }
        const char *stripped = strip(text);
        if (*stripped != '\0') {
            load_line(file, number, stripped);
        }
    }
    fclose(in);
}

void scenarios_load(void) {
    glob_t found;
    char pattern[LINE_LENGTH_MAX]; /* not test_path: no test is running yet */
    snprintf(pattern, sizeof pattern, "%s/tests/rules/*.scn", test_root());
    if (glob(pattern, 0, NULL, &found) != 0) {
        give_up("tests/rules", 0, "no scenario files found; is TEST_ROOT set?");
    }
    for (size_t i = 0; i < found.gl_pathc && n_files < FILE_MAX; i++) {
        load_file(found.gl_pathv[i]);
    }
    globfree(&found);
}

size_t scenarios_count(void) {
    return n_scenarios;
}

const char *scenario_file(size_t index) {
    return source[scenarios[index].first].file;
}

const char *scenario_heading(size_t index) {
    return source[scenarios[index].first].text;
}

bool scenario_is_preset(size_t index) {
    return scenarios[index].preset;
}

/* ---- words ---- */

static void line_split(struct run *run, const struct source_line *from) {
    struct line *line = &run->line;
    *line = (struct line){.file = from->file, .number = from->number};
    snprintf(line->buffer, sizeof line->buffer, "%s", from->text);
    char *save = NULL;
    for (char *w = strtok_r(line->buffer, " \t", &save); w; w = strtok_r(NULL, " \t", &save)) {
        size_t length = strlen(w);
        if (length > 1 && strchr(",:;", w[length - 1]) != NULL) {
            w[length - 1] = '\0';
        }
        if (line->n == WORD_MAX) {
            wrong(run, "more than %d words", WORD_MAX);
        }
        line->word[line->n++] = w;
    }
}

void wrong(const struct run *run, const char *format, ...) {
    char text[TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    char seed[32] = "", edition[32] = "";
    if (run->seeds > 1) {
        snprintf(seed, sizeof seed, "seed %u: ", run->seed);
    }
    if (run->n_editions > 1) {
        snprintf(edition, sizeof edition, "%s: ", edition_names[run->rules.edition]);
    }
    printf("%s:%d: %s%s%s\n", run->line.file, run->line.number, edition, seed, text);
    longjmp(fallen, 1);
}

const char *word_peek(const struct run *run) {
    return run->line.at < run->line.n ? run->line.word[run->line.at] : NULL;
}

const char *word_take(struct run *run) {
    const char *word = word_peek(run);
    if (word == NULL) {
        const struct line *line = &run->line;
        wrong(run, "something has to follow \"%s\", the last word of the line",
              line->n > 0 ? line->word[line->n - 1] : "");
    }
    run->line.at++;
    return word;
}

bool word_is(struct run *run, const char *word) {
    const char *next = word_peek(run);
    bool same = next != NULL && strcmp(next, word) == 0;
    run->line.at += same;
    return same;
}

static bool parse_number(const char *word, unsigned *number) {
    char *end;
    if (word == NULL || *word < '0' || *word > '9') {
        return false;
    }
    unsigned long value = strtoul(word, &end, 10);
    *number = (unsigned)value;
    return *end == '\0' && value <= 1000000;
}

bool number_is(struct run *run, unsigned *number) {
    bool is = parse_number(word_peek(run), number);
    run->line.at += is;
    return is;
}

unsigned number_take(struct run *run) {
    unsigned number;
    if (!number_is(run, &number)) {
        wrong(run, "a number is expected, not \"%s\"", word_take(run));
    }
    return number;
}

unsigned seat_take(struct run *run) {
    unsigned seat = number_take(run);
    if (seat >= SEAT_MAX) {
        wrong(run, "there is no seat %u", seat);
    }
    return seat;
}

unsigned vertex_take(struct run *run) {
    return number_take(run);
}

bool hex_is(struct run *run, unsigned *hex) {
    const char *word = word_peek(run);
    bool is = word != NULL && word[0] == 'h' && parse_number(word + 1, hex);
    run->line.at += is;
    return is;
}

unsigned hex_take(struct run *run) {
    unsigned hex;
    if (!hex_is(run, &hex)) {
        wrong(run, "a hex such as h7 is expected, not \"%s\"", word_take(run));
    }
    return hex;
}

static unsigned edge_between(const struct run *run, unsigned a, unsigned b) {
    const struct board *board = &run->setup.board;
    for (unsigned e = 0; e < board->n_edges; e++) {
        const uint8_t *v = board->edge[e].vertices;
        if ((v[0] == a && v[1] == b) || (v[0] == b && v[1] == a)) {
            return e;
        }
    }
    wrong(run, "no path joins %u and %u", a, b);
}

bool edge_is(struct run *run, unsigned *edge) {
    const char *word = word_peek(run);
    const char *dash = word != NULL ? strchr(word, '-') : NULL;
    unsigned a, b;
    char first[8] = "";
    if (word != NULL && word[0] == 'e' && parse_number(word + 1, edge)) {
        run->line.at++;
        return true;
    }
    if (dash == NULL || (size_t)(dash - word) >= sizeof first) {
        return false;
    }
    memcpy(first, word, (size_t)(dash - word));
    if (!parse_number(first, &a) || !parse_number(dash + 1, &b)) {
        return false;
    }
    *edge = edge_between(run, a, b);
    run->line.at++;
    return true;
}

unsigned edge_take(struct run *run) {
    unsigned edge;
    if (!edge_is(run, &edge)) {
        wrong(run, "a path such as 14-19 is expected, not \"%s\"", word_take(run));
    }
    return edge;
}

/* Index of WORD among NAMES, or N. */
static unsigned name_index(const char *word, const char *const *names, unsigned n) {
    unsigned i = 0;
    while (i < n && (word == NULL || names[i] == NULL || strcmp(word, names[i]) != 0)) {
        i++;
    }
    return i;
}

bool name_is(struct run *run, const char *const *names, unsigned n, unsigned *index) {
    const char *word = word_peek(run);
    *index = name_index(word, names, n);
    bool is = word != NULL && *index < n;
    run->line.at += is;
    return is;
}

unsigned name_take(struct run *run, const char *const *names, unsigned n, const char *what) {
    const char *word = word_take(run);
    unsigned i = name_index(word, names, n);
    if (i == n) {
        wrong(run, "\"%s\" is not %s", word, what);
    }
    return i;
}

unsigned kind_take(struct run *run) {
    return name_take(run, kind_names, KIND_COUNT, "a kind of card");
}

unsigned dev_take(struct run *run) {
    return name_take(run, dev_names, DEV_COUNT, "a development card");
}

unsigned progress_take(struct run *run) {
    return name_take(run, progress_names, PROGRESS_COUNT, "a progress card");
}

uint32_t offer_take(struct run *run) {
    const char *word = word_take(run);
    unsigned id;
    if (word[0] != 'o' || !parse_number(word + 1, &id)) {
        wrong(run, "an offer such as o1 is expected, not \"%s\"", word);
    }
    return id;
}

/* Reads "2 NAME" or "NAME" of the names; false if the next words are something else. */
static bool counted_name(struct run *run, const char *const *names, unsigned n_names,
                         unsigned *count, unsigned *index) {
    const struct line *line = &run->line;
    bool counted = parse_number(word_peek(run), count);
    size_t at = line->at + counted;
    if (at >= line->n) {
        return false;
    }
    *index = name_index(line->word[at], names, n_names);
    if (*index == n_names) {
        return false;
    }
    *count = counted ? *count : 1;
    run->line.at = at + 1;
    return true;
}

struct cards cards_take(struct run *run) {
    struct cards cards = cards_none();
    unsigned count = 0, kind = 0;
    while (counted_name(run, kind_names, KIND_COUNT, &count, &kind)) {
        if (count + cards.n[kind] > CARD_COUNT_MAX) {
            wrong(run, "too many cards: at most %d of a kind", CARD_COUNT_MAX);
        }
        cards.n[kind] = (uint8_t)(cards.n[kind] + count);
    }
    return cards;
}

void devs_take(struct run *run, uint8_t counts[DEV_COUNT]) {
    unsigned count = 0, card = 0;
    while (counted_name(run, dev_names, DEV_COUNT, &count, &card)) {
        counts[card] = (uint8_t)(counts[card] + count);
    }
}

bool progress_is(struct run *run, unsigned *count, unsigned *card) {
    return counted_name(run, progress_names, PROGRESS_COUNT, count, card);
}

/* ---- running ---- */

static void run_lines(struct run *run, const struct scenario *scenario);

static void use_preset(struct run *run) {
    const char *name = word_take(run);
    for (size_t i = 0; i < n_scenarios; i++) {
        const struct scenario *s = &scenarios[i];
        if (s->preset && strcmp(source[s->first].text + 7, name) == 0) {
            run_lines(run, s);
            return;
        }
    }
    wrong(run, "there is no preset %s", name);
}

/* "in ck1998 ck2007: …": whether the line applies to the current edition. */
static bool edition_meant(struct run *run) {
    unsigned edition;
    bool any = false, named = false;
    if (!word_is(run, "in")) {
        return true;
    }
    while (name_is(run, edition_names, EDITION_COUNT, &edition)) {
        any = true;
        named |= edition == run->rules.edition;
    }
    if (!any) {
        wrong(run, "\"in\" is followed by the editions that the line is for");
    }
    return named;
}

static void run_lines(struct run *run, const struct scenario *scenario) {
    for (size_t i = scenario->first + 1; i < scenario->end; i++) {
        line_split(run, &source[i]);
        if (!edition_meant(run)) {
            continue;
        }
        if (word_is(run, "use")) {
            use_preset(run);
            continue;
        }
        if (word_is(run, "expect")) {
            position_finish(run);
            expect_line(run);
        } else if (!position_line(run)) {
            position_finish(run);
            move_line(run);
        }
        if (word_peek(run) != NULL) {
            wrong(run, "nothing is known about \"%s\" here", word_peek(run));
        }
    }
}

static void run_once(struct run *run, const struct scenario *scenario) {
    line_split(run, &source[scenario->first]);
    run_lines(run, scenario);
    if (run->stage != STAGE_PLAY) {
        wrong(run, "the scenario has neither moves nor expectations");
    }
}

/* Once per seed, and once per edition that the scenario lists. */
static void run_rounds(const struct scenario *scenario) {
    unsigned seeds = 1, rounds = 1;
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned seed = 0; seed < seeds; seed++) {
            static struct run run;
            run = (struct run){.seed = seed, .seeds = seeds, .round = round};
            run.rules = rules_base(4);
            run_once(&run, scenario);
            seeds = run.seeds > 1 ? run.seeds : 1;
            rounds = run.n_editions > 1 ? run.n_editions : 1;
        }
    }
}

bool scenario_run(size_t index) {
    if (setjmp(fallen) != 0)
        return false;
    run_rounds(&scenarios[index]);
    return true;
}

static uint32_t test_draw(const struct chance *chance, uint32_t number, uint32_t bound) {
    const struct test_chance *self = (const struct test_chance *)chance;
    uint64_t z = ((uint64_t)self->seed << 32 | number) + UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(((z ^ (z >> 31)) >> 32) * bound >> 32);
}

void test_chance_init(struct test_chance *chance, unsigned seed) {
    *chance = (struct test_chance){.chance = {.draw = test_draw, .next = 0}, .seed = seed};
}

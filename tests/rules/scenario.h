/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Scenario tests: readable files with a position, moves with their outcomes, and the expected results. README.md
 * describes the notation. One scenario is one test. */
#ifndef TESTS_RULES_SCENARIO_H
#define TESTS_RULES_SCENARIO_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/undo.h"

enum { WORD_MAX = 64, LINE_LENGTH_MAX = 400, TEXT_MAX = 2000 };

/* One line of a file, not yet split. */
struct source_line {
    const char *file; /* name without folders */
    int number;       /* from 1 */
    char *text;       /* without comment and newline; never empty */
};

/* Lines first .. end-1 of the source lines; the first is the heading. */
struct scenario {
    size_t first, end;
    bool preset; /* position lines for use by others; not run by itself */
};

/* The words of the line being read, and the position in it. */
struct line {
    const char *file;
    int number;
    size_t n, at;
    char buffer[LINE_LENGTH_MAX];
    char *word[WORD_MAX];
};

enum stage { STAGE_RULES, STAGE_POSITION, STAGE_PLAY };

/* A scenario that is being run. */
struct run {
    struct line line;
    enum stage stage;
    unsigned seed;  /* of random boards, and of draws not given by a line */
    unsigned seeds; /* how often the scenario runs, with seeds 0 .. seeds-1 */
    unsigned round; /* the index of the current edition */
    uint8_t editions[EDITION_COUNT];
    unsigned n_editions; /* 0: the scenario lists none */
    uint8_t layout;      /* how the board is made: enum board_source */
    struct rules rules;
    struct board_spec spec;
    struct setup setup;
    bool open;                   /* everything can be undone */
    struct game game;            /* as played */
    struct game replayed;        /* the same through the log's bodies */
    struct trail trail, retrail; /* of both */
    struct game before;          /* before the last event */
    struct event last;           /* the last event */
    struct event reveal, finished;
    uint8_t n_gift_harbors, gift_harbors[GIFT_HARBORS_MAX]; /* kinds that replace those drawn */
};

enum board_source {
    BOARD_BEGINNER,
    BOARD_EXPLICIT,
    BOARD_SPIRAL,
    BOARD_SHUFFLED,
    BOARD_KNIGHTS,
    BOARD_LARGE,
    BOARD_LARGE_SPIRAL,
    BOARD_LARGE_SHUFFLED,
    BOARD_MAP,
    BOARD_MAP_DEALT,
    BOARD_MAP_SCATTERED
};

/* A move as given by a line. */
struct move {
    struct action action;
    struct outcome outcome;
    unsigned given; /* parts of the outcome that the line names */
};

/* ---- files and lines (scenario.c) ---- */

/* Reads tests/rules/(all).scn; on failure ends the program with a message. */
void scenarios_load(void);
size_t scenarios_count(void);

/* The file of scenario INDEX, without folders; consecutive scenarios of a file share the pointer. */
const char *scenario_file(size_t index);
/* Its first line. */
const char *scenario_heading(size_t index);
/* Whether it contains lines for use by others; such scenarios do not run by themselves. */
bool scenario_is_preset(size_t index);

/* Runs scenario INDEX. False: it failed, and its file, line, the expected and the actual value are on stdout. */
bool scenario_run(size_t index);

/* Ends the current scenario, naming the line. */
_Noreturn void wrong(const struct run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next word, or NULL at the end of the line. */
const char *word_peek(const struct run *run);
/* The next word; fails at the end of the line. */
const char *word_take(struct run *run);
/* Takes the next word if it is WORD. */
bool word_is(struct run *run, const char *word);
/* Takes the next word if it is a plain number. */
bool number_is(struct run *run, unsigned *number);
unsigned number_take(struct run *run);
unsigned seat_take(struct run *run);
unsigned vertex_take(struct run *run);
unsigned hex_take(struct run *run); /* h7 */
bool hex_is(struct run *run, unsigned *hex);
unsigned edge_take(struct run *run); /* 14-22, or e24 */
bool edge_is(struct run *run, unsigned *edge);
unsigned kind_take(struct run *run);
unsigned dev_take(struct run *run);
uint32_t offer_take(struct run *run); /* o1 */
unsigned name_take(struct run *run, const char *const *names, unsigned n, const char *what);
/* Cards such as "2 wool ore"; none at all is allowed. */
struct cards cards_take(struct run *run);
/* Development cards in the same way, added to COUNTS. */
void devs_take(struct run *run, uint8_t counts[DEV_COUNT]);
/* Takes the next word if it is one of the names. */
bool name_is(struct run *run, const char *const *names, unsigned n, unsigned *index);
unsigned progress_take(struct run *run);
/* Takes "2 spy" or "spy" if those are the next words. */
bool progress_is(struct run *run, unsigned *count, unsigned *card);

/* ---- text (text.c) ---- */

struct text {
    size_t n;
    char s[TEXT_MAX];
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_cards(struct text *text, struct cards cards);
/* Words are separated by single spaces, as in the line. */
void text_space(struct text *text);
void text_word(struct text *text, const char *word);
void text_number(struct text *text, unsigned number);
/* "2 spy 1 wedding", or none */
void text_counts(struct text *text, const uint8_t *counts, const char *const *names, unsigned n);
void text_seat(struct text *text, unsigned seat); /* NONE: nobody */
void text_seats(struct text *text, unsigned seats);
void text_edge(struct text *text, const struct setup *setup, unsigned edge);
void text_hex(struct text *text, unsigned hex); /* NONE: nowhere */
void text_vertices(struct text *text, struct vertex_set set);
void text_action(struct text *text, const struct setup *setup, unsigned seat,
                 const struct action *action);

/* ---- fields of actions by their tables (fields.c) ---- */

/* Reads the fields of an action whose type, and card if the card selects its form, are set. */
void fields_take(struct run *run, struct action *action);
/* Writes them as fields_take reads them. */
void fields_text(struct text *text, const struct setup *setup, const struct action *action);

extern const char *const rank_names[RANK_COUNT];

/* ---- facts (facts.c, facts_knights.c, facts_list.c, board_facts.c) ---- */

/* The source of a fact: the state, or one player's view of it. */
struct fact {
    struct run *run;
    const struct setup *setup;
    const struct game *game;
    unsigned viewer;
    struct text *out;
};

struct fact_row {
    const char *name; /* NULL ends a table */
    void (*write)(const struct fact *fact);
};

extern const struct fact_row knight_facts[], list_facts[], event_facts[];

const struct player *fact_player(const struct fact *fact);
unsigned viewer_take(struct run *run);

/* ---- the parts of a scenario ---- */

/* Reads a line of the rules, the board or the position; false if it is not one (position.c). */
bool position_line(struct run *run);
/* The same for lines of Cities & Knights (position_knights.c). */
bool knights_rules_line(struct run *run);
bool knights_player_part(struct run *run, unsigned seat);
bool knights_turn_part(struct run *run);
/* Sets what no line has set. */
void knights_position_finish(struct run *run);
/* Ends the description: the game is ready for moves. */
void position_finish(struct run *run);

/* "gets ore" and other outcomes, after the fields of a move (outcomes.c). */
void take_roll(struct run *run, struct move *move);
void take_stolen(struct run *run, struct move *move);
void take_reveals(struct run *run, struct move *move);
void take_gifts(struct run *run, struct move *move);
void take_outcome(struct run *run, struct move *move);

/* A move, its outcome and whether it is refused (moves.c). */
void move_line(struct run *run);
/* Applies an event to both games after checking that it is allowed. */
void event_play(struct run *run, const struct event *event);

/* "expect FACT is VALUE" (facts.c, board_facts.c). */
void expect_line(struct run *run);
bool board_fact(struct run *run, const char *name, struct text *out);

/* Checks what must hold in every state, whatever the scenario is about (checks.c). */
void check_state(struct run *run);
/* Calls JUDGE with every form of the actions in TYPES, and one form of each other (candidates.c). */
typedef void candidate_function(struct run *run, unsigned seat, const struct action *action,
                                const void *context);
void candidates_try(struct run *run, unsigned seat, uint64_t types, candidate_function *judge,
                    const void *context);
/* Draws for ACTION from several seeds: each outcome must be possible. */
void check_draws(struct run *run, unsigned seat, const struct action *action);

/* Draws of the runner: repeatable, one stream per seed. */
struct test_chance {
    struct chance chance; /* first: the engine gets a pointer to it */
    unsigned seed;
};
void test_chance_init(struct test_chance *chance, unsigned seed);

#endif

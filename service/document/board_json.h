/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Boards as documents: what a request contains (openapi.yaml), what clients are shown (section 5),
 * and the explicit form that records keep. */
#ifndef SERVICE_DOCUMENT_BOARD_JSON_H
#define SERVICE_DOCUMENT_BOARD_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/board.h"
#include "engine/game.h"

struct read_errors;
struct writer;

enum { BOARD_SEED_MAX = 128 }; /* bytes of `seed` */

/* Where the harbors come from if the map has none (S-161, S-163). */
enum harbors_by { HARBORS_AS_GIVEN, HARBORS_BY_PLAYERS, HARBORS_BY_CHANCE };

/* A requested board: a layout, or hex by hex. */
struct board_choice {
    bool is_explicit;
    enum layout layout;            /* this and the next two if not explicit */
    enum number_layout numbers;    /* only for LAYOUT_RANDOM */
    char seed[BOARD_SEED_MAX + 1]; /* only for LAYOUT_RANDOM; empty: none given, the caller
                                    * generates one */
    struct board_spec spec;        /* only if explicit */
    enum harbors_by
        harbors; /* if explicit; HARBORS_BY_PLAYERS: the players place those of the scenario's
                  * map */
};

extern const char *const layout_names[];        /* by enum layout */
extern const char *const number_layout_names[]; /* by enum number_layout */
extern const char *const mark_names[MARK_KIND_COUNT];
extern const char *const gift_names[GIFT_HARBOR + 1]; /* all harbors share the last */

/* Reads VALUE (NULL: absent, meaning a random board) into *CHOICE. An explicit board is checked
 * with board_build, whose refusal is noted under the offending hex, harbor or corner; PLAYERS
 * determines whether neutral colors need places (T-05). False with nothing noted means out of memory. */
bool board_read(struct read_errors *errors, const json_t *value, const char *pointer,
                const struct rules *rules, struct board_choice *choice);

/* Lays out the chosen board for a game with RULES (which determine the beginner map), with CHANCE
 * if the layout needs it (see fair_board). */
void board_choose(const struct board_choice *choice, const struct rules *rules,
                  struct chance *chance, struct board_spec *spec);

/* Writes the board document of section 5. NUMBERS: the current number tokens by hex id
 * (game.numbers). `x` is in half hex widths and `y` in half side lengths, from the center of hex
 * (0,0), east and south. */
void board_write(struct writer *w, const struct board *board, const uint8_t *numbers);

/* The explicit form, as board_read takes it and a record holds it. BOARD: the same, built, to say which hexes lie
 * around each intersection; NULL: that is left out. */
void board_spec_write(struct writer *w, const struct board_spec *spec, const struct board *board);

#endif

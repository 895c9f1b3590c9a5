/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Boards as documents: what a request asks for (openapi.yaml), what a client is shown
 * (section 5), and the explicit form that a record keeps. */
#ifndef SERVICE_DOCUMENT_BOARD_JSON_H
#define SERVICE_DOCUMENT_BOARD_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/board.h"
#include "engine/game.h"

struct read_errors;
struct writer;

enum { BOARD_SEED_MAX = 128 }; /* bytes of `seed` */

/* Who says where harbors lie that the map has none for (S-161, S-163). */
enum harbors_by { HARBORS_AS_GIVEN, HARBORS_BY_PLAYERS, HARBORS_BY_CHANCE };

/* A board as asked for: a layout, or hex by hex. */
struct board_choice {
    bool is_explicit;
    enum layout layout;            /* the rest when it is not explicit */
    enum number_layout numbers;    /* LAYOUT_RANDOM alone */
    char seed[BOARD_SEED_MAX + 1]; /* LAYOUT_RANDOM; empty: none given, the caller makes one */
    struct board_spec spec;        /* explicit */
    enum harbors_by
        harbors; /* of an explicit board HARBORS_BY_PLAYERS: those of the scenario's map */
};

extern const char *const layout_names[];        /* by enum layout */
extern const char *const number_layout_names[]; /* by enum number_layout */
extern const char *const mark_names[MARK_KIND_COUNT];
extern const char *const gift_names[GIFT_HARBOR + 1]; /* harbors share the last */

/* Reads VALUE (NULL: absent, then a random board) into *CHOICE. An explicit board is tried out with
 * board_build, and what it refuses is noted under the offending hex, harbor or corner; PLAYERS says
 * whether neutral colors need places (T-05). True when nothing was noted under POINTER. */
bool board_read(struct read_errors *errors, const json_t *value, const char *pointer,
                const struct rules *rules, struct board_choice *choice);

/* The board chosen for a game by RULES (whose beginner map it is), laid out with CHANCE where the
 * layout needs it (see fair_board). */
void board_choose(const struct board_choice *choice, const struct rules *rules,
                  struct chance *chance, struct board_spec *spec);

/* Section 5's document. NUMBERS: the tokens as they lie, by hex id (game.numbers). `x` counts half
 * hex widths and `y` half side lengths from the center of hex (0,0), east and south. */
void board_write(struct writer *w, const struct board *board, const uint8_t *numbers);

/* The explicit form, as board_read takes it and a record holds it. BOARD: the same, built, to say which hexes lie
 * around each intersection; NULL: that is left out. */
void board_spec_write(struct writer *w, const struct board_spec *spec, const struct board *board);

#endif

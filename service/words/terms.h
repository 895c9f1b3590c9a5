/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The names of the games' things in each language: the catalogues' section `term`. Moves are in the notation
 * (notation.h), which is written in English for everybody. */
#ifndef SERVICE_WORDS_TERMS_H
#define SERVICE_WORDS_TERMS_H

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/base/language.h"

/* by rank, 0 for no knight; English, used in keys of texts */
extern const char *const knight_ranks[RANK_COUNT + 1];

/* "wool", "Wolle". */
const char *term_kind(enum language language, unsigned kind);
/* "pasture", "Weideland". */
const char *term_terrain(enum language language, unsigned terrain);
/* "politics", "Politik". */
const char *term_track(enum language language, unsigned track);
/* "wool harbor", "Wollhafen". */
const char *term_harbor(enum language language, unsigned kind);
const char *term_wonder(enum language language, unsigned wonder);
/* "Knight", "Ritter": development cards. */
const char *term_dev(enum language language, unsigned card);
/* "Spy", "Spionage": progress cards. */
const char *term_progress(enum language language, unsigned card);
/* "road", "Straße". */
const char *term_piece(enum language language, unsigned piece);
/* A color of the game, capitalized, as the name of a player without one: "Red", "Rot"; COLOR itself if
 * it has no word. */
const char *term_color(enum language language, const char *color);

/* "2 wool + 1 ore", "2 Wolle + 1 Erz", "nothing". */
void term_cards(struct buffer *out, enum language language, struct cards cards);

/* What is at a place, for readers who do not know its number. */
enum { TERM_SPOTS_MAX = 4, TERM_SPOT_SIZE = 40 };
struct term_spots {
    unsigned count;
    struct term_spot {
        uint8_t kind;              /* of its hex or harbor; NONE: desert, or any kind */
        char text[TERM_SPOT_SIZE]; /* "ore 9", "desert", "wool harbor" */
    } spots[TERM_SPOTS_MAX];
};

/* The hexes and the harbor at a vertex, the hexes beside an edge, a hex. GAME: for the current number
 * tokens. */
void term_vertex(struct term_spots *spots, enum language language, const struct setup *setup,
                 const struct game *game, unsigned vertex);
void term_edge(struct term_spots *spots, enum language language, const struct setup *setup,
               const struct game *game, unsigned edge);
void term_hex(struct term_spots *spots, enum language language, const struct setup *setup,
              const struct game *game, unsigned hex);

#endif

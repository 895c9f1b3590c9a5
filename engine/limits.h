/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Named maxima of the engine. Every fixed array and every check of an input's size uses these. */
#ifndef ENGINE_LIMITS_H
#define ENGINE_LIMITS_H

#include <stdint.h>

enum {
    HEX_MAX = 128,    /* hexes of a board and its frame */
    HEX_FIT_MAX = 75, /* hexes in a spec: more have over 255 paths even if packed together */
    VERTEX_MAX = 192, /* the largest printed map has 160 */
    EDGE_MAX = 255,   /* ids fit a byte, where 255 means none */
    HARBOR_MAX = 32,
    FOG_MAX = 32,         /* hexes in fog */
    REVEAL_MAX = 6,       /* hexes that one action takes out of fog: three by each of two pieces */
    MARK_MAX = 40,        /* places of a map that a scenario marks */
    GIFT_MAX = 32,        /* gifts on a board: a set of them is one word (S-102) */
    GIFT_CARDS_MAX = 6,   /* of them development cards (S-104) */
    GIFT_HARBORS_MAX = 8, /* of them harbors (S-105) */
    POOL_MAX = 12,        /* harbors that players place before the settlements (S-161) */
    PLACED_MAX = GIFT_HARBORS_MAX + POOL_MAX, /* harbors placed in a game, of either sort */
    VILLAGE_MAX = 12,                         /* villages on a board (S-113, X-70) */
    LANE_MAX = 15,       /* ships of a lane: there are no more of a color (S-03) */
    FLEET_MAX = 16,      /* hexes of the fleet's circuit (S-132) */
    REGION_MAX = 15,     /* named parts of a board; a set of them, with 0 for none, fits 16 bits */
    SEAT_MAX = 6,        /* colors on a board, neutral ones included */
    DIE_SIDES = 6,       /* of the number dice and of the event die (B-07, C-09) */
    SEVEN = 7,           /* the sum that produces nothing (B-37) */
    NUMBER_MAX = 12,     /* highest number token and highest sum of the dice */
    COORDINATE_MAX = 31, /* |q| and |r| of a hex */

    PENDING_MAX = 8, /* decisions waited for at once */
    AGENDA_MAX = 16, /* steps queued */
    OFFER_MAX = 18,  /* open offers in a game */
    OFFERS_PER_SEAT_MAX = 3,
    REROLL_MAX = 8,       /* rejected rolls that an outcome lists */
    START_ROUND_MAX = 4,  /* rounds of rolling for the first turn that are played out */
    BANK_MAX = 24,        /* cards of one kind that the bank begins with at most */
    CARD_COUNT_MAX = 127, /* of one kind anywhere: sums stay below the byte's sign bit */
    LIST_MAX = 5120,      /* moves in one listing: more than five cards at their worst produce */
    ROAD_PAIR_MAX =
        1024, /* pairs of edges listed for Road Building; more are listed as one open entry */
    TOKEN_PAIR_MAX = 256,  /* pairs of number tokens listed for the Inventor; the same */
    VERTICES_MAX = 8,      /* vertices that one action names: at most a player's six knights */
    KNIGHT_PIECES_MAX = 6, /* knights of one player, all ranks together (C-07) */
    PROGRESS_HAND_MAX = 5, /* four, and one too many for a while (C-147 to C-149) */
    STACK_MAX = 18,        /* cards of one progress stack (C-04) */
    LEVEL_MAX = 5,         /* improvements in one area (C-95 to C-99) */
    FORCED_CARDS = 2,      /* drawn and returned in a forced trade (T-27) */
    GIFT_CARDS = 2,        /* from each guest of a Wedding (C-242) */
    TAKEN_CARDS = 2,       /* by a Master Merchant (C-205) */
    LEVEL_ABILITY = 3,     /* brings the area's ability (C-103) */
    LEVEL_METROPOLIS = 4,  /* brings the first to reach it the metropolis (C-107) */
    AWARD_MAX = 8,         /* special cards; as many as fill the state up to whole words */
    POINTS_TARGET_MIN = 3,
    POINTS_TARGET_MAX = 30,

    NONE = 255, /* "no place", "no seat", "no card": ids that fit a byte share it */
};

_Static_assert(HEX_MAX % 64 == 0, "a hex set is whole words");
_Static_assert(VERTEX_MAX % 64 == 0, "a vertex set is whole words");
_Static_assert(EDGE_MAX <= NONE, "edge ids fit a byte");
_Static_assert(OFFERS_PER_SEAT_MAX *SEAT_MAX <= OFFER_MAX, "all can use their allowance");

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Undo. An event of type UNDO takes a player's latest moves back: the state is again what it was
 * after the event it names (to_seq), and every event between that one and the undo is dead. The log
 * keeps all of them.
 *
 * Nothing is taken back behind a die, a draw, a card that somebody was shown, cards that came from
 * or went to others, the end of a turn, or another player's action. In an open game, in which
 * nothing is hidden from the players, an undo can go back over all of these; what was drawn is then
 * drawn again by the same numbers, so the same card comes.
 *
 * Code that follows a log from its start keeps a trail and applies the events through it. */
#ifndef ENGINE_UNDO_H
#define ENGINE_UNDO_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

enum {
    UNDO_REACH = 48,             /* events back that an undo may name, dead ones included */
    TRAIL_BLOCK = 48,            /* steps in a block */
    TRAIL_MAX = 2 * TRAIL_BLOCK, /* steps kept */
};

_Static_assert(UNDO_REACH <= TRAIL_BLOCK, "one full block has all that is in reach");

/* An action that is not dead. */
struct trail_step {
    uint32_t seq;
    uint32_t next_offer; /* before it; numbers of dead offers are not reused */
    uint8_t player, by, drawn;
    struct action action;
    struct outcome outcome;
};

/* Actions that follow each other, and the state before them. */
struct trail_block {
    unsigned n;
    uint32_t from;              /* the latest live event before them */
    uint32_t answers[SEAT_MAX]; /* as trail.answers, before them */
    struct game base;
    struct trail_step steps[TRAIL_BLOCK];
};

/* The latest actions of a log, and states to begin from when some of them are taken back. Copying a
 * state once a block makes following cheap. Some 16 KB, no pointers. */
struct trail {
    bool open;
    bool two;                   /* the other block comes before the current one */
    uint8_t current;            /* block */
    uint32_t last;              /* the latest live event */
    uint32_t answers[SEAT_MAX]; /* by seat, the event that holds its answer where several are asked
                                 * together, 0: none */
    struct trail_block blocks[2];
};

/* Begins at START, the state before a log. */
void trail_begin(struct trail *trail, const struct game *start, bool open);

/* Copies a trail without the steps that it has room for and not taken: most of it. */
void trail_copy(struct trail *to, const struct trail *from);

/* game_apply for a log, undo included. *GAME is the state that the trail has followed so far. */
void trail_apply(struct trail *trail, const struct setup *setup, struct game *game,
                 const struct event *event);

/* game_legal with undo: whether SEAT may do ACTION now. Answers the same on the view of SEAT. */
enum reason trail_legal(const struct trail *trail, const struct setup *setup,
                        const struct game *game, unsigned seat, const struct action *action);

/* game_accepts with undo. */
enum reason trail_accepts(const struct trail *trail, const struct setup *setup,
                          const struct game *game, const struct event *event);

/* Every event that an undo by SEAT may name, latest first. Returns how many. */
unsigned trail_list(const struct trail *trail, const struct setup *setup, const struct game *game,
                    unsigned seat, uint32_t to_seq[TRAIL_MAX]);

/* Offers of trade that SEAT has made since a turn last ended and that were not taken back, as far back as
 * the trail reaches. */
unsigned trail_offers(const struct trail *trail, unsigned seat);

/* The type of the latest action of SEAT that was not taken back, as far back as the trail reaches; ACTION_NONE
 * if there is none. */
enum action_type trail_latest(const struct trail *trail, unsigned seat);

/* For continuing on a view of *GAME: keeps of the trail only what can be undone, with the state
 * before it as VIEWER may know it. */
void trail_view(struct trail *trail, const struct setup *setup, const struct game *game,
                unsigned viewer);

/* Updates ANSWERS, the events that hold simultaneous answers, by EVENT. AFTER is the state after
 * it, AFTER->seq its number. */
void answers_advance(uint32_t answers[SEAT_MAX], const struct game *after,
                     const struct event *event);

#endif

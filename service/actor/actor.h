/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_ACTOR_H
#define SERVICE_ACTOR_ACTOR_H

#include "service/game/load.h"
#include "service/game/play.h"

/* What an automatic move by a standing order changes besides the game (order_actor.c, part_actor.c). */
enum { ORDER_EFFECT_NOTE_MAX = 256 }; /* bytes of a note, its NUL included */
struct order_effect {
    int64_t revision; /* of the orders that were judged */
    int64_t at;
    uint32_t subject, mark; /* the question */
    int rule;               /* the rule about offers that answered; -1: none */
    unsigned steps;         /* moves of the plan that are used up */
    unsigned later;         /* turns by which the plan is put off */
    bool ask;               /* the question is looked at again at the time due_at */
    int64_t due_at;         /* 0: nothing answers it */
    char note[ORDER_EFFECT_NOTE_MAX];
};

/* How much time an actor may take for a move. */
enum actor_time {
    ACTOR_TIME_SHORT, /* whatever takes longer than a moment is put off */
    ACTOR_TIME_LONG,  /* it runs on a thread that others do not wait for */
    ACTOR_TIME_NONE   /* whatever takes longer is done in a simpler way */
};

/*
 * What the server does for somebody: a bot's move, a standing order's answer, the default of somebody
 * whose time has run out. Each kind has a function that says what is due in a game now, determined by
 * the log and the store's rows alone, so that a restarted server continues where it stopped. The
 * runner (actor/runner.h) asks them in turn, one game at a time, and makes the move.
 */
struct automatic_move {
    enum actor_time time; /* set by the runner */
    bool put_off;         /* to be asked again with ACTOR_TIME_LONG */
    int64_t again_at;     /* if nothing is due: when to ask again anyway; 0: never */
    enum event_by by;
    unsigned seat;
    struct action action; /* type ACTION_NONE: no move is due */
    bool parts;           /* instead of a move: what is due in parts of turns (game/part_lists.h) */
    /* Called in the transaction of the move, or alone if no move is due (PLAY is NULL then). It has
     * to change what made it due. NULL: nothing to write. STORE_CONFLICT: the facts have changed;
     * nothing is written, and the game is looked at again. */
    enum store_result (*with)(struct store_tx *tx, const struct automatic_move *automatic,
                              const struct play *play);
    int64_t game; /* for `with`; set by the runner */
    struct order_effect order;
};

/* Fills in *AUTOMATIC, whose action's type is ACTION_NONE and whose `with` is NULL before the call; if nothing is
 * due they stay so, and put_off or again_at may be set. LOAD has been replayed to its end, and the game is
 * active. */
typedef enum store_result actor_due(const struct load *load, int64_t now,
                                    struct automatic_move *automatic);

/* Asked in this order; NULL at the end. Defined in cli/wiring.c. */
extern actor_due *const actors[];

#endif

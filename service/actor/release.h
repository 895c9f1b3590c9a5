/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_RELEASE_H
#define SERVICE_ACTOR_RELEASE_H

#include "service/game/load.h"

/*
 * What deleted accounts leave behind: seats that nobody can play any more. Nothing is noted down
 * about it; what is still to be given up follows from a game's rows alone. So a server that was
 * stopped in between goes on where it was.
 *
 * An open game gets its seats back, also those kept for the account; it goes altogether where its
 * creator is gone and nobody has a seat. In a game going on such a seat is resigned; at a table
 * every seat, where the creator is gone.
 */
enum release_kind {
    RELEASE_NOTHING,
    RELEASE_LEAVE,  /* release_open_game is to be called */
    RELEASE_RESIGN, /* seat is to be resigned; there may be further ones */
};

struct release {
    enum release_kind kind;
    unsigned seat; /* of RELEASE_RESIGN */
};

/* What is to be given up next in the game, whose log has been replayed. */
enum store_result release_due(const struct load *load, struct release *due);

/* In a job: gives the seats of an open game back, or deletes it. STORE_CONFLICT: it is not open any
 * more. A game that is gone already is fine. */
enum store_result release_open_game(struct store_tx *tx, int64_t game);

#endif

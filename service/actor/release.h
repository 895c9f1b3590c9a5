/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_RELEASE_H
#define SERVICE_ACTOR_RELEASE_H

#include "service/game/load.h"

/*
 * Giving up the seats of deleted accounts, which nobody can play any more. No progress is stored;
 * what remains to be done follows from a game's rows alone, so a restarted server continues where
 * it stopped.
 *
 * In an open game these seats become free, also those reserved for the account; the game is deleted
 * if its creator is gone and nobody has a seat. In an active game such a seat is resigned; in a
 * table game all seats are if the creator is gone.
 */
enum release_kind {
    RELEASE_NOTHING,
    RELEASE_LEAVE,  /* call release_open_game */
    RELEASE_RESIGN, /* resign `seat`; there may be further ones */
};

struct release {
    enum release_kind kind;
    unsigned seat; /* for RELEASE_RESIGN */
};

/* What has to be given up next in the game, whose log has been replayed. */
enum store_result release_due(const struct load *load, struct release *due);

/* In a job: frees the seats of an open game, or deletes it. STORE_CONFLICT: it is no longer open.
 * STORE_OK if the game is gone already. */
enum store_result release_open_game(struct store_tx *tx, int64_t game);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_PART_SETTINGS_H
#define DB_PART_SETTINGS_H

#include "db/store.h"

/*
 * What the server is to do for players in their parts of others' turns (rules ). One row
 * per seat; lists are JSON arrays of actions, "" stands for an empty one. A row is ignored once its account
 * no longer has the seat.
 */

enum { STORE_PART_LIST_SIZE = 2048 }; /* bytes of a list, its NUL included */

struct store_part_setting {
    int seat;
    int64_t account;
    int64_t revision;
    uint32_t setting; /* enum part_choice (service/parts/parts.h) */
    uint32_t turn;    /* the turn that the answer is for; 0: there is none */
    char plan[STORE_PART_LIST_SIZE], answer[STORE_PART_LIST_SIZE], skipped[STORE_PART_LIST_SIZE];
};

/* The settings of one seat. STORE_NONE: there are none. */
enum store_result store_part_setting_get(struct store_reader *reader, int64_t game, int seat,
                                         struct store_part_setting *setting);

/* Replaces the settings of setting->revision (0: none) and increments the revision. STORE_CONFLICT: that
 * is not the latest. */
enum store_result store_part_setting_put(struct store_tx *tx, int64_t game,
                                         struct store_part_setting *setting);

#endif

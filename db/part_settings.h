/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_PART_SETTINGS_H
#define DB_PART_SETTINGS_H

#include "db/store.h"

/*
 * What players have told the server to do in their parts of others' turns (rules ). One
 * row a seat; lists are JSON arrays of actions, "" stands for an empty one. A row whose account has not the
 * seat any more counts for nothing.
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

/* That of one seat. STORE_NONE: there is none. */
enum store_result store_part_setting_get(struct store_reader *reader, int64_t game, int seat,
                                         struct store_part_setting *setting);

/* Puts it in the place of that of setting->revision, 0 for none, and counts it on. STORE_CONFLICT: that is
 * not the latest. */
enum store_result store_part_setting_put(struct store_tx *tx, int64_t game,
                                         struct store_part_setting *setting);

#endif

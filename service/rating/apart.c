/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/rating/apart.h"

#include "service/document/category.h"

enum store_result rating_hold_apart(struct store_tx *tx, struct endpoint_call *call,
                                    const struct store_game *row) {
    struct store_group_two two;
    enum store_result result;

    if (row->category == RATING_NONE)
        return STORE_OK;
    result = store_group_in_game(store_tx_reader(tx), row->id, call->now, &two);
    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    return endpoint_refuse(call, PROBLEM_CONFLICT,
                           "%.60s and %.60s have declared that they know one another, so they "
                           "cannot play a rated game together",
                           two.name[0], two.name[1]);
}

enum store_result rating_spare_group(struct store_reader *reader, struct new_game *game,
                                     int64_t now) {
    enum store_result result = STORE_OK;
    bool declared = false;

    for (unsigned seat = 1; seat < game->rules.players && game->rated; seat++)
        for (unsigned other = 0; other < seat && result == STORE_OK && !declared; other++)
            result = store_group_pair(reader, game->seats[seat].account, game->seats[other].account,
                                      now, &declared);
    if (declared) {
        game->rated = false;
        game->category = RATING_NONE;
    }
    return result;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/rating/table.h"

#include <stdio.h>

#include "service/rating/rating.h"

/* The body of POST /v1/games for a table of N; a new reference. */
static json_t *table_body(const json_t *settings, unsigned n) {
    json_t *body = json_deep_copy(settings), *seats = json_array();
    json_t *rules = json_object_get(body, "rules");
    bool failed = body == NULL || seats == NULL;

    for (unsigned seat = 0; seat < n && !failed; seat++)
        failed = json_array_append_new(seats, json_pack("{s:b}", "open", 1)) != 0;
    if (json_is_object(rules))
        failed |= json_object_set_new(rules, "players", json_integer((json_int_t)n)) != 0;
    failed |= json_object_set_new(body, "seats", seats) != 0;
    if (!failed)
        return body;
    json_decref(body);
    return NULL;
}

bool table_read(struct read_errors *errors, const json_t *settings, unsigned n,
                struct new_game *new_game) {
    json_t *body = table_body(settings, n);
    struct new_game_fault fault;
    bool read = body != NULL && new_game_read(errors, body, 0, new_game, &fault) &&
                rating_admit(errors, new_game);

    json_decref(body);
    return read;
}

void table_seat(struct new_game *new_game, unsigned seat, int64_t account, const char *name) {
    struct store_seat *taken = &new_game->seats[seat];

    taken->kind = STORE_SEAT_HUMAN;
    taken->account = account;
    snprintf(taken->account_name, sizeof taken->account_name, "%s", name);
}

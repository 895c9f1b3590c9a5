/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/game/access.h"
#include "service/rating/rating.h"

/* The body of POST /v1/games for a table of N; a new reference. */
static json_t *settings_body(const json_t *settings, unsigned n) {
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

/* Reads the body for a table of N. False: errors were noted, or memory ran out. */
static bool settings_read(struct read_errors *errors, const json_t *settings, unsigned n,
                          struct new_game *new_game) {
    json_t *body = settings_body(settings, n);
    struct new_game_fault fault;
    bool read = body != NULL && new_game_read(errors, body, 0, new_game, &fault) &&
                rating_admit(errors, new_game);

    json_decref(body);
    return read;
}

bool settings_check(struct read_errors *errors, const json_t *settings,
                    struct store_tournament *row) {
    struct new_game *game = calloc(1, sizeof *game);
    bool fits = game != NULL && settings_read(errors, settings, row->seats, game);

    row->smallest = row->seats;
    for (unsigned n = row->seats - 1; fits && n >= CONTEST_SEATS_MIN; n--) {
        struct read_errors unfit = {0};

        if (!settings_read(&unfit, settings, n, game))
            break;
        row->smallest = n;
    }
    free(game);
    return fits;
}

static void settings_name(const struct stage *stage, const struct store_tournament_table *table,
                          char name[STORE_TITLE_SIZE]) {
    snprintf(name, STORE_TITLE_SIZE, "%.200s (%u.%u)", stage->row.name, table->round,
             table->number);
}

bool settings_game(const struct stage *stage, const struct store_tournament_table *table,
                   struct new_game *new_game) {
    struct read_errors errors = {0};
    json_t *settings = json_loads(stage->row.settings, 0, NULL);
    bool read = settings != NULL && settings_read(&errors, settings, table->n, new_game);

    json_decref(settings);
    if (!read)
        return false;
    settings_name(stage, table, new_game->name);
    new_game->visibility = stage->row.visibility;
    memcpy(new_game->tournament.id, stage->row.public_id, sizeof new_game->tournament.id);
    new_game->tournament.round = table->round;
    new_game->tournament.table = table->number;
    for (unsigned seat = 0; seat < table->n; seat++) {
        const struct store_tournament_player *player = &stage->players[table->players[seat]];

        new_game->seats[seat].kind = STORE_SEAT_HUMAN;
        new_game->seats[seat].account = player->account;
        memcpy(new_game->seats[seat].account_name, player->name, sizeof player->name);
    }
    return true;
}

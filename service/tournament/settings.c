/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/game/access.h"
#include "service/rating/table.h"

bool settings_check(struct read_errors *errors, const json_t *settings,
                    struct store_tournament *row) {
    struct new_game *game = calloc(1, sizeof *game);
    bool fits = game != NULL && table_read(errors, settings, row->seats, game);

    row->smallest = row->seats;
    for (unsigned n = row->seats - 1; fits && n >= CONTEST_SEATS_MIN; n--) {
        struct read_errors unfit = {0};

        if (!table_read(&unfit, settings, n, game))
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
    bool read = settings != NULL && table_read(&errors, settings, table->n, new_game);

    json_decref(settings);
    if (!read)
        return false;
    settings_name(stage, table, new_game->name);
    new_game->visibility = stage->row.visibility;
    memcpy(new_game->tournament.id, stage->row.public_id, sizeof new_game->tournament.id);
    new_game->club.id = stage->row.club;
    memcpy(new_game->club.public_id, stage->row.club_id, sizeof new_game->club.public_id);
    new_game->tournament.round = table->round;
    new_game->tournament.table = table->number;
    for (unsigned seat = 0; seat < table->n; seat++) {
        const struct store_tournament_player *player = &stage->players[table->players[seat]];

        table_seat(new_game, seat, player->account, player->name);
    }
    return true;
}

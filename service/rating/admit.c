/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Which games can be rated. */
#include "engine/scenario.h"
#include "service/base/json_read.h"
#include "service/rating/rating.h"

static unsigned own_target(const struct new_game *new_game) {
    return new_game->rules.scenario == SCENARIO_CUSTOM
               ? scenario_custom_target(new_game->rules.game, &new_game->board.spec)
               : rules_target(&new_game->rules);
}

/* Whose the accounts are that are invited by name is known. */
static const char *seat_fault(const struct new_game *new_game, const struct store_seat *seat) {
    bool invited = seat->kind == STORE_SEAT_INVITED, bot = seat->account_bot;

    if (new_game->among_bots)
        return seat->kind == STORE_SEAT_BOT || (invited && !bot)
                   ? "only accounts of bots can play a rated game of bots"
                   : NULL;
    return seat->kind == STORE_SEAT_BOT || (invited && bot)
               ? "only people can play a rated game of people"
               : NULL;
}

static void refuse_seats(struct read_errors *errors, const struct new_game *new_game) {
    char at[READ_POINTER_MAX];

    for (unsigned seat = 0; seat < new_game->rules.players; seat++) {
        const char *fault = seat_fault(new_game, &new_game->seats[seat]);

        read_pointer_at(at, "/seats", seat);
        if (fault != NULL)
            read_error(errors, at, "%s", fault);
    }
}

bool rating_admit(struct read_errors *errors, struct new_game *new_game) {
    size_t before = errors->count;

    if (!new_game->rated)
        return true;
    if (new_game->mode != STORE_MODE_PLAY)
        read_error(errors, "/mode", "a rated game is played here: \"mode\":\"play\"");
    if (!new_game->without_hints)
        read_error(errors, "/hints", "a rated game has no hints");
    if (!new_game->has_clock && new_game->mode == STORE_MODE_PLAY)
        read_error(errors, "/clock", "is missing: a rated game has a clock");
    if (new_game->rules.points_target != own_target(new_game))
        read_error(errors, "/rules/victory_points", "a rated game is played to %u points",
                   own_target(new_game));
    refuse_seats(errors, new_game);
    new_game->category = rating_category_of(&new_game->rules);
    return errors->count == before;
}

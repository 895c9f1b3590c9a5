/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/manners.h"

#include <stdio.h>
#include <time.h>

#include "db/clocks.h"
#include "db/games.h"

enum {
    ORDERS_IN = 2, /* one in this many people leaves orders */
    ASKS_IN = 2,   /* one in this many of the others is asked in special building; the rest plan */
    PAUSES_IN = 8, /* one in this many games is paused */
    PAUSE_AFTER = 2, /* days */
    PAUSE_DAYS = 3,  /* after the beginning it is over */
    VOTES_IN = 6,    /* one in this many visits checks whether others are absent */
    TIME_SIZE = 32,
};

static const char orders_base[] = "{'orders':{'discard':{},'move_robber':'robber',"
                                  "'roll':'if_nothing_before','end_turn':'if_nothing_but_trades'}}";
static const char orders_knights[] =
    "{'orders':{'discard':{},'saboteur':{},'wedding':{},'harbor':'most_held',"
    "'pillage':'fewest_pips','relocate':'nearest','aqueduct':'least_held','deck':'best',"
    "'progress_discard':'last_drawn','commit':'all','roll':'if_nothing_before',"
    "'empty_turn':{'ignore':['build_road'],'bank_trades':true}}}";

bool manners_pauses(const struct month *month, const struct month_game *game) {
    return (game - month->games) % PAUSES_IN == 1;
}

/* Sets what they want in their parts of a game of five or six. */
static void set_part(struct month_app *app, const struct month_game *game, unsigned person) {
    json_decref(program_json(app->program, 200, app->month->people[person].token, "PUT", "",
                             person / ORDERS_IN % ASKS_IN == 0
                                 ? "{'setting':'ask'}"
                                 : "{'setting':'plan','builds':[{'type':'buy_dev_card'}]}",
                             "/v1/games/%s/special-build", game->public_id));
}

void manners_begun(struct month_app *app, struct month_game *game) {
    struct month *month = app->month;

    for (unsigned seat = 0; seat < game->players; seat++) {
        unsigned person = game->people[seat];

        if (person != MONTH_BOT && person % ORDERS_IN != 0 && game->turns == MONTH_SPECIAL_BUILD)
            set_part(app, game, person);
        if (person != MONTH_BOT && person % ORDERS_IN == 0)
            json_decref(program_json(app->program, 200, month->people[person].token, "PUT", "",
                                     game->knights ? orders_knights : orders_base,
                                     "/v1/games/%s/orders", game->public_id));
    }
}

/* Requests something that the game's state may forbid. */
static void try(struct month_app *app, const struct month_person *person,
                const struct month_game *game, const char *what, const char *body) {
    struct response response;

    program_ask(app->program, &response, 0, person->token, "POST", "", body, "/v1/games/%s/%s",
                game->public_id, what);
    MONTH_NEED(app->month, response.status == 200 || response.status == 409, "%s: %d: %s", what,
               response.status, response.body);
    response_free(&response);
}

static void agree(struct month_app *app, const struct month_person *person,
                  const struct month_game *game) {
    int64_t until = game->begun_at + PAUSE_DAYS * MONTH_DAY;
    time_t seconds = (time_t)(until / MONTH_SECOND);
    char body[TIME_SIZE + 16];
    char text[TIME_SIZE];
    struct tm at;

    if (app->month->now < game->begun_at + PAUSE_AFTER * MONTH_DAY || app->month->now >= until)
        return;
    gmtime_r(&seconds, &at);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &at);
    snprintf(body, sizeof body, "{'until':'%s'}", text);
    try(app, person, game, "pause", body);
}

/* Votes to hand the seats of players who keep missing their deadlines to bots. */
static void vote(struct month_app *app, const struct month_person *person,
                 const struct month_game *game) {
    struct store_reader *reader = store_reader_get(app->app->store);
    struct store_clock_seat seats[STORE_SEATS_MAX];
    struct store_clock clock;

    if (store_clock_get(reader, game->id, &clock) != STORE_OK ||
        store_clock_seats(reader, game->id, seats) != STORE_OK)
        return;
    for (unsigned seat = 0; seat < game->players; seat++) {
        char body[64];

        if (seats[seat].missed < clock.vote_after || game->people[seat] == MONTH_BOT ||
            game->people[seat] == person - app->month->people)
            continue;
        snprintf(body, sizeof body, "{'seat':%u,'to':'bot'}", seat);
        try(app, person, game, "votes", body);
    }
}

/* Whether the person still has the seat. */
static bool sits(struct month_app *app, const struct month_person *person,
                 const struct month_game *game) {
    struct store_game row;
    bool found = false;

    if (store_game_get_by_id(store_reader_get(app->app->store), game->id, &row) != STORE_OK)
        return false;
    for (int seat = 0; seat < row.seat_count && row.status == STORE_GAME_ACTIVE; seat++)
        found |=
            row.seats[seat].kind == STORE_SEAT_HUMAN && row.seats[seat].account == person->account;
    store_game_clear(&row);
    return found;
}

void manners_looks_in(struct month_app *app, struct month_person *person) {
    struct month *month = app->month;
    bool votes = random_below(&person->random, VOTES_IN) == 0;

    for (unsigned i = 0; i < person->n_games; i++) {
        const struct month_game *game = &month->games[person->games[i]];
        bool pauses = manners_pauses(month, game) && random_below(&person->random, VOTES_IN) == 0;

        if ((!votes && !pauses) || !game->begun || game->over || !sits(app, person, game))
            continue;
        if (pauses)
            agree(app, person, game);
        if (votes)
            vote(app, person, game);
    }
}

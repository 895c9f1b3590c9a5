/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/timeout.h"

#include "db/games.h"
#include "service/app/app.h"
#include "service/bots/bot.h"

/* The seat whose deadline passed first; NONE if nobody is late. */
static unsigned find_late_seat(const struct load *load, int64_t now) {
    unsigned found = NONE;

    for (unsigned i = 0; i < (unsigned)load->row.seat_count; i++) {
        const struct decision *decision = game_asked(&load->game, i);
        int64_t deadline = clock_deadline(&load->clock, i);

        if (deadline != 0 && deadline <= now && load->row.seats[i].kind == STORE_SEAT_HUMAN &&
            decision != NULL && !decision->answered &&
            (found == NONE || deadline < clock_deadline(&load->clock, found)))
            found = i;
    }
    return found;
}

/* Whether nobody plays any more: every person has missed many deadlines in a row. Nobody is left to
 * vote, and turns that are merely ended would go on for ever. */
static bool is_deserted(const struct load *load) {
    unsigned people = row_humans(&load->row);

    for (unsigned i = 0; i < (unsigned)load->row.seat_count; i++)
        if (people >> i & 1 && load->clock.seats[i].missed < CLOCK_DESERTED_AFTER)
            return false;
    return true;
}

/* A stand-in bot makes no offers, which somebody would have to answer. */
static struct action stand_in(const struct load *load, const struct game *view, unsigned seat) {
    struct fair fair;
    struct action action;

    fair_bot(&fair, load->row.server_seed, load->game.seq);
    fair.chance.next = 0;
    action = bot_choose(BOT_GREEDY, &load->setup, view, seat, BOT_OFFERS_MAX, &fair.chance);
    if (action.type == ACTION_NONE || action.type == OFFER_TRADE || action.type == COUNTER_TRADE ||
        action.type == RESIGN || game_legal(&load->setup, &load->game, seat, &action) != REASON_OK)
        return game_default(&load->setup, view, seat);
    return action;
}

enum store_result timeout_due(const struct load *load, int64_t now,
                              struct automatic_move *automatic) {
    unsigned seat = find_late_seat(load, now);
    struct game view;
    bool special;

    if (seat == NONE || app_clock_doubted() > 0)
        return STORE_OK;
    game_view(&load->setup, &load->game, seat, &view);
    /* A building phase passed by time, or ahead of it, looks to others like one passed by hand, and nobody builds
     * in it for the absent. */
    special = game_asked(&load->game, seat)->kind == DECIDE_SPECIAL_BUILD;
    automatic->by = special ? BY_ORDER : BY_TIMEOUT;
    automatic->seat = seat;
    automatic->action =
        !special && (load->clock.rules.on_timeout == STORE_TIMEOUT_BOT || is_deserted(load))
            ? stand_in(load, &view, seat)
            : game_default(&load->setup, &view, seat);
    return STORE_OK;
}

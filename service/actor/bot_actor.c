/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/bot_actor.h"

#include "service/app/app.h"
#include "service/base/log.h"
#include "service/bots/bot.h"
#include "service/game/guard.h"

/* The move of a bot of KIND on a seat, from its own view and with its own stream of chance. */
static struct action choose_bot_move(const struct load *load, unsigned seat, enum bot_kind kind) {
    struct fair fair;
    struct game view;
    struct action action;

    fair_bot(&fair, load->row.server_seed, load->game.seq);
    fair.chance.next = 0;
    game_view(&load->setup, &load->game, seat, &view);
    action =
        bot_choose(kind, &load->setup, &view, seat, trail_offers(&load->trail, seat), &fair.chance);
    if (action.type == ACTION_NONE ||
        game_legal(&load->setup, &load->game, seat, &action) == REASON_OK)
        return action;
    log_line("error", "the bot %s chose an illegal move in game %s", load->row.seats[seat].bot,
             load->row.public_id);
    guard_set_aside(load->reader, &load->row, GUARD_MOVE, load->game.seq + 1);
    return (struct action){.type = ACTION_NONE};
}

/* Whether SEAT's last action was an offer that people can still answer. */
static bool has_asked_people(const struct load *load, unsigned seat) {
    unsigned people = row_humans(&load->row);

    if (trail_latest(&load->trail, seat) != OFFER_TRADE)
        return false;
    for (unsigned o = 0; o < OFFER_MAX; o++) {
        const struct offer *offer = &load->game.offers[o];
        if (offer->id == load->game.next_offer && offer->player == seat &&
            offer->to & people & ~(unsigned)(offer->accepted | offer->declined))
            return true;
    }
    return false;
}

/* Until when people may answer an offer. The clock may have been set back since the offer was made. */
static int64_t answers_until(const struct load *load, int64_t now) {
    return load->last_at - now > APP_STEP_MS ? 0 : load->last_at + BOT_WAIT_MS;
}

/* Finds the first bot that can move; those asked for an answer come before the player on turn. */
enum store_result bot_due(const struct load *load, int64_t now, struct automatic_move *automatic) {
    unsigned bots = row_bots(&load->row);
    unsigned players = (unsigned)load->row.seat_count;

    automatic->by = BY_BOT;
    for (unsigned i = 1; i <= players && automatic->action.type == ACTION_NONE; i++) {
        unsigned seat = (load->game.active + i) % players;
        enum bot_kind kind = bot_of(load->row.seats[seat].bot);
        if (!(bots >> seat & 1) || game_types(&load->setup, &load->game, seat) == 0)
            continue;
        automatic->seat = seat;
        if (kind == BOT_HARD) {
            automatic->again_at = has_asked_people(load, seat) ? answers_until(load, now) : 0;
            if (now < automatic->again_at)
                continue;
            automatic->again_at = 0;
            if (automatic->time == ACTOR_TIME_SHORT) {
                automatic->put_off = true;
                return STORE_OK;
            }
            kind = automatic->time == ACTOR_TIME_NONE ? BOT_NORMAL : BOT_HARD;
        }
        automatic->action = choose_bot_move(load, seat, kind);
    }
    return STORE_OK;
}

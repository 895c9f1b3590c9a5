/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/told.h"

#include <string.h>

/* What the game waits for from a seat: its own turn, however far it has gone, or one decision. */
struct question {
    uint32_t turn;
    unsigned what;
};
enum { NO_QUESTION = 0, OWN_TURN = 1, FIRST_DECISION = 2 };

static struct question question_of(const struct game *game, unsigned seat) {
    const struct decision *decision = seat == NONE ? NULL : game_decision(game, seat);
    struct question question = {.turn = game->turn, .what = NO_QUESTION};

    if (game->phase == PHASE_PLAY && game->active == seat)
        question.what = OWN_TURN;
    else if (decision != NULL)
        question.what = FIRST_DECISION + decision->kind;
    return question;
}

struct following {
    const struct told *told;
    struct told_state *state;
    unsigned seat;
    bool begun; /* the state that was shown has been reached */
    struct question question;
};

static void told_begin(struct following *following, const struct game *game) {
    following->begun = true;
    following->question = question_of(game, following->seat);
    following->state->seq = game->seq;
    memcpy(following->state->offers, game->offers, sizeof game->offers);
}

static bool told_follow(void *context, struct load *load, const struct game *before,
                        const struct event *event, int64_t at) {
    struct following *following = context;
    struct question now = question_of(&load->game, following->seat);
    bool own = event->player == following->seat && event->by == BY_PLAYER;

    if (!following->begun && at <= following->told->at)
        return true;
    if (!following->begun)
        told_begin(following, before);
    if (now.turn != following->question.turn || now.what != following->question.what)
        following->state->past |= !own;
    following->question = now;
    return true;
}

enum store_result told_replay(struct load *load, unsigned seat, const struct told *told,
                              struct told_state *state) {
    struct following following = {.told = told, .state = state, .seat = seat};
    enum store_result result = STORE_OK;

    *state = (struct told_state){0};
    if (told->seq > 0) {
        result = load_replay(load, told->seq, NULL, NULL);
        told_begin(&following, &load->game);
    }
    if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, told_follow, &following);
    if (!following.begun)
        told_begin(&following, &load->game);
    return result;
}

/* ---- offers ---- */

static const struct offer *offer_by_id(const struct offer offers[OFFER_MAX], uint32_t id) {
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (id != 0 && offers[i].id == id)
            return &offers[i];
    return NULL;
}

/* Whether that state had OFFER, with the same terms. */
static bool told_offer(const struct told_state *state, const struct offer *offer) {
    const struct offer *then = offer_by_id(state->offers, offer->id);

    return then != NULL && then->player == offer->player &&
           memcmp(&then->give, &offer->give, sizeof then->give) == 0 &&
           memcmp(&then->want, &offer->want, sizeof then->want) == 0;
}

bool told_hide_offers(const struct told_state *state, unsigned seat, struct game *view) {
    bool hidden = false;

    for (unsigned i = 0; i < OFFER_MAX; i++) {
        struct offer *offer = &view->offers[i];
        bool was = told_offer(state, offer);
        uint8_t accepted = was ? offer_by_id(state->offers, offer->id)->accepted : 0;

        if (offer->id == 0)
            continue;
        if (offer->player == seat) {
            hidden |= (offer->accepted & ~accepted) != 0;
            offer->accepted &= accepted;
        } else if (!was) {
            hidden = true;
            *offer = (struct offer){0};
            view->n_offers--;
        }
    }
    return hidden;
}

bool told_renumbered(const struct told_state *state, const struct game *game,
                     const struct action *action) {
    const struct offer *now;

    if (action->type != ACCEPT_TRADE && action->type != DECLINE_TRADE &&
        action->type != COUNTER_TRADE && action->type != CONFIRM_TRADE)
        return false;
    now = offer_by_id(game->offers, action->ref);
    return now != NULL && offer_by_id(state->offers, action->ref) != NULL &&
           !told_offer(state, now);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What was done, where the fields of the action are not all of it, or are hidden. */
#include "service/words/narration.h"

#include <string.h>

#include "service/document/action_json.h"
#include "service/words/notation_int.h"

static void say(struct narration *narration, const char *text) {
    buffer_text(narration->out, text);
}

/* ---- dice ---- */

static void told_roll(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;

    buffer_format(narration->out, " rolled %u + %u", outcome->yellow, outcome->red);
    if (outcome->event == FACE_SHIP)
        say(narration, " (ship)");
    else if (outcome->event != FACE_NONE)
        buffer_format(narration->out, " (%s gate)", face_names[outcome->event]);
}

/* Who drew from the stack of the gate, and what, for those who may know. */
static void draws(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;
    unsigned hidden = event_hidden_dealt(narration->event, narration->to->viewer);

    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        unsigned card = outcome->dealt[seat] - 1u;

        if (outcome->dealt[seat] == 0)
            continue;
        narrate_clause(narration);
        narrate_seat(narration, seat);
        say(narration, " drew ");
        if (hidden >> seat & 1)
            buffer_format(narration->out, "a %s card", face_names[outcome->event]);
        else
            narrate_title(narration, progress_names[card]);
    }
}

/* ---- trades ---- */

static const struct offer *offer_of(const struct game *game, uint32_t id) {
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (game->offers[i].player != NONE && game->offers[i].id == id)
            return &game->offers[i];
    return NULL;
}

static void say_exchange(struct narration *narration, struct cards give, struct cards want) {
    notation_write_cards(narration->out, give);
    say(narration, " for ");
    notation_write_cards(narration->out, want);
}

static void told_offer(struct narration *narration) {
    const struct action *action = &narration->event->action;

    if (action->type == COUNTER_TRADE)
        buffer_format(narration->out, " answered offer %u with", (unsigned)action->ref);
    else
        say(narration, " offered");
    say(narration, " ");
    say_exchange(narration, action->give, action->take);
    if (action->type == OFFER_TRADE && action->seats != 0) {
        say(narration, " to ");
        narrate_seats(narration, action->seats);
    }
    buffer_format(narration->out, " (offer %u)", (unsigned)narration->after->next_offer);
}

/* The maker of the offer gives what he offered; PARTNER gets it. */
static void say_trade(struct narration *narration, const struct offer *offer, unsigned partner) {
    bool maker = narration->event->player == offer->player;

    say(narration, " traded ");
    say_exchange(narration, maker ? offer->give : offer->want, maker ? offer->want : offer->give);
    say(narration, " with ");
    narrate_seat(narration, maker ? partner : offer->player);
}

static void told_acceptance(struct narration *narration) {
    const struct action *action = &narration->event->action;
    const struct offer *offer = offer_of(narration->before, action->ref);
    bool carried_out = narration->n_effects > 0;

    if (offer != NULL && carried_out)
        say_trade(narration, offer,
                  action->type == CONFIRM_TRADE ? action->seat : narration->event->player);
    else
        buffer_format(narration->out, " accepted offer %u", (unsigned)action->ref);
}

/* ---- answers that stay hidden ---- */

/* How many cards an answer is about where it may be known which. */
static void told_cards(struct narration *narration, const char *did, const char *chose) {
    struct cards cards = narration->event->type == TAKE_CARDS ? narration->event->action.take
                                                              : narration->event->action.give;

    if (narration->hidden & HIDDEN_ACTION_CARDS) {
        say(narration, chose);
        return;
    }
    say(narration, did);
    notation_write_cards(narration->out, cards);
}

/* Whether everybody's answers were carried out with this event. */
static bool carried_out(const struct narration *narration) {
    const struct decision *decision = game_decision(narration->after, narration->event->player);
    return decision == NULL || !decision->answered;
}

static void told_discard(struct narration *narration) {
    bool alone = carried_out(narration) && narration->n_effects == 1 &&
                 narration->effects[0].player == narration->event->player &&
                 narration->effects[0].known;

    if (alone) {
        say(narration, " discarded ");
        notation_write_cards(narration->out, narration->effects[0].lose);
        narration->n_effects = 0;
    } else {
        told_cards(narration, " chose to discard ", " chose what to discard");
    }
}

static void told_progress_card(struct narration *narration, const char *did) {
    unsigned card = narration->event->action.card;

    say(narration, did);
    if (card == NONE)
        say(narration, " nothing");
    else if (!(narration->hidden & HIDDEN_ACTION_CARD))
        say(narration, " "), narrate_title(narration, progress_names[card]);
    else if (!(narration->hidden & HIDDEN_ACTION_TRACK))
        buffer_format(narration->out, " a %s card", track_names[progress_rows[card].track]);
    else
        say(narration, " a card");
}

static void told_deck(struct narration *narration) {
    buffer_format(narration->out, " drew from the %s stack",
                  track_names[narration->event->action.track]);
    if (!(narration->hidden & HIDDEN_OUTCOME_CARD)) {
        say(narration, ": ");
        narrate_title(narration, progress_names[narration->event->outcome.card]);
    }
}

static void told_pillage(struct narration *narration) {
    if (narration->hidden & HIDDEN_ACTION_VERTEX)
        say(narration, " chose a city to lose");
    else
        buffer_format(narration->out, " chose to lose the city at %u",
                      narration->event->action.vertex);
}

/* ---- the others ---- */

static void told_purchase(struct narration *narration) {
    say(narration, " bought a development card");
    if (!(narration->hidden & HIDDEN_OUTCOME_CARD)) {
        say(narration, " (");
        narrate_title(narration, dev_names[narration->event->outcome.card]);
        say(narration, ")");
    }
}

static void told_improvement(struct narration *narration) {
    const struct rules *rules = &narration->to->setup->rules;
    unsigned track = narration->event->action.track;
    unsigned level = narration->after->players[narration->event->player].improvements[track];

    buffer_format(narration->out, " improved %s to level %u", track_names[track], level);
    if (level >= 1 && level <= LEVEL_MAX &&
        improvement_names[rules->edition][track][level - 1] != NULL)
        buffer_format(narration->out, " (%s)", improvement_names[rules->edition][track][level - 1]);
}

bool narrate_special(struct narration *narration) {
    switch (narration->event->type) {
    case ROLL: told_roll(narration); return true;
    case OFFER_TRADE:
    case COUNTER_TRADE: told_offer(narration); return true;
    case ACCEPT_TRADE:
    case CONFIRM_TRADE: told_acceptance(narration); return true;
    case BUY_DEV_CARD: told_purchase(narration); return true;
    case DISCARD: told_discard(narration); return true;
    case RETURN_CARDS: told_cards(narration, " gave back ", " gave cards back"); return true;
    case GIVE_CARDS: told_cards(narration, " chose to give ", " chose what to give"); return true;
    case TAKE_CARDS: told_cards(narration, " took ", " took cards"); return true;
    case TAKE_PROGRESS_CARD: told_progress_card(narration, " took"); return true;
    case DISCARD_PROGRESS_CARD: told_progress_card(narration, " put back"); return true;
    case CHOOSE_PROGRESS_DECK: told_deck(narration); return true;
    case CHOOSE_PILLAGED_CITY: told_pillage(narration); return true;
    case IMPROVE_CITY: told_improvement(narration); return true;
    case END_TURN: say(narration, " ended the turn"); return true;
    default: return false;
    }
}

/* ---- what follows ---- */

void narrate_theft(struct narration *narration) {
    const struct event *event = narration->event;
    bool knight = event->type == PLAY_DEV_CARD && event->action.card == KNIGHT;

    if (event->type != MOVE_ROBBER && event->type != CHASE_ROBBER && !knight)
        return;
    if (event->action.seat != NONE) {
        say(narration, " and stole ");
        if (narration->hidden & HIDDEN_OUTCOME_CARD)
            say(narration, "a card");
        else
            notation_write_cards(narration->out, cards_one(event->outcome.card, 1));
        say(narration, " from ");
        narrate_seat(narration, event->action.seat);
    }
    narration->n_effects = 0;
}

/* Types whose own clause says what changed hands; the price of what is built goes without saying. */
static bool says_itself(const struct event *event) {
    switch (event->type) {
    case ROLL:
    case DISCARD:
    case PLAY_DEV_CARD:
    case FORCED_TRADE:
    case RETURN_CARDS:
    case PLAY_PROGRESS_CARD:
    case GIVE_COMMODITY:
    case GIVE_CARDS:
    case TAKE_CARDS:
    case TAKE_RESOURCE: return false;
    default: return true;
    }
}

static void say_half(struct narration *narration, const struct effect *effect, bool gain) {
    unsigned count = gain ? effect->gain_count : effect->lose_count;

    narrate_clause(narration);
    narrate_seat(narration, effect->player);
    say(narration, gain ? " got " : narration->event->type == DISCARD ? " discarded " : " lost ");
    if (effect->known)
        notation_write_cards(narration->out, gain ? effect->gain : effect->lose);
    else
        buffer_format(narration->out, "%u card%s", count, count == 1 ? "" : "s");
}

void narrate_effects(struct narration *narration) {
    /* What is built brings cards only when the game is set up. */
    bool gains = narration->event->type == BUILD_SETTLEMENT || narration->event->type == BUILD_CITY;

    if (narration->event->type == ROLL)
        draws(narration);
    if (says_itself(narration->event) && !gains)
        return;
    for (size_t i = 0; i < narration->n_effects; i++) {
        if (narration->effects[i].lose_count > 0 && !gains)
            say_half(narration, &narration->effects[i], false);
        if (narration->effects[i].gain_count > 0)
            say_half(narration, &narration->effects[i], true);
    }
}

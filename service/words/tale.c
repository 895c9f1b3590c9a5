/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What was done, where the fields of the action are not all of it, or are hidden. */
#include "service/words/tale.h"

#include <string.h>

#include "service/gamejson/action_json.h"
#include "service/words/notation_int.h"

static void say(struct tale *tale, const char *text) {
    buffer_text(tale->out, text);
}

/* ---- dice ---- */

static void told_roll(struct tale *tale) {
    const struct outcome *outcome = &tale->event->outcome;

    buffer_format(tale->out, " rolled %u + %u", outcome->yellow, outcome->red);
    if (outcome->event == FACE_SHIP)
        say(tale, " (ship)");
    else if (outcome->event != FACE_NONE)
        buffer_format(tale->out, " (%s gate)", face_names[outcome->event]);
}

/* Who drew from the stack of the gate, and what, for those who may know. */
static void draws(struct tale *tale) {
    const struct outcome *outcome = &tale->event->outcome;
    unsigned hidden = event_hidden_dealt(tale->event, tale->to->viewer);

    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        unsigned card = outcome->dealt[seat] - 1u;

        if (outcome->dealt[seat] == 0)
            continue;
        tale_clause(tale);
        tale_seat(tale, seat);
        say(tale, " drew ");
        if (hidden >> seat & 1)
            buffer_format(tale->out, "a %s card", face_names[outcome->event]);
        else
            tale_title(tale, progress_names[card]);
    }
}

/* ---- trades ---- */

static const struct offer *offer_of(const struct game *game, uint32_t id) {
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (game->offers[i].player != NONE && game->offers[i].id == id)
            return &game->offers[i];
    return NULL;
}

static void say_exchange(struct tale *tale, struct cards give, struct cards want) {
    notation_write_cards(tale->out, give);
    say(tale, " for ");
    notation_write_cards(tale->out, want);
}

static void told_offer(struct tale *tale) {
    const struct action *action = &tale->event->action;

    if (action->type == COUNTER_TRADE)
        buffer_format(tale->out, " answered offer %u with", (unsigned)action->ref);
    else
        say(tale, " offered");
    say(tale, " ");
    say_exchange(tale, action->give, action->take);
    if (action->type == OFFER_TRADE && action->seats != 0) {
        say(tale, " to ");
        tale_seats(tale, action->seats);
    }
    buffer_format(tale->out, " (offer %u)", (unsigned)tale->after->next_offer);
}

/* The maker of the offer gives what he offered; PARTNER gets it. */
static void say_trade(struct tale *tale, const struct offer *offer, unsigned partner) {
    bool maker = tale->event->player == offer->player;

    say(tale, " traded ");
    say_exchange(tale, maker ? offer->give : offer->want, maker ? offer->want : offer->give);
    say(tale, " with ");
    tale_seat(tale, maker ? partner : offer->player);
}

static void told_acceptance(struct tale *tale) {
    const struct action *action = &tale->event->action;
    const struct offer *offer = offer_of(tale->before, action->ref);
    bool carried_out = tale->n_effects > 0;

    if (offer != NULL && carried_out)
        say_trade(tale, offer, action->type == CONFIRM_TRADE ? action->seat : tale->event->player);
    else
        buffer_format(tale->out, " accepted offer %u", (unsigned)action->ref);
}

/* ---- answers that stay hidden ---- */

/* How many cards an answer is about where it may be known which. */
static void told_cards(struct tale *tale, const char *did, const char *chose) {
    struct cards cards =
        tale->event->type == TAKE_CARDS ? tale->event->action.take : tale->event->action.give;

    if (tale->hidden & HIDDEN_ACTION_CARDS) {
        say(tale, chose);
        return;
    }
    say(tale, did);
    notation_write_cards(tale->out, cards);
}

/* Whether everybody's answers were carried out with this event. */
static bool carried_out(const struct tale *tale) {
    const struct decision *decision = game_decision(tale->after, tale->event->player);
    return decision == NULL || !decision->answered;
}

static void told_discard(struct tale *tale) {
    bool alone = carried_out(tale) && tale->n_effects == 1 &&
                 tale->effects[0].player == tale->event->player && tale->effects[0].known;

    if (alone) {
        say(tale, " discarded ");
        notation_write_cards(tale->out, tale->effects[0].lose);
        tale->n_effects = 0;
    } else {
        told_cards(tale, " chose to discard ", " chose what to discard");
    }
}

static void told_progress_card(struct tale *tale, const char *did) {
    unsigned card = tale->event->action.card;

    say(tale, did);
    if (card == NONE)
        say(tale, " nothing");
    else if (!(tale->hidden & HIDDEN_ACTION_CARD))
        say(tale, " "), tale_title(tale, progress_names[card]);
    else if (!(tale->hidden & HIDDEN_ACTION_TRACK))
        buffer_format(tale->out, " a %s card", track_names[progress_rows[card].track]);
    else
        say(tale, " a card");
}

static void told_deck(struct tale *tale) {
    buffer_format(tale->out, " drew from the %s stack", track_names[tale->event->action.track]);
    if (!(tale->hidden & HIDDEN_OUTCOME_CARD)) {
        say(tale, ": ");
        tale_title(tale, progress_names[tale->event->outcome.card]);
    }
}

static void told_pillage(struct tale *tale) {
    if (tale->hidden & HIDDEN_ACTION_VERTEX)
        say(tale, " chose a city to lose");
    else
        buffer_format(tale->out, " chose to lose the city at %u", tale->event->action.vertex);
}

/* ---- the others ---- */

static void told_purchase(struct tale *tale) {
    say(tale, " bought a development card");
    if (!(tale->hidden & HIDDEN_OUTCOME_CARD)) {
        say(tale, " (");
        tale_title(tale, dev_names[tale->event->outcome.card]);
        say(tale, ")");
    }
}

static void told_improvement(struct tale *tale) {
    const struct rules *rules = &tale->to->setup->rules;
    unsigned track = tale->event->action.track;
    unsigned level = tale->after->players[tale->event->player].improvements[track];

    buffer_format(tale->out, " improved %s to level %u", track_names[track], level);
    if (level >= 1 && level <= LEVEL_MAX &&
        improvement_names[rules->edition][track][level - 1] != NULL)
        buffer_format(tale->out, " (%s)", improvement_names[rules->edition][track][level - 1]);
}

bool tale_told(struct tale *tale) {
    switch (tale->event->type) {
    case ROLL: told_roll(tale); return true;
    case OFFER_TRADE:
    case COUNTER_TRADE: told_offer(tale); return true;
    case ACCEPT_TRADE:
    case CONFIRM_TRADE: told_acceptance(tale); return true;
    case BUY_DEV_CARD: told_purchase(tale); return true;
    case DISCARD: told_discard(tale); return true;
    case RETURN_CARDS: told_cards(tale, " gave back ", " gave cards back"); return true;
    case GIVE_CARDS: told_cards(tale, " chose to give ", " chose what to give"); return true;
    case TAKE_CARDS: told_cards(tale, " took ", " took cards"); return true;
    case TAKE_PROGRESS_CARD: told_progress_card(tale, " took"); return true;
    case DISCARD_PROGRESS_CARD: told_progress_card(tale, " put back"); return true;
    case CHOOSE_PROGRESS_DECK: told_deck(tale); return true;
    case CHOOSE_PILLAGED_CITY: told_pillage(tale); return true;
    case IMPROVE_CITY: told_improvement(tale); return true;
    case END_TURN: say(tale, " ended the turn"); return true;
    default: return false;
    }
}

/* ---- what follows ---- */

void tale_theft(struct tale *tale) {
    const struct event *event = tale->event;
    bool knight = event->type == PLAY_DEV_CARD && event->action.card == KNIGHT;

    if (event->type != MOVE_ROBBER && event->type != CHASE_ROBBER && !knight)
        return;
    if (event->action.seat != NONE) {
        say(tale, " and stole ");
        if (tale->hidden & HIDDEN_OUTCOME_CARD)
            say(tale, "a card");
        else
            notation_write_cards(tale->out, cards_one(event->outcome.card, 1));
        say(tale, " from ");
        tale_seat(tale, event->action.seat);
    }
    tale->n_effects = 0;
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

static void say_half(struct tale *tale, const struct effect *effect, bool gain) {
    unsigned count = gain ? effect->gain_count : effect->lose_count;

    tale_clause(tale);
    tale_seat(tale, effect->player);
    say(tale, gain ? " got " : tale->event->type == DISCARD ? " discarded " : " lost ");
    if (effect->known)
        notation_write_cards(tale->out, gain ? effect->gain : effect->lose);
    else
        buffer_format(tale->out, "%u card%s", count, count == 1 ? "" : "s");
}

void tale_effects(struct tale *tale) {
    /* What is built brings cards only when the game is set up. */
    bool gains = tale->event->type == BUILD_SETTLEMENT || tale->event->type == BUILD_CITY;

    if (tale->event->type == ROLL)
        draws(tale);
    if (says_itself(tale->event) && !gains)
        return;
    for (size_t i = 0; i < tale->n_effects; i++) {
        if (tale->effects[i].lose_count > 0 && !gains)
            say_half(tale, &tale->effects[i], false);
        if (tale->effects[i].gain_count > 0)
            say_half(tale, &tale->effects[i], true);
    }
}

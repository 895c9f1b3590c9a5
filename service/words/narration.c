/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What was done, where the fields of the action are not all of it, or are hidden. */
#include "service/words/narration.h"

#include <string.h>

#include "service/document/action_json.h"
#include "service/words/notation_int.h"
#include "service/words/terms.h"

/* ---- names ---- */

static const char *narrate_track(const struct narration *narration, unsigned track) {
    return term_track(narration->to->language, track);
}

/* The gate that a face of the event die shows. */
static const char *narrate_face(const struct narration *narration, unsigned face) {
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (strcmp(face_names[face], track_names[track]) == 0)
            return narrate_track(narration, track);
    return face_names[face];
}

static void narrate_progress(const struct narration *narration, unsigned card) {
    if (narration->to->language == LANGUAGE_ENGLISH)
        narrate_title(narration, progress_names[card]);
    else
        narrate_text(narration, term_progress(narration->to->language, card));
}

static void narrate_dev(const struct narration *narration, unsigned card) {
    if (narration->to->language == LANGUAGE_ENGLISH)
        narrate_title(narration, dev_names[card]);
    else
        narrate_text(narration, term_dev(narration->to->language, card));
}

/* ---- dice ---- */

static void narrate_roll(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;

    buffer_format(narration->out, SAID(narration, " rolled %u + %u", " würfelte %u + %u"),
                  outcome->yellow, outcome->red);
    if (outcome->event == FACE_SHIP)
        narrate_text(narration, SAID(narration, " (ship)", " (Schiff)"));
    else if (outcome->event != FACE_NONE)
        buffer_format(narration->out, SAID(narration, " (%s gate)", " (Symbol %s)"),
                      narrate_face(narration, outcome->event));
}

/* Who drew from the stack of the gate, and what, for those who may know. */
static void narrate_draws(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;
    unsigned hidden = event_hidden_dealt(narration->event, narration->to->viewer);

    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        unsigned card = outcome->dealt[seat] - 1u;

        if (outcome->dealt[seat] == 0)
            continue;
        narrate_clause(narration);
        narrate_seat(narration, seat);
        narrate_text(narration, SAID(narration, " drew ", " zog "));
        if (hidden >> seat & 1)
            buffer_format(narration->out, SAID(narration, "a %s card", "eine Karte %s"),
                          narrate_face(narration, outcome->event));
        else
            narrate_progress(narration, card);
    }
}

/* ---- trades ---- */

static const struct offer *narrate_find_offer(const struct game *game, uint32_t id) {
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (game->offers[i].player != NONE && game->offers[i].id == id)
            return &game->offers[i];
    return NULL;
}

static void narrate_exchange(struct narration *narration, struct cards give, struct cards want) {
    narrate_hand(narration, give);
    narrate_text(narration, SAID(narration, " for ", " gegen "));
    narrate_hand(narration, want);
}

static void narrate_offer(struct narration *narration) {
    const struct action *action = &narration->event->action;

    if (action->type == COUNTER_TRADE)
        buffer_format(narration->out,
                      SAID(narration, " answered offer %u with", " antwortete auf Angebot %u mit"),
                      (unsigned)action->ref);
    else
        narrate_text(narration, SAID(narration, " offered", " schlug vor:"));
    narrate_text(narration, " ");
    narrate_exchange(narration, action->give, action->take);
    if (action->type == OFFER_TRADE && action->seats != 0) {
        narrate_text(narration, SAID(narration, " to ", ", an "));
        narrate_seats(narration, action->seats);
    }
    buffer_format(narration->out, SAID(narration, " (offer %u)", " (Angebot %u)"),
                  (unsigned)narration->after->next_offer);
}

/* The maker of the offer gives what was offered; PARTNER gets it. */
static void narrate_trade(struct narration *narration, const struct offer *offer,
                          unsigned partner) {
    bool maker = narration->event->player == offer->player;

    narrate_text(narration, SAID(narration, " traded ", " tauschte "));
    narrate_exchange(narration, maker ? offer->give : offer->want,
                     maker ? offer->want : offer->give);
    narrate_text(narration, SAID(narration, " with ", " mit "));
    narrate_seat(narration, maker ? partner : offer->player);
}

static void narrate_acceptance(struct narration *narration) {
    const struct action *action = &narration->event->action;
    const struct offer *offer = narrate_find_offer(narration->before, action->ref);
    bool carried_out = narration->n_effects > 0;

    if (offer != NULL && carried_out)
        narrate_trade(narration, offer,
                      action->type == CONFIRM_TRADE ? action->seat : narration->event->player);
    else
        buffer_format(narration->out, SAID(narration, " accepted offer %u", " nahm Angebot %u an"),
                      (unsigned)action->ref);
}

/* ---- answers that stay hidden ---- */

/* How many cards an answer is about where it may be known which. */
static void narrate_cards(struct narration *narration, const char *did, const char *chose) {
    struct cards cards = narration->event->type == TAKE_CARDS ? narration->event->action.take
                                                              : narration->event->action.give;

    if (narration->hidden & HIDDEN_ACTION_CARDS) {
        narrate_text(narration, chose);
        return;
    }
    narrate_text(narration, did);
    narrate_hand(narration, cards);
}

/* Whether everybody's answers were carried out with this event. */
static bool narration_is_carried_out(const struct narration *narration) {
    const struct decision *decision = game_decision(narration->after, narration->event->player);
    return decision == NULL || !decision->answered;
}

static void narrate_discard(struct narration *narration) {
    bool alone = narration_is_carried_out(narration) && narration->n_effects == 1 &&
                 narration->effects[0].player == narration->event->player &&
                 narration->effects[0].known;

    if (alone) {
        narrate_text(narration, SAID(narration, " discarded ", " warf ab: "));
        narrate_hand(narration, narration->effects[0].lose);
        narration->n_effects = 0;
    } else {
        narrate_cards(narration, SAID(narration, " chose to discard ", " wählte zum Abgeben "),
                      SAID(narration, " chose what to discard", " wählte Karten zum Abgeben"));
    }
}

static void narrate_progress_card(struct narration *narration, const char *did) {
    unsigned card = narration->event->action.card;

    narrate_text(narration, did);
    if (card == NONE)
        narrate_text(narration, SAID(narration, " nothing", " nichts"));
    else if (!(narration->hidden & HIDDEN_ACTION_CARD))
        narrate_text(narration, " "), narrate_progress(narration, card);
    else if (!(narration->hidden & HIDDEN_ACTION_TRACK))
        buffer_format(narration->out, SAID(narration, " a %s card", " eine Karte %s"),
                      narrate_track(narration, progress_rows[card].track));
    else
        narrate_text(narration, SAID(narration, " a card", " eine Karte"));
}

static void narrate_deck(struct narration *narration) {
    buffer_format(narration->out, SAID(narration, " drew from the %s stack", " zog vom Stapel %s"),
                  narrate_track(narration, narration->event->action.track));
    if (!(narration->hidden & HIDDEN_OUTCOME_CARD)) {
        narrate_text(narration, ": ");
        narrate_progress(narration, narration->event->outcome.card);
    }
}

static void narrate_pillage(struct narration *narration) {
    if (narration->hidden & HIDDEN_ACTION_VERTEX)
        narrate_text(narration, SAID(narration, " chose a city to lose",
                                     " wählte, welche Stadt verloren geht"));
    else
        buffer_format(narration->out,
                      SAID(narration, " chose to lose the city at %u",
                           " wählte zum Verlust die Stadt bei %u"),
                      narration->event->action.vertex);
}

/* ---- the others ---- */

/* Others see what was chosen when everybody has (S-77). */
static void narrate_gold(struct narration *narration) {
    if (narration->hidden & HIDDEN_ACTION_TAKE) {
        narrate_text(narration,
                     SAID(narration, " chose cards for gold", " wählte Karten für Gold"));
        return;
    }
    narrate_text(narration, SAID(narration, " chose for gold: ", " wählte für Gold: "));
    narrate_hand(narration, narration->event->action.take);
}

static void narrate_purchase(struct narration *narration) {
    narrate_text(narration,
                 SAID(narration, " bought a development card", " kaufte eine Entwicklungskarte"));
    if (!(narration->hidden & HIDDEN_OUTCOME_CARD)) {
        narrate_text(narration, " (");
        narrate_dev(narration, narration->event->outcome.card);
        narrate_text(narration, ")");
    }
}

static void narrate_improvement(struct narration *narration) {
    const struct rules *rules = &narration->to->setup->rules;
    unsigned track = narration->event->action.track;
    unsigned level = narration->after->players[narration->event->player].improvements[track];

    buffer_format(narration->out,
                  SAID(narration, " improved %s to level %u", " baute %s auf Stufe %u aus"),
                  narrate_track(narration, track), level);
    if (narration->to->language == LANGUAGE_ENGLISH && level >= 1 && level <= LEVEL_MAX &&
        improvement_names[rules->edition][track][level - 1] != NULL)
        buffer_format(narration->out, " (%s)", improvement_names[rules->edition][track][level - 1]);
}

static void narrate_wonder(struct narration *narration) {
    buffer_format(narration->out,
                  SAID(narration, " built level %u of the %s", " baute Stufe %u am Weltwunder %s"),
                  narration->after->players[narration->event->player].wonder_level,
                  term_wonder(narration->to->language, narration->event->action.wonder));
}

/* The last of those placed. */
static void narrate_harbor(struct narration *narration) {
    const struct game *after = narration->after;
    const struct harbor *harbor = &after->harbors[after->n_harbors - 1];
    const uint8_t *ends = narration->to->setup->board.edge[harbor->edge].vertices;

    buffer_format(
        narration->out,
        SAID(narration, " placed a harbor at %u-%u: %s", " setzte einen Hafen bei %u-%u: %s"),
        ends[0], ends[1], term_harbor(narration->to->language, harbor->kind));
    if (narration->event->outcome.harbor)
        buffer_format(narration->out,
                      SAID(narration, "; drawn next: %s", "; als nächster gezogen: %s"),
                      term_harbor(narration->to->language, narration->event->outcome.harbor - 1U));
}

/* What comes of it follows as a change (S-138). */
static void narrate_attack(struct narration *narration) {
    buffer_format(narration->out,
                  SAID(narration, " attacked the own fortress: the die shows %u",
                       " griff die eigene Festung an: gewürfelt %u"),
                  narration->event->outcome.yellow);
}

bool narrate_special(struct narration *narration) {
    switch (narration->event->type) {
    case ROLL: narrate_roll(narration); return true;
    case OFFER_TRADE:
    case COUNTER_TRADE: narrate_offer(narration); return true;
    case ACCEPT_TRADE:
    case CONFIRM_TRADE: narrate_acceptance(narration); return true;
    case BUY_DEV_CARD: narrate_purchase(narration); return true;
    case DISCARD: narrate_discard(narration); return true;
    case CHOOSE_GOLD: narrate_gold(narration); return true;
    case BUILD_WONDER: narrate_wonder(narration); return true;
    case PLACE_HARBOR: narrate_harbor(narration); return true;
    case ATTACK_FORTRESS: narrate_attack(narration); return true;
    case RETURN_CARDS:
        narrate_cards(narration, SAID(narration, " gave back ", " gab zurück: "),
                      SAID(narration, " gave cards back", " gab Karten zurück"));
        return true;
    case GIVE_CARDS:
        narrate_cards(narration, SAID(narration, " chose to give ", " wählte zum Verschenken "),
                      SAID(narration, " chose what to give", " wählte Karten zum Verschenken"));
        return true;
    case TAKE_CARDS:
        narrate_cards(narration, SAID(narration, " took ", " nahm "),
                      SAID(narration, " took cards", " nahm Karten"));
        return true;
    case TAKE_PROGRESS_CARD:
        narrate_progress_card(narration, SAID(narration, " took", " nahm"));
        return true;
    case DISCARD_PROGRESS_CARD:
        narrate_progress_card(narration, SAID(narration, " put back", " legte zurück:"));
        return true;
    case CHOOSE_PROGRESS_DECK: narrate_deck(narration); return true;
    case CHOOSE_PILLAGED_CITY: narrate_pillage(narration); return true;
    case IMPROVE_CITY: narrate_improvement(narration); return true;
    case END_TURN:
        narrate_text(narration, SAID(narration, " ended the turn", " beendete den Zug"));
        return true;
    default: return false;
    }
}

/* ---- what follows ---- */

void narrate_theft(struct narration *narration) {
    const struct event *event = narration->event;
    bool knight = event->type == PLAY_DEV_CARD && event->action.card == KNIGHT;

    if (event->type != MOVE_ROBBER && event->type != MOVE_PIRATE && event->type != CHASE_ROBBER &&
        event->type != DRAW_VICTIM && !knight)
        return;
    if (event->action.seat != NONE) {
        narrate_text(narration, SAID(narration, " and stole ", " und stahl "));
        if (action_takes_cloth(&event->action))
            narrate_text(narration, SAID(narration, "cloth of the villages", "Tuch der Dörfer"));
        else if (narration->hidden & HIDDEN_OUTCOME_CARD)
            narrate_text(narration, SAID(narration, "a card", "eine Karte"));
        else
            narrate_hand(narration, cards_one(event->outcome.card, 1));
        narrate_text(narration, SAID(narration, " from ", " von "));
        narrate_seat(narration, event->action.seat);
    }
    narration->n_effects = 0;
}

/* Types whose own clause says what changed hands; the price of what is built goes without saying. */
static bool narration_is_whole(const struct event *event) {
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

static void narrate_effect(struct narration *narration, const struct effect *effect, bool gain) {
    unsigned count = gain ? effect->gain_count : effect->lose_count;

    narrate_clause(narration);
    narrate_seat(narration, effect->player);
    narrate_text(narration, gain ? SAID(narration, " got ", " bekam ")
                            : narration->event->type == DISCARD
                                ? SAID(narration, " discarded ", " warf ab: ")
                                : SAID(narration, " lost ", " verlor "));
    if (effect->known)
        narrate_hand(narration, gain ? effect->gain : effect->lose);
    else
        buffer_format(narration->out,
                      count == 1 ? SAID(narration, "%u card", "%u Karte")
                                 : SAID(narration, "%u cards", "%u Karten"),
                      count);
}

void narrate_effects(struct narration *narration) {
    /* What is built brings cards only when the game is set up, or where it clears fog. */
    const struct event *event = narration->event;
    bool chosen = event->type == CHOOSE_GOLD; /* others got what the bank left them, unasked */
    bool gains = event->type == BUILD_SETTLEMENT || event->type == BUILD_CITY ||
                 event->outcome.n_reveals > 0 || chosen;

    if (event->type == ROLL)
        narrate_draws(narration);
    if (narration_is_whole(event) && !gains)
        return;
    for (size_t i = 0; i < narration->n_effects; i++) {
        if (chosen && game_decision(narration->before, narration->effects[i].player) != NULL)
            continue;
        if (narration->effects[i].lose_count > 0 && !gains)
            narrate_effect(narration, &narration->effects[i], false);
        if (narration->effects[i].gain_count > 0)
            narrate_effect(narration, &narration->effects[i], true);
    }
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Narrates actions whose fields are hidden, or do not tell everything. */
#include "service/words/narration.h"

#include <string.h>

#include "service/document/action_json.h"
#include "service/words/terms.h"

/* ---- names ---- */

static const char *track_term(const struct narration *narration, unsigned track) {
    return term_track(narration->to->language, track);
}

/* The gate shown by a face of the event die. */
static const char *gate_term(const struct narration *narration, unsigned face) {
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (strcmp(face_names[face], track_names[track]) == 0)
            return track_term(narration, track);
    return face_names[face];
}

static const char *progress_term(struct narration *narration, unsigned card) {
    return piece_term(narration, SPAN_PROGRESS, card, term_progress(narration->to->language, card));
}

/* ---- dice ---- */

static void narrate_roll(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;
    const char *who = piece_subject(narration, narration->event->player);
    const char *yellow = piece_number(narration, outcome->yellow);
    const char *red = piece_number(narration, outcome->red);
    const char *sum = piece_number(narration, outcome->yellow + outcome->red);

    if (outcome->event == FACE_NONE)
        NARRATE(narration, TEXT_SAID_ROLLED, who, sum, yellow, red);
    else if (outcome->event == FACE_SHIP)
        NARRATE(narration, TEXT_SAID_ROLLED_SHIP, who, sum, yellow, red);
    else
        NARRATE(narration, TEXT_SAID_ROLLED_GATE, who, sum, yellow, red,
                gate_term(narration, outcome->event));
}

/* Earlier rolls that did not count (T-08). */
static void narrate_rerolled(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;
    struct buffer *pieces = &narration->pieces;
    size_t at = pieces->size;

    if (outcome->n_rerolled == 0)
        return;
    for (unsigned i = 0; i < outcome->n_rerolled; i++)
        buffer_format(pieces, "%s%u + %u", i == 0 ? "" : ", ", outcome->rerolled[i][0],
                      outcome->rerolled[i][1]);
    buffer_byte(pieces, '\0');
    narration->out->failed |= pieces->failed;
    if (!pieces->failed)
        NARRATE(narration, TEXT_SAID_REROLLED, pieces->data + at);
}

static bool has_got_cloth(const struct narration *narration) {
    for (unsigned seat = 0; seat < narration->to->setup->rules.players; seat++)
        if (narration->after->players[seat].cloth != narration->before->players[seat].cloth)
            return true;
    return false;
}

/* Narrates a seven, or a roll without yield. A seven with effects of its own (in games with a fleet) is
 * narrated elsewhere. */
static void narrate_yield(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;

    if (outcome->yellow + outcome->red == SEVEN) {
        if (narration->to->setup->seven == AGENDA_ROBBER)
            narrate(narration, TEXT_SAID_SEVEN, NULL, 0);
    } else if (narration->n_effects == 0 && outcome->event != FACE_SHIP &&
               !has_got_cloth(narration)) {
        narrate(narration, TEXT_SAID_NOTHING, NULL, 0);
    }
}

/* Narrates who drew from the gate's stack, and which card, for viewers who may know. */
static void narrate_draws(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;
    unsigned hidden = event_hidden_dealt(narration->event, narration->to->viewer);

    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const char *who;

        if (outcome->dealt[seat] == 0)
            continue;
        who = piece_seat(narration, seat);
        if (hidden >> seat & 1)
            NARRATE(narration, text_about(narration, TEXT_SAID_DREW_GATE, seat), who,
                    gate_term(narration, outcome->event));
        else
            NARRATE(narration, text_about(narration, TEXT_SAID_DREW, seat), who,
                    progress_term(narration, outcome->dealt[seat] - 1U));
    }
}

/* ---- trades ---- */

const struct offer *narration_offer(const struct narration *narration, uint32_t id) {
    const struct offer *offers = narration->before->offers;

    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (offers[i].player != NONE && offers[i].id == id)
            return &offers[i];
    return NULL;
}

static void narrate_offer(struct narration *narration) {
    const struct action *action = &narration->event->action;
    const char *who = piece_subject(narration, narration->event->player);
    const char *give = piece_cards(narration, action->give);
    const char *want = piece_cards(narration, action->take);
    const char *offer = piece_named(narration, SPAN_OFFER, (unsigned)narration->after->next_offer);

    if (action->type == COUNTER_TRADE)
        NARRATE(narration, TEXT_SAID_COUNTERED, who, piece_offer(narration, action->ref), give,
                want, offer);
    else if (action->seats != 0)
        NARRATE(narration, TEXT_SAID_OFFERED_TO, who, give, want,
                piece_seats(narration, action->seats), offer);
    else
        NARRATE(narration, TEXT_SAID_OFFERED, who, give, want, offer);
    if (action->auto_confirm)
        narrate(narration, TEXT_SAID_AUTO, NULL, 0);
}

/* An answer that declines an offer, or withdraws it. */
static void narrate_refusal(struct narration *narration, enum text text) {
    const char *who = piece_subject(narration, narration->event->player);

    NARRATE(narration, text, who, piece_offer(narration, narration->event->action.ref));
}

static void narrate_acceptance(struct narration *narration) {
    const struct action *action = &narration->event->action;
    const struct offer *offer = narration_offer(narration, action->ref);
    unsigned player = narration->event->player;
    const char *who = piece_subject(narration, player);

    if (offer == NULL || narration->n_effects == 0) { /* not carried out */
        NARRATE(narration, TEXT_SAID_ACCEPTED, who, piece_offer(narration, action->ref));
        return;
    }
    /* the maker of the offer gives what was offered */
    bool maker = player == offer->player;
    unsigned partner = action->type == CONFIRM_TRADE ? action->seat : player;

    NARRATE(narration, TEXT_SAID_TRADED, who,
            piece_cards(narration, maker ? offer->give : offer->want),
            piece_cards(narration, maker ? offer->want : offer->give),
            piece_seat(narration, maker ? partner : offer->player));
}

/* Narrates what the event's player gave and got, if everything is known and only one other player is involved;
 * otherwise the effects are narrated. */
static bool narrate_exchange(struct narration *narration) {
    unsigned player = narration->event->player;
    const struct effect *own = NULL, *other = NULL;
    const char *who;

    for (size_t i = 0; i < narration->n_effects; i++)
        if (narration->effects[i].player == player)
            own = &narration->effects[i];
        else
            other = &narration->effects[i];
    if (narration->n_effects != 2 || own == NULL || other == NULL || !own->known)
        return false;
    who = piece_subject(narration, player);
    NARRATE(narration, TEXT_SAID_TRADED, who, piece_cards(narration, own->lose),
            piece_cards(narration, own->gain), piece_seat(narration, other->player));
    narration->n_effects = 0;
    return true;
}

/* Cards taken from the player whom the decision was about, by kind for viewers who know them. */
static void narrate_taking(struct narration *narration) {
    const struct event *event = narration->event;
    const struct decision *decision = game_decision(narration->before, event->player);
    const char *who = piece_subject(narration, event->player);
    const char *cards = narration->hidden & HIDDEN_ACTION_CARDS
                            ? piece_count(narration, cards_total(event->action.take))
                            : piece_cards(narration, event->action.take);

    NARRATE(narration, TEXT_SAID_TOOK, who, cards,
            piece_seat(narration, decision == NULL ? event->player : decision->other));
    narration->n_effects = 0;
}

/* ---- answers that stay hidden ---- */

/* Narrates the cards of an answer, if they may be known. */
static void narrate_cards(struct narration *narration, enum text known, enum text hidden) {
    const struct event *event = narration->event;
    const char *who = piece_subject(narration, event->player);

    if (narration->hidden & HIDDEN_ACTION_CARDS)
        NARRATE(narration, hidden, who);
    else
        NARRATE(narration, known, who, piece_cards(narration, event->action.give));
}

/* Whether this event carried out the answers of all players. */
static bool narration_is_carried_out(const struct narration *narration) {
    const struct decision *decision = game_decision(narration->after, narration->event->player);
    return decision == NULL || !decision->answered;
}

static void narrate_discard(struct narration *narration) {
    unsigned player = narration->event->player;
    bool alone = narration_is_carried_out(narration) && narration->n_effects == 1 &&
                 narration->effects[0].player == player && narration->effects[0].known;

    if (!alone) {
        narrate_cards(narration, TEXT_SAID_DISCARD_CHOSEN, TEXT_SAID_DISCARD_HIDDEN);
        return;
    }
    NARRATE(narration, TEXT_SAID_DISCARDED, piece_subject(narration, player),
            piece_cards(narration, narration->effects[0].lose));
    narration->n_effects = 0;
}

/* Texts for a progress card: none, a known one, one of a known stack, an unknown one. */
struct progress_texts {
    enum text none, known, track, hidden;
};

static void narrate_progress_card(struct narration *narration, const struct progress_texts *texts) {
    unsigned card = narration->event->action.card;
    const char *who = piece_subject(narration, narration->event->player);

    if (card == NONE)
        NARRATE(narration, texts->none, who);
    else if (!(narration->hidden & HIDDEN_ACTION_CARD))
        NARRATE(narration, texts->known, who, progress_term(narration, card));
    else if (!(narration->hidden & HIDDEN_ACTION_TRACK))
        NARRATE(narration, texts->track, who, track_term(narration, progress_rows[card].track));
    else
        NARRATE(narration, texts->hidden, who);
}

static void narrate_deck(struct narration *narration) {
    const char *who = piece_subject(narration, narration->event->player);
    const char *track = track_term(narration, narration->event->action.track);

    if (narration->hidden & HIDDEN_OUTCOME_CARD)
        NARRATE(narration, TEXT_SAID_DECK, who, track);
    else
        NARRATE(narration, TEXT_SAID_DECK_KNOWN, who, track,
                progress_term(narration, narration->event->outcome.card));
}

static void narrate_pillage(struct narration *narration) {
    const char *who = piece_subject(narration, narration->event->player);

    if (narration->hidden & HIDDEN_ACTION_VERTEX)
        NARRATE(narration, TEXT_SAID_PILLAGED_HIDDEN, who);
    else
        NARRATE(narration, TEXT_SAID_PILLAGED, who,
                piece_named(narration, SPAN_VERTEX, narration->event->action.vertex));
}

/* ---- the others ---- */

/* Others see the choice once all players have chosen (S-77). */
static void narrate_gold(struct narration *narration) {
    const char *who = piece_subject(narration, narration->event->player);

    if (narration->hidden & HIDDEN_ACTION_TAKE)
        NARRATE(narration, TEXT_SAID_GOLD_HIDDEN, who);
    else
        NARRATE(narration, TEXT_SAID_GOLD, who,
                piece_cards(narration, narration->event->action.take));
}

static void narrate_purchase(struct narration *narration) {
    const char *who = piece_subject(narration, narration->event->player);

    if (narration->hidden & HIDDEN_OUTCOME_CARD)
        NARRATE(narration, TEXT_SAID_BOUGHT, who);
    else
        NARRATE(narration, TEXT_SAID_BOUGHT_KNOWN, who,
                piece_term(narration, SPAN_DEV, narration->event->outcome.card,
                           term_dev(narration->to->language, narration->event->outcome.card)));
}

static void narrate_improvement(struct narration *narration) {
    const struct rules *rules = &narration->to->setup->rules;
    unsigned player = narration->event->player, track = narration->event->action.track;
    unsigned level = narration->after->players[player].improvements[track];

    NARRATE(narration, TEXT_SAID_IMPROVED, piece_subject(narration, player),
            track_term(narration, track), piece_number(narration, level));
    if (narration->to->language == LANGUAGE_ENGLISH && level >= 1 && level <= LEVEL_MAX &&
        improvement_names[rules->edition][track][level - 1] != NULL)
        buffer_format(narration->out, " (%s)", improvement_names[rules->edition][track][level - 1]);
}

static void narrate_wonder(struct narration *narration) {
    unsigned player = narration->event->player;

    NARRATE(narration, TEXT_SAID_WONDER, piece_subject(narration, player),
            piece_number(narration, narration->after->players[player].wonder_level),
            term_wonder(narration->to->language, narration->event->action.wonder));
}

/* The harbor placed last. */
static void narrate_harbor(struct narration *narration) {
    const struct game *after = narration->after;
    const struct harbor *harbor = &after->harbors[after->n_harbors - 1];
    enum language language = narration->to->language;
    const char *who = piece_subject(narration, narration->event->player);
    const char *edge = piece_edge(narration, harbor->edge);
    const char *kind = term_harbor(language, harbor->kind);
    unsigned next = narration->event->outcome.harbor;

    if (next == 0)
        NARRATE(narration, TEXT_SAID_HARBOR, who, edge, kind);
    else
        NARRATE(narration, TEXT_SAID_HARBOR_DRAWN, who, edge, kind,
                term_harbor(language, next - 1));
}

/* A chosen resource from the bank. */
static void narrate_resource(struct narration *narration) {
    unsigned kind = narration->event->action.kind;
    const char *who = piece_subject(narration, narration->event->player);
    bool aqueduct = narration->to->setup->types >> SKIP & 1; /* C-45: it can be declined */

    NARRATE(narration, aqueduct ? TEXT_SAID_TAKE_RESOURCE : TEXT_SAID_FLEET_REWARD, who,
            piece_term(narration, SPAN_KIND, kind, term_kind(narration->to->language, kind)));
}

static bool narrate_no_knights(struct narration *narration) {
    if (narration->event->action.vertices[0] != NONE)
        return false;
    NARRATE(narration, TEXT_SAID_COMMIT_KNIGHTS_NONE,
            piece_subject(narration, narration->event->player));
    return true;
}

bool narrate_special(struct narration *narration) {
    static const struct progress_texts took = {
        TEXT_SAID_TOOK_PROGRESS_NONE, TEXT_SAID_TOOK_PROGRESS, TEXT_SAID_TOOK_PROGRESS_TRACK,
        TEXT_SAID_TOOK_PROGRESS_HIDDEN};
    static const struct progress_texts put_back = {TEXT_SAID_PUT_BACK_NONE, TEXT_SAID_PUT_BACK,
                                                   TEXT_SAID_PUT_BACK_TRACK,
                                                   TEXT_SAID_PUT_BACK_HIDDEN};
    const struct event *event = narration->event;

    switch (event->type) {
    case ROLL: narrate_roll(narration); return true;
    case OFFER_TRADE:
    case COUNTER_TRADE: narrate_offer(narration); return true;
    case ACCEPT_TRADE:
    case CONFIRM_TRADE: narrate_acceptance(narration); return true;
    case DECLINE_TRADE: narrate_refusal(narration, TEXT_SAID_DECLINED); return true;
    case CANCEL_TRADE: narrate_refusal(narration, TEXT_SAID_WITHDREW); return true;
    case GIVE_COMMODITY: return narrate_exchange(narration);
    case BUY_DEV_CARD: narrate_purchase(narration); return true;
    case DISCARD: narrate_discard(narration); return true;
    case CHOOSE_GOLD: narrate_gold(narration); return true;
    case BUILD_WONDER: narrate_wonder(narration); return true;
    case PLACE_HARBOR: narrate_harbor(narration); return true;
    case ATTACK_FORTRESS: /* the result follows as a change (S-138) */
        NARRATE(narration, TEXT_SAID_ATTACKED, piece_subject(narration, event->player),
                piece_number(narration, event->outcome.yellow));
        return true;
    case RETURN_CARDS:
        narrate_cards(narration, TEXT_SAID_GAVE_BACK, TEXT_SAID_GAVE_BACK_HIDDEN);
        return true;
    case GIVE_CARDS:
        narrate_cards(narration, TEXT_SAID_GIVE_CHOSEN, TEXT_SAID_GIVE_HIDDEN);
        return true;
    case TAKE_CARDS: narrate_taking(narration); return true;
    case TAKE_RESOURCE: narrate_resource(narration); return true;
    case COMMIT_KNIGHTS: return narrate_no_knights(narration);
    case TAKE_PROGRESS_CARD: narrate_progress_card(narration, &took); return true;
    case DISCARD_PROGRESS_CARD: narrate_progress_card(narration, &put_back); return true;
    case CHOOSE_PROGRESS_DECK: narrate_deck(narration); return true;
    case CHOOSE_PILLAGED_CITY: narrate_pillage(narration); return true;
    case IMPROVE_CITY: narrate_improvement(narration); return true;
    case END_TURN:
        NARRATE(narration, TEXT_SAID_ENDED_TURN, piece_subject(narration, event->player));
        return true;
    default: return false;
    }
}

/* ---- effects ---- */

bool narration_steals(const struct narration *narration) {
    const struct action *action = &narration->event->action;

    switch (action->type) {
    case MOVE_ROBBER:
    case MOVE_PIRATE:
    case CHASE_ROBBER:
    case DRAW_VICTIM: return action->seat != NONE;
    case PLAY_DEV_CARD: return action->card == KNIGHT && action->seat != NONE;
    default: return false;
    }
}

const char *piece_stolen(struct narration *narration) {
    if (action_takes_cloth(&narration->event->action))
        return piece_cards(narration, cards_one(CLOTH, 1));
    if (narration->hidden & HIDDEN_OUTCOME_CARD) {
        size_t at = piece_begin(narration, (struct sentence_span){.type = SPAN_COUNT, .value = 1});

        buffer_text(&narration->pieces, text_in(narration->to->language, TEXT_SAID_A_CARD));
        return piece_end(narration, at);
    }
    return piece_cards(narration, cards_one(narration->event->outcome.card, 1));
}

/* Progress cards whose own clause tells what was exchanged. */
static bool is_whole_progress(unsigned card) {
    return card == PROGRESS_ENGINEER || card == PROGRESS_MEDICINE || card == PROGRESS_SMITH ||
           card == PROGRESS_ROAD_BUILDING;
}

/* Events whose own clause tells what was exchanged; building costs are not narrated. */
static bool narration_is_whole(const struct event *event) {
    switch (event->type) {
    case ROLL:
    case DISCARD:
    case FORCED_TRADE:
    case RETURN_CARDS:
    case GIVE_COMMODITY:
    case GIVE_CARDS:
    case TAKE_RESOURCE: return false;
    case PLAY_DEV_CARD: return event->action.card != MONOPOLY;
    case PLAY_PROGRESS_CARD: return is_whole_progress(event->action.card);
    default: return true;
    }
}

static void narrate_effect(struct narration *narration, const struct effect *effect, bool gain) {
    const char *who = piece_seat(narration, effect->player);
    const char *cards =
        effect->known ? piece_cards(narration, gain ? effect->gain : effect->lose)
                      : piece_count(narration, gain ? effect->gain_count : effect->lose_count);
    enum text text = gain                                   ? TEXT_SAID_GOT
                     : narration->event->type == DISCARD    ? TEXT_SAID_DISCARDS
                     : narration->event->type == GIVE_CARDS ? TEXT_SAID_GIVES
                                                            : TEXT_SAID_LOST;

    NARRATE(narration, text_about(narration, text, effect->player), who, cards);
}

void narrate_effects(struct narration *narration) {
    /* Building brings cards only during the set-up, or when it clears fog. */
    const struct event *event = narration->event;
    bool chosen = event->type == CHOOSE_GOLD; /* others got what was left in the bank, without a
                                               * choice */
    bool gains = event->type == BUILD_SETTLEMENT || event->type == BUILD_CITY ||
                 event->outcome.n_reveals > 0 || chosen;

    if (event->type == ROLL) {
        narrate_rerolled(narration);
        narrate_draws(narration);
        narrate_yield(narration);
    }
    if (narration_is_whole(event) && !gains)
        return;
    for (size_t i = 0; i < narration->n_effects; i++) {
        bool said = event->type == TAKE_RESOURCE && narration->effects[i].player == event->player;

        if (said ||
            (chosen && game_decision(narration->before, narration->effects[i].player) != NULL))
            continue;
        if (narration->effects[i].lose_count > 0 && !gains)
            narrate_effect(narration, &narration->effects[i], false);
        if (narration->effects[i].gain_count > 0)
            narrate_effect(narration, &narration->effects[i], true);
    }
}

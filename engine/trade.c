/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Maritime and domestic trade (rules B-46 to B-55; offers end when their maker loses a card, so
 * confirming one always succeeds). */
#include "engine/expansion.h"

/* ---- maritime ---- */

enum { RATE_BASIC = 4, RATE_GENERIC = 3, RATE_SPECIAL = 2 };

/* Kinds traded at 2:1, as a set; harbors serve resources only (C-59). */
static unsigned rate_special_kinds(const struct setup *setup, const struct game *game,
                                   unsigned seat) {
    enum { RESOURCES = (1 << RESOURCE_COUNT) - 1 };
    unsigned kinds = game->players[seat].harbors & RESOURCES;
    HOOK_EACH(setup, rates, row)
        kinds |= row->rates(setup, game, seat);
    return kinds;
}

static unsigned rate_other_kinds(const struct game *game, unsigned seat) {
    return game->players[seat].harbors >> HARBOR_ANY & 1 ? RATE_GENERIC : RATE_BASIC;
}

/* B-51 to B-53 */
unsigned game_rate(const struct setup *setup, const struct game *game, unsigned seat,
                   unsigned kind) {
    return rate_special_kinds(setup, game, seat) >> kind & 1 ? RATE_SPECIAL
                                                             : rate_other_kinds(game, seat);
}

/* The only kind in CARDS, or NONE when there are several or none. */
static unsigned single_kind(struct cards cards) {
    unsigned kinds = cards_kinds(cards);
    return kinds && !(kinds & (kinds - 1)) ? (unsigned)__builtin_ctz(kinds) : NONE;
}

static enum reason maritime_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    unsigned kind = single_kind(action->give);
    unsigned taken = cards_total(action->take);
    if (kind == NONE)
        return REASON_ONE_KIND;
    if ((cards_kinds(action->give) | cards_kinds(action->take)) >> setup->rules.kinds)
        return REASON_ONLY_RESOURCES;
    if (action->take.n[kind])
        return REASON_SAME_KIND_BANK;
    if (taken == 0 || action->give.n[kind] != taken * game_rate(setup, game, seat, kind))
        return REASON_RATE;
    if (!hand_covers(game, seat, action->give))
        return REASON_NOT_HELD;
    return cards_cover(game->bank, action->take) ? REASON_OK : REASON_BANK_EMPTY;
}

static void maritime_list(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *blank, struct move_list *list) {
    const struct cards hand = game->players[seat].hand;
    unsigned special = rate_special_kinds(setup, game, seat), other = rate_other_kinds(game, seat);
    unsigned stocked = cards_kinds(game->bank);
    uint64_t gives = (cards_kinds_from(hand, RATE_SPECIAL) & special) |
                     (cards_kinds_from(hand, other) & ~special);
    while (gives) {
        unsigned kind = bit_take(&gives);
        struct cards give = cards_one(kind, special >> kind & 1 ? RATE_SPECIAL : other);
        for (uint64_t takes = stocked & ~(1u << kind); takes;) {
            struct action *action = list_add(list, blank);
            action->give = give;
            action->take = cards_one(bit_take(&takes), 1);
        }
    }
}

static void maritime_apply(const struct setup *setup, struct game *game,
                           const struct event *event) {
    unsigned seat = event->player;
    (void)setup;
    bank_take(game, seat, event->action.give);
    bank_pay(game, seat, event->action.take);
}

const struct action_rule rule_maritime_trade = {
    RULE(FIELDS(FIELD("give", FIELD_CARDS, give), FIELD("take", FIELD_CARDS, take)), maritime_legal,
         maritime_list, maritime_apply),
    .flags = ACTION_POINTLESS};

/* ---- offers ---- */

static const struct offer *offer_find(const struct game *game, uint32_t id) {
    for (unsigned i = 0; i < OFFER_MAX && id; i++)
        if (game->offers[i].id == id)
            return &game->offers[i];
    return NULL;
}

static struct offer *offer_get(struct game *game, uint32_t id) {
    const struct offer *offer = offer_find(game, id);
    assert(offer);
    return &game->offers[offer - game->offers];
}

static void offer_end(struct game *game, struct offer *offer) {
    *offer = (struct offer){0};
    game->n_offers--;
}

void offers_end(struct game *game) {
    if (game->n_offers)
        memset(game->offers, 0, sizeof game->offers);
    game->n_offers = 0;
}

static unsigned offers_of(const struct game *game, unsigned seat) {
    unsigned n = 0;
    if (!game->n_offers)
        return 0;
    for (unsigned i = 0; i < OFFER_MAX; i++)
        n += game->offers[i].id && game->offers[i].player == seat;
    return n;
}

bool offers_room(const struct game *game, unsigned seat) {
    return offers_of(game, seat) < OFFERS_PER_SEAT_MAX;
}

/* The terms that every offer must satisfy, initial offers and counter-offers alike. */
static enum reason offer_terms_legal(const struct setup *setup, const struct game *game,
                                     unsigned seat, struct cards give, struct cards want) {
    if (cards_empty(give) || cards_empty(want))
        return REASON_GIFT;
    if ((cards_kinds(give) | cards_kinds(want)) >> setup->rules.kinds)
        return REASON_ONLY_RESOURCES;
    if (cards_kinds(give) & cards_kinds(want))
        return REASON_SAME_KIND;
    if (!hand_covers(game, seat, give))
        return REASON_NOT_HELD;
    return offers_room(game, seat) ? REASON_OK : REASON_TOO_MANY_OFFERS;
}

/* Seats that SEAT may trade with now (B-46): the player on turn with everybody else, all others only
 * with the player on turn. */
static unsigned trade_partners(const struct setup *setup, const struct game *game, unsigned seat) {
    if (seat != game->active)
        return 1u << game->active;
    return ((1u << setup->rules.players) - 1) & ~(1u << seat);
}

static enum reason offer_legal(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    unsigned asked = action->seats;
    if (asked >> setup->rules.players)
        return REASON_TRADE_NEUTRAL;
    if (asked & ~trade_partners(setup, game, seat))
        return REASON_TRADE_PARTNER;
    if (action->auto_confirm && seat != game->active)
        return REASON_AUTO_OFF_TURN;
    return offer_terms_legal(setup, game, seat, action->give, action->take);
}

static void offer_make(struct game *game, unsigned seat, const struct action *action, unsigned to,
                       uint32_t counters) {
    struct offer *offer = game->offers;
    while (offer->id)
        offer++;
    assert(offer < game->offers + OFFER_MAX);
    *offer = (struct offer){
        .id = ++game->next_offer,
        .counters = counters,
        .give = action->give,
        .want = action->take,
        .player = (uint8_t)seat,
        .to = (uint8_t)to,
        .auto_confirm = action->auto_confirm,
    };
    game->n_offers++;
}

static void offer_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    unsigned to = event->action.seats ? event->action.seats : trade_partners(setup, game, seat);
    offer_make(game, seat, &event->action, to, 0);
}

const struct action_rule rule_offer_trade = {
    RULE(FIELDS(FIELD("give", FIELD_CARDS, give), FIELD("want", FIELD_CARDS, take),
                FIELD_OPTIONAL("to", FIELD_SEATS, seats),
                FIELD_OPTIONAL("auto", FIELD_BOOL, auto_confirm)),
         offer_legal, NULL, offer_apply),
    .flags = ACTION_POINTLESS};

/* ---- answers ---- */

/* An open offer that SEAT was asked. */
static enum reason offer_asked_legal(const struct game *game, unsigned seat, uint32_t id,
                                     const struct offer **offer) {
    *offer = offer_find(game, id);
    if (!*offer)
        return REASON_NO_SUCH_OFFER;
    if ((*offer)->player == seat)
        return REASON_OWN_OFFER;
    return (*offer)->to >> seat & 1 ? REASON_OK : REASON_NOT_ASKED;
}

/* An open offer that SEAT made. */
static enum reason offer_made_legal(const struct game *game, unsigned seat, uint32_t id,
                                    const struct offer **offer) {
    *offer = offer_find(game, id);
    if (!*offer)
        return REASON_NO_SUCH_OFFER;
    return (*offer)->player == seat ? REASON_OK : REASON_NOT_OWN_OFFER;
}

/* Every open offer that the rule of BLANK allows. */
static void offers_list(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    for (unsigned i = 0; i < OFFER_MAX && game->n_offers; i++) {
        move.ref = game->offers[i].id;
        if (move.ref)
            list_plain(setup, game, seat, &move, list);
    }
}

#define OFFER_FIELD FIELDS(FIELD("offer", FIELD_REF, ref))

static void trade_execute(struct game *game, unsigned maker, unsigned taker, struct cards give,
                          struct cards want) {
    hand_lose(game, maker, give);
    hand_lose(game, taker, want);
    hand_gain(game, maker, want);
    hand_gain(game, taker, give);
}

static enum reason accept_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    const struct offer *offer;
    enum reason reason = offer_asked_legal(game, seat, action->ref, &offer);
    (void)setup;
    if (reason != REASON_OK)
        return reason;
    if (offer->accepted >> seat & 1)
        return REASON_ALREADY_ANSWERED;
    return hand_covers(game, seat, offer->want) ? REASON_OK : REASON_NOT_HELD;
}

static void accept_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    struct offer *offer = offer_get(game, event->action.ref);
    (void)setup;
    if (seat == game->active || offer->auto_confirm) {
        trade_execute(game, offer->player, seat, offer->give, offer->want);
        return;
    }
    offer->accepted |= (uint8_t)(1u << seat);
    offer->declined &= (uint8_t) ~(1u << seat);
}

const struct action_rule rule_accept_trade = {
    RULE(OFFER_FIELD, accept_legal, offers_list, accept_apply),
    .flags = ACTION_SHARED | ACTION_POINTLESS};

static enum reason decline_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    const struct offer *offer;
    enum reason reason = offer_asked_legal(game, seat, action->ref, &offer);
    (void)setup;
    if (reason == REASON_OK && offer->declined >> seat & 1)
        return REASON_ALREADY_ANSWERED;
    return reason;
}

/* An offer that everybody asked has declined is over. */
static void decline_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    struct offer *offer = offer_get(game, event->action.ref);
    (void)setup;
    offer->declined |= (uint8_t)(1u << seat);
    offer->accepted &= (uint8_t) ~(1u << seat);
    if (offer->declined == offer->to)
        offer_end(game, offer);
}

const struct action_rule rule_decline_trade = {
    RULE(OFFER_FIELD, decline_legal, offers_list, decline_apply), .flags = ACTION_POINTLESS};

static enum reason counter_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    const struct offer *offer;
    enum reason reason = offer_asked_legal(game, seat, action->ref, &offer);
    (void)setup;
    return reason == REASON_OK ? offer_terms_legal(setup, game, seat, action->give, action->take)
                               : reason;
}

static void counter_list(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *blank, struct move_list *list) {
    const struct offer *offer;
    (void)setup;
    if (game->players[seat].hand_count == 0 || !offers_room(game, seat))
        return;
    for (unsigned i = 0; i < OFFER_MAX && game->n_offers; i++)
        if (offer_asked_legal(game, seat, game->offers[i].id, &offer) == REASON_OK) {
            struct action *action = list_add(list, blank);
            action->ref = offer->id;
            action->open = NONE;
        }
}

static void counter_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    offer_make(game, event->player, &event->action,
               1u << offer_get(game, event->action.ref)->player, event->action.ref);
}

const struct action_rule rule_counter_trade = {
    RULE(FIELDS(FIELD("offer", FIELD_REF, ref), FIELD("give", FIELD_CARDS, give),
                FIELD("want", FIELD_CARDS, take)),
         counter_legal, counter_list, counter_apply),
    .flags = ACTION_POINTLESS};

/* ---- the maker's side ---- */

static enum reason confirm_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    const struct offer *offer;
    enum reason reason = offer_made_legal(game, seat, action->ref, &offer);
    (void)setup;
    if (reason != REASON_OK)
        return reason;
    return offer->accepted >> action->seat & 1 ? REASON_OK : REASON_NOT_ACCEPTED;
}

static void confirm_list(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *blank, struct move_list *list) {
    (void)setup;
    for (unsigned i = 0; i < OFFER_MAX && game->n_offers; i++) {
        const struct offer *offer = &game->offers[i];
        uint64_t accepted = offer->id && offer->player == seat ? offer->accepted : 0;
        while (accepted) {
            struct action *action = list_add(list, blank);
            action->ref = offer->id;
            action->seat = (uint8_t)bit_take(&accepted);
        }
    }
}

static void confirm_apply(const struct setup *setup, struct game *game, const struct event *event) {
    struct offer *offer = offer_get(game, event->action.ref);
    (void)setup;
    trade_execute(game, event->player, event->action.seat, offer->give, offer->want);
}

const struct action_rule rule_confirm_trade = {
    RULE(FIELDS(FIELD("offer", FIELD_REF, ref), FIELD("with", FIELD_SEAT, seat)), confirm_legal,
         confirm_list, confirm_apply),
    .flags = ACTION_SHOWS | ACTION_POINTLESS};

static enum reason cancel_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    const struct offer *offer;
    (void)setup;
    return offer_made_legal(game, seat, action->ref, &offer);
}

static void cancel_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    offer_end(game, offer_get(game, event->action.ref));
}

const struct action_rule rule_cancel_trade = {
    RULE(OFFER_FIELD, cancel_legal, offers_list, cancel_apply), .flags = ACTION_POINTLESS};

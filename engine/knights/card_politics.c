/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The cards of the politics stack except those about knights, and what they ask (rules C-216 to
 * C-218, C-226 to C-231, C-236 to C-243). */
#include "engine/knights/internal.h"

/* Victims of these two cards: at least so many cards in hand, so many points ahead. */
enum { SABOTEUR_CARDS = 2, SABOTEUR_AHEAD = 0, WEDDING_CARDS = 1, WEDDING_AHEAD = 1 };

/* ---- Bishop (C-216, C-217) ---- */

enum reason bishop_legal(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *action) {
    uint64_t named = action->seats == NONE ? 0 : action->seats;
    if (game_robber_frozen(setup, game))
        return REASON_ROBBER_FROZEN;
    if (!game_robber_land(setup, game, action->hex))
        return REASON_ROBBER_PLACE; /* V-86 */
    if (action->hex == game->robber)
        return REASON_ROBBER_STAYS;
    while (named) {
        enum reason reason = robber_legal(setup, game, seat, action->hex, bit_take(&named));
        if (reason != REASON_OK)
            return reason;
    }
    return REASON_OK;
}

/* For each hex first all victims there, unnamed, then every subset of them by name. */
void bishop_list(const struct setup *setup, const struct game *game, unsigned seat,
                 const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    if (game_robber_frozen(setup, game))
        return;
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        if (hex == game->robber || !game_robber_land(setup, game, hex))
            continue;
        unsigned victims = robber_victims(setup, game, seat, hex);
        move.hex = (uint8_t)hex;
        move.seats = NONE;
        list_add(list, &move);
        for (unsigned named = 0; named <= victims; named++)
            if (!(named & ~victims))
                list_add(list, &move)->seats = (uint8_t)named;
    }
}

unsigned bishop_givers(const struct setup *setup, const struct game *before,
                       const struct event *event) {
    unsigned seats = 0;
    (void)before;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        seats |= (unsigned)(event->outcome.dealt[seat] != 0) << seat;
    return seats;
}

void bishop_apply(const struct setup *setup, struct game *game, const struct event *event) {
    game->robber = event->action.hex;
    for (unsigned victim = 0; victim < setup->rules.players; victim++) {
        if (event->outcome.dealt[victim])
            hand_move(game, victim, event->player, cards_one(event->outcome.dealt[victim] - 1u, 1));
    }
}

/* ---- Saboteur (C-236 to C-238) ---- */

static bool saboteur_turns_city(const struct setup *setup) {
    return setup->rules.options[OPTION_SABOTEUR] == SABOTEUR_INVERT_CITY;
}

/* Half of a hand of at least two is at least one card. */
static unsigned saboteur_victims(const struct setup *setup, const struct game *game,
                                 unsigned seat) {
    return card_opponents(setup, game, seat, SABOTEUR_CARDS, SABOTEUR_AHEAD);
}

enum reason saboteur_legal(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *action) {
    unsigned vertex = action->vertex;
    if (!saboteur_turns_city(setup)) {
        if (vertex != NONE)
            return REASON_SABOTEUR_NO_CITY;
        return card_any_opponent(setup, game, seat, SABOTEUR_CARDS, SABOTEUR_AHEAD)
                   ? REASON_OK
                   : REASON_PROGRESS_NO_EFFECT;
    }
    bool city = vertex != NONE && game->building[vertex] == BUILDING_CITY;
    return city && game->owner[vertex] != seat ? REASON_OK : REASON_SABOTEUR_CITY;
}

void saboteur_list(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    move.vertex = NONE;
    if (!saboteur_turns_city(setup)) {
        list_legal(setup, game, seat, &move, saboteur_legal, list);
        return;
    }
    for (unsigned other = 0; other < setup->rules.players; other++)
        card_list_vertices(setup, game, seat, blank, &game->players[other].cities, list);
}

void saboteur_apply(const struct setup *setup, struct game *game, const struct event *event) {
    if (saboteur_turns_city(setup)) {
        vertex_set_add(&game->sabotaged, event->action.vertex);
        game->building[event->action.vertex] = BUILDING_SETTLEMENT; /* what it yields */
        return;
    }
    agenda_interrupt(game, AGENDA_DISCARD, saboteur_victims(setup, game, event->player), 0);
}

/* ---- Spy (C-239, C-240) ---- */

enum reason spy_legal(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct action *action) {
    enum reason reason = card_victim(setup, seat, action->seat);
    if (reason != REASON_OK)
        return reason;
    return game->players[action->seat].progress_count ? REASON_OK : REASON_NO_PROGRESS_CARD;
}

void spy_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    agenda_interrupt(game, AGENDA_TAKE_PROGRESS, 0, 0)->seat = event->action.seat;
}

static void step_take_progress(const struct setup *setup, struct game *game) {
    unsigned victim = game->agenda[0].seat;
    (void)setup;
    agenda_ask(game, DECIDE_TAKE_PROGRESS_CARD, game->active)->other = (uint8_t)victim;
    memcpy(game->shown_progress, game->players[victim].progress, sizeof game->shown_progress);
}

static bool take_progress_sound(const struct setup *setup, const struct game *game,
                                const struct agenda_item *item) {
    /* Where a fifth card has to be played at once (C-149), a Spy in a hand of five is played only as
     * that fifth card. */
    bool fifth = !progress_play_now(setup) || game->agenda[1].step == AGENDA_FIFTH_CARD;
    unsigned limit = fifth ? PROGRESS_HAND_MAX : setup->rules.progress_limit;
    return seat_opposes(setup, game, item->seat) && game->players[item->seat].progress_count > 0 &&
           game->players[game->active].progress_count < limit;
}

const struct agenda_row agenda_take_progress = {.run = step_take_progress,
                                                .uses = USES_SEAT,
                                                .needs = 1u << EXPANSION_KNIGHTS,
                                                .sound = take_progress_sound};

static enum reason take_progress_legal(const struct setup *setup, const struct game *game,
                                       unsigned seat, const struct action *action) {
    (void)setup, (void)seat;
    return action->card == NONE || progress_among(game->shown_progress, action->card)
               ? REASON_OK
               : REASON_CARD_NOT_SHOWN;
}

static void take_progress_list(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *blank, struct move_list *list) {
    (void)setup, (void)seat;
    list_add(list, blank)->card = NONE;
    for (unsigned card = 0; card < PROGRESS_COUNT; card++)
        if (progress_among(game->shown_progress, card))
            list_add(list, blank)->card = (uint8_t)card;
}

static void take_progress_apply(const struct setup *setup, struct game *game,
                                const struct event *event) {
    (void)setup;
    if (event->action.card != NONE) {
        progress_lose(game, game->agenda[0].seat, event->action.card);
        progress_gain(game, event->player, event->action.card);
    }
    memset(game->shown_progress, 0, sizeof game->shown_progress);
    agenda_pop(game);
}

const struct action_rule rule_take_progress_card = {
    RULE(FIELDS(FIELD("card", FIELD_PROGRESS_OR_NULL, card)), take_progress_legal,
         take_progress_list, take_progress_apply),
    .hides = HIDDEN_ACTION_CARD, .flags = ACTION_SHARED};

/* O-15: none. */
void default_progress_taken(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct decision *decision, struct action *move) {
    (void)setup, (void)game, (void)seat, (void)decision;
    move->card = NONE;
}

/* ---- Wedding (C-242, C-243) ---- */

static unsigned wedding_guests(const struct setup *setup, const struct game *game, unsigned seat) {
    return card_opponents(setup, game, seat, WEDDING_CARDS, WEDDING_AHEAD);
}

enum reason wedding_legal(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *action) {
    (void)action;
    return card_any_opponent(setup, game, seat, WEDDING_CARDS, WEDDING_AHEAD)
               ? REASON_OK
               : REASON_PROGRESS_NO_EFFECT;
}

void wedding_apply(const struct setup *setup, struct game *game, const struct event *event) {
    agenda_interrupt(game, AGENDA_GIVE_CARDS, wedding_guests(setup, game, event->player),
                     GIFT_CARDS);
}

unsigned wedding_givers(const struct setup *setup, const struct game *before,
                        const struct event *event) {
    return wedding_guests(setup, before, event->player);
}

static unsigned give_cards_count(const struct setup *setup, const struct game *game,
                                 unsigned seat) {
    const struct agenda_item *item = &game->agenda[0];
    (void)setup;
    return item->arg >> seat & 1 && game->players[seat].hand_count > item->count ? item->count : 0;
}

/* Everybody gives at once: what they have chosen, or all where they hold no more than is asked. */
static void give_cards_all(const struct setup *setup, struct game *game) {
    uint64_t givers = game->agenda[0].arg;
    while (givers) {
        unsigned seat = bit_take(&givers);
        struct cards gift =
            give_cards_count(setup, game, seat) ? game->answers[seat] : game->players[seat].hand;
        hand_move(game, seat, game->active, gift);
        game->answers[seat] = cards_none();
    }
    agenda_pop(game);
}

static void step_give_cards(const struct setup *setup, struct game *game) {
    agenda_ask_cards(setup, game, DECIDE_GIVE_CARDS);
    for (unsigned i = 0; i < game->n_pending; i++)
        game->pending[i].other = game->active;
    if (game->n_pending == 0)
        give_cards_all(setup, game);
}

static bool give_cards_sound(const struct setup *setup, const struct game *game,
                             const struct agenda_item *item) {
    return item->count == GIFT_CARDS && agenda_targets_sound(setup, game, item->arg, 0, 1);
}

const struct agenda_row agenda_give_cards = {.run = step_give_cards,
                                             .uses = USES_ARG | USES_COUNT,
                                             .needs = 1u << EXPANSION_KNIGHTS,
                                             .sound = give_cards_sound,
                                             .cards = give_cards_count};

static enum reason give_cards_legal(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    (void)setup;
    return cards_choice_legal(action->give, game_decision(game, seat)->count,
                              game->players[seat].hand, REASON_GIVE_COUNT, REASON_GIVE_NOT_HELD);
}

static void give_cards_apply(const struct setup *setup, struct game *game,
                             const struct event *event) {
    unsigned seat = event->player;
    (void)setup;
    game->answers[seat] = event->action.give;
    if (agenda_answered(game, seat))
        give_cards_all(setup, game);
}

/* From each giver to the player on turn. */
static unsigned give_cards_givers(const struct setup *setup, const struct game *before,
                                  const struct event *event) {
    (void)setup, (void)event;
    return before->agenda[0].arg;
}

const struct action_rule rule_give_cards = {
    RULE(CARDS_FIELD, give_cards_legal, list_open, give_cards_apply), .givers = give_cards_givers,
    .hides = HIDDEN_ACTION_CARDS, .flags = ACTION_TOGETHER};

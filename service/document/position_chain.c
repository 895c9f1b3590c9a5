/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "service/document/action_json.h"
#include "service/document/cards_json.h"
#include "service/document/chain_json.h"
#include "service/document/position_int.h"

static const json_t *element_at(const json_t *array, size_t i) {
    return json_array_get(array, i);
}

/* ---- the agenda ---- */

static uint8_t read_levels(struct reading *r, const json_t *value) {
    struct reading_list list = reading_list(r, value, RANK_COUNT);
    const json_t *level;
    unsigned levels = 0;
    while ((level = reading_next(&list)) != NULL)
        levels |= 1U << reading_number(r, level, 1, RANK_COUNT);
    if (levels == 0)
        reading_refuse(r, "must name at least one rank");
    return (uint8_t)levels;
}

static uint8_t read_member(struct reading *r, const json_t *value, const struct setup *setup,
                           const struct step_member *member) {
    unsigned players = setup->rules.players, set;
    switch ((enum step_type)member->type) {
    case STEP_NUMBER: return (uint8_t)reading_number(r, value, member->min, member->max);
    case STEP_SEAT: return (uint8_t)reading_number(r, value, 0, players - 1);
    case STEP_SEATS:
    case STEP_SEATS_OR_NONE:
        set = reading_set(r, value, NULL, players);
        if (set == 0)
            reading_refuse(r, "must name a seat");
        return (uint8_t)set;
    case STEP_PIECE: return (uint8_t)reading_name(r, value, piece_names, PIECE_CITY);
    case STEP_WINDOW: return (uint8_t)reading_name(r, value, turn_step_names, TURN_STEP_COUNT);
    case STEP_VERTEX_OR_NULL:
    case STEP_VERTEX: return (uint8_t)reading_number(r, value, 0, setup->board.n_vertices - 1U);
    case STEP_LEVELS: return read_levels(r, value);
    case STEP_FLAG: return reading_bool(r, value);
    case STEP_RESOURCE: return (uint8_t)reading_name(r, value, kind_names, RESOURCE_COUNT);
    case STEP_HARBOR: return (uint8_t)reading_name(r, value, harbor_names, HARBOR_KIND_COUNT);
    case STEP_HARBOR_OR_NONE:
        return (uint8_t)(1 + reading_name(r, value, harbor_names, HARBOR_KIND_COUNT));
    default: return 0;
    }
}

static void read_members(struct reading *r, const json_t *value, const struct setup *setup,
                         struct agenda_item *item) {
    const struct step_member *members = step_members[item->step];
    const char *known[STEP_MEMBERS_MAX + 2] = {"step"};
    for (unsigned m = 0; m < STEP_MEMBERS_MAX && members[m].type != STEP_MEMBER_END; m++)
        known[m + 1] = members[m].name;
    reading_object(r, value, known);
    for (unsigned m = 0; m < STEP_MEMBERS_MAX && members[m].type != STEP_MEMBER_END; m++) {
        const struct step_member *member = &members[m];
        bool nullable = member->type == STEP_VERTEX_OR_NULL;
        bool optional =
            nullable || member->type == STEP_SEATS_OR_NONE || member->type == STEP_HARBOR_OR_NONE;
        const json_t *one = reading_member(r, value, member->name, !optional);
        uint8_t *to = (uint8_t *)item + member->offset;
        *to = nullable ? NONE : 0;
        if (one == NULL)
            continue;
        size_t mark = reading_enter(r, member->name);
        *to = read_member(r, one, setup, member);
        reading_leave(r, mark);
    }
}

static void read_step(struct reading *r, const json_t *value, const struct setup *setup,
                      struct agenda_item *item) {
    bool failed = r->failed;
    if (!json_is_object(value)) {
        reading_refuse(r, "must be an object");
        return;
    }
    r->failed = false;
    item->step = (uint8_t)reading_name_of(r, value, "step", agenda_names, AGENDA_STEP_COUNT,
                                          READING_REQUIRED);
    if (!r->failed)
        read_members(r, value, setup, item);
    r->failed |= failed;
}

/* The chains that a game can rest in, first step first, and with how many rolls behind them. */
static const struct chain {
    uint8_t steps[4];
    bool after_seven;
    bool two_players;
} chains[] = {
    {{AGENDA_DISCARD, AGENDA_ROBBER, AGENDA_AFTER_ROLL}, true, false},
    {{AGENDA_ROBBER, AGENDA_AFTER_ROLL}, true, false},
    {{AGENDA_NEUTRAL, AGENDA_RESUME}, false, true},
    {{AGENDA_RETURN_CARDS, AGENDA_RESUME}, false, true},
};

static const struct chain *find_chain(const struct game *game) {
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++) {
        unsigned n = 0;
        while (n < game->n_agenda && chains[i].steps[n] != AGENDA_NONE &&
               chains[i].steps[n] == game->agenda[n].step)
            n++;
        if (n == game->n_agenda && chains[i].steps[n] == AGENDA_NONE)
            return &chains[i];
    }
    return NULL;
}

/* A step to resume must fit the rolls made, and a window that the chain can begin in. */
static bool can_resume(const struct setup *setup, const struct game *game) {
    unsigned step = game->agenda[game->n_agenda - 1].arg;
    if (step == STEP_BEFORE_ROLL)
        return game->rolls == 0;
    if (step == STEP_ACTIONS)
        return game->rolls == 0 || game->rolls == setup->rules.production_rolls;
    return false;
}

static bool rolled_seven(const struct game *game) {
    const uint8_t *dice = game->dice[game->rolls > 0 ? game->rolls - 1 : 0];
    return game->rolls > 0 && dice[0] + dice[1] == SEVEN;
}

/* What steps can follow each other is the engine's to say; for the few chains of the base game it is
 * said here in more words. */
static const char *check_base_chain(const struct setup *setup, const struct game *game) {
    const struct chain *chain = find_chain(game);
    if (chain == NULL)
        return "no game rests with these steps in this order";
    if (game->step != STEP_RESOLVING)
        return "while steps are left, /turn/step is \"resolving\"";
    if (chain->two_players && setup->rules.tokens_max == 0)
        return "only a game of two players has these steps";
    if (chain->after_seven && !rolled_seven(game))
        return "only a seven brings these steps; /turn/rolls does not end with one";
    if (chain->two_players && !can_resume(setup, game))
        return "the turn cannot go on at that step";
    if (game->agenda[0].step == AGENDA_RETURN_CARDS &&
        (game->agenda[0].arg == game->active ||
         game->players[game->active].hand_count < FORCED_CARDS))
        return "the player on turn cannot return cards so (rule T-27)";
    return NULL;
}

/* ---- who is asked ---- */

/* Whether SEAT is among those whom the first step asks at the same time as others. Hidden cards
 * aside this is public, so nobody is asked who has nothing to choose. */
static bool is_asked(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct agenda_item *item = &game->agenda[0];
    const struct player *player = &game->players[seat];
    bool named = item->arg >> seat & 1;
    struct vertex_set plain;
    switch (answer_type(game)) {
    case DISCARD:
        return item->arg != 0 ? named && player->hand_count >= 2
                              : player->hand_count > game_hand_limit(setup, game, seat);
    case GIVE_CARDS: return named && player->hand_count > item->count;
    case CHOOSE_GOLD: return player->gold > 0;
    case DISCARD_PROGRESS_CARD:
        return seat != game->active && player->progress_count > setup->rules.progress_limit;
    case CHOOSE_PILLAGED_CITY:
        plain = game_plain_cities(game, seat);
        return named && vertex_set_count(&plain) > 1;
    default: return false;
    }
}

static unsigned all_asked(const struct setup *setup, const struct game *game) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        seats |= (unsigned)is_asked(setup, game, seat) << seat;
    return seats;
}

static void check_chain(struct reading *r, const struct setup *setup, const struct game *game) {
    const char *wrong =
        setup->rules.knights || setup->rules.sea ? NULL : check_base_chain(setup, game);
    if (wrong == NULL && game->step != STEP_RESOLVING)
        wrong = "while steps are left, /turn/step is \"resolving\"";
    if (wrong == NULL && answer_type(game) == DISCARD && all_asked(setup, game) == 0)
        wrong = "nobody holds enough cards to discard half of them (rule B-38)";
    if (wrong != NULL)
        reading_refuse(r, "%s", wrong);
}

static void read_agenda(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    const json_t *agenda = reading_member(r, value, "agenda", false);
    bool setting_up = game->phase == PHASE_SETUP && game->first != NONE;
    size_t mark = reading_enter(r, "agenda");
    if (agenda != NULL && reading_array(r, agenda, AGENDA_MAX))
        game->n_agenda = (uint8_t)json_array_size(agenda);
    for (unsigned i = 0; i < game->n_agenda; i++) {
        size_t inner = reading_enter_at(r, i);
        read_step(r, element_at(agenda, i), setup, &game->agenda[i]);
        reading_leave(r, inner);
    }
    if (setting_up && game->n_agenda == 0)
        game->agenda[game->n_agenda++].step = AGENDA_SETUP;
    if (r->failed) {
        reading_leave(r, mark);
        return;
    }
    if (setting_up) {
        bool first =
            game->n_agenda == 2 && (game->agenda[0].step == AGENDA_GOLD ||        /* S-78 */
                                    game->agenda[0].step == AGENDA_PLACE_HARBOR); /* S-161 */
        if (game->n_agenda != 1U + first || game->agenda[first].step != AGENDA_SETUP)
            reading_refuse(r, "the set-up phase has the step \"setup\" alone");
    } else if (game->phase != PHASE_PLAY) {
        if (game->n_agenda > 0)
            reading_refuse(r, "nothing is left to be done in this phase");
    } else if (game->n_agenda > 0) {
        check_chain(r, setup, game);
    } else if (game->step == STEP_RESOLVING) {
        reading_refuse(r, "is empty, so /turn/step cannot be \"resolving\"");
    }
    reading_leave(r, mark);
}

/* ---- answers ---- */

/* Cards due from SEAT, who is asked to discard or to give some. */
static unsigned cards_due(const struct game *game, unsigned seat) {
    if (answer_type(game) == CHOOSE_GOLD)
        return game->players[seat].gold;
    return answer_type(game) == DISCARD ? game->players[seat].hand_count / 2U
                                        : game->agenda[0].count;
}

/* Why ACTION cannot be what SEAT has answered, or NULL. */
static const char *check_answer(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    const struct player *player = &game->players[seat];
    struct vertex_set plain;
    if (action->type != answer_type(game) || !is_asked(setup, game, seat))
        return "answers nothing that this player is asked";
    switch (action->type) {
    case CHOOSE_PILLAGED_CITY:
        plain = game_plain_cities(game, seat);
        return vertex_set_has(&plain, action->vertex) ? NULL : "names no plain city of this player";
    case DISCARD_PROGRESS_CARD:
        for (unsigned i = 0; i < player->progress_count; i++)
            if (player->progress[i] == action->card + 1)
                return NULL;
        return "this player does not hold that card";
    default: break;
    }
    if (action->type == CHOOSE_GOLD)
        return cards_kinds(action->take) >> RESOURCE_COUNT ? "gold brings resources" : NULL;
    return cards_cover(player->hand, action->give) ? NULL : "this player does not hold these cards";
}

static void read_answer(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    static const char *const known[] = {"player", "action", NULL};
    struct action action, before;
    const char *wrong = NULL;
    if (!reading_object(r, value, known))
        return;
    unsigned seat =
        reading_number_of(r, value, "player", 0, setup->rules.players - 1U, READING_REQUIRED);
    size_t mark = reading_enter(r, "action");
    if (!action_read(r->errors, json_object_get(value, "action"), r->pointer, setup, &action))
        r->failed = true;
    else if ((wrong = check_answer(setup, game, seat, &action)) != NULL)
        reading_refuse(r, "%s", wrong);
    else if ((action.type == DISCARD || action.type == GIVE_CARDS) &&
             cards_total(action.give) != cards_due(game, seat))
        reading_refuse(r, "player %u %s %u cards", seat,
                       action.type == DISCARD ? "discards" : "gives", cards_due(game, seat));
    else if (action.type == CHOOSE_GOLD && cards_total(action.take) != cards_due(game, seat))
        reading_refuse(r, "player %u takes %u cards", seat, cards_due(game, seat));
    else if (answer_get(game, seat, &before))
        reading_refuse(r, "player %u has answered above", seat);
    else if (action.type == CHOOSE_PILLAGED_CITY)
        game->answer_ids[seat] = (uint8_t)(1 + action.vertex);
    else if (action.type == DISCARD_PROGRESS_CARD)
        game->answer_ids[seat] = (uint8_t)(1 + action.card);
    else
        game->answers[seat] = action.type == CHOOSE_GOLD ? action.take : action.give;
    reading_leave(r, mark);
}

static void read_answers(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    const json_t *answers = reading_member(r, value, "answers", false);
    unsigned missing = all_asked(setup, game);
    struct action action;
    size_t mark = reading_enter(r, "answers");
    size_t n =
        answers != NULL && reading_array(r, answers, SEAT_MAX) ? json_array_size(answers) : 0;
    if (n > 0 && answer_type(game) == ACTION_NONE)
        reading_refuse(r, "nobody is asked anything that could be answered");
    for (size_t i = 0; i < n && !r->failed; i++) {
        size_t inner = reading_enter_at(r, i);
        read_answer(r, element_at(answers, i), setup, game);
        reading_leave(r, inner);
    }
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (answer_get(game, seat, &action))
            missing &= ~(1U << seat);
    if (n > 0 && missing == 0 && !r->failed)
        reading_refuse(r, "all answers are in, so they would have been carried out already");
    reading_leave(r, mark);
}

/* ---- offers ---- */

static uint32_t read_offer_number(struct reading *r, const json_t *object, const char *key,
                                  bool required) {
    const json_t *value = reading_member(r, object, key, required);
    json_int_t number = json_integer_value(value);
    if (value == NULL)
        return 0;
    if (json_is_integer(value) && number >= 0 && number < (json_int_t)UINT32_MAX)
        return (uint32_t)number;
    reading_refuse_at(r, key, "must be a whole number");
    return 0;
}

static uint8_t read_asked(struct reading *r, const json_t *value, const struct setup *setup) {
    struct reading_list to;
    const json_t *seat;
    unsigned seats = 0;
    (void)reading_member(r, value, "to", true);
    to = reading_list_of(r, value, "to", SEAT_MAX);
    while ((seat = reading_next(&to)) != NULL)
        seats |= 1U << reading_number(r, seat, 0, setup->rules.players - 1U);
    return (uint8_t)seats;
}

static void read_responses(struct reading *r, const json_t *value, struct offer *offer) {
    static const char *const names[] = {"accepted", "declined"};
    static const char *const seats[] = {"0", "1", "2", "3", "4", "5", NULL};
    const json_t *responses = reading_member(r, value, "responses", false);
    if (responses == NULL)
        return;
    size_t mark = reading_enter(r, "responses");
    if (reading_object(r, responses, seats))
        for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
            unsigned answer = reading_name_of(r, responses, seats[seat], names, 2, NONE);
            if (answer != NONE && !(offer->to >> seat & 1))
                reading_refuse_at(r, seats[seat], "was not asked");
            offer->accepted |= (uint8_t)((answer == 0) << seat);
            offer->declined |= (uint8_t)((answer == 1) << seat);
        }
    reading_leave(r, mark);
}

/* An offer stands only while its maker, and whoever accepted it, holds the cards (openapi.yaml). */
static void check_offer_cards(struct reading *r, const struct setup *setup, const struct game *game,
                              const struct offer *offer) {
    unsigned others = ((1U << setup->rules.players) - 1) & ~(1U << offer->player);
    bool on_turn = offer->player == game->active;
    if (offer->to == 0 || offer->to & ~(on_turn ? others : 1U << game->active))
        reading_refuse_at(r, "to", "asks somebody the maker cannot trade with (rule B-46)");
    if (cards_kinds(offer->give) & cards_kinds(offer->want))
        reading_refuse_at(r, "want", "names a kind that is given as well (rule B-49)");
    if (!cards_cover(game->players[offer->player].hand, offer->give))
        reading_refuse_at(r, "give", "is more than its maker holds");
    if (offer->auto_confirm && !on_turn)
        reading_refuse_at(r, "auto", "only an offer of the player on turn is automatic");
    if (offer->declined == offer->to)
        reading_refuse_at(r, "responses", "all have declined, so the offer would be over");
    if (offer->accepted != 0 && (!on_turn || offer->auto_confirm))
        reading_refuse_at(r, "responses", "the first to accept would have got it");
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (offer->accepted >> seat & 1 && !cards_cover(game->players[seat].hand, offer->want))
            reading_refuse_at(r, "responses", "player %u does not hold what they would give", seat);
}

static void read_offer(struct reading *r, const json_t *value, const struct setup *setup,
                       const struct game *game, struct offer *offer) {
    static const char *const known[] = {"id",   "player",   "give",      "want", "to",
                                        "auto", "counters", "responses", NULL};
    const json_t *give, *want;
    size_t mark;
    if (!reading_object(r, value, known))
        return;
    offer->id = read_offer_number(r, value, "id", true);
    offer->counters = read_offer_number(r, value, "counters", false);
    offer->player = (uint8_t)reading_number_of(r, value, "player", 0, setup->rules.players - 1U,
                                               READING_REQUIRED);
    offer->to = read_asked(r, value, setup);
    offer->auto_confirm = reading_bool_of(r, value, "auto", false);
    give = reading_member(r, value, "give", true);
    want = reading_member(r, value, "want", true);
    if (give == NULL || want == NULL)
        return;
    mark = reading_enter(r, "give");
    offer->give = cards_read(r, give, setup->rules.kinds, 1);
    reading_leave(r, mark);
    mark = reading_enter(r, "want");
    offer->want = cards_read(r, want, setup->rules.kinds, 1);
    reading_leave(r, mark);
    read_responses(r, value, offer);
    if (!r->failed)
        check_offer_cards(r, setup, game, offer);
    if (offer->id == 0 || offer->counters >= offer->id)
        reading_refuse_at(r, "id", "is numbered from 1, after the offer it counters");
}

/* Whether the player on turn is in the action phase, be it in the middle of what a move there
 * started. */
static bool is_trading(const struct game *game) {
    const struct agenda_item *last = &game->agenda[game->n_agenda > 0 ? game->n_agenda - 1 : 0];
    return game->phase == PHASE_PLAY && !game->trade_over &&
           (game->n_agenda == 0 ? game->step == STEP_ACTIONS
                                : last->step == AGENDA_RESUME && last->arg == STEP_ACTIONS);
}

static void read_offers(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    const json_t *offers = reading_member(r, value, "offers", false);
    unsigned made[SEAT_MAX] = {0};
    size_t mark = reading_enter(r, "offers");
    size_t n = offers != NULL && reading_array(r, offers, OFFER_MAX) ? json_array_size(offers) : 0;
    if (n > 0 && !is_trading(game))
        reading_refuse(r, "offers are open only while the player on turn may trade");
    for (size_t i = 0; i < n && !r->failed; i++) {
        struct offer *offer = &game->offers[i];
        size_t inner = reading_enter_at(r, i);
        read_offer(r, element_at(offers, i), setup, game, offer);
        for (size_t other = 0; other < i; other++)
            if (game->offers[other].id == offer->id)
                reading_refuse_at(r, "id", "stands here twice");
        if (++made[offer->player] > OFFERS_PER_SEAT_MAX)
            reading_refuse_at(r, "player", "has more than %d open offers", OFFERS_PER_SEAT_MAX);
        if (offer->id > game->next_offer)
            game->next_offer = offer->id;
        game->n_offers++;
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
    if (reading_member(r, value, "offers_made", false) != NULL) {
        uint32_t total = read_offer_number(r, value, "offers_made", false);
        if (total < game->next_offer)
            reading_refuse_at(r, "offers_made", "is less than the number of an open offer");
        game->next_offer = total;
    }
}

/* ---- the set-up phase ---- */

/* How many turns of the set-up, from number FROM to before N, were those of SEAT: each brings a
 * building and its road. */
static unsigned setup_turns(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned from, unsigned n) {
    unsigned players = setup->rules.players, turns = 0;
    assert(players > 0);
    for (unsigned turn = from; turn < n; turn++)
        turns += (game->first + rules_setup_place(&setup->rules, turn)) % players == seat;
    return turns;
}

static unsigned count_placed(const struct setup *setup, const struct player *player,
                             unsigned piece) {
    return (unsigned)setup->rules.supply[piece] - player->supply[piece];
}

/* Roads and ships of SEAT: in the set-up either comes with a building (S-73). */
static unsigned count_lines(const struct setup *setup, const struct player *player) {
    return count_placed(setup, player, PIECE_ROAD) + count_placed(setup, player, PIECE_SHIP);
}

/* Buildings of SEAT. */
static unsigned count_buildings(const struct setup *setup, const struct player *player) {
    return count_placed(setup, player, PIECE_SETTLEMENT) + count_placed(setup, player, PIECE_CITY);
}

/* Whether SEAT has what N pieces placed in order give it: in the last round of a game with knights
 * the buildings are cities (C-20). */
static bool setup_fits(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned n) {
    const struct player *player = &game->players[seat];
    unsigned roads = n / 2, buildings = (n + 1) / 2;
    unsigned first_rounds = (setup->rules.setup_rounds - 1U) * setup->rules.players;
    unsigned settled = setup->rules.knights && buildings > first_rounds ? first_rounds : buildings;
    for (unsigned piece = PIECE_WALL; piece < PIECE_COUNT; piece++)
        if (piece != PIECE_SHIP && count_placed(setup, player, piece) > 0)
            return false;
    unsigned printed = setup->board.n_lanes > 0; /* a settlement and a ship (S-124) */
    return count_lines(setup, player) == printed + setup_turns(setup, game, seat, 0, roads) &&
           count_placed(setup, player, PIECE_SETTLEMENT) ==
               printed + setup_turns(setup, game, seat, 0, settled) &&
           count_placed(setup, player, PIECE_CITY) ==
               setup_turns(setup, game, seat, settled, buildings);
}

/* Pieces are placed in a fixed order (B-22), so their number tells how far the set-up is. */
static void count_setup(struct reading *r, const struct setup *setup, struct game *game) {
    unsigned done = 0;
    if (game->phase != PHASE_SETUP) {
        game->setup_done = (uint8_t)rules_setup_pieces(&setup->rules);
        return;
    }
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        done +=
            count_buildings(setup, &game->players[seat]) + count_lines(setup, &game->players[seat]);
    if (done < 2U * setup->board.n_lanes) {
        reading_refuse_at(r, "pieces", "lack some that are printed (rule S-124)");
        return;
    }
    done -= 2U * setup->board.n_lanes;
    if (done >= rules_setup_pieces(&setup->rules) || (done > 0 && game->first == NONE)) {
        reading_refuse_at(r, "pieces", "are too many for the set-up phase");
        return;
    }
    game->setup_done = (uint8_t)done;
    for (unsigned seat = 0; seat < setup->rules.players && game->first != NONE; seat++)
        if (!setup_fits(setup, game, seat, done))
            reading_refuse_at(r, "pieces", "of player %u do not fit the set-up's order (rule B-22)",
                              seat);
}

/* ---- doors ---- */

void position_chain_read(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    read_agenda(r, value, setup, game);
    if (r->failed)
        return;
    read_answers(r, value, setup, game);
    read_offers(r, value, setup, game);
    count_setup(r, setup, game);
}

/* Whether SEAT may hold a card for the most of something: at least MIN, and nobody has more. And
 * where somebody alone has the most, that player holds it. */
static void check_holder(struct reading *r, const char *key, const uint8_t *have, unsigned n,
                         unsigned holder, unsigned min) {
    unsigned most = 0, with_most = 0, who = NONE;
    for (unsigned seat = 0; seat < n; seat++) {
        if (have[seat] > most) {
            most = have[seat];
            with_most = 0;
        }
        if (have[seat] == most) {
            with_most++;
            who = seat;
        }
    }
    if (holder != NONE && (have[holder] < min || have[holder] < most))
        reading_refuse_at(r, key, "player %u cannot hold it with %u", holder, have[holder]);
    if (holder == NONE && most >= min && with_most == 1)
        reading_refuse_at(r, key, "player %u alone has the most, %u, and must hold it", who, most);
}

static void check_won(struct reading *r, const struct setup *setup, const struct game *game) {
    unsigned target = setup->rules.points_target;
    bool special = game->part > 0 && setup->rules.parts_special; /* */
    if (game->phase == PHASE_PLAY && !special && game_has_won(setup, game, game->active))
        reading_refuse_at(r, "winner", "player %u, on turn, has %u points and has won",
                          game->active, game_points(setup, game, game->active));
    if (game->phase == PHASE_PLAY && game_villages_spent(setup, game))
        reading_refuse_at(r, "villages", "so few have cloth that the game is over (rule S-122)");
    if (game->phase != PHASE_FINISHED && game->winner != NONE)
        reading_refuse_at(r, "winner", "only a finished game has one");
    if (game->phase == PHASE_FINISHED && game->winner != NONE &&
        !game_villages_spent(setup, game) &&
        (game->winner != game->active || !game_has_won(setup, game, game->winner)))
        reading_refuse_at(r, "winner", "must be on turn with at least %u points", target);
}

void position_chain_check(struct reading *r, const struct setup *setup, const struct game *game) {
    uint8_t roads[SEAT_MAX], knights[SEAT_MAX];
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        roads[seat] = (uint8_t)game_longest_road(setup, game, seat);
        knights[seat] = game->players[seat].knights_played;
        if (seat == game->active || seat >= setup->rules.players)
            continue;
        for (unsigned card = 0; card < DEV_COUNT; card++)
            if (game->players[seat].dev_new[card] > 0)
                reading_refuse_at(r, "players", "only the player on turn has new cards, not %u",
                                  seat);
    }
    if (setup->rules.road_card_min > 0)
        check_holder(r, "longest_road", roads, setup->rules.colors, game->road_holder,
                     setup->rules.road_card_min);
    if (setup->rules.army_card_min > 0)
        check_holder(r, "largest_army", knights, setup->rules.players, game->army_holder,
                     setup->rules.army_card_min);
    check_won(r, setup, game);
    if (game->phase == PHASE_SETUP)
        for (unsigned seat = 0; seat < setup->rules.players; seat++) {
            const struct player *player = &game->players[seat];
            /* a settlement under a fortress does not stand (S-125) */
            struct vertex_set standing = vertex_set_union(player->settlements, player->cities);
            struct vertex_set bare =
                vertex_set_minus(standing, vertex_set_union(player->touched, player->moored));
            if (vertex_set_count(&bare) != vertex_set_count(&standing) - count_lines(setup, player))
                reading_refuse_at(r, "pieces", "each road of player %u starts at its building",
                                  seat);
        }
}

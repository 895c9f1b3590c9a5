/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "service/document/action_json.h"
#include "service/document/chain_json.h"
#include "service/document/view_int.h"

/* ---- the agenda ---- */

/* The sequences of steps that a game can rest in, first step first, and after how many rolls. */
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

/* Whether the step to resume fits the rolls made and starts a window that the chain can begin
 * in. */
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

/* The engine decides which steps can follow each other; for the few chains of the base game this
 * gives a clearer message. */
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
        return "the turn cannot continue at that step";
    if (game->agenda[0].step == AGENDA_RETURN_CARDS &&
        (game->agenda[0].arg == game->active ||
         game->players[game->active].hand_count < FORCED_CARDS))
        return "the player on turn cannot return cards so (rule T-27)";
    return NULL;
}

/* ---- the players asked ---- */

/* Whether SEAT is among those whom the first step asks simultaneously. Except for hidden cards this
 * is public, so nobody without a choice is asked. */
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
        wrong = "no player holds enough cards to discard half of them (rule B-38)";
    if (wrong != NULL)
        reading_refuse(r, "%s", wrong);
}

void read_agenda(struct reading *r, const json_t *value, const struct member_target *to) {
    struct game *game = to->game;
    bool setting_up = game->phase == PHASE_SETUP && game->first != NONE;
    struct reading_list list = reading_list(r, json_is_null(value) ? NULL : value, AGENDA_MAX);
    const json_t *step;
    r->absent = false; /* may be left out */
    while ((step = reading_next(&list)) != NULL)
        agenda_step_read(r, step, &game->agenda[game->n_agenda++], to);
    if (setting_up && game->n_agenda == 0)
        game->agenda[game->n_agenda++].step = AGENDA_SETUP;
    if (r->failed)
        return;
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
        check_chain(r, to->setup, game);
    } else if (game->step == STEP_RESOLVING) {
        reading_refuse(r, "is empty, so /turn/step cannot be \"resolving\"");
    }
}

/* ---- answers ---- */

/* The number of cards that SEAT has to discard or give. */
static unsigned cards_due(const struct game *game, unsigned seat) {
    if (answer_type(game) == CHOOSE_GOLD)
        return game->players[seat].gold;
    return answer_type(game) == DISCARD ? game->players[seat].hand_count / 2U
                                        : game->agenda[0].count;
}

/* Why ACTION cannot be SEAT's answer, or NULL. */
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

void read_answers(struct reading *r, const json_t *value, const struct member_target *to) {
    struct game *game = to->game;
    unsigned missing = all_asked(to->setup, game);
    struct action action;
    struct reading_list list = reading_list(r, value, SEAT_MAX);
    const json_t *answer;
    if (r->failed) /* the agenda is wrong, so what is asked is unknown */
        return;
    if (list.size > 0 && answer_type(game) == ACTION_NONE)
        reading_refuse(r, "no player is asked anything that could be answered");
    while ((answer = reading_next(&list)) != NULL)
        if (!r->failed)
            read_answer(r, answer, to->setup, game);
    for (unsigned seat = 0; seat < to->setup->rules.players; seat++)
        if (answer_get(game, seat, &action))
            missing &= ~(1U << seat);
    if (list.size > 0 && missing == 0 && !r->failed)
        reading_refuse(r, "all answers are in, so they would have been carried out already");
}

/* ---- offers ---- */

/* An offer is valid only while its maker, and a player who accepted it, hold the cards
 * (openapi.yaml). */
static void check_offer(struct reading *r, const struct setup *setup, const struct game *game,
                        const struct offer *offer) {
    unsigned others = ((1U << setup->rules.players) - 1) & ~(1U << offer->player);
    bool on_turn = offer->player == game->active;
    if (offer->to == 0 || offer->to & ~(on_turn ? others : 1U << game->active))
        reading_refuse_at(r, "to", "asks a player the maker cannot trade with (rule B-46)");
    if (cards_kinds(offer->give) & cards_kinds(offer->want))
        reading_refuse_at(r, "want", "names a kind that is given as well (rule B-49)");
    if (!cards_cover(game->players[offer->player].hand, offer->give))
        reading_refuse_at(r, "give", "is more than its maker holds");
    if (offer->auto_confirm && !on_turn)
        reading_refuse_at(r, "auto", "only an offer of the player on turn is automatic");
    if (offer->id == 0 || offer->counters >= offer->id)
        reading_refuse_at(r, "id", "is numbered from 1, after the offer it counters");
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if ((offer->accepted | offer->declined) & ~offer->to & 1U << seat) {
            char key[8];
            snprintf(key, sizeof key, "%u", seat);
            size_t mark = reading_enter(r, "responses");
            reading_refuse_at(r, key, "was not asked");
            reading_leave(r, mark);
        }
    if (offer->declined == offer->to)
        reading_refuse_at(r, "responses", "all have declined, so the offer would be over");
    if (offer->accepted != 0 && (!on_turn || offer->auto_confirm))
        reading_refuse_at(r, "responses", "the first to accept would have got it");
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (offer->accepted >> seat & 1 && !cards_cover(game->players[seat].hand, offer->want))
            reading_refuse_at(r, "responses", "player %u does not hold what they would give", seat);
}

/* Whether the player on turn is in the action phase, possibly in the middle of a move made
 * there. */
static bool is_trading(const struct game *game) {
    const struct agenda_item *last = &game->agenda[game->n_agenda > 0 ? game->n_agenda - 1 : 0];
    return game->phase == PHASE_PLAY && !game->trade_over &&
           (game->n_agenda == 0 ? game->step == STEP_ACTIONS
                                : last->step == AGENDA_RESUME && last->arg == STEP_ACTIONS);
}

/* Slots are filled in document order. */
void put_offer(struct reading *r, const struct member_target *to, void *element) {
    const struct offer *offer = element;
    struct game *game = to->game;
    unsigned made = 0;
    check_offer(r, to->setup, game, offer);
    for (const struct offer *other = game->offers; other <= offer; other++) {
        made += other->player == offer->player;
        if (other < offer && other->id == offer->id)
            reading_refuse_at(r, "id", "is listed twice");
    }
    if (made > OFFERS_PER_SEAT_MAX)
        reading_refuse_at(r, "player", "has more than %d open offers", OFFERS_PER_SEAT_MAX);
    if (offer->id > game->next_offer)
        game->next_offer = offer->id;
}

void read_offers_made(struct reading *r, const json_t *value, const struct member_target *to) {
    static const struct member row = {.kind = MEMBER_LONG};
    uint32_t last = to->game->next_offer;
    value_read(r, value, &row, &to->game->next_offer, to);
    if (to->game->next_offer < last)
        reading_refuse(r, "is less than the number of an open offer");
}

/* ---- the set-up phase ---- */

/* How many of the set-up turns from FROM to before N were SEAT's: each brings a building and its
 * road. */
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

/* Roads and ships of SEAT: a set-up building comes with either (S-73). */
static unsigned count_lines(const struct setup *setup, const struct player *player) {
    return count_placed(setup, player, PIECE_ROAD) + count_placed(setup, player, PIECE_SHIP);
}

/* Buildings of SEAT. */
static unsigned count_buildings(const struct setup *setup, const struct player *player) {
    return count_placed(setup, player, PIECE_SETTLEMENT) + count_placed(setup, player, PIECE_CITY);
}

/* Whether SEAT has what the first N set-up turns give them; in the last round of a game with
 * knights the buildings are cities (C-20). */
static bool setup_fits(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned n) {
    const struct player *player = &game->players[seat];
    unsigned roads = n / 2, buildings = (n + 1) / 2;
    unsigned first_rounds = (setup->rules.setup_rounds - 1U) * setup->rules.players;
    unsigned settled = setup->rules.knights && buildings > first_rounds ? first_rounds : buildings;
    for (unsigned piece = PIECE_WALL; piece < PIECE_COUNT; piece++)
        if (piece != PIECE_SHIP && count_placed(setup, player, piece) > 0)
            return false;
    unsigned printed = setup->board.n_lanes > 0; /* the printed start: a settlement and a ship
                                                  * (S-124) */
    return count_lines(setup, player) == printed + setup_turns(setup, game, seat, 0, roads) &&
           count_placed(setup, player, PIECE_SETTLEMENT) ==
               printed + setup_turns(setup, game, seat, 0, settled) &&
           count_placed(setup, player, PIECE_CITY) ==
               setup_turns(setup, game, seat, settled, buildings);
}

/* Pieces are placed in a fixed order (B-22), so their number determines how far the set-up is. */
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

/* ---- checks ---- */

void position_chain_check(struct reading *r, const struct setup *setup, struct game *game) {
    if (game->n_offers > 0 && !is_trading(game))
        reading_refuse_at(r, "offers", "offers are open only while the player on turn may trade");
    count_setup(r, setup, game);
}

/* Checks the holder of a special card for having the most of something: they must have enough, and nobody more;
 * and a player who alone has the most must hold it. A state whose pieces were refused has no lengths yet. */
static void check_holder(struct reading *r, const struct setup *setup, const struct game *game,
                         enum award award) {
    unsigned n = game_award_neutral(award) ? setup->rules.colors : setup->rules.players;
    unsigned min = setup->award_least[award], holder = game->holders[award], have[SEAT_MAX] = {0};
    for (unsigned seat = 0; seat < n; seat++)
        have[seat] = game_award_have(setup, game, award, seat);
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
        reading_refuse_at(r, award_names[award], "player %u cannot hold it with %u", holder,
                          have[holder]);
    if (holder == NONE && most >= min && with_most == 1)
        reading_refuse_at(r, award_names[award],
                          "player %u alone has the most, %u, and must hold it", who, most);
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

void position_end_check(struct reading *r, const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        if (seat == game->active || seat >= setup->rules.players)
            continue;
        for (unsigned card = 0; card < DEV_COUNT; card++)
            if (game->players[seat].dev_new[card] > 0)
                reading_refuse_at(r, "players", "only the player on turn has new cards, not %u",
                                  seat);
    }
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (setup->award_least[award] > 0)
            check_holder(r, setup, game, award);
    check_won(r, setup, game);
    if (game->phase == PHASE_SETUP)
        for (unsigned seat = 0; seat < setup->rules.players; seat++) {
            const struct player *player = &game->players[seat];
            /* a settlement under a fortress does not count (S-125) */
            struct vertex_set standing = vertex_set_union(player->settlements, player->cities);
            struct vertex_set bare =
                vertex_set_minus(standing, vertex_set_union(player->touched, player->moored));
            if (vertex_set_count(&bare) != vertex_set_count(&standing) - count_lines(setup, player))
                reading_refuse_at(r, "pieces", "each road of player %u starts at its building",
                                  seat);
        }
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The engine's door: which actions are open to whom, and handing each to its row. */
#include "engine/game.h"

#include "engine/internal.h"

#define TYPE(type) (UINT64_C(1) << (type))

/* The actions of each window. */
#define TOKEN_TYPES   (TYPE(ROBBER_TO_DESERT) | TYPE(TRADE_IN_KNIGHT) | TYPE(FORCED_TRADE))
#define NEUTRAL_TYPES (TOKEN_TYPES | TYPE(BUILD_NEUTRAL) | TYPE(RETURN_CARDS))
#define ANSWER_TYPES                                                                               \
    (TYPE(ACCEPT_TRADE) | TYPE(DECLINE_TRADE) | TYPE(COUNTER_TRADE) | TYPE(CONFIRM_TRADE) |        \
     TYPE(CANCEL_TRADE))
#define TRADE_TYPES    (TYPE(OFFER_TRADE) | ANSWER_TYPES | TYPE(MARITIME_TRADE))
#define OFF_TURN_TYPES (TRADE_TYPES & ~(TYPE(CONFIRM_TRADE) | TYPE(MARITIME_TRADE)))
#define DEV_TYPES      (TYPE(BUY_DEV_CARD) | TYPE(PLAY_DEV_CARD))
#define BUILD_TYPES    (TYPE(BUILD_SETTLEMENT) | TYPE(BUILD_CITY) | TYPE(BUILD_ROAD))
#define KNIGHT_ACTIONS (TYPE(MOVE_KNIGHT) | TYPE(DISPLACE_KNIGHT) | TYPE(CHASE_ROBBER))
#define KNIGHT_TYPES                                                                               \
    (TYPE(BUILD_CITY_WALL) | TYPE(BUILD_KNIGHT) | TYPE(ACTIVATE_KNIGHT) | TYPE(PROMOTE_KNIGHT) |   \
     KNIGHT_ACTIONS | TYPE(IMPROVE_CITY) | TYPE(REPAIR_CITY) | TYPE(PLAY_PROGRESS_CARD) |          \
     TYPE(HARBOR_OFFER))

/* Answers that several players may owe at once (engine/answer.c). */
#define SIMULTANEOUS_TYPES                                                                         \
    (TYPE(DISCARD) | TYPE(GIVE_CARDS) | TYPE(CHOOSE_PILLAGED_CITY) | TYPE(DISCARD_PROGRESS_CARD))

/* Everything from BUILD_CITY_WALL on. */
#define EXPANSION_TYPES (~UINT64_C(0) << BUILD_CITY_WALL)

/* Windows of the player on turn (B-27, B-28, T-10 to T-12, T-23). */
static const uint64_t turn_types[] = {
    [STEP_BEFORE_ROLL] = TYPE(ROLL) | TYPE(PLAY_DEV_CARD) | TOKEN_TYPES | TYPE(PLAY_PROGRESS_CARD) |
                         TYPE(CHASE_ROBBER), /* C-25, V-10 */
    [STEP_BETWEEN_ROLLS] =
        TYPE(ROLL) | TYPE(PLAY_DEV_CARD) | TYPE(ROBBER_TO_DESERT) | TYPE(TRADE_IN_KNIGHT),
    [STEP_RESOLVING] = 0,
    [STEP_ACTIONS] =
        BUILD_TYPES | TRADE_TYPES | DEV_TYPES | TYPE(END_TURN) | TOKEN_TYPES | KNIGHT_TYPES,
};

/* What answers each decision; the turn itself has its windows above. */
static const uint64_t decision_types[DECISION_KIND_COUNT] = {
    [DECIDE_SETUP_SETTLEMENT] = TYPE(BUILD_SETTLEMENT),
    [DECIDE_SETUP_ROAD] = TYPE(BUILD_ROAD),
    [DECIDE_DISCARD] = TYPE(DISCARD),
    [DECIDE_MOVE_ROBBER] = TYPE(MOVE_ROBBER),
    [DECIDE_BUILD_NEUTRAL] = TYPE(BUILD_NEUTRAL),
    [DECIDE_RETURN_CARDS] = TYPE(RETURN_CARDS),
    [DECIDE_SETUP_CITY] = TYPE(BUILD_CITY),
    [DECIDE_COMMIT_KNIGHTS] = TYPE(COMMIT_KNIGHTS),
    [DECIDE_CHOOSE_PILLAGED_CITY] = TYPE(CHOOSE_PILLAGED_CITY),
    [DECIDE_CHOOSE_PROGRESS_DECK] = TYPE(CHOOSE_PROGRESS_DECK),
    [DECIDE_DISCARD_PROGRESS] = TYPE(DISCARD_PROGRESS_CARD),
    [DECIDE_FIFTH_CARD] = TYPE(PLAY_PROGRESS_CARD) | TYPE(DISCARD_PROGRESS_CARD),
    [DECIDE_TAKE_RESOURCE] = TYPE(TAKE_RESOURCE) | TYPE(SKIP),
    [DECIDE_RELOCATE_KNIGHT] = TYPE(RELOCATE_KNIGHT),
    [DECIDE_REMOVE_KNIGHT] = TYPE(REMOVE_KNIGHT),
    [DECIDE_PLACE_KNIGHT] = TYPE(PLACE_KNIGHT) | TYPE(SKIP),
    [DECIDE_GIVE_CARDS] = TYPE(GIVE_CARDS),
    [DECIDE_TAKE_CARDS] = TYPE(TAKE_CARDS),
    [DECIDE_TAKE_PROGRESS_CARD] = TYPE(TAKE_PROGRESS_CARD),
    [DECIDE_GIVE_COMMODITY] = TYPE(GIVE_COMMODITY),
};

void game_blank(const struct setup *setup, struct game *game) {
    memset(game, 0, sizeof *game);
    game->first = game->winner = game->road_holder = game->army_holder = NONE;
    game->robber = game->merchant = game->merchant_holder = NONE;
    memset(game->metropolis, NONE, sizeof game->metropolis);
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++)
        game->numbers[hex] = setup->board.hexes[hex].number;
    for (unsigned seat = 0; seat < setup->rules.colors; seat++)
        memcpy(game->players[seat].supply, setup->rules.supply, sizeof setup->rules.supply);
}

static void fill_decks(const struct rules *rules, struct game *game) {
    for (unsigned card = 0; card < DEV_COUNT && rules->dev_deck; card++) {
        game->deck[card] = deck_start[card];
        game->deck_count = (uint8_t)(game->deck_count + deck_start[card]);
    }
    for (unsigned card = 0; card < PROGRESS_COUNT && rules->knights; card++) {
        const struct progress_row *row = &progress_rows[card];
        game->undrawn[card] = row->count;
        game->stack_count[row->track] = (uint8_t)(game->stack_count[row->track] + row->count);
    }
}

void game_init(const struct setup *setup, struct game *game) {
    game_blank(setup, game);
    if (setup->rules.options[OPTION_ROBBER_START] == START_DESERT) /* else beside the hexes, C-17 */
        game->robber = setup->board.robber;
    game->bank = setup->rules.bank;
    fill_decks(&setup->rules, game);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        game->players[seat].tokens = setup->rules.tokens_start;
    for (unsigned i = 0; setup->rules.players + i < setup->rules.colors; i++)
        put_settlement(setup, game, setup->rules.players + i, setup->board.neutral[i]);
}

enum board_error setup_build(struct setup *setup, const struct rules *rules,
                             const struct board_spec *spec, size_t *at) {
    struct board_spec full;
    setup->rules = *rules;
    if (rules->colors > rules->players && spec->n_neutral == 0) {
        full = *spec;
        full.n_neutral = 2;
        full.neutral[0].corner = CORNER_N; /* T-05; the hex is (0,0) */
        full.neutral[1].corner = CORNER_S;
        spec = &full;
    }
    return board_build(&setup->board, spec, at);
}

/* ---- may he ---- */

const struct decision *game_decision(const struct game *game, unsigned seat) {
    for (unsigned i = 0; i < game->n_pending; i++)
        if (game->pending[i].player == seat)
            return &game->pending[i];
    return NULL;
}

/* Types of action that the game does not have. */
static uint64_t foreign_types(const struct rules *rules) {
    return (rules->tokens_max ? 0 : NEUTRAL_TYPES) | (rules->dev_deck ? 0 : DEV_TYPES) |
           (rules->knights ? 0 : EXPANSION_TYPES);
}

bool answered_together(unsigned type) {
    return SIMULTANEOUS_TYPES >> type & 1;
}

bool answers_missing(const struct game *game, unsigned seat) {
    for (unsigned i = 0; i < game->n_pending; i++)
        if (game->pending[i].player != seat && !game->pending[i].answered)
            return true;
    return false;
}

uint64_t game_types(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct decision *decision = game_decision(game, seat);
    uint64_t types;
    if (decision && decision->kind != DECIDE_TURN)
        return decision_types[decision->kind];
    if (decision) {
        types = turn_types[game->step] & ~foreign_types(&setup->rules);
        return game->trade_over ? types & ~TRADE_TYPES : types;
    }
    return trade_open(game) && seat < setup->rules.players ? OFF_TURN_TYPES : 0;
}

/* Why TYPE is not among the types open to SEAT. */
static enum reason not_open(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned type) {
    const struct decision *decision = game_decision(game, seat);
    if (!action_forms(type) || TYPE(type) & foreign_types(&setup->rules))
        return REASON_UNKNOWN_ACTION;
    if (!decision)
        return REASON_NOT_YOUR_DECISION;
    if (decision->kind != DECIDE_TURN)
        return REASON_WRONG_DECISION;
    if (game->step == STEP_ACTIONS) {
        if (type == ROLL)
            return REASON_ALREADY_ROLLED;
        return TYPE(type) & TRADE_TYPES ? REASON_TRADE_OVER : REASON_NOT_CALLED_FOR;
    }
    if (game->step == STEP_BETWEEN_ROLLS && type == FORCED_TRADE)
        return REASON_BETWEEN_ROLLS;
    return TYPE(type) & turn_types[STEP_ACTIONS] ? REASON_ROLL_FIRST : REASON_NOT_CALLED_FOR;
}

enum reason game_legal(const struct setup *setup, const struct game *game, unsigned seat,
                       const struct action *action) {
    if (game->phase == PHASE_FINISHED)
        return REASON_FINISHED;
    if (game->first == NONE)
        return REASON_NOT_STARTED;
    if (seat >= setup->rules.players)
        return REASON_NEUTRAL_SEAT;
    if (action->type != RESIGN && !(game_types(setup, game, seat) >> action->type & 1))
        return not_open(setup, game, seat, action->type);
    return action_rule(action->type, action_form(action))->legal(setup, game, seat, action);
}

/* Only the rows of the cards held. */
static void list_progress(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list) {
    const struct action_row *row = &action_table[PLAY_PROGRESS_CARD];
    uint64_t held = 0;
    for (unsigned i = 0; i < game->players[seat].progress_count; i++)
        held |= UINT64_C(1) << game->players[seat].progress[i];
    held >>= 1; /* a blank one counts for nothing */
    while (held) {
        unsigned card = bit_take(&held);
        if (card < row->forms && row->rules[card].list)
            row->rules[card].list(setup, game, seat, list);
    }
}

void game_list(const struct setup *setup, const struct game *game, unsigned seat,
               struct move_list *list) {
    list->n = 0;
    if (game->phase == PHASE_FINISHED || game->first == NONE || seat >= setup->rules.players)
        return;
    uint64_t types = game_types(setup, game, seat);
    if (!game->n_offers)
        types &= ~ANSWER_TYPES;
    if (game->players[seat].dev_count == 0)
        types &= ~TYPE(PLAY_DEV_CARD);
    if (game->players[seat].progress_count == 0)
        types &= ~TYPE(PLAY_PROGRESS_CARD);
    while (types) {
        unsigned type = bit_take(&types);
        const struct action_row *row = &action_table[type];
        if (type == PLAY_PROGRESS_CARD) {
            list_progress(setup, game, seat, list);
            continue;
        }
        for (unsigned form = 0; form < row->forms; form++)
            if (row->rules[form].list)
                row->rules[form].list(setup, game, seat, list);
    }
}

/* ---- what comes of it ---- */

static void apply_action(const struct setup *setup, struct game *game, const struct event *event) {
    const struct action_rule *rule = action_rule(event->type, action_form(&event->action));
    assert(rule && rule->apply && event->player < setup->rules.players);
    /* What is pending follows from the agenda, so it is asked anew after every move; only
     * simultaneous answers gather on it, and resigning answers nothing. */
    if (!answered_together(event->type) && event->type != RESIGN)
        game->n_pending = 0;
    rule->apply(setup, game, event->player, &event->action, &event->outcome);
}

void game_apply(const struct setup *setup, struct game *game, const struct event *event) {
    switch (event->type) {
    case EVENT_START:
        if (game->first == NONE) { /* a game from a position has begun already */
            game->first = event->start.first;
            agenda_push(game, AGENDA_SETUP, 0, 0);
        }
        break;
    case EVENT_REVEAL: game->revealed = true; break;
    case EVENT_SEAT_CHANGED: break;
    case EVENT_FINISHED:
        turn_close(setup, game); /* abandoned ones end in the middle of anything */
        break;
    default: apply_action(setup, game, event);
    }
    game->seq++;
    if (event->drawn)
        game->draws += event_draws(event);
    agenda_run(setup, game);
    for (unsigned i = game->n_pending; i < PENDING_MAX; i++)
        game->pending[i] = (struct decision){0};
}

/* Progress cards that show their player cards he did not know (O-15, O-19 to O-21). */
#define CARD(card) (1u << (card))
#define SHOWING_CARDS                                                                              \
    (CARD(PROGRESS_MASTER_MERCHANT) | CARD(PROGRESS_RESOURCE_MONOPOLY) |                           \
     CARD(PROGRESS_TRADE_MONOPOLY) | CARD(PROGRESS_SPY) | CARD(PROGRESS_WEDDING))

bool action_reveals(const struct action *action) {
    if (action_parts(action))
        return true;
    switch (action->type) {
    case PLAY_DEV_CARD: return action->card == MONOPOLY;
    case PLAY_PROGRESS_CARD: return SHOWING_CARDS >> action->card & 1;
    case HARBOR_OFFER: /* a void one tells that there is no commodity (O-17) */
    case CONFIRM_TRADE:
    case END_TURN: /* the next player may have won with hidden points */ return true;
    default: return false;
    }
}

bool game_reveals(const struct setup *setup, const struct game *game, unsigned seat,
                  const struct action *action) {
    (void)setup;
    if (answered_together(action->type)) /* the last answer lays the others open */
        for (unsigned i = 0; i < game->n_pending; i++)
            if (game->pending[i].player != seat)
                return true;
    return action_reveals(action);
}

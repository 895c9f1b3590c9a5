/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The engine's entrance: which actions are open to whom, and the dispatch of each to its rule. */
#include "engine/game.h"

#include "engine/expansion.h"

#define TYPE(type) (UINT64_C(1) << (type))

/* The actions of each window. */
#define TOKEN_TYPES   (TYPE(ROBBER_TO_DESERT) | TYPE(TRADE_IN_KNIGHT) | TYPE(FORCED_TRADE))
#define NEUTRAL_TYPES (TOKEN_TYPES | TYPE(BUILD_NEUTRAL) | TYPE(RETURN_CARDS))
#define ANSWER_TYPES                                                                               \
    (TYPE(ACCEPT_TRADE) | TYPE(DECLINE_TRADE) | TYPE(COUNTER_TRADE) | TYPE(CONFIRM_TRADE) |        \
     TYPE(CANCEL_TRADE))
#define PLAYER_TRADE_TYPES (TYPE(OFFER_TRADE) | ANSWER_TYPES)
#define TRADE_TYPES        (PLAYER_TRADE_TYPES | TYPE(MARITIME_TRADE))
#define OFF_TURN_TYPES     (TRADE_TYPES & ~(TYPE(CONFIRM_TRADE) | TYPE(MARITIME_TRADE)))
#define DEV_TYPES          (TYPE(BUY_DEV_CARD) | TYPE(PLAY_DEV_CARD))
#define BUILD_TYPES        (TYPE(BUILD_SETTLEMENT) | TYPE(BUILD_CITY) | TYPE(BUILD_ROAD))

/* Listed as the blank action of their row wherever they are open. */
#define PLAIN_TYPES (TYPE(ROLL) | TYPE(OFFER_TRADE) | TYPE(END_TURN))

/* */
#define SPECIAL_TYPES (BUILD_TYPES | TYPE(BUY_DEV_CARD) | TYPE(END_TURN))

/* Windows of the player on turn (B-27, B-28, T-10 to T-12, T-23), without those of expansions. */
static const uint64_t turn_types[] = {
    [STEP_BEFORE_ROLL] = TYPE(ROLL) | TYPE(PLAY_DEV_CARD) | TOKEN_TYPES,
    [STEP_BETWEEN_ROLLS] =
        TYPE(ROLL) | TYPE(PLAY_DEV_CARD) | TYPE(ROBBER_TO_DESERT) | TYPE(TRADE_IN_KNIGHT),
    [STEP_RESOLVING] = 0,
    [STEP_ACTIONS] = BUILD_TYPES | TRADE_TYPES | DEV_TYPES | TYPE(END_TURN) | TOKEN_TYPES,
};

/* Why each decision is made, and what answers it; the turn itself and its parts have windows. */
static const struct decision_row base_decisions[DECISION_KIND_COUNT] = {
    [DECIDE_SETUP_SETTLEMENT] = {"B-22", TYPE(BUILD_SETTLEMENT), BUILD_SETTLEMENT,
                                 default_setup_building},
    [DECIDE_SETUP_ROAD] = {"B-23", TYPE(BUILD_ROAD) | TYPE(BUILD_SHIP), BUILD_ROAD,
                           default_setup_road},
    [DECIDE_TURN] = {"B-27", 0, ROLL, default_turn},
    [DECIDE_DISCARD] = {"B-38", TYPE(DISCARD), DISCARD, default_cards},
    [DECIDE_MOVE_ROBBER] = {"B-40", TYPE(MOVE_ROBBER) | TYPE(MOVE_PIRATE), MOVE_ROBBER,
                            default_robber},
    [DECIDE_BUILD_NEUTRAL] = {"T-14", TYPE(BUILD_NEUTRAL), BUILD_NEUTRAL, default_neutral},
    [DECIDE_RETURN_CARDS] = {"T-27", TYPE(RETURN_CARDS), RETURN_CARDS, default_cards},
    [DECIDE_SETUP_CITY] = {"C-20", TYPE(BUILD_CITY), BUILD_CITY, default_setup_building},
    [DECIDE_TAKE_RESOURCE] = {"C-45", TYPE(TAKE_RESOURCE) | TYPE(SKIP), SKIP, default_resource},
    [DECIDE_SPECIAL_BUILD] = {"X-15", 0, END_TURN, NULL},
};

const struct decision_row *decision_row_of(unsigned kind) {
    const struct decision_row *row = &base_decisions[kind];
    return row->rule ? row : expansion_decision(kind);
}

void game_blank(const struct setup *setup, struct game *game) {
    memset(game, 0, sizeof *game);
    game->first = game->winner = NONE;
    memset(game->holders, NONE, sizeof game->holders);
    game->near = setup->board.closed;
    game->road_paths = setup->board.road_paths;
    game->ship_paths = setup->board.ship_paths;
    game->robber = game->pirate = game->merchant = game->merchant_holder = NONE;
    memset(game->metropolis, NONE, sizeof game->metropolis);
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++)
        game->numbers[hex] = setup->board.hexes[hex].number;
    for (unsigned seat = 0; seat < setup->rules.colors; seat++)
        memcpy(game->players[seat].supply, setup->rules.supply, sizeof setup->rules.supply);
    HOOK_EACH(setup, blank, row)
        row->blank(setup, game);
}

static void game_fill_deck(const struct rules *rules, struct game *game) {
    memcpy(game->deck, rules->deck, sizeof game->deck);
    for (unsigned card = 0; card < DEV_COUNT; card++)
        game->deck_count = (uint8_t)(game->deck_count + rules->deck[card]);
}

void game_init(const struct setup *setup, struct game *game) {
    game_blank(setup, game);
    game->robber = setup->board.robber;
    game->bank = setup->rules.bank;
    game_fill_deck(&setup->rules, game);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        game->players[seat].tokens = setup->rules.tokens_start;
    HOOK_EACH(setup, begin, row)
        row->begin(setup, game);
    for (unsigned i = 0; setup->rules.players + i < setup->rules.colors; i++)
        put_settlement(setup, game, setup->rules.players + i, setup->board.neutral[i]);
}

/* Types of action that the game lacks unless its expansions have them. */
static uint64_t game_missing_types(const struct rules *rules) {
    return (rules->tokens_max ? 0 : NEUTRAL_TYPES) | (rules->dev_deck ? 0 : DEV_TYPES) |
           expansion_types();
}

/* Collects the prices of actions, for the types that the game has. */
static void setup_find_prices(struct setup *setup) {
    setup->n_prices = 0;
    for (uint64_t types = setup->types; types;) {
        unsigned type = bit_take(&types);
        const struct cards *price = action_rule(type, 0) ? action_rule(type, 0)->price : NULL;
        if (!price)
            continue;
        unsigned i = 0;
        while (i < setup->n_prices && !cards_equal(setup->prices[i].cards, *price))
            i++;
        assert(i < PRICES_MAX);
        if (i == setup->n_prices)
            setup->prices[setup->n_prices++] = (struct price){.cards = *price};
        setup->prices[i].types |= TYPE(type);
    }
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
    if (spec->sea != rules->sea) {
        *at = 0;
        return BOARD_TERRAIN;
    }
    enum board_error error = board_build(&setup->board, spec, at);
    if (error)
        return error;
    if (rules->robber_beside && !spec->robber_given)
        setup->board.robber = NONE;
    setup->types = ~game_missing_types(rules);
    if (!setup_find_expansions(setup)) {
        *at = 0;
        return BOARD_MARK;
    }
    setup_find_awards(setup);
    for (unsigned type = 0; type < EVENT_TYPE_COUNT; type++)
        setup->actions[type] = action_row_of(type);
    setup_find_prices(setup);
    setup->special = (setup->special | SPECIAL_TYPES) & setup->types;
    for (unsigned step = 0; step < TURN_STEP_COUNT; step++)
        setup->windows[step] = (setup->windows[step] | turn_types[step]) & setup->types;
    return BOARD_OK;
}

/* ---- what is allowed ---- */

const struct decision *game_decision(const struct game *game, unsigned seat) {
    for (unsigned i = 0; i < game->n_pending; i++)
        if (game->pending[i].player == seat)
            return &game->pending[i];
    return NULL;
}

const struct decision *game_asked(const struct game *game, unsigned seat) {
    static const struct decision parts[SEAT_MAX] = {
        {.kind = DECIDE_SPECIAL_BUILD, .player = 0}, {.kind = DECIDE_SPECIAL_BUILD, .player = 1},
        {.kind = DECIDE_SPECIAL_BUILD, .player = 2}, {.kind = DECIDE_SPECIAL_BUILD, .player = 3},
        {.kind = DECIDE_SPECIAL_BUILD, .player = 4}, {.kind = DECIDE_SPECIAL_BUILD, .player = 5},
    };
    const struct decision *decision = game_decision(game, seat);

    return decision == NULL && game->players[seat].asked ? &parts[seat] : decision;
}

unsigned game_asked_all(const struct setup *setup, const struct game *game,
                        const struct decision *all[ASKED_MAX]) {
    const unsigned players = setup->rules.players;
    unsigned n = 0;
    for (unsigned i = 0; i < game->n_pending; i++)
        if (!game->pending[i].answered)
            all[n++] = &game->pending[i];
    for (unsigned i = 1; i < players; i++) {
        unsigned seat = (game->active + i) % players;
        if (game->players[seat].asked)
            all[n++] = game_asked(game, seat);
    }
    return n;
}

bool answered_together(unsigned type) {
    const struct action_rule *rule = action_rule(type, 0);
    return rule && rule->flags & ACTION_TOGETHER;
}

bool answers_missing(const struct game *game, unsigned seat) {
    for (unsigned i = 0; i < game->n_pending; i++)
        if (game->pending[i].player != seat && !game->pending[i].answered)
            return true;
    return false;
}

static inline uint64_t game_open_types(const struct setup *setup, const struct game *game,
                                       unsigned seat) {
    const struct decision *decision = game_decision(game, seat);
    uint64_t types;
    if (decision && decision->kind == DECIDE_SPECIAL_BUILD)
        return setup->special;
    if (decision && decision->kind != DECIDE_TURN)
        return decision_row_of(decision->kind)->types & setup->types;
    if (decision) {
        types = setup->windows[game->step];
        if (game->part)
            types &= ~PLAYER_TRADE_TYPES;
        return game->trade_over ? types & ~TRADE_TYPES : types;
    }
    return trade_open(game) && seat < setup->rules.players ? OFF_TURN_TYPES : 0;
}

uint64_t game_types(const struct setup *setup, const struct game *game, unsigned seat) {
    return game_open_types(setup, game, seat);
}

/* Why TYPE is not among the types open to SEAT. */
static enum reason game_not_open(const struct setup *setup, const struct game *game, unsigned seat,
                                 unsigned type) {
    const struct decision *decision = game_decision(game, seat);
    if (!action_forms(type) || TYPE(type) & ~setup->types)
        return REASON_UNKNOWN_ACTION;
    if (!decision)
        return REASON_NOT_YOUR_DECISION;
    if (decision->kind == DECIDE_SPECIAL_BUILD)
        return REASON_SPECIAL_BUILD;
    if (decision->kind != DECIDE_TURN)
        return REASON_WRONG_DECISION;
    if (game->part && TYPE(type) & PLAYER_TRADE_TYPES)
        return REASON_PART_TRADE;
    if (game->step == STEP_ACTIONS) {
        if (type == ROLL)
            return REASON_ALREADY_ROLLED;
        return TYPE(type) & TRADE_TYPES ? REASON_TRADE_OVER : REASON_NOT_CALLED_FOR;
    }
    if (game->step == STEP_BETWEEN_ROLLS && type == FORCED_TRADE)
        return REASON_BETWEEN_ROLLS;
    return TYPE(type) & setup->windows[STEP_ACTIONS] ? REASON_ROLL_FIRST : REASON_NOT_CALLED_FOR;
}

/* The rule by which DUE is decided. */
static const char *game_decision_rule(const struct setup *setup, const struct game *game,
                                      const struct decision *due) {
    const char *rule = NULL;
    HOOK_EACH(setup, decided_by, row)
        rule = rule ? rule : row->decided_by(setup, game, due);
    return rule ? rule : decision_row_of(due->kind)->rule;
}

const char *game_refusal_rule(const struct setup *setup, const struct game *game, unsigned seat,
                              enum reason reason) {
    const struct decision *due = game_decision(game, seat);
    switch (reason) {
    case REASON_WRONG_DECISION:
    case REASON_DISCARD_COUNT:
    case REASON_DISCARD_NOT_HELD:
    case REASON_BANK_EMPTY: /* several decisions have this answer */
        return due && due->kind != DECIDE_TURN ? game_decision_rule(setup, game, due)
                                               : reasons[reason].rule;
    default: return reasons[reason].rule;
    }
}

enum reason game_seat_plays(const struct setup *setup, const struct game *game, unsigned seat) {
    if (game->phase == PHASE_FINISHED)
        return REASON_FINISHED;
    if (game->first == NONE)
        return REASON_NOT_STARTED;
    return seat < setup->rules.players ? REASON_OK : REASON_NEUTRAL_SEAT;
}

enum reason game_legal(const struct setup *setup, const struct game *game, unsigned seat,
                       const struct action *action) {
    enum reason reason = game_seat_plays(setup, game, seat);
    if (reason != REASON_OK)
        return reason;
    if (action->type != RESIGN && !(game_types(setup, game, seat) >> action->type & 1))
        return game_not_open(setup, game, seat, action->type);
    const struct action_row *row = setup->actions[action->type];
    unsigned form = action_form(action);
    if (row->window)
        reason = row->window(setup, game, seat, form);
    return reason != REASON_OK ? reason : row->rules[form].legal(setup, game, seat, action);
}

enum reason legal_always(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *action) {
    (void)setup, (void)game, (void)seat, (void)action;
    return REASON_OK;
}

/* ---- the list of moves ---- */

void list_always(const struct setup *setup, const struct game *game, unsigned seat,
                 const struct action *blank, struct move_list *list) {
    (void)setup, (void)game, (void)seat;
    list_add(list, blank);
}

void list_plain(const struct setup *setup, const struct game *game, unsigned seat,
                const struct action *blank, struct move_list *list) {
    list_legal(setup, game, seat, blank, setup_rule_of(setup, blank)->legal, list);
}

void list_open(const struct setup *setup, const struct game *game, unsigned seat,
               const struct action *blank, struct move_list *list) {
    (void)setup;
    list_add(list, blank)->open = game_decision(game, seat)->count;
}

void list_add_pairs(struct move_list *list, const struct action *move, struct cards from, bool pair,
                    unsigned kinds) {
    for (unsigned first = 0; first < kinds; first++)
        for (unsigned second = first; second < (pair ? kinds : first + 1); second++) {
            struct cards take = cards_one(first, 1);
            if (pair)
                take.n[second]++;
            if (cards_cover(from, take))
                list_add(list, move)->take = take;
        }
}

void list_forms(const struct setup *setup, const struct game *game, unsigned seat, unsigned type,
                struct move_list *list) {
    const struct action_row *row = setup->actions[type];
    struct action blank = {.type = (uint8_t)type};
    for (uint64_t forms = row->open_forms(setup, game, seat); forms;) {
        unsigned form = bit_take(&forms);
        ((uint8_t *)&blank)[row->form_at] = (uint8_t)form;
        row->rules[form].list(setup, game, seat, &blank, list);
    }
}

/* Those of TYPES for which SEAT certainly has no move, as far as a quick look tells: most listings are
 * short, and asking a rule in vain costs more than this. */
static uint64_t game_idle_types(const struct setup *setup, const struct game *game, unsigned seat,
                                uint64_t types) {
    const struct player *player = &game->players[seat];
    bool offers = player->hand_count && (!game->n_offers || offers_room(game, seat));
    uint64_t idle = offers ? 0 : TYPE(OFFER_TRADE);
    if (!game->n_offers)
        idle |= ANSWER_TYPES;
    if (types & TYPE(PLAY_DEV_CARD))
        idle |= TYPE(PLAY_DEV_CARD) * !dev_forms_open(setup, game, seat);
    HOOK_EACH(setup, idle, row)
        idle |= row->idle(setup, game, seat, types);
    if (!(types & TYPE(END_TURN))) /* building and trading are not open */
        return idle;
    if (!cards_pairs(player->hand))
        idle |= TYPE(MARITIME_TRADE);
    for (unsigned i = 0; i < setup->n_prices; i++)
        idle |= setup->prices[i].types * !cards_cover(player->hand, setup->prices[i].cards);
    return idle;
}

bool game_price(const struct setup *setup, const struct game *game, unsigned seat,
                const struct action *action, struct cards *price) {
    const struct action_rule *rule = action_rule_of(action);
    if (rule && rule->cost) {
        *price = rule->cost(setup, game, seat, action);
        return true;
    }
    for (unsigned i = 0; i < setup->n_prices; i++)
        if (setup->prices[i].types & TYPE(action->type)) {
            *price = setup->prices[i].cards;
            return true;
        }
    return false;
}

void game_list(const struct setup *setup, const struct game *game, unsigned seat,
               struct move_list *list) {
    list->n = 0;
    if (game_seat_plays(setup, game, seat) != REASON_OK)
        return;
    uint64_t types = game_open_types(setup, game, seat);
    if (types & (types - 1)) /* asking a single rule is as quick */
        types &= ~game_idle_types(setup, game, seat, types);
    while (types) {
        unsigned type = bit_take(&types);
        const struct action_row *row = setup->actions[type];
        if (TYPE(type) & PLAIN_TYPES)
            list_add(list, &row->blank);
        else if (row->open_forms)
            list_forms(setup, game, seat, type, list);
        else
            row->rules->list(setup, game, seat, &row->blank, list);
    }
}

/* ---- what comes of it ---- */

/* Returns whether certainly nobody has won by it. */
static bool game_apply_action(const struct setup *setup, struct game *game,
                              const struct event *event) {
    const struct action_row *row = setup->actions[event->type];
    unsigned form = action_row_form(row, &event->action);
    assert(form < row->forms && row->rules[form].apply && event->player < setup->rules.players);
    const struct action_rule *rule = &row->rules[form];
    /* What is pending follows from the agenda, so it is asked again after every move; only
     * simultaneous answers gather on it, and resigning answers nothing. */
    if (!(rule->flags & ACTION_TOGETHER) && event->type != RESIGN)
        game->n_pending = 0;
    if (row->use)
        row->use(game, event->player, form);
    rule->apply(setup, game, event);
    HOOK_EACH(setup, acted, added)
        added->acted(setup, game, event);
    return rule->flags & ACTION_POINTLESS;
}

void game_apply(const struct setup *setup, struct game *game, const struct event *event) {
    const unsigned asked = game->n_pending;
    bool pointless = false;
    switch (event->type) {
    case EVENT_START:
        if (game->first == NONE) { /* a game from a position has begun already */
            game->first = event->start.first;
            agenda_push(game, AGENDA_SETUP, 0, 0);
            HOOK_EACH(setup, start, row)
                row->start(setup, game);
        }
        break;
    case EVENT_REVEAL: game->revealed = true; break;
    case EVENT_SEAT_CHANGED: break;
    case EVENT_FINISHED:
        turn_close(setup, game); /* abandoned ones end in the middle of anything */
        break;
    default: pointless = game_apply_action(setup, game, event);
    }
    game->seq++;
    if (event->drawn)
        game->draws += event_draws(event);
    agenda_run(setup, game, !pointless);
    for (unsigned i = game->n_pending; i < asked; i++) /* the rest is blank already */
        game->pending[i] = (struct decision){0};
}

bool action_reveals(const struct action *action) {
    const struct action_rule *rule = action_rule_of(action);
    return action_parts(action) || (rule && rule->flags & ACTION_SHOWS);
}

bool game_reveals(const struct setup *setup, const struct game *game, unsigned seat,
                  const struct action *action) {
    if (answered_together(action->type)) /* the last answer reveals the others */
        for (unsigned i = 0; i < game->n_pending; i++)
            if (game->pending[i].player != seat)
                return true;
    bool reveals = action_reveals(action) || expansion_parts(setup, game, action);
    HOOK_EACH(setup, reveals, row)
        reveals |= row->reveals(setup, game, action);
    return reveals;
}

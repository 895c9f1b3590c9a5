/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Rolling the dice, what a seven brings, and the robber (rules B-27, B-32 to B-45). Production itself
 * is a step of the agenda (engine/turn.c). */
#include "engine/internal.h"

/* ---- roll ---- */

static enum reason roll_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    (void)setup, (void)game, (void)seat, (void)action;
    return REASON_OK; /* game_types offers it only where it is due */
}

static void roll_list(const struct setup *setup, const struct game *game, unsigned seat,
                      struct move_list *list) {
    (void)setup, (void)game, (void)seat;
    list_add(list, ROLL);
}

/* C-27 to C-33: what the event die brings comes before everything else. */
static void event_die(const struct setup *setup, struct game *game, const struct outcome *outcome) {
    game->event = game->last_event = outcome->event;
    if (outcome->event == FACE_SHIP) {
        barbarians_step(setup, game);
        return;
    }
    unsigned drawers = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        drawers |= (unsigned)(outcome->dealt[seat] != 0) << seat;
    if (!drawers)
        return;
    while (drawers) {
        unsigned seat = seats_first(game, drawers);
        progress_draw(game, seat, outcome->dealt[seat] - 1u);
        drawers &= ~(1u << seat);
    }
    progress_limits(setup, game);
}

static void roll_apply(const struct setup *setup, struct game *game, unsigned seat,
                       const struct action *action, const struct outcome *outcome) {
    unsigned sum = (unsigned)outcome->yellow + outcome->red;
    (void)seat, (void)action;
    game->dice[game->rolls][0] = game->last_dice[0] = outcome->yellow;
    game->dice[game->rolls][1] = game->last_dice[1] = outcome->red;
    game->rolls++;
    game->step = STEP_RESOLVING;
    if (setup->rules.knights)
        event_die(setup, game, outcome);
    if (sum == 7) {
        agenda_push(game, AGENDA_DISCARD, 0, 0);
        agenda_push(game, AGENDA_ROBBER, 0, 0);
    } else {
        agenda_push(game, AGENDA_PRODUCE, sum, 0);
    }
    agenda_push(game, AGENDA_AFTER_ROLL, 0, 0);
}

const struct action_rule rule_roll = {
    .name = "roll",
    .fields = NO_FIELDS,
    .legal = roll_legal,
    .list = roll_list,
    .apply = roll_apply,
};

/* ---- discard ---- */

enum { WALL_CARDS = 2 }; /* C-49 */

unsigned game_hand_limit(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned walls =
        (unsigned)setup->rules.supply[PIECE_WALL] - game->players[seat].supply[PIECE_WALL];
    return setup->rules.hand_limit + WALL_CARDS * walls;
}

bool game_robber_frozen(const struct setup *setup, const struct game *game) {
    return setup->rules.options[OPTION_ROBBER_FREEZE] == OPTION_ON && game->attacks == 0;
}

static enum reason discard_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    (void)setup;
    return cards_named(action->give, game_decision(game, seat)->count, game->players[seat].hand,
                       REASON_DISCARD_COUNT, REASON_DISCARD_NOT_HELD);
}

static void discard_list(const struct setup *setup, const struct game *game, unsigned seat,
                         struct move_list *list) {
    (void)setup;
    list_add(list, DISCARD)->open = game_decision(game, seat)->count;
}

/* Everybody's cards go at once when the last answer is in; until then each may be changed (O-01). */
static void discard_apply(const struct setup *setup, struct game *game, unsigned seat,
                          const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    game->answers[seat] = action->give;
    if (!agenda_answered(game, seat))
        return;
    for (unsigned i = 0; i < game->n_pending; i++) {
        unsigned player = game->pending[i].player;
        bank_take(game, player, game->answers[player]);
        game->answers[player] = cards_none();
    }
    agenda_pop(game);
}

const struct action_rule rule_discard = {
    .name = "discard",
    .fields = FIELDS(FIELD("cards", FIELD_CARDS, give)),
    .legal = discard_legal,
    .list = discard_list,
    .apply = discard_apply,
};

/* ---- moving the robber ---- */

unsigned robber_victims(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned hex) {
    unsigned victims = 0;
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = setup->board.hexes[hex].vertices[i];
        if (!game->building[vertex])
            continue;
        unsigned owner = game->owner[vertex];
        if (owner != seat && owner < setup->rules.players && game->players[owner].hand_count > 0)
            victims |= 1u << owner;
    }
    return victims;
}

enum reason robber_legal(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned hex, unsigned victim) {
    if (hex == game->robber)
        return REASON_ROBBER_STAYS;
    unsigned victims = robber_victims(setup, game, seat, hex);
    if (victim == NONE)
        return victims ? REASON_VICTIM_NEEDED : REASON_OK;
    if (victims >> victim & 1)
        return REASON_OK;
    if (victim == seat)
        return REASON_VICTIM_SELF;
    if (rules_neutral(&setup->rules, victim))
        return REASON_VICTIM_NEUTRAL;
    return builds_at(setup, game, victim, hex) ? REASON_VICTIM_EMPTY : REASON_NO_VICTIM;
}

void robber_list(const struct setup *setup, const struct game *game, unsigned seat,
                 struct move_list *list, const struct action *prototype, uint64_t hexes) {
    if (game->robber != NONE)
        hexes &= ~(UINT64_C(1) << game->robber);
    while (hexes) {
        unsigned hex = bit_take(&hexes);
        uint64_t victims = robber_victims(setup, game, seat, hex);
        do {
            struct action *action = list_add(list, prototype->type);
            *action = *prototype;
            action->hex = (uint8_t)hex;
            action->seat = victims ? (uint8_t)bit_take(&victims) : NONE;
        } while (victims);
    }
}

void robber_move(struct game *game, unsigned seat, const struct action *action,
                 const struct outcome *outcome) {
    game->robber = action->hex;
    if (action->seat == NONE)
        return;
    struct cards stolen = cards_one(outcome->card, 1);
    hand_lose(game, action->seat, stolen);
    hand_gain(game, seat, stolen);
}

static enum reason robber_move_legal(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    return robber_legal(setup, game, seat, action->hex, action->seat);
}

static void robber_move_list(const struct setup *setup, const struct game *game, unsigned seat,
                             struct move_list *list) {
    robber_list(setup, game, seat, list, &(struct action){.type = MOVE_ROBBER},
                board_hexes(&setup->board));
}

static void robber_move_apply(const struct setup *setup, struct game *game, unsigned seat,
                              const struct action *action, const struct outcome *outcome) {
    (void)setup;
    robber_move(game, seat, action, outcome);
    agenda_pop(game);
}

const struct action_rule rule_move_robber = {
    .name = "move_robber",
    .fields = FIELDS(FIELD("hex", FIELD_HEX, hex), FIELD("victim", FIELD_SEAT_OR_NULL, seat)),
    .legal = robber_move_legal,
    .list = robber_move_list,
    .apply = robber_move_apply,
};

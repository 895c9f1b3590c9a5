/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The barbarians: their ship, the battle and what it brings (rules C-28, C-29, C-114 to C-135, V-02 to
 * V-09). The steps follow each other as O-34 says. */
#include "engine/internal.h"

static bool nasty(const struct setup *setup) {
    return rules_variant(&setup->rules, VARIANT_NASTY);
}

static bool knight_active(const struct game *game, unsigned seat, unsigned vertex) {
    return vertex_set_has(&game->players[seat].knights, vertex) &&
           game->knight[vertex] & KNIGHT_ACTIVE;
}

unsigned with_active(const struct setup *setup, const struct game *game) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        seats |= (unsigned)(game_strength(game, seat, false) > 0) << seat;
    return seats;
}

void barbarians_step(const struct setup *setup, struct game *game) {
    if (game->barbarians + 1 < setup->rules.barbarian_steps) {
        game->barbarians++;
        return;
    }
    unsigned declaring = nasty(setup) ? with_active(setup, game) : 0;
    if (declaring)
        agenda_push(game, AGENDA_COMMIT, declaring, 0);
    agenda_push(game, AGENDA_BATTLE, 0, 0);
    agenda_push(game, AGENDA_CARD_LIMIT, 0, 0);
    agenda_push(game, AGENDA_SHIP_BACK, 0, 0);
    if (setup->rules.options[OPTION_FIFTH_CARD_ON_TURN] == FIFTH_PLAY_NOW)
        agenda_push(game, AGENDA_FIFTH_CARD, 0, 0);
}

/* ---- commitments (V-02, V-03) ---- */

void step_commit(const struct setup *setup, struct game *game) {
    (void)setup;
    if (game->agenda[0].arg)
        agenda_ask(game, DECIDE_COMMIT_KNIGHTS, seats_first(game, game->agenda[0].arg));
    else
        agenda_pop(game);
}

static enum reason commit_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    struct vertex_set named = {{0}};
    (void)setup;
    for (unsigned i = 0; i < VERTICES_MAX && action->vertices[i] != NONE; i++) {
        unsigned vertex = action->vertices[i];
        if (!knight_active(game, seat, vertex))
            return REASON_NO_ACTIVE_KNIGHT;
        if (vertex_set_has(&named, vertex))
            return REASON_KNIGHT_TWICE;
        vertex_set_add(&named, vertex);
    }
    return REASON_OK;
}

/* Every subset of the active knights. */
static void commit_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    uint8_t active[KNIGHT_PIECES_MAX];
    unsigned n = 0;
    (void)setup;
    VERTEX_EACH(&game->players[seat].knights, v)
    if (game->knight[v] & KNIGHT_ACTIVE)
        active[n++] = (uint8_t)v;
    for (unsigned subset = 0; subset < 1u << n; subset++) {
        struct action *action = list_add(list, COMMIT_KNIGHTS);
        unsigned named = 0;
        memset(action->vertices, NONE, sizeof action->vertices);
        for (unsigned i = 0; i < n; i++)
            if (subset >> i & 1)
                action->vertices[named++] = active[i];
    }
}

static void commit_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    for (unsigned i = 0; i < VERTICES_MAX && action->vertices[i] != NONE; i++)
        game->knight[action->vertices[i]] |= KNIGHT_COMMITTED;
    agenda_heard(game, seat);
}

const struct action_rule rule_commit_knights = {
    .name = "commit_knights",
    .fields = FIELDS(FIELD("vertices", FIELD_VERTICES, vertices)),
    .legal = commit_legal,
    .list = commit_list,
    .apply = commit_apply,
};

/* ---- the battle ---- */

/* C-118 to C-120: of the players who have a city to lose, the weakest. */
static unsigned weakest(const struct setup *setup, const struct game *game,
                        const unsigned strength[SEAT_MAX]) {
    unsigned seats = 0, least = UINT32_MAX;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        struct vertex_set plain = game_plain_cities(game, seat);
        if (vertex_set_empty(&plain) || strength[seat] > least)
            continue;
        if (strength[seat] < least)
            seats = 0;
        least = strength[seat];
        seats |= 1u << seat;
    }
    return seats;
}

/* C-124, C-125, C-129: the strongest, but nobody for nothing. */
static unsigned strongest(const struct setup *setup, const unsigned strength[SEAT_MAX]) {
    unsigned seats = 0, most = 1;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        if (strength[seat] < most)
            continue;
        if (strength[seat] > most)
            seats = 0;
        most = strength[seat];
        seats |= 1u << seat;
    }
    return seats;
}

void battle_result(const struct setup *setup, const struct game *game, unsigned *losers,
                   unsigned *defenders) {
    unsigned strength[SEAT_MAX] = {0}, sum = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        strength[seat] = game_strength(game, seat, nasty(setup));
        sum += strength[seat];
    }
    bool lost = sum < game_barbarian_strength(setup, game);
    *losers = lost ? weakest(setup, game, strength) : 0;
    *defenders = lost ? 0 : strongest(setup, strength);
}

void step_battle(const struct setup *setup, struct game *game) {
    unsigned losers, defenders;
    battle_result(setup, game, &losers, &defenders);
    if (losers) {
        agenda_become(game, AGENDA_PILLAGE, losers, 0);
    } else if (defenders & (defenders - 1)) {
        agenda_become(game, AGENDA_TIE_DRAW, defenders, 0);
    } else {
        if (defenders)
            game->players[__builtin_ctz(defenders)].defender_points++;
        agenda_pop(game);
    }
}

/* ---- the city that is lost (C-121, C-122) ---- */

/* All of them at once: a player with a single plain city was not asked. */
static void pillage(const struct setup *setup, struct game *game) {
    uint64_t seats = game->agenda[0].arg;
    while (seats) {
        unsigned seat = bit_take(&seats), lost = game->answer_ids[seat];
        if (!lost)
            lost = 1 + vertex_set_first(game_plain_cities(game, seat));
        game->answer_ids[seat] = 0;
        city_pillage(setup, game, lost - 1);
    }
    agenda_pop(game);
}

void step_pillage(const struct setup *setup, struct game *game) {
    for (uint64_t seats = game->agenda[0].arg; seats;) {
        unsigned seat = bit_take(&seats);
        struct vertex_set plain = game_plain_cities(game, seat);
        if (vertex_set_count(&plain) > 1)
            agenda_ask(game, DECIDE_CHOOSE_PILLAGED_CITY, seat)->answered =
                game->answer_ids[seat] != 0;
    }
    if (game->n_pending == 0)
        pillage(setup, game);
}

static enum reason pillaged_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    struct vertex_set plain = game_plain_cities(game, seat);
    (void)setup;
    return vertex_set_has(&plain, action->vertex) ? REASON_OK : REASON_NOT_PLAIN_CITY;
}

static void pillaged_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list) {
    struct vertex_set plain = game_plain_cities(game, seat);
    (void)setup;
    VERTEX_EACH(&plain, v)
    list_add(list, CHOOSE_PILLAGED_CITY)->vertex = (uint8_t)v;
}

static void pillaged_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    game->answer_ids[seat] = (uint8_t)(1 + action->vertex);
    if (agenda_answered(game, seat))
        pillage(setup, game);
}

const struct action_rule rule_choose_pillaged_city = {
    .name = "choose_pillaged_city",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)),
    .legal = pillaged_legal,
    .list = pillaged_list,
    .apply = pillaged_apply,
};

/* ---- cards for a tie (C-125 to C-128) ---- */

static bool stacks_empty(const struct game *game) {
    unsigned cards = 0;
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        cards += game->stack_count[track];
    return cards == 0;
}

void step_tie_draw(const struct setup *setup, struct game *game) {
    (void)setup;
    if (game->agenda[0].arg && !stacks_empty(game))
        agenda_ask(game, DECIDE_CHOOSE_PROGRESS_DECK, seats_first(game, game->agenda[0].arg));
    else
        agenda_pop(game);
}

static enum reason deck_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    (void)setup, (void)seat;
    return game->stack_count[action->track] ? REASON_OK : REASON_STACK_EMPTY;
}

static void deck_list(const struct setup *setup, const struct game *game, unsigned seat,
                      struct move_list *list) {
    (void)setup, (void)seat;
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (game->stack_count[track])
            list_add(list, CHOOSE_PROGRESS_DECK)->track = (uint8_t)track;
}

static void deck_apply(const struct setup *setup, struct game *game, unsigned seat,
                       const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)action;
    progress_draw(game, seat, outcome->card);
    agenda_heard(game, seat);
}

const struct action_rule rule_choose_progress_deck = {
    .name = "choose_progress_deck",
    .fields = FIELDS(FIELD("track", FIELD_TRACK, track)),
    .legal = deck_legal,
    .list = deck_list,
    .apply = deck_apply,
};

/* ---- afterwards (C-131 to C-133, C-54, V-07) ---- */

/* On a board of several deserts any of them will do. */
static bool on_desert(const struct setup *setup, unsigned hex) {
    return hex != NONE && setup->board.deserts >> hex & 1;
}

void step_ship_back(const struct setup *setup, struct game *game) {
    const unsigned fought = nasty(setup) ? KNIGHT_COMMITTED : KNIGHT_ACTIVE;
    agenda_pop(game);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        VERTEX_EACH(&game->players[seat].knights, v)
    if (game->knight[v] & fought)
        game->knight[v] &= (uint8_t) ~(KNIGHT_ACTIVE | KNIGHT_COMMITTED);
    game->barbarians = 0;
    if (game->attacks == 0 && setup->rules.options[OPTION_ROBBER_RELEASE] == RELEASE_TO_DESERT &&
        setup->board.deserts && !on_desert(setup, game->robber))
        game->robber = (uint8_t)__builtin_ctzll(setup->board.deserts);
    if (game->attacks < UINT16_MAX)
        game->attacks++;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/random_game.h"

#include <string.h>

struct random random_seeded(uint64_t seed) {
    struct random random = {seed * UINT64_C(0x9e3779b97f4a7c15) + UINT64_C(0x2545f4914f6cdd1d)};
    if (random.state == 0)
        random.state = 1;
    for (unsigned i = 0; i < 4; i++)
        (void)random_below(&random, 2);
    return random;
}

uint32_t random_below(struct random *random, uint32_t bound) {
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    uint64_t high = (random->state * UINT64_C(0x2545f4914f6cdd1d)) >> 32;
    return (uint32_t)((high * bound) >> 32);
}

static uint32_t draw_random(const struct chance *chance, uint32_t number, uint32_t bound) {
    (void)number;
    return random_below(((const struct random_chance *)(const void *)chance)->random, bound);
}

struct random_chance random_chance(struct random *random) {
    return (struct random_chance){{draw_random, 0}, random};
}

static uint32_t draw_numbered(const struct chance *chance, uint32_t number, uint32_t bound) {
    struct random random = random_seeded(number);
    (void)chance;
    return random_below(&random, bound);
}

struct chance numbered_chance(void) {
    return (struct chance){draw_numbered, 0};
}

enum { TARGET_SHORT = 6, KNIGHTS_TARGET_SHORT = 8, LARGE_RADIUS = 4 };

/* Boards and rules are chosen; the game begins. */
static void begin(struct random_game *rg, struct event *start) {
    struct random_chance chance = random_chance(&rg->random);
    size_t at;
    (void)setup_build(&rg->setup, &rg->rules, &rg->spec, &at);
    game_init(&rg->setup, &rg->game);
    game_draw_start(&rg->setup, &chance.chance, start);
    game_apply(&rg->setup, &rg->game, start);
}

static void standard_board(struct random_game *rg) {
    struct random_chance chance = random_chance(&rg->random);
    if (random_below(&rg->random, 4) == 0)
        layout_beginner(&rg->spec);
    else
        layout_random(&rg->spec, random_below(&rg->random, 2), &chance.chance);
}

void random_game_begin(struct random_game *rg, uint64_t seed, unsigned players,
                       struct event *start) {
    memset(rg, 0, sizeof *rg);
    rg->random = random_seeded(seed);
    rg->rules = rules_base(players ? players : 2 + random_below(&rg->random, 3));
    rg->rules.combined_phases = random_below(&rg->random, 3) != 0;
    if (random_below(&rg->random, 4) == 0)
        rg->rules.points_target = TARGET_SHORT;
    standard_board(rg);
    begin(rg, start);
}

/* A hexagon of 61 hexes with any terrain and number, more than one desert and no harbors. */
static void large_board(struct random_game *rg) {
    for (int q = -LARGE_RADIUS; q <= LARGE_RADIUS; q++)
        for (int r = -LARGE_RADIUS; r <= LARGE_RADIUS; r++) {
            if (q + r > LARGE_RADIUS || q + r < -LARGE_RADIUS)
                continue;
            unsigned terrain = random_below(&rg->random, DESERT + 1);
            unsigned number = 2 + random_below(&rg->random, 10);
            rg->spec.hexes[rg->spec.n_hexes++] = (struct hex_spec){
                {(int8_t)q, (int8_t)r},
                (uint8_t)terrain,
                (uint8_t)(terrain == DESERT ? 0 : number + (number >= 7)),
            };
        }
}

void random_game_begin_knights(struct random_game *rg, uint64_t seed, unsigned players,
                               struct event *start) {
    memset(rg, 0, sizeof *rg);
    rg->random = random_seeded(seed);
    rg->rules = rules_knights(CK1998 + random_below(&rg->random, EDITION_COUNT - CK1998),
                              players ? players : 3 + random_below(&rg->random, 2));
    rg->rules.variants = (uint8_t)random_below(&rg->random, 1u << VARIANT_COUNT);
    if (random_below(&rg->random, 3) == 0) { /* one setting that is not the edition's own */
        unsigned option = random_below(&rg->random, OPTION_COUNT), values = 0;
        while (values < OPTION_VALUES_MAX && option_rows[option].values[values])
            values++;
        rg->rules.options[option] = (uint8_t)random_below(&rg->random, values);
    }
    if (random_below(&rg->random, 2) == 0)
        rg->rules.points_target = KNIGHTS_TARGET_SHORT;
    if (random_below(&rg->random, 8) == 0)
        large_board(rg);
    else
        standard_board(rg);
    begin(rg, start);
}

/* Mostly somebody who is waited for; at times anybody, who then can trade or change a discard. */
static unsigned choose_seat(struct random_game *rg) {
    if (random_below(&rg->random, 6) == 0)
        return random_below(&rg->random, rg->setup.rules.players);
    unsigned seat = rg->game.pending[0].player;
    for (unsigned i = 0; i < rg->game.n_pending; i++)
        if (!rg->game.pending[i].answered && random_below(&rg->random, 2))
            seat = rg->game.pending[i].player;
    return seat;
}

/* Moves that a game with knights is full of and that lead nowhere: most of them are passed over. */
static bool idle(struct random_game *rg, const struct action *action) {
    if (!rg->setup.rules.knights)
        return false;
    switch (action->type) {
    case OFFER_TRADE:
    case COUNTER_TRADE: return random_below(&rg->random, 16) != 0;
    case END_TURN:
    case MARITIME_TRADE:
    case BUILD_ROAD: return random_below(&rg->random, 4) != 0;
    default: return false;
    }
}

bool random_game_next(struct random_game *rg, struct event *event) {
    static _Thread_local struct move_list list;
    struct random_chance chance = random_chance(&rg->random);
    if (rg->game.phase == PHASE_FINISHED)
        return false;
    for (;;) {
        unsigned seat = choose_seat(rg);
        struct action action = {.type = RESIGN};
        game_list(&rg->setup, &rg->game, seat, &list);
        if (list.n)
            action = list.items[random_below(&rg->random, (uint32_t)list.n)];
        if (list.n == 0 || random_below(&rg->random, 4000) == 0)
            action = (struct action){.type = RESIGN};
        if (action.type == RESIGN && random_below(&rg->random, 200))
            continue;
        if (idle(rg, &action))
            continue;
        if (action.open && !game_fill_random(&rg->setup, &rg->game, seat, &chance.chance, &action))
            continue;
        if (game_legal(&rg->setup, &rg->game, seat, &action) != REASON_OK)
            continue; /* a random offer can be one too many, a second resignation is refused */
        *event = (struct event){.type = action.type, .player = (uint8_t)seat};
        event->action = action;
        event->drawn = (uint8_t)game_parts(&rg->setup, &rg->game, &action);
        game_draw(&rg->setup, &rg->game, seat, &action, event->drawn, &chance.chance,
                  &event->outcome);
        return true;
    }
}

size_t random_game_play(struct random_game *rg, size_t max,
                        void (*each)(const struct random_game *rg, const struct game *before,
                                     const struct event *event, void *arg),
                        void *arg) {
    struct event event;
    size_t n = 0;
    while (n < max && random_game_next(rg, &event)) {
        struct game before = rg->game;
        game_apply(&rg->setup, &rg->game, &event);
        n++;
        if (each)
            each(rg, &before, &event, arg);
    }
    return n;
}

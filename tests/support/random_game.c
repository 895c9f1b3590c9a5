/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/random_game.h"

#include <string.h>

#include "engine/scenario.h"

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

enum { TARGET_SHORT = 6, KNIGHTS_TARGET_SHORT = 8, LARGE_WIDTH = 9, LARGE_HEIGHT = 8 };

/* Begins the game, once boards and rules are chosen. */
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
        layout_printed(&rg->spec, rg->rules.players > 4 ? MAP_LARGE : MAP_BASE);
    else
        layout_random(&rg->spec, rules_island(&rg->rules), random_below(&rg->random, 2),
                      &chance.chance);
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

/* A rhombus of 72 hexes, close to the maximum, with any terrain and number, more than one desert and no harbors. */
static void large_board(struct random_game *rg) {
    for (int q = 0; q < LARGE_WIDTH; q++)
        for (int r = 0; r < LARGE_HEIGHT; r++) {
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
    if (random_below(&rg->random, 3) == 0) { /* one setting that differs from the edition's */
        unsigned option = random_below(&rg->random, EDITION_OPTION_COUNT), values = 0;
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

void random_game_begin_large(struct random_game *rg, uint64_t seed, bool knights,
                             struct event *start) {
    memset(rg, 0, sizeof *rg);
    rg->random = random_seeded(seed);
    unsigned players = 5 + random_below(&rg->random, 2);
    if (knights)
        rg->rules =
            rules_knights(CK1998 + random_below(&rg->random, EDITION_COUNT - CK1998), players);
    else
        rg->rules = rules_base(players);
    if (random_below(&rg->random, 2) == 0)
        rg->rules.points_target = knights ? KNIGHTS_TARGET_SHORT : TARGET_SHORT;
    rg->rules.options[OPTION_TURNS56] = (uint8_t)random_below(&rg->random, 2);
    rg->rules.combined_phases = knights || random_below(&rg->random, 3) != 0;
    (void)rules_complete(&rg->rules);
    standard_board(rg);
    begin(rg, start);
}

/* The base game or an edition of Cities & Knights in SCENARIO, even where the rules advise against it. */
static void sea_rules(struct random_game *rg, unsigned scenario) {
    unsigned players = 3 + random_below(&rg->random, 4);
    bool refused = scenario == SCENARIO_FORGOTTEN_TRIBE || scenario == SCENARIO_PIRATE_ISLANDS;
    if (!refused && random_below(&rg->random, 2))
        rg->rules = rules_knights_sea(CK1998 + random_below(&rg->random, EDITION_COUNT - CK1998),
                                      scenario, players);
    else
        rg->rules = rules_sea(scenario, players);
    bool knights = rg->rules.game == GAME_CITIES_AND_KNIGHTS;
    rg->rules.options[OPTION_UNSUITABLE] = knights ? UNSUITABLE_ALLOW : UNSUITABLE_REFUSE;
    if (players > 4)
        rg->rules.options[OPTION_TURNS56] = (uint8_t)random_below(&rg->random, 2);
    rg->rules.combined_phases = knights || random_below(&rg->random, 3) != 0;
}

/* A board of hexes: land in the west, where players begin, islands in the east. */
static void sea_board(struct random_game *rg) {
    enum { WIDTH = 8, HEIGHT = 6, WEST = 4, MAINLAND = 1, ISLANDS = 2 };
    struct board_spec *spec = &rg->spec;
    *spec = (struct board_spec){.sea = true, .n_regions = 2};
    spec->regions[MAINLAND - 1].flags = REGION_START;
    spec->regions[ISLANDS - 1].bonus = 2;
    for (int r = 0; r < HEIGHT; r++)
        for (int column = 0; column < WIDTH; column++) {
            bool west = column < WEST, wet = random_below(&rg->random, west ? 6 : 2) == 0;
            unsigned number = 2 + random_below(&rg->random, 10), terrain = SEA;
            if (!wet)
                terrain =
                    random_below(&rg->random, 8) ? random_below(&rg->random, DESERT + 1) : GOLD;
            bool numbered = terrain != SEA && terrain != DESERT;
            spec->region_of[spec->n_hexes] = wet ? 0 : west ? MAINLAND : ISLANDS;
            spec->hexes[spec->n_hexes++] =
                (struct hex_spec){{(int8_t)(column - r / 2), (int8_t)r},
                                  (uint8_t)terrain,
                                  (uint8_t)(numbered ? number + (number >= 7) : 0)};
        }
}

void random_game_begin_sea(struct random_game *rg, uint64_t seed, struct event *start) {
    memset(rg, 0, sizeof *rg);
    rg->random = random_seeded(seed);
    sea_rules(rg, SCENARIO_CUSTOM);
    for (unsigned option = OPTION_SHIP_END; option < OPTION_COUNT; option++)
        if (!option_rows[option].with_knights || rg->rules.game == GAME_CITIES_AND_KNIGHTS)
            rg->rules.options[option] = random_below(&rg->random, 4) == 0;
    (void)rules_complete(&rg->rules);
    sea_board(rg);
    begin(rg, start);
}

const uint8_t map_scenarios[MAP_SCENARIOS] = {SCENARIO_NEW_SHORES,     SCENARIO_FOUR_ISLANDS,
                                              SCENARIO_FOG_ISLANDS,    SCENARIO_DESERT,
                                              SCENARIO_WONDERS,        SCENARIO_FORGOTTEN_TRIBE,
                                              SCENARIO_NEW_WORLD,      SCENARIO_CLOTH,
                                              SCENARIO_PIRATE_ISLANDS, SCENARIO_ATOLL};

void random_game_begin_scenario(struct random_game *rg, uint64_t seed, struct event *start) {
    memset(rg, 0, sizeof *rg);
    rg->random = random_seeded(seed);
    sea_rules(rg, map_scenarios[random_below(&rg->random, MAP_SCENARIOS)]);
    (void)rules_complete(&rg->rules);
    struct random_chance chance = random_chance(&rg->random);
    scenario_layout(&rg->spec, rg->rules.scenario, rg->rules.players,
                    random_below(&rg->random, 2) ? LAYOUT_RANDOM : LAYOUT_BEGINNER, &chance.chance);
    if (random_below(&rg->random, 4) == 0)
        harbors_scatter(&rg->spec, &chance.chance);
    begin(rg, start);
}

void random_game_begin_any(struct random_game *rg, unsigned n, uint64_t seed, struct event *start) {
    switch (n % RANDOM_KINDS) {
    case 0: random_game_begin(rg, seed, 2, start); break;
    case 1: random_game_begin(rg, seed, 3 + n / RANDOM_KINDS % 2, start); break;
    case 2:
    case 3: random_game_begin_knights(rg, seed, 0, start); break;
    case 4: random_game_begin_large(rg, seed, n / RANDOM_KINDS % 2, start); break;
    case 5: random_game_begin_sea(rg, seed, start); break;
    default: random_game_begin_scenario(rg, seed, start);
    }
}

/* Usually a player whom the game waits for; sometimes any, who can then trade or change a discard. */
static unsigned choose_seat(struct random_game *rg) {
    if (random_below(&rg->random, 6) == 0)
        return random_below(&rg->random, rg->setup.rules.players);
    unsigned seat = rg->game.pending[0].player;
    for (unsigned i = 0; i < rg->game.n_pending; i++)
        if (!rg->game.pending[i].answered && random_below(&rg->random, 2))
            seat = rg->game.pending[i].player;
    return seat;
}

/* Moves that are frequent with knights and lead nowhere: most of them are skipped. */
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
    struct move_list list; /* large, but a thread-local would be zeroed in each new thread */
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
            continue; /* a random offer may exceed the limit; a second resignation is refused */
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

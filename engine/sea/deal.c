/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The maps of the scenarios, as printed and dealt (rules S-85 to S-93). */
#include <assert.h>
#include <string.h>

#include "engine/chance.h"
#include "engine/scenario.h"
#include "engine/sea/maps.h"

/* On the fullest map about one draw in a thousand keeps red numbers apart, and one in a hundred
 * keeps islands separate. With fair draws this limit is never reached. */
enum { DEAL_TRIES_MAX = 1000000, NO_TERRAIN = TERRAIN_COUNT };

/* A map that is being dealt. */
struct table {
    const struct sea_map *map;
    unsigned players;
    struct board_spec *spec;
    struct chance *chance;
    uint8_t deal_of[HEX_MAX];               /* of each entry of hexes, or 0 */
    uint8_t neighbors[HEX_MAX][SIDE_COUNT]; /* entries, NONE for the frame */
    uint8_t printed[HEX_MAX];               /* numbers */
};

static const uint8_t targets[SCENARIO_COUNT] = {
    [SCENARIO_NEW_SHORES] = 14,     [SCENARIO_FOUR_ISLANDS] = 13,    [SCENARIO_FOG_ISLANDS] = 12,
    [SCENARIO_DESERT] = 14,         [SCENARIO_FORGOTTEN_TRIBE] = 13, [SCENARIO_CLOTH] = 14,
    [SCENARIO_PIRATE_ISLANDS] = 10, [SCENARIO_WONDERS] = 10,         [SCENARIO_NEW_WORLD] = 12,
    [SCENARIO_ATOLL] = 12};

static const struct sea_map *map_of(unsigned scenario, unsigned players) {
    for (unsigned i = 0; i < SEA_MAP_COUNT; i++)
        if (sea_maps[i].scenario == scenario && players >= sea_maps[i].players_min &&
            players <= sea_maps[i].players_max)
            return &sea_maps[i];
    return NULL;
}

bool scenario_has_map(unsigned scenario, unsigned players) {
    return map_of(scenario, players) != NULL;
}

/* V-28 */
static unsigned points_more(unsigned game) {
    return game == GAME_CITIES_AND_KNIGHTS ? 2 : 0;
}

unsigned scenario_target(unsigned game, unsigned scenario) {
    return targets[scenario] > 0 ? targets[scenario] + points_more(game) : 0;
}

unsigned scenario_custom_target(unsigned game, const struct board_spec *spec) {
    unsigned land = 0;
    for (unsigned i = 0; i < spec->n_hexes; i++)
        land += spec->hexes[i].terrain != SEA && spec->hexes[i].terrain != DESERT;
    unsigned points = land / 2 + points_more(game);
    if (points < POINTS_TARGET_MIN)
        return POINTS_TARGET_MIN;
    return points < POINTS_TARGET_MAX ? points : POINTS_TARGET_MAX;
}

/* ---- the map as it is printed ---- */

static uint8_t terrain_of(char letter) {
    static const char letters[] = "FPAHMDSGO"; /* in the order of enum terrain */
    for (unsigned terrain = 0; terrain < TERRAIN_COUNT; terrain++)
        if (letters[terrain] == letter)
            return (uint8_t)terrain;
    return NO_TERRAIN;
}

static uint8_t digit_of(char digit) {
    return (uint8_t)(digit == '.' ? 0 : digit >= 'a' ? digit - 'a' + 10 : digit - '0');
}

static void table_lay_row(struct table *table, const struct sea_row *row) {
    enum { CHARACTERS = 4 };
    struct axial at = row->first;
    for (const char *hex = row->hexes;; hex += CHARACTERS + 1, at.q++) {
        unsigned i = table->spec->n_hexes++;
        table->spec->hexes[i] =
            (struct hex_spec){.at = at, .terrain = terrain_of(hex[0]), .number = digit_of(hex[1])};
        table->spec->region_of[i] = digit_of(hex[2]);
        table->deal_of[i] = digit_of(hex[3]);
        table->printed[i] = table->spec->hexes[i].number;
        if (!hex[CHARACTERS])
            return;
    }
}

static void table_find_neighbors(struct table *table) {
    const struct board_spec *spec = table->spec;
    memset(table->neighbors, NONE, sizeof table->neighbors);
    for (unsigned i = 0; i < spec->n_hexes; i++)
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            struct axial at = axial_step(spec->hexes[i].at, side);
            for (unsigned j = 0; j < spec->n_hexes; j++)
                if (spec->hexes[j].at.q == at.q && spec->hexes[j].at.r == at.r)
                    table->neighbors[i][side] = (uint8_t)j;
        }
}

static void table_lay(struct table *table) {
    const struct sea_map *map = table->map;
    struct board_spec *spec = table->spec;
    memset(spec, 0, sizeof *spec);
    spec->sea = true;
    spec->robber_given = !map->no_robber;
    spec->pirate_given = !map->no_pirate;
    for (unsigned i = 0; i < map->n_marks;
         i++) /* S-124, X-71: no lanes for colors that do not play */
        if (!mark_of_seat(map->marks[i].kind) || map->marks[i].value < table->players)
            spec->marks[spec->n_marks++] = map->marks[i];
    spec->robber = map->robber;
    spec->pirate = map->pirate;
    spec->n_regions = map->n_regions;
    memcpy(spec->regions, map->regions, sizeof spec->regions);
    spec->n_harbors = map->n_harbors;
    memcpy(spec->harbors, map->harbors, sizeof map->harbors);
    for (unsigned i = 0; i < SEA_MAP_ROWS; i++)
        table_lay_row(table, &map->rows[i]);
    memcpy(spec->fog.tiles, map->fog.terrains, sizeof spec->fog.tiles);
    for (unsigned i = 0; i < SEA_MAP_NUMBERS && map->fog.numbers[i]; i++)
        spec->fog.numbers[map->fog.numbers[i]]++;
    table_find_neighbors(table);
}

/* ---- terrains ---- */

/* Whether the hexes of a deal are dealt: in the variable set-up, or having no terrain of their own. */
static bool deal_is_due(const struct table *table, unsigned deal, enum layout layout) {
    return layout == LAYOUT_RANDOM || table->map->pool.deal == deal;
}

/* Whether a dealt island touches the land where players start, and so would be part of it
 * (S-87). */
static bool lands_at_home(const struct table *table, unsigned deal) {
    const struct board_spec *spec = table->spec;
    for (unsigned hex = 0; hex < spec->n_hexes; hex++)
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            unsigned next = table->neighbors[hex][side];
            if (table->deal_of[hex] == deal && spec->hexes[hex].terrain != SEA && next != NONE &&
                table->deal_of[next] != deal && spec->region_of[next] &&
                spec->regions[spec->region_of[next] - 1].flags & REGION_START)
                return true;
        }
    return false;
}

/* Collects the tiles of a deal, in the order of the hexes or of the pool; returns whether any is
 * sea. */
static bool deal_tiles(const struct table *table, unsigned deal, uint8_t tiles[HEX_MAX],
                       unsigned *n) {
    bool sea = false;
    *n = 0;
    if (table->map->pool.deal == deal) {
        for (unsigned terrain = 0; terrain < TERRAIN_COUNT; terrain++)
            for (unsigned i = 0; i < table->map->pool.terrains[terrain]; i++)
                tiles[(*n)++] = (uint8_t)terrain;
        return table->map->pool.terrains[SEA] > 0;
    }
    for (unsigned i = 0; i < table->spec->n_hexes; i++)
        if (table->deal_of[i] == deal) {
            tiles[(*n)++] = table->spec->hexes[i].terrain;
            sea |= table->spec->hexes[i].terrain == SEA;
        }
    return sea;
}

/* Gives REGION to hex I and to all land of its deal connected with it. */
static void spread_region(struct table *table, unsigned i, uint8_t region) {
    uint8_t waiting[HEX_MAX];
    unsigned n = 0;
    table->spec->region_of[i] = region;
    waiting[n++] = (uint8_t)i;
    while (n) {
        unsigned from = waiting[--n];
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            unsigned to = table->neighbors[from][side];
            if (to == NONE || table->deal_of[to] != table->deal_of[i] ||
                table->spec->region_of[to] || table->spec->hexes[to].terrain == SEA)
                continue;
            table->spec->region_of[to] = region;
            waiting[n++] = (uint8_t)to;
        }
    }
}

/* Dealt land: each connected piece is a region of its own (S-67). Returns false where there are more of them than
 * a board can have. */
static bool deal_regions(struct table *table, unsigned deal) {
    struct board_spec *spec = table->spec;
    struct region_spec island = {0, 0};
    unsigned first = REGION_MAX;
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        if (table->deal_of[i] == deal && spec->region_of[i] && spec->region_of[i] < first)
            first = spec->region_of[i];
        if (table->deal_of[i] == deal)
            spec->region_of[i] = 0;
    }
    island = spec->regions[first - 1];
    spec->n_regions = (uint8_t)(first - 1);
    for (unsigned i = 0; i < spec->n_hexes; i++)
        if (table->deal_of[i] == deal && spec->hexes[i].terrain != SEA && !spec->region_of[i]) {
            if (spec->n_regions == REGION_MAX)
                return false;
            spec->regions[spec->n_regions++] = island;
            spread_region(table, i, spec->n_regions);
        }
    for (unsigned i = spec->n_regions; i < REGION_MAX; i++)
        spec->regions[i] = (struct region_spec){0, 0};
    return true;
}

static void deal_terrains(struct table *table, unsigned deal) {
    struct board_spec *spec = table->spec;
    uint8_t tiles[HEX_MAX];
    unsigned n;
    bool sea = deal_tiles(table, deal, tiles, &n);
    for (unsigned try = 0; try < DEAL_TRIES_MAX; try++) {
        unsigned next = 0;
        chance_shuffle(table->chance, tiles, n);
        for (unsigned i = 0; i < spec->n_hexes; i++)
            if (table->deal_of[i] == deal)
                spec->hexes[i].terrain = tiles[next++];
        if (!sea || (!lands_at_home(table, deal) && deal_regions(table, deal)))
            return;
    }
    if (sea)
        (void)deal_regions(table, deal);
}

/* ---- numbers ---- */

/* The numbers of one deal, red ones first, and the hexes that take them. */
struct numbers {
    uint8_t n, n_red;
    uint8_t items[HEX_MAX], hexes[HEX_MAX];
};

static bool is_red(unsigned number) {
    return number == 6 || number == 8;
}

static void numbers_add(struct numbers *numbers, unsigned number) {
    unsigned at = numbers->n++;
    if (is_red(number)) {
        numbers->items[at] = numbers->items[numbers->n_red];
        at = numbers->n_red++;
    }
    numbers->items[at] = (uint8_t)number;
}

static struct numbers numbers_of(const struct table *table, unsigned deal) {
    struct numbers numbers = {0, 0, {0}, {0}};
    const struct sea_pool *pool = &table->map->pool;
    unsigned places = 0;
    for (unsigned i = 0; pool->deal == deal && i < SEA_MAP_NUMBERS && pool->numbers[i]; i++)
        numbers_add(&numbers, pool->numbers[i]);
    for (unsigned i = 0; i < table->spec->n_hexes; i++) {
        if (table->deal_of[i] != deal)
            continue;
        if (pool->deal != deal && table->printed[i])
            numbers_add(&numbers, table->printed[i]);
        if (terrain_takes_number(table->spec->hexes[i].terrain))
            numbers.hexes[places++] = (uint8_t)i;
        table->spec->hexes[i].number = 0;
    }
    assert(places == numbers.n);
    return numbers;
}

static bool is_off_limits(const struct table *table, const struct hex_spec *hex) {
    const struct sea_limit *limit = &table->map->limit;
    for (unsigned i = 0; i < limit->n_hexes; i++)
        if (limit->hexes[i].q == hex->at.q && limit->hexes[i].r == hex->at.r &&
            limit->numbers >> hex->number & 1)
            return true;
    return limit->terrains >> hex->terrain & 1 && limit->numbers >> hex->number & 1;
}

static bool beside_red(const struct table *table, unsigned i) {
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        unsigned j = table->neighbors[i][side];
        if (j != NONE && is_red(table->spec->hexes[j].number))
            return true;
    }
    return false;
}

/* Lays numbers FROM to TO on hexes drawn at random among those that have none yet. Stops at the first
 * that may not lie on the hex drawn, and returns false. */
static bool numbers_lay(struct table *table, struct numbers *numbers, unsigned from, unsigned to) {
    for (unsigned i = from; i < to; i++) {
        unsigned drawn = i + chance_below(table->chance, (uint32_t)(numbers->n - i));
        uint8_t at = numbers->hexes[drawn];
        struct hex_spec *hex = &table->spec->hexes[at];
        numbers->hexes[drawn] = numbers->hexes[i];
        numbers->hexes[i] = at;
        hex->number = numbers->items[i];
        if (is_off_limits(table, hex) || (is_red(hex->number) && beside_red(table, at)))
            return false;
    }
    return true;
}

/* Lays the red numbers of all deals first: most draws fail because of them, and so fail early. */
static bool deals_number(struct table *table, struct numbers deals[], const bool due[]) {
    for (unsigned d = 1; d <= SEA_MAP_DEALS; d++)
        for (unsigned i = 0; due[d] && i < deals[d].n; i++)
            table->spec->hexes[deals[d].hexes[i]].number = 0;
    for (unsigned d = 1; d <= SEA_MAP_DEALS; d++)
        if (due[d] && !numbers_lay(table, &deals[d], 0, deals[d].n_red))
            return false;
    for (unsigned d = 1; d <= SEA_MAP_DEALS; d++)
        if (due[d] && !numbers_lay(table, &deals[d], deals[d].n_red, deals[d].n))
            return false;
    return true;
}

/* S-86: draws anew until the numbers lie as they may. */
static void table_number(struct table *table, const bool due[]) {
    struct numbers deals[SEA_MAP_DEALS + 1];
    for (unsigned d = 1; d <= SEA_MAP_DEALS; d++)
        if (due[d])
            deals[d] = numbers_of(table, d);
    for (unsigned try = 0; try < DEAL_TRIES_MAX; try++)
        if (deals_number(table, deals, due))
            return;
    for (unsigned d = 1; d <= SEA_MAP_DEALS; d++)
        for (unsigned i = 0; due[d] && i < deals[d].n; i++)
            table->spec->hexes[deals[d].hexes[i]].number = deals[d].items[i];
}

/* ---- harbors, robber, pirate ---- */

static void table_shuffle_harbors(struct table *table) {
    uint8_t kinds[2 * SEA_MAP_HARBORS];
    unsigned n = 0, next = 0;
    for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++)
        for (unsigned i = 0; i < table->map->harbor_pool[kind]; i++)
            kinds[n++] = (uint8_t)kind;
    chance_shuffle(table->chance, kinds, n);
    for (unsigned i = 0; i < table->spec->n_harbors; i++)
        table->spec->harbors[i].kind = kinds[next++];
    for (unsigned i = 0; i < table->spec->n_marks; i++) /* S-105 */
        if (table->spec->marks[i].kind == MARK_GIFT && table->spec->marks[i].value == GIFT_HARBOR)
            table->spec->marks[i].value = (uint8_t)(GIFT_HARBOR + kinds[next++]);
}

/* S-89: the robber follows its number, or the desert, of a deal; the pirate stays, or is beside the
 * board where its hex has become land. */
static void table_place_thieves(struct table *table, bool on_desert) {
    struct board_spec *spec = table->spec;
    unsigned deal = 0, number = 0;
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        const struct hex_spec *hex = &spec->hexes[i];
        if (hex->at.q == spec->robber.q && hex->at.r == spec->robber.r) {
            deal = table->deal_of[i];
            number = table->printed[i];
        }
        if (hex->at.q == spec->pirate.q && hex->at.r == spec->pirate.r && hex->terrain != SEA)
            spec->pirate_given = false;
    }
    for (unsigned i = 0; deal && i < spec->n_hexes; i++) {
        const struct hex_spec *hex = &spec->hexes[i];
        if (table->deal_of[i] == deal &&
            (on_desert ? hex->terrain == DESERT : number && hex->number == number)) {
            spec->robber = hex->at;
            return;
        }
    }
}

/* Whether the printed robber stands on a desert. */
static bool robber_on_desert(const struct table *table) {
    const struct board_spec *spec = table->spec;
    for (unsigned i = 0; i < spec->n_hexes; i++)
        if (spec->hexes[i].at.q == spec->robber.q && spec->hexes[i].at.r == spec->robber.r)
            return spec->hexes[i].terrain == DESERT;
    return false;
}

void scenario_layout(struct board_spec *spec, unsigned scenario, unsigned players,
                     enum layout layout, struct chance *chance) {
    struct table table = {
        .map = map_of(scenario, players), .players = players, .spec = spec, .chance = chance};
    bool due[SEA_MAP_DEALS + 1] = {false}, any = false, on_desert;
    assert(table.map);
    table_lay(&table);
    on_desert = robber_on_desert(&table);
    for (unsigned d = 1; d <= SEA_MAP_DEALS; d++)
        for (unsigned i = 0; i < spec->n_hexes; i++)
            if (table.deal_of[i] == d && deal_is_due(&table, d, layout))
                due[d] = any = true;
    for (unsigned d = 1; d <= SEA_MAP_DEALS; d++)
        if (due[d])
            deal_terrains(&table, d);
    if (any)
        table_number(&table, due);
    if (table.map->harbors_shuffled[layout])
        table_shuffle_harbors(&table);
    if (layout == LAYOUT_RANDOM && spec->robber_given)
        table_place_thieves(&table, on_desert);
}

/* ---- a map of the scenario whose hexes were chosen by a player ---- */

void scenario_harbors(struct board_spec *spec, unsigned scenario, unsigned players,
                      struct chance *chance) {
    struct table table = {.map = map_of(scenario, players), .spec = spec, .chance = chance};
    assert(table.map);
    spec->n_harbors = table.map->n_harbors;
    memcpy(spec->harbors, table.map->harbors, sizeof table.map->harbors);
    table_shuffle_harbors(&table);
}

void scenario_islands(struct board_spec *spec) {
    struct table table = {.spec = spec};
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        table.deal_of[i] = 1;
        spec->region_of[i] = 1;
    }
    spec->n_regions = 1;
    spec->regions[0] = (struct region_spec){REGION_START, 1};
    table_find_neighbors(&table);
    (void)deal_regions(&table, 1);
}

/* Whether a harbor can lie at a side of a land hex and shares no intersection with those TAKEN. */
static bool harbor_side_free(const struct board *board, const struct vertex_set *taken,
                             unsigned hex, unsigned side) {
    unsigned beyond = board->hexes[hex].neighbors[side];
    const uint8_t *ends = board->edge[board->hexes[hex].edges[side]].vertices;
    return !board_is_sea(board, hex) && !board->hexes[hex].fog &&
           (beyond == NONE || board_is_sea(board, beyond)) && !vertex_set_has(taken, ends[0]) &&
           !vertex_set_has(taken, ends[1]);
}

/* Gives HARBOR one of the free sides, drawn; false where there is none. */
static bool harbor_scatter(const struct board *board, struct vertex_set *taken,
                           struct chance *chance, struct harbor_spec *harbor) {
    unsigned n = 0, drawn = 0, hex = 0, side = 0;
    for (unsigned h = 0; h < board->n_hexes; h++)
        for (unsigned s = 0; s < SIDE_COUNT; s++)
            n += harbor_side_free(board, taken, h, s);
    if (!n)
        return false;
    drawn = chance_below(chance, n);
    for (unsigned h = 0; h < board->n_hexes; h++)
        for (unsigned s = 0; s < SIDE_COUNT; s++)
            if (harbor_side_free(board, taken, h, s) && !drawn--)
                hex = h, side = s;
    harbor->at = board->hexes[hex].at;
    harbor->side = (uint8_t)side;
    for (unsigned end = 0; end < 2; end++)
        vertex_set_add(taken, board->edge[board->hexes[hex].edges[side]].vertices[end]);
    return true;
}

void harbors_scatter(struct board_spec *spec, struct chance *chance) {
    struct vertex_set taken = {{0}};
    struct board board;
    size_t at;
    if (board_build(&board, spec, &at) != BOARD_OK)
        return; /* the caller's own board_build reports the error */
    for (unsigned i = 0; i < board.n_harbors; i++)
        for (unsigned end = 0; end < 2; end++)
            vertex_set_add(&taken, board.edge[board.harbors[i].edge].vertices[end]);
    for (unsigned i = 0; i < spec->n_harbors; i++)
        if (spec->harbors[i].side == SIDE_COUNT &&
            !harbor_scatter(&board, &taken, chance, &spec->harbors[i]))
            spec->n_harbors = (uint8_t)i; /* S-162: the rest is dropped */
}

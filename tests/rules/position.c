/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The lines that describe rules, board and position: they set base facts, everything else follows by game_derive, and
 * game_ok has to hold. */
#include <string.h>

#include "engine/scenario.h"
#include "tests/rules/scenario.h"

static const char *const step_names[] = {"before-roll", "between-rolls", "resolving", "actions"};

static struct player *player_of(struct run *run, unsigned seat) {
    if (seat >= run->setup.rules.colors) {
        wrong(run, "this game has no seat %u", seat);
    }
    return &run->game.players[seat];
}

/* ---- board ---- */

static void build_board(struct run *run) {
    struct test_chance chance;
    test_chance_init(&chance, run->seed);
    switch (run->layout) {
    case BOARD_BEGINNER: layout_printed(&run->spec, MAP_BASE); break;
    case BOARD_KNIGHTS: layout_printed(&run->spec, MAP_KNIGHTS); break;
    case BOARD_LARGE: layout_printed(&run->spec, MAP_LARGE); break;
    case BOARD_SPIRAL:
        layout_random(&run->spec, ISLAND_STANDARD, NUMBERS_SPIRAL, &chance.chance);
        break;
    case BOARD_SHUFFLED:
        layout_random(&run->spec, ISLAND_STANDARD, NUMBERS_RANDOM, &chance.chance);
        break;
    case BOARD_LARGE_SPIRAL:
        layout_random(&run->spec, ISLAND_LARGE, NUMBERS_SPIRAL, &chance.chance);
        break;
    case BOARD_LARGE_SHUFFLED:
        layout_random(&run->spec, ISLAND_LARGE, NUMBERS_RANDOM, &chance.chance);
        break;
    case BOARD_MAP:
    case BOARD_MAP_DEALT:
    case BOARD_MAP_SCATTERED:
        if (!scenario_has_map(run->rules.scenario, run->rules.players)) {
            wrong(run, "there is no such map");
        }
        scenario_layout(&run->spec, run->rules.scenario, run->rules.players,
                        run->layout == BOARD_MAP ? LAYOUT_BEGINNER : LAYOUT_RANDOM, &chance.chance);
        if (run->layout == BOARD_MAP_SCATTERED) {
            harbors_scatter(&run->spec, &chance.chance);
        }
        for (unsigned i = 0, at = 0; i < run->spec.n_marks && at < run->n_gift_harbors; i++) {
            if (run->spec.marks[i].kind == MARK_GIFT && run->spec.marks[i].value >= GIFT_HARBOR) {
                run->spec.marks[i].value = (uint8_t)(GIFT_HARBOR + run->gift_harbors[at++]);
            }
        }
        break;
    default: break;
    }
    run->spec.sea = run->rules.scenario != SCENARIO_NONE;
}

static void setup_ready(struct run *run) {
    struct rules rules = run->rules;
    size_t at = 0;
    build_board(run);
    if (!rules_complete(&rules)) {
        wrong(run, "these rules do not combine");
    }
    enum board_error error = setup_build(&run->setup, &rules, &run->spec, &at);
    if (error != BOARD_OK) {
        wrong(run, "the board cannot be built: %s (entry %zu)", board_error_text(error), at);
    }
    game_init(&run->setup, &run->game);
}

static struct axial axial_take(struct run *run) {
    int at[2];
    for (unsigned i = 0; i < 2; i++) {
        const char *word = word_take(run);
        bool minus = word[0] == '-';
        if (word[minus] < '0' || word[minus] > '9' || word[minus + 1] != '\0') {
            wrong(run, "\"%s\" is not a coordinate of one digit", word);
        }
        at[i] = minus ? '0' - word[1] : word[0] - '0';
    }
    return (struct axial){(int8_t)at[0], (int8_t)at[1]};
}

static void hex_line(struct run *run) {
    struct hex_spec hex = {.at = axial_take(run)};
    unsigned number = 0;
    hex.terrain = (uint8_t)name_take(run, terrain_names, TERRAIN_COUNT, "a terrain");
    if (number_is(run, &number)) {
        hex.number = (uint8_t)number;
    }
    if (word_is(run, "region")) {
        run->spec.region_of[run->spec.n_hexes] = (uint8_t)number_take(run);
    }
    run->spec.hexes[run->spec.n_hexes++] = hex;
}

static void harbor_line(struct run *run) {
    if (word_is(run, "unplaced")) {
        unsigned kind;
        while (name_is(run, harbor_names, HARBOR_KIND_COUNT, &kind)) {
            run->spec.harbors[run->spec.n_harbors++] =
                (struct harbor_spec){.side = SIDE_COUNT, .kind = (uint8_t)kind};
        }
        return;
    }
    struct harbor_spec harbor = {.at = axial_take(run)};
    harbor.side = (uint8_t)name_take(run, side_names, SIDE_COUNT, "a side");
    harbor.kind = (uint8_t)name_take(run, harbor_names, HARBOR_KIND_COUNT, "a harbor");
    run->spec.harbors[run->spec.n_harbors++] = harbor;
}

/* "region start", "region bonus 2 no-settling no-robber": the regions in their order, from 1. */
static void region_line(struct run *run) {
    struct region_spec *region = &run->spec.regions[run->spec.n_regions++];
    while (word_peek(run) != NULL) {
        if (word_is(run, "start")) {
            region->flags |= REGION_START;
        } else if (word_is(run, "no-settling")) {
            region->flags |= REGION_NO_SETTLING;
        } else if (word_is(run, "no-robber")) {
            region->flags |= REGION_NO_ROBBER;
        } else if (word_is(run, "bonus")) {
            region->bonus = (uint8_t)number_take(run);
        } else {
            wrong(run, "a region is start, no-settling, no-robber or has a bonus");
        }
    }
}

/* "fog 1 forest 2 sea numbers 5": what lies face down. */
static void fog_line(struct run *run) {
    unsigned count, number;
    while (number_is(run, &count)) {
        run->spec.fog.tiles[name_take(run, terrain_names, TERRAIN_COUNT, "a terrain")] =
            (uint8_t)count;
    }
    if (word_is(run, "numbers")) {
        while (number_is(run, &number)) {
            if (number > NUMBER_MAX)
                wrong(run, "there is no number %u", number);
            else
                run->spec.fog.numbers[number]++;
        }
    }
}

/* For a map with sea. */
static bool sea_line(struct run *run) {
    if (word_is(run, "sea")) {
        run->rules.scenario = (uint8_t)name_take(run, scenario_names, SCENARIO_COUNT, "a scenario");
        if (run->rules.game == GAME_CITIES_AND_KNIGHTS) { /* its edition has more settings at sea */
            struct rules rules = rules_knights_sea(run->rules.edition, run->rules.scenario, 4);
            memcpy(run->rules.options, rules.options, sizeof rules.options);
            run->rules.points_target = rules.points_target;
        } else if (scenario_target(GAME_BASE, run->rules.scenario)) {
            run->rules.points_target = (uint8_t)scenario_target(GAME_BASE, run->rules.scenario);
        }
    } else if (word_is(run, "region")) {
        region_line(run);
    } else if (word_is(run, "fog")) {
        fog_line(run);
    } else if (word_is(run, "gift-harbors")) { /* in the order of the map */
        unsigned kind;
        while (run->n_gift_harbors < GIFT_HARBORS_MAX &&
               name_is(run, harbor_names, HARBOR_KIND_COUNT, &kind)) {
            run->gift_harbors[run->n_gift_harbors++] = (uint8_t)kind;
        }
    } else if (word_is(run, "pirate-at")) {
        run->spec.pirate_given = true;
        run->spec.pirate = axial_take(run);
    } else {
        return false;
    }
    return true;
}

static void neutral_line(struct run *run) {
    struct corner_spec *place = &run->spec.neutral[run->spec.n_neutral++];
    place->at = axial_take(run);
    place->corner = word_is(run, "S") ? CORNER_S : CORNER_N;
    if (place->corner == CORNER_N && !word_is(run, "N")) {
        wrong(run, "a corner is N or S");
    }
}

static void board_line(struct run *run) {
    static const char *const names[] = {"beginner", "explicit",  "spiral",       "shuffled",
                                        "knights",  "large",     "large-spiral", "large-shuffled",
                                        "map",      "map-dealt", "map-scattered"};
    run->layout = (uint8_t)name_take(run, names, sizeof names / sizeof names[0], "a board");
    if (run->layout == BOARD_EXPLICIT) {
        run->spec = (struct board_spec){0};
    }
}

static bool rules_line(struct run *run) {
    if (word_is(run, "players")) {
        run->rules.players = (uint8_t)number_take(run);
    } else if (word_is(run, "game")) {
        run->rules.game = (uint8_t)name_take(run, game_kind_names, GAME_KIND_COUNT, "a game");
    } else if (word_is(run, "strict")) {
        run->rules.combined_phases = false;
    } else if (word_is(run, "target")) {
        run->rules.points_target = (uint8_t)number_take(run);
    } else if (word_is(run, "revision")) {
        run->rules.revision = (uint8_t)number_take(run);
    } else if (word_is(run, "open")) {
        run->open = true;
    } else if (word_is(run, "seeds")) {
        run->seeds = number_take(run);
    } else if (word_is(run, "board")) {
        board_line(run);
    } else if (word_is(run, "hex")) {
        hex_line(run);
    } else if (word_is(run, "harbor")) {
        harbor_line(run);
    } else if (word_is(run, "robber-at")) {
        run->spec.robber_off = word_is(run, "nowhere");
        run->spec.robber_given = !run->spec.robber_off;
        if (run->spec.robber_given) {
            run->spec.robber = axial_take(run);
        }
    } else if (word_is(run, "neutral")) {
        neutral_line(run);
    } else {
        return sea_line(run);
    }
    return true;
}

/* Rules, board or position that the engine must reject: "unplayable rules", "unbuildable board". */
static bool refusal_line(struct run *run) {
    if (word_is(run, "unplayable")) {
        struct rules rules = run->rules;
        if (rules_complete(&rules)) {
            wrong(run, "the rules were accepted");
        }
    } else if (word_is(run, "unbuildable")) {
        struct rules rules = run->rules;
        size_t at = 0;
        build_board(run);
        if (!rules_complete(&rules) ||
            setup_build(&run->setup, &rules, &run->spec, &at) == BOARD_OK) {
            wrong(run, "the board was accepted");
        }
    } else {
        return false;
    }
    run->stage = STAGE_PLAY;
    return true;
}

/* ---- pieces and cards ---- */

static void place_buildings(struct run *run, struct vertex_set *set) {
    unsigned vertex;
    while (number_is(run, &vertex)) {
        if (vertex >= run->setup.board.n_vertices) {
            wrong(run, "vertex %u is not on the board", vertex);
        }
        vertex_set_add(set, vertex);
    }
}

static void place_roads(struct run *run, struct edge_set *set) {
    unsigned edge;
    while (edge_is(run, &edge)) {
        edge_set_add(set, edge);
    }
}

static bool player_part(struct run *run, unsigned seat) {
    struct player *player = player_of(run, seat);
    if (word_is(run, "settlements")) {
        place_buildings(run, &player->settlements);
    } else if (word_is(run, "cities")) {
        place_buildings(run, &player->cities);
    } else if (word_is(run, "roads")) {
        place_roads(run, &player->roads);
    } else if (word_is(run, "ships")) {
        place_roads(run, &player->ships);
    } else if (word_is(run, "new-ships")) {
        place_roads(run, &run->game.ships_new);
        player->ships = edge_set_union(player->ships, run->game.ships_new);
    } else if (word_is(run, "wonder")) { /* "wonder theater 2" */
        player->wonder = (uint8_t)(1 + name_take(run, wonder_names, WONDER_COUNT, "a wonder"));
        player->wonder_level = (uint8_t)number_take(run);
    } else if (word_is(run, "found")) { /* "found 1 wool any": points, and harbors still kept */
        unsigned kind;
        player->gift_points = (uint8_t)number_take(run);
        while (name_is(run, harbor_names, HARBOR_KIND_COUNT, &kind)) {
            player->kept[kind]++;
        }
    } else if (word_is(run, "warships")) {
        player->warships = (uint8_t)number_take(run);
    } else if (word_is(run, "fortress")) { /* pieces left */
        player->fortress = (uint8_t)number_take(run);
    } else if (word_is(run, "village-cloth")) { /* not the commodity */
        player->cloth = (uint8_t)number_take(run);
    } else if (word_is(run, "home")) {
        player->home = (uint16_t)(player->home | 1u << number_take(run));
    } else if (word_is(run, "hand")) {
        player->hand = cards_add(player->hand, cards_take(run));
    } else if (word_is(run, "dev")) {
        devs_take(run, player->dev);
    } else if (word_is(run, "new")) {
        uint8_t bought[DEV_COUNT] = {0};
        devs_take(run, bought);
        for (unsigned d = 0; d < DEV_COUNT; d++) {
            player->dev[d] = (uint8_t)(player->dev[d] + bought[d]);
            player->dev_new[d] = (uint8_t)(player->dev_new[d] + bought[d]);
        }
    } else if (word_is(run, "knights")) {
        player->knights_played = (uint8_t)number_take(run);
    } else if (word_is(run, "tokens")) {
        player->tokens = (uint8_t)number_take(run);
    } else {
        return false;
    }
    return true;
}

static void player_line(struct run *run) {
    unsigned seat = seat_take(run);
    player_of(run, seat);
    while (word_peek(run) != NULL) {
        if (!player_part(run, seat) && !knights_player_part(run, seat)) {
            wrong(run, "nothing is known about \"%s\" of a player", word_peek(run));
        }
    }
}

/* ---- the turn ---- */

/* "turn 1 before-roll", "turn 0 between-rolls 3 4", "turn 2 actions". */
static void turn_line(struct run *run) {
    struct game *game = &run->game;
    unsigned die;
    game->active = (uint8_t)seat_take(run);
    game->step = (uint8_t)name_take(run, step_names, 4, "a step");
    game->rolls = 0;
    if (game->step == STEP_ACTIONS) {
        game->rolls = run->setup.rules.production_rolls;
    } else if (game->step == STEP_BETWEEN_ROLLS) {
        game->rolls = 1;
    }
    memset(game->dice, 0, sizeof game->dice);
    for (unsigned i = 0; i < game->rolls; i++) {
        for (unsigned d = 0; d < 2; d++) {
            game->dice[i][d] = number_is(run, &die) ? (uint8_t)die : (uint8_t)(1 + i + d);
        }
        memcpy(game->last_dice, game->dice[i], sizeof game->last_dice);
    }
}

/* "revealed h3 forest 5, h4 sea": hexes revealed from the fog. */
static void revealed_line(struct run *run) {
    unsigned number;
    while (word_peek(run) != NULL && word_peek(run)[0] == 'h') {
        unsigned hex = hex_take(run), fog = run->setup.board.hexes[hex].fog;
        if (fog == 0) {
            wrong(run, "h%u never lay in fog", hex);
        }
        run->game.fog[fog - 1] =
            (uint8_t)(1 + name_take(run, terrain_names, TERRAIN_COUNT, "a terrain"));
        if (number_is(run, &number)) {
            run->game.numbers[hex] = (uint8_t)number;
        }
    }
}

/* "village 25 cloth 4 linked 1 0": the village at an intersection, and who has reached it, in this order. */
static void village_line(struct run *run) {
    unsigned vertex = vertex_take(run), at = 0, seat;
    while (at < run->setup.board.n_villages && run->setup.board.villages[at].vertex != vertex) {
        at++;
    }
    if (at == run->setup.board.n_villages) {
        wrong(run, "no village stands at %u", vertex);
    }
    struct village *village = &run->game.villages[at];
    if (word_is(run, "cloth")) {
        village->cloth = (uint8_t)number_take(run);
    }
    if (word_is(run, "linked")) {
        while (village->n_linked < SEAT_MAX && number_is(run, &seat)) {
            village->linked[village->n_linked++] = (uint8_t)seat;
        }
    }
}

static bool turn_part(struct run *run) {
    struct game *game = &run->game;
    if (word_is(run, "turn")) {
        turn_line(run);
    } else if (word_is(run, "part")) {
        game->part = (uint8_t)number_take(run);
    } else if (word_is(run, "trade-over")) {
        game->trade_over = true;
    } else if (word_is(run, "dev-played")) {
        game->dev_played = true;
    } else if (word_is(run, "robber")) {
        game->robber = word_is(run, "nowhere") ? NONE : (uint8_t)hex_take(run);
    } else if (word_is(run, "revealed")) {
        revealed_line(run);
    } else if (word_is(run, "pirate")) {
        game->pirate = word_is(run, "nowhere") ? NONE : (uint8_t)hex_take(run);
    } else if (word_is(run, "taken")) { /* "taken 0 3": gifts, by their places in the map */
        unsigned gift;
        while (number_is(run, &gift)) {
            game->gifts |= UINT32_C(1) << gift;
        }
    } else if (word_is(run, "placed")) { /* "placed 17-23 wool" */
        unsigned edge;
        while (edge_is(run, &edge)) {
            game->harbors[game->n_harbors++] = (struct harbor){
                (uint8_t)edge,
                (uint8_t)name_take(run, harbor_names, HARBOR_KIND_COUNT, "a kind of harbor")};
        }
    } else if (word_is(run, "village")) {
        village_line(run);
    } else if (word_is(run, "cloth-supply")) {
        game->cloth_supply = (uint8_t)number_take(run);
    } else if (word_is(run, "ship-moved")) {
        game->ship_moved = true;
    } else if (word_is(run, "longest-road")) {
        game->holders[AWARD_LONGEST_ROAD] = (uint8_t)seat_take(run);
    } else if (word_is(run, "largest-army")) {
        game->holders[AWARD_LARGEST_ARMY] = (uint8_t)seat_take(run);
    } else if (word_is(run, "holder")) { /* "holder longest_road 0" */
        unsigned award = name_take(run, award_names, AWARD_COUNT, "a special card");
        game->holders[award] = (uint8_t)seat_take(run);
    } else if (word_is(run, "removed")) {
        devs_take(run, game->dev_removed);
    } else {
        return knights_turn_part(run);
    }
    return true;
}

/* The first event is still to come. */
static void play_begin(struct run *run) {
    run->replayed = run->game;
    trail_begin(&run->trail, &run->game, run->open);
    trail_begin(&run->retrail, &run->game, run->open);
    run->stage = STAGE_PLAY;
}

/* A running game on an empty board: the first player's first turn, after the roll. */
static void position_begin(struct run *run) {
    struct game *game = &run->game;
    setup_ready(run);
    struct game fresh = *game;
    *game = (struct game){.seq = 1, .phase = PHASE_PLAY, .step = STEP_ACTIONS};
    memset(game->holders, NONE, sizeof game->holders);
    game->winner = NONE;
    game->merchant = game->merchant_holder = NONE;
    memset(game->metropolis, NONE, sizeof game->metropolis);
    game->robber = fresh.robber;
    game->pirate = fresh.pirate;
    memcpy(game->villages, fresh.villages, sizeof game->villages);
    game->cloth_supply = fresh.cloth_supply;
    memcpy(game->numbers, fresh.numbers, sizeof game->numbers);
    game->rolls = run->setup.rules.production_rolls;
    for (unsigned i = 0; i < game->rolls; i++) {
        game->dice[i][0] = (uint8_t)(1 + i);
        game->dice[i][1] = (uint8_t)(2 + i);
        memcpy(game->last_dice, game->dice[i], sizeof game->last_dice);
    }
    for (unsigned s = 0; s < run->setup.rules.colors; s++) {
        game->players[s].settlements = fresh.players[s].settlements;
        game->players[s].tokens = fresh.players[s].tokens;
        game->players[s].ships = fresh.players[s].ships; /* S-124 */
        game->players[s].fortress = fresh.players[s].fortress;
        game->players[s].home = fresh.players[s].home;
    }
    run->stage = STAGE_POSITION;
}

bool position_line(struct run *run) {
    if (run->stage == STAGE_PLAY) {
        return false;
    }
    if (run->stage == STAGE_RULES) {
        if (rules_line(run) || knights_rules_line(run) || refusal_line(run)) {
            return true;
        }
        if (word_is(run, "from") && word_is(run, "start")) {
            setup_ready(run);
            play_begin(run);
            return true;
        }
        position_begin(run);
    }
    if (word_is(run, "player")) {
        player_line(run);
        return true;
    }
    return turn_part(run);
}

void position_finish(struct run *run) {
    if (run->stage == STAGE_PLAY) {
        return;
    }
    if (run->stage == STAGE_RULES) {
        position_begin(run);
    }
    struct game *game = &run->game;
    if (game->turn == 0) {
        game->turn = (uint16_t)(run->setup.rules.players + game->active + 1);
    }
    knights_position_finish(run);
    const char *broken = game_derive(&run->setup, game);
    if (broken != NULL) {
        wrong(run, "no game could come to this position: %s", broken);
    }
    play_begin(run);
    check_state(run);
}

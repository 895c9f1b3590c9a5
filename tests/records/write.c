/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* How golden games are made: random ones, from the first seed with which the game shows what it should. */
#include <string.h>
#include <unistd.h>

#include "engine/scenario.h"
#include "service/base/fair.h"
#include "service/base/json_write.h"
#include "service/document/record.h"
#include "tests/records/golden.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum board_choice_of {
    BEGINNER,
    RANDOM_SPIRAL,
    RANDOM_NUMBERS,
    ISLAND,
    KNIGHTS_BEGINNER,
    ISLANDS_AT_SEA,
    WONDERS_BEGINNER,
    TRIBE_BEGINNER,
    NEW_WORLD_DEALT,
    CLOTH_BEGINNER,
    PIRATE_BEGINNER,
    SIX_BEGINNER
};

enum manner {
    TOLD = 1,        /* a table game: who begins and the outcomes of chance are entered */
    OFFERING = 2,    /* offers of every kind */
    ABSENT = 4,      /* defaults, orders and bots at times */
    LEAVING = 8,     /* one player resigns, a bot takes the seat, the player takes it back */
    ABANDONING = 16, /* all resign where the game would be cut off */
    PROVED = 32,     /* chance from published seeds */
    HANDING = 4096,  /* a seat goes to a bot and to another player, nobody resigns */
    UNDOING = 1024,  /* moves are undone; all kinds if the game is an open one */
    OPEN = 2048,
    JSON = 64,       /* written as a record */
    POSITION = 128,  /* ... that begins in the middle */
    BUILDING = 256,  /* of several moves the one that advances the game most */
    SPREADING = 512, /* ... which is a settlement, and a city only where none can be built */
    CONTESTING =
        8192, /* with all special cards that are options (called as these), each held by several */
};

struct recipe {
    const char *name, *about;
    uint8_t players, target, board;
    bool strict;
    unsigned manner;
    unsigned most;  /* events; a game that must not be won is cut off there */
    uint64_t shows; /* features */
    /* Cities & Knights */
    uint8_t edition, variants;
    bool own_options;
    uint32_t cards; /* progress cards that are played, as a set */
    uint64_t types; /* types of events, as a set */
};

/* The values of these members for the base game. */
#define BASE_GAME    EDITION_NONE, 0, false, 0, 0
#define CARD(name)   (UINT32_C(1) << PROGRESS_##name)
#define EVENT(type)  (UINT64_C(1) << (type))
#define PLAYED_CARDS ((CARD(WEDDING) << 1) - 1 - CARD(PRINTER) - CARD(CONSTITUTION))
#define ALL_VARIANTS ((1U << VARIANT_COUNT) - 1)

static const struct recipe recipes[] = {
    {"four", "four players on the beginner's board, to six points", 4, 6, BEGINNER, false, 0, 500,
     GOLDEN(WON) | GOLDEN(POINT_CARD), BASE_GAME},
    {"harbormaster", "several hold the Harbormaster, one after the other", 4, 8, BEGINNER, false,
     BUILDING | CONTESTING, 900, GOLDEN(WON), BASE_GAME},
    {"strict", "three players in the strict order on a random board, numbers in a spiral", 3, 5,
     RANDOM_SPIRAL, true, 0, 500, GOLDEN(WON) | GOLDEN(STEAL_NOBODY), BASE_GAME},
    {"cards", "a random board, numbers by chance; many development cards", 3, 6, RANDOM_NUMBERS,
     false, 0, 600, GOLDEN(WON) | GOLDEN(KNIGHT_NOBODY) | GOLDEN(ONE_ROAD), BASE_GAME},
    {"two", "two players, neutral colors, trade cards, a rejected roll", 2, 6, BEGINNER, false, 0,
     600, GOLDEN(WON) | GOLDEN(REROLLED) | GOLDEN(TOKENS), BASE_GAME},
    {"two-strict", "two players in the strict order", 2, 5, RANDOM_SPIRAL, true, 0, 500,
     GOLDEN(WON), BASE_GAME},
    {"tie", "a tie in the rolls for the first turn, then the set-up phase", 4, 10, BEGINNER, false,
     0, 20, GOLDEN(TIE), BASE_GAME},
    {"lot", "ties without end in the rolls for the first turn: a lot decides", 2, 10, BEGINNER,
     false, 0, 10, GOLDEN(LOT), BASE_GAME},
    {"offers", "offers to all, to some, to the player on turn, automatic ones, counters", 4, 5,
     BEGINNER, false, OFFERING, 500,
     GOLDEN(WON) | GOLDEN(AUTO_OFFER) | GOLDEN(NAMED_SEATS) | GOLDEN(OFF_TURN_OFFER) |
         GOLDEN(TAKEN_AT_ONCE),
     BASE_GAME},
    {"discards", "sevens with full hands; a discard is given anew, the bank takes several", 3, 10,
     RANDOM_NUMBERS, true, OFFERING, 400, GOLDEN(DISCARD_ANEW) | GOLDEN(MANY_TO_BANK), BASE_GAME},
    {"table", "a table game on a small island: who begins and what chance gives is told", 3, 4,
     ISLAND, false, TOLD, 400, GOLDEN(WON) | GOLDEN(GIVEN) | GOLDEN(GIVEN_START), BASE_GAME},
    {"absent", "bots, standing orders and the clock move for players", 4, 4, BEGINNER, false,
     ABSENT, 500, GOLDEN(WON) | GOLDEN(BY_BOT) | GOLDEN(BY_TIMEOUT) | GOLDEN(BY_ORDER), BASE_GAME},
    {"left", "a player resigns, a bot takes his seat over, he takes it back", 3, 4, RANDOM_SPIRAL,
     false, LEAVING, 400, GOLDEN(WON) | GOLDEN(TO_BOT) | GOLDEN(TO_HUMAN), BASE_GAME},
    {"handed", "a seat is handed to a bot, and then to somebody else, without a resignation", 3, 4,
     RANDOM_SPIRAL, false, HANDING, 400, GOLDEN(WON) | GOLDEN(TO_BOT) | GOLDEN(TO_HUMAN),
     BASE_GAME},
    {"abandoned", "everybody resigns in the middle of the game", 3, 10, BEGINNER, false, ABANDONING,
     90, GOLDEN(ABANDONED), BASE_GAME},
    {"abandoned-early", "everybody resigns in the set-up phase", 2, 10, BEGINNER, false, ABANDONING,
     6, GOLDEN(ABANDONED), BASE_GAME},
    {"knights", "Cities & Knights of 2020 on its beginner's board, a whole game", 4, 13,
     KNIGHTS_BEGINNER, false, BUILDING, 1900,
     GOLDEN(WON) | GOLDEN(DEALT) | GOLDEN(DRAWN_AGAIN) | GOLDEN(PRESET) | GOLDEN(DEFENDER) |
         GOLDEN(POINT_LAID) | GOLDEN(METROPOLIS_PLACE),
     CK2020, 0, false, 0,
     EVENT(DISPLACE_KNIGHT) | EVENT(RELOCATE_KNIGHT) | EVENT(CHOOSE_PILLAGED_CITY) |
         EVENT(CHOOSE_PROGRESS_DECK)},
    {"knights-1998", "the edition of 1998: cities turned upside down and repaired", 3, 11,
     RANDOM_SPIRAL, false, BUILDING, 1900, GOLDEN(WON) | GOLDEN(SABOTAGED), CK1998, 0, false, 0,
     EVENT(REPAIR_CITY)},
    {"knights-2007", "the edition of 2007 with the knight errant and an easy start", 4, 11,
     RANDOM_NUMBERS, false, BUILDING | OFFERING, 1900,
     GOLDEN(WON) | GOLDEN(ERRANT) | GOLDEN(BISHOP_SOME) | GOLDEN(ANSWER_ANEW) |
         GOLDEN(DIPLOMAT_BACK) | GOLDEN(DIPLOMAT_AWAY),
     CK2007, ALL_VARIANTS & ~(1U << VARIANT_NASTY), false, 0,
     EVENT(GIVE_CARDS) | EVENT(REMOVE_KNIGHT) | EVENT(PLACE_KNIGHT)},
    {"knights-2022", "the edition of 2022: every card, and a fifth one played at once", 4, 11,
     BEGINNER, false, BUILDING, 1900,
     GOLDEN(WON) | GOLDEN(FIFTH_PLAYED) | GOLDEN(FOR_SABOTEUR) | GOLDEN(SPY_NOTHING), CK2022, 0,
     false, PLAYED_CARDS, EVENT(TAKE_RESOURCE)},
    {"knights-nasty", "the nasty variant, an option of its own; bots and the clock move", 3, 10,
     RANDOM_SPIRAL, false, BUILDING | ABSENT, 1900,
     GOLDEN(WON) | GOLDEN(COMMIT_NONE) | GOLDEN(BY_TIMEOUT), CK2020, 1U << VARIANT_NASTY, true, 0,
     EVENT(COMMIT_KNIGHTS)},
    {"knights-told", "a table game: dice, the event die and all cards are told", 3, 8,
     KNIGHTS_BEGINNER, false, BUILDING | TOLD, 1900,
     GOLDEN(WON) | GOLDEN(TELL_EVENT) | GOLDEN(BISHOP_ALL), CK2022, ALL_VARIANTS, false, 0, 0},
    {"knights-tipped", "a city on its side, for want of a settlement", 3, 30, RANDOM_NUMBERS, false,
     BUILDING | SPREADING, 800, GOLDEN(TIPPED), CK2020, 0, false, 0, 0},
    {"undo", "moves are taken back as far as they may be, offers among them", 3, 5, BEGINNER, false,
     UNDOING | OFFERING, 500, GOLDEN(WON), EDITION_NONE, 0, false, 0, EVENT(UNDO)},
    {"undo-open", "dice, draws and others' answers are taken back where nothing is a secret", 4, 9,
     KNIGHTS_BEGINNER, false, UNDOING | OPEN | BUILDING, 1900, GOLDEN(WON), CK2020, 0, false, 0,
     EVENT(UNDO)},
    {"play-undo", NULL, 3, 4, BEGINNER, false, UNDOING | PROVED | JSON, 200, GOLDEN(WON),
     EDITION_NONE, 0, false, 0, EVENT(UNDO)},
    {"sea", "two islands: ships, the pirate, gold and points for the island abroad", 3, 7,
     ISLANDS_AT_SEA, false, BUILDING, 1900, GOLDEN(WON), EDITION_NONE, 0, false, 0,
     EVENT(BUILD_SHIP) | EVENT(MOVE_SHIP) | EVENT(MOVE_PIRATE) | EVENT(CHOOSE_GOLD)},
    {"wonders", "the Wonders on their own map: wonders begun where places are asked for", 3, 10,
     WONDERS_BEGINNER, false, BUILDING, 1900, 0, EDITION_NONE, 0, false, 0, EVENT(BUILD_WONDER)},
    {"tribe", "the Forgotten Tribe on its own map: gifts, and a harbor that was one", 3, 9,
     TRIBE_BEGINNER, false, BUILDING, 1900, GOLDEN(WON), EDITION_NONE, 0, false, 0,
     EVENT(PLACE_HARBOR)},
    {"new-world", "the New World: everything dealt, harbors placed before the settlements", 4, 8,
     NEW_WORLD_DEALT, false, BUILDING | ABSENT, 1900, GOLDEN(WON), EDITION_NONE, 0, false, 0,
     EVENT(PLACE_HARBOR)},
    {"cloth", "the scenario of cloth on its own map: cloth taken with the pirate", 3, 9,
     CLOTH_BEGINNER, false, BUILDING, 1900, GOLDEN(WON) | GOLDEN(CLOTH_TAKEN), EDITION_NONE, 0,
     false, 0, EVENT(MOVE_PIRATE)},
    {"cloth-spent", "the scenario of cloth to a target that nobody reaches: the villages end it", 4,
     25, CLOTH_BEGINNER, false, BUILDING, 1900, GOLDEN(WON) | GOLDEN(VILLAGES_SPENT), EDITION_NONE,
     0, false, 0, 0},
    {"pirate-islands", "the Pirate Islands: lanes, the fleet, warships and freed fortresses", 4, 5,
     PIRATE_BEGINNER, false, BUILDING, 1900, GOLDEN(WON), EDITION_NONE, 0, false, 0,
     EVENT(ATTACK_FORTRESS) | EVENT(DRAW_VICTIM) | EVENT(TAKE_RESOURCE) | EVENT(MOVE_SHIP)},
    {"six", "six players on their own map, by pairs", 6, 6, SIX_BEGINNER, false, 0, 900,
     GOLDEN(WON), BASE_GAME},
    {"five-special", "five players, who build after each other's turns", 5, 6, RANDOM_SPIRAL, true,
     0, 900, GOLDEN(WON), EDITION_NONE, 0, true, 0, 0},
    {"six-knights", "Cities & Knights of 2022 for six, by pairs", 6, 9, RANDOM_NUMBERS, false,
     BUILDING, 2500, GOLDEN(WON), CK2022, 0, false, 0, 0},
    {"play-proved", NULL, 3, 4, BEGINNER, false, PROVED | JSON, 160, GOLDEN(WON), BASE_GAME},
    {"play-tribe", NULL, 3, 5, TRIBE_BEGINNER, false, BUILDING | PROVED | JSON, 300, GOLDEN(WON),
     EDITION_NONE, 0, false, 0, EVENT(PLACE_HARBOR)},
    {"play-new-world", NULL, 3, 5, NEW_WORLD_DEALT, false, BUILDING | PROVED | JSON, 300,
     GOLDEN(WON), EDITION_NONE, 0, false, 0, EVENT(PLACE_HARBOR)},
    {"play-cloth", NULL, 3, 6, CLOTH_BEGINNER, false, BUILDING | PROVED | JSON, 300,
     GOLDEN(WON) | GOLDEN(CLOTH_TAKEN), EDITION_NONE, 0, false, 0, EVENT(MOVE_PIRATE)},
    {"play-pirate-islands", NULL, 3, 5, PIRATE_BEGINNER, false, BUILDING | PROVED | JSON, 400,
     GOLDEN(WON), EDITION_NONE, 0, false, 0,
     EVENT(ATTACK_FORTRESS) | EVENT(DRAW_VICTIM) | EVENT(TAKE_RESOURCE)},
    {"table-told", NULL, 2, 10, ISLAND, true, TOLD | JSON, 50, GOLDEN(GIVEN), BASE_GAME},
    {"table-position", NULL, 4, 10, RANDOM_NUMBERS, false, TOLD | JSON | POSITION, 40,
     GOLDEN(GIVEN_START), BASE_GAME},
    {"play-knights", NULL, 3, 8, KNIGHTS_BEGINNER, false, BUILDING | PROVED | JSON, 400,
     GOLDEN(WON) | GOLDEN(DEALT), CK2020, 0, false, 0, EVENT(TAKE_PROGRESS_CARD)},
    {"table-knights", NULL, 4, 13, RANDOM_NUMBERS, false, BUILDING | TOLD | JSON | POSITION, 60,
     GOLDEN(GIVEN_START) | GOLDEN(TELL_EVENT), CK1998, ALL_VARIANTS, true, 0,
     EVENT(PLAY_PROGRESS_CARD)},
};

enum {
    SEEDS = 50000,
    ISLAND_SIZE = 7,
    POSITION_AFTER = 120,
    SERVER_SEED = 0x5e,
    CLIENT_SEED = 0xc1,
    CHOICES = 4,
};

static const int64_t began_at = INT64_C(1767225600000);

/* The game being made. */
static struct random_game rg;
static struct golden golden;
static struct golden_shown shown;
static struct game start;
static struct trail trail;
static struct fairness fairness;

/* A desert in the middle of six hexes, one harbor of each kind of side. */
static void island(struct board_spec *spec) {
    static const uint8_t numbers[ISLAND_SIZE] = {0, 6, 5, 8, 9, 10, 4};
    static const uint8_t terrains[ISLAND_SIZE] = {DESERT,  FOREST,    HILLS,  FIELDS,
                                                  PASTURE, MOUNTAINS, PASTURE};
    struct axial none = {0, 0};
    *spec = (struct board_spec){.n_hexes = ISLAND_SIZE, .n_harbors = 2};
    for (unsigned i = 0; i < ISLAND_SIZE; i++)
        spec->hexes[i] = (struct hex_spec){i ? axial_step(none, (enum side)(i - 1)) : none,
                                           terrains[i], numbers[i]};
    spec->harbors[0] = (struct harbor_spec){axial_step(none, SIDE_E), SIDE_E, HARBOR_ANY};
    spec->harbors[1] = (struct harbor_spec){axial_step(none, SIDE_W), SIDE_W, ORE};
    spec->robber_given = true;
    spec->robber = axial_step(none, SIDE_NE);
}

/* A small land in the west, where players begin, and an island in the east worth two points. */
static void islands_at_sea(struct board_spec *spec) {
    enum { LAND = 1, ABROAD = 2, HEXES = 13 };
    static const struct {
        struct hex_spec hex;
        uint8_t region;
    } hexes[HEXES] = {
        {{{0, -1}, FOREST, 5}, LAND},   {{{1, -1}, SEA, 0}, 0},
        {{{2, -1}, SEA, 0}, 0},         {{{3, -1}, GOLD, 4}, ABROAD},
        {{{-1, 0}, HILLS, 6}, LAND},    {{{0, 0}, FIELDS, 9}, LAND},
        {{{1, 0}, SEA, 0}, 0},          {{{2, 0}, SEA, 0}, 0},
        {{{3, 0}, PASTURE, 8}, ABROAD}, {{{-1, 1}, PASTURE, 10}, LAND},
        {{{0, 1}, MOUNTAINS, 3}, LAND}, {{{1, 1}, SEA, 0}, 0},
        {{{2, 1}, DESERT, 0}, ABROAD},
    };
    *spec = (struct board_spec){.n_hexes = HEXES, .n_harbors = 1, .sea = true, .n_regions = 2};
    spec->regions[LAND - 1].flags = REGION_START;
    spec->regions[ABROAD - 1].bonus = 2;
    for (unsigned i = 0; i < HEXES; i++) {
        spec->hexes[i] = hexes[i].hex;
        spec->region_of[i] = hexes[i].region;
    }
    spec->harbors[0] = (struct harbor_spec){{0, 0}, SIDE_NE, HARBOR_ANY};
    spec->pirate_given = true;
    spec->pirate = (struct axial){2, 0};
}

static void make_fairness(const struct recipe *recipe) {
    fairness = (struct fairness){
        .has_commitment = true, .has_seed = true, .play = recipe->manner & UNDOING};
    fairness.seeds.players = recipe->players;
    memset(fairness.seeds.server, SERVER_SEED, FAIR_SEED_BYTES);
    fair_commitment(fairness.commitment, fairness.seeds.server);
    fairness.has_client_commitment[1] = fairness.seeds.has_client[1] = true;
    memset(fairness.seeds.client[1], CLIENT_SEED, FAIR_SEED_BYTES);
    fair_commitment(fairness.client_commitment[1], fairness.seeds.client[1]);
}

static struct rules rules_of(const struct recipe *recipe) {
    struct rules rules = recipe->edition == EDITION_NONE
                             ? rules_base(recipe->players)
                             : rules_knights(recipe->edition, recipe->players);
    rules.combined_phases = !recipe->strict;
    rules.points_target = recipe->target;
    rules.variants = recipe->variants;
    if (recipe->own_options && recipe->edition == EDITION_NONE)
        rules.options[OPTION_TURNS56] = TURNS_SPECIAL_BUILD;
    else if (recipe->own_options)
        rules.options[OPTION_DISPLACE_ORIGIN_FREE] = OPTION_ON;
    for (unsigned i = 0; i < OPTION_COUNT && recipe->manner & CONTESTING; i++)
        for (unsigned award = 0; award < AWARD_COUNT; award++)
            if (strcmp(option_rows[i].name, award_names[award]) == 0)
                rules.options[i] = OPTION_ON;
    if (recipe->board == ISLANDS_AT_SEA)
        rules.scenario = SCENARIO_CUSTOM;
    else if (recipe->board == WONDERS_BEGINNER)
        rules.scenario = SCENARIO_WONDERS;
    else if (recipe->board == TRIBE_BEGINNER)
        rules.scenario = SCENARIO_FORGOTTEN_TRIBE;
    else if (recipe->board == NEW_WORLD_DEALT)
        rules.scenario = SCENARIO_NEW_WORLD;
    else if (recipe->board == CLOTH_BEGINNER)
        rules.scenario = SCENARIO_CLOTH;
    else if (recipe->board == PIRATE_BEGINNER)
        rules.scenario = SCENARIO_PIRATE_ISLANDS;
    (void)rules_complete(&rules);
    return rules;
}

static void append(const struct event *event) {
    ck_assert_int_eq(trail_accepts(&trail, &rg.setup, &rg.game, event), REASON_OK);
    golden_look(&shown, &rg.setup, &rg.game, event);
    golden.events[golden.n++] = *event;
    trail_apply(&trail, &rg.setup, &rg.game, event);
}

static void begin(const struct recipe *recipe, uint64_t seed) {
    struct event event = {.type = EVENT_START, .player = NONE, .by = BY_ENGINE};
    struct fair fair;
    size_t at;
    memset(&rg, 0, sizeof rg);
    golden.n = 0;
    shown = (struct golden_shown){0};
    rg.random = random_seeded(seed);
    struct random_chance chance = random_chance(&rg.random);
    rg.rules = rules_of(recipe);
    if (recipe->board == BEGINNER)
        layout_printed(&rg.spec, MAP_BASE);
    else if (recipe->board == KNIGHTS_BEGINNER)
        layout_printed(&rg.spec, MAP_KNIGHTS);
    else if (recipe->board == SIX_BEGINNER)
        layout_printed(&rg.spec, MAP_LARGE);
    else if (recipe->board == ISLANDS_AT_SEA)
        islands_at_sea(&rg.spec);
    else if (recipe->board == WONDERS_BEGINNER || recipe->board == TRIBE_BEGINNER ||
             recipe->board == NEW_WORLD_DEALT || recipe->board == CLOTH_BEGINNER ||
             recipe->board == PIRATE_BEGINNER)
        scenario_layout(&rg.spec, rg.rules.scenario, recipe->players, LAYOUT_BEGINNER,
                        &chance.chance);
    else if (recipe->board == ISLAND)
        island(&rg.spec);
    else
        layout_random(&rg.spec, rules_island(&rg.rules),
                      recipe->board == RANDOM_SPIRAL ? NUMBERS_SPIRAL : NUMBERS_RANDOM,
                      &chance.chance);
    ck_assert_int_eq(setup_build(&rg.setup, &rg.rules, &rg.spec, &at), BOARD_OK);
    game_init(&rg.setup, &rg.game);
    start = rg.game;
    trail_begin(&trail, &start, recipe->manner & OPEN);
    if (recipe->manner & PROVED) {
        fair_start(&fair, &fairness.seeds);
        game_draw_start(&rg.setup, &fair.chance, &event);
    } else if (!(recipe->manner & TOLD)) {
        game_draw_start(&rg.setup, &chance.chance, &event);
    }
    append(&event);
}

/* ---- manners of playing ---- */

/* Replaces ACTION of EVENT, if the new one is legal too. */
static void rather(struct event *event, const struct action *action) {
    if (game_legal(&rg.setup, &rg.game, event->player, action) == REASON_OK)
        event->action = *action;
}

static void vary(const struct recipe *recipe, struct event *event) {
    struct action action = event->action;
    if (action.type == PLAY_PROGRESS_CARD && action.card == PROGRESS_BISHOP)
        action.seats =
            (uint8_t)(random_below(&rg.random, 2) ? NONE : 1U << (event->player + 1U) % 3);
    if (action.type == PLAY_DEV_CARD && action.card == ROAD_BUILDING) {
        action.edges[1] = NONE;
        action.seats &= 1; /* the first can be a ship */
    }
    if (recipe->manner & OFFERING && action.type == OFFER_TRADE) {
        action.auto_confirm = random_below(&rg.random, 3) == 0;
        if (random_below(&rg.random, 2))
            action.seats = (uint8_t)(1u << (event->player + 1U) % recipe->players);
    }
    if (action.type == MARITIME_TRADE) {
        action.give = cards_add(action.give, action.give);
        action.take = cards_add(action.take, action.take);
    }
    rather(event, &action);
}

static void by_somebody(struct event *event) {
    switch (random_below(&rg.random, 4)) {
    case 0: event->by = BY_BOT; break;
    case 1: event->by = BY_ORDER; break;
    case 2:
        if (game_decision(&rg.game, event->player) == NULL)
            return;
        event->by = BY_TIMEOUT;
        event->action = game_default(&rg.setup, &rg.game, event->player);
        event->type = event->action.type;
        break;
    default: break;
    }
}

static void draw(const struct recipe *recipe, struct event *event) {
    struct random_chance chance = random_chance(&rg.random);
    struct fair fair;
    struct chance *source = &chance.chance;
    unsigned parts = game_parts(&rg.setup, &rg.game, &event->action);
    if (recipe->manner & PROVED) {
        fair_action(&fair, &fairness.seeds, event->type == PLACE_HARBOR);
        fair.chance.next = rg.game.draws;
        source = &fair.chance;
    }
    event->outcome = (struct outcome){0};
    game_draw(&rg.setup, &rg.game, event->player, &event->action, parts, source, &event->outcome);
    event->drawn = recipe->manner & TOLD ? 0 : (uint8_t)parts;
}

/* How much a move advances the game. */
static unsigned worth(const struct recipe *recipe, const struct event *event) {
    if (recipe->manner & SPREADING && event->type == BUILD_CITY && rg.game.phase == PHASE_PLAY)
        return rg.game.players[event->player].supply[PIECE_SETTLEMENT] == 0 ? 5 : 0;
    if (recipe->manner & SPREADING && event->type == BUILD_ROAD)
        return 3;
    if (rg.rules.fleet && (event->type == BUILD_SHIP || event->type == BUY_DEV_CARD ||
                           event->type == PLAY_DEV_CARD || event->type == ATTACK_FORTRESS))
        return 5;
    switch (event->type) {
    case BUILD_CITY:
    case BUILD_SETTLEMENT:
    case IMPROVE_CITY: return 4;
    case PLAY_PROGRESS_CARD:
    case ACTIVATE_KNIGHT: return 3;
    case MARITIME_TRADE:
    case OFFER_TRADE:
    case COUNTER_TRADE:
    case CANCEL_TRADE:
    case MOVE_KNIGHT: return 0;
    case END_TURN: return 1;
    default: return 2;
    }
}

/* A random move, the best of several if the recipe wants that; false when the game is over. */
static bool choose(const struct recipe *recipe, struct event *event) {
    unsigned choices = recipe->manner & BUILDING ? CHOICES : 1;
    struct event other;
    bool found = false;
    while (choices > 0) {
        if (!random_game_next(&rg, &other))
            return false;
        if (other.type == RESIGN)
            continue;
        if (!found || worth(recipe, &other) > worth(recipe, event))
            *event = other;
        found = true;
        choices--;
    }
    return true;
}

/* Sometimes the player on turn undoes some of their moves. */
static void take_back(void) {
    struct event event = {.type = UNDO, .player = rg.game.active, .by = BY_PLAYER};
    uint32_t to_seq[TRAIL_MAX];
    unsigned n = trail_list(&trail, &rg.setup, &rg.game, rg.game.active, to_seq);
    if (n == 0 || random_below(&rg.random, 5) != 0)
        return;
    event.action = (struct action){.type = UNDO, .ref = to_seq[random_below(&rg.random, n) / 2]};
    append(&event);
}

/* Appends one random move; false when the game is over. */
static bool step(const struct recipe *recipe) {
    struct event event;
    if (recipe->manner & UNDOING)
        take_back();
    if (!choose(recipe, &event))
        return false;
    vary(recipe, &event);
    if (recipe->manner & ABSENT)
        by_somebody(&event);
    draw(recipe, &event);
    append(&event);
    return true;
}

static void resign(unsigned seat) {
    struct event event = {.type = RESIGN, .player = (uint8_t)seat};
    event.action.type = RESIGN;
    append(&event);
}

static void change_seat(unsigned seat, bool to_bot) {
    struct event event = {.type = EVENT_SEAT_CHANGED, .player = NONE, .by = BY_ENGINE};
    event.seat_changed.seat = (uint8_t)seat;
    event.seat_changed.to_bot = to_bot;
    append(&event);
}

static void end(const struct recipe *recipe) {
    struct event event;
    for (unsigned seat = 0; recipe->manner & ABANDONING && seat < recipe->players; seat++)
        resign(seat);
    if (rg.game.phase != PHASE_FINISHED && !(recipe->manner & ABANDONING))
        return;
    game_reveal(&rg.setup, &rg.game, &event);
    append(&event);
    game_finish(&rg.setup, &rg.game, &event);
    append(&event);
}

/* The middle of the game becomes its beginning. */
static void begin_anew(const struct recipe *recipe) {
    struct event event = {.type = EVENT_START, .player = NONE, .by = BY_ENGINE};
    rg.game.seq = rg.game.draws = 0;
    start = rg.game;
    event.start.first = start.first;
    trail_begin(&trail, &start, recipe->manner & OPEN);
    golden.n = 0;
    append(&event);
}

static bool shows_all(const struct recipe *recipe) {
    for (unsigned type = 0; type < EVENT_TYPE_COUNT; type++)
        if (recipe->types >> type & 1 && shown.forms[type] == 0)
            return false;
    for (unsigned award = AWARD_LARGEST_ARMY + 1; award < AWARD_COUNT; award++)
        if (recipe->manner & CONTESTING && bit_count(shown.held[award]) < 2)
            return false;
    return (recipe->shows & ~shown.features) == 0 &&
           (recipe->cards & ~shown.forms[PLAY_PROGRESS_CARD]) == 0;
}

/* Plays RECIPE with SEED; returns whether it shows what it should. */
static bool play(const struct recipe *recipe, uint64_t seed) {
    uint64_t early = recipe->shows & (GOLDEN(TIE) | GOLDEN(LOT));
    begin(recipe, seed);
    if (early & ~shown.features)
        return false;
    if (recipe->manner & POSITION) {
        while (golden.n < POSITION_AFTER)
            if (!step(recipe))
                return false;
        begin_anew(recipe);
    }
    while (golden.n < recipe->most && step(recipe)) {
        if (recipe->manner & (LEAVING | HANDING) && (golden.n == 40 || golden.n == 80)) {
            if (recipe->manner & LEAVING && golden.n == 40)
                resign(1);
            change_seat(1, golden.n < 80);
        }
    }
    end(recipe);
    return shows_all(recipe);
}

/* ---- writing ---- */

static void put_hex(FILE *file, const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        fprintf(file, "%02x", bytes[i]);
    fprintf(file, "\n");
}

static void write_log(FILE *file, const struct recipe *recipe, uint64_t seed) {
    uint8_t body[SETUP_BODY_MAX];
    char facts[GOLDEN_FACTS_MAX];
    fprintf(file, "# %s (seed %llu)\nsetup ", recipe->about, (unsigned long long)seed);
    size_t size = setup_encode(&rg.rules, &rg.spec, body);
    put_hex(file, body, size);
    for (size_t i = 0; i < golden.n; i++) {
        const struct event *event = &golden.events[i];
        fprintf(file, "%s ", event_type_name(event->type));
        if (event->player == NONE)
            fprintf(file, "- ");
        else
            fprintf(file, "%u ", event->player);
        put_hex(file, body, event_encode(event, body));
    }
    fprintf(file, "%s", golden_facts(facts, &rg.setup, &rg.game));
}

static int next_event(void *context, struct event *event, int64_t *at) {
    size_t *next = context;
    if (*next == golden.n)
        return 0;
    *at = began_at + (int64_t)*next * 1000;
    *event = golden.events[(*next)++];
    return 1;
}

static void write_record(FILE *file, const struct recipe *recipe) {
    static const struct seat_label labels[SEAT_MAX] = {
        {.name = "Ada"}, {.name = "Bo"}, {.name = "Cy"}, {.name = "Dé"}};
    struct seat_label used[SEAT_MAX] = {{NULL, NULL}};
    struct record_head head = {.setup = &rg.setup,
                               .spec = &rg.spec,
                               .position = recipe->manner & POSITION ? &start : NULL,
                               .labels = used,
                               .fairness = recipe->manner & PROVED ? &fairness : NULL};
    struct buffer buffer;
    size_t next = 0;
    memcpy(used, labels, recipe->players * sizeof *used);
    buffer_init(&buffer, 1 << 20);
    struct writer w = writer_to(&buffer);
    ck_assert(record_write(&w, &head, next_event, &next) && !buffer.failed);
    buffer_byte(&buffer, '\n');
    ck_assert_uint_eq(fwrite(buffer.data, 1, buffer.size, file), buffer.size);
    buffer_free(&buffer);
}

static void make(const struct recipe *recipe, const char *path) {
    uint64_t seed = 1;
    make_fairness(recipe);
    while (seed <= SEEDS && !play(recipe, seed))
        seed++;
    ck_assert_msg(seed <= SEEDS, "no seed makes the game %s", recipe->name);
    FILE *file = fopen(path, "wx");
    ck_assert_msg(file != NULL, "%s cannot be written", path);
    if (recipe->manner & JSON)
        write_record(file, recipe);
    else
        write_log(file, recipe, seed);
    ck_assert_int_eq(fclose(file), 0);
    printf("%s: %zu events, seed %llu\n", path, golden.n, (unsigned long long)seed);
}

void golden_write(const char *folder) {
    char to[512];
    snprintf(to, sizeof to, "%s", folder);
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s.%s", to, recipes[i].name,
                 recipes[i].manner & JSON ? "json" : "log");
        if (access(path, F_OK) != 0)
            make(&recipes[i], path);
    }
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Properties of every game, tested on random ones. TEST_SEED repeats a failing run. */
#include <string.h>

#include "tests/engine/every_action.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"
#include "tests/support/twins.h"

enum {
    BATCHES = 8,        /* processes for each property */
    SEA_BATCH = 2,      /* of them plays at sea */
    LARGE_FROM = 6,     /* the last ones play with five and six players */
    GAMES_CHECKED = 50, /* games per batch in which every state is checked */
    GAMES_REPLAYED = 300,
    GAMES_LISTED = 20,
    GAMES_JUDGED = 40, /* in which every action that can be named is compared with the list */
    EVENTS_MAX = 20000,
    UNFINISHED_AT_SEA = 3, /* one in this many games may not finish */
};

/* Printed once per process: each batch has its own. */
static uint64_t batch_seed(int batch, unsigned game) {
    static uint64_t seed;
    if (!seed)
        seed = test_seed(20261);
    return seed * 1000003u + (uint64_t)batch * 10007u + game;
}

/* Every other batch plays Cities & Knights, one at sea, the last ones with five and six players. */
static void begin(struct random_game *rg, int batch, unsigned game, struct event *start) {
    if (batch == SEA_BATCH && game % 2)
        random_game_begin_scenario(rg, batch_seed(batch, game), start);
    else if (batch == SEA_BATCH)
        random_game_begin_sea(rg, batch_seed(batch, game), start);
    else if (batch >= LARGE_FROM)
        random_game_begin_large(rg, batch_seed(batch, game), batch % 2, start);
    else if (batch % 2)
        random_game_begin_knights(rg, batch_seed(batch, game), 0, start);
    else
        random_game_begin(rg, batch_seed(batch, game), 0, start);
}

/* ---- everything adds up ---- */

static void sound(const struct random_game *rg, const struct game *before,
                  const struct event *event, void *arg) {
    const char *wrong = game_ok(&rg->setup, &rg->game);
    (void)before, (void)arg;
    REQUIRE(!wrong, "after %s (event %u): %s", event_type_name(event->type), rg->game.seq, wrong);
}

/* A board can be full before a player has won, and with wonders the points alone do not win. */
START_TEST(states_add_up) {
    const unsigned games = test_share(GAMES_CHECKED);
    size_t events = 0, finished = 0;
    for (unsigned i = 0; i < games; i++) {
        struct random_game rg;
        struct event start;
        begin(&rg, _i, i, &start);
        events += random_game_play(&rg, EVENTS_MAX, sound, NULL);
        finished += rg.game.phase == PHASE_FINISHED;
    }
    ck_assert_uint_gt(events, games * 200);
    ck_assert_uint_ge(finished + (_i == SEA_BATCH ? games / UNFINISHED_AT_SEA : 1), games);
}
END_TEST

/* ---- what happens to the cards is what the event says ---- */

static void conserved(const struct random_game *rg, const struct game *before,
                      const struct event *event, void *arg) {
    struct effect effects[SEAT_MAX];
    size_t n = event_effects(&rg->setup, before, &rg->game, event, VIEWER_ALL, effects);
    int balance[KIND_COUNT] = {0};
    (void)arg;
    for (size_t i = 0; i < n; i++)
        for (unsigned kind = 0; kind < KIND_COUNT; kind++)
            balance[kind] += effects[i].gain.n[kind] - effects[i].lose.n[kind];
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        REQUIRE(balance[kind] == before->bank.n[kind] - rg->game.bank.n[kind],
                "%s: what the players got is not what the bank lost", event_type_name(event->type));
}

START_TEST(effects_balance_the_bank) {
    for (unsigned i = 0; i < test_share(GAMES_CHECKED); i++) {
        struct random_game rg;
        struct event start;
        begin(&rg, _i, i, &start);
        random_game_play(&rg, EVENTS_MAX, conserved, NULL);
    }
}
END_TEST

/* ---- production is what the hexes bring ---- */

struct production_seen {
    unsigned rolls, beside; /* of them, with other cards that moved in the same event */
};

/* What a color's buildings at hexes of SUM produce, counted hex by hex. */
static struct cards brought(const struct random_game *rg, unsigned seat, unsigned sum) {
    const struct game *game = &rg->game;
    struct cards cards = {{0}};
    for (unsigned h = 0; h < rg->setup.board.n_hexes; h++) {
        unsigned terrain = game_terrain(&rg->setup, game, h), kind = terrain_yields(terrain);
        unsigned commodity = rg->setup.rules.knights ? terrain_commodity(terrain) : NONE;
        if (game->numbers[h] != sum || game->robber == h || kind == NONE)
            continue;
        for (unsigned c = 0; c < CORNER_COUNT; c++) {
            unsigned vertex = rg->setup.board.hexes[h].vertices[c];
            if (game->building[vertex] == BUILDING_NONE || game->owner[vertex] != seat)
                continue;
            cards.n[kind]++;
            if (game->building[vertex] == BUILDING_CITY)
                cards.n[commodity == NONE ? kind : commodity]++;
        }
    }
    return cards;
}

/* If the bank has cards of a kind left, nobody got too few of it. */
static void produced_by_hexes(const struct random_game *rg, const struct game *before,
                              const struct event *event, void *arg) {
    struct production_seen *seen = arg;
    struct cards produced[SEAT_MAX];
    unsigned sum = (unsigned)rg->game.last_dice[0] + rg->game.last_dice[1];
    if (!event_produced(&rg->setup, before, &rg->game, event, produced) || sum == SEVEN)
        return;
    seen->rolls++;
    seen->beside += event->type != ROLL;
    for (unsigned seat = 0; seat < rg->setup.rules.players; seat++) {
        struct cards due = brought(rg, seat, sum);
        for (unsigned kind = 0; kind < rg->setup.rules.kinds; kind++)
            REQUIRE(rg->game.bank.n[kind] == 0 || rg->game.phase == PHASE_FINISHED ||
                        produced[seat].n[kind] == due.n[kind] || !produced[seat].n[kind],
                    "%s: color %u got %u of kind %u by a %u, not %u", event_type_name(event->type),
                    seat, produced[seat].n[kind], kind, sum, due.n[kind]);
    }
}

START_TEST(production_is_what_the_hexes_bring) {
    struct production_seen seen = {0};
    for (unsigned i = 0; i < test_share(GAMES_CHECKED); i++) {
        struct random_game rg;
        struct event start;
        begin(&rg, _i, i, &start);
        random_game_play(&rg, EVENTS_MAX, produced_by_hexes, &seen);
    }
    ck_assert_uint_gt(seen.rolls, test_share(GAMES_CHECKED) * 20);
    if (_i < SEA_BATCH || (_i > SEA_BATCH && _i < LARGE_FROM))
        ck_assert(_i % 2 == 0 || seen.beside > 0);
}
END_TEST

/* ---- replay ---- */

static void replayed(const struct random_game *rg, const struct game *before,
                     const struct event *event, void *arg) {
    struct game *copy = arg;
    uint8_t body[EVENT_BODY_MAX], again[EVENT_BODY_MAX];
    struct event read;
    size_t len = event_encode(event, body);
    (void)before;
    REQUIRE(event_decode(event->type, event->player, body, len, &read) &&
                event_encode(&read, again) == len && memcmp(body, again, len) == 0,
            "%s is not read as it was written", event_type_name(event->type));
    REQUIRE(game_accepts(&rg->setup, copy, &read) == REASON_OK, "%s is not accepted",
            event_type_name(event->type));
    game_apply(&rg->setup, copy, &read);
    REQUIRE(game_hash(copy) == game_hash(&rg->game), "after %s (event %u)",
            event_type_name(event->type), rg->game.seq);
}

/* The longest list of knights that a player can have, and one more. */
START_TEST(lists_of_knights_have_an_end) {
    struct event event = {.type = COMMIT_KNIGHTS}, read;
    uint8_t body[EVENT_BODY_MAX];
    event.action = (struct action){.type = COMMIT_KNIGHTS};
    memset(event.action.vertices, NONE, sizeof event.action.vertices);
    for (unsigned i = 0; i < KNIGHT_PIECES_MAX; i++)
        event.action.vertices[i] = (uint8_t)i;
    size_t size = event_encode(&event, body), count = size - KNIGHT_PIECES_MAX - 1;
    ck_assert_uint_eq(body[count], KNIGHT_PIECES_MAX);
    ck_assert(event_decode(event.type, 0, body, size, &read));
    body[count]++;
    body[size] = KNIGHT_PIECES_MAX;
    ck_assert(!event_decode(event.type, 0, body, size + 1, &read));
}
END_TEST

/* The most rejected rolls that a roll lists are followed by a face of the event die, and no other byte. */
START_TEST(rejected_rolls_have_an_end) {
    struct event event = {.type = ROLL, .drawn = PART_DICE | PART_EVENT}, read;
    uint8_t body[EVENT_BODY_MAX];
    event.action.type = ROLL;
    event.outcome =
        (struct outcome){.yellow = 1, .red = 2, .n_rerolled = REROLL_MAX, .event = FACE_SHIP};
    memset(event.outcome.rerolled, 1, sizeof event.outcome.rerolled);
    size_t size = event_encode(&event, body), face = size - 1;
    ck_assert_uint_eq(body[face], FACE_SHIP);
    for (unsigned byte = 0; byte <= UINT8_MAX; byte++) {
        body[face] = (uint8_t)byte;
        bool good = event_decode(ROLL, 0, body, size, &read);
        ck_assert_msg(good == (byte >= FACE_SHIP && byte < FACE_COUNT), "%u behind the rolls",
                      byte);
    }
}
END_TEST

START_TEST(logs_replay_to_the_same_state) {
    for (unsigned i = 0; i < test_share(GAMES_REPLAYED); i++) {
        struct random_game rg;
        struct event start;
        struct game copy;
        begin(&rg, _i, i, &start);
        game_init(&rg.setup, &copy);
        ck_assert_int_eq(game_accepts(&rg.setup, &copy, &start), REASON_OK);
        game_apply(&rg.setup, &copy, &start);
        random_game_play(&rg, EVENTS_MAX, replayed, &copy);
    }
}
END_TEST

/* ---- list and legal ---- */

START_TEST(list_and_legal_agree) {
    static struct move_list list;
    for (unsigned i = 0; i < test_share(GAMES_JUDGED); i++) {
        struct random_game rg;
        struct event event;
        size_t n = 0;
        begin(&rg, _i, i, &event);
        while (n++ < EVENTS_MAX && random_game_next(&rg, &event)) {
            bool rare = rg.setup.rules.knights && rg.game.pending[0].kind > DECIDE_MOVE_ROBBER;
            for (unsigned seat = 0; seat < rg.setup.rules.colors && (rare || n % 8 == 0); seat++) {
                struct game view;
                game_view(&rg.setup, &rg.game, seat, &view);
                game_list(&rg.setup, &rg.game, seat, &list);
                every_action_check(&rg.setup, &rg.game, &view, seat, &list);
            }
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
}
END_TEST

/* ---- points and roads from scratch ---- */

/* The longest trail by trying every order, written independently of the engine. */
static unsigned slow_trail(const struct setup *setup, const struct game *game, unsigned seat,
                           unsigned vertex, const struct edge_set *last, bool used[EDGE_MAX]) {
    const struct player *player = &game->players[seat];
    bool own = game->building[vertex] && game->owner[vertex] == seat;
    unsigned best = 0;
    for (unsigned edge = 0; edge < setup->board.n_edges; edge++) {
        const uint8_t *ends = setup->board.edge[edge].vertices;
        const struct edge_set *kind =
            edge_set_has(&player->roads, edge) ? &player->roads : &player->ships;
        if (used[edge] || !edge_set_has(kind, edge) || (ends[0] != vertex && ends[1] != vertex) ||
            (last && last != kind && !own)) /* S-31 */
            continue;
        unsigned next = ends[0] == vertex ? ends[1] : ends[0];
        unsigned length = 1;
        used[edge] = true;
        bool taken = game->building[next] || game->knight[next];
        if (!taken || game->owner[next] == seat)
            length += slow_trail(setup, game, seat, next, kind, used);
        used[edge] = false;
        best = length > best ? length : best;
    }
    return best;
}

/* S-63: regions with a building of SEAT but without a starting settlement. */
static unsigned slow_island_points(const struct setup *setup, const struct game *game,
                                   unsigned seat) {
    const struct player *player = &game->players[seat];
    struct vertex_set buildings = vertex_set_union(player->settlements, player->cities);
    unsigned points = 0;
    for (unsigned r = 1; r <= setup->board.n_regions; r++) {
        unsigned bonus = setup->board.regions[r - 1].bonus;
        bool there = false;
        for (unsigned h = 0; h < setup->board.n_hexes; h++)
            for (unsigned i = 0; i < CORNER_COUNT && setup->board.hexes[h].region == r; i++)
                there |= vertex_set_has(&buildings, setup->board.hexes[h].vertices[i]);
        if (there && !(player->home >> r & 1))
            points += setup->rules.options[OPTION_ISLAND_CHIT] == CHIT_ONE ? bonus > 0 : bonus;
    }
    return points;
}

static unsigned slow_points(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    unsigned points = (setup->rules.fleet ? 0U : player->dev[VICTORY_POINT]) +
                      player->defender_points + slow_island_points(setup, game, seat);
    for (unsigned v = 0; v < setup->board.n_vertices; v++) {
        if (vertex_set_has(&player->settlements, v))
            points += 1;
        if (vertex_set_has(&player->cities, v))
            points += vertex_set_has(&game->tipped, v) ? 1 : 2;
        for (unsigned track = 0; track < TRACK_COUNT; track++)
            if (game->metropolis[track] == v && vertex_set_has(&player->cities, v))
                points += 2;
    }
    points += player->gift_points + player->cloth / 2;
    points += game->holders[AWARD_LONGEST_ROAD] == seat ? 2 : 0;
    points += game->holders[AWARD_LARGEST_ARMY] == seat ? 2 : 0;
    points += setup->rules.knights && game->merchant_holder == seat ? 1 : 0;
    points += player->vp_cards & VP_PRINTER ? 1 : 0;
    points += player->vp_cards & VP_CONSTITUTION ? 1 : 0;
    return points;
}

/* Whether EVENT can have changed a line. */
static bool moves_pieces(const struct event *event) {
    switch (event->type) {
    case BUILD_ROAD:
    case BUILD_SHIP:
    case MOVE_SHIP:
    case BUILD_SETTLEMENT:
    case BUILD_CITY:
    case BUILD_NEUTRAL:
    case PLAY_DEV_CARD:
    case PLAY_PROGRESS_CARD:
    case BUILD_KNIGHT:
    case MOVE_KNIGHT:
    case DISPLACE_KNIGHT:
    case RELOCATE_KNIGHT:
    case REMOVE_KNIGHT:
    case PLACE_KNIGHT: return true;
    default: return false;
    }
}

static void recomputed(const struct random_game *rg, const struct game *before,
                       const struct event *event, void *arg) {
    (void)before, (void)arg;
    for (unsigned seat = 0; seat < rg->setup.rules.colors; seat++) {
        REQUIRE(game_points(&rg->setup, &rg->game, seat) ==
                    slow_points(&rg->setup, &rg->game, seat),
                "points of seat %u", seat);
        if (!moves_pieces(event))
            continue;
        unsigned best = 0;
        bool used[EDGE_MAX] = {false};
        for (unsigned v = 0; v < rg->setup.board.n_vertices; v++) {
            unsigned length = slow_trail(&rg->setup, &rg->game, seat, v, NULL, used);
            best = length > best ? length : best;
        }
        REQUIRE(rg->game.players[seat].road_length == best, "longest road of seat %u: %u, not %u",
                seat, rg->game.players[seat].road_length, best);
    }
}

START_TEST(points_and_roads_from_scratch) {
    for (unsigned i = 0; i < test_share(GAMES_CHECKED) / 2; i++) {
        struct random_game rg;
        struct event start;
        begin(&rg, _i, i, &start);
        random_game_play(&rg, EVENTS_MAX, recomputed, NULL);
    }
}
END_TEST

/* ---- closed ships from scratch ---- */

/* A path over ships from one building; PASSED are its intersections, ON its ships. */
struct slow_line {
    const struct game *game;
    unsigned seat, from;
    bool passed[VERTEX_MAX], on[EDGE_MAX];
};

/* Marks in CLOSED the ships of every path from LINE's building that reaches another one (S-19). */
static void slow_close(const struct setup *setup, struct slow_line *line, unsigned vertex,
                       bool closed[EDGE_MAX]) {
    bool own = (line->game->building[vertex] || line->game->knight[vertex]) &&
               line->game->owner[vertex] == line->seat;
    if (own && vertex != line->from)
        for (unsigned e = 0; e < setup->board.n_edges; e++)
            closed[e] |= line->on[e];
    line->passed[vertex] = true;
    for (unsigned e = 0; e < setup->board.n_edges; e++) {
        const uint8_t *ends = setup->board.edge[e].vertices;
        if (!edge_set_has(&line->game->players[line->seat].ships, e) ||
            (ends[0] != vertex && ends[1] != vertex))
            continue;
        unsigned next = ends[0] == vertex ? ends[1] : ends[0];
        if (line->passed[next])
            continue;
        line->on[e] = true;
        slow_close(setup, line, next, closed);
        line->on[e] = false;
    }
    line->passed[vertex] = false;
}

static void closed_again(const struct random_game *rg, const struct game *before,
                         const struct event *event, void *arg) {
    size_t *closed_ships = arg;
    (void)before;
    for (unsigned seat = 0; seat < rg->setup.rules.players && moves_pieces(event); seat++) {
        bool closed[EDGE_MAX] = {false};
        for (unsigned v = 0; v < rg->setup.board.n_vertices; v++) {
            struct slow_line line = {.game = &rg->game, .seat = seat, .from = v};
            if ((rg->game.building[v] || rg->game.knight[v]) && rg->game.owner[v] == seat)
                slow_close(&rg->setup, &line, v, closed);
        }
        EDGE_EACH(&rg->game.players[seat].ships, e) {
            REQUIRE(game_ship_closed(&rg->setup, &rg->game, seat, e) == closed[e],
                    "ship %u of seat %u", e, seat);
            *closed_ships += closed[e];
        }
    }
}

START_TEST(closed_ships_from_scratch) {
    size_t closed_ships = 0;
    for (unsigned i = 0; i < test_share(GAMES_CHECKED); i++) {
        struct random_game rg;
        struct event start;
        random_game_begin_sea(&rg, batch_seed(_i, i), &start);
        random_game_play(&rg, EVENTS_MAX, closed_again, &closed_ships);
    }
    ck_assert_uint_gt(closed_ships, test_share(GAMES_CHECKED));
}
END_TEST

/* Set-ups of every kind are encoded and decoded; a body of another version is refused. */
START_TEST(setups_keep_their_bytes) {
    for (unsigned i = 0; i < test_share(GAMES_CHECKED); i++) {
        struct random_game rg;
        struct event start;
        uint8_t body[SETUP_BODY_MAX], again[SETUP_BODY_MAX];
        struct rules rules;
        struct board_spec spec;
        begin(&rg, _i, i, &start);
        size_t len = setup_encode(&rg.rules, &rg.spec, body);
        ck_assert(setup_decode(body, len, &rules, &spec));
        ck_assert_uint_eq(setup_encode(&rules, &spec, again), len);
        ck_assert_mem_eq(body, again, len);
        ck_assert_uint_eq(body[0], rg.spec.n_marks                       ? 3
                                   : _i == SEA_BATCH || _i >= LARGE_FROM ? 2
                                                                         : 1);
        body[0] = (uint8_t)(3 - body[0]);
        ck_assert(!setup_decode(body, len, &rules, &spec));
    }
}
END_TEST

/* ---- views keep what they must keep ---- */

static unsigned random_viewer(struct random_game *rg) {
    unsigned viewer = random_below(&rg->random, rg->setup.rules.players + 1);
    return viewer == rg->setup.rules.players ? (unsigned)VIEWER_NOBODY : viewer;
}

static void same_view(const struct setup *setup, const struct game *game, const struct game *other,
                      unsigned viewer, const char *when) {
    struct game view, other_view;
    game_view(setup, game, viewer, &view);
    game_view(setup, other, viewer, &other_view);
    for (size_t at = 0; at < sizeof view; at++)
        REQUIRE(((const uint8_t *)&view)[at] == ((const uint8_t *)&other_view)[at],
                "%s: seat %u sees byte %zu of the state differ", when, viewer, at);
}

static void same_list(const struct move_list *list, const struct move_list *other) {
    REQUIRE(list->n == other->n &&
                memcmp(list->items, other->items, list->n * sizeof list->items[0]) == 0,
            "what is listed depends on what is hidden");
}

START_TEST(views_hide_what_is_hidden) {
    static struct move_list list, other_list;
    for (unsigned i = 0; i < test_share(GAMES_CHECKED); i++) {
        struct random_game rg;
        struct event event;
        begin(&rg, _i, i, &event);
        while (rg.game.seq < EVENTS_MAX && random_game_next(&rg, &event)) {
            unsigned viewer = random_viewer(&rg);
            struct game other = rg.game, view;
            twin_shuffle(&rg.setup, &other, viewer, &rg.random);
            const char *wrong = game_ok(&rg.setup, &other);
            REQUIRE(!wrong || rg.game.n_offers, "the other state is none: %s", wrong);
            same_view(&rg.setup, &rg.game, &other, viewer, "now");
            game_view(&rg.setup, &rg.game, viewer, &view);
            game_list(&rg.setup, &rg.game, viewer, &list);
            game_list(&rg.setup, &other, viewer, &other_list);
            same_list(&list, &other_list);
            game_list(&rg.setup, &view, viewer, &other_list);
            same_list(&list, &other_list);
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
}
END_TEST

/* A move without hidden information, carried out on the mover's view, leads to the view of the resulting state. */
static void plays_on(const struct random_game *rg, const struct game *before,
                     const struct event *event, void *arg) {
    struct game view;
    size_t *compared = arg;
    if (event->drawn || event->type == GIVE_CARDS || /* others can give without being asked */
        game_reveals(&rg->setup, before, event->player, &event->action))
        return;
    game_view(&rg->setup, before, event->player, &view);
    game_apply(&rg->setup, &view, event);
    same_view(&rg->setup, &rg->game, &view, event->player, event_type_name(event->type));
    ++*compared;
}

START_TEST(own_views_play_on) {
    size_t compared = 0;
    for (unsigned i = 0; i < test_share(GAMES_CHECKED); i++) {
        struct random_game rg;
        struct event event;
        begin(&rg, _i, i, &event);
        random_game_play(&rg, EVENTS_MAX, plays_on, &compared);
    }
    ck_assert_uint_gt(compared, test_share(GAMES_CHECKED) * 100);
}
END_TEST

/* ---- events keep what they must keep ---- */

static bool sees_same(const struct random_game *rg, const struct game *other,
                      const struct event *event, const struct event *twin, unsigned viewer) {
    struct effect effects[SEAT_MAX], twins[SEAT_MAX];
    struct game after = rg->game, other_after = *other;
    if (event_hidden(&rg->setup, &rg->game, event, viewer) !=
        event_hidden(&rg->setup, other, twin, viewer))
        return false;
    game_apply(&rg->setup, &after, event);
    game_apply(&rg->setup, &other_after, twin);
    if ((after.phase == PHASE_FINISHED) != (other_after.phase == PHASE_FINISHED))
        return true;
    memset(effects, 0, sizeof effects);
    memset(twins, 0, sizeof twins);
    size_t n = event_effects(&rg->setup, &rg->game, &after, event, viewer, effects);
    size_t m = event_effects(&rg->setup, other, &other_after, twin, viewer, twins);
    REQUIRE(n == m && memcmp(effects, twins, sizeof effects) == 0,
            "%s: seat %u can tell two outcomes apart by their effects",
            event_type_name(event->type), viewer);
    same_view(&rg->setup, &after, &other_after, viewer, event_type_name(event->type));
    return true;
}

START_TEST(events_hide_what_is_hidden) {
    size_t compared = 0;
    for (unsigned i = 0; i < test_share(GAMES_CHECKED); i++) {
        struct random_game rg;
        struct event event, twin;
        begin(&rg, _i, i, &event);
        while (rg.game.seq < EVENTS_MAX && random_game_next(&rg, &event)) {
            unsigned viewer = random_viewer(&rg);
            struct game other = rg.game;
            if (viewer != event.player && !rg.game.n_offers &&
                twin_kept_secret(&rg.game, &event, viewer)) {
                twin_shuffle(&rg.setup, &other, viewer, &rg.random);
                if (twin_event(&rg.setup, &rg.game, &other, &event, viewer, &rg.random, &twin))
                    compared += sees_same(&rg, &other, &event, &twin, viewer);
            }
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
    ck_assert_uint_gt(compared, test_share(GAMES_CHECKED));
}
END_TEST

/* ---- positions ---- */

static void forget_derived(struct game *game) {
    game->bank = cards_none();
    memset(game->deck, 0, sizeof game->deck);
    memset(game->undrawn, 0, sizeof game->undrawn);
    memset(game->stack_count, 0, sizeof game->stack_count);
    memset(game->returned_count, 0, sizeof game->returned_count);
    memset(game->building, 0, sizeof game->building);
    memset(game->owner, 0, sizeof game->owner);
    memset(game->road_owner, 0, sizeof game->road_owner);
    memset(game->pending, 0, sizeof game->pending);
    memset(&game->occupied, 0, sizeof game->occupied);
    memset(game->shown_progress, 0, sizeof game->shown_progress);
    game->shown = cards_none();
    game->deck_count = game->n_pending = game->n_offers = game->setup_done = 0;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        struct player *player = &game->players[seat];
        memset(player->progress_backs, 0, sizeof player->progress_backs);
        memset(&player->touched, 0, sizeof player->touched);
        memset(&player->moored, 0, sizeof player->moored);
        player->island_points = 0;
        player->progress_count = player->tipped = player->hand_count = player->harbors = 0;
        player->road_length = player->dev_count = 0;
    }
}

/* A state is unchanged when it is reduced to base facts and completed again. */
START_TEST(states_follow_from_base_facts) {
    for (unsigned i = 0; i < test_share(GAMES_CHECKED); i++) {
        struct random_game rg;
        struct event event;
        begin(&rg, _i, i, &event);
        while (rg.game.seq < EVENTS_MAX && random_game_next(&rg, &event)) {
            if (rg.game.seq % 16 == 0) {
                struct game again = rg.game;
                forget_derived(&again);
                ck_assert_ptr_null(game_derive(&rg.setup, &again));
                ck_assert(game_hash(&again) == game_hash(&rg.game));
            }
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
}
END_TEST

/* ---- the absent ---- */

/* The log accepts no action before the game has started, nor after hands were revealed. */
static void taken_in_time_alone(const struct random_game *rg, const struct event *event) {
    struct game early = rg->game, late = rg->game;
    early.seq = 0;
    late.revealed = true;
    REQUIRE(game_accepts(&rg->setup, &early, event) == REASON_NOT_NEXT, "%s before the start",
            event_type_name(event->type));
    REQUIRE(game_accepts(&rg->setup, &late, event) == REASON_NOT_NEXT, "%s behind the end",
            event_type_name(event->type));
}

/* Only neutral defaults, never a choice: each is legal on the player's own view, except for a fifth card that is
 * returned although it could be played (O-06); the log accepts that too. */
static void default_legal(const struct random_game *rg, unsigned seat) {
    struct game view;
    game_view(&rg->setup, &rg->game, seat, &view);
    struct event event = {.player = (uint8_t)seat, .by = BY_TIMEOUT};
    struct random random = random_seeded(rg->game.seq + 1u);
    struct random_chance chance = random_chance(&random);
    event.action = game_default(&rg->setup, &view, seat);
    event.type = event.action.type;
    event.drawn = (uint8_t)game_parts(&rg->setup, &rg->game, &event.action);
    enum reason reason = game_legal(&rg->setup, &rg->game, seat, &event.action);
    REQUIRE(reason == REASON_OK ||
                (game_decision(&rg->game, seat)->kind == DECIDE_FIFTH_CARD &&
                 reason == REASON_CARD_PLAYABLE) ||
                reason == REASON_HARBOR_DUE,
            "the default %s is refused: %s", event_type_name(event.type), reasons[reason].code);
    game_draw(&rg->setup, &rg->game, seat, &event.action, event.drawn, &chance.chance,
              &event.outcome);
    reason = game_accepts(&rg->setup, &rg->game, &event);
    REQUIRE(reason == REASON_OK, "the default %s is not taken: %s", event_type_name(event.type),
            reasons[reason].code);
    taken_in_time_alone(rg, &event);
}

START_TEST(defaults_are_legal) {
    for (unsigned i = 0; i < test_share(GAMES_CHECKED); i++) {
        struct random_game rg;
        struct event event;
        begin(&rg, _i, i, &event);
        while (rg.game.seq < EVENTS_MAX && random_game_next(&rg, &event)) {
            for (unsigned p = 0; p < rg.game.n_pending; p++)
                default_legal(&rg, rg.game.pending[p].player);
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
}
END_TEST

/* every player who may build in another's turn is asked, each separately. */
START_TEST(a_part_is_asked_of_its_seat) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        struct game game = {0};
        ck_assert_ptr_null(game_asked(&game, seat));
        game.players[seat].asked = true;
        const struct decision *asked = game_asked(&game, seat);
        ck_assert_uint_eq(asked->kind, DECIDE_SPECIAL_BUILD);
        ck_assert_uint_eq(asked->player, seat);
    }
}
END_TEST

/* ---- an event counts its draws ---- */

static uint32_t draw_lowest(const struct chance *chance, uint32_t number, uint32_t bound) {
    (void)chance, (void)number, (void)bound;
    return 0;
}

/* Ones at every draw: if two ones may not be rolled, as many rolls as can be listed are rejected. */
static void counted(const struct random_game *rg, const struct game *before,
                    const struct event *event, void *arg) {
    struct chance chances[] = {numbered_chance(), {.draw = draw_lowest}};
    unsigned *most = arg;
    for (unsigned i = 0; event->drawn && i < sizeof chances / sizeof *chances; i++) {
        struct game from = *before;
        struct event again = *event;
        from.dice[0][0] = from.dice[0][1] = 1;
        again.outcome = (struct outcome){0};
        game_draw(&rg->setup, &from, event->player, &event->action, event->drawn, &chances[i],
                  &again.outcome);
        REQUIRE(event_draws(&again) == chances[i].next, "%s: %u draws, %u counted",
                event_type_name(event->type), chances[i].next, event_draws(&again));
        REQUIRE(game_possible(&rg->setup, &from, event->player, &event->action, &again.outcome) ==
                    REASON_OK,
                "%s: what was drawn is impossible", event_type_name(event->type));
        if (again.outcome.n_rerolled > *most)
            *most = again.outcome.n_rerolled;
    }
}

START_TEST(draws_are_counted) {
    unsigned most = 0; /* rolls rejected at once */
    for (unsigned i = 0; i < GAMES_LISTED; i++) {
        struct random_game rg;
        struct event start;
        if (_i % 2)
            random_game_begin_knights(&rg, batch_seed(_i, i), 0, &start);
        else
            random_game_begin(&rg, batch_seed(_i, i), 2, &start);
        random_game_play(&rg, EVENTS_MAX, counted, &most);
    }
    ck_assert_uint_eq(most, _i % 2 ? 0 : REROLL_MAX);
}
END_TEST

/* ---- outcomes that are told ---- */

static void each_told(const struct random_game *rg, const struct game *before,
                      const struct event *event, void *arg) {
    static const uint8_t beyond[] = {0, DIE_SIDES + 1};
    struct outcome told = event->outcome;
    (void)arg;
    if (!event->drawn)
        return;
    game_draw(&rg->setup, before, event->player, &event->action, 0, NULL, &told);
    REQUIRE(memcmp(&told, &event->outcome, sizeof told) == 0, "%s: what was told is drawn again",
            event_type_name(event->type));
    for (unsigned i = 0; event->type == ROLL && event->drawn & PART_DICE && i < 4; i++) {
        told = event->outcome;
        *(i < 2 ? &told.yellow : &told.red) = beyond[i % 2];
        REQUIRE(game_possible(&rg->setup, before, event->player, &event->action, &told) !=
                    REASON_OK,
                "dice %u and %u are possible", told.yellow, told.red);
    }
}

START_TEST(what_is_told_stays_and_has_to_be_possible) {
    for (unsigned i = 0; i < GAMES_LISTED; i++) {
        struct random_game rg;
        struct event start;
        begin(&rg, _i, i, &start);
        random_game_play(&rg, EVENTS_MAX, each_told, NULL);
    }
}
END_TEST

/* ---- the bytes of the log ---- */

static void read_back(const struct event *event) {
    uint8_t body[EVENT_BODY_MAX + 1] = {0}, again[EVENT_BODY_MAX];
    size_t size = event_encode(event, body);
    for (size_t i = 0; i <= size + 1; i++) {
        struct event read;
        bool good = event_decode(event->type, event->player, body, i, &read);
        REQUIRE(good || i != size, "%s: its own bytes are refused", event_type_name(event->type));
        REQUIRE(!good || (event_encode(&read, again) == i && memcmp(again, body, i) == 0),
                "%s: %zu of %zu bytes are read as others", event_type_name(event->type), i, size);
    }
}

static void each_read_back(const struct random_game *rg, const struct game *before,
                           const struct event *event, void *arg) {
    (void)rg, (void)before, (void)arg;
    read_back(event);
}

/* Only the exact bytes of an event are read as one: not shortened, not with one more. */
START_TEST(bytes_are_read_as_they_are_written) {
    struct event end = {.type = EVENT_FINISHED, .player = NONE, .finished.n_points = SEAT_MAX},
                 read;
    uint8_t body[EVENT_BODY_MAX] = {0};
    struct event full = {.type = EVENT_REVEAL, .player = NONE};
    for (unsigned card = 0; card < SEAT_MAX * PROGRESS_HAND_MAX; card++)
        full.reveal.progress[card / PROGRESS_HAND_MAX][card % PROGRESS_HAND_MAX] = 1;
    read_back(&full);
    read_back(&end);
    ck_assert(!event_decode(end.type, end.player, body, event_encode(&end, body) + 1, &read));
    for (unsigned i = 0; i < GAMES_LISTED; i++) {
        struct random_game rg;
        struct event start;
        begin(&rg, _i, i, &start);
        read_back(&start);
        random_game_play(&rg, EVENTS_MAX, each_read_back, NULL);
    }
}
END_TEST

/* ---- small boards ---- */

/* Two hexes and four players: there is no room for the set-up, but the game continues. */
START_TEST(tiny_boards_play) {
    struct random_game rg = {.random = random_seeded(batch_seed(_i, 0))};
    struct random_chance chance = random_chance(&rg.random);
    struct event event;
    size_t at;
    rg.rules = _i % 4 < 2 ? rules_base(3 + (unsigned)_i % 2)
                          : rules_knights(CK1998 + (unsigned)_i / 4, 3 + (unsigned)_i % 2);
    rg.spec.n_hexes = (uint8_t)(2 + _i / 2);
    for (unsigned i = 0; i < rg.spec.n_hexes; i++)
        rg.spec.hexes[i] =
            (struct hex_spec){{(int8_t)(i % 3), (int8_t)(i / 3)}, (uint8_t)(i % 5), 5};
    ck_assert_int_eq(setup_build(&rg.setup, &rg.rules, &rg.spec, &at), BOARD_OK);
    game_init(&rg.setup, &rg.game);
    game_draw_start(&rg.setup, &chance.chance, &event);
    game_apply(&rg.setup, &rg.game, &event);
    ck_assert_uint_gt(random_game_play(&rg, 2000, sound, NULL), 20);
}
END_TEST

/* Road Building with an open listing: a ship, once there are no more roads. */
START_TEST(a_free_piece_is_a_road_else_a_ship) {
    static struct random_game rg;
    struct event event;
    random_game_begin_sea(&rg, batch_seed(0, 0), &event);
    while (rg.game.phase != PHASE_PLAY || rg.game.step != STEP_ACTIONS || rg.game.n_agenda) {
        ck_assert(random_game_next(&rg, &event));
        game_apply(&rg.setup, &rg.game, &event);
    }
    const unsigned seat = rg.game.active;
    struct player *player = &rg.game.players[seat];
    player->dev[ROAD_BUILDING] = 1;
    for (unsigned ship = 0; ship < 2; ship++) {
        struct action move = {
            .type = PLAY_DEV_CARD, .card = ROAD_BUILDING, .edges = {NONE, NONE}, .open = 2};
        struct random_chance chance = random_chance(&rg.random);
        if (ship)
            player->supply[PIECE_ROAD] = 0;
        ck_assert(game_fill_random(&rg.setup, &rg.game, seat, &chance.chance, &move));
        ck_assert_uint_eq(move.seats, ship);
        ck_assert_uint_eq(move.edges[1], NONE);
        ck_assert_uint_eq(game_legal(&rg.setup, &rg.game, seat, &move), REASON_OK);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "properties",
        (const struct test_case[]){
            {"states_add_up", states_add_up, BATCHES, 120, NULL, NULL},
            {"effects", effects_balance_the_bank, BATCHES, 120, NULL, NULL},
            {"production", production_is_what_the_hexes_bring, BATCHES, 120, NULL, NULL},
            {"replay", logs_replay_to_the_same_state, BATCHES, 240, NULL, NULL},
            {"lists_of_knights", lists_of_knights_have_an_end, 0, 0, NULL, NULL},
            {"parts", a_part_is_asked_of_its_seat, 0, 0, NULL, NULL},
            {"rejected_rolls", rejected_rolls_have_an_end, 0, 0, NULL, NULL},
            {"list_and_legal", list_and_legal_agree, BATCHES, 240, NULL, NULL},
            {"from_scratch", points_and_roads_from_scratch, BATCHES, 240, NULL, NULL},
            {"closed_ships", closed_ships_from_scratch, 1, 120, NULL, NULL},
            {"setups", setups_keep_their_bytes, BATCHES, 60, NULL, NULL},
            {"views", views_hide_what_is_hidden, BATCHES, 120, NULL, NULL},
            {"own_views", own_views_play_on, BATCHES, 120, NULL, NULL},
            {"events", events_hide_what_is_hidden, BATCHES, 120, NULL, NULL},
            {"positions", states_follow_from_base_facts, BATCHES, 120, NULL, NULL},
            {"defaults", defaults_are_legal, BATCHES, 120, NULL, NULL},
            {"draws", draws_are_counted, 2, 120, NULL, NULL},
            {"told", what_is_told_stays_and_has_to_be_possible, 4, 120, NULL, NULL},
            {"bytes", bytes_are_read_as_they_are_written, 2, 120, NULL, NULL},
            {"free_piece", a_free_piece_is_a_road_else_a_ship, 0, 0, NULL, NULL},
            {"tiny_boards", tiny_boards_play, 16, 120, NULL, NULL},
            {0},
        });
}
TEST_MAIN(suite)

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Positions are untrusted input: states of random games are changed at random, with ids still on the board, and read
 * back. Whatever is accepted must be consistent and playable; nothing may crash or loop. TEST_SEED repeats a failing
 * run. */
#include <string.h>

#include "tests/support/check_main.h"
#include "tests/support/random_game.h"
#include "tests/support/setups.h"

enum {
    BATCHES = 8,
    GAMES = 30,        /* of each batch */
    EVENTS_MAX = 2000, /* of each game */
    STEP = 4,          /* events between two changed states */
    CHANGES_MAX = 4,
    PLAYED_ON = 12, /* events */
};

struct mutant {
    struct random_game rg; /* whose state is changed */
    struct game *game;
    const struct setup *setup;
    struct player *player; /* any player */
};

static unsigned below(struct mutant *m, unsigned bound) {
    return random_below(&m->rg.random, bound);
}

static uint8_t byte_below(struct mutant *m, unsigned bound) {
    return (uint8_t)below(m, bound);
}

static uint8_t vertex_or_none(struct mutant *m) {
    return below(m, 8) ? byte_below(m, m->setup->board.n_vertices) : NONE;
}

static void flip(struct mutant *m, struct vertex_set *set) {
    unsigned v = below(m, m->setup->board.n_vertices);
    set->w[v / 64] ^= UINT64_C(1) << (v % 64);
}

/* ---- pieces ---- */

static void change_pieces(struct mutant *m) {
    struct vertex_set *sets[] = {&m->player->settlements, &m->player->cities, &m->player->knights,
                                 &m->game->walls,         &m->game->tipped,   &m->game->sabotaged};
    flip(m, sets[below(m, sizeof sets / sizeof sets[0])]);
}

static void change_roads(struct mutant *m) {
    unsigned e = below(m, m->setup->board.n_edges);
    m->player->roads.w[e / 64] ^= UINT64_C(1) << (e % 64);
}

static void change_knights(struct mutant *m) {
    m->game->knight[below(m, m->setup->board.n_vertices)] ^= (uint8_t)(1u << below(m, 8));
    VERTEX_EACH(&m->player->knights, v)
        if (below(m, 2))
            m->game->knight[v] ^= (uint8_t)(1u << below(m, 8));
}

static void change_cities(struct mutant *m) {
    struct vertex_set *sets[] = {&m->game->walls, &m->game->tipped, &m->game->sabotaged};
    VERTEX_EACH(&m->player->cities, v)
        if (below(m, 2))
            vertex_set_add(sets[below(m, 3)], v);
}

static void change_improvements(struct mutant *m) {
    m->player->improvements[below(m, TRACK_COUNT)] = byte_below(m, LEVEL_MAX + 2);
    if (below(m, 2))
        m->game->metropolis[below(m, TRACK_COUNT)] = vertex_or_none(m);
}

static void change_figures(struct mutant *m) {
    unsigned hexes = m->setup->board.n_hexes;
    m->game->merchant = below(m, 3) ? byte_below(m, hexes) : NONE;
    m->game->merchant_holder = below(m, 3) ? byte_below(m, m->setup->rules.players) : NONE;
    if (below(m, 2))
        m->game->robber = byte_below(m, hexes);
}

static void change_barbarians(struct mutant *m) {
    m->game->barbarians = byte_below(m, 8);
    m->game->attacks = byte_below(m, 3);
    m->player->defender_points = byte_below(m, 4);
}

/* ---- the sea ---- */

static void change_ships(struct mutant *m) {
    struct edge_set *sets[] = {&m->player->ships, &m->player->ships, &m->game->ships_new};
    struct edge_set *set = sets[below(m, sizeof sets / sizeof sets[0])];
    unsigned e = below(m, m->setup->board.n_edges);
    set->w[e / 64] ^= UINT64_C(1) << (e % 64);
    m->game->ship_moved = below(m, 2);
}

static void change_pirate(struct mutant *m) {
    unsigned hexes = m->setup->board.n_hexes + m->setup->board.n_frame;
    m->game->pirate = below(m, 4) ? byte_below(m, hexes) : NONE;
}

static void change_islands(struct mutant *m) {
    m->player->gold = byte_below(m, 3);
    m->player->home = (uint16_t)below(m, 1u << 6);
    m->player->island_points = byte_below(m, 5);
}

static void change_gifts(struct mutant *m) {
    m->game->gifts ^= UINT32_C(1) << below(m, 32);
    m->player->gift_points = byte_below(m, 4);
    m->player->kept[below(m, HARBOR_KIND_COUNT)] = byte_below(m, 3);
    if (below(m, 2) == 0)
        return;
    m->game->n_harbors = byte_below(m, PLACED_MAX + 1);
    if (m->game->n_harbors > 0)
        m->game->harbors[m->game->n_harbors - 1] =
            (struct harbor){.edge = byte_below(m, m->setup->board.n_edges),
                            .kind = byte_below(m, HARBOR_KIND_COUNT)};
}

static void change_fog(struct mutant *m) {
    m->game->fog[below(m, FOG_MAX)] = byte_below(m, TERRAIN_COUNT + 2);
    m->game->numbers[below(m, m->setup->board.n_hexes)] = byte_below(m, 13);
}

static void change_cloth(struct mutant *m) {
    struct village *village = &m->game->villages[below(m, VILLAGE_MAX)];
    village->cloth = byte_below(m, 7);
    village->n_linked = byte_below(m, SEAT_MAX + 1);
    village->linked[below(m, SEAT_MAX)] = byte_below(m, SEAT_MAX + 1);
    m->player->cloth = byte_below(m, 12);
    m->game->cloth_supply = byte_below(m, 60);
}

static void change_wonder(struct mutant *m) {
    m->player->wonder = byte_below(m, WONDER_COUNT + 2);
    m->player->wonder_level = byte_below(m, 6);
}

static void change_fleet(struct mutant *m) {
    m->player->fortress = byte_below(m, 5);
    m->player->warships = byte_below(m, 6);
}

/* ---- cards ---- */

static void change_hand(struct mutant *m) {
    m->player->hand.n[below(m, KIND_COUNT)] = byte_below(m, BANK_MAX + 2);
}

static void change_progress(struct mutant *m) {
    m->player->progress[below(m, PROGRESS_HAND_MAX)] = byte_below(m, PROGRESS_COUNT + 2);
    if (below(m, 4) == 0)
        m->player->vp_cards = byte_below(m, 5);
}

static void fill_progress(struct mutant *m) {
    for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++)
        if (!m->player->progress[i])
            m->player->progress[i] = (uint8_t)(1 + below(m, PROGRESS_COUNT));
}

static void change_stacks(struct mutant *m) {
    m->game->returned[below(m, TRACK_COUNT)][below(m, STACK_MAX)] =
        byte_below(m, PROGRESS_COUNT + 2);
}

static void change_dev_cards(struct mutant *m) {
    m->player->dev[below(m, DEV_COUNT)] = byte_below(m, 3);
    m->player->dev_new[below(m, DEV_COUNT)] = byte_below(m, 2);
}

/* ---- the turn ---- */

static void change_turn(struct mutant *m) {
    m->game->event = byte_below(m, FACE_COUNT);
    m->game->rolls = byte_below(m, 2);
    m->game->preset[0] = byte_below(m, 7);
    m->game->preset[1] = byte_below(m, 7);
    m->game->cranes = byte_below(m, 4);
    m->game->errant_used = below(m, 2);
}

static void change_trade(struct mutant *m) {
    m->game->fleet = byte_below(m, 256);
    m->game->harbor = below(m, 2);
    m->game->harbor_asked = byte_below(m, 16);
}

static void change_step(struct mutant *m) {
    m->game->active = byte_below(m, m->setup->rules.players);
    m->game->step = byte_below(m, STEP_ACTIONS + 1);
    if (below(m, 4) == 0)
        m->game->phase = byte_below(m, PHASE_FINISHED + 1);
}

/* ---- the agenda ---- */

static void change_item(struct mutant *m) {
    struct game *game = m->game;
    unsigned at = below(m, game->n_agenda < AGENDA_MAX ? game->n_agenda + 1u : AGENDA_MAX);
    struct agenda_item *item = &game->agenda[at];
    *item = (struct agenda_item){.step = byte_below(m, AGENDA_STEP_COUNT),
                                 .arg = byte_below(m, below(m, 2) ? 16 : 256),
                                 .count = byte_below(m, 4)};
    if (below(m, 2))
        item->seat = byte_below(m, m->setup->rules.players);
    if (below(m, 2))
        item->vertex = vertex_or_none(m);
    if (below(m, 2))
        item->origin = vertex_or_none(m);
    if (at == game->n_agenda)
        game->n_agenda++;
}

/* A card or a knight asks a player in the action phase. */
static void ask_in_front(struct mutant *m) {
    struct game *game = m->game;
    unsigned seat = below(m, m->setup->rules.players);
    struct agenda_item *item = &game->agenda[0];
    if (game->n_agenda == 0) {
        game->agenda[1] = (struct agenda_item){.step = AGENDA_RESUME, .arg = STEP_ACTIONS};
        game->n_agenda = 2;
        game->rolls = 1;
    }
    game->step = STEP_RESOLVING;
    *item = (struct agenda_item){
        .step = (uint8_t)(AGENDA_RELOCATE + below(m, AGENDA_STEP_COUNT - AGENDA_RELOCATE)),
        .arg = byte_below(m, 16),
        .count = byte_below(m, 3),
        .seat = (uint8_t)seat};
    if (item->step != AGENDA_RELOCATE)
        return;
    item->arg = item->count = 0;
    item->origin = NONE;
    VERTEX_EACH(&game->players[seat].knights, v)
        item->vertex = (uint8_t)v;
    if (below(m, 2))
        VERTEX_EACH(&game->players[game->active].knights, v)
            item->origin = (uint8_t)v;
}

/* The chain of a roll, with each step present or not. */
static void roll_chain(struct mutant *m) {
    static const uint8_t chain[] = {AGENDA_COMMIT,     AGENDA_BATTLE,     AGENDA_PILLAGE,
                                    AGENDA_TIE_DRAW,   AGENDA_CARD_LIMIT, AGENDA_SHIP_BACK,
                                    AGENDA_FIFTH_CARD, AGENDA_PRODUCE,    AGENDA_AQUEDUCT,
                                    AGENDA_DISCARD,    AGENDA_ROBBER};
    const unsigned of_seats =
        1u << AGENDA_COMMIT | 1u << AGENDA_PILLAGE | 1u << AGENDA_TIE_DRAW | 1u << AGENDA_AQUEDUCT;
    struct game *game = m->game;
    memset(game->agenda, 0, sizeof game->agenda);
    game->n_agenda = 0;
    game->rolls = 1;
    game->step = STEP_RESOLVING;
    game->phase = PHASE_PLAY;
    if (below(m, 2))
        game->barbarians = 6;
    for (unsigned i = 0; i < sizeof chain; i++) {
        if (below(m, 2))
            continue;
        unsigned arg = of_seats >> chain[i] & 1 ? below(m, 16) : 0;
        if (chain[i] == AGENDA_PRODUCE)
            arg = 2 + below(m, 11);
        game->agenda[game->n_agenda++] =
            (struct agenda_item){.step = chain[i], .arg = (uint8_t)arg};
    }
    game->agenda[game->n_agenda++].step = AGENDA_AFTER_ROLL;
}

static void end_of_turn(struct mutant *m) {
    if (m->game->n_agenda)
        return;
    m->game->agenda[0].step = AGENDA_END_TURN;
    m->game->n_agenda = 1;
    m->game->step = STEP_RESOLVING;
}

static void change_answers(struct mutant *m) {
    unsigned seat = below(m, m->setup->rules.players);
    if (below(m, 2))
        m->game->answers[seat].n[below(m, KIND_COUNT)] = byte_below(m, 5);
    else
        m->game->answer_ids[seat] =
            below(m, 2) ? vertex_or_none(m) : byte_below(m, PROGRESS_COUNT + 2);
}

/* ---- the tests ---- */

static void (*const changes[])(struct mutant *) = {
    change_pieces,    change_roads,  change_knights,  change_cities, change_improvements,
    change_figures,   change_hand,   change_progress, fill_progress, change_stacks,
    change_dev_cards, change_turn,   change_trade,    change_step,   change_barbarians,
    change_item,      ask_in_front,  roll_chain,      end_of_turn,   change_answers,
    change_ships,     change_pirate, change_islands,  change_gifts,  change_fog,
    change_cloth,     change_wonder, change_fleet,
};

/* Reads a changed state; an accepted one must be playable. Returns whether it was accepted. */
static bool take_in(struct random_game *rg, struct random *random) {
    static struct mutant m;
    m.rg = *rg;
    m.rg.random = random_seeded(random_below(random, 1u << 30));
    m.game = &m.rg.game;
    m.setup = &m.rg.setup;
    for (unsigned n = 1 + below(&m, CHANGES_MAX); n; n--) {
        m.player = &m.game->players[below(&m, m.setup->rules.players)];
        changes[below(&m, sizeof changes / sizeof changes[0])](&m);
    }
    if (game_derive(m.setup, m.game))
        return false;
    const char *wrong = game_ok(m.setup, m.game);
    REQUIRE(!wrong, "a position that was taken in does not hold: %s", wrong);
    struct event event;
    for (unsigned n = 0; n < PLAYED_ON && random_game_next(&m.rg, &event); n++) {
        game_apply(m.setup, m.game, &event);
        wrong = game_ok(m.setup, m.game);
        REQUIRE(!wrong, "after %s in a position that was taken in: %s", event_type_name(event.type),
                wrong);
    }
    return true;
}

START_TEST(changed_positions_are_refused_or_play_on) {
    uint64_t seed = test_seed(20267) * 1000003u + (uint64_t)_i * 10007u;
    struct random random = random_seeded(seed);
    size_t taken = 0;
    for (unsigned i = 0; i < GAMES; i++) {
        struct random_game rg;
        struct event event;
        random_game_begin_any(&rg, (unsigned)_i + i * BATCHES, seed + i, &event);
        while (rg.game.seq < EVENTS_MAX && random_game_next(&rg, &event)) {
            if (rg.game.seq % STEP == 0)
                taken += take_in(&rg, &random);
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
    ck_assert_uint_gt(taken, GAMES);
}
END_TEST

/* A game of Cities & Knights in which a player acts and no question is open. */
static void begin_acting(struct random_game *rg) {
    struct event event;
    random_game_begin_knights(rg, 1, 3, &event);
    while (rg->game.phase != PHASE_PLAY || rg->game.step != STEP_ACTIONS || rg->game.n_agenda) {
        ck_assert(random_game_next(rg, &event));
        game_apply(&rg->setup, &rg->game, &event);
    }
}

/* What is wrong with the game in the middle of ITEM, after which the player on turn acts. */
static const char *in_between(const struct setup *setup, struct game game,
                              struct agenda_item item) {
    game.agenda[0] = item;
    game.agenda[1] = (struct agenda_item){.step = AGENDA_RESUME, .arg = STEP_ACTIONS};
    game.n_agenda = 2;
    game.step = STEP_RESOLVING;
    return game_derive(setup, &game);
}

/* C-200, C-201: a Commercial Harbor asks players who have a commodity for one, for a resource in hand. */
START_TEST(a_harbor_asks_who_can_give) {
    enum { PLAYED = 1, ASKED = 2, COMMODITY = 4, RESOURCE = 8, ALL = 15 };
    struct random_game rg;
    begin_acting(&rg);
    const uint8_t active = rg.game.active, other = active == 0;
    for (unsigned facts = 0; facts <= ALL; facts++) {
        struct game game = rg.game;
        game.players[active].hand = game.players[other].hand = (struct cards){{0}};
        game.players[active].hand.n[0] = facts & RESOURCE ? 1 : 0;
        game.players[other].hand.n[RESOURCE_COUNT] = facts & COMMODITY ? 1 : 0;
        game.harbor = facts & PLAYED;
        game.harbor_asked = facts & ASKED ? (uint8_t)(1u << other) : 0;
        const char *wrong = in_between(
            &rg.setup, game, (struct agenda_item){.step = AGENDA_GIVE_COMMODITY, .seat = other});
        ck_assert_msg((wrong == NULL) == (facts == ALL), "facts %x: %s", facts,
                      wrong ? wrong : "taken in");
    }
}
END_TEST

/* C-236: only a Saboteur chooses who discards, under the rules that say so, and only players with two cards. */
START_TEST(a_saboteur_names_who_discards) {
    enum { DISCARDS = 1, HOLDS = 2, ALL = 3 };
    struct random_game rg;
    begin_acting(&rg);
    const uint8_t other = rg.game.active == 0;
    for (unsigned facts = 0; facts <= ALL; facts++) {
        struct game game = rg.game;
        rg.setup.rules.options[OPTION_SABOTEUR] =
            facts & DISCARDS ? SABOTEUR_DISCARD_HALF : SABOTEUR_INVERT_CITY;
        game.players[other].hand = cards_one(BRICK, facts & HOLDS ? 2 : 1);
        const char *wrong =
            in_between(&rg.setup, game,
                       (struct agenda_item){.step = AGENDA_DISCARD, .arg = (uint8_t)(1u << other)});
        ck_assert_msg((wrong == NULL) == (facts == ALL), "facts %x: %s", facts,
                      wrong ? wrong : "taken in");
    }
}
END_TEST

/* C-232: an Intrigue drives away an opponent's knight, never the player's own. Counts in DRIVEN the attempts in this
 * state: own knights, and others'. */
static void drive_away_any(const struct random_game *rg, unsigned driven[2]) {
    const struct game *game = &rg->game;
    for (unsigned seat = 0; seat < rg->setup.rules.players; seat++)
        VERTEX_EACH(&game->players[seat].knights, v) {
            bool foreign = seat != game->active;
            if (!vertex_set_has(&game->players[game->active].touched, v))
                continue;
            const char *wrong = in_between(&rg->setup, *game,
                                           (struct agenda_item){.step = AGENDA_RELOCATE,
                                                                .seat = (uint8_t)seat,
                                                                .vertex = (uint8_t)v,
                                                                .origin = NONE});
            ck_assert_msg((wrong == NULL) == foreign, "seat %u, turn of %u: %s", seat, game->active,
                          wrong ? wrong : "taken in");
            driven[foreign]++;
        }
}

START_TEST(nobody_drives_their_own_knight_away) {
    unsigned driven[2] = {0};
    for (unsigned i = 0; i < GAMES && !driven[1]; i++) {
        struct random_game rg;
        struct event event;
        random_game_begin_knights(&rg, i, 3, &event);
        while (random_game_next(&rg, &event)) {
            if (rg.game.phase == PHASE_PLAY && rg.game.step == STEP_ACTIONS && !rg.game.n_agenda)
                drive_away_any(&rg, driven);
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
    ck_assert_uint_gt(driven[0], 0);
    ck_assert_uint_gt(driven[1], 0);
}
END_TEST

/* Puts the game in the middle of a Spy that the player on turn plays with HELD cards left in their hand, as their fifth
 * card or not. Returns what is wrong with that. */
static const char *in_a_spy(const struct setup *setup, struct game *game, unsigned held,
                            bool fifth) {
    unsigned n = 0, other = game->active == 0;
    memset(game->returned, 0, sizeof game->returned);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        memset(game->players[seat].progress, 0, PROGRESS_HAND_MAX);
    for (unsigned i = 0; i < held; i++)
        game->players[game->active].progress[i] = (uint8_t)(1 + i);
    game->players[other].progress[0] = 1 + PROGRESS_HAND_MAX;
    game->agenda[n++] = (struct agenda_item){.step = AGENDA_TAKE_PROGRESS, .seat = (uint8_t)other};
    if (fifth)
        game->agenda[n++] = (struct agenda_item){.step = AGENDA_FIFTH_CARD};
    game->agenda[n++] = (struct agenda_item){.step = AGENDA_RESUME, .arg = STEP_ACTIONS};
    game->n_agenda = (uint8_t)n;
    game->step = STEP_RESOLVING;
    return game_derive(setup, game);
}

/* C-147: no player holds more than one surplus card, so a player with that many gets no other; and if a fifth card has
 * to be played at once (C-149), only the player whose fifth card is a Spy can get one. */
START_TEST(a_full_hand_takes_no_card) {
    struct random_game rg;
    begin_acting(&rg);
    for (unsigned at_once = 0; at_once <= 1; at_once++) {
        rg.setup.rules.options[OPTION_FIFTH_CARD_ON_TURN] =
            at_once ? FIFTH_PLAY_NOW : FIFTH_END_OF_TURN;
        for (unsigned fifth = 0; fifth <= at_once; fifth++) {
            for (unsigned held = 0; held <= PROGRESS_HAND_MAX; held++) {
                struct game game = rg.game;
                unsigned limit =
                    at_once && !fifth ? rg.setup.rules.progress_limit : PROGRESS_HAND_MAX;
                const char *wrong = in_a_spy(&rg.setup, &game, held, fifth);
                ck_assert_msg((wrong == NULL) == (held < limit), "%u cards, limit %u: %s", held,
                              limit, wrong ? wrong : "taken in");
            }
        }
    }
}
END_TEST

/* Invalid lanes, fortresses and fleets (S-124 to S-143); each change by itself is detected. */
START_TEST(lanes_that_cannot_be_are_refused) {
    enum {
        AS_IT_BEGINS,
        WARSHIPS,
        FREED,
        TOO_STRONG,
        ADRIFT,
        BRANCH,
        FLEET,
        LEFT,
        ROBBER,
        START,
        CHANGES
    };
    static struct setup setup;
    setup = setup_sea(SCENARIO_PIRATE_ISLANDS, 4);
    const struct lane *lane = &setup.board.lanes[0];
    for (unsigned change = 0; change < CHANGES; change++) {
        struct game game;
        game_init(&setup, &game);
        struct player *player = &game.players[0];
        switch (change) {
        case WARSHIPS: player->warships = 2; break; /* with one ship */
        case FREED: player->fortress = 0; break;    /* but there is no settlement */
        case TOO_STRONG: player->fortress = FORTRESS_PIECES + 1; break;
        case ADRIFT: memset(&player->ships, 0, sizeof player->ships); break;
        case BRANCH: player->ships = edge_set_union(player->ships, lane->step[1]); break;
        case FLEET: game.pirate = (uint8_t)(setup.board.n_hexes - 1); break;
        case LEFT: game.pirate = NONE; break;
        case ROBBER: game.robber = setup.board.desert; break;
        case START: vertex_set_remove(&player->settlements, lane->start); break;
        default: break;
        }
        const char *wrong = game_derive(&setup, &game);
        ck_assert_msg((wrong == NULL) == (change == AS_IT_BEGINS), "change %u: %s", change,
                      wrong ? wrong : "nothing is found");
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "positions",
        (const struct test_case[]){
            {"changed", changed_positions_are_refused_or_play_on, BATCHES, 120, NULL, NULL},
            {"lanes", lanes_that_cannot_be_are_refused, 0, 0, NULL, NULL},
            {"full_hand", a_full_hand_takes_no_card, 0, 0, NULL, NULL},
            {"harbor", a_harbor_asks_who_can_give, 0, 0, NULL, NULL},
            {"saboteur", a_saboteur_names_who_discards, 0, 0, NULL, NULL},
            {"own_knight", nobody_drives_their_own_knight_away, 0, 0, NULL, NULL},
            {0},
        });
}
TEST_MAIN(suite)

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Two planted colluders among 200 bots, each with habits of its own: pairs of bots meet at 20 tables. Counts how many
 * colluding pairs are found by what they have done, and how many honest pairs look as if they colluded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/bots/dealings.h"
#include "service/bots/match.h"
#include "tests/support/check_main.h"

enum {
    BOTS = 200,
    PAIRS = BOTS / 2,
    ROUNDS = 20, /* in which each pair sits at a table with another one */
    SEATS = 4,
    GIFTS_PERCENT = 30, /* of the colluders' own turns */
    OFFERS_MOST = 2,
};

/* ---- habits ---- */

struct habits {
    unsigned whims;  /* percent of moves of the robber that are made by chance */
    unsigned single; /* percent of offers that are made to one player alone */
    bool colludes;   /* with the other of the pair */
};

struct crowd {
    struct bot_stream stream;
    struct habits habits[BOTS];
    unsigned order[PAIRS];
    struct dealing with[BOTS];   /* with the other of the pair */
    struct dealing others[BOTS]; /* with everybody else */
    unsigned games, events;
};

static unsigned draw_below(struct crowd *field, unsigned n) {
    return chance_below(&field->stream.chance, n);
}

static void begin_field(struct crowd *field, uint64_t seed, unsigned colluders) {
    memset(field, 0, sizeof *field);
    bot_stream_begin(&field->stream, seed);
    for (unsigned bot = 0; bot < BOTS; bot++)
        field->habits[bot] = (struct habits){
            .whims = draw_below(field, 60),
            .single = draw_below(field, 70),
            .colludes = bot < colluders,
        };
    for (unsigned pair = 0; pair < PAIRS; pair++)
        field->order[pair] = pair;
}

/* ---- a table ---- */

struct table {
    struct crowd *field;
    unsigned bots[SEATS];
    struct dealings dealings;
    struct move_list list; /* of who chooses */
};

static unsigned partner_seat(const struct table *table, unsigned seat) {
    for (unsigned other = 0; other < SEATS; other++)
        if (table->bots[other] == (table->bots[seat] ^ 1))
            return other;
    return NONE;
}

/* A move of TYPE by chance that does not hit SPARED, or the greedy one. */
static struct action move_by_chance(struct table *table, struct action greedy, unsigned spared) {
    const struct action *chosen = NULL;
    unsigned n = 0;

    for (size_t i = 0; i < table->list.n; i++) {
        const struct action *move = &table->list.items[i];

        if (move->type == greedy.type && move->card == greedy.card && move->seat != spared &&
            move->seat < SEATS && draw_below(table->field, ++n) == 0)
            chosen = move;
    }
    return chosen == NULL ? greedy : *chosen;
}

static bool hits_somebody(const struct action *action) {
    return (action->type == MOVE_ROBBER ||
            (action->type == PLAY_DEV_CARD && action->card == KNIGHT)) &&
           action->seat < SEATS;
}

static const struct action *listed(const struct table *table, unsigned type, uint32_t ref) {
    for (size_t i = 0; i < table->list.n; i++)
        if (table->list.items[i].type == type && table->list.items[i].ref == ref)
            return &table->list.items[i];
    return NULL;
}

static unsigned most_held(struct cards hand) {
    unsigned most = 0;

    for (unsigned kind = 1; kind < KIND_COUNT; kind++)
        if (hand.n[kind] > hand.n[most])
            most = kind;
    return most;
}

/* What colluders do before anything else: take each other's offers, and make such as favour the other. */
static struct action collude(struct match *match, unsigned seat, unsigned partner) {
    struct table *table = match->context;
    const struct game *game = &match->game;
    unsigned give = most_held(game->players[seat].hand);
    unsigned want = most_held(game->players[partner].hand);
    const struct action *offer;
    struct action gift;

    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (game->offers[i].id != 0 && game->offers[i].player == partner &&
            (offer = listed(table, ACCEPT_TRADE, game->offers[i].id)) != NULL)
            return *offer;
    offer = listed(table, OFFER_TRADE, 0);
    if (offer == NULL || match->offers >= OFFERS_MOST || give == want || game->active != seat ||
        draw_below(table->field, 100) >= GIFTS_PERCENT)
        return (struct action){.type = ACTION_NONE};
    gift = (struct action){.type = OFFER_TRADE,
                           .seats = (uint8_t)(1u << partner),
                           .auto_confirm = true,
                           .give = cards_one(give, 2),
                           .take = cards_one(want, 1)};
    return game_legal(&match->setup, game, seat, &gift) == REASON_OK
               ? gift
               : (struct action){.type = ACTION_NONE};
}

static struct action choose_by_habit(struct match *match, const struct game *view, unsigned seat) {
    struct table *table = match->context;
    const struct habits *habits = &table->field->habits[table->bots[seat]];
    unsigned partner = habits->colludes ? partner_seat(table, seat) : NONE;
    struct action action;

    game_list(&match->setup, view, seat, &table->list);
    if (partner != NONE) {
        action = collude(match, seat, partner);
        if (action.type != ACTION_NONE)
            return action;
    }
    action =
        bot_choose(BOT_GREEDY, &match->setup, view, seat, match->offers, &match->thoughts.chance);
    if (hits_somebody(&action) &&
        (action.seat == partner || draw_below(table->field, 100) < habits->whims))
        return move_by_chance(table, action, partner);
    if (action.type == OFFER_TRADE && bit_count(action.seats) > 1 &&
        draw_below(table->field, 100) < habits->single) {
        unsigned asked = draw_below(table->field, SEATS);

        if (action.seats >> asked & 1)
            action.seats = (uint8_t)(1u << asked);
    }
    return action;
}

static void follow_table(struct match *match, const struct game *before,
                         const struct event *event) {
    struct table *table = match->context;

    dealings_follow(&table->dealings, before, event, &match->game);
}

static void play_table(struct crowd *field, const unsigned pairs[2], uint64_t seed) {
    static struct match match;
    static struct table table;

    ck_assert(match_open(&match, rules_base(SEATS), seed));
    table.field = field;
    for (unsigned seat = 0; seat < SEATS; seat++)
        table.bots[seat] = pairs[seat % 2] * 2 + seat / 2;
    for (unsigned seat = SEATS; seat-- > 1;) { /* anybody may sit beside anybody */
        unsigned other = draw_below(field, seat + 1), bot = table.bots[seat];

        table.bots[seat] = table.bots[other];
        table.bots[other] = bot;
    }
    dealings_begin(&table.dealings, &match.setup);
    match.choose = choose_by_habit;
    match.follow = follow_table;
    match.context = &table;
    ck_assert_int_eq(match_play(&match), MATCH_WON);
    field->games++;
    field->events += match.events;
    for (unsigned a = 0; a < SEATS; a++)
        for (unsigned b = 0; b < SEATS; b++)
            if (a != b)
                dealing_add(partner_seat(&table, a) == b ? &field->with[table.bots[a]]
                                                         : &field->others[table.bots[a]],
                            &table.dealings.of[a][b]);
}

/* ---- a season ---- */

static double score_of_pair(const struct crowd *field, unsigned pair) {
    struct suspicion sides[2];

    for (unsigned i = 0; i < 2; i++)
        dealing_judge(&field->with[2 * pair + i], &field->others[2 * pair + i], &sides[i]);
    return suspicion_score(&sides[0], &sides[1]);
}

static void shuffle_pairs(struct crowd *field) {
    for (unsigned i = PAIRS; i-- > 1;) {
        unsigned other = draw_below(field, i + 1), pair = field->order[i];

        field->order[i] = field->order[other];
        field->order[other] = pair;
    }
}

/* Plays all rounds; ONLY: just the tables of the first pair. */
static void play_season(struct crowd *field, uint64_t seed, bool only) {
    for (unsigned round = 0; round < ROUNDS; round++) {
        shuffle_pairs(field);
        for (unsigned table = 0; table < PAIRS / 2; table++) {
            const unsigned *pairs = &field->order[2 * (size_t)table];

            if (!only || pairs[0] == 0 || pairs[1] == 0)
                play_table(field, pairs, (seed * ROUNDS + round) * PAIRS + table);
        }
    }
}

static struct crowd crowd;

/* ---- what is found ---- */

enum { SEASONS = 3, TRIALS = 40 };

START_TEST(honest_pairs_are_left_alone) {
    unsigned seasons = test_share(SEASONS), alarms = 0, pairs = 0, found = 0;
    uint64_t seed = test_seed(1);

    for (unsigned season = 0; season < seasons; season++) {
        double most = 0;

        begin_field(&crowd, seed + season, 2);
        play_season(&crowd, seed + season, false);
        for (unsigned pair = 1; pair < PAIRS; pair++) {
            double score = score_of_pair(&crowd, pair);

            most = score > most ? score : most;
            alarms += score >= suspicion_least;
            pairs++;
        }
        found += score_of_pair(&crowd, 0) >= suspicion_least;
        printf("season %u: colluders %.2f, the most suspicious honest pair %.2f; %u games of %u "
               "events\n",
               season, score_of_pair(&crowd, 0), most, crowd.games, crowd.events / crowd.games);
    }
    printf("%u alarms about %u honest pairs; %u of %u colluding pairs found\n", alarms, pairs,
           found, seasons);
    ck_assert_uint_eq(found, seasons);
    ck_assert_uint_le(100 * alarms, pairs);
}
END_TEST

START_TEST(colluders_are_found_within_20_games) {
    unsigned trials = test_share(TRIALS), found = 0;
    uint64_t seed = test_seed(1);
    double least = 1e9;

    for (unsigned trial = 0; trial < trials; trial++) {
        double score;

        begin_field(&crowd, 1000 + seed + trial, 2);
        play_season(&crowd, 1000 + seed + trial, true);
        score = score_of_pair(&crowd, 0);
        least = score < least ? score : least;
        found += score >= suspicion_least;
    }
    printf("%u of %u colluding pairs found, the least score is %.2f\n", found, trials, least);
    ck_assert_uint_ge(10 * found, 9 * trials);
}
END_TEST

static Suite *suite(void) {
    return test_suite("collusion",
                      (const struct test_case[]){
                          {"honest", honest_pairs_are_left_alone, 0, 1800, NULL, NULL},
                          {"colluders", colluders_are_found_within_20_games, 0, 1800, NULL, NULL},
                          {0},
                      });
}
TEST_MAIN(suite)

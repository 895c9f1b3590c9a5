/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What somebody could have done better: the library on bots' games, and what the server says about finished ones. */
#include "service/bots/mistakes.h"

#include <stdio.h>
#include <string.h>

#include "service/bots/match.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { GAMES = 6, PLAYERS = 4 };

static struct match match;
static struct mistakes seats[PLAYERS];

static void follow(struct match *of, const struct game *before, const struct event *event) {
    for (unsigned s = 0; s < of->setup.rules.players; s++)
        mistakes_follow(&seats[s], before, event);
}

/* A whole game, one bot of each kind of KINDS, judged as it goes. */
static void play_game(struct rules rules, uint64_t seed, const enum bot_kind kinds[PLAYERS],
                      void (*watch)(struct match *, const struct game *, const struct event *)) {
    ck_assert(match_open(&match, rules, seed));
    for (unsigned s = 0; s < rules.players; s++) {
        match.kinds[s] = kinds[s];
        mistakes_begin(&seats[s], &match.setup, s);
    }
    match.follow = watch;
    ck_assert_int_eq(match_play(&match), MATCH_WON);
}

static void assert_worst_first(const struct mistakes *of) {
    double last = 1;

    ck_assert(of->complete);
    ck_assert_uint_le(of->n, MISTAKES_MAX);
    for (unsigned i = 0; i < of->n; i++) {
        const struct mistake *mistake = &of->worst[i];
        double cost = mistake->better_chance - mistake->chance;
        ck_assert(cost > 0 && cost <= last);
        ck_assert(mistake->chance >= 0 && mistake->better_chance <= 1);
        ck_assert(mistake->seq > 1 && mistake->seq <= match.game.seq);
        ck_assert_int_ne(mistake->better.action.type, ACTION_NONE);
        last = cost;
    }
}

/* Who plays better has cheaper mistakes, and the bot that the moves are compared with has hardly any. */
START_TEST(weaker_players_lose_more) {
    static const enum bot_kind kinds[PLAYERS] = {BOT_RANDOM, BOT_EASY, BOT_GREEDY, BOT_HARD};
    uint64_t seed = test_seed(94);
    double cost[PLAYERS] = {0};

    for (unsigned g = 0; g < GAMES; g++) {
        play_game(rules_base(PLAYERS), seed + g, kinds, follow);
        for (unsigned s = 0; s < PLAYERS; s++) {
            assert_worst_first(&seats[s]);
            for (unsigned i = 0; i < seats[s].n; i++)
                cost[s] += seats[s].worst[i].better_chance - seats[s].worst[i].chance;
        }
    }
    printf("the three costliest moves of a game, in chances: random %.3f, easy %.3f, greedy %.3f, "
           "hard %.3f\n",
           cost[0] / GAMES, cost[1] / GAMES, cost[2] / GAMES, cost[3] / GAMES);
    ck_assert_double_gt(cost[0], cost[2]);
    ck_assert_double_gt(cost[1], cost[3]);
    ck_assert_double_gt(cost[2], cost[3]);
    ck_assert_double_lt(cost[3] / GAMES, 0.02);
}
END_TEST

/* ---- several answer together ---- */

static unsigned last_answers;

static void follow_answers(struct match *of, const struct game *before, const struct event *event) {
    if (event->type == DISCARD_PROGRESS_CARD && before->n_pending > 1 &&
        !answers_missing(before, event->player))
        last_answers++;
    follow(of, before, event);
}

/* In the view of the last one who puts a progress card back, the cards of the others are blank. */
START_TEST(hidden_answers_are_not_carried_out) {
    static const enum bot_kind kinds[PLAYERS] = {BOT_RANDOM, BOT_RANDOM, BOT_RANDOM, BOT_RANDOM};
    struct rules rules = rules_knights(CK2022, PLAYERS);

    rules.points_target = 6;
    rules.options[OPTION_FIFTH_CARD_ON_TURN] = FIFTH_END_OF_TURN;
    for (uint64_t seed = 312; last_answers == 0; seed++)
        play_game(rules, seed, kinds, follow_answers);
}
END_TEST

/* ---- the server ---- */

/* A table game from the record, cut behind event AFTER. */
static void go_back_to(const json_t *record, json_int_t after, char id[GAME_ID_SIZE]) {
    json_t *cut = json_deep_copy(record), *events = json_object_get(cut, "events");

    ck_assert_ptr_nonnull(events);
    while (number_at(json_array_get(events, json_array_size(events) - 1), "seq") > after)
        json_array_remove(events, json_array_size(events) - 1);
    json_object_set_new(cut, "result", json_null());
    people_copy(&ada, cut, id);
    json_decref(cut);
}

static void move_as(const char *id, json_int_t seat, const json_t *move) {
    json_t *body = json_pack("{s:I, s:O}", "seat", seat, "action", json_object_get(move, "action"));
    char *text = json_dumps(body, JSON_COMPACT);

    json_decref(person_ask(&ada, 201, "POST", "", text, "/v1/games/%s/moves", id));
    json_decref(body);
    free(text);
}

/* What is said of a mistake is true in the position before it: it was played there, and what would have been better can
 * be played there to its end. */
static void assert_mistake(const json_t *record, const char *id, json_int_t seat,
                           const json_t *mistake) {
    const json_t *better = json_object_get(mistake, "better"), *move;
    const json_t *played = json_object_get(mistake, "played");
    json_int_t after = number_at(mistake, "after");
    json_t *events = GET(&ada, 200, "/v1/games/%s/events?after=%lld&limit=1", id, (long long)after);
    const json_t *event = json_array_get(json_object_get(events, "items"), 0);
    char copy[GAME_ID_SIZE];
    size_t i;

    ck_assert_int_eq(number_at(event, "seq"), after + 1);
    ck_assert_int_eq(number_at(event, "player"), seat);
    ck_assert_str_eq(text_at(event, "type"), text_at(json_object_get(played, "action"), "type"));
    json_decref(events);
    ck_assert_int_gt(number_at(mistake, "cost"), 0);
    ck_assert_int_eq(number_at(mistake, "cost"),
                     number_at(better, "chance") - number_at(played, "chance"));
    go_back_to(record, after, copy);
    move_as(copy, seat, better);
    json_array_foreach(json_object_get(better, "then"), i, move) {
        move_as(copy, seat, move);
    }
}

START_TEST(what_was_better_can_be_played) {
    static const char *const files[] = {"play-knights.json", "play-proved.json",
                                        "play-new-world.json", "play-tribe.json"};
    const char *file = files[_i];
    json_t *record = people_record(file);
    size_t players = json_array_size(json_object_get(record, "players")), found = 0;
    char id[GAME_ID_SIZE];

    people_copy(&ada, record, id);
    for (size_t seat = 0; seat < players; seat++) {
        json_t *answer = GET(&ada, 200, "/v1/games/%s/mistakes?seat=%zu", id, seat);
        const json_t *mistakes = json_object_get(answer, "mistakes"), *mistake;
        size_t i;

        ck_assert_int_eq(number_at(answer, "seat"), (json_int_t)seat);
        ck_assert_int_gt(number_at(answer, "judged"), 20);
        json_array_foreach(mistakes, i, mistake) {
            assert_mistake(record, id, (json_int_t)seat, mistake);
        }
        found += i;
        json_decref(answer);
    }
    ck_assert_uint_gt(found, players);
    json_decref(record);
}
END_TEST

/* While a game goes on, what would be better depends on hidden cards; and a seat has to be named. */
START_TEST(not_before_the_end) {
    char id[GAME_ID_SIZE];

    people_import(&ada, "table-knights.json", id);
    assert_problem(GET(&ada, 403, "/v1/games/%s/mistakes?seat=0", id), "forbidden", NULL);
    assert_problem(GET(&ada, 404, "/v1/games/none/mistakes"), "not-found", NULL);
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'visibility':'private',"
              "'seats':[{'account':'me'},{'bot':'easy'}]}",
              id);
    assert_problem(GET(&ada, 403, "/v1/games/%s/mistakes", id), "forbidden", NULL);
    assert_problem(GET(&grace, 404, "/v1/games/%s/mistakes?seat=0", id), "not-found", NULL);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    GET_ONLY(&ada, 200, "/v1/games/%s/mistakes", id); /* their own */
    people_import(&ada, "play-proved.json", id);
    assert_problem(GET(&nobody, 422, "/v1/games/%s/mistakes", id), "invalid", "seat");
    assert_problem(GET(&nobody, 422, "/v1/games/%s/mistakes?seat=3", id), "invalid", "seat");
    GET_ONLY(&nobody, 200, "/v1/games/%s/mistakes?seat=2", id);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "mistakes",
        (const struct test_case[]){
            {.name = "weaker", .test = weaker_players_lose_more},
            {.name = "together", .test = hidden_answers_are_not_carried_out},
            {"better", what_was_better_can_be_played, 4, 0, people_setup, people_teardown},
            {"running", not_before_the_end, 0, 0, people_setup, people_teardown},
            {0},
        });
}

TEST_MAIN(suite)

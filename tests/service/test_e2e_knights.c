/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whole games of Cities & Knights by four people, from sign-up to the winner: each decision off turn is made by its own
 * player, with a token of their own. */
#include <stdio.h>

#include "tests/service/e2e_games.h"

static const struct plan plans[] = {
    {"{'rules':{'game':'cities_and_knights','edition':'ck2020'}}", {0, 1, 2, 3, -1}, true, NULL},
    {"{'rules':{'game':'cities_and_knights','edition':'ck2022'},'board':{'layout':'beginner'}}",
     {1, 2, 3, 0, -1},
     false,
     NULL},
    {"{'rules':{'game':'cities_and_knights','edition':'ck2007','victory_points':11,"
     "'variants':['nasty','knight_errant','easy_start']}}",
     {2, 3, 0, 1, -1},
     true,
     NULL},
    {"{'rules':{'game':'cities_and_knights','edition':'ck1998','players':3,'victory_points':10,"
     "'variants':['nasty'],'options':{'displace_origin_free':'yes','deserter_may_act':'no'}}}",
     {3, 0, 1, -1},
     false,
     NULL},
    {"{'rules':{'game':'cities_and_knights','edition':'ck2022','players':6,'victory_points':10}}",
     {4, 0, 5, 1, 3, 2},
     true,
     NULL},
};

enum { GAMES = sizeof plans / sizeof *plans, ROUNDS_MAX = 10, CHECKED_MAX = 2 * GAMES };
_Static_assert(GAMES *ROUNDS_MAX <= GAMES_MAX, "all rounds are played at one table");

/* Every decision that a player can have while it is not their turn, and those of the player on turn that only exist in
 * this game. */
static const char *const decisions[] = {
    "off:discard-seven",
    "off:discard-saboteur",
    "off:choose_pillaged_city",
    "off:choose_progress_deck",
    "off:commit_knights",
    "off:discard_progress_card",
    "off:take_resource",
    "off:relocate_knight",
    "off:remove_knight",
    "off:give_cards",
    "off:give_commodity",
    "on:setup_city",
    "on:choose_progress_deck",
    "on:commit_knights",
    "on:discard_progress_card",
    "on:fifth_card",
    "on:take_resource",
    "on:place_knight",
    "on:take_cards",
    "on:take_progress_card",
};

static void begin(void) {
    games_begin("knights.db");
}

/* The first kind of decision that has not occurred; NULL if there is none. */
static const char *missing(void) {
    const char *name = NULL;
    json_t *decided = games_decided();

    for (size_t i = 0; i < sizeof decisions / sizeof *decisions && name == NULL; i++)
        if (json_object_get(decided, decisions[i]) == NULL)
            name = decisions[i];
    json_decref(decided);
    return name;
}

static void print_decided(void) {
    json_t *decided = games_decided();
    const char *name;
    json_t *n;

    json_object_foreach(decided, name, n) printf("%s %lld\n", name, json_integer_value(n));
    json_decref(decided);
}

/* Rare decisions come in a later game, if not in the first ones; the short run only plays those. */
START_TEST(whole_games_with_every_decision_by_its_owner) {
    const bool all = test_whole();
    struct guest eve;
    int rounds = 0;

    while (rounds == 0 || (all && rounds < ROUNDS_MAX && missing() != NULL)) {
        games_seat_share(plans, GAMES);
        games_play();
        rounds++;
    }
    print_decided();
    NEED(!all || missing() == NULL, "nobody met %s", missing());
    guest_meet(&eve, &games_server, "eve");
    eve.random = random_seeded(games_people[0].posted);
    for (int game = 0; game < games_count && game < CHECKED_MAX; game++)
        games_check(game, &eve);
    guest_leave(&eve);
}
END_TEST

static Suite *suite(void) {
    return test_suite("e2e_knights",
                      (const struct test_case[]){
                          {"whole_games", whole_games_with_every_decision_by_its_owner,
                           .timeout_s = SECONDS_MAX, .setup = begin, .teardown = games_end},
                          {0},
                      });
}
TEST_MAIN(suite)

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Two games that differ only in what seat 0 cannot know look the same to seat 0 and to a spectator, byte for byte, at
 * every step. */
#include <stdio.h>
#include <string.h>

#include "tests/service/e2e.h"

enum { WORLDS = 2 };

static struct e2e_server server;
static struct guest ann, bob;
static char ids[WORLDS][GAME_ID_SIZE];

/* What the two worlds have in common; the cards of seats 1 and 2 are distributed differently. */
#define WORLD(seat_1, seat_2)                                                                      \
    "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'},"           \
    "'seed':'00000000000000000000000000000000000000000000000000000000000000aa',"                   \
    "'position':{'phase':'play','first':0,'turn':{'number':9,'player':0,'rolled':true,"            \
    "'step':'actions','rolls':[{'yellow':2,'red':3}]},'robber':9,'pieces':{'cities':[],"           \
    "'settlements':[{'vertex':10,'player':0},{'vertex':29,'player':0},{'vertex':19,'player':1},"   \
    "{'vertex':40,'player':1},{'vertex':12,'player':2},{'vertex':42,'player':2}],"                 \
    "'roads':[{'edge':16,'player':0},{'edge':42,'player':0},{'edge':29,'player':1},"               \
    "{'edge':58,'player':1},{'edge':19,'player':2},{'edge':53,'player':2}]},'players':["           \
    "{'seat':0,'cards':{'brick':1,'lumber':1,'wool':1,'ore':1},'dev_cards':{'knight':1,"           \
    "'monopoly':1}},{'seat':1," seat_1 "},{'seat':2," seat_2 "}]}}"

static const char *const base_worlds[WORLDS] = {
    WORLD("'cards':{'ore':5,'wool':4,'grain':2},'dev_cards':{'knight':1,'victory_point':1}",
          "'cards':{'brick':5,'wool':3,'lumber':2},'dev_cards':{'monopoly':1}"),
    WORLD("'cards':{'ore':3,'brick':2,'wool':4,'grain':2},'dev_cards':{'victory_point':2}",
          "'cards':{'ore':2,'brick':3,'wool':3,'lumber':2},'dev_cards':{'year_of_plenty':1}"),
};

/* The moves in each world; NULL: as in the first. */
struct step {
    const char *moves[WORLDS];
};

static const struct step base_steps[] = {
    {{"{'seat':0,'action':{'type':'offer_trade','give':{'ore':1},'want':{'wool':1}}}"}},
    {{"{'seat':1,'action':{'type':'accept_trade','offer':1}}"}},
    {{"{'seat':2,'action':{'type':'counter_trade','offer':1,'give':{'brick':1},'want':{'ore':1}}"
      "}"}},
    {{"{'seat':0,'action':{'type':'end_turn'}}"}},
    {{"{'seat':1,'action':{'type':'roll'},'outcome':{'yellow':1,'red':1}}"}},
    {{"{'seat':1,'action':{'type':'buy_dev_card'},'outcome':{'card':'road_building'}}",
      "{'seat':1,'action':{'type':'buy_dev_card'},'outcome':{'card':'knight'}}"}},
    {{"{'seat':1,'action':{'type':'end_turn'}}"}},
    {{"{'seat':2,'action':{'type':'roll'},'outcome':{'yellow':3,'red':4}}"}},
    {{"{'seat':1,'action':{'type':'discard','cards':{'ore':4}}}",
      "{'seat':1,'action':{'type':'discard','cards':{'ore':2,'brick':2}}}"}},
    {{"{'seat':1,'action':{'type':'discard','cards':{'ore':3,'wool':1}}}",
      "{'seat':1,'action':{'type':'discard','cards':{'ore':1,'brick':2,'wool':1}}}"}},
    {{"{'seat':1,'action':{'type':'discard','cards':{'ore':1,'wool':3}}}"}},
    {{"{'seat':2,'action':{'type':'discard','cards':{'wool':3,'lumber':2}}}"}},
    {{"{'seat':2,'action':{'type':'move_robber','hex':5,'victim':1},'outcome':{'card':'ore'}}",
      "{'seat':2,'action':{'type':'move_robber','hex':5,'victim':1},'outcome':{'card':'brick'}}"}},
    {{"{'seat':2,'action':{'type':'offer_trade','give':{'brick':1},'want':{'lumber':1}}}"}},
    {{"{'seat':2,'action':{'type':'end_turn'}}"}},
    {{"{'seat':0,'action':{'type':'play_dev_card','card':'knight','hex':0,'victim':2},"
      "'outcome':{'card':'brick'}}"}},
    {{"{'seat':0,'action':{'type':'roll'},'outcome':{'yellow':2,'red':1}}"}},
    {{"{'seat':1,'action':{'type':'offer_trade','give':{'grain':1},'want':{'lumber':1}}}"}},
    {{"{'seat':0,'action':{'type':'end_turn'}}"}},
};

/* The same with knights: hands differ, and progress cards of the same stacks. */
#define KNIGHTS(seat_1, seat_2)                                                                    \
    "{'mode':'table','rules':{'game':'cities_and_knights','players':3},"                           \
    "'board':{'layout':'beginner'},"                                                               \
    "'seed':'00000000000000000000000000000000000000000000000000000000000000aa',"                   \
    "'position':{'phase':'play','first':0,'turn':{'number':9,'player':0,'rolled':true,"            \
    "'step':'actions','rolls':[{'yellow':2,'red':3,'event':'ship'}]},'robber':9,"                  \
    "'barbarians':{'position':6,'attacks':1},'pieces':{'settlements':[{'vertex':40,'player':1}],"  \
    "'cities':[{'vertex':10,'player':0},{'vertex':29,'player':0},{'vertex':19,'player':1},"        \
    "{'vertex':12,'player':2},{'vertex':42,'player':2}],'knights':[],"                             \
    "'roads':[{'edge':16,'player':0},{'edge':42,'player':0},{'edge':29,'player':1},"               \
    "{'edge':58,'player':1},{'edge':19,'player':2},{'edge':53,'player':2}]},'players':["           \
    "{'seat':0,'cards':{'brick':1,'lumber':1,'wool':1,'ore':1},'progress_cards':['crane']},"       \
    "{'seat':1," seat_1 ",'improvements':{'politics':1}},"                                         \
    "{'seat':2," seat_2 ",'improvements':{'politics':2}}]}}"

static const char *const knights_worlds[WORLDS] = {
    KNIGHTS("'cards':{'ore':5,'wool':4,'coin':2},'progress_cards':['spy','wedding',"
            "'master_merchant','intrigue']",
            "'cards':{'brick':5,'wool':3,'cloth':2},'progress_cards':['irrigation',"
            "'merchant_fleet','merchant','diplomat']"),
    KNIGHTS("'cards':{'ore':3,'brick':2,'wool':4,'cloth':2},'progress_cards':['spy','wedding',"
            "'master_merchant','warlord']",
            "'cards':{'ore':2,'brick':3,'wool':3,'coin':2},'progress_cards':['mining',"
            "'trade_monopoly','merchant','bishop']"),
};

static const struct step knights_steps[] = {
    {{"{'seat':0,'action':{'type':'end_turn'}}"}},
    /* a gate: the fifth card of a player who is not on turn, and one of the player on turn */
    {{"{'seat':1,'action':{'type':'roll'},'outcome':{'yellow':1,'red':1,'event':'politics',"
      "'draws':[{'player':1,'card':'saboteur'},{'player':2,'card':'wedding'}]}}",
      "{'seat':1,'action':{'type':'roll'},'outcome':{'yellow':1,'red':1,'event':'politics',"
      "'draws':[{'player':1,'card':'bishop'},{'player':2,'card':'spy'}]}}"}},
    {{"{'seat':2,'action':{'type':'discard_progress_card','card':'irrigation'}}",
      "{'seat':2,'action':{'type':'discard_progress_card','card':'mining'}}"}},
    {{"{'seat':1,'action':{'type':'play_progress_card','card':'spy','victim':2}}"}},
    {{"{'seat':1,'action':{'type':'take_progress_card','card':'merchant_fleet'}}",
      "{'seat':1,'action':{'type':'take_progress_card','card':'trade_monopoly'}}"}},
    /* gifts, one of them changed */
    {{"{'seat':1,'action':{'type':'play_progress_card','card':'wedding'}}"}},
    {{"{'seat':2,'action':{'type':'give_cards','cards':{'brick':2}}}",
      "{'seat':2,'action':{'type':'give_cards','cards':{'ore':2}}}"}},
    {{"{'seat':2,'action':{'type':'give_cards','cards':{'brick':1,'cloth':1}}}",
      "{'seat':2,'action':{'type':'give_cards','cards':{'ore':1,'coin':1}}}"}},
    {{"{'seat':0,'action':{'type':'give_cards','cards':{'wool':1,'ore':1}}}"}},
    {{"{'seat':1,'action':{'type':'play_progress_card','card':'master_merchant','victim':2}}"}},
    {{"{'seat':1,'action':{'type':'take_cards','cards':{'cloth':1,'wool':1}}}",
      "{'seat':1,'action':{'type':'take_cards','cards':{'coin':1,'brick':1}}}"}},
    {{"{'seat':1,'action':{'type':'end_turn'}}"}},
    /* the landing: a city chosen again, before the other player has chosen */
    {{"{'seat':2,'action':{'type':'roll'},'outcome':{'yellow':3,'red':4,'event':'ship'}}"}},
    {{"{'seat':2,'action':{'type':'choose_pillaged_city','vertex':12}}",
      "{'seat':2,'action':{'type':'choose_pillaged_city','vertex':42}}"}},
    {{"{'seat':2,'action':{'type':'choose_pillaged_city','vertex':42}}"}},
    {{"{'seat':0,'action':{'type':'choose_pillaged_city','vertex':10}}"}},
    {{"{'seat':1,'action':{'type':'discard','cards':{'ore':5,'wool':3}}}"}},
    {{"{'seat':2,'action':{'type':'move_robber','hex':5,'victim':1},'outcome':{'card':'ore'}}",
      "{'seat':2,'action':{'type':'move_robber','hex':5,'victim':1},'outcome':{'card':'brick'}}"}},
    {{"{'seat':2,'action':{'type':'end_turn'}}"}},
};

struct story {
    const char *const *worlds;
    const struct step *steps;
    size_t n_steps;
};

static const struct story base = {base_worlds, base_steps, sizeof base_steps / sizeof *base_steps};
static const struct story knights = {knights_worlds, knights_steps,
                                     sizeof knights_steps / sizeof *knights_steps};

/* Removes from a text what can differ: the game's id, and times. */
static void mask(char *text, const char *id) {
    for (char *at = text; (at = strstr(at, id)) != NULL;)
        memset(at, '#', strlen(id));
    for (char *at = text; (at = strstr(at, "\"at\":\"")) != NULL;)
        for (at += 6; *at != '\0' && *at != '"'; at++)
            *at = '#';
}

static void same_bytes(struct guest *who, const char *path, size_t step) {
    char *texts[WORLDS];
    char tags[WORLDS][128];

    for (int w = 0; w < WORLDS; w++) {
        struct response response;
        char full[256];
        const char *tag;

        snprintf(full, sizeof full, "/v1/games/%s/%s", ids[w], path);
        guest_ask(who, &response, "GET", full, "", NULL);
        NEED(response.status == 200, "%s: %d %s", full, response.status, response.body);
        tag = response_header(&response, "ETag");
        snprintf(tags[w], sizeof tags[w], "%s", tag != NULL ? tag : "");
        texts[w] = response.body;
        response.body = NULL;
        response_free(&response);
        mask(texts[w], ids[w]);
    }
    NEED(strcmp(texts[0], texts[1]) == 0, "after step %zu %s tells %s:\n%s\n%s", step, path,
         who->name, texts[0], texts[1]);
    /* The tag of a list of events depends on its bytes, including the times. */
    NEED(strncmp(path, "events", 6) == 0 || strcmp(tags[0], tags[1]) == 0,
         "after step %zu the ETag of %s: %s and %s", step, path, tags[0], tags[1]);
    free(texts[0]);
    free(texts[1]);
}

static void same_to_seat_0(size_t step) {
    static const char *const own[] = {"view?as=0", "actions?as=0", "events?as=0", "board"};
    static const char *const outside[] = {"view", "actions", "events", "board.svg"};

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        same_bytes(&ann, own[i], step);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        same_bytes(&bob, outside[i], step);
}

static void begin(void) {
    e2e_begin(&server, "hidden.db");
    guest_meet(&ann, &server, "ann");
    guest_meet(&bob, &server, "bob");
}

static void make_worlds(const struct story *story) {
    for (int w = 0; w < WORLDS; w++)
        game_make_text(&ann, story->worlds[w], ids[w]);
}

static void end(void) {
    guest_leave(&ann);
    guest_leave(&bob);
    e2e_stop(&server);
}

static void tell(const struct story *story) {
    make_worlds(story);
    same_to_seat_0(0);
    for (size_t i = 0; i < story->n_steps; i++) {
        for (int w = 0; w < WORLDS; w++) {
            const char *const *moves = story->steps[i].moves;

            json_decref(guest_post(&ann, 201, tree(moves[w] != NULL ? moves[w] : moves[0]),
                                   "/v1/games/%s/moves", ids[w]));
        }
        same_to_seat_0(i + 1);
    }
    for (size_t at = 0; at <= story->n_steps; at++) {
        char path[64];

        snprintf(path, sizeof path, "view?as=0&at=%zu", at);
        same_bytes(&ann, path, story->n_steps);
        snprintf(path, sizeof path, "view?at=%zu", at);
        same_bytes(&bob, path, story->n_steps);
    }
}

START_TEST(what_cannot_be_known_cannot_be_seen) {
    tell(&base);
}
END_TEST

START_TEST(nor_can_it_with_knights) {
    tell(&knights);
}
END_TEST

/* The same comparison detects worlds that do differ for seat 0. */
START_TEST(what_can_be_known_differs) {
    char *a, *b;

    make_worlds(&base);
    a = guest_text(&ann, "/v1/games/%s/view?as=1", ids[0]);
    b = guest_text(&ann, "/v1/games/%s/view?as=1", ids[1]);

    mask(a, ids[0]);
    mask(b, ids[1]);
    ck_assert_str_ne(a, b);
    free(a);
    free(b);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "e2e_hidden",
        (const struct test_case[]){
            {"hidden", what_cannot_be_known_cannot_be_seen, .setup = begin, .teardown = end},
            {"knights", nor_can_it_with_knights, .setup = begin, .teardown = end},
            {"known", what_can_be_known_differs, .setup = begin, .teardown = end},
            {0},
        });
}
TEST_MAIN(suite)

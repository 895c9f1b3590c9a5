/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The wording of events: the rows of wording.json. Ann, Bob and Cyd play, Bob reads. */
#include <jansson.h>
#include <string.h>

#include "service/base/json_read.h"
#include "service/document/event_json.h"
#include "service/words/sentence.h"
#include "tests/support/check_main.h"
#include "tests/support/setups.h"

enum { PLAYERS = 3, READER = 1, HELD = 9, LANGUAGES_WORDED = 2 };

static const struct seat_label labels[SEAT_MAX] = {
    {.name = "Ann"}, {.name = "Bob"}, {.name = "Cyd"}};

static struct setup setup_of(const char *game) {
    return strcmp(game, "sea") == 0       ? setup_sea(SCENARIO_NEW_SHORES, PLAYERS)
           : strcmp(game, "knights") == 0 ? setup_knights(CK2020, PLAYERS, 0)
                                          : setup_base(PLAYERS);
}

static void move_cards(struct player *player, const json_t *cards, int sign) {
    const char *name;
    json_t *count;

    json_object_foreach((json_t *)cards, name,
                        count) for (unsigned kind = 0; kind < KIND_COUNT;
                                    kind++) if (strcmp(kind_names[kind], name) == 0) {
        int n = sign * (int)json_integer_value(count);

        player->hand.n[kind] = (uint8_t)(player->hand.n[kind] + n);
        player->hand_count = (uint8_t)(player->hand_count + n);
    }
}

/* Hands full of every card, and the changes by ROW's effects. */
static void deal(const struct setup *setup, const json_t *row, struct game *before,
                 struct game *after) {
    json_t *effect;
    size_t i;

    game_init(setup, before);
    before->phase = PHASE_PLAY;
    for (unsigned seat = 0; seat < PLAYERS; seat++) {
        for (unsigned kind = 0; kind < setup->rules.kinds; kind++)
            before->players[seat].hand.n[kind] = HELD;
        before->players[seat].hand_count = (uint8_t)(HELD * setup->rules.kinds);
    }
    *after = *before;
    json_array_foreach(json_object_get(row, "effects"), i, effect) {
        struct player *player =
            &after->players[json_integer_value(json_object_get(effect, "player"))];

        move_cards(player, json_object_get(effect, "gain"), 1);
        move_cards(player, json_object_get(effect, "lose"), -1);
    }
}

static void check_row(const json_t *row) {
    static const char *const tags[LANGUAGES_WORDED] = {"en", "de"};
    struct setup setup = setup_of(json_string_value(json_object_get(row, "game")));
    struct read_errors errors = {0};
    struct game before, after;
    struct event event;
    int64_t at;

    deal(&setup, row, &before, &after);
    REQUIRE(event_read(&errors, json_object_get(row, "event"), "", &setup, &before, &event, &at),
            "%s: %s", json_string_value(json_object_get(row, "en")), errors.items[0].detail);
    for (unsigned language = 0; language < LANGUAGES_WORDED; language++) {
        const char *wanted = json_string_value(json_object_get(row, tags[language]));
        const struct sentence to = {.setup = &setup,
                                    .labels = labels,
                                    .viewer = READER,
                                    .language = (enum language)language,
                                    .names = true,
                                    .you = true};
        struct buffer text;

        buffer_init(&text, SENTENCE_MAX);
        sentence_write(&text, &to, &before, &after, &event);
        buffer_byte(&text, '\0');
        ck_assert_str_eq(text.data, wanted);
        buffer_free(&text);
    }
}

START_TEST(events_read_as_they_are_worded) {
    json_error_t error;
    json_t *rows = json_load_file(test_path("tests/service/wording.json"), 0, &error), *row;
    size_t i;

    REQUIRE(json_is_array(rows) && json_array_size(rows) > 0, "%s", error.text);
    json_array_foreach(rows, i, row) check_row(row);
    json_decref(rows);
}
END_TEST

static Suite *suite(void) {
    return test_suite("wording", (const struct test_case[]){
                                     {.name = "rows", .test = events_read_as_they_are_worded},
                                     {0},
                                 });
}
TEST_MAIN(suite)

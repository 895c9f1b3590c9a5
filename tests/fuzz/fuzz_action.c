/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * A move as a client posts it, {"seat"?,"action":{…},"outcome"?:{…}}, tried on states in the middle of games for two,
 * three and four, and of Cities & Knights in all editions: reading never fails without an error message, what was read
 * is written back the same, and a legal move with a possible outcome leaves a valid state.
 */
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/action_json.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/settings.h"
#include "tests/support/random_game.h"

enum { BASE_STATES = 12, STATES = 36, STEP = 25, DOCUMENT_MAX = 1 << 16 };

static struct random_game states[STATES];

static void make_states(void) {
    struct event event;
    if (states[0].game.seq != 0)
        return;
    for (unsigned i = 0; i < BASE_STATES; i++) {
        random_game_begin(&states[i], i + 1, 2 + i % 3, &event);
        (void)random_game_play(&states[i], (i + 1) * STEP, NULL, NULL);
    }
    for (unsigned i = BASE_STATES; i < STATES; i++) {
        struct rules rules = fuzz_knights(i, 0);
        fuzz_begin(&states[i], &rules, i);
        (void)random_game_play(&states[i], (i + 1) * STEP, NULL, NULL);
    }
}

static void read_back(const struct setup *setup, const struct action *action) {
    struct read_errors errors = {0};
    struct read_failure failure;
    struct action again;
    struct buffer buffer;
    buffer_init(&buffer, DOCUMENT_MAX);
    struct writer w = writer_to(&buffer);
    action_write(&w, action, 0);
    json_t *value = read_json(buffer.data, buffer.size, &failure);
    REQUIRE_HOLDS(value != NULL, failure.detail);
    REQUIRE_HOLDS(action_read(&errors, value, "", setup, &again), errors.items[0].detail);
    REQUIRE_HOLDS(memcmp(action, &again, sizeof again) == 0, "another action");
    json_decref(value);
    buffer_free(&buffer);
}

static void try_move(const struct random_game *on, const json_t *value) {
    struct read_errors errors = {0};
    unsigned parts;
    json_int_t seat = json_integer_value(json_object_get(value, "seat"));
    struct event event = {.player = (uint8_t)((uint64_t)seat % on->setup.rules.players)};
    if (!action_read(&errors, json_object_get(value, "action"), "/action", &on->setup,
                     &event.action))
        return;
    event.type = event.action.type;
    read_back(&on->setup, &event.action);
    bool told = outcome_read(&errors, json_object_get(value, "outcome"), "/outcome", &on->setup,
                             &event.action, &event.outcome, &parts);
    if (game_legal(&on->setup, &on->game, event.player, &event.action) != REASON_OK || !told)
        return;
    struct chance chance = numbered_chance();
    struct game game = on->game;
    event.drawn = (uint8_t)(game_parts(&on->setup, &game, &event.action) & ~parts);
    game_draw(&on->setup, &game, event.player, &event.action, event.drawn, &chance, &event.outcome);
    if (game_accepts(&on->setup, &game, &event) != REASON_OK)
        return;
    game_apply(&on->setup, &game, &event);
    const char *wrong = game_ok(&on->setup, &game);
    REQUIRE_HOLDS(wrong == NULL, wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct read_failure failure;
    json_t *value = read_json((const char *)data, size, &failure);
    make_states();
    for (unsigned i = 0; value != NULL && i < STATES; i++)
        try_move(&states[i], value);
    json_decref(value);
    return 0;
}

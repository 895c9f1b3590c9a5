/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Any bytes as a condition of standing orders, for running games of either kind: reading reports what is wrong, and
 * where, in text that can be shown; an accepted condition can be evaluated on every seat's view, and gives the opposite
 * with a `not`.
 */
#include <glib.h>
#include <string.h>

#include "service/orders/condition.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/settings.h"
#include "tests/support/random_game.h"

enum { STATES = 4, STEP = 90, NOT = sizeof "not (" - 1 };

static struct random_game states[STATES];
static struct game views[STATES][SEAT_MAX];

static void make_states(void) {
    struct event event;

    if (states[0].game.seq != 0)
        return;
    for (unsigned i = 0; i < STATES; i++) {
        if (i < STATES / 2) {
            random_game_begin(&states[i], i + 1, 2 + i, &event);
        } else {
            struct rules rules = fuzz_knights(i, 0);
            fuzz_begin(&states[i], &rules, i);
        }
        (void)random_game_play(&states[i], (i % 2 + 1) * STEP, NULL, NULL);
        for (unsigned seat = 0; seat < states[i].setup.rules.players; seat++)
            game_view(&states[i].setup, &states[i].game, seat, &views[i][seat]);
    }
}

/* The same with a `not`, if that is not too long or too deep. */
static void turn_round(unsigned i, const char *text, size_t size,
                       const struct condition *condition) {
    const struct setup *setup = &states[i].setup;
    char longer[CONDITION_TEXT_MAX];
    struct notation_error error;
    struct condition turned;

    if (size + NOT + 1 > sizeof longer)
        return;
    memcpy(longer, "not (", NOT);
    memcpy(longer + NOT, text, size);
    longer[NOT + size] = ')';
    if (!condition_read(setup, NULL, longer, NOT + size + 1, &turned, &error))
        return;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        REQUIRE_HOLDS(condition_holds(condition, setup, &views[i][seat], seat) !=
                          condition_holds(&turned, setup, &views[i][seat], seat),
                      "a condition holds with its opposite");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    bool valid = g_utf8_validate(text, (gssize)size, NULL);

    make_states();
    for (unsigned i = 0; i < STATES; i++) {
        struct notation_error error;
        struct condition condition;

        if (condition_read(&states[i].setup, NULL, text, size, &condition, &error)) {
            REQUIRE_HOLDS(condition.n > 0, "nothing was read");
            turn_round(i, text, size, &condition);
            continue;
        }
        REQUIRE_HOLDS(error.at + error.len <= size, "the mistake lies outside the text");
        REQUIRE_HOLDS(error.detail[0] != '\0', "the mistake is not explained");
        REQUIRE_HOLDS(!valid || g_utf8_validate(error.detail, -1, NULL), error.detail);
    }
    return 0;
}

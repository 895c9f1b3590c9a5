/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Any bytes as moves in notation, with and without a view of a running game of either kind: reading reports what is
 * wrong in text that can be shown; an accepted move is on the board, can be written, and is read back the same. Input:
 * a byte that chooses the game and whether there is a view, and the text.
 */
#include <glib.h>
#include <string.h>

#include "service/words/notation.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/settings.h"
#include "tests/support/random_game.h"

enum { STATES = 6, STEP = 60 };

static struct random_game states[STATES];
static struct game views[STATES];

static const struct seat_label labels[SEAT_MAX] = {
    {"Ann", "red"}, {"Ben Bee", NULL}, {NULL, "white"}, {"blue", "red"}, {NULL, NULL}, {"4", NULL},
};

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
        (void)random_game_play(&states[i], (i % 3 + 1) * STEP, NULL, NULL);
        game_view(&states[i].setup, &states[i].game, states[i].game.active, &views[i]);
    }
}

static void read_back(const struct random_game *on, const struct seat_label *names,
                      const struct action *action) {
    struct notation_error error;
    struct action again;
    struct buffer text;

    REQUIRE_HOLDS(action_shape(&on->setup, action) == NULL, action_shape(&on->setup, action));
    buffer_init(&text, NOTATION_TEXT_MAX);
    notation_write(&text, &on->setup, names, action);
    REQUIRE_HOLDS(!text.failed && text.size <= NOTATION_MOVE_MAX, "too long");
    buffer_byte(&text, '\0');
    REQUIRE_HOLDS(
        notation_read(&on->setup, NULL, 0, names, text.data, text.size - 1, &again, &error),
        error.detail);
    REQUIRE_HOLDS(memcmp(action, &again, sizeof again) == 0, text.data);
    buffer_free(&text);
}

static void read_text(unsigned i, bool in_view, const char *text, size_t size) {
    const struct random_game *on = &states[i];
    const struct seat_label *names = in_view ? labels : NULL;
    struct action actions[NOTATION_MOVES_MAX];
    struct notation_error error;
    size_t n = notation_read_all(&on->setup, in_view ? &views[i] : NULL, on->game.active, names,
                                 LANGUAGE_ENGLISH, NOTATION_PROGRAM, text, size, actions,
                                 NOTATION_MOVES_MAX, &error);

    if (n == 0) {
        REQUIRE_HOLDS(error.at + error.len <= size, "the mistake lies outside the text");
        REQUIRE_HOLDS(error.detail[0] != '\0' && g_utf8_validate(error.detail, -1, NULL),
                      error.detail);
    }
    for (size_t m = 0; m < n; m++)
        read_back(on, names, &actions[m]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1)
        return 0;
    make_states();
    read_text(data[0] % STATES, data[0] / STATES % 2, (const char *)data + 1, size - 1);
    return 0;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Bodies of the log with any damage: what decodes was encoded in the only possible way. Input: the event's type and
 * player, then the body; type 255 is the body of a set-up.
 */
#include <string.h>

#include "engine/game.h"
#include "tests/fuzz/fuzz.h"

enum { TYPE_SETUP = 255 };

static void try_setup(const uint8_t *body, size_t size) {
    static struct setup setup;
    static struct game game;
    struct rules rules;
    struct board_spec spec;
    uint8_t again[SETUP_BODY_MAX];
    size_t at;
    if (!setup_decode(body, size, &rules, &spec))
        return;
    REQUIRE_HOLDS(setup_encode(&rules, &spec, again) == size, "another length");
    REQUIRE_HOLDS(memcmp(again, body, size) == 0, "other bytes");
    if (setup_build(&setup, &rules, &spec, &at) != BOARD_OK)
        return;
    game_init(&setup, &game);
    const char *wrong = game_ok(&setup, &game);
    REQUIRE_HOLDS(wrong == NULL, wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct event event;
    uint8_t again[EVENT_BODY_MAX];
    if (size < 2)
        return 0;
    const uint8_t *body = data + 2;
    size -= 2;
    if (data[0] == TYPE_SETUP) {
        try_setup(body, size);
    } else if (event_decode(data[0], data[1], body, size, &event)) {
        REQUIRE_HOLDS(event_encode(&event, again) == size, "another length");
        REQUIRE_HOLDS(memcmp(again, body, size) == 0, "other bytes");
        REQUIRE_HOLDS(event_draws(&event) == 0 || event_is_action(event.type) ||
                          event.type == EVENT_START,
                      "what draws nothing has used up draws");
    }
    return 0;
}

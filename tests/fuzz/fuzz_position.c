/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * A position from outside. An accepted one is valid, is written and read back the same, lists its moves and is
 * playable. Input: a digit, the number of players ('5' to '7': 2 to 4 in the strict order), or a byte from 64 on that
 * chooses the rules of Cities & Knights, then the document.
 */
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/position.h"
#include "service/document/view_json.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/settings.h"
#include "tests/support/random_game.h"

enum { MOVES = 3, DOCUMENT_MAX = 1 << 20, KNIGHTS = 64 };

static struct random_game rg;
static struct setup setups[UINT8_MAX + 1]; /* by the first byte; built on first use */
static bool built[UINT8_MAX + 1];

static void require_ok(void) {
    const char *wrong = game_ok(&rg.setup, &rg.game);
    REQUIRE_HOLDS(wrong == NULL, wrong);
}

static void read_back(void) {
    static const struct seat_label labels[SEAT_MAX];
    struct view_head head = {.labels = labels};
    struct read_errors errors = {0};
    struct read_failure failure;
    struct buffer buffer;
    struct game again;
    buffer_init(&buffer, DOCUMENT_MAX);
    struct writer w = writer_to(&buffer);
    view_write(&w, &rg.setup, &rg.game, VIEWER_ALL, &head);
    json_t *value = read_json(buffer.data, buffer.size, &failure);
    REQUIRE_HOLDS(value != NULL, failure.detail);
    bool ok = position_read(&errors, value, "", &rg.setup, &again);
    REQUIRE_HOLDS(ok, errors.items[0].detail);
    REQUIRE_HOLDS(position_same(&rg.game, &again), "another position");
    json_decref(value);
    buffer_free(&buffer);
}

static void play_on(void) {
    struct event event;
    rg.random = random_seeded(1);
    if (rg.game.first == NONE) {
        struct random_chance chance = random_chance(&rg.random);
        game_draw_start(&rg.setup, &chance.chance, &event);
        game_apply(&rg.setup, &rg.game, &event);
    }
    for (unsigned n = 0; n < MOVES && random_game_next(&rg, &event); n++) {
        game_apply(&rg.setup, &rg.game, &event);
        require_ok();
    }
}

static struct rules choose_rules(unsigned byte) {
    unsigned choice = (byte - '2') % 6;
    struct rules rules = rules_base(2 + choice % 3);
    rules.combined_phases = choice < 3;
    return byte >= KNIGHTS ? fuzz_knights(byte - KNIGHTS, 0) : rules;
}

static void choose_setup(unsigned byte) {
    size_t at;
    rg.rules = choose_rules(byte);
    layout_printed(&rg.spec, MAP_BASE);
    if (!built[byte])
        REQUIRE_HOLDS(setup_build(&setups[byte], &rg.rules, &rg.spec, &at) == BOARD_OK,
                      "the board");
    built[byte] = true;
    rg.setup = setups[byte];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct read_errors errors = {0};
    struct read_failure failure;
    if (size < 1)
        return 0;
    choose_setup(data[0]);
    json_t *value = read_json((const char *)data + 1, size - 1, &failure);
    if (value != NULL && position_read(&errors, value, "", &rg.setup, &rg.game)) {
        require_ok();
        read_back();
        play_on();
    } else {
        REQUIRE_HOLDS(value == NULL || errors.count > 0, "refused without a reason");
    }
    json_decref(value);
    return 0;
}

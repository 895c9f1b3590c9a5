/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * An untrusted log, played through trail_accepts: nothing accepted breaks the state, and what is refused changes
 * nothing. Input: a byte that chooses rules and board; if its two highest bits are not both 0, two more bytes for the
 * rules of Cities & Knights; a byte for how far the game has been played already; then events, each `type player length
 * body`, or, if the type is 255, `player choice`: one of the moves listed for that seat, with a random outcome, so that
 * raw events meet advanced games.
 */
#include <string.h>

#include "engine/undo.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/settings.h"
#include "tests/support/random_game.h"

enum {
    TYPE_LISTED = 255,
    EVENTS_MAX = 40,
    KNIGHTS = 0xc0,
    DEPTHS = 8,
    STEP = 40,
    STARTS = 512,
    CHECK_EVERY = 8
};

/* Where an input begins. Creating one is slow, so they are cached by what the input chooses. */
struct start {
    bool made;
    uint32_t key;
    struct random_game rg;
};

static struct start starts[STARTS];
static struct setup setup;
static struct game game;
static struct trail trail;

static bool raw_event(struct input *input, unsigned type, struct event *event) {
    unsigned player = input_byte(input);
    size_t size = input_byte(input), left = (size_t)(input->end - input->at);
    const uint8_t *body = input->at;
    size = size < left ? size : left;
    input->at += size;
    return event_decode(type, player, body, size, event);
}

static bool listed_event(struct input *input, struct event *event) {
    static struct move_list list;
    struct chance chance = numbered_chance();
    unsigned seat = input_byte(input), choice = input_byte(input);
    chance.next = game.seq;
    if (seat >= setup.rules.players)
        seat = game.n_pending ? game.pending[0].player : 0;
    game_list(&setup, &game, seat, &list);
    if (list.n == 0)
        return false;
    struct action action = list.items[choice % list.n];
    if (action.open && !game_fill_random(&setup, &game, seat, &chance, &action))
        return false;
    if (game_legal(&setup, &game, seat, &action) != REASON_OK)
        return false;
    *event = (struct event){.type = action.type, .player = (uint8_t)seat};
    event->action = action;
    event->drawn = (uint8_t)game_parts(&setup, &game, &action);
    game_draw(&setup, &game, seat, &action, event->drawn, &chance, &event->outcome);
    REQUIRE_HOLDS(game_accepts(&setup, &game, event) == REASON_OK, "a listed move is refused");
    return true;
}

/* The beginners' board, or a rhombus with SIDE hexes on each side: the largest or a small one. */
static void choose_board(unsigned side, struct board_spec *spec) {
    static const uint8_t numbers[] = {0, 6, 8, 5, 9, 4, 10};
    layout_printed(spec, MAP_BASE);
    if (side == 0)
        return;
    *spec = (struct board_spec){.n_hexes = (uint8_t)(side * side)};
    for (unsigned i = 0; i < side * side; i++)
        spec->hexes[i] = (struct hex_spec){{(int8_t)(i % side), (int8_t)(i / side)},
                                           i % 7 == 0 ? DESERT : (uint8_t)(i % 5),
                                           numbers[i % 7]};
}

static struct rules choose_rules(unsigned flags, unsigned choice, unsigned option) {
    struct rules rules = rules_base(2 + flags % 3);
    if (flags & KNIGHTS) {
        rules = fuzz_knights(choice, option);
        rules.points_target = flags & 8 ? 6 : 13;
        return rules;
    }
    rules.combined_phases = flags & 4;
    rules.points_target = flags & 8 ? POINTS_TARGET_MIN : 10;
    return rules;
}

/* Plays listed moves by a seed, for DEPTH steps; if 0, the log is empty. */
static void make_start(struct start *start, unsigned flags, const struct rules *rules,
                       unsigned depth) {
    static const uint8_t sides[4] = {0, 8, 2, 3};
    struct random_game *rg = &start->rg;
    struct event event;
    size_t at;
    memset(rg, 0, sizeof *rg);
    rg->rules = *rules;
    rg->random = random_seeded(depth);
    choose_board(sides[flags / 16 % 4], &rg->spec);
    REQUIRE_HOLDS(setup_build(&rg->setup, &rg->rules, &rg->spec, &at) == BOARD_OK, "the board");
    game_init(&rg->setup, &rg->game);
    if (depth > 0) {
        struct random_chance chance = random_chance(&rg->random);
        game_draw_start(&rg->setup, &chance.chance, &event);
        game_apply(&rg->setup, &rg->game, &event);
        (void)random_game_play(rg, (size_t)depth * STEP, NULL, NULL);
    }
    start->made = true;
}

static void begin(struct input *input) {
    unsigned flags = input_byte(input), choice = 0, option = 0;
    if (flags & KNIGHTS) {
        choice = input_byte(input);
        option = input_byte(input);
    }
    unsigned depth = input_byte(input) % DEPTHS;
    struct rules rules = choose_rules(flags, choice, option);
    uint32_t key = flags << 24 | choice << 16 | option << 8 | depth;
    struct start *start = &starts[key * UINT32_C(2654435761) >> 23];
    if (!start->made || start->key != key)
        make_start(start, flags, &rules, depth);
    start->key = key;
    setup = start->rg.setup;
    game = start->rg.game;
    trail_begin(&trail, &game, flags & 2);
}

static void require_ok(void) {
    const char *wrong = game_ok(&setup, &game);
    REQUIRE_HOLDS(wrong == NULL, wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    struct event event;
    begin(&input);
    for (unsigned n = 0; input.at < input.end && n < EVENTS_MAX; n++) {
        unsigned type = input_byte(&input);
        if (!(type == TYPE_LISTED ? listed_event(&input, &event) : raw_event(&input, type, &event)))
            continue;
        if (trail_accepts(&trail, &setup, &game, &event) != REASON_OK)
            continue;
        uint32_t draws = game.draws;
        bool revealed = game.revealed;
        trail_apply(&trail, &setup, &game, &event);
        bool chance = event_is_action(event.type) || event.type == EVENT_START;
        REQUIRE_HOLDS(chance || game.draws == draws, "the server's own event draws");
        REQUIRE_HOLDS(!revealed || event.type == EVENT_FINISHED || !chance,
                      "a move after all was laid open");
        if (n % CHECK_EVERY == 0)
            require_ok();
    }
    require_ok();
    return 0;
}

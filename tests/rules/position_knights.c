/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Lines of rules and positions that only Cities & Knights has. */
#include <string.h>

#include "tests/rules/scenario.h"

/* ---- rules ---- */

/* Everything that an edition decides; what earlier lines set for all editions stays. */
static void choose_edition(struct run *run, unsigned edition) {
    struct rules rules = rules_knights(edition, 4);
    rules.players = run->rules.players;
    rules.variants = run->rules.variants;
    run->rules = rules;
    if (run->layout == BOARD_BEGINNER) {
        run->layout = BOARD_KNIGHTS;
    }
}

/* "editions all" or "editions ck1998 ck2022": the scenario runs once in each. */
static void editions_line(struct run *run) {
    unsigned edition;
    run->n_editions = 0;
    if (word_is(run, "all")) {
        for (edition = CK1998; edition < EDITION_COUNT; edition++) {
            run->editions[run->n_editions++] = (uint8_t)edition;
        }
    }
    while (run->n_editions < EDITION_COUNT &&
           name_is(run, edition_names, EDITION_COUNT, &edition)) {
        run->editions[run->n_editions++] = (uint8_t)edition;
    }
    if (run->n_editions == 0) {
        wrong(run, "\"all\" or editions are expected");
    }
    choose_edition(run, run->editions[run->round]);
}

/* "option chase_target numbered" */
static void option_line(struct run *run) {
    const char *name = word_take(run);
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        if (strcmp(name, option_rows[i].name) == 0) {
            run->rules.options[i] =
                (uint8_t)name_take(run, option_rows[i].values, OPTION_VALUES_MAX, "a value");
            return;
        }
    }
    wrong(run, "there is no option %s", name);
}

bool knights_rules_line(struct run *run) {
    if (word_is(run, "edition")) {
        choose_edition(run, name_take(run, edition_names, EDITION_COUNT, "an edition"));
    } else if (word_is(run, "editions")) {
        editions_line(run);
    } else if (word_is(run, "variant")) {
        unsigned variant = name_take(run, variant_names, VARIANT_COUNT, "a variant");
        run->rules.variants = (uint8_t)(run->rules.variants | 1u << variant);
    } else if (word_is(run, "option")) {
        option_line(run);
    } else {
        return false;
    }
    return true;
}

/* ---- a player ---- */

static unsigned board_vertex(struct run *run) {
    unsigned vertex = vertex_take(run);
    if (vertex >= run->setup.board.n_vertices) {
        wrong(run, "vertex %u is not on the board", vertex);
    }
    return vertex;
}

/* "knight 17 strong active", then any of activated, acted, promoted, committed */
static void knight_part(struct run *run, struct player *player) {
    static const struct {
        const char *word;
        uint8_t bit;
    } words[] = {{"active", KNIGHT_ACTIVE},
                 {"activated", KNIGHT_ACTIVATED},
                 {"acted", KNIGHT_ACTED},
                 {"promoted", KNIGHT_PROMOTED},
                 {"committed", KNIGHT_COMMITTED}};
    unsigned vertex = board_vertex(run);
    unsigned bits = 1 + name_take(run, rank_names, RANK_COUNT, "a rank");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (word_is(run, words[i].word)) {
            bits |= words[i].bit;
        }
    }
    vertex_set_add(&player->knights, vertex);
    run->game.knight[vertex] = (uint8_t)bits;
}

/* "walls 12 17": places added to a set of the game, and to the player's cities if they are cities. */
static void city_part(struct run *run, struct vertex_set *set, struct vertex_set *cities) {
    unsigned vertex;
    while (number_is(run, &vertex)) {
        run->line.at--;
        vertex = board_vertex(run);
        vertex_set_add(set, vertex);
        if (cities != NULL) {
            vertex_set_add(cities, vertex);
        }
    }
}

static void progress_part(struct run *run, struct player *player) {
    unsigned count, card;
    while (progress_is(run, &count, &card)) {
        while (count-- > 0) {
            if (player->progress_count == PROGRESS_HAND_MAX) {
                wrong(run, "nobody ever holds more than %d progress cards", PROGRESS_HAND_MAX);
            }
            player->progress[player->progress_count++] = (uint8_t)(1 + card);
        }
    }
}

static void laid_part(struct run *run, struct player *player) {
    for (;;) {
        if (word_is(run, "printer")) {
            player->vp_cards |= VP_PRINTER;
        } else if (word_is(run, "constitution")) {
            player->vp_cards |= VP_CONSTITUTION;
        } else {
            return;
        }
    }
}

bool knights_player_part(struct run *run, unsigned seat) {
    struct game *game = &run->game;
    struct player *player = &game->players[seat];
    unsigned track;
    if (name_is(run, track_names, TRACK_COUNT, &track)) { /* "trade 3": the level */
        player->improvements[track] = (uint8_t)number_take(run);
    } else if (word_is(run, "knight")) {
        knight_part(run, player);
    } else if (word_is(run, "walls")) {
        city_part(run, &game->walls, NULL);
    } else if (word_is(run, "tipped")) {
        city_part(run, &game->tipped, &player->cities);
    } else if (word_is(run, "sabotaged")) {
        city_part(run, &game->sabotaged, &player->cities);
    } else if (word_is(run, "metropolis")) {
        track = name_take(run, track_names, TRACK_COUNT, "an area");
        game->metropolis[track] = (uint8_t)board_vertex(run);
    } else if (word_is(run, "progress")) {
        progress_part(run, player);
    } else if (word_is(run, "laid")) {
        laid_part(run, player);
    } else if (word_is(run, "defender")) {
        player->defender_points = (uint8_t)number_take(run);
    } else {
        return false;
    }
    return true;
}

/* ---- the table and the turn ---- */

/* "returned science crane smith": returned under a stack, the next to be drawn first. */
static void returned_line(struct run *run) {
    unsigned track = name_take(run, track_names, TRACK_COUNT, "an area");
    unsigned count, card;
    while (progress_is(run, &count, &card)) {
        while (count-- > 0) {
            uint8_t *n = &run->game.returned_count[track];
            if (*n == STACK_MAX) {
                wrong(run, "a stack has at most %d cards", STACK_MAX);
            }
            run->game.returned[track][(*n)++] = (uint8_t)(1 + card);
        }
    }
}

static void seats_line(struct run *run, uint8_t *seats) {
    unsigned seat;
    while (number_is(run, &seat)) {
        *seats = (uint8_t)(*seats | 1u << seat);
    }
}

/* The effects of cards for the rest of this turn. */
static bool card_line(struct run *run) {
    struct game *game = &run->game;
    if (word_is(run, "dice-set")) {
        game->preset[0] = (uint8_t)number_take(run);
        game->preset[1] = (uint8_t)number_take(run);
    } else if (word_is(run, "cranes")) {
        game->cranes = (uint8_t)number_take(run);
    } else if (word_is(run, "fleet")) {
        game->fleet = (uint8_t)(game->fleet | 1u << kind_take(run));
    } else if (word_is(run, "harbor-played")) {
        game->harbor = true;
        seats_line(run, &game->harbor_asked);
    } else if (word_is(run, "errant-used")) {
        game->errant_used = true;
    } else {
        return false;
    }
    return true;
}

bool knights_turn_part(struct run *run) {
    struct game *game = &run->game;
    if (word_is(run, "returned")) {
        returned_line(run);
    } else if (word_is(run, "merchant")) {
        game->merchant = (uint8_t)hex_take(run);
        game->merchant_holder = (uint8_t)seat_take(run);
    } else if (word_is(run, "barbarians")) {
        game->barbarians = (uint8_t)number_take(run);
    } else if (word_is(run, "attacks")) {
        game->attacks = (uint16_t)number_take(run);
        if (game->robber == NONE && run->setup.board.desert != NONE) { /* released (C-54) */
            game->robber = run->setup.board.desert;
        }
    } else if (word_is(run, "event")) {
        game->event = (uint8_t)name_take(run, face_names, FACE_COUNT, "a face of the event die");
    } else if (word_is(run, "turn-number")) {
        game->turn = number_take(run);
    } else {
        return card_line(run);
    }
    return true;
}

/* ---- defaults ---- */

void knights_position_finish(struct run *run) {
    struct game *game = &run->game;
    if (!run->setup.rules.knights) {
        return;
    }
    if (game->step == STEP_ACTIONS && game->event == FACE_NONE &&
        !game_easy_turn(&run->setup, game)) {
        game->event = FACE_POLITICS;
    }
    if (game->event != FACE_NONE) {
        game->last_event = game->event;
    }
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_RANDOM_GAME_H
#define TESTS_SUPPORT_RANDOM_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"

/*
 * Random games, the same for the same seed: all property tests play these. Players who are not on turn also make and
 * answer offers; discards are sometimes changed; players resign.
 */

/* A small generator (xorshift64*). Never 0. */
struct random {
    uint64_t state;
};

struct random random_seeded(uint64_t seed);
uint32_t random_below(struct random *random, uint32_t bound);

/* A chance for the engine that draws from RANDOM, whatever the draw's number. */
struct random_chance {
    struct chance chance; /* first: the engine passes it back */
    struct random *random;
};

struct random_chance random_chance(struct random *random);

/* A chance whose draws depend only on their number, as in the service. */
struct chance numbered_chance(void);

struct random_game {
    struct setup setup;
    struct rules rules;
    struct board_spec spec;
    struct game game;
    struct random random;
};

/* A game from SEED: 2 to 4 players (0: chosen by the seed), random or beginner board, either order of phases, sometimes
 * another target. The start event is applied. */
void random_game_begin(struct random_game *rg, uint64_t seed, unsigned players,
                       struct event *start);

/* The same with Cities & Knights: 3 or 4 players, any edition, any set of variants, sometimes a setting of another
 * edition, sometimes a large board. */
void random_game_begin_knights(struct random_game *rg, uint64_t seed, unsigned players,
                               struct event *start);

/* A game of five or six on their own board, with paired players or special building, base or KNIGHTS. */
void random_game_begin_large(struct random_game *rg, uint64_t seed, bool knights,
                             struct event *start);

/* The base game at sea, three to six players, on islands of any kind, with settings of any printing. */
void random_game_begin_sea(struct random_game *rg, uint64_t seed, struct event *start);

/* The scenarios with a map for three to six. */
enum { MAP_SCENARIOS = 10 };
extern const uint8_t map_scenarios[MAP_SCENARIOS];

/* One of them, three to six players, on its printed map or shuffled. */
void random_game_begin_scenario(struct random_game *rg, uint64_t seed, struct event *start);

/* A game of each of these kinds in turn, by N; everything else is chosen by SEED. */
enum { RANDOM_KINDS = 8 };
void random_game_begin_any(struct random_game *rg, unsigned n, uint64_t seed, struct event *start);

/* Chooses a legal move of some player and draws its outcome; the state is unchanged. Returns false when the game is
 * over. */
bool random_game_next(struct random_game *rg, struct event *event);

/* Plays until the game is over, at most MAX events; calls EACH (can be NULL) with the state before and after each event
 * and with ARG. Returns the number of events applied. */
size_t random_game_play(struct random_game *rg, size_t max,
                        void (*each)(const struct random_game *rg, const struct game *before,
                                     const struct event *event, void *arg),
                        void *arg);

#endif

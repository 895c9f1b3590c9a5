/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_NEW_GAME_H
#define SERVICE_GAME_NEW_GAME_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/clocks.h"
#include "db/games.h"
#include "db/store.h"
#include "db/tags.h"
#include "service/document/board_json.h"
#include "service/document/record.h"

/* A requested game: everything that is chosen when it is made. */
struct new_game {
    enum store_game_mode mode;
    enum store_visibility visibility;
    char name[STORE_TITLE_SIZE];
    struct store_tags tags;
    struct rules rules;
    struct board_choice board;
    struct store_seat seats[STORE_SEATS_MAX]; /* rules.players of them */
    bool has_first;
    unsigned first;
    bool has_seed;
    uint8_t seed[FAIR_SEED_BYTES];
    bool has_position;
    struct game position;
    bool has_record;
    struct record record;
    int64_t rematch_of;
    struct {
        char id[STORE_ID_SIZE]; /* of the tournament that it belongs to; "": none */
        unsigned round, table;
    } tournament;
    struct {
        char public_id[STORE_ID_SIZE]; /* of the club that it is made for, as named; "": none */
        int64_t id;                    /* once it is found */
    } club;
    bool without_hints; /* GET .../hint is refused to all */
    bool rated;         /* asked for; whether it can be is decided by service/rating/ */
    int category;       /* that it then counts in, */
    bool among_bots;    /* as a game of bots' accounts */
    bool has_clock;
    struct store_clock clock;
};

/* The result of reading. */
struct new_game_fault {
    enum record_result record; /* RECORD_ILLEGAL, RECORD_IMPOSSIBLE: fault; RECORD_MEMORY */
    struct record_fault fault;
};

/* Reads the body of POST /v1/games for the caller's account. Of a seat that is reserved for another account only the name is
 * known then. False, with the errors or *FAULT
 * saying why. Free *NEW with new_game_free in any case. */
bool new_game_read(struct read_errors *errors, const json_t *body, int64_t account,
                   struct new_game *new_game, struct new_game_fault *fault);
void new_game_free(struct new_game *new_game);

/* Draws the seed of a random board without one. */
void new_game_board_seed(struct board_choice *board, const struct rules *rules);

/* Lays the board out. */
void new_game_lay_out(const struct new_game *new_game, struct board_spec *spec);

#endif

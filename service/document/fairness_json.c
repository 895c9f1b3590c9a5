/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/record.h"

static void write_seed(struct writer *w, bool given, const uint8_t bytes[FAIR_SEED_BYTES]) {
    if (given)
        writer_hex(w, bytes, FAIR_SEED_BYTES);
    else
        writer_null(w);
}

static void write_seeds(struct writer *w, unsigned players, const bool *given,
                        const uint8_t (*bytes)[FAIR_SEED_BYTES]) {
    writer_array(w);
    for (unsigned seat = 0; seat < players; seat++)
        write_seed(w, given[seat], bytes[seat]);
    writer_array_end(w);
}

static const char *const harbors_random[] = {"random"};

/* Writes how a random island was laid out; null for other boards. */
static void write_board(struct writer *w, const struct fairness *fairness) {
    if (!fairness->has_board) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_text_member(w, "seed", fairness->board_seed);
    writer_text_member(w, "numbers", number_layout_names[fairness->board_numbers]);
    writer_object_end(w);
}

/* Writes how a scenario's map was dealt. */
static void write_map(struct writer *w, const struct fairness *fairness) {
    writer_object(w);
    writer_text_member(w, "seed", fairness->board_seed);
    writer_text_member(w, "layout", layout_names[fairness->map_layout]);
    if (fairness->map_scatters)
        writer_text_member(w, "harbors", harbors_random[0]);
    writer_object_end(w);
}

void fairness_write(struct writer *w, const struct fairness *fairness, unsigned players) {
    writer_object(w);
    writer_key(w, "commitment");
    write_seed(w, fairness->has_commitment, fairness->commitment);
    writer_key(w, "server_seed");
    write_seed(w, fairness->has_seed, fairness->seeds.server);
    writer_text_member(w, "mode", fairness->play ? "play" : "table");
    writer_key(w, "board");
    write_board(w, fairness);
    if (fairness->has_map) {
        writer_key(w, "map");
        write_map(w, fairness);
    }
    writer_key(w, "client_commitments");
    write_seeds(w, players, fairness->has_client_commitment, fairness->client_commitment);
    writer_key(w, "client_seeds");
    write_seeds(w, players, fairness->seeds.has_client, fairness->seeds.client);
    writer_object_end(w);
}

static bool read_seed(struct reading *r, const json_t *value, uint8_t bytes[FAIR_SEED_BYTES]) {
    if (value == NULL || json_is_null(value))
        return false;
    if (json_is_string(value) && fair_hex(json_string_value(value), bytes))
        return true;
    reading_refuse(r, "must be %d hexadecimal digits", FAIR_HEX_DIGITS);
    return false;
}

static bool read_seed_of(struct reading *r, const json_t *object, const char *key,
                         uint8_t bytes[FAIR_SEED_BYTES]) {
    size_t mark = reading_enter(r, key);
    bool given = read_seed(r, json_object_get(object, key), bytes);
    reading_leave(r, mark);
    return given;
}

static void read_seeds(struct reading *r, const json_t *object, const char *key, unsigned players,
                       bool *given, uint8_t (*bytes)[FAIR_SEED_BYTES]) {
    struct reading_list seeds = reading_list_of(r, object, key, players);
    const json_t *seed;
    for (unsigned seat = 0; (seed = reading_next(&seeds)) != NULL; seat++)
        given[seat] = read_seed(r, seed, bytes[seat]);
}

/* Reads the board's seed, if OBJECT has one. */
static bool read_board_seed(struct reading *r, const json_t *object, struct fairness *fairness) {
    const char *seed = reading_text_of(r, object, "seed", 1, BOARD_SEED_MAX);
    if (seed != NULL)
        memcpy(fairness->board_seed, seed, strlen(seed) + 1);
    return seed != NULL;
}

static void read_board(struct reading *r, const json_t *object, struct fairness *fairness) {
    static const char *const known[] = {"seed", "numbers", NULL};
    size_t mark;
    const json_t *board = reading_enter_member(r, object, "board", false, &mark);
    if (board != NULL && reading_object(r, board, known)) {
        fairness->has_board = read_board_seed(r, board, fairness);
        fairness->board_numbers = (enum number_layout)reading_name_of(
            r, board, "numbers", number_layout_names, 2, READING_REQUIRED);
    }
    reading_leave(r, mark);
}

static void read_map(struct reading *r, const json_t *object, struct fairness *fairness) {
    static const char *const known[] = {"seed", "layout", "harbors", NULL};
    size_t mark;
    const json_t *map = reading_enter_member(r, object, "map", false, &mark);
    if (map != NULL && fairness->has_board) {
        reading_refuse(
            r, "cannot be given together with a board: only one of them was made from a seed");
    } else if (map != NULL && reading_object(r, map, known)) {
        fairness->has_map = read_board_seed(r, map, fairness);
        fairness->map_layout =
            (enum layout)reading_name_of(r, map, "layout", layout_names, 2, READING_REQUIRED);
        fairness->map_scatters = json_object_get(map, "harbors") != NULL;
        if (fairness->map_scatters)
            reading_name_of(r, map, "harbors", harbors_random, 1, READING_REQUIRED);
    }
    reading_leave(r, mark);
}

bool fairness_read(struct read_errors *errors, const json_t *value, const char *pointer,
                   unsigned players, struct fairness *fairness) {
    static const char *const known[] = {"commitment",   "server_seed", "client_commitments",
                                        "client_seeds", "mode",        "board",
                                        "map",          NULL};
    static const char *const modes[] = {"table", "play"};
    struct reading r = reading_begin(errors, pointer);
    *fairness = (struct fairness){.seeds.players = (uint8_t)players};
    if (!reading_object(&r, value, known))
        return false;
    fairness->has_commitment = read_seed_of(&r, value, "commitment", fairness->commitment);
    fairness->has_seed = read_seed_of(&r, value, "server_seed", fairness->seeds.server);
    fairness->play = reading_name_of(&r, value, "mode", modes, 2, 0) == 1;
    read_board(&r, value, fairness);
    read_map(&r, value, fairness);
    read_seeds(&r, value, "client_commitments", players, fairness->has_client_commitment,
               fairness->client_commitment);
    read_seeds(&r, value, "client_seeds", players, fairness->seeds.has_client,
               fairness->seeds.client);
    return !r.failed;
}

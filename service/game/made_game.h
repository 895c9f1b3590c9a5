/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_MADE_GAME_H
#define SERVICE_GAME_MADE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/events.h"
#include "db/games.h"
#include "db/store.h"
#include "service/base/buffer.h"
#include "service/game/new_game.h"
#include "service/time/clock.h"

/*
 * A game as the store takes it: its row, and the events that it begins with. All of it is made and
 * encoded before anything is written, as a record may have many thousands of them.
 */
struct made_game {
    struct store_game row; /* its bytes point into this struct */
    uint8_t setup[SETUP_BODY_MAX];
    struct buffer options;
    struct buffer position;
    uint8_t points[SEAT_MAX];
    struct store_event *rows; /* the events, from seq 1 on; their bodies point into `bodies` */
    size_t n_rows;            /* 0: it waits for players */
    struct buffer bodies;
    struct event last;  /* of the events */
    uint64_t types;     /* of the events, as a set (1 << type) */
    int64_t bytes;      /* that it counts as, once it is written */
    struct game game;   /* the state after them */
    struct clock clock; /* as it is then */
};

/* Makes *MADE, seeds and board included; CREATOR makes it, at NOW. READER is asked for the people's
 * calendars. False when memory ran out. *MADE is to be given to made_game_free in any case. */
bool made_game_build(struct made_game *made, const struct new_game *new_game,
                     struct store_reader *reader, int64_t creator, int64_t now);
void made_game_free(struct made_game *made);

/* In a job: inserts the row, whose id is then known, and appends the events. */
enum store_result made_game_write(struct store_tx *tx, struct made_game *made);

#endif

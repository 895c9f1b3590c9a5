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
 * A game for the store: its row, and the events that it starts with. All of it is composed and
 * encoded before anything is written, as a record may have many thousands of events.
 */
struct made_game {
    struct store_game row; /* its bytes are in this struct */
    uint8_t setup[SETUP_BODY_MAX];
    struct store_tags tags;
    struct buffer options;
    struct buffer position;
    uint8_t points[SEAT_MAX];
    struct store_event *rows; /* the events, from seq 1 on; their bodies point into `bodies` */
    size_t n_rows;            /* 0: it waits for players */
    struct buffer bodies;
    struct event last;  /* of the events */
    uint64_t types;     /* of the events, as a set (1 << type) */
    int64_t bytes;      /* that it counts for in quotas, once written */
    struct game game;   /* the state after them */
    struct clock clock; /* the same for the clock */
};

/* Composes *MADE, seeds and board included, for CREATOR at NOW. Reads the players' calendars from
 * READER. False when memory ran out. Free *MADE with made_game_free in any case. */
bool made_game_build(struct made_game *made, const struct new_game *new_game,
                     struct store_reader *reader, int64_t creator, int64_t now);
void made_game_free(struct made_game *made);

/* In a job: inserts the row, whose id is then known, and appends the events. */
enum store_result made_game_write(struct store_tx *tx, struct made_game *made);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_LOAD_H
#define SERVICE_GAME_LOAD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"
#include "db/store.h"
#include "engine/game.h"
#include "engine/undo.h"
#include "service/document/event_json.h"
#include "service/document/label.h"
#include "service/document/record.h"
#include "service/game/guard.h"
#include "service/parts/parts.h"
#include "service/time/clock.h"

/*
 * A game out of the store: its row, its set-up, and the state that its log comes to. Nothing of
 * its state is kept between requests: the log is replayed each time, upon a layout that is (layouts.h).
 *
 *     struct load load;
 *     enum store_result result = load_open(&load, reader, id);
 *     if (result == STORE_OK) result = load_replay(&load, LOAD_LATEST, NULL, NULL);
 *     ...
 *     load_end(&load);
 */

#define LOAD_LATEST UINT32_MAX

struct load {
    struct store_reader *reader; /* inside load_open .. load_end: reads one moment */
    struct store_game row;
    struct board_spec spec; /* the board as it began */
    struct setup setup;
    bool has_position;
    struct game start;      /* the state before the log */
    struct game game;       /* after the events replayed; after all of them with player.asked */
    struct trail trail;     /* what of them can still be taken back */
    struct log_reader log;  /* has followed them */
    struct clock clock;     /* as the store has it now, whatever has been replayed */
    int64_t last_at;        /* time of the last event, where the whole log was replayed */
    bool owned;             /* the row is to be cleared, the moment to be ended */
    bool built;             /* the set-up has been read */
    bool damaged;           /* load_stand_in has been called */
    uint64_t chain;         /* the log's value at the last event replayed (db/chain.h) */
    enum guard_fault fault; /* where STORE_DAMAGED was found: what it was */
    uint32_t fault_seq;     /* and the event at fault, 0 where it is none */
};

/* Reads the row of the game with this public id and makes the state before its log. Whatever the
 * result, load_end is to be called. STORE_DAMAGED: the game is set aside (game/guard.h); the row is
 * there. */
enum store_result load_open(struct load *load, struct store_reader *reader, const char *public_id);
enum store_result load_open_by_id(struct load *load, struct store_reader *reader, int64_t id);

/* The same from a row that somebody else owns and that outlives the load. */
enum store_result load_row(struct load *load, struct store_reader *reader,
                           const struct store_game *row);

/* Makes set-up and starting state from the row, which the caller has filled by hand. */
enum store_result load_prepare(struct load *load);

/* Called for each event replayed, when load->game is the state after it and load->log has not
 * followed it yet; false stops. */
typedef bool load_each(void *context, struct load *load, const struct game *before,
                       const struct event *event, int64_t at);

/* Replays the log from where the load stands up to event `at`. EACH may be NULL. STORE_DAMAGED: the log
 * cannot be, and the game is set aside from now on. */
enum store_result load_replay(struct load *load, uint32_t at, load_each *each, void *context);

/* Where the settings of parts of this game are read; lasts no longer than LOAD. */
struct part_ground load_part_ground(const struct load *load);

/* Which events of the whole log undos have taken back, the undos themselves included: *DEAD, by seq, is the
 * caller's to free, also where it failed (NULL: no memory). */
enum store_result load_taken_back(struct load *load, bool **dead);

/* Whether a game has ended without a result by agreement: otherwise nobody plays an abandoned one any more. */
bool row_ended_by_agreement(const struct store_game *row);

/* Makes something of a load that is STORE_DAMAGED that can be listed beside others: what the row says,
 * and a state in which nobody is waited for. STORE_OK. */
enum store_result load_stand_in(struct load *load);

void load_end(struct load *load);

/* ---- what follows from a row ---- */

/* The seat that ACCOUNT holds or held in a `play` game, or NONE. */
unsigned row_seat(const struct store_game *row, int64_t account);

/* Whether the game is over. */
bool row_over(const struct store_game *row);

/* Whether every seat is taken. */
bool row_full(const struct store_game *row);

/* Seats that people play, as they have not resigned. */
unsigned row_humans(const struct store_game *row);

/* Whether nobody but bots plays against SEAT, which is a person's. */
bool row_faces_bots(const struct store_game *row, unsigned seat);

/* What was asked for when the game was made (game/made_game.c writes it), for json_decref; NULL: nothing is known.
 * Reading it is slow: who needs several of these reads it once. */
json_t *row_options(const struct store_game *row);

/* Whether the game was made with hints. Who is given one is another matter. */
bool row_gives_hints(const struct store_game *row);
bool options_give_hints(const json_t *options);

/* Seats that bots play. */
unsigned row_bots(const struct store_game *row);

/* The seeds that draw for the game; seats may be a later state of the row's. */
void row_seeds(const struct store_game *row, const struct store_seat *seats,
               struct fair_seeds *seeds);

/* What is known of the game's fairness: the seeds once it is over. OPTIONS are the row's. */
void row_fairness(const struct store_game *row, const json_t *options, struct fairness *fairness);

extern const char *const status_names[STORE_GAME_STATUSES + 1]; /* NULL at the end */
extern const char *const mode_names[];                          /* "play", "table", NULL */

/* What the seats are called. */
struct labels {
    struct seat_label seats[SEAT_MAX]; /* point into this struct and into the row */
    char names[SEAT_MAX][RECORD_NAME_MAX + 1];
    char colors[SEAT_MAX][RECORD_NAME_MAX + 1];
};
/* For documents: a bot's name is NULL, unless it stands in for somebody. LABELS lasts no longer than ROW. */
void row_labels(const struct store_game *row, struct labels *labels);
/* The same by the row's OPTIONS. */
void row_labels_with(const struct store_game *row, const json_t *options, struct labels *labels);
/* The name of a bot in a seat of this color (by number). */
const char *row_bot_name(unsigned seat);
/* For people, in mails, chats, messages and pictures: bots have names too, the same as on the page
 * (service/web/src/lib/bots.ts), one for each color. A bot whose name somebody at the table has stays NULL. */
void row_names(const struct store_game *row, struct labels *labels);

#endif

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
 * A game read from the store: its row, its set-up, and the state after its log. The state is not kept
 * between requests: the log is replayed each time; only layouts are cached (layouts.h).
 *
 *     struct load load;
 *     enum store_result result = load_open(&load, reader, id);
 *     if (result == STORE_OK) result = load_replay(&load, LOAD_LATEST, NULL, NULL);
 *     ...
 *     load_end(&load);
 */

#define LOAD_LATEST UINT32_MAX

struct load {
    struct store_reader *reader; /* reads one snapshot from load_open to load_end */
    struct store_game row;
    struct board_spec spec; /* the board as it began */
    struct setup setup;
    bool has_position;
    struct game start;      /* the state before the log */
    struct game game;       /* after the events replayed; with player.asked set after all of them */
    struct trail trail;     /* which of them can still be undone */
    struct log_reader log;  /* has followed them */
    struct clock clock;     /* as stored now, independent of what has been replayed */
    int64_t last_at;        /* time of the last event, if the whole log was replayed */
    bool owned;             /* the row has to be cleared, the snapshot ended */
    bool built;             /* the set-up has been read */
    bool damaged;           /* load_stand_in has been called */
    uint64_t chain;         /* the log's value at the last event replayed (db/chain.h) */
    enum guard_fault fault; /* after STORE_DAMAGED: the fault */
    uint32_t fault_seq;     /* and the faulty event, 0 if it is none */
};

/* Reads the row of the game with this public id and makes the state before its log. Call load_end
 * whatever the result. STORE_DAMAGED: the game is set aside (game/guard.h); the row is filled
 * in. */
enum store_result load_open(struct load *load, struct store_reader *reader, const char *public_id);
enum store_result load_open_by_id(struct load *load, struct store_reader *reader, int64_t id);
/* Load_open for a caller who will replay the log: it comes with the row. PUBLIC_ID outlives the load. */
enum store_result load_open_whole(struct load *load, struct store_reader *reader,
                                  const char *public_id);

/* The same from a row that the caller owns and that outlives the load. */
enum store_result load_row(struct load *load, struct store_reader *reader,
                           const struct store_game *row);

/* Makes the set-up and the starting state from load->row, which the caller has filled in. */
enum store_result load_prepare(struct load *load);

/* Called for each event replayed, when load->game is the state after it and load->log has not yet
 * followed it; false stops. */
typedef bool load_each(void *context, struct load *load, const struct game *before,
                       const struct event *event, int64_t at);

/* Replays the log from the load's present state up to event `at`. EACH may be NULL. STORE_DAMAGED: the
 * log is damaged, and the game is set aside from now on. */
enum store_result load_replay(struct load *load, uint32_t at, load_each *each, void *context);

/* Replays the whole log in the same way, but calls EACH only for events that were not undone, and for no undo. */
enum store_result load_replay_kept(struct load *load, load_each *each, void *context);

/* The source of this game's settings of parts; valid as long as LOAD. */
struct part_ground load_part_ground(const struct load *load);

/* Whether a game was ended without a result by agreement; other abandoned games were left by all players. */
bool row_ended_by_agreement(const struct store_game *row);

/* Makes a load that is STORE_DAMAGED fit for lists: with the row's data, and a state that waits for
 * nobody. Returns STORE_OK. */
enum store_result load_stand_in(struct load *load);

void load_end(struct load *load);

/* ---- what follows from a row ---- */

/* The seat that ACCOUNT holds or held in a `play` game, or NONE. */
unsigned row_seat(const struct store_game *row, int64_t account);

/* Whether the game is over. */
bool row_over(const struct store_game *row);

/* Whether every seat is taken. */
bool row_full(const struct store_game *row);

/* Seats played by people who have not resigned, as a set. */
unsigned row_humans(const struct store_game *row);

/* Whether only bots play against SEAT, which is a person's. */
bool row_faces_bots(const struct store_game *row, unsigned seat);

/* The options requested when the game was made (written by game/made_game.c), for json_decref; NULL: none known.
 * Parsing is slow: parse once if several are needed. */
json_t *row_options(const struct store_game *row);

/* Whether the game was made with hints. Who may get one is decided elsewhere. */
bool row_gives_hints(const struct store_game *row);
bool options_give_hints(const json_t *options);

/* Seats that bots play. */
unsigned row_bots(const struct store_game *row);

/* The seeds of the game's draws; SEATS may be newer than the row's. */
void row_seeds(const struct store_game *row, const struct store_seat *seats,
               struct fair_seeds *seeds);

/* What is public about the game's fairness, once it is over also the seeds. OPTIONS are the
 * row's. */
void row_fairness(const struct store_game *row, const json_t *options, struct fairness *fairness);

extern const char *const status_names[STORE_GAME_STATUSES + 1]; /* NULL at the end */
extern const char *const mode_names[];                          /* "play", "table", NULL */

/* The names of the seats. */
struct labels {
    struct seat_label seats[SEAT_MAX]; /* pointing into this struct and into the row */
    char names[SEAT_MAX][RECORD_NAME_MAX + 1];
    char colors[SEAT_MAX][RECORD_NAME_MAX + 1];
};
/* For documents: a bot's name is NULL, unless it stands in for a player. LABELS borrows from ROW. */
void row_labels(const struct store_game *row, struct labels *labels);
/* The same by the row's OPTIONS. */
void row_labels_with(const struct store_game *row, const json_t *options, struct labels *labels);
/* The name of a bot in a seat of this color (by number). */
const char *row_bot_name(unsigned seat);
/* For people, in mails, chats, messages and pictures: bots have names too, the same as on the page
 * (service/web/src/lib/bots.ts), one for each color; NULL if a player has the same name. */
void row_names(const struct store_game *row, struct labels *labels);

#endif

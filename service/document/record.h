/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Records: a complete game as one document (openapi.yaml). */
#ifndef SERVICE_DOCUMENT_RECORD_H
#define SERVICE_DOCUMENT_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"
#include "service/base/fair.h"
#include "service/document/board_json.h"
#include "service/document/label.h"

struct read_errors;
struct writer;

#define RECORD_FORMAT "hexpost-record/1"

enum {
    RECORD_EVENTS_MAX = 20000,
    RECORD_NAME_MAX = 64, /* bytes of a player's name or color */
    RECORD_CHAIN_DIGITS = 10,
};

/* What is needed to prove a game's chance. Unknown parts are absent. */
struct fairness {
    bool has_commitment, has_seed;
    uint8_t commitment[FAIR_SEED_BYTES];
    struct fair_seeds seeds; /* the server's, if has_seed; the clients' */
    bool play;               /* no outcome could be given by a player: all were drawn */
    bool has_board;          /* the board is a random island, laid out from board_seed */
    enum number_layout board_numbers;
    bool has_map; /* it is a scenario's map, dealt from board_seed */
    enum layout map_layout;
    bool map_scatters; /* its harbors were placed at random, too (S-163) */
    char board_seed[BOARD_SEED_MAX + 1];
    bool has_client_commitment[SEAT_MAX];
    uint8_t client_commitment[SEAT_MAX][FAIR_SEED_BYTES];
};

/* Writes the `fairness` object; PLAYERS is the number of seats with client seeds. */
void fairness_write(struct writer *w, const struct fairness *fairness, unsigned players);
bool fairness_read(struct read_errors *errors, const json_t *value, const char *pointer,
                   unsigned players, struct fairness *fairness);

/* ---- writing ---- */

/* Reads the next event of a log. Returns 1 with *EVENT and *AT filled, 0 at the end, -1 on a read
 * error. */
typedef int record_next(void *context, struct event *event, int64_t *at);

struct store_game;

struct record_head {
    const struct setup *setup;
    const struct board_spec *spec;   /* the initial board */
    const struct game *position;     /* the state before the first event; NULL: game_init's */
    const struct seat_label *labels; /* rules.colors entries */
    const struct fairness *fairness; /* NULL: null */
    uint64_t chain;                  /* the log's value at its end (db/chain.h); 0: not known */
    const struct store_game
        *row;              /* whose record it is: says which game, who played it, and what hexes
                                      * lie around each intersection; NULL: nothing of that */
    const json_t *options; /* the row's, for its tags and tournament; NULL: neither */
    const char *site;      /* the address of the web page, to go before a path; NULL: not known */
    bool brief;            /* without the events */
};

/* A chain value as hexadecimal digits. */
void record_chain_text(uint64_t chain, char text[RECORD_CHAIN_DIGITS + 1]);

/* The address of a game's page; "" where the SITE is not known (NULL or ""). */
enum { RECORD_URL_MAX = 320 };
void record_url(const struct store_game *row, const char *site, char url[RECORD_URL_MAX + 1]);

/* Writes the whole record; memory for one event at a time. False when NEXT failed. */
bool record_write(struct writer *w, const struct record_head *head, record_next *next,
                  void *context);

/* ---- reading ---- */

struct record_event {
    struct event event;
    int64_t at; /* 0: not given */
};

struct record {
    struct rules rules;
    struct board_spec spec;
    struct setup setup;
    bool has_position;
    struct game start;                         /* before the first event */
    struct game end;                           /* after the last */
    struct event finished;                     /* type EVENT_FINISHED if the game is over */
    char names[SEAT_MAX][RECORD_NAME_MAX + 1]; /* empty: null */
    char colors[SEAT_MAX][RECORD_NAME_MAX + 1];
    bool has_fairness;
    struct fairness fairness;
    char chain[RECORD_CHAIN_DIGITS + 1]; /* the chain value given for its log; empty: none */
    size_t n_events;
    struct record_event *events; /* owned */
};

enum record_result {
    RECORD_OK,
    RECORD_MEMORY,
    RECORD_INVALID,    /* the errors say what is wrong */
    RECORD_ILLEGAL,    /* event `seq` breaks a rule: `reason` */
    RECORD_IMPOSSIBLE, /* event `seq` has an impossible outcome: `reason` */
};

/* Where and why the rules refused an event. */
struct record_fault {
    uint32_t seq; /* of the event at fault */
    enum reason reason;
    const char *rule; /* NULL: not a rule of the game */
};

/* Reads VALUE and replays all of its events through the rules. Free *RECORD with record_free,
 * whatever the result. */
enum record_result record_read(struct read_errors *errors, const json_t *value, const char *pointer,
                               struct record *record, struct record_fault *fault);

/* Whether undo was unlimited (engine/undo.h): not if all outcomes had to be drawn. */
bool record_open(const struct record *record);

/* Frees what the record owns. NULL is fine. */
void record_free(struct record *record);

#endif

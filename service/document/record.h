/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Records: a whole game as one document (openapi.yaml). */
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

/* How a game's chance can be proved. What is not known is absent. */
struct fairness {
    bool has_commitment, has_seed;
    uint8_t commitment[FAIR_SEED_BYTES];
    struct fair_seeds seeds; /* the server's, where has_seed; the clients' */
    bool play;               /* nobody could tell an outcome: all were drawn */
    bool has_board;          /* the board is a random island, laid out from board_seed */
    enum number_layout board_numbers;
    bool has_map; /* it is a scenario's map, dealt from board_seed */
    enum layout map_layout;
    bool map_scatters; /* its harbors, too, got their places by chance (S-163) */
    char board_seed[BOARD_SEED_MAX + 1];
    bool has_client_commitment[SEAT_MAX];
    uint8_t client_commitment[SEAT_MAX][FAIR_SEED_BYTES];
};

/* The `fairness` object; PLAYERS seats have client seeds. */
void fairness_write(struct writer *w, const struct fairness *fairness, unsigned players);
bool fairness_read(struct read_errors *errors, const json_t *value, const char *pointer,
                   unsigned players, struct fairness *fairness);

/* ---- writing ---- */

/* The events of a log, one after the other. Returns 1 with *EVENT and *AT filled, 0 at the end,
 * -1 when reading failed. */
typedef int record_next(void *context, struct event *event, int64_t *at);

struct store_game;

struct record_head {
    const struct setup *setup;
    const struct board_spec *spec;   /* the board as it began */
    const struct game *position;     /* the state the log begins with; NULL: game_init's */
    const struct seat_label *labels; /* rules.colors of them */
    const struct fairness *fairness; /* NULL: null */
    uint64_t chain;                  /* the log's value at its end (db/chain.h); 0: not known */
    const struct store_game
        *row;         /* whose record it is: says which game, who played it, and what hexes
                                      * lie around each intersection; NULL: nothing of that */
    const char *site; /* the address of the web page, to go before a path; NULL: not known */
    bool brief;       /* without the events */
};

/* A log's value in hexadecimal digits. */
void record_chain_text(uint64_t chain, char text[RECORD_CHAIN_DIGITS + 1]);

enum { RECORD_URL_MAX = 320 }; /* bytes of a game's address */
/* The address of a game's page, or null. */
void record_url_write(struct writer *w, const struct store_game *row, const char *site);

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
    struct event finished;                     /* type EVENT_FINISHED where the game is over */
    char names[SEAT_MAX][RECORD_NAME_MAX + 1]; /* empty: null */
    char colors[SEAT_MAX][RECORD_NAME_MAX + 1];
    bool has_fairness;
    struct fairness fairness;
    char chain[RECORD_CHAIN_DIGITS + 1]; /* what it says of its log; empty: nothing */
    size_t n_events;
    struct record_event *events; /* owned */
};

enum record_result {
    RECORD_OK,
    RECORD_MEMORY,
    RECORD_INVALID,    /* what is wrong stands in the errors */
    RECORD_ILLEGAL,    /* event `seq` breaks a rule: `reason` */
    RECORD_IMPOSSIBLE, /* event `seq` has an outcome that cannot be: `reason` */
};

/* Where and why the rules refused. */
struct record_fault {
    uint32_t seq; /* of the event at fault */
    enum reason reason;
    const char *rule; /* NULL: no rule of the game says so */
};

/* Reads VALUE and plays all of its events through the rules. *RECORD needs record_free afterwards,
 * whatever came of it. */
enum record_result record_read(struct read_errors *errors, const json_t *value, const char *pointer,
                               struct record *record, struct record_fault *fault);

/* Whether its moves may be taken back without bounds (engine/undo.h): nobody could, where all
 * outcomes had to be drawn. */
bool record_open(const struct record *record);

/* Frees what the record owns. NULL is fine. */
void record_free(struct record *record);

#endif

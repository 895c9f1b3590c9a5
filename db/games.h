/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_GAMES_H
#define DB_GAMES_H

#include "db/store.h"

/* Games and their seats. Conventions as in db/store.h. */

enum store_game_mode { STORE_MODE_PLAY, STORE_MODE_TABLE };
enum store_game_status {
    STORE_GAME_OPEN,
    STORE_GAME_ACTIVE,
    STORE_GAME_FINISHED,
    STORE_GAME_ABANDONED,
    STORE_GAME_STATUSES
};
enum store_visibility {
    STORE_PUBLIC,
    STORE_PRIVATE,
    STORE_UNLISTED /* visible to everybody who knows its address, but in no list */
};
enum store_seat_kind { STORE_SEAT_OPEN, STORE_SEAT_HUMAN, STORE_SEAT_BOT, STORE_SEAT_INVITED };

struct store_seat {
    enum store_seat_kind kind;
    int64_t account;                       /* that has the seat or, once resigned, had it */
    char account_public_id[STORE_ID_SIZE]; /* read only: filled from the account */
    char account_name[STORE_NAME_SIZE];    /* read only: "" for a deleted account */
    bool account_bot;                      /* read only: a program plays under the account */
    char bot[STORE_BOT_SIZE];              /* which bot plays it */
    char invite[STORE_EMAIL_SIZE];         /* who was invited */
    bool has_client_commitment;
    uint8_t client_commitment[STORE_HASH_SIZE];
    size_t client_seed_len; /* 0: none given yet */
    uint8_t client_seed[STORE_CLIENT_SEED_MAX];
    int64_t resigned_at;
};

struct store_game {
    int64_t id; /* rises with the order of creation, never reused */
    char public_id[STORE_ID_SIZE];
    char name[STORE_TITLE_SIZE];
    enum store_game_mode mode;
    enum store_visibility visibility;
    enum store_game_status status;
    int64_t creator;             /* account */
    struct store_bytes setup;    /* rules and board as the engine encodes them */
    struct store_bytes options;  /* as requested, JSON text */
    struct store_bytes position; /* the position it begins from */
    uint8_t server_seed[STORE_HASH_SIZE];
    uint8_t commitment[STORE_HASH_SIZE];
    int64_t bytes;      /* that it counts for in quotas (STORE_GAME_BYTES); filled in at creation */
    bool recorded;      /* it was made from a record */
    int64_t checksum;   /* read only: of mode, set-up, options, position, seed, commitment */
    int64_t rematch_of; /* game */
    int category;       /* that it is rated in (service/rating/rating.h); 0: it is not */
    bool bots;          /* among accounts of bots */
    int64_t club;       /* that it is made for: its members see it; 0: none */
    int64_t created_at;
    int64_t started_at;
    int64_t finished_at;
    int winner;                /* seat */
    struct store_bytes points; /* the final points, bytes to the store */
    uint32_t last_seq;         /* read only: the last event's seq, 0 where there is none */
    int64_t last_at;           /* read only: its time */
    uint64_t last_mark;        /* read only: its checksum (db/chain.h); 0: too short to have one */
    struct store_bytes last_body; /* in the store's format */
    bool clocked;                 /* read only: whether it has a clock */
    struct store_bytes log;       /* read only: for store_window; store_game_read alone fills it */
    int seat_count;
    struct store_seat seats[STORE_SEATS_MAX];
    void *memory; /* read only: holds the bytes above */
};

/* In quotas a game counts for STORE_GAME_BYTES, which covers its rows, a usual log and its statistics; plus what
 * it starts with; plus its log after the first STORE_USUAL_EVENTS, which games of people do not reach. */
enum { STORE_GAME_BYTES = 64 << 10, STORE_USUAL_EVENTS = 2000 };

/* Inserts a game and its seats, filling game->id and game->bytes. STORE_CONFLICT: the public id is taken, or
 * the rematch exists already. */
enum store_result store_game_create(struct store_tx *tx, struct store_game *game);
/* Fills in the seats and their number for the game whose internal id is already in *game. */
enum store_result store_game_seats(struct store_reader *reader, struct store_game *game);

/* Fill *game, to be cleared with store_game_clear; on any result other than STORE_OK there is
 * nothing to clear (and clearing does no harm). */
enum store_result store_game_get(struct store_reader *reader, const char *public_id,
                                 struct store_game *game);
enum store_result store_game_get_by_id(struct store_reader *reader, int64_t id,
                                       struct store_game *game);
/* Store_read_begin and store_game_get at once, with the log unless it is very long: game->log. PUBLIC_ID outlives the
 * reading; a store_read_end must follow, whatever the result. */
enum store_result store_game_read(struct store_reader *reader, const char *public_id,
                                  struct store_game *game);
/* The game that was made as the rematch of this one. */
enum store_result store_game_rematch(struct store_reader *reader, int64_t id,
                                     struct store_game *game);
void store_game_clear(struct store_game *game);

struct store_game_filter {
    unsigned statuses; /* bits 1u << status; 0: all */
    unsigned modes;    /* bits 1u << mode; 0: all */
    int64_t mine;      /* only games this account made or has a seat in; 0: all */
    int64_t player;    /* only games this account has (or had) a seat in; 0: all */
    int64_t club;      /* only games of this club; 0: all. Alone, without the two above */
    int64_t viewer;    /* only games that are listed for this account (0: for everybody) */
    int64_t before;    /* only games with a smaller id, the last one of the previous page; 0: all */
    unsigned limit;    /* 1..STORE_LIST_MAX; 0: as many as the row function takes */
};
/* Calls row for each game, newest first, until it says false. The game's bytes are borrowed and
 * end with the call. */
enum store_result store_game_list(struct store_reader *reader,
                                  const struct store_game_filter *filter,
                                  bool (*row)(void *context, const struct store_game *game),
                                  void *context);
/* Ids of the games that an account made or has a seat in and that are over, descending, with ids below
 * BEFORE. */
enum store_result store_game_ids_over(struct store_reader *reader, int64_t account, int64_t before,
                                      int64_t *ids, size_t max, size_t *count);
/* Ids of all games that an account made, has a seat in or has left a seat of, descending, with ids below
 * BEFORE. */
enum store_result store_game_ids_of(struct store_reader *reader, int64_t account, int64_t before,
                                    int64_t *ids, size_t max, size_t *count);
/* How many events the logs of these games have. */
enum store_result store_game_events_of(struct store_reader *reader, int64_t account,
                                       int64_t *events);
/* Ids of games of one status, ascending, with ids above AFTER; for going through all of them. */
enum store_result store_game_ids(struct store_reader *reader, enum store_game_status status,
                                 int64_t after, int64_t *ids, size_t max, size_t *count);

/* The first game with an id greater than after, of whatever status. STORE_NONE: there is none. */
enum store_result store_game_next(struct store_reader *reader, int64_t after, int64_t *id);

/* The game counts for so many more bytes in quotas. */
enum store_result store_game_grow(struct store_tx *tx, int64_t id, int64_t bytes);
/* open -> active. STORE_CONFLICT: it is not open. */
enum store_result store_game_start(struct store_tx *tx, int64_t id, int64_t now);
/* active -> finished or abandoned. STORE_CONFLICT: it is not active. winner -1: nobody. */
enum store_result store_game_finish(struct store_tx *tx, int64_t id, enum store_game_status status,
                                    int64_t now, int winner, struct store_bytes points);
/* STORE_CONFLICT: it is not open any more. */
enum store_result store_game_delete(struct store_tx *tx, int64_t id);
/* Replaces a seat whose kind and account are still those of WAS; else STORE_CONFLICT. */
enum store_result store_seat_set(struct store_tx *tx, int64_t game, int seat,
                                 const struct store_seat *was, const struct store_seat *now);

struct store_counts {
    int64_t accounts; /* not deleted */
    int64_t games[STORE_GAME_STATUSES];
};
enum store_result store_count(struct store_reader *reader, struct store_counts *counts);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_TOURNAMENTS_H
#define DB_TOURNAMENTS_H

#include "db/games.h"
#include "db/store.h"

/* Tournaments, their players and tables, and what was done in them. Conventions as in db/store.h. */

enum store_tournament_status {
    STORE_TOURNAMENT_OPEN,
    STORE_TOURNAMENT_RUNNING,
    STORE_TOURNAMENT_FINISHED,
    STORE_TOURNAMENT_CANCELLED,
    STORE_TOURNAMENT_STATUSES
};

enum {
    STORE_TOURNAMENT_ABOUT_SIZE = 2001,
    STORE_TOURNAMENT_SETTINGS_SIZE = 16 << 10,
    STORE_TOURNAMENT_TEXT_SIZE = 401, /* of an entry of the log */
    STORE_TOURNAMENT_WHAT_SIZE = 17,
};

struct store_tournament {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t account;                 /* who organises it */
    int64_t club;                    /* whose members see it; 0: none */
    char club_id[STORE_ID_SIZE];     /* read only: its public id */
    char organiser[STORE_NAME_SIZE]; /* read only: that account's name */
    char name[STORE_TITLE_SIZE];
    char about[STORE_TOURNAMENT_ABOUT_SIZE];
    int format;
    enum store_tournament_status status;
    enum store_visibility visibility;
    char settings[STORE_TOURNAMENT_SETTINGS_SIZE];
    unsigned seats, smallest;
    unsigned players_min, players_max;
    unsigned rounds, round_days;
    unsigned division, moves;
    bool wbc;
    int64_t seed;
    int64_t revision;
    int64_t starts_at, due_at;
    int64_t created_at, started_at, finished_at;
    unsigned count; /* read only: players that are in */
    unsigned round; /* read only: the last round that was paired */
};

enum store_player_state {
    STORE_PLAYER_IN,
    STORE_PLAYER_OUT,
    STORE_PLAYER_INVITED, /* may join a private one */
    STORE_PLAYER_RESERVE  /* may take the place of somebody in one that has started */
};

struct store_tournament_player {
    int64_t account;
    char name[STORE_NAME_SIZE]; /* read only; "": the account is deleted */
    unsigned number;
    enum store_player_state state;
    bool out; /* read only: is not in, or the account is deleted */
    int64_t joined_at;
};

/* A table, with what its game says of the result. */
struct store_tournament_table {
    unsigned round, number, division;
    unsigned n;
    uint16_t players[STORE_SEATS_MAX]; /* numbers by seat */
    int64_t game;
    char game_id[STORE_ID_SIZE]; /* read only: its public id */
    int game_status;             /* read only: enum store_game_status; -1: no game */
    int64_t ends_at;
    bool counted; /* what follows was set; else it is what the game says, if that is over */
    int winner;
    unsigned lost;
    uint8_t points[STORE_SEATS_MAX];
    int64_t ended_at; /* read only: when the game ended */
};

/* ---- tournaments ---- */

/* Fills tournament->id. STORE_CONFLICT: the public id is taken. */
enum store_result store_tournament_create(struct store_tx *tx, struct store_tournament *tournament);
enum store_result store_tournament_get(struct store_reader *reader, const char *public_id,
                                       struct store_tournament *tournament);
enum store_result store_tournament_by_id(struct store_reader *reader, int64_t id,
                                         struct store_tournament *tournament);
/* Replaces all that may change. STORE_CONFLICT: its revision is not tournament->revision any more; else that rises. */
enum store_result store_tournament_set(struct store_tx *tx, struct store_tournament *tournament);
enum store_result store_tournament_delete(struct store_tx *tx, int64_t id);

struct store_tournament_filter {
    int status, format; /* -1: any */
    int64_t
        viewer; /* lists contain public ones, and those this account organises or plays in; 0: nobody */
    int64_t mine;   /* only those this account organises or plays in; 0: all */
    int64_t club;   /* only those of this club; 0: all */
    int64_t before; /* only those with a smaller id */
    unsigned limit;
};
/* Calls row for each, newest first, until it says false. */
enum store_result
store_tournament_list(struct store_reader *reader, const struct store_tournament_filter *filter,
                      bool (*row)(void *context, const struct store_tournament *tournament),
                      void *context);
/* Ids above AFTER, rising, of those that are due at NOW. */
enum store_result store_tournaments_due(struct store_reader *reader, int64_t now, int64_t after,
                                        int64_t *ids, size_t max, size_t *count);
/* How many open and running ones an account organises, and plays in. */
enum store_result store_tournament_usage(struct store_reader *reader, int64_t account,
                                         int64_t *organised, int64_t *played);

/* ---- players ---- */

/* All, by number. STORE_CORRUPT: there are more than MAX. */
enum store_result store_tournament_players(struct store_reader *reader, int64_t tournament,
                                           struct store_tournament_player *players, size_t max,
                                           size_t *count);
/* STORE_NONE: the account is not in it. */
enum store_result store_tournament_player(struct store_reader *reader, int64_t tournament,
                                          int64_t account, struct store_tournament_player *player);
/* Adds a player under the next number. STORE_CONFLICT: the account is in it, or there are MAX numbers. */
enum store_result store_tournament_player_join(struct store_tx *tx, int64_t tournament,
                                               int64_t account, enum store_player_state state,
                                               int64_t now, unsigned max);
/* Sets account and state of a number. STORE_NONE: there is no such number. */
enum store_result store_tournament_player_set(struct store_tx *tx, int64_t tournament,
                                              const struct store_tournament_player *player);
/* Lets OTHER play under PLAYER's number from now on, and PLAYER be out under OTHER's, which has no tables. */
enum store_result store_tournament_players_swap(struct store_tx *tx, int64_t tournament,
                                                const struct store_tournament_player *player,
                                                const struct store_tournament_player *other);
/* Deletes who is out, and numbers the others anew: before the start. */
enum store_result store_tournament_players_close(struct store_tx *tx, int64_t tournament);

/* ---- tables ---- */

/* Calls row for each of the rounds from FROM on, by round and number, until it says false. */
enum store_result
store_tournament_tables(struct store_reader *reader, int64_t tournament, unsigned from,
                        bool (*row)(void *context, const struct store_tournament_table *table),
                        void *context);
/* STORE_CONFLICT: there is one already. */
enum store_result store_tournament_table_add(struct store_tx *tx, int64_t tournament,
                                             const struct store_tournament_table *table);
/* Gives a table its game. STORE_CONFLICT: it has one. */
enum store_result store_tournament_table_game(struct store_tx *tx, int64_t tournament,
                                              unsigned round, unsigned number, int64_t game);
/* Sets the result; TABLE has its place, and counted to points. */
enum store_result store_tournament_table_count(struct store_tx *tx, int64_t tournament,
                                               const struct store_tournament_table *table);
/* Brings the end date of all tables that are not counted forward to NOW. */
enum store_result store_tournament_round_end(struct store_tx *tx, int64_t tournament, int64_t now);
/* Sets the end date of the tables of ROUND that are not counted, in milliseconds. */
enum store_result store_tournament_round_date(struct store_tx *tx, int64_t tournament,
                                              unsigned round, int64_t at);
/* The table of the game with this public id. */
enum store_result store_tournament_table_of(struct store_reader *reader, int64_t tournament,
                                            const char *game, struct store_tournament_table *table);

/* ---- titles ---- */

/* Who was first when a tournament, or a season of a league, ended. */
struct store_title {
    int64_t tournament;
    char id[STORE_ID_SIZE];      /* read only: the tournament's public id */
    char name[STORE_TITLE_SIZE]; /* read only: its name */
    int format;                  /* read only */
    unsigned season;             /* of a league; 0: the whole tournament */
    int64_t account, at;
};
/* Changes nothing where it is there already. */
enum store_result store_title_add(struct store_tx *tx, const struct store_title *title);
/* Those of an account in public tournaments, the newest first, until row says false. */
enum store_result store_titles_of(struct store_reader *reader, int64_t account, unsigned limit,
                                  bool (*row)(void *context, const struct store_title *title),
                                  void *context);

/* ---- the log ---- */

struct store_tournament_entry {
    int64_t id, tournament, at, account;
    char name[STORE_NAME_SIZE]; /* read only: the account's */
    char what[STORE_TOURNAMENT_WHAT_SIZE];
    char text[STORE_TOURNAMENT_TEXT_SIZE];
};
enum store_result store_tournament_log(struct store_tx *tx,
                                       const struct store_tournament_entry *entry);
/* Newest first, with ids below BEFORE. */
enum store_result store_tournament_entries(
    struct store_reader *reader, int64_t tournament, int64_t before, unsigned limit,
    bool (*row)(void *context, const struct store_tournament_entry *entry), void *context);

#endif

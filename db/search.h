/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_SEARCH_H
#define DB_SEARCH_H

#include "db/games.h"

/* Finding games by what is known of them, and by what happened in them. Conventions as in db/store.h. */

/* ---- what happened ---- */

/* Of a `play` game that was played to its end. */
struct store_facts {
    int64_t game;
    bool hidden; /* it is not public */
    int kind;    /* enum game_kind */
    int64_t finished_at;
    int turns;
    int road;     /* how often Longest Road went from one player to another */
    int comeback; /* how many points the winner was behind at most */
};

/* Replaces what was known of the game. */
enum store_result store_facts_put(struct store_tx *tx, const struct store_facts *facts);
/* STORE_NONE: nothing is known (yet). */
enum store_result store_facts_get(struct store_reader *reader, int64_t game,
                                  struct store_facts *facts);
/* Ids of games whose facts are still to be found, rising. */
enum store_result store_facts_missing(struct store_reader *reader, int64_t *ids, size_t max,
                                      size_t *count);
/* This one's have been. STORE_CONFLICT: before. */
enum store_result store_facts_found(struct store_tx *tx, int64_t game);

/* ---- searches ---- */

/* What games are ordered by, the largest and latest first. Those from SEARCH_FINISHED on have facts. */
enum store_search_order {
    SEARCH_CREATED,
    SEARCH_MOVED, /* the time of the last event; games without any are left out */
    SEARCH_FINISHED,
    SEARCH_TURNS,
    SEARCH_ROAD,
    SEARCH_COMEBACK,
    SEARCH_ORDERS
};

/* Where a game stands in such an order. */
struct store_search_place {
    int64_t value; /* what it is ordered by */
    int64_t id;
};

struct store_search {
    enum store_search_order order;
    int64_t viewer;           /* only games that are listed for this account; 0: for everybody */
    int64_t mine;             /* only games that this account made or has a seat in; 0: all */
    int64_t player, other;    /* only games in which both have a seat; 0: anybody */
    const char *name;         /* only games whose names begin so, in any case; NULL: all */
    const char *tag;          /* only games with this tag; NULL: all */
    unsigned statuses, modes; /* bits, as in struct store_game_filter */
    int kind;                 /* -1: all */
    int64_t finished,
        unfinished; /* ended then or later, and before; 0 and INT64_MAX: at any time or never */
    int turns, road, comeback;        /* so much at least; 0: any */
    struct store_search_place behind; /* only games behind this place; INT64_MAX twice: all */
    size_t limit;
};

enum { STORE_SEARCH_MAX = 101 };

struct store_found {
    struct store_search_place places[STORE_SEARCH_MAX];
    size_t n;
    bool more;                      /* the search ended before it had seen all, */
    struct store_search_place last; /* at this place; else after the last one found */
};

/* Finds SEARCH->limit games at most, STORE_SEARCH_MAX or fewer. It looks at a bounded number of games, and so may find
 * fewer although there are more. FITS says whether a game's set-up is of the kind that is asked for, where only that says so
 * (it is not called with kind -1). */
enum store_result store_search(struct store_reader *reader, const struct store_search *search,
                               bool (*fits)(int kind, struct store_bytes setup),
                               struct store_found *found);

#endif

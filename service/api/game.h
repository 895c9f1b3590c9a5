/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_GAME_H
#define SERVICE_API_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"
#include "db/search.h"
#include "service/base/buffer.h"
#include "service/base/json_write.h"
#include "service/game/load.h"
#include "service/http/reply.h"
#include "service/http/request.h"

/* What all endpoints of a game share. A function that returns false has answered. */

enum {
    API_GAME_MAX = 64 << 10,  /* bytes of a game object */
    API_VIEW_MAX = 256 << 10, /* bytes of a view, and of the events of a few moves beside it */
};

/* The calling thread's reader; NULL when it has answered. */
struct store_reader *api_reader(struct request *rq);

/* Opens the game that the route's first parameter names, if the caller may see it. load_end is the
 * caller's to call only after true. */
bool api_load(struct request *rq, struct load *load);
/* The same if the whole log will be replayed; prefetches it, and PARTS (db/ahead.h). */
bool api_load_whole(struct request *rq, struct load *load, unsigned parts);

/* The id of that game. */
bool api_game_id(struct request *rq, int64_t *id);

/* Replays up to event AT (LOAD_LATEST: the last). */
bool api_replay(struct request *rq, struct load *load, uint32_t at);

/* Read a query parameter whose TEXT is NULL where it is not given, and *WHEN or *ACCOUNT stays: a time; the account that
 * a name stands for. */
bool api_read_time(struct request *rq, const char *name, const char *text, int64_t *when);
bool api_read_account(struct request *rq, struct store_reader *reader, const char *name,
                      const char *text, int64_t *account);
/* Whether a query's tag, NULL if there is none, is one. False: has answered. */
bool api_read_tag(struct request *rq, const char *tag);

/* The query parameters `at` and `as` of a look at a game. */
struct api_look {
    bool has_at;
    int64_t at;
    const char *as; /* NULL: not given */
};
enum { API_LOOK_FIELDS = 2 };
/* Rows for request_query. */
void api_look_fields(struct api_look *look, struct read_field fields[API_LOOK_FIELDS]);
/* Evaluates them: whose view is requested, as of which event. False: has answered. */
bool api_look(struct request *rq, const struct load *load, const struct api_look *look,
              unsigned *viewer, uint32_t *at);

/* Whether the caller created this table game, and so sees everything in it. */
bool api_owns_table(const struct request *rq, const struct store_game *row);

/* The viewer that the caller is without `as`. */
unsigned api_viewer(const struct request *rq, const struct store_game *row);

/* The ETag of VIEWER's view, and that of the game object (REMATCH: the rematch's id or ""). They
 * change with everything that the documents show. CLOCK may be NULL: no deadlines are shown; GAME
 * too: nobody is asked ahead (player.asked). */
void api_view_etag(char etag[REPLY_ETAG_SIZE], uint32_t seq, enum store_game_status status,
                   const struct store_seat *seats, unsigned n, const struct clock *clock,
                   const struct game *game, unsigned viewer);
void api_game_etag(char etag[REPLY_ETAG_SIZE], uint32_t seq, const struct load *load,
                   const char *rematch);

/* Before making an ETag without having read the log: reads the log if the tag depends on who is asked ahead.
 * False: has answered. */
bool api_know_asked(struct request *rq, struct load *load);

/* The game object of a load that has been replayed, with what happened in it (FACTS; NULL: that is not shown). */
void api_write_game(struct writer *w, const struct load *load, const struct store_facts *facts);

/* Replays the load and answers with the game object and its ETag; answers 304 before reading the log if
 * the caller has it already. */
void api_reply_game(struct request *rq, struct load *load);

/* VIEWER's view of GAME, a state of the loaded game, as a document. DEADLINES are those of that state, by
 * seat; NULL: none are shown. */
void api_write_view(struct writer *w, const struct load *load, const struct game *game,
                    enum store_game_status status, const int64_t *deadlines, unsigned viewer);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/seeks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/account/guest.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/endpoint.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/rating/rating.h"
#include "service/seek/seek.h"

/* What people look for, and the games that come of it. Lists do not say who looks: people who avoid one another would see
 * that they are not paired. */

enum {
    SEEKS_DEFAULT = 50,
    SEEKS_LIMIT = 100,
    SEEK_WINDOW_MAX = 2000,
    SEEK_JSON_MAX = STORE_SEEK_TEXT_SIZE + 1024,
};

static const int64_t day_ms = 24 * 3600 * INT64_C(1000);

void seeks_write(struct writer *w, const struct store_seek *seek, int64_t caller,
                 const char *game) {
    writer_object(w);
    writer_text_member(w, "id", seek->public_id);
    writer_key(w, "settings");
    writer_json(w, seek->settings, strlen(seek->settings));
    writer_key(w, "players");
    writer_object(w);
    writer_int_member(w, "min", seek->players_min);
    writer_int_member(w, "max", seek->players_max);
    writer_object_end(w);
    writer_bool_member(w, "rated", seek->category != RATING_NONE);
    writer_key(w, "rating_window");
    if (seek->rating_window == 0)
        writer_null(w);
    else
        writer_int(w, seek->rating_window);
    writer_int_member(w, "shared_hours", seek->shared_hours);
    writer_time_member(w, "created_at", seek->created_at);
    writer_time_member(w, "expires_at", seek->expires_at);
    writer_bool_member(w, "mine", seek->account == caller);
    writer_text_or_null_member(w, "game", game == NULL ? "" : game);
    writer_object_end(w);
}

/* ---- GET /v1/seeks ---- */

struct seeks_page {
    struct list list; /* first */
    int64_t caller;
};

static bool seeks_add(void *context, const struct store_seek *seek) {
    struct seeks_page *page = context;

    if (!list_takes(&page->list))
        return false;
    seeks_write(&page->list.w, seek, page->caller, NULL);
    list_mark(&page->list, "%lld", (long long)seek->id);
    return true;
}

void seeks_list(struct request *rq) {
    struct seeks_page page = {.caller = rq->caller.account};
    int64_t limit = SEEKS_DEFAULT, before = INT64_MAX;
    const char *cursor = NULL;
    bool mine = false;
    const struct read_field fields[] = {
        {"mine", READ_BOOL, .to.flag = &mine},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = SEEKS_LIMIT},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };
    struct store_reader *reader;

    if (!request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !list_read_cursor(rq, cursor, 1, INT64_MAX, &before))
        return;
    if (mine && rq->caller.account == 0) {
        reply_problem(rq, PROBLEM_UNAUTHENTICATED, "send a token to list your own seeks");
        return;
    }
    if ((reader = api_reader(rq)) == NULL)
        return;
    list_begin(&page.list, (unsigned)limit, SEEKS_LIMIT * SEEK_JSON_MAX);
    list_reply(rq, &page.list,
               store_seek_list(reader, mine ? rq->caller.account : 0, app_now(), before,
                               page.list.limit + 1, seeks_add, &page));
}

/* ---- POST /v1/seeks ---- */

struct seeks_request {
    struct endpoint_call call; /* first */
    struct store_seek seek;
    struct made_game made;
};

/* The parts of the body that are the game's. */
static json_t *seeks_settings(const json_t *body) {
    static const char *const kept[] = {"rules", "board", "clock", "rated", "hints"};
    json_t *settings = json_object();

    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        json_t *value = json_object_get(body, kept[i]);

        if (value != NULL)
            json_object_set(settings, kept[i], value);
    }
    return settings;
}

static bool seeks_keep_settings(struct read_errors *errors, const json_t *body,
                                struct store_seek *seek) {
    json_t *settings = seeks_settings(body);
    char *text = json_dumps(settings, JSON_COMPACT | JSON_SORT_KEYS);
    bool kept = text != NULL && strlen(text) < sizeof seek->settings;

    if (kept)
        snprintf(seek->settings, sizeof seek->settings, "%s", text);
    else
        read_error(errors, "", "may have %d bytes", STORE_SEEK_TEXT_SIZE - 1);
    kept = kept && seek_complete(errors, settings, seek);
    free(text);
    json_decref(settings);
    return kept;
}

static bool seeks_read_players(struct read_errors *errors, const json_t *players,
                               struct store_seek *seek) {
    int64_t least = 0, most = 0;
    const struct read_field fields[] = {
        {"min", READ_INT, .required = true, .to.number = &least, .min = 2, .max = SEEK_SEATS_MAX},
        {"max", READ_INT, .required = true, .to.number = &most, .min = 2, .max = SEEK_SEATS_MAX},
    };
    size_t before = errors->count;

    read_fields(errors, players, "/players", fields, sizeof fields / sizeof *fields);
    if (errors->count == before && least > most)
        read_error(errors, "/players/max", "must be %lld or more", (long long)least);
    seek->players_min = (unsigned)least;
    seek->players_max = (unsigned)most;
    return errors->count == before;
}

static bool seeks_read_body(struct request *rq, const json_t *body, struct store_seek *seek) {
    const json_t *rules = NULL, *board = NULL, *clock = NULL, *players = NULL;
    bool rated = false, hints = false;
    int64_t window = 0, hours = 0;
    const struct read_field fields[] = {
        {"rules", READ_OBJECT, .required = true, .to.json = &rules},
        {"board", READ_OBJECT, .to.json = &board},
        {"clock", READ_OBJECT, .required = true, .to.json = &clock},
        {"rated", READ_BOOL, .to.flag = &rated},
        {"hints", READ_BOOL, .to.flag = &hints},
        {"players", READ_OBJECT, .required = true, .to.json = &players},
        {"rating_window", READ_INT, .nullable = true, .to.number = &window, .min = 1,
         .max = SEEK_WINDOW_MAX},
        {"shared_hours", READ_INT, .to.number = &hours, .min = 0, .max = 24},
    };
    struct read_errors errors = {0};

    read_fields(&errors, body, "", fields, sizeof fields / sizeof *fields);
    seek->rating_window = (int)window;
    seek->shared_hours = (unsigned)hours;
    if (errors.count == 0 && seeks_read_players(&errors, players, seek) &&
        seeks_keep_settings(&errors, body, seek))
        return true;
    if (errors.count > 0)
        reply_invalid(rq, &errors);
    else
        reply_no_memory(rq);
    return false;
}

/* Refuses hours in which the caller alone is not awake. False: has answered. */
static bool seeks_check_hours(struct request *rq, const struct store_seek *seek) {
    struct seeker own = {0};
    struct store_reader *reader = api_reader(rq);
    double awake;

    if (reader == NULL ||
        !check_stored(rq, seek_awake(reader, rq->caller.account, app_now(), own.awake)))
        return false;
    awake = seek_shared(&own, (const size_t[]){0}, 1);
    if (awake >= seek->shared_hours)
        return true;
    reply_invalid_at(rq, "/shared_hours",
                     "your own calendar leaves %.1f hours a day: ask for no more", awake);
    return false;
}

static bool seeks_create_read(struct request *rq, void *state) {
    struct seeks_request *request = state;
    const json_t *body = request_json(rq);

    return body != NULL && guest_pass(rq, "seeks") && seeks_read_body(rq, body, &request->seek) &&
           seeks_check_hours(rq, &request->seek);
}

/* Whether a game was made, and the account plays in it: it may be one of others, who have waited long enough. */
static bool seeks_plays(const struct made_game *made, int64_t account) {
    for (int seat = 0; seat < made->row.seat_count && made->row.id != 0; seat++)
        if (made->row.seats[seat].account == account)
            return true;
    return false;
}

static enum store_result seeks_create_run(struct store_tx *tx, void *state) {
    struct seeks_request *request = state;
    struct endpoint_call *call = &request->call;
    struct store_seek *seek = &request->seek;
    struct writer w = writer_to(&call->reply.body);
    enum store_result result;

    app_new_id(seek->public_id);
    seek->account = call->account;
    seek->created_at = call->now;
    seek->expires_at = call->now + SEEK_DAYS * day_ms;
    result = store_seek_add(tx, seek);
    if (result == STORE_OK)
        result = quota_hold(tx, call, QUOTA_BIT(QUOTA_SEEKS));
    if (result == STORE_OK)
        result = seek_play(tx, seek->pool, call->now, &request->made);
    if (result == STORE_OK)
        seeks_write(&w, seek, call->account,
                    seeks_plays(&request->made, call->account) ? request->made.row.public_id
                                                               : NULL);
    return result;
}

static void seeks_create_committed(void *state) {
    struct seeks_request *request = state;

    if (request->made.row.id != 0)
        seek_begun(request->call.app, &request->made);
}

static void seeks_create_clear(void *state) {
    made_game_free(&((struct seeks_request *)state)->made);
}

const struct endpoint seeks_create = {
    .size = sizeof(struct seeks_request),
    .body_max = SEEK_JSON_MAX,
    .status = 201,
    .keyed = true,
    .read = seeks_create_read,
    .run = seeks_create_run,
    .committed = seeks_create_committed,
    .clear = seeks_create_clear,
};

/* ---- DELETE /v1/seeks/{id} ---- */

static enum store_result seeks_delete_run(struct store_tx *tx, void *state) {
    const struct endpoint_named *named = state;

    return store_seek_cancel(tx, named->call.account, named->id);
}

const struct endpoint seeks_delete = {
    .size = sizeof(struct endpoint_named),
    .status = 204,
    .read = endpoint_read_named,
    .run = seeks_delete_run,
};

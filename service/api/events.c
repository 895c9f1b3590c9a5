/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/events.h"

#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "service/account/auth.h"
#include "service/api/game.h"
#include "service/api/talk.h"
#include "service/api/told.h"
#include "service/app/app.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/game/access.h"
#include "service/http/cookie.h"
#include "service/http/reply.h"
#include "service/http/stream.h"
#include "service/http/topics.h"
#include "service/mail/mail.h"

/* The log of one game: as a list, by long poll, as a stream. */

enum {
    EVENTS_DEFAULT = 100,
    EVENTS_LIMIT = 1000,
    EVENTS_JSON_MAX = 4 << 20,
    EVENT_JSON_MAX = 64 << 10,
    WAIT_MAX = 60,       /* seconds */
    STREAM_EVENTS = 500, /* written in one piece */
    TOLD_MAX = 500,      /* in a list with sentences, each of which costs as much as its event */
};

/* The query's parameters. */
struct events_query {
    uint32_t after;
    unsigned limit;
    unsigned type;   /* ACTION_NONE: all */
    unsigned player; /* NONE: all */
    unsigned viewer;
    int64_t wait; /* seconds */
    int language; /* of the sentences; LANGUAGES: none */
};

/* ---- reading the query ---- */

static bool read_query(struct request *rq, const struct load *load, struct events_query *query) {
    int64_t after = 0, limit = EVENTS_DEFAULT, player = NONE, wait = 0;
    const char *cursor = NULL, *type = NULL;
    struct api_look look = {0};
    uint32_t at;
    const struct read_field fields[] = {
        {"after", READ_INT, .to.number = &after, .min = 0, .max = INT32_MAX},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = EVENTS_LIMIT},
        {"cursor", READ_TEXT, .to.text = &cursor},
        {"type", READ_TEXT, .to.text = &type},
        {"player", READ_INT, .to.number = &player, .min = 0, .max = load->setup.rules.colors - 1},
        {"wait", READ_INT, .to.number = &wait, .min = 0, .max = WAIT_MAX},
        {"as", READ_TEXT, .to.text = &look.as},
        TOLD_FIELD(&query->language),
    };

    query->language = LANGUAGES;

    if (!request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !api_look(rq, load, &look, &query->viewer, &at))
        return false;
    query->limit = (unsigned)(query->language < LANGUAGES && limit > TOLD_MAX ? TOLD_MAX : limit);
    query->type = type == NULL ? ACTION_NONE : event_type_of(type, strlen(type));
    query->player = (unsigned)player;
    query->wait = wait;
    if (type != NULL && query->type == ACTION_NONE) {
        reply_invalid_at(rq, "type", "there is no such type of event");
        return false;
    }
    if (!list_read_cursor(rq, cursor, 0, INT32_MAX, &after))
        return false;
    query->after = (uint32_t)after;
    return true;
}

static bool is_wanted_event(const struct events_query *query, const struct event *event) {
    return (query->type == ACTION_NONE || query->type == event->type) &&
           (query->player == NONE || query->player == event->player);
}

/* ---- lists ---- */

struct events_page {
    const struct events_query *query;
    struct teller told;
    struct list list;
};

static bool events_page_add(void *context, struct load *load, const struct game *before,
                            const struct event *event, int64_t at) {
    struct events_page *page = context;

    if (!is_wanted_event(page->query, event))
        return true;
    if (!list_takes(&page->list))
        return false;
    told_event(&page->list.w, &page->told, load, before, event, at);
    list_mark(&page->list, "%u", (unsigned)load->game.seq);
    return true;
}

/* Writes the events available; false when it has answered after a failure. */
static bool write_events(struct request *rq, struct load *load, struct events_page *page) {
    enum store_result result;

    load->log.viewer = page->query->viewer;
    if (!api_replay(rq, load, page->query->after))
        return false;
    result = page->query->after >= load->row.last_seq
                 ? STORE_OK
                 : load_replay(load, LOAD_LATEST, events_page_add, page);
    if (result != STORE_OK)
        reply_store_failure(rq, result);
    return result == STORE_OK;
}

/* Subscribes the request to the game's changes, and to the end of the caller's tokens. False: has
 * answered. */
static bool subscribe_caller(struct request *rq, int64_t game) {
    bool ok =
        topic_subscribe(rq, (uint64_t)game) &&
        (rq->caller.account == 0 || topic_subscribe(rq, app_account_topic(rq->caller.account)));

    if (!ok)
        topic_refuse(rq);
    return ok;
}

/* The state of a long poll between calls of its handler. */
struct poll {
    int64_t deadline;
    bool subscribed;
};

/* POLL_DONE: answered or waiting; POLL_AGAIN: read the log once more; POLL_ANSWER: answer with what
 * there is. */
enum poll_step { POLL_DONE, POLL_AGAIN, POLL_ANSWER };

/* Without new events: decides whether to answer or to wait. An event between reading and
 * subscribing would be missed, so after subscribing the log is read once more before the first
 * wait. */
static enum poll_step wait_more(struct request *rq, const struct events_query *query,
                                int64_t game) {
    struct poll *poll = rq->state;

    if (poll == NULL) {
        poll = rq->state = request_alloc(rq, sizeof *poll);
        if (poll == NULL) {
            reply_no_memory(rq);
            return POLL_DONE;
        }
        poll->deadline = request_now() + query->wait * 1000;
    }
    if (request_stopping(rq) || request_now() >= poll->deadline)
        return POLL_ANSWER;
    if (poll->subscribed) {
        request_wait_until(rq, poll->deadline);
        return POLL_DONE;
    }
    if (!subscribe_caller(rq, game))
        return POLL_DONE;
    poll->subscribed = true;
    return POLL_AGAIN;
}

static enum poll_step reply_page(struct request *rq, struct load *load,
                                 const struct events_query *query) {
    struct events_page page = {.query = query, .told.language = query->language};
    enum poll_step step = POLL_ANSWER;

    list_begin(&page.list, query->limit, EVENTS_JSON_MAX);
    if (!write_events(rq, load, &page)) {
        buffer_free(&page.list.body);
        return POLL_DONE;
    }
    if (page.list.count == 0 && query->wait > 0 && !row_over(&load->row))
        step = wait_more(rq, query, load->row.id);
    if (step == POLL_ANSWER) {
        list_reply(rq, &page.list, STORE_OK);
        return POLL_DONE;
    }
    buffer_free(&page.list.body);
    return step;
}

/* ---- the stream ---- */

struct game_stream {
    struct events_query query;
    int64_t game;
    int64_t talk; /* the latest message written, or from before the stream */
    bool begun;
};

struct streaming {
    struct game_stream *stream;
    struct buffer *out;
    unsigned count;
    struct teller told;
};

bool events_token_good(struct request *rq) {
    static const char scheme[] = "Bearer ";
    const char *header = request_header(rq, "Authorization");
    char token[COOKIE_VALUE_SIZE];

    if (rq->caller.account == 0)
        return true;
    if (header == NULL)
        return cookie_value(rq, app_cookie(app_is_https(app_of(rq))), token) &&
               auth_caller(rq, token) != AUTH_BAD;
    if (strlen(header) < sizeof scheme)
        return true;
    header += sizeof scheme - 1;
    return auth_caller(rq, header + strspn(header, " ")) != AUTH_BAD;
}

static bool stream_one(void *context, struct load *load, const struct game *before,
                       const struct event *event, int64_t at) {
    struct streaming *streaming = context;
    struct buffer json;
    struct writer w = writer_begin(&json, EVENT_JSON_MAX);

    if (streaming->count == STREAM_EVENTS)
        return false;
    streaming->stream->query.after = load->game.seq;
    if (!is_wanted_event(&streaming->stream->query, event))
        return true;
    told_event(&w, &streaming->told, load, before, event, at);
    if (json.failed)
        streaming->out->failed = true;
    else
        stream_event(streaming->out, load->game.seq, event_type_name(event->type), json.data,
                     json.size);
    buffer_free(&json);
    streaming->count++;
    return true;
}

static bool stream_talk(void *context, const struct store_talk *talk) {
    struct streaming *streaming = context;
    struct buffer json;
    struct writer w = writer_begin(&json, TALK_JSON_MAX);

    talk_write(&w, talk);
    streaming->stream->talk = talk->id;
    streaming->out->failed |= json.failed;
    if (!json.failed)
        stream_event(streaming->out, -1, "talk", json.data, json.size);
    buffer_free(&json);
    return true;
}

/* Whether the viewer's seat has changed hands: later events are for its new player. */
static bool seat_has_changed_hands(const struct request *rq, const struct store_game *row,
                                   unsigned viewer) {
    return viewer < STORE_SEATS_MAX && row->mode == STORE_MODE_PLAY && !row_over(row) &&
           row_seat(row, rq->caller.account) != viewer;
}

static bool fill_game_stream(struct request *rq, struct buffer *out) {
    struct game_stream *stream = rq->state;
    struct streaming streaming = {
        .stream = stream, .out = out, .told.language = stream->query.language};
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    struct load load;
    enum store_result result;
    bool over;

    if (!stream->begun)
        buffer_text(out, "retry: 3000\n\n");
    stream->begun = true;
    if (reader == NULL || !events_token_good(rq))
        return false;
    result = access_open_by_id(&load, reader, stream->game, rq->caller.account);
    if (result == STORE_OK && seat_has_changed_hands(rq, &load.row, stream->query.viewer))
        result = STORE_NONE;
    if (result == STORE_OK && load.row.last_seq > stream->query.after) {
        load.log.viewer = stream->query.viewer;
        result = load_replay(&load, stream->query.after, NULL, NULL);
        if (result == STORE_OK)
            result = load_replay(&load, LOAD_LATEST, stream_one, &streaming);
    }
    if (result == STORE_OK && stream->query.type == ACTION_NONE && stream->query.player == NONE)
        result = store_talk_list(reader, stream->game, rq->caller.account, stream->talk,
                                 STREAM_EVENTS, stream_talk, &streaming);
    over = result != STORE_OK || (row_over(&load.row) && stream->query.after >= load.row.last_seq);
    load_end(&load);
    return !over;
}

static void begin_stream(struct request *rq, const struct load *load,
                         const struct events_query *query) {
    const char *last = request_header(rq, "Last-Event-ID");
    struct game_stream *stream = request_alloc(rq, sizeof *stream);
    int64_t after = query->after;

    if (stream == NULL) {
        reply_no_memory(rq);
        return;
    }
    stream->query = *query;
    stream->game = load->row.id;
    if (last != NULL && !text_read_number(last, 0, INT32_MAX, &after)) {
        reply_invalid_at(rq, "Last-Event-ID", "must be the `id` of an event of this stream");
        return;
    }
    stream->query.after = (uint32_t)after;
    if (row_over(&load->row) && stream->query.after >= load->row.last_seq) {
        reply_empty(rq, 204); /* no event will ever follow: tells browsers not to reconnect */
        return;
    }
    if (!subscribe_caller(rq, load->row.id))
        return;
    if (store_talk_last(load->reader, load->row.id, &stream->talk) != STORE_OK) {
        reply_problem(rq, PROBLEM_INTERNAL, "could not subscribe to the game's talk; try again");
        return;
    }
    rq->state = stream;
    stream_begin(rq, "text/event-stream", fill_game_stream);
}

/* ---- the endpoint ---- */

bool events_wants_stream(struct request *rq) {
    return request_accepts(rq, "text/event-stream");
}

void events_get(struct request *rq) {
    enum poll_step step;

    if (rq->state != NULL && !events_token_good(rq)) {
        reply_problem(rq, PROBLEM_UNAUTHENTICATED, "this token has ended while you waited");
        return;
    }
    do {
        struct events_query query;
        struct load load;

        step = POLL_DONE;
        if (!api_load(rq, &load))
            return;
        if (read_query(rq, &load, &query)) {
            if (events_wants_stream(rq))
                begin_stream(rq, &load, &query);
            else
                step = reply_page(rq, &load, &query);
        }
        load_end(&load);
    } while (step == POLL_AGAIN);
}

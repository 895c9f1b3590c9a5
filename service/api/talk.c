/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/talk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/idempotency.h"
#include "service/app/write.h"
#include "service/base/text.h"
#include "service/document/cards_json.h"
#include "service/http/reply.h"
#include "service/http/topics.h"

/* What is said at a table: to everybody who may see the game, or to some of the players. */

enum {
    LIST_DEFAULT = 50,
    LIST_LIMIT = 200,
    LIST_JSON_MAX = LIST_LIMIT * TALK_JSON_MAX,
    MINUTE_MS = 60 * 1000,
    CURSOR_SIZE = 24,
};

/* ---- writing a message as a document ---- */

void talk_write(struct writer *w, const struct store_talk *talk) {
    char id[CURSOR_SIZE];

    snprintf(id, sizeof id, "%" PRId64, talk->id);
    writer_object(w);
    writer_text_member(w, "id", id);
    writer_key(w, "seat");
    if (talk->seat < 0)
        writer_null(w);
    else
        writer_int(w, talk->seat);
    writer_text_or_null_member(w, "account", talk->account_name);
    writer_key(w, "to");
    if (talk->to_seats == 0)
        writer_null(w);
    else
        seats_write(w, talk->to_seats);
    writer_key(w, "mentions");
    seats_write(w, talk->mentions);
    writer_text_member(w, "text", talk->text);
    writer_time_member(w, "at", talk->at);
    writer_object_end(w);
}

/* ---- saying something ---- */

struct saying {
    struct write write; /* first: a job leads back to its request's state */
    struct idempotency idem;
    struct say say;
    struct buffer body;
    struct server *server;
};

/* Reads the list of seats into a set. */
static bool read_to(struct request *rq, const struct store_game *row, const json_t *to,
                    unsigned own, unsigned *seats) {
    const json_t *item;
    size_t i;

    json_array_foreach(to, i, item) {
        json_int_t seat = json_integer_value(item);
        char pointer[READ_POINTER_MAX];

        if (json_is_integer(item) && seat >= 0 && seat < row->seat_count && seat != own &&
            (*seats >> seat & 1) == 0 && row->mode == STORE_MODE_PLAY) {
            *seats |= 1u << seat;
            continue;
        }
        read_pointer_at(pointer, "/to", i);
        reply_invalid_at(rq, pointer,
                         row->mode == STORE_MODE_TABLE
                             ? "nobody else sits at a table game"
                             : "must be the number of another player's seat, each named once");
        return false;
    }
    return true;
}

static bool read_saying(struct request *rq, const struct load *load, struct saying *saying) {
    const char *text = NULL;
    const json_t *to = NULL;
    const struct read_field fields[] = {
        {"text", READ_TEXT, .required = true, .to.text = &text, .min = 1, .max = TALK_TEXT_MAX},
        {"to", READ_ARRAY, .nullable = true, .to.json = &to, .min = 1, .max = STORE_SEATS_MAX},
    };
    unsigned own = row_seat(&load->row, rq->caller.account);

    if (!request_fields(rq, fields, sizeof fields / sizeof *fields))
        return false;
    if (!say_text(&saying->say, &load->row, text)) {
        reply_invalid_at(rq, "/text",
                         "must say something, and have no control characters but line ends");
        return false;
    }
    return read_to(rq, &load->row, to, own, &saying->say.talk.to_seats);
}

/* ---- in the transaction ---- */

static enum store_result add(struct store_tx *tx, struct saying *saying) {
    struct writer w = writer_to(&saying->body);
    enum store_result result = say_write(tx, &saying->say);

    if (result == STORE_OK)
        talk_write(&w, &saying->say.talk);
    return result == STORE_OK && saying->body.failed ? STORE_ERROR : result;
}

static enum store_result run(struct store_tx *tx, struct write *write) {
    struct saying *saying = (struct saying *)write;
    enum store_result result;

    if (idempotency_seen(tx, &saying->idem))
        return STORE_CONFLICT;
    result = add(tx, saying);
    if (result != STORE_OK)
        return result;
    return idempotency_keep(tx, &saying->idem,
                            &(struct idempotency_answer){.status = 201,
                                                         .body = saying->body.data,
                                                         .body_size = saying->body.size},
                            saying->say.talk.at);
}

static void committed(struct write *write) {
    const struct saying *saying = (const struct saying *)write;

    topic_publish(saying->server, (uint64_t)saying->say.talk.game);
}

static void saying_free(struct request *rq) {
    buffer_free(&((struct saying *)rq->state)->body);
}

static void say(struct request *rq, const struct load *load) {
    struct saying *saying;

    if (row_seat(&load->row, rq->caller.account) == NONE && !api_owns_table(rq, &load->row)) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "only those who have a seat in a game speak in it");
        return;
    }
    saying = request_alloc(rq, sizeof *saying);
    if (saying == NULL) {
        reply_no_memory(rq);
        return;
    }
    buffer_init(&saying->body, TALK_JSON_MAX);
    rq->state = saying;
    rq->state_free = saying_free;
    saying->server = rq->server;
    say_begin(&saying->say, &load->row, rq->caller.account, rq->caller.name, app_now());
    if (read_saying(rq, load, saying) && idempotency_begin(rq, &saying->idem))
        write_begin_then(rq, &saying->write, run, committed);
}

static void finish(struct request *rq, struct saying *saying) {
    if (!write_finished(rq, &saying->write))
        return;
    if (saying->write.result == STORE_OK)
        reply_json(rq, 201, &saying->body);
    else if (saying->say.too_many)
        reply_problem_more(rq, PROBLEM_RATE_LIMITED,
                           &(struct problem_more){.retry_after = MINUTE_MS / 1000},
                           "%d messages a minute in one game are enough", TALK_PER_MINUTE);
    else if (!saying->idem.seen || idempotency_begin(rq, &saying->idem))
        reply_store_failure(rq, saying->write.result);
}

void talk_say(struct request *rq) {
    struct load load;

    if (rq->state != NULL) {
        finish(rq, rq->state);
        return;
    }
    if (!api_load(rq, &load))
        return;
    say(rq, &load);
    load_end(&load);
}

/* ---- listening ---- */

struct listing {
    struct writer w;
    unsigned limit, count;
    int64_t last;
    bool more;
};

static bool list_row(void *context, const struct store_talk *talk) {
    struct listing *listing = context;

    listing->more = listing->count == listing->limit;
    if (listing->more)
        return false;
    talk_write(&listing->w, talk);
    listing->last = talk->id;
    listing->count++;
    return true;
}

static void list(struct request *rq, const struct load *load) {
    int64_t limit = LIST_DEFAULT, from = 0;
    const char *after = NULL, *cursor = NULL;
    const struct read_field fields[] = {
        {"after", READ_TEXT, .to.text = &after},
        {"cursor", READ_TEXT, .to.text = &cursor},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = LIST_LIMIT},
    };
    struct listing listing = {.count = 0};
    char next[CURSOR_SIZE];
    enum store_result result;
    struct buffer body;

    if (!request_query(rq, fields, sizeof fields / sizeof *fields))
        return;
    if ((after != NULL && !text_read_number(after, 0, INT64_MAX, &from)) ||
        (cursor != NULL && !text_read_number(cursor, 0, INT64_MAX, &from))) {
        reply_invalid_at(rq, cursor != NULL ? "cursor" : "after", "must be the id of a message");
        return;
    }
    buffer_init(&body, LIST_JSON_MAX);
    listing.w = writer_to(&body);
    listing.limit = (unsigned)limit;
    writer_object(&listing.w);
    writer_key(&listing.w, "items");
    writer_array(&listing.w);
    result = store_talk_list(load->reader, load->row.id, rq->caller.account, from,
                             listing.limit + 1, list_row, &listing);
    writer_array_end(&listing.w);
    snprintf(next, sizeof next, "%" PRId64, listing.last);
    writer_key(&listing.w, "next");
    writer_text_or_null(&listing.w, listing.more ? next : NULL);
    writer_object_end(&listing.w);
    reply_stored(rq, result, &body);
}

void talk_list(struct request *rq) {
    struct load load;

    if (!api_load(rq, &load))
        return;
    list(rq, &load);
    load_end(&load);
}

/* ---- having read ---- */

struct reading_on {
    struct write write;
    int64_t game, account, id;
};

static enum store_result run_read(struct store_tx *tx, struct write *write) {
    const struct reading_on *on = (const struct reading_on *)write;

    return store_talk_set_read(tx, on->game, on->account, on->id);
}

static bool note_there(void *context, const struct store_talk *talk) {
    (void)talk;
    *(bool *)context = true;
    return false;
}

/* Whether the account may read a message of the game with this id or a later one: of others it must not
 * learn that they are there. */
static bool is_there(const struct load *load, int64_t account, int64_t id) {
    bool there = false;

    return store_talk_list(load->reader, load->row.id, account, id - 1, 1, note_there, &there) ==
               STORE_OK &&
           there;
}

static void begin_read(struct request *rq, const struct load *load) {
    struct reading_on *on = request_alloc(rq, sizeof *on);
    const char *id = NULL;
    const struct read_field fields[] = {{"id", READ_TEXT, .required = true, .to.text = &id}};

    if (on == NULL) {
        reply_no_memory(rq);
        return;
    }
    if (!request_fields(rq, fields, 1))
        return;
    if (!text_read_number(id, 0, INT64_MAX, &on->id) ||
        !is_there(load, rq->caller.account, on->id)) {
        reply_invalid_at(rq, "/id", "must be the id of a message");
        return;
    }
    on->game = load->row.id;
    on->account = rq->caller.account;
    rq->state = on;
    write_begin(rq, &on->write, run_read);
}

void talk_read(struct request *rq) {
    struct reading_on *on = rq->state;
    struct load load;

    if (on == NULL) {
        if (!api_load(rq, &load))
            return;
        begin_read(rq, &load);
        load_end(&load);
    } else if (write_finished(rq, &on->write)) {
        if (on->write.result == STORE_OK)
            reply_empty(rq, 204);
        else
            reply_store_failure(rq, on->write.result);
    }
}

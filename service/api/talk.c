/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/talk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/document/cards_json.h"
#include "service/http/reply.h"
#include "service/http/topics.h"
#include "service/moderation/moderation.h"

/* Messages at a table: to everybody who may see the game, or to some of the players. */

enum {
    LIST_DEFAULT = 50,
    LIST_LIMIT = 200,
    LIST_JSON_MAX = LIST_LIMIT * TALK_JSON_MAX,
    MINUTE_S = 60,
};

/* ---- writing a message as a document ---- */

void talk_write(struct writer *w, const struct store_talk *talk) {
    char id[LIST_CURSOR_SIZE];

    snprintf(id, sizeof id, "%" PRId64, talk->id);
    writer_object(w);
    writer_text_member(w, "id", id);
    writer_key(w, "seat");
    id_write(w, talk->seat < 0 ? NONE : (unsigned)talk->seat);
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

/* ---- sending a message ---- */

struct talk_post {
    struct game_call game; /* first */
    struct talk_message message;
};

/* Reads the list of seats into a set. */
static bool talk_read_to(struct request *rq, const struct store_game *row, const json_t *to,
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
                             ? "a table game has no other players"
                             : "must be the number of another player's seat, each named once");
        return false;
    }
    return true;
}

static bool talk_post_read(struct request *rq, void *state) {
    struct talk_post *post = state;
    const struct store_game *row = &post->game.load.row;
    const char *text = NULL;
    const json_t *to = NULL;
    const struct read_field fields[] = {
        {"text", READ_TEXT, .required = true, .to.text = &text, .min = 1, .max = TALK_TEXT_MAX},
        {"to", READ_ARRAY, .nullable = true, .to.json = &to, .min = 1, .max = STORE_SEATS_MAX},
    };

    if (!game_call_open(rq, &post->game))
        return false;
    post->game.call.job.key = post->game.game; /* streams rely on the order of ids within a game */
    if (row_seat(row, rq->caller.account) == NONE && !api_owns_table(rq, row)) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "only players of a game can speak in it");
        return false;
    }
    talk_message_begin(&post->message, row, rq->caller.account, rq->caller.name,
                       post->game.call.now);
    if (!request_fields(rq, fields, sizeof fields / sizeof *fields))
        return false;
    if (!talk_message_set_text(&post->message, row, text)) {
        reply_invalid_at(rq, "/text",
                         "must say something, and have no control characters but line ends");
        return false;
    }
    return talk_read_to(rq, row, to, row_seat(row, rq->caller.account),
                        &post->message.talk.to_seats);
}

static enum store_result talk_post_run(struct store_tx *tx, void *state) {
    struct talk_post *post = state;
    struct endpoint_call *call = &post->game.call;
    struct writer w = writer_to(&call->reply.body);
    enum store_result result = talk_message_write(tx, &post->message);

    if (result == STORE_OK)
        result = quota_hold(tx, call, QUOTA_BIT(QUOTA_MESSAGES_PER_DAY));
    if (result == STORE_OK)
        talk_write(&w, &post->message.talk);
    if (post->message.held.id != 0)
        return moderation_refuse(call, &post->message.held);
    if (!post->message.too_many)
        return result;
    call->refusal.retry_after = MINUTE_S;
    return endpoint_refuse(call, PROBLEM_RATE_LIMITED, "at most %d messages a minute in one game",
                           TALK_PER_MINUTE);
}

static void talk_post_committed(void *state) {
    const struct talk_post *post = state;

    topic_publish(post->game.call.app->server, (uint64_t)post->game.game);
}

const struct endpoint talk_say = {
    .size = sizeof(struct talk_post),
    .body_max = TALK_JSON_MAX,
    .status = 201,
    .keyed = true,
    .read = talk_post_read,
    .run = talk_post_run,
    .committed = talk_post_committed,
    .close = game_call_close,
};

/* ---- listing messages ---- */

static bool talk_list_row(void *context, const struct store_talk *talk) {
    struct list *page = context;

    if (!list_takes(page))
        return false;
    talk_write(&page->w, talk);
    list_mark(page, "%" PRId64, talk->id);
    return true;
}

static void talk_reply_list(struct request *rq, const struct load *load) {
    int64_t limit = LIST_DEFAULT, from = 0;
    const char *after = NULL, *cursor = NULL;
    const struct read_field fields[] = {
        {"after", READ_TEXT, .to.text = &after},
        {"cursor", READ_TEXT, .to.text = &cursor},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = LIST_LIMIT},
    };
    enum store_result result;
    struct list page;

    if (!request_query(rq, fields, sizeof fields / sizeof *fields))
        return;
    if ((after != NULL && !text_read_number(after, 0, INT64_MAX, &from)) ||
        (cursor != NULL && !text_read_number(cursor, 0, INT64_MAX, &from))) {
        reply_invalid_at(rq, cursor != NULL ? "cursor" : "after", "must be the id of a message");
        return;
    }
    list_begin(&page, (unsigned)limit, LIST_JSON_MAX);
    result = store_talk_list(load->reader, load->row.id, rq->caller.account, from, page.limit + 1,
                             talk_list_row, &page);
    list_reply(rq, &page, result);
}

void talk_list(struct request *rq) {
    struct load load;

    if (!api_load(rq, &load))
        return;
    talk_reply_list(rq, &load);
    load_end(&load);
}

/* ---- marking as read ---- */

struct talk_mark {
    struct game_call game; /* first */
    int64_t id;
};

static bool talk_note_there(void *context, const struct store_talk *talk) {
    (void)talk;
    *(bool *)context = true;
    return false;
}

/* Whether the game has a message with this id or a later one that the account may read; it must not
 * learn that others exist. */
static bool talk_is_there(const struct load *load, int64_t account, int64_t id) {
    bool there = false;

    return store_talk_list(load->reader, load->row.id, account, id - 1, 1, talk_note_there,
                           &there) == STORE_OK &&
           there;
}

static bool talk_mark_read(struct request *rq, void *state) {
    struct talk_mark *mark = state;
    const char *id = NULL;
    const struct read_field fields[] = {{"id", READ_TEXT, .required = true, .to.text = &id}};

    if (!game_call_open(rq, &mark->game) || !request_fields(rq, fields, 1))
        return false;
    if (text_read_number(id, 0, INT64_MAX, &mark->id) &&
        talk_is_there(&mark->game.load, rq->caller.account, mark->id))
        return true;
    reply_invalid_at(rq, "/id", "must be the id of a message");
    return false;
}

static enum store_result talk_mark_run(struct store_tx *tx, void *state) {
    const struct talk_mark *mark = state;

    return store_talk_set_read(tx, mark->game.game, mark->game.call.account, mark->id);
}

const struct endpoint talk_read = {
    .size = sizeof(struct talk_mark),
    .status = 204,
    .read = talk_mark_read,
    .run = talk_mark_run,
    .close = game_call_close,
};

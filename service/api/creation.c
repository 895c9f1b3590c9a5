/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/creation.h"

#include <stdio.h>

#include "service/app/app.h"
#include "service/http/reply.h"
#include "service/http/topics.h"
#include "service/mail/channel.h"

static void creation_free(struct request *rq) {
    struct creation *creation = rq->state;

    made_game_free(&creation->made);
    buffer_free(&creation->body);
}

struct creation *creation_new(struct request *rq) {
    struct creation *creation = request_alloc(rq, sizeof *creation);

    if (creation == NULL) {
        reply_no_memory(rq);
        return NULL;
    }
    buffer_init(&creation->body, API_GAME_MAX);
    creation->app = app_of(rq);
    rq->state = creation;
    rq->state_free = creation_free;
    return creation;
}

static enum store_result run(struct store_tx *tx, struct write *write) {
    struct creation *creation = (struct creation *)write;
    const struct idempotency_answer answer = {
        .status = 201,
        .location = creation->location,
        .etag = creation->etag,
        .body = creation->body.data,
        .body_size = creation->body.size,
    };
    enum store_result result;

    if (idempotency_was_seen(tx, &creation->idem))
        return STORE_CONFLICT;
    result = made_game_write(tx, &creation->made);
    if (result == STORE_OK)
        result = mail_invite(tx, &creation->made.row, creation->made.row.created_at);
    if (result == STORE_OK)
        result =
            idempotency_keep_answer(tx, &creation->idem, &answer, creation->made.row.created_at);
    return result;
}

static void committed(struct write *write) {
    const struct creation *creation = (const struct creation *)write;
    const struct store_game *row = &creation->made.row;

    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].account != 0)
            topic_publish(creation->app->server, api_account_topic(row->seats[seat].account));
    /* Also where no bot plays: the account may have been deleted in between. */
    if (!row_over(row))
        app_game_changed(creation->app, row->id);
}

/* The game object of what is going to be written. */
static bool write_answer(struct creation *creation, struct store_reader *reader) {
    struct load load = {.reader = reader, .row = creation->made.row};
    struct writer w = writer_to(&creation->body);

    if (load_prepare(&load) != STORE_OK)
        return false;
    load.clock = creation->made.clock;
    load.game = creation->made.game;
    api_write_game(&w, &load);
    api_game_etag(creation->etag, &load, "");
    snprintf(creation->location, sizeof creation->location, "/v1/games/%s", load.row.public_id);
    return !creation->body.failed;
}

void creation_run(struct request *rq, struct creation *creation, const struct new_game *new_game) {
    struct store_reader *reader = api_reader(rq);

    if (reader == NULL)
        return;
    if (!made_game_build(&creation->made, new_game, reader, rq->caller.account, app_now()) ||
        !write_answer(creation, reader)) {
        reply_problem(rq, PROBLEM_INTERNAL, "the game could not be put together");
        return;
    }
    write_begin_then(rq, &creation->write, run, committed);
}

void creation_reply(struct request *rq, struct creation *creation) {
    char quoted[API_ETAG_SIZE + 2];

    snprintf(quoted, sizeof quoted, "\"%s\"", creation->etag);
    reply_header(rq, "ETag", quoted);
    reply_header(rq, "Location", creation->location);
    reply_json(rq, 201, &creation->body);
}

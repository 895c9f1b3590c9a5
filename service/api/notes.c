/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/notes.h"

#include <inttypes.h>
#include <stdio.h>

#include "db/talk.h"
#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/write.h"
#include "service/http/reply.h"

/* One private text for each account and game. Nobody else ever reads it. */

enum { JSON_MAX = 6 * STORE_NOTES_SIZE + 256 /* a control character takes six bytes */ };

struct noting {
    struct write write; /* first: a job leads back to its request's state */
    int64_t account, game;
    struct store_notes notes;
    bool matched; /* the request has an If-Match, which holds */
};

static void set_etag(char etag[API_ETAG_SIZE], const struct store_notes *notes) {
    snprintf(etag, API_ETAG_SIZE, "notes%" PRId64, notes->revision);
}

static void reply_notes(struct request *rq, const struct store_notes *notes) {
    char etag[API_ETAG_SIZE], quoted[API_ETAG_SIZE + 2];
    struct buffer body;
    struct writer w;

    set_etag(etag, notes);
    snprintf(quoted, sizeof quoted, "\"%s\"", etag);
    reply_header(rq, "ETag", quoted);
    buffer_init(&body, JSON_MAX);
    w = writer_to(&body);
    writer_object(&w);
    writer_text_member(&w, "text", notes->text);
    writer_time_or_null_member(&w, "at", notes->at);
    writer_object_end(&w);
    reply_json(rq, 200, &body);
}

/* The request's memory, with the notes that there are; NULL when it has answered. */
static struct noting *open_notes(struct request *rq, const struct load *load) {
    struct noting *noting = request_alloc(rq, sizeof *noting);
    enum store_result result;

    if (noting == NULL) {
        reply_no_memory(rq);
        return NULL;
    }
    noting->account = rq->caller.account;
    noting->game = load->row.id;
    result = store_notes_get(load->reader, noting->account, noting->game, &noting->notes);
    if (result == STORE_OK)
        return noting;
    reply_store_failure(rq, result);
    return NULL;
}

static void get(struct request *rq, const struct load *load) {
    const struct noting *noting = open_notes(rq, load);
    char etag[API_ETAG_SIZE];

    if (noting == NULL)
        return;
    set_etag(etag, &noting->notes);
    if (!reply_not_modified(rq, etag))
        reply_notes(rq, &noting->notes);
}

static void reply_stale(struct request *rq) {
    reply_problem(rq, PROBLEM_STALE_MATCH, "the notes have changed: read them again");
}

static enum store_result run(struct store_tx *tx, struct write *write) {
    struct noting *noting = (struct noting *)write;
    struct store_notes latest;
    enum store_result result = STORE_OK;

    if (!noting->matched) { /* whatever was there goes */
        result = store_notes_get(store_tx_reader(tx), noting->account, noting->game, &latest);
        noting->notes.revision = latest.revision;
    }
    return result == STORE_OK ? store_notes_put(tx, noting->account, noting->game, &noting->notes)
                              : result;
}

static void put(struct request *rq, const struct load *load) {
    struct noting *noting = open_notes(rq, load);
    const char *text = NULL;
    const struct read_field fields[] = {
        {"text", READ_TEXT, .required = true, .to.text = &text, .max = STORE_NOTES_SIZE - 1},
    };
    char etag[API_ETAG_SIZE];

    if (noting == NULL || !request_fields(rq, fields, 1))
        return;
    set_etag(etag, &noting->notes);
    noting->matched = request_header(rq, "If-Match") != NULL;
    if (!request_matches(rq, etag)) {
        reply_stale(rq);
        return;
    }
    noting->notes.at = app_now();
    snprintf(noting->notes.text, sizeof noting->notes.text, "%s", text);
    rq->state = noting;
    write_begin(rq, &noting->write, run);
}

void notes_get(struct request *rq) {
    struct load load;

    if (!api_load(rq, &load))
        return;
    get(rq, &load);
    load_end(&load);
}

void notes_put(struct request *rq) {
    struct noting *noting = rq->state;
    struct load load;

    if (noting == NULL) {
        if (!api_load(rq, &load))
            return;
        put(rq, &load);
        load_end(&load);
    } else if (write_finished(rq, &noting->write)) {
        if (noting->write.result == STORE_OK)
            reply_notes(rq, &noting->notes);
        else if (noting->write.result == STORE_CONFLICT)
            reply_stale(rq);
        else
            reply_store_failure(rq, noting->write.result);
    }
}

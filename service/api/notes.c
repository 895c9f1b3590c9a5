/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/notes.h"

#include <inttypes.h>
#include <stdio.h>

#include "db/talk.h"
#include "db/usage.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/app/store_reply.h"

/* One private text per account and game, which only the account can read. */

enum { JSON_MAX = 6 * STORE_NOTES_SIZE + 256 /* a control character takes six bytes */ };

static void notes_write(struct reply *reply, const struct store_notes *notes) {
    struct writer w = writer_to(&reply->body);

    writer_object(&w);
    writer_text_member(&w, "text", notes->text);
    writer_time_or_null_member(&w, "at", notes->at);
    writer_object_end(&w);
}

static void notes_etag(char etag[REPLY_ETAG_SIZE], const struct store_notes *notes) {
    snprintf(etag, REPLY_ETAG_SIZE, "notes%" PRId64, notes->revision);
}

/* Reads the caller's notes. False: has answered. */
static bool notes_load(struct request *rq, const struct load *load, struct store_notes *notes) {
    return check_stored(rq, store_notes_get(load->reader, rq->caller.account, load->row.id, notes));
}

void notes_get(struct request *rq) {
    struct store_notes notes;
    struct reply reply = {.status = 200};
    struct load load;

    if (!api_load(rq, &load))
        return;
    if (notes_load(rq, &load, &notes)) {
        notes_etag(reply.etag, &notes);
        if (!reply_not_modified(rq, reply.etag)) {
            buffer_init(&reply.body, JSON_MAX);
            notes_write(&reply, &notes);
            reply_send(rq, &reply);
        }
    }
    load_end(&load);
}

/* ---- changing them ---- */

struct notes_change {
    struct game_call game; /* first */
    struct store_notes notes;
    bool first; /* there were none before */
};

/* Notes are replaced whatever they were, unless If-Match names a revision. */
static bool notes_put_judge(struct request *rq, void *state) {
    struct notes_change *change = state;
    const char *text = "";
    const struct read_field fields[] = {
        {"text", READ_TEXT, .required = true, .to.text = &text, .max = STORE_NOTES_SIZE - 1},
    };
    char etag[REPLY_ETAG_SIZE];

    if (!game_call_open(rq, &change->game) || !notes_load(rq, &change->game.load, &change->notes) ||
        !request_fields(rq, fields, 1))
        return false;
    notes_etag(etag, &change->notes);
    if (!request_matches(rq, etag)) {
        reply_problem(rq, PROBLEM_STALE_MATCH, "the notes have changed: read them again");
        return false;
    }
    change->first = change->notes.text[0] == '\0' && text[0] != '\0';
    change->notes.at = change->game.call.now;
    snprintf(change->notes.text, sizeof change->notes.text, "%s", text);
    return true;
}

static enum store_result notes_put_run(struct store_tx *tx, void *state) {
    struct notes_change *change = state;
    struct endpoint_call *call = &change->game.call;
    struct store_notes notes = change->notes;
    enum store_result result = store_notes_put(tx, call->account, change->game.game, &notes);

    if (result == STORE_OK && change->first)
        result = quota_hold(tx, call, QUOTA_BIT(QUOTA_NOTES) | QUOTA_BIT(QUOTA_BYTES));
    if (result == STORE_OK && change->first)
        result = quota_spend(tx, call, ADDRESS_QUOTA_BYTES, STORE_NOTES_BYTES);
    if (result == STORE_OK) {
        notes_etag(call->reply.etag, &notes);
        notes_write(&call->reply, &notes);
    }
    return result;
}

const struct endpoint notes_put = {
    .size = sizeof(struct notes_change),
    .body_max = JSON_MAX,
    .status = 200,
    .judge = notes_put_judge,
    .run = notes_put_run,
    .close = game_call_close,
};

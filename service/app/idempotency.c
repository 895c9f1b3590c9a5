/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/idempotency.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/app/app.h"
#include "service/app/prune.h"
#include "service/app/write.h"

enum { HEADERS_MAX = 512, ANSWER_MAX = STORE_BLOB_MAX };

_Static_assert(crypto_hash_sha256_BYTES == STORE_HASH_SIZE, "bodies' hashes go into the store");

/* The key without the quotes that the header's draft standard wants and many leave out. */
static bool parse_key(const char *header, char key[STORE_KEY_SIZE]) {
    size_t size = strlen(header);
    bool quoted = size >= 2 && header[0] == '"' && header[size - 1] == '"';

    if (quoted) {
        header++;
        size -= 2;
    }
    if (size == 0 || size >= STORE_KEY_SIZE)
        return false;
    for (size_t i = 0; i < size; i++)
        if (header[i] <= ' ' || header[i] >= 0x7f || header[i] == '"')
            return false;
    memcpy(key, header, size);
    key[size] = '\0';
    return true;
}

/* The headers are kept as "Name: value" lines; only these names are ever written. */
static void replay_headers(struct request *rq, const struct store_bytes *headers) {
    static const char *const names[] = {"Location", "ETag"};
    char text[HEADERS_MAX];
    char *rest = text;
    char *line;

    if (headers->len >= sizeof text)
        return;
    if (headers->len > 0)
        memcpy(text, headers->data, headers->len);
    text[headers->len] = '\0';
    while ((line = strsep(&rest, "\n")) != NULL) {
        char *value = strstr(line, ": ");

        if (value == NULL)
            continue;
        *value = '\0';
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strcmp(line, names[i]) == 0)
                reply_header(rq, names[i], value + 2);
    }
}

static void replay(struct request *rq, const struct store_answer *answer) {
    struct buffer body;

    buffer_init(&body, ANSWER_MAX);
    buffer_append(&body, answer->body.data, answer->body.len);
    replay_headers(rq, &answer->headers);
    reply_header(rq, "Idempotency-Replayed", "true");
    reply_json(rq, answer->status, &body);
}

/* Looks for an answer under the key: true when there is none and the request is to go on. */
static bool look_up(struct request *rq, const struct idempotency *idem) {
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    struct store_answer answer;
    enum store_result result;

    result =
        reader == NULL ? STORE_ERROR : store_answer_get(reader, idem->account, idem->key, &answer);
    if (result == STORE_NONE)
        return true;
    if (result != STORE_OK) {
        reply_store_failure(rq, result);
        return false;
    }
    if (strcmp(answer.route, idem->route) != 0 ||
        memcmp(answer.body_hash, idem->body_hash, sizeof idem->body_hash) != 0)
        reply_invalid_at(rq, "Idempotency-Key", "was used for another request; take a new key");
    else
        replay(rq, &answer);
    store_answer_clear(&answer);
    return false;
}

bool idempotency_begin(struct request *rq, struct idempotency *idem) {
    const char *header = request_header(rq, "Idempotency-Key");
    int size;

    *idem = (struct idempotency){.account = rq->caller.account};
    if (header == NULL || rq->caller.account == 0)
        return true;
    if (!parse_key(header, idem->key)) {
        reply_problem(rq, PROBLEM_BAD_REQUEST,
                      "an Idempotency-Key has 1 to %d visible ASCII characters",
                      STORE_KEY_SIZE - 1);
        return false;
    }
    size = snprintf(idem->route, sizeof idem->route, "%s %s", method_name(rq->method), rq->path);
    if (size >= (int)sizeof idem->route) {
        reply_problem(rq, PROBLEM_BAD_REQUEST, "the path is too long for an Idempotency-Key");
        return false;
    }
    crypto_hash_sha256(idem->body_hash, (const unsigned char *)rq->body.data, rq->body.size);
    idem->used = true;
    return look_up(rq, idem);
}

bool idempotency_seen(struct store_tx *tx, struct idempotency *idem) {
    struct store_answer answer;

    if (!idem->used ||
        store_answer_get(store_tx_reader(tx), idem->account, idem->key, &answer) != STORE_OK)
        return false;
    store_answer_clear(&answer);
    idem->seen = true;
    return true;
}

enum store_result idempotency_keep(struct store_tx *tx, const struct idempotency *idem,
                                   const struct idempotency_answer *kept, int64_t now) {
    struct store_answer answer = {
        .account = idem->account,
        .status = kept->status,
        .body = {.data = kept->body, .len = kept->body_size},
        .created_at = now,
    };
    char headers[HEADERS_MAX];
    int size;

    if (!idem->used)
        return STORE_OK;
    size = snprintf(
        headers, sizeof headers, "%s%s%s%s%s%s",
        kept->location == NULL ? "" : "Location: ", kept->location == NULL ? "" : kept->location,
        kept->location == NULL ? "" : "\n", kept->etag == NULL ? "" : "ETag: \"",
        kept->etag == NULL ? "" : kept->etag, kept->etag == NULL ? "" : "\"\n");
    if (size < 0 || size >= (int)sizeof headers)
        return STORE_ERROR;
    answer.headers = (struct store_bytes){.data = headers, .len = (size_t)size};
    memcpy(answer.key, idem->key, sizeof answer.key);
    memcpy(answer.route, idem->route, sizeof answer.route);
    memcpy(answer.body_hash, idem->body_hash, sizeof answer.body_hash);
    return store_answer_put(tx, &answer);
}

/* ---- forgetting ---- */

bool idempotency_prune(struct store *store, int64_t now) {
    return prune(store, now - IDEMPOTENCY_KEPT_HOURS * INT64_C(3600000), store_answer_prune);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/idempotency.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "db/idempotency.h"
#include "service/app/app.h"

/* The headers are kept as lines, with quotation marks around the tag. */
#define LOCATION "Location: "
#define ETAG     "ETag: \""
#define RECIPE   "Recipe: " /* not a header: what the body is recreated from */
enum { HEADERS_MAX = 512 };
_Static_assert(sizeof LOCATION + sizeof ETAG + REPLY_LOCATION_SIZE + REPLY_ETAG_SIZE +
                       sizeof RECIPE + IDEMPOTENCY_RECIPE_SIZE <
                   HEADERS_MAX,
               "all lines fit");

_Static_assert(crypto_hash_sha256_BYTES == STORE_HASH_SIZE, "bodies' hashes go into the store");

/* The key without the quotes that the header's draft standard requires and many clients omit. */
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

bool idempotency_read(struct request *rq, struct idempotency *idem) {
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
    return true;
}

void idempotency_peek(struct request *rq, char key[STORE_KEY_SIZE]) {
    const char *header = request_header(rq, "Idempotency-Key");

    if (header == NULL || !parse_key(header, key))
        key[0] = '\0';
}

/* ---- finding ---- */

/* The value after NAME in the kept lines; "" if there is none. */
static void read_header(const char *lines, const char *name, char *value, size_t size) {
    const char *line = strstr(lines, name);

    if (line == NULL)
        return;
    line += strlen(name);
    snprintf(value, size, "%.*s", (int)strcspn(line, "\"\n"), line);
}

static void read_kept_response(const struct store_idempotency *record, struct reply *reply,
                               char recipe[IDEMPOTENCY_RECIPE_SIZE]) {
    char lines[HEADERS_MAX];

    snprintf(lines, sizeof lines, "%.*s", (int)record->headers.len,
             record->headers.len == 0 ? "" : (const char *)record->headers.data);
    read_header(lines, LOCATION, reply->location, sizeof reply->location);
    read_header(lines, ETAG, reply->etag, sizeof reply->etag);
    read_header(lines, RECIPE, recipe, IDEMPOTENCY_RECIPE_SIZE);
    buffer_append(&reply->body, record->body.data, record->body.len);
    reply->status = record->status;
}

enum store_result idempotency_find(struct store_reader *reader, const struct idempotency *idem,
                                   struct reply *reply, char recipe[IDEMPOTENCY_RECIPE_SIZE]) {
    struct store_idempotency record;
    enum store_result result = store_idempotency_get(reader, idem->account, idem->key, &record);

    if (result != STORE_OK)
        return result;
    if (strcmp(record.route, idem->route) != 0 ||
        memcmp(record.body_hash, idem->body_hash, sizeof idem->body_hash) != 0)
        result = STORE_CONFLICT;
    else
        read_kept_response(&record, reply, recipe);
    store_idempotency_clear(&record);
    return result;
}

/* ---- in the job ---- */

enum store_result idempotency_seen(struct store_tx *tx, struct idempotency *idem) {
    struct store_idempotency record;
    enum store_result result;

    if (!idem->used)
        return STORE_NONE;
    result = store_idempotency_get(store_tx_reader(tx), idem->account, idem->key, &record);
    if (result == STORE_OK)
        store_idempotency_clear(&record);
    idem->seen = result == STORE_OK;
    return result;
}

/* Adds a line if it has a value. */
static void write_line(char lines[HEADERS_MAX], const char *name, const char *value,
                       const char *end) {
    size_t size = strlen(lines);

    if (value[0] != '\0')
        snprintf(lines + size, HEADERS_MAX - size, "%s%s%s", name, value, end);
}

enum store_result idempotency_keep(struct store_tx *tx, const struct idempotency *idem,
                                   const struct reply *reply, const char *recipe, int64_t now) {
    struct store_idempotency record = {
        .account = idem->account, .status = reply->status, .created_at = now};
    char lines[HEADERS_MAX] = "";

    if (!idem->used)
        return STORE_OK;
    write_line(lines, LOCATION, reply->location, "\n");
    write_line(lines, ETAG, reply->etag, "\"\n");
    write_line(lines, RECIPE, recipe, "\n");
    record.headers = (struct store_bytes){lines, strlen(lines)};
    if (recipe[0] == '\0')
        record.body = (struct store_bytes){reply->body.data, reply->body.size};
    memcpy(record.key, idem->key, sizeof record.key);
    memcpy(record.route, idem->route, sizeof record.route);
    memcpy(record.body_hash, idem->body_hash, sizeof record.body_hash);
    return store_idempotency_put(tx, &record);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/rules.h"

#include <stdio.h>

#include "service/base/json_write.h"
#include "service/document/rules_json.h"
#include "service/document/vocabulary.h"
#include "service/http/reply.h"

enum { RULES_JSON_MAX = 16 << 10 };

/* Answers with a document that changes only with the program's version; its ETag begins with
 * WHAT. */
static void reply_constant(struct request *rq, const char *what, size_t limit,
                           void (*write)(struct writer *w)) {
    char etag[REPLY_ETAG_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, limit);

    write(&w);
    snprintf(etag, sizeof etag, "%s.%08x", what,
             (unsigned)reply_etag_mix(REPLY_ETAG_SEED, body.data, body.size));
    if (reply_not_modified(rq, etag))
        buffer_free(&body);
    else
        reply_json(rq, 200, &body);
}

void rules_get(struct request *rq) {
    reply_constant(rq, "rules", RULES_JSON_MAX, rules_write_known);
}

void rules_vocabulary(struct request *rq) {
    reply_constant(rq, "vocabulary", VOCABULARY_JSON_MAX, vocabulary_write);
}

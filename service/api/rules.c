/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/rules.h"

#include <stdio.h>

#include "service/base/json_write.h"
#include "service/document/rules_json.h"
#include "service/http/reply.h"

enum { RULES_JSON_MAX = 16 << 10 };

/* It changes with the program alone. */
void rules_get(struct request *rq) {
    char etag[REPLY_ETAG_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, RULES_JSON_MAX);

    rules_write_known(&w);
    snprintf(etag, sizeof etag, "rules.%08x",
             (unsigned)reply_etag_mix(REPLY_ETAG_SEED, body.data, body.size));
    if (reply_not_modified(rq, etag))
        buffer_free(&body);
    else
        reply_json(rq, 200, &body);
}

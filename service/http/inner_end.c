/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a request of the program itself does instead of calling the HTTP library (inner.c). */
#include <strings.h>

#include "service/http/inner.h"
#include "service/http/server_int.h"

const char *inner_header(const char *name) {
    return strcasecmp(name, "Content-Type") == 0 ? "application/json" : NULL;
}

void inner_take(struct request *rq, int status, const void *bytes, size_t size) {
    struct inner *inner = rq->own->inner;

    rq->own->replied = true;
    inner->reply->status = status;
    buffer_append(&inner->reply->body, bytes, size);
}

void inner_wake(struct inner *inner) {
    pthread_cond_signal(&inner->woken);
}

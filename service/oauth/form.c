/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/oauth/form.h"

#include <string.h>
#include <strings.h>

#include "service/base/json_write.h"
#include "service/base/text.h"
#include "service/http/reply.h"

enum { ERROR_MAX = 1024, NAME_MAX_BYTES = 64 };

static void write_form_error(struct buffer *body, const char *error, const char *description) {
    struct writer w = writer_to(body);

    writer_object(&w);
    writer_text_member(&w, "error", error);
    writer_text_member(&w, "error_description", description);
    writer_object_end(&w);
}

void form_reply_error(struct request *rq, const char *error, const char *description) {
    struct buffer body;

    buffer_init(&body, ERROR_MAX);
    write_form_error(&body, error, description);
    reply_secret(rq);
    reply_json(rq, 400, &body);
}

enum store_result form_refuse(struct endpoint_call *call, const char *error,
                              const char *description) {
    call->reply.status = 400;
    write_form_error(&call->reply.body, error, description);
    return STORE_OK;
}

static bool is_form(struct request *rq) {
    static const char form[] = "application/x-www-form-urlencoded";
    const char *type = request_header(rq, "Content-Type");

    return type != NULL && strncasecmp(type, form, sizeof form - 1) == 0 &&
           strchr("; \t", type[sizeof form - 1]) != NULL;
}

/* Takes one "name=value" of the form. False: it is wrong. */
static bool take_form_field(const char *piece, size_t size, const struct form_field *fields,
                            size_t count, unsigned *seen) {
    const char *equals = size == 0 ? NULL : memchr(piece, '=', size);
    const size_t name_size = equals == NULL ? size : (size_t)(equals - piece);
    char name[NAME_MAX_BYTES];

    if (!text_unpercent(piece, name_size, true, name, sizeof name))
        return true; /* a name that is none of these */
    for (size_t i = 0; i < count; i++) {
        if (strcmp(fields[i].name, name) != 0)
            continue;
        if (*seen >> i & 1)
            return false;
        *seen |= 1u << i;
        return equals == NULL || (text_unpercent(equals + 1, size - name_size - 1, true,
                                                 fields[i].value, fields[i].size) &&
                                  !text_has_controls(fields[i].value));
    }
    return true;
}

bool form_read(struct request *rq, const struct form_field *fields, size_t count) {
    const char *at = rq->body.data == NULL ? "" : rq->body.data;
    size_t left = rq->body.size;
    unsigned seen = 0;

    for (size_t i = 0; i < count; i++)
        fields[i].value[0] = '\0';
    if (!is_form(rq)) {
        form_reply_error(rq, "invalid_request",
                         "send a form: Content-Type: application/x-www-form-urlencoded");
        return false;
    }
    while (left > 0) {
        const char *stop = memchr(at, '&', left);
        const size_t size = stop == NULL ? left : (size_t)(stop - at);

        if (!take_form_field(at, size, fields, count, &seen)) {
            form_reply_error(rq, "invalid_request",
                             "a parameter is given twice, is too long, or is no text");
            return false;
        }
        at += stop == NULL ? size : size + 1;
        left -= stop == NULL ? size : size + 1;
    }
    return true;
}

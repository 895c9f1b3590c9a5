/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/list.h"

#include <stdarg.h>
#include <stdio.h>

#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/http/reply.h"

void list_begin(struct list *list, unsigned limit, size_t bytes) {
    *list = (struct list){.limit = limit};
    list->w = writer_begin(&list->body, bytes);
    writer_object(&list->w);
    writer_key(&list->w, "items");
    writer_array(&list->w);
}

bool list_takes(struct list *list) {
    list->more = list->limit != 0 && list->count == list->limit;
    list->count += !list->more;
    return !list->more;
}

void list_mark(struct list *list, const char *format, ...) {
    va_list args;

    va_start(args, format);
    vsnprintf(list->last, sizeof list->last, format, args);
    va_end(args);
}

void list_reply(struct request *rq, struct list *list, enum store_result result) {
    writer_array_end(&list->w);
    writer_text_or_null_member(&list->w, "next", list->more ? list->last : NULL);
    writer_object_end(&list->w);
    if (check_stored(rq, result))
        reply_tagged(rq, &list->body);
    else
        buffer_free(&list->body);
}

void list_reply_bad_cursor(struct request *rq) {
    reply_invalid_at(rq, "cursor", "must be the `next` of the previous page");
}

bool list_read_cursor(struct request *rq, const char *cursor, int64_t min, int64_t max,
                      int64_t *value) {
    if (cursor == NULL || text_read_number(cursor, min, max, value))
        return true;
    list_reply_bad_cursor(rq);
    return false;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_LIST_H
#define SERVICE_APP_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"
#include "service/base/json_write.h"
#include "service/http/request.h"

/*
 * A page of a list: {"items":[…],"next":CURSOR|null}. The store is asked for one item more than the page
 * takes, to see whether there is a next page:
 *
 *     struct list list;
 *     list_begin(&list, limit, bytes);
 *     result = store_…(reader, …, list.limit + 1, row, &list);
 *     list_reply(rq, &list, result);
 *
 * where row begins with `if (!list_takes(list)) return false;`, writes an item with list->w, and passes
 * its cursor, after which the next page begins, to list_mark.
 */

enum { LIST_CURSOR_SIZE = 64 };

struct list {
    struct buffer body;
    struct writer w;
    unsigned limit; /* items of the page; 0: as many as there are */
    unsigned count;
    bool more;                   /* there is a next page */
    char last[LIST_CURSOR_SIZE]; /* the cursor after the last item */
};

/* BYTES: the page's largest size. */
void list_begin(struct list *list, unsigned limit, size_t bytes);

/* Whether the page takes one more item, which then counts as written. */
bool list_takes(struct list *list);

/* Sets the cursor after the item just written, by printf's rules. */
__attribute__((format(printf, 2, 3))) void list_mark(struct list *list, const char *format, ...);

/* Ends the page and answers with it, with 304 where the caller has the same page, or for the store's failure. Frees the
 * body's memory. */
void list_reply(struct request *rq, struct list *list, enum store_result result);

/* Reads a cursor that is a number from MIN to MAX; a NULL leaves *value as it is. False when it has
 * answered 422. */
bool list_read_cursor(struct request *rq, const char *cursor, int64_t min, int64_t max,
                      int64_t *value);
/* Answers 422 for an invalid cursor. */
void list_reply_bad_cursor(struct request *rq);

#endif

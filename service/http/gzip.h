/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_GZIP_H
#define SERVICE_HTTP_GZIP_H

#include <stdbool.h>

#include "service/base/buffer.h"

/* Answers by gzip (RFC 1952), at the level that costs least. */

/* Whether an Accept-Encoding, which may be NULL, takes gzip. */
bool gzip_accepted(const char *accept);

/* Puts BODY's bytes compressed into their place. False, with the body as it was, where memory ran out or nothing is
 * gained. */
bool gzip_body(struct buffer *body);

/* The same piece by piece. NULL: no memory. */
enum gzip_size { GZIP_LARGE, GZIP_SMALL }; /* small: for what is kept for long */
struct gzip *gzip_new(enum gzip_size size);
/* END: no more will come. What has been given can be read from what has come out, piece by piece. The body fails where
 * memory ran out. */
void gzip_piece(struct gzip *gzip, struct buffer *body, bool end);
void gzip_free(struct gzip *gzip); /* NULL is fine */

#endif

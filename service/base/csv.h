/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_CSV_H
#define SERVICE_BASE_CSV_H

#include "service/base/buffer.h"

/* Fields of CSV (RFC 4180). Programs that show tables take what begins with "=", "+", "-" or "@" for a formula: it gets
 * an apostrophe before it. */

/* A field in quotes. */
void csv_quoted(struct buffer *body, const char *text);

/* A field, in quotes only if it needs them. */
void csv_field(struct buffer *body, const char *text);

#endif

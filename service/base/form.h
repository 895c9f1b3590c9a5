/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_FORM_H
#define SERVICE_BASE_FORM_H

#include <stdbool.h>
#include <stddef.h>

/* application/x-www-form-urlencoded, as Slack sends it. */

/* Copies the decoded value of the first field of that name, NUL-terminated. False, with value "",
 * where there is none, it does not fit, its escapes are broken, or it holds a NUL or bad UTF-8. */
bool urlform_field(const char *body, size_t size, const char *name, char *value, size_t value_size);

/* Whether bytes are valid UTF-8 without NUL (RFC 3629). */
bool urlform_utf8(const char *text, size_t size);

#endif

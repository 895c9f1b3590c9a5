/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_TIME_TEXT_H
#define SERVICE_BASE_TIME_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* Reads an RFC 3339 time in UTC ("2026-01-31T08:05:09Z", with or without a fraction of three
 * digits) as Unix milliseconds; years 1970 to 9999. TEXT may be NULL: then false. */
bool time_read(const char *text, int64_t *unix_ms);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Points in time as RFC 3339 writes them. */
#ifndef SERVICE_BASE_TIME_TEXT_H
#define SERVICE_BASE_TIME_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIME_TEXT_SIZE = 64 /* more than any time takes, its NUL included */ };

/* Reads a time of any offset into Unix milliseconds (finer digits are dropped); false when it is none
 * or lies outside the years 1970 to 9999. TEXT may be NULL: then false. */
bool time_read(const char *text, int64_t *unix_ms);

/* The same for the one form that time_write makes, whose fraction may be missing. */
bool time_read_utc(const char *text, int64_t *unix_ms);

/* Writes Unix milliseconds as "2026-01-31T08:05:09.042Z"; returns the length. */
size_t time_write(char text[TIME_TEXT_SIZE], int64_t unix_ms);

#endif

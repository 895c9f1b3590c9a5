/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_SEEN_H
#define SERVICE_SEEN_H

#include <stdint.h>

/* Who was here lately, in memory only: whoever has just asked about his games need not be told of what
 * happened before. From any thread. */
struct seen;

/* NULL when memory ran out. */
struct seen *seen_new(void);
void seen_free(struct seen *seen);

/* Somebody has asked about a game. NULL is fine. */
void seen_note(struct seen *seen, int64_t account, int64_t now);
/* When that was last, 0 if it is not known. NULL is fine. */
int64_t seen_at(struct seen *seen, int64_t account);

#endif

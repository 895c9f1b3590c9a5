/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_PRESENCE_H
#define SERVICE_ACCOUNT_PRESENCE_H

#include <stdint.h>

/* Who was here lately, in memory only: whoever has just asked about his games need not be told of what
 * happened before. From any thread. */
struct presence;

/* NULL when memory ran out. */
struct presence *presence_new(void);
void presence_free(struct presence *seen);

/* Somebody has asked about a game. NULL is fine. */
void presence_note(struct presence *seen, int64_t account, int64_t now);
/* When that was last, 0 if it is not known. NULL is fine. */
int64_t presence_at(struct presence *seen, int64_t account);

#endif

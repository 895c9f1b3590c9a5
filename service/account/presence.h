/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_PRESENCE_H
#define SERVICE_ACCOUNT_PRESENCE_H

#include <stdint.h>

/* Which accounts have recently looked at which games, in memory only: somebody who has just seen a game needs
 * no message about what happened before. Several processes on one database inform each other (presence_hear).
 * From any thread. */
struct presence;

/* NULL when memory ran out. */
struct presence *presence_new(void);
void presence_free(struct presence *presence);

enum presence_kind {
    PRESENCE_OPEN, /* a request on their behalf: a page that perhaps nobody looks at, a picture in a
                    * list */
    PRESENCE_SEEN  /* a sign of life there, or a request of a program that may play for them */
};

/* Notes that an account has asked about a game, given by its public id. Returns a topic (db/store.h) to
 * announce to other processes, or 0 if it was announced recently. PRESENCE may be NULL. */
int64_t presence_note(struct presence *presence, int64_t account, const char *game,
                      enum presence_kind kind, int64_t now);
/* Notes such a topic from another process. */
void presence_hear(struct presence *presence, int64_t topic, int64_t now);
/* The last time of one kind, in Unix ms; 0 if not known (any more). PRESENCE may be NULL. */
int64_t presence_at(struct presence *presence, int64_t account, const char *game,
                    enum presence_kind kind);

#endif

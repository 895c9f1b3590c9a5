/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_PRESENCE_H
#define SERVICE_ACCOUNT_PRESENCE_H

#include <stdint.h>

/* Who has looked at which game lately, in memory only: whoever has just seen a game need not be
 * told of what happened in it before. Several processes on one database tell each other (presence_hear). From
 * any thread. */
struct presence;

/* NULL when memory ran out. */
struct presence *presence_new(void);
void presence_free(struct presence *presence);

enum presence_kind {
    PRESENCE_OPEN, /* something of theirs has asked: a page that nobody may be looking at, a picture in a list */
    PRESENCE_SEEN /* they have shown a sign of life there, or a program that may play for them has asked */
};

/* An account has asked about a game, named by its public id. Returns a topic (db/store.h) that other processes
 * should hear of, or 0 where they have heard of it lately. PRESENCE may be NULL. */
int64_t presence_note(struct presence *presence, int64_t account, const char *game,
                      enum presence_kind kind, int64_t now);
/* Such a topic has been heard of. */
void presence_hear(struct presence *presence, int64_t topic, int64_t now);
/* When that was last, of one kind, in Unix ms; 0 where it is not known (any more). PRESENCE may be NULL. */
int64_t presence_at(struct presence *presence, int64_t account, const char *game,
                    enum presence_kind kind);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_PEOPLE_H
#define DB_PEOPLE_H

#include "db/games.h"

/* What accounts think of other accounts, and which games they watch: for themselves alone. Conventions as in
 * db/store.h. */

enum { STORE_PERSON_NOTE_SIZE = 1001 /* with the closing NUL */ };

struct store_person {
    int64_t account, other;
    char name[STORE_NAME_SIZE]; /* read only: the other's */
    bool follow;
    bool news; /* with follow: told when a game of theirs begins */
    bool avoid, block;
    char note[STORE_PERSON_NOTE_SIZE];
    int64_t changed_at; /* 0: nothing is stored about them */
    int64_t games;      /* read only: in which both have a seat */
};

enum store_relation {
    STORE_PEOPLE_ALL, /* about whom anything is stored */
    STORE_PEOPLE_FOLLOWED,
    STORE_PEOPLE_AVOIDED,
    STORE_PEOPLE_BLOCKED,
    STORE_PEOPLE_PLAYED, /* who have a seat in a game in which the account has one */
    STORE_RELATIONS
};

/* With nothing stored: STORE_OK, and all but account, other, name and games is 0. STORE_NONE: OTHER is no account, or a
 * deleted one. */
enum store_result store_person_get(struct store_reader *reader, int64_t account, int64_t other,
                                   struct store_person *person);
/* Writes one; deletes it where it says nothing. */
enum store_result store_person_put(struct store_tx *tx, const struct store_person *person);

/* Those behind AFTER in the order of their accounts, which are not deleted; row returns false to end. */
enum store_result store_people_list(struct store_reader *reader, int64_t account,
                                    enum store_relation relation, int64_t after, unsigned limit,
                                    bool (*row)(void *context, const struct store_person *person),
                                    void *context);

/* Whether ACCOUNT may have no open seat in games that CREATOR has made: the creator avoids or blocks it, or it blocks the
 * creator. */
enum store_result store_people_bar(struct store_reader *reader, int64_t creator, int64_t account,
                                   bool *barred);

/* Whether ACCOUNT wants nothing to do with OTHER. */
enum store_result store_people_block(struct store_reader *reader, int64_t account, int64_t other,
                                     bool *blocked);

/* Those who want to be told that the public GAME has begun, as they follow the player of a seat. None of them has a seat in it.
 * Whom that player blocks is told as well: to hear nothing of a public game would say so. */
enum store_result store_people_following(struct store_reader *reader, int64_t game,
                                         int64_t *accounts, size_t max, size_t *count);

/* ---- watched games ---- */

/* Both change nothing where it is so already. */
enum store_result store_game_watch(struct store_tx *tx, int64_t account, int64_t game);
enum store_result store_game_unwatch(struct store_tx *tx, int64_t account, int64_t game);
enum store_result store_game_watched(struct store_reader *reader, int64_t account, int64_t game,
                                     bool *watched);
/* The games that the account watches, or that somebody plays whom it follows, as store_game_list lists them; FILTER has no other
 * choice of games. Watched games may be unlisted ones. */
enum store_result
store_game_list_of_people(struct store_reader *reader, const struct store_game_filter *filter,
                          bool followed, bool (*row)(void *context, const struct store_game *game),
                          void *context);
#endif

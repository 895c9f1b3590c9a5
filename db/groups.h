/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_GROUPS_H
#define DB_GROUPS_H

#include "db/store.h"

/* Groups of people who have said that they know one another. Conventions as in db/store.h. */

enum { STORE_GROUP_LEFT_DAYS = 30 /* for which members are still kept apart after leaving */ };

/* Stored: never renumbered. */
enum store_group_kind {
    STORE_GROUP_FAMILY,
    STORE_GROUP_HOUSEHOLD,
    STORE_GROUP_FRIENDS,
    STORE_GROUP_COLLEAGUES,
    STORE_GROUP_KINDS
};

struct store_group {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    enum store_group_kind kind;
    int64_t created_at;
};

struct store_group_member {
    struct store_group group; /* only of store_group_rows: all of it; else only its id */
    int64_t account;
    char name[STORE_NAME_SIZE];    /* read only */
    int64_t by;                    /* who has invited them; 0: nobody */
    char by_name[STORE_NAME_SIZE]; /* read only */
    int64_t invited_at;            /* 0: not invited, or they have answered */
    int64_t joined_at, left_at;    /* 0: have not */
    bool
        hidden; /* read only: they block who has invited them, so that they do not see the invitation */
};

/* Fills group->id. */
enum store_result store_group_create(struct store_tx *tx, struct store_group *group);
enum store_result store_group_get(struct store_reader *reader, const char *public_id,
                                  struct store_group *group);
/* With its members. */
enum store_result store_group_delete(struct store_tx *tx, int64_t group);

/* STORE_NONE: the account has never been in the group, nor invited. */
enum store_result store_group_member_get(struct store_reader *reader, int64_t group,
                                         int64_t account, struct store_group_member *member);
/* Writes one, whether it is new or not. */
enum store_result store_group_member_put(struct store_tx *tx,
                                         const struct store_group_member *member);
enum store_result store_group_member_delete(struct store_tx *tx, int64_t group, int64_t account);
/* How many belong to it or are invited. */
enum store_result store_group_count(struct store_reader *reader, int64_t group, int64_t *count);

/* Calls row for each member of each group of the account, a group's rows after one another, until it says false. OWN:
 * as the account itself sees them, with invitations; else only groups of two and more. At most LIMIT rows. */
enum store_result
store_group_rows(struct store_reader *reader, int64_t account, bool own, unsigned limit,
                 bool (*row)(void *context, const struct store_group_member *member),
                 void *context);

/* A seat of a game whose player is in a group of another seat's. */
struct store_group_seat {
    struct store_group group;
    unsigned seat;
};
/* Calls row for each, a group's rows after one another, until it says false. */
enum store_result store_group_seats(struct store_reader *reader, int64_t game,
                                    bool (*row)(void *context, const struct store_group_seat *seat),
                                    void *context);

/* ---- who is not rated together: members of one group, and for STORE_GROUP_LEFT_DAYS those who were ---- */

enum store_result store_group_pair(struct store_reader *reader, int64_t one, int64_t other,
                                   int64_t now, bool *declared);
/* Two of them who have seats in the game, or for whom seats are kept. STORE_NONE: there are none. */
struct store_group_two {
    char name[2][STORE_NAME_SIZE];
};
enum store_result store_group_in_game(struct store_reader *reader, int64_t game, int64_t now,
                                      struct store_group_two *two);
/* The public id of a rated game that has not started in which two of the group, or ACCOUNT and one of it, have seats or
 * have seats kept. STORE_NONE: there is none. */
enum store_result store_group_open_game(struct store_reader *reader, int64_t group, int64_t account,
                                        char id[STORE_ID_SIZE]);
/* The numbers of all pairs of a tournament's players, two after one another; *COUNT is of numbers. */
enum store_result store_group_players(struct store_reader *reader, int64_t tournament, int64_t now,
                                      int64_t *numbers, size_t max, size_t *count);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_CLUBS_H
#define DB_CLUBS_H

#include "db/accounts.h"
#include "db/chats.h"

/* Clubs, their members, and the channel that follows their games. Conventions as in db/store.h. */

enum { STORE_CLUB_ABOUT_SIZE = 2001 };

/* Stored: never renumbered. Those before STORE_CLUB_INVITED are members. */
enum store_club_role {
    STORE_CLUB_OWNER,
    STORE_CLUB_ORGANISER,
    STORE_CLUB_MEMBER,
    STORE_CLUB_INVITED,
    STORE_CLUB_ASKING,
    STORE_CLUB_ROLES
};

struct store_club {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    char name[STORE_NAME_SIZE];
    char name_key[STORE_NAME_KEY_SIZE]; /* as an account's, unique among clubs */
    uint8_t alike[STORE_HASH_SIZE];     /* the same */
    char about[STORE_CLUB_ABOUT_SIZE];
    bool open; /* joined without asking */
    int64_t created_at;
    char owner[STORE_NAME_SIZE]; /* read only */
    unsigned count;              /* read only: members */
};

struct store_club_member {
    int64_t club, account;
    char name[STORE_NAME_SIZE]; /* read only */
    enum store_club_role role;
    int64_t by; /* who has invited them; 0: nobody */
    int64_t since;
};

/* Fills club->id. STORE_CONFLICT: its name is taken, or looks like another club's. */
enum store_result store_club_create(struct store_tx *tx, struct store_club *club);
enum store_result store_club_get(struct store_reader *reader, const char *public_id,
                                 struct store_club *club);
/* Replaces name, about and open. STORE_CONFLICT as above. */
enum store_result store_club_set(struct store_tx *tx, const struct store_club *club);
/* With its members and its channel. Its games and tournaments stay, for those who play in them. */
enum store_result store_club_delete(struct store_tx *tx, int64_t club);

/* Clubs with a smaller id than BEFORE, newest first, until row says false; ACCOUNT: only those in which it has a role
 * (0: all). */
enum store_result store_club_list(struct store_reader *reader, int64_t account, int64_t before,
                                  unsigned limit,
                                  bool (*row)(void *context, const struct store_club *club),
                                  void *context);

/* STORE_NONE: the account has no role in the club. */
enum store_result store_club_member_get(struct store_reader *reader, int64_t club, int64_t account,
                                        struct store_club_member *member);
/* Writes a role, the former one of the account in the club or a new one. */
enum store_result store_club_member_put(struct store_tx *tx,
                                        const struct store_club_member *member);
/* STORE_NONE: there is no such role. */
enum store_result store_club_member_delete(struct store_tx *tx, int64_t club, int64_t account);
/* Those with a role up to LAST, behind this role and account, in that order, until row says false. */
enum store_result
store_club_members(struct store_reader *reader, int64_t club, enum store_club_role last,
                   enum store_club_role after_role, int64_t after_account, unsigned limit,
                   bool (*row)(void *context, const struct store_club_member *member),
                   void *context);
/* How many members a club has, and how many are invited or ask. */
enum store_result store_club_count(struct store_reader *reader, int64_t club, int64_t *members,
                                   int64_t *waiting);

/* Whether the account is a member of the club. */
enum store_result store_club_has(struct store_reader *reader, int64_t club, int64_t account,
                                 bool *member);

/* Notes that organisers have removed somebody, or forgets that; whether it is noted. */
enum store_result store_club_removal_put(struct store_tx *tx, int64_t club, int64_t account,
                                         bool removed);
enum store_result store_club_removal_get(struct store_reader *reader, int64_t club, int64_t account,
                                         bool *removed);

/* ---- the channel ---- */

/* A club's channel: of FOLLOW only account, kind, address, secret, channel, parts, token and created_at. */
struct store_club_channel {
    int64_t club;
    struct store_subscription follow;
};

/* Replaces the former one. */
enum store_result store_club_channel_put(struct store_tx *tx,
                                         const struct store_club_channel *channel);
enum store_result store_club_channel_get(struct store_reader *reader, int64_t club,
                                         struct store_club_channel *channel);
/* STORE_NONE: there is none. */
enum store_result store_club_channel_delete(struct store_tx *tx, int64_t club);
/* Has the club's channel, if it has one whose token is still good at NOW, follow a new game under PUBLIC_ID. */
enum store_result store_club_channel_follow(struct store_tx *tx, int64_t club, int64_t game,
                                            const char *public_id, int64_t now);

#endif

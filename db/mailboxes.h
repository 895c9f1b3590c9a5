/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_MAILBOXES_H
#define DB_MAILBOXES_H

#include "db/store.h"

/* Mail: each account's settings, the secret links in mails, invitations, bounces. Results and
 * conventions are those of store.h. */

enum store_mail_mode {
    STORE_MAIL_OFF,
    STORE_MAIL_AT_ONCE,
    STORE_MAIL_HOURLY,
    STORE_MAIL_DAILY,
    STORE_MAIL_MODES
};

/* What mails tell besides whose turn it is. */
enum store_mail_kind {
    STORE_MAIL_REMINDERS = 1u << 0,
    STORE_MAIL_GAME_OVER = 1u << 1,
    STORE_MAIL_INVITATIONS = 1u << 2,
    STORE_MAIL_TALK = 1u << 3,
    STORE_MAIL_OFFERS = 1u << 4,
    STORE_MAIL_LOOKED = 1u << 5, /* not only what they have not looked at meanwhile */
    STORE_MAIL_STEADY = 1u << 6, /* all mails about a game have the same subject */
    STORE_MAIL_KINDS = (1u << 7) - 1,
    STORE_MAIL_KINDS_FIRST =
        STORE_MAIL_KINDS & ~(STORE_MAIL_LOOKED | STORE_MAIL_STEADY), /* default */
};

enum {
    STORE_MAIL_DAILY_AT = 8 * 60, /* minute of the day, by default */
    STORE_BOUNCE_SIZE = 257,      /* bytes of the other side's explanation */
};

struct store_mailbox {
    int64_t account;
    char name[STORE_NAME_SIZE];     /* read only: the account's; "" once deleted */
    char address[STORE_EMAIL_SIZE]; /* the account's address; "": none */
    unsigned language;              /* read only: the account's, the service's number */
    int64_t confirmed_at;
    enum store_mail_mode mode;
    int daily_at;   /* minute of the day */
    unsigned kinds; /* enum store_mail_kind */
    int64_t bounced_at;
    char bounce[STORE_BOUNCE_SIZE];
    int64_t sent_at;     /* the last mail about games */
    unsigned unreadable; /* successive answers of theirs in which nothing could be read */
};

/* The account's settings, the defaults where it has set none. STORE_NONE: no such account. */
enum store_result store_mailbox_get(struct store_reader *reader, int64_t account,
                                    struct store_mailbox *box);
/* Stores all of *box that is not read only, the address with the account. STORE_NONE: no such
 * account, or deleted. */
enum store_result store_mailbox_set(struct store_tx *tx, const struct store_mailbox *box);
/* Calls row for each account with this confirmed address, ignoring case, oldest first, until it
 * returns false. */
enum store_result store_mailbox_find(struct store_reader *reader, const char *address,
                                     bool (*row)(void *context, const struct store_mailbox *box),
                                     void *context);

/* Whether the account wants no mail about a game. */
enum store_result store_mail_muted(struct store_reader *reader, int64_t account, int64_t game,
                                   bool *muted);
enum store_result store_mail_mute(struct store_tx *tx, int64_t account, int64_t game, bool muted);

/* Notes a temporary bounce; *COUNT: how many there were since SINCE, this one included. Older ones
 * are deleted. */
enum store_result store_mail_bounce(struct store_tx *tx, int64_t account, int64_t now,
                                    int64_t since, int64_t *count);
/* Deletes the bounces of an account. */
enum store_result store_mail_bounces_clear(struct store_tx *tx, int64_t account);

/* ---------------------------------------------------------------------------------- links -- */

struct store_link {
    uint8_t hash[STORE_HASH_SIZE];
    int purpose;
    int64_t account; /* 0: nobody's */
    int64_t game;    /* 0: none */
    uint32_t seq;
    char address[STORE_EMAIL_SIZE];
    int64_t expires_at;
    int64_t used_at;
    uint8_t digits[STORE_HASH_SIZE]; /* another way to find it: a hash; zeros: none */
};

/* STORE_CONFLICT: the link exists already. */
enum store_result store_link_put(struct store_tx *tx, const struct store_link *link);
/* Finds a link, also an expired or used one: the caller judges. */
enum store_result store_link_get(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE],
                                 struct store_link *link);
/* Finds the latest link with these digits that is neither used nor, at NOW, expired. */
enum store_result store_link_by_digits(struct store_reader *reader,
                                       const uint8_t digits[STORE_HASH_SIZE], int64_t now,
                                       struct store_link *link);
/* Uses up a link that works once. STORE_CONFLICT: it is used already, or gone. */
enum store_result store_link_use(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                 int64_t now);
/* Removes a link, where it is there. */
enum store_result store_link_remove(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE]);
/* How many links of PURPOSE sent to an address end later than AFTER. */
enum store_result store_links_count(struct store_reader *reader, const char *address, int purpose,
                                    int64_t after, int64_t *count);
/* The same for an account, whatever the address. */
enum store_result store_links_count_of(struct store_reader *reader, int64_t account, int purpose,
                                       int64_t after, int64_t *count);
/* ---------------------------------------------------------------------------- invitations -- */

/* Notes that ACCOUNT has invited an address to a game. STORE_CONFLICT: that was done already. */
enum store_result store_mail_invite(struct store_tx *tx, int64_t game, const char *address,
                                    int64_t account, int64_t now);
/* How many addresses the account has invited since. */
enum store_result store_mail_invited(struct store_reader *reader, int64_t account, int64_t since,
                                     int64_t *count);

/* The latest account that invited an address, and to which game; STORE_NONE: nobody. */
enum store_result store_mail_inviter(struct store_reader *reader, const char *address,
                                     int64_t *account, int64_t *game);

/* The address with this hash wants no mail. store_mail_refused: STORE_OK if that was noted, else
 * STORE_NONE. */
enum store_result store_mail_refuse(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                    int64_t now);
enum store_result store_mail_refused(struct store_reader *reader,
                                     const uint8_t hash[STORE_HASH_SIZE]);

#endif

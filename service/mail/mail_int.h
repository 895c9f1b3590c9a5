/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MAIL_INT_H
#define SERVICE_MAIL_MAIL_INT_H

/* What the files of service/mail/ share. */

#include "db/mailboxes.h"
#include "service/base/language.h"
#include "service/mail/link.h"
#include "service/mail/mail.h"
#include "service/mail/message.h"
#include "service/notify/channel.h"

enum { MAIL_HOST_SIZE = 256 };

struct mail {
    const char *from;
    const char *host;    /* of from: behind the @ */
    const char *replies; /* domain; "": none come in */
    const char *dir;     /* "": smtp */
    const char *smtp;
    char smtp_host[MAIL_HOST_SIZE];
    const char *user;
    char password[MAIL_SECRET_SIZE];
    const char *ca;
    bool plain;
    int64_t hold_ms;
};

/* ---- transport.c ---- */

/* Has T, whose body is the mail, sent to ADDRESS from ENVELOPE. False: out of memory. */
bool mail_send(struct transfer *t, const char *address, const char *envelope);
/* The channel's judge. */
void mail_judge(struct transfer *t, struct outbox_outcome *outcome);

/* ---- compose.c ---- */

/* A mail being made: whose it is, and the links drawn for it. */
enum { DRAFT_LINKS_MAX = 32 };
struct draft {
    struct app *app;
    const struct mail *mail;
    struct transfer *t;
    struct store_reader *reader;
    struct store_mailbox box;
    char base[MAIL_BASE_SIZE];
    enum language language; /* the reader's */
    int64_t now;
    uint32_t told; /* the last event of its game that it tells of; 0: those until NOW */
    bool over;     /* it is about a game that is over: nothing can be played by answering */
    struct letter *letter;
    enum store_result failure; /* of the store, while it was asked whether to drop the message */
    unsigned n_links;
    struct store_link links[DRAFT_LINKS_MAX];
};

/* Draws a link; false when there are too many. */
bool draft_link(struct draft *draft, enum link_purpose purpose, int64_t game, uint32_t seq,
                char token[LINK_TOKEN_SIZE]);
/* Makes the mail of the draft and has it sent to the box's address. MESSAGE comes with what is its
 * own: subject, thread, list, reason, picture. WANTED: it is one that can be unsubscribed from.
 * GAME (0: any) is what an answer to it is about. */
enum store_result draft_send(struct draft *draft, struct message *message, bool wanted,
                             int64_t game);

/* ---- about.c: what is told of games ---- */

struct about {
    int64_t game;
    unsigned kinds;                             /* set of enum outbox_kind */
    const struct store_outbox_row *talk, *note; /* the last of each, NULL: none */
};
/* Appends what one game has to say to the draft's letter. ALONE: the mail is about it alone; then
 * SUBJECT, THREAD and PICTURE are filled too. STORE_NONE: the game is gone. */
enum {
    ABOUT_TITLE_SIZE = 400,
    ABOUT_SUBJECT_SIZE = 201,
    ABOUT_SUBJECT_CUT = 180, /* bytes: lists of mails show fewer still */
    ABOUT_THREAD_SIZE = 64,
    ABOUT_PICTURE_MAX = 2 << 20 /* bytes */
};
struct about_alone {
    char subject[ABOUT_SUBJECT_SIZE];
    char thread[ABOUT_THREAD_SIZE];
    struct buffer picture;
};
enum store_result about_game(struct draft *draft, const struct about *about,
                             struct about_alone *alone);

/* ---- personal.c: what is no news of games ---- */

/* They make the mail of the draft's only row and have it sent, or drop the row. */
enum store_result personal_confirm(struct draft *draft);
enum store_result personal_sign_in(struct draft *draft);
/* The response to a mail that came in, or word that something was given up. */
enum store_result personal_note(struct draft *draft);
/* To an address whose owner has no account. */
enum store_result personal_invitation(struct draft *draft);

#endif

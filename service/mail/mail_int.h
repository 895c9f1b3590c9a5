/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MAIL_INT_H
#define SERVICE_MAIL_MAIL_INT_H

/* Shared among the files of service/mail/. */

#include "db/mailboxes.h"
#include "service/base/language.h"
#include "service/mail/link.h"
#include "service/mail/mail.h"
#include "service/mail/message.h"
#include "service/notify/channel.h"

enum { MAIL_HOST_SIZE = 256 };

struct mail {
    const char *from;
    const char *host;    /* of from: after the @ */
    const char *replies; /* domain; "": no replies are received */
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

/* Starts sending T, whose body is the mail, to ADDRESS from ENVELOPE. False: out of memory. */
bool mail_send(struct transfer *t, const char *address, const char *envelope);
/* The channel's `judge`. */
void mail_judge(struct transfer *t, struct outbox_outcome *outcome);

/* ---- compose.c ---- */

/* A mail being written: its recipient and the links drawn for it. */
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
    uint32_t told; /* the last event of its game that it reports; 0: events until NOW */
    bool over;     /* its game is over: no moves by answering */
    struct letter *letter;
    enum store_result failure; /* of the store, when deciding whether to drop the message */
    unsigned n_links;
    struct store_link links[DRAFT_LINKS_MAX];
};

/* Draws a link; false if there are too many. */
bool draft_link(struct draft *draft, enum link_purpose purpose, int64_t game, uint32_t seq,
                char token[LINK_TOKEN_SIZE]);
/* Completes the mail of the draft and sends it to the mailbox's address. MESSAGE has its subject,
 * thread, list, reason and picture set. WANTED: one can unsubscribe from it. GAME (0: any) is the
 * game that answers to it are about. */
enum store_result draft_send(struct draft *draft, struct message *message, bool wanted,
                             int64_t game);

/* ---- wants.c ---- */

/* Whether the settings of *BOX let mails of this kind be sent to it. */
bool mail_wants(const struct store_mailbox *box, enum outbox_kind kind);

/* ---- about.c: news about games ---- */

struct about {
    int64_t game;
    unsigned kinds;                             /* set of enum outbox_kind */
    const struct store_outbox_row *talk, *note; /* the last of each, NULL: none */
};
/* Appends the part about one game to the draft's letter. ALONE: the mail is only about this game;
 * SUBJECT, THREAD and PICTURE are then set, too. STORE_NONE: the game no longer exists. */
enum {
    ABOUT_TITLE_SIZE = 400,
    ABOUT_SUBJECT_SIZE = 201,
    ABOUT_SUBJECT_CUT = 180, /* bytes; mailboxes show even less */
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
/* The subject that all mails about a game have for a reader who wants it; unchanged if the game is gone. */
enum store_result about_steady_subject(struct draft *draft, int64_t game,
                                       char subject[ABOUT_SUBJECT_SIZE]);

/* ---- personal.c: other mails ---- */

/* These write and send the mail of the draft's only row, or drop the row. */
enum store_result personal_confirm(struct draft *draft);
enum store_result personal_sign_in(struct draft *draft);
/* The response to a received mail, or notice that something was given up. */
enum store_result personal_note(struct draft *draft);
/* News that no event of a game brings (notify/tell.h). */
enum store_result personal_news(struct draft *draft);
/* To an address whose owner has no account. */
enum store_result personal_invitation(struct draft *draft);

#endif

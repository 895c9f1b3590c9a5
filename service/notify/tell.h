/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_TELL_H
#define SERVICE_NOTIFY_TELL_H

#include <stdint.h>

#include <jansson.h>

#include "db/store.h"
#include "service/base/language.h"

/* News for one person that no event of a game brings: of tournaments, of what moderators have decided, of games that have not
 * started. Mails and browsers get it in their language; webhooks get what it is about, and where it can be read. */

struct tell {
    int64_t account;   /* who is told */
    const char *about; /* what it is about, for programs: "tournament.over" */
    enum text subject, text;
    const char *const *args; /* the values of both */
    size_t n_args;
    const char *more; /* what somebody has written, below it; NULL: nothing */
    const char *path; /* of the page that shows it: "/tournaments/" */
    const char *id;   /* what follows it; NULL: nothing */
    unsigned
        needs; /* told to those alone who want this kind of mail (STORE_MAIL_…); 0: to everybody */
    int64_t now;
};

/* In a job. An account that has been deleted is told nothing. */
enum store_result inform_person(struct store_tx *tx, const struct tell *tell);

enum { TOLD_PATH_MAX = 100 };

/* What the row of such news says; the texts belong to DOCUMENT. False: it is damaged. */
struct told {
    const char *about, *subject, *text, *more, *path;
    unsigned needs;
};
bool told_read(const json_t *document, struct told *told);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_CONSENT_H
#define SERVICE_OAUTH_CONSENT_H

#include "db/apps.h"
#include "service/app/endpoint.h"
#include "service/base/language.h"

/*
 * The pages on which people let an app in, for codes and for devices. They have no script, cannot be framed, and their
 * forms count from this server's own pages alone, as whatever a cookie writes does (http/cookie.h).
 */

/* How an answer came out. */
enum consent_verdict {
    CONSENT_GIVEN,
    CONSENT_WEAK, /* not signed in on the page, or with a token that nothing may outlive, or with fewer scopes */
    CONSENT_FULL, /* the account has let in as many apps as it can */
};

/* In a job: whether the caller may give these SCOPES to an app. An app would outlive a token that ends and could do more
 * than a weak one, so it takes a browser's session with every right that is given (token_check_way_in). */
enum store_result consent_judge(struct store_tx *tx, const struct endpoint_call *call,
                                unsigned caller_scopes, unsigned scopes,
                                enum consent_verdict *verdict);

/* A field of a form that nobody sees. */
struct consent_field {
    const char *name, *value;
};

/* What is asked. */
struct consent {
    const struct store_app *app;
    unsigned scopes;
    const char *action;   /* the address of the form; its buttons are "answer", "allow" or "deny" */
    const char *redirect; /* where the browser goes then; NULL: nowhere */
    const char *user_code; /* as it was typed; NULL: none was */
    const struct consent_field *fields;
    size_t count;
};
void consent_ask(struct request *rq, const struct consent *consent);

/* A page that only says something; a link to PATH where that is not NULL. */
void consent_say(struct request *rq, int status, enum text title, enum text why, const char *path,
                 enum text label);
/* The page for a verdict other than CONSENT_GIVEN. */
void consent_refuse(struct request *rq, enum consent_verdict verdict);

/* Whether somebody is signed in. False: has sent the browser to sign in first, and back to PATH. */
bool consent_signed_in(struct request *rq, const struct buffer *path);

#endif

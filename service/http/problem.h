/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_PROBLEM_H
#define SERVICE_HTTP_PROBLEM_H

#include "service/base/language.h"

/* The kinds of refusal that clients can rely on; each has one slug, one title, one status. */
enum problem {
    PROBLEM_NONE,
    PROBLEM_MALFORMED_JSON,         /* 400 */
    PROBLEM_BAD_REQUEST,            /* 400 */
    PROBLEM_UNAUTHENTICATED,        /* 401 */
    PROBLEM_FORBIDDEN,              /* 403 */
    PROBLEM_NOT_FOUND,              /* 404 */
    PROBLEM_METHOD_NOT_ALLOWED,     /* 405 */
    PROBLEM_CONFLICT,               /* 409 */
    PROBLEM_GAME_OVER,              /* 409 */
    PROBLEM_STALE,                  /* 409, the body's seq */
    PROBLEM_NOT_YOUR_DECISION,      /* 409 */
    PROBLEM_STALE_MATCH,            /* 412, If-Match; its slug is "stale" as well */
    PROBLEM_TOO_LARGE,              /* 413 */
    PROBLEM_TARGET_TOO_LONG,        /* 414 */
    PROBLEM_UNSUPPORTED_MEDIA_TYPE, /* 415 */
    PROBLEM_INVALID,                /* 422 */
    PROBLEM_ILLEGAL_MOVE,           /* 422 */
    PROBLEM_IMPOSSIBLE_OUTCOME,     /* 422 */
    PROBLEM_RATE_LIMITED,           /* 429 */
    PROBLEM_QUOTA_EXCEEDED,         /* 429 */
    PROBLEM_HEADER_TOO_LARGE,       /* 431 */
    PROBLEM_INTERNAL,               /* 500 */
    PROBLEM_UNAVAILABLE,            /* 503 */
    PROBLEM_DAMAGED_GAME,           /* 503 */
    PROBLEM_DAMAGED_DATA,           /* 503 */
    PROBLEM_OUTCOME_UNKNOWN,        /* 503 */
    PROBLEM_COUNT
};

struct problem_kind {
    const char *slug; /* the end of "/problems/SLUG" */
    int status;
    enum text title; /* one sentence, always the same */
    enum text about; /* what it means, and what to do */
};

/* The row of one problem; static storage. */
const struct problem_kind *problem_kind(enum problem problem);

/* What a problem document has as its title: English. */
const char *problem_title(const struct problem_kind *kind);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_APP_REQUESTS_H
#define DB_APP_REQUESTS_H

#include "db/store.h"

/* Apps that ask to be let in: a code that travels through a browser, or a device that waits for an answer. Each comes to
 * one grant at most. Conventions as in db/store.h. */

enum { STORE_REDIRECT_SIZE = 257 };

struct store_app_request {
    int64_t id;
    uint8_t hash[STORE_HASH_SIZE]; /* of the app's secret: the code, or the device's code */
    int64_t app;
    int64_t account; /* who has answered; 0: nobody yet */
    bool denied;
    char scopes[STORE_SCOPES_SIZE];
    int64_t expires_at;
    int64_t grant; /* what has come of it; 0: nothing yet */
    /* of a code */
    uint8_t challenge[STORE_HASH_SIZE];
    char redirect[STORE_REDIRECT_SIZE];
    /* of a device */
    uint8_t user_code[STORE_HASH_SIZE]; /* hash of the letters; zeros: it is no device */
    int64_t client;                     /* its address, for limits; 0: none apply */
    int64_t pace;                       /* seconds that it must leave between questions */
    int64_t asked_at;                   /* 0: it has not asked yet */
};

/* Fills request->id. STORE_CONFLICT: a code is taken. */
enum store_result store_app_request_create(struct store_tx *tx, struct store_app_request *request);
/* Also one that has ended; the caller judges. */
enum store_result store_app_request_by_hash(struct store_reader *reader,
                                            const uint8_t hash[STORE_HASH_SIZE],
                                            struct store_app_request *request);
/* A device that nobody has answered yet and that waits at NOW. */
enum store_result store_app_request_by_user_code(struct store_reader *reader,
                                                 const uint8_t user_code[STORE_HASH_SIZE],
                                                 int64_t now, struct store_app_request *request);
/* How many devices of a client wait at NOW. */
enum store_result store_app_request_count(struct store_reader *reader, int64_t client, int64_t now,
                                          int64_t *count);
/* Notes an account's answer. STORE_CONFLICT: there is one already. */
enum store_result store_app_request_answer(struct store_tx *tx, int64_t id, int64_t account,
                                           bool denied);
/* Notes that a device has asked, and its pace from now on. */
enum store_result store_app_request_asked(struct store_tx *tx, int64_t id, int64_t pace,
                                          int64_t now);
/* Uses it up: it has come to this grant. STORE_CONFLICT: it was used before. */
enum store_result store_app_request_use(struct store_tx *tx, int64_t id, int64_t grant);

#endif

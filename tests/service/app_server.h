/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_APP_SERVER_H
#define TESTS_SERVICE_APP_SERVER_H

#include <jansson.h>

#include "service/app/app.h"
#include "tests/service/http_server.h"

/* A server with the program's real accounts and tokens on a store in the current folder. */
extern struct app test_app;
/* Whether its store runs each job twice (store_options); set it before the server is started. */
extern bool test_app_rehearses;

/* Starts it with these routes, or with the program's own if own_routes is NULL. */
void test_app_start(const struct route *own_routes, size_t count);
void test_app_stop(void);

/* Stops it, calls DAMAGE on the database at that path, and starts it again. */
void test_app_restart(void (*damage)(const char *path));

/* Fixture: the program's own routes. */
void test_app_setup(void);

/* Carries out everything that is due by the app's clock, and what becomes due by that. */
void test_app_work(void);

/* Signs up and puts "Authorization: Bearer ...\r\n" into header. */
enum { TOKEN_HEADER_SIZE = 128 };
void sign_up(const char *name, char header[TOKEN_HEADER_SIZE]);

/* The cookie that RESPONSE sets, as a header; asserts that there is one. Returns it with its attributes, valid as long
 * as the response. */
const char *set_cookie(const struct response *response, char header[TOKEN_HEADER_SIZE]);

/* Like `ask`, but reads the body as JSON; the caller releases it. */
json_t *ask_json(const char *method, const char *path, const char *headers, const char *body,
                 int status);
/* A text member that an object must have; borrowed from it. */
const char *text_of(const json_t *json, const char *key);

#endif

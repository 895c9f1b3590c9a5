/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_PEOPLE_H
#define TESTS_SERVICE_PEOPLE_H

#include <jansson.h>

#include "tests/service/app_server.h"
#include "tests/support/random_game.h"

/* A person with an account and a connection to test_server, or to another server. */
struct person {
    const char *name;
    char header[TOKEN_HEADER_SIZE]; /* "" without a token */
    char address[64];
    struct client client;
};

/* The program's own server with two people and a stranger, as a fixture. */
extern struct person ada, grace, nobody;
void people_setup(void);
void people_teardown(void);

/* Signs up with test_server; the email address is NAME@example.org. */
struct person person_new(const char *name);
/* The same with a server at an address. */
struct person person_at(const char *address, const char *name);
/* A person without an account. */
struct person person_unknown(void);
void person_gone(struct person *person);
/* The same account with test_server after a restart. */
void person_back(struct person *person);
/* Confirms the person's address on test_server. */
void person_confirm(const struct person *person);

/*
 * Sends a request and asserts the status; returns the response's JSON (NULL without a body) for json_decref. PATH is
 * formatted as by printf. In BODY, which can be NULL, ' stands for ". HEADERS are whole lines.
 */
__attribute__((format(printf, 6, 7))) json_t *person_ask(struct person *person, int status,
                                                         const char *method, const char *headers,
                                                         const char *body, const char *path, ...);
#define GET(person, status, ...) person_ask((person), (status), "GET", "", NULL, __VA_ARGS__)
#define POST(person, status, body, ...)                                                            \
    person_ask((person), (status), "POST", "", (body), __VA_ARGS__)
/* The same if the response does not matter. */
#define POST_ONLY(person, status, body, ...)                                                       \
    json_decref(POST((person), (status), (body), __VA_ARGS__))
#define GET_ONLY(person, status, ...) json_decref(GET((person), (status), __VA_ARGS__))

/* Asserts that the problem has this code and, if that is not NULL, an error at this pointer or parameter; releases
 * it. */
void assert_problem(json_t *problem, const char *code, const char *pointer);

/* Members of objects; fail the test if they are missing. */
long long number_at(const json_t *object, const char *key);
const char *text_at(const json_t *object, const char *key);

/* Creates a game from a body in which ' stands for "; writes its id to ID. */
enum { GAME_ID_SIZE = 40 };
void make_game(struct person *person, const char *body, char id[GAME_ID_SIZE]);

/* Lets stand-ins end the game ID, whose clock replaces whoever misses an hour; NOW is the app's clock. Returns the game,
 * the caller's to release. */
json_t *people_finish(const char *id, _Atomic int64_t *now);

/* How many mails with such news (service/notify/tell.h) an account has been written, sent or not. */
size_t people_told(const char *name, const char *about);

/* The record of that file in tests/records; the caller's to release. */
json_t *people_record(const char *file);

/* Makes a table game of PERSON from RECORD, or from the one of a file. */
void people_copy(struct person *person, json_t *record, char id[GAME_ID_SIZE]);
void people_import(struct person *person, const char *file, char id[GAME_ID_SIZE]);

/* Posts a move whose BODY (as in person_ask) names the seq for which it was chosen; false if another player was faster,
 * so that it came too late. */
bool person_move(struct person *person, const char *game, const char *body);

/* A random move from the listing of SEAT, as the text of an action; false if there is none. AS is "" or "?as=N". */
enum { ACTION_TEXT_MAX = 1024 };
bool choose_action(struct person *person, struct random *random, const char *game, const char *as,
                   char text[ACTION_TEXT_MAX]);

/* The first seat that the game waits for, -1 for none. */
int waits_for(const json_t *game);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_E2E_H
#define TESTS_SERVICE_E2E_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tests/support/check_main.h"
#include "tests/support/http_client.h"
#include "tests/support/random_game.h"

/*
 * The server as seen from outside: the real program in a process of its own, used over HTTP by people who know only
 * what it tells them. All functions fail the test by themselves if something is wrong; they can be used from several
 * threads, each with its own people.
 */

/* ---- the server ---- */

struct e2e_server {
    pid_t pid;        /* 0: not running */
    int out;          /* its stdout */
    char address[64]; /* "127.0.0.1:PORT" */
    char db[64];
};

/* Starts the program on a free port with the database DB and waits until it listens. */
void e2e_start(struct e2e_server *server, const char *db);
/* The same with at most FILES open files (0: as many as the test may have) and one more setting, such as "--threads=2"
 * ("": none). */
void e2e_start_with(struct e2e_server *server, const char *db, unsigned files, const char *setting);
/* Like e2e_start, with an empty database. */
void e2e_begin(struct e2e_server *server, const char *db);
/* Kills it, like a power failure. */
void e2e_kill(struct e2e_server *server);
/* Asks it to end and waits for that; fails the test unless it ends within E2E_STOP_MS, with exit code 0. */
enum { E2E_STOP_MS = 40000 };
void e2e_stop(struct e2e_server *server);
/* Runs the program with up to three arguments (NULL: none); returns its exit code. */
int e2e_run(const char *command, const char *first, const char *second);

int64_t e2e_now_ms(void);

/* ---- people ---- */

struct guest {
    const struct e2e_server *server;
    struct client client;
    char name[32];
    char token[128]; /* "Authorization: Bearer ...\r\n", "" without a token */
    struct random random;
};

/* Signs up as NAME. */
void guest_meet(struct guest *person, const struct e2e_server *server, const char *name);
/* A person without an account. */
void guest_stranger(struct guest *person, const struct e2e_server *server);
void guest_leave(struct guest *person);

/* Sends a request with the person's token; HEADERS is "" or whole lines. Reconnects if the connection was closed.
 * status 0: no response. */
void guest_ask(struct guest *person, struct response *response, const char *method,
               const char *path, const char *headers, const char *body);

/* The response as a tree; fails the test unless it has this status and is JSON. The path is a format. The caller
 * decrefs. */
json_t *guest_get(struct guest *person, int status, const char *path, ...)
    __attribute__((format(printf, 3, 4)));
/* Takes ownership of BODY. */
json_t *guest_post(struct guest *person, int status, json_t *body, const char *path, ...)
    __attribute__((format(printf, 4, 5)));
/* The response as text; fails the test unless the status is 200. The caller frees it. */
char *guest_text(struct guest *person, const char *path, ...) __attribute__((format(printf, 2, 3)));

/* Whether a move with a seq or an ETag was refused only because another player was faster. */
bool came_late(const struct response *response);
/* Posts a body of choose_move (taking ownership); returns the response, for the caller to decref, or NULL if the game
 * has moved on since it was chosen. */
json_t *guest_move(struct guest *person, json_t *body, const char *id);

/* Opens a stream of events on a connection of its own; LAST_ID can be NULL. */
void guest_stream(struct guest *person, struct client *stream, const char *path,
                  const char *last_id);
/* The next event of a stream: its data as a tree and its id (128 bytes, or NULL). NULL if none arrived within WAIT_MS;
 * comments are skipped. */
json_t *stream_next(struct client *stream, char *id, int wait_ms);

/* All items of a list, in pages of at most LIMIT; PATH already has a query. */
json_t *guest_list(struct guest *person, const char *path, int limit);

/* ---- games ---- */

enum { GAME_ID_SIZE = 65 };

/* Creates a game from BODY (taking ownership) and writes its id to ID. */
void game_make(struct guest *person, json_t *body, char id[GAME_ID_SIZE]);
/* The same from text in which ' stands for ". */
void game_make_text(struct guest *person, const char *body, char id[GAME_ID_SIZE]);

/* A tree from text in which ' stands for ". */
json_t *tree(const char *text);

/* Whether the view waits for SEAT. */
bool view_waits_for(const json_t *view, unsigned seat);

/* Whether a view and a listing of actions are of the same moment: if other players move, one can be older than the
 * other. */
bool same_moment(const json_t *view, const json_t *listing);

/* A move of SEAT from a listing of actions, open ones completed, with a preference for building, as the body
 * {"action","seq"}: it names the moment for which it was chosen. NULL if there is none that can be completed. VIEW is
 * what SEAT sees at the same moment. The caller decrefs. */
json_t *choose_move(struct random *random, const json_t *view, const json_t *listing,
                    unsigned seat);

/* A member that an object must have. */
const json_t *need(const json_t *object, const char *key);
long long need_int(const json_t *object, const char *key);
const char *need_text(const json_t *object, const char *key);

/* Fails the test unless both are equal; WHAT describes them. */
void same_json(const json_t *a, const json_t *b, const char *what);

#define NEED(condition, ...)                                                                       \
    do {                                                                                           \
        if (!(condition))                                                                          \
            e2e_fail(__FILE__, __LINE__, __VA_ARGS__);                                             \
    } while (0)

/* Fails the test, from any thread. */
void e2e_fail(const char *file, int line, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_APP_H
#define SERVICE_APP_APP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"
#include "service/http/request.h"

struct chats;
struct config;
struct drawings;
struct game_guard;
struct heartbeat;
struct mail;
struct mail_desk;
struct metrics;
struct presence;
struct runner;
struct sender;
struct server;
struct shelf;
struct several;
struct store;
struct tournament_keeper;
struct waker;

/* What the whole program shares; handlers reach it with app_of(rq). */
struct app {
    struct store *store;
    struct server *server; /* NULL until the server runs */
    struct metrics *metrics;
    const struct config *config;
    struct runner *runner;                 /* NULL: no automatic moves */
    struct waker *waker;                   /* NULL: the same */
    struct tournament_keeper *tournaments; /* NULL: tournaments do not move on */
    struct heartbeat *heartbeat;           /* NULL: time without a server counts */
    struct sender *sender;                 /* NULL: nothing is sent */
    struct chats *chats;                   /* NULL: no chats */
    struct mail *mail;                     /* NULL: no mail is sent */
    struct drawings *drawings;             /* NULL: pictures are drawn by the caller */
    struct mail_desk *desk;                /* NULL: mails are read and composed by the caller */
    struct shelf *analyses;                /* NULL: analyses are not cached */
    struct game_guard *guard;              /* sets damaged games aside */
    struct presence *presence;             /* NULL: presence is not noted */
    struct several *several;               /* NULL: this is the only process on the database */
    /* Called for a game in which an actor may have something to do now, after the commit, on any
     * thread; set by the wiring (cli/wiring.h), NULL: no automatic moves. */
    void (*game_changed)(struct app *app, int64_t game);
    /* Called by struct several, on its threads: for shares (as bits) that this process has gained; when
     * anything may have changed; for an account that another process has deleted; when messages wait; for
     * presence noted elsewhere. NULL as above. */
    void (*shares_gained)(struct app *app, uint64_t shares);
    void (*look_again)(struct app *app);
    void (*account_gone)(struct app *app, int64_t account);
    void (*outbox_filled)(struct app *app);
    void (*presence_heard)(struct app *app, int64_t topic);
};

static inline struct app *app_of(const struct request *rq) {
    return rq->app;
}

/* The wall clock in Unix milliseconds: the only function in the program for it. It advances with monotonic time;
 * when the machine's clock jumps, actor/heartbeat.h decides when to follow. */
int64_t app_now(void);
/* The machine's clock, in Unix milliseconds. */
int64_t app_world_clock(void);
enum { APP_STEP_MS = 60000 /* a clock set by no more than this is followed without further ado */ };
/* Moves app_now by MS, in addition to earlier corrections. Not with simulated time. */
void app_correct_clock(int64_t ms);
/* Makes app_now call CLOCK (NULL: real time again): for simulations. Call it before any thread is
 * started. */
void app_set_clock(int64_t (*clock)(void));

/* Sets or returns for how many more milliseconds the clock is not trusted: nothing is deleted, and nobody is
 * late. 0: it is trusted. */
void app_doubt_clock(int64_t ms);
int64_t app_clock_doubted(void);

/* Wakes those waiting for news of the game, and the actors that may have something to do in it. After
 * the commit, from any thread. */
void app_game_changed(struct app *app, int64_t game);

/* Wakes those waiting on an account's behalf (app_account_topic): its games or its tokens have changed.
 * After the commit, from any thread. */
void app_account_changed(struct app *app, int64_t account);
/* Topics of accounts, beside those of games; the store announces them to other processes. */
static inline uint64_t app_account_topic(int64_t account) {
    return (uint64_t)STORE_TOPIC_ACCOUNT(account);
}

/* The topic of those who wait for news of any game. */
static inline uint64_t app_square_topic(void) {
    return app_account_topic(0);
}
/* Wakes those who wait for news of the game, and no actor. */
void app_wake_watchers(struct server *server, int64_t game);

/* Handles a topic that another process has announced (store_announce); app_everything_changed:
 * topics may have been missed. */
void app_topic_changed(struct app *app, int64_t topic);
void app_everything_changed(struct app *app);

/* Whether people reach the server by https, so that cookies can be marked Secure. */
bool app_is_https(const struct app *app);

/* Where the world finds the server (--public-url), without a slash at the end; "" if that is not set. */
const char *app_site(const struct app *app);

/* The cookie that holds a browser's token. Where people come by https it has the prefix by which browsers
 * make sure that nobody else has set it. */
static inline const char *app_cookie(bool https) {
    return https ? "__Host-hexpost" : "hexpost";
}

/* A new random public id: 16 letters and digits, 95 bits. */
enum { APP_ID_SIZE = 17 };
void app_new_id(char id[APP_ID_SIZE]);

#endif

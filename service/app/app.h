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
struct waker;

/* What the whole program shares; handlers reach it with app_of(rq). */
struct app {
    struct store *store;
    struct server *server; /* NULL until it runs */
    struct metrics *metrics;
    const struct config *config;
    struct runner *runner;       /* NULL where nothing is done by itself */
    struct waker *waker;         /* the same */
    struct heartbeat *heartbeat; /* the same: time without a server counts */
    struct sender *sender;       /* the same: nothing is sent */
    struct chats *chats;         /* the same: chats are not spoken with */
    struct mail *mail;           /* NULL where no mail is sent */
    struct drawings *drawings;   /* NULL: who wants a picture draws it */
    struct mail_desk *desk;      /* NULL: who has a mail reads it, and who wants one writes it */
    struct shelf *analyses;      /* NULL: none are kept */
    struct game_guard *guard;    /* sets damaged games aside */
    struct presence *presence;   /* NULL where nobody minds who was here */
    struct several *several;     /* NULL: no other process serves the database */
    /* Told of a game in which an actor may have something to do now, after the commit, on any thread;
     * set by the wiring (cli/wiring.h), NULL where nothing is done by itself. */
    void (*game_changed)(struct app *app, int64_t game);
    /* Told by struct several, on its threads: of shares (as bits) that are this process's from now on; that
     * anything may have changed; of an account that another process has deleted; that messages wait; of who
     * has looked at what. NULL as above. */
    void (*shares_gained)(struct app *app, uint64_t shares);
    void (*look_again)(struct app *app);
    void (*account_gone)(struct app *app, int64_t account);
    void (*outbox_filled)(struct app *app);
    void (*presence_heard)(struct app *app, int64_t topic);
};

static inline struct app *app_of(const struct request *rq) {
    return rq->app;
}

/* Unix milliseconds: the only place where the program asks what time it is in the world. It goes on as monotonic
 * time does: a clock that jumps is followed by who knows what that means (actor/heartbeat.h). */
int64_t app_now(void);
/* What the machine's clock says. */
int64_t app_world_clock(void);
enum { APP_STEP_MS = 60000 /* a clock that is set by no more is followed as it is */ };
/* Moves app_now by MS from now on, on top of what it has been moved by. Not where the time is simulated. */
void app_correct_clock(int64_t ms);
/* Has app_now ask CLOCK from now on (NULL: the world's again): for simulations. Call it before any
 * thread is started. */
void app_set_clock(int64_t (*clock)(void));

/* For how many milliseconds more the clock is not believed: nothing is deleted, and nobody is late. 0: it is. */
void app_doubt_clock(int64_t ms);
int64_t app_clock_doubted(void);

/* Wakes those who wait for news of the game, and the actors that may have something to do in it. After
 * the commit, from any thread. */
void app_game_changed(struct app *app, int64_t game);

/* Wakes those who wait on an account's behalf (app_account_topic): which games or which tokens it has is
 * not what it was. After the commit, from any thread. */
void app_account_changed(struct app *app, int64_t account);
/* Topics of accounts, beside those of games; the store announces them to other processes. */
static inline uint64_t app_account_topic(int64_t account) {
    return (uint64_t)STORE_TOPIC_ACCOUNT(account);
}

/* What another process has announced (store_announce); and that it is not known what. */
void app_topic_changed(struct app *app, int64_t topic);
void app_everything_changed(struct app *app);

/* Whether people reach the server by https: cookies may then be marked so. */
bool app_is_https(const struct app *app);

/* Where the world finds the server (--public-url), without a slash at the end; false where nobody has said so. */
enum { APP_SITE_SIZE = 121 };
bool app_site(const struct app *app, char site[APP_SITE_SIZE]);

/* The cookie that holds a browser's token. Where people come by https it has the prefix by which browsers
 * make sure that nobody else has set it. */
static inline const char *app_cookie(bool https) {
    return https ? "__Host-hexpost" : "hexpost";
}

/* A new random public id: 16 letters and digits, 95 bits. */
enum { APP_ID_SIZE = 17 };
void app_new_id(char id[APP_ID_SIZE]);

#endif

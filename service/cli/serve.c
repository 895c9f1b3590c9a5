/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "service/api/ops.h"
#include "service/app.h"
#include "service/auth.h"
#include "service/bots/runner.h"
#include "service/chat/chat.h"
#include "service/chat/work.h"
#include "service/cli/cli.h"
#include "service/clock/waker.h"
#include "service/http/metrics.h"
#include "service/idempotency.h"
#include "service/log.h"
#include "service/mail/mail.h"
#include "service/post/push.h"
#include "service/post/sender.h"
#include "service/routes.h"
#include "service/seen.h"

/* Files besides connections: the database's, per thread, and some to spare. */
enum { OTHER_FILES = 512 };

/* Seconds between rounds of housekeeping. */
enum { HOUSEKEEPING_S = 3600 };

/* A connection is a file descriptor, and the usual limit is 1024. */
static void raise_file_limit(unsigned connections) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + OTHER_FILES;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted)
        log_line("warning", "only %llu files may be open, fewer than %u connections need",
                 (unsigned long long)limit.rlim_cur, connections);
}

/* Blocks the signals that end the server, in this thread and those it will start: they are waited
 * for instead. */
static void catch_signals(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGINT);
    pthread_sigmask(SIG_BLOCK, set, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static bool start(struct app *app, const struct config *config) {
    struct server_config server;
    char error[256];

    config_server(config, &server);
    server.routes = routes;
    server.route_count = routes_count;
    server.app = app;
    server.auth = auth_caller;
    server.cookie = app_cookie(mail_base_is_https(app));
    server.metrics = app->metrics;
    app->server = server_start(&server, error, sizeof error);
    if (app->server == NULL)
        fprintf(stderr, "hexpost: %s\n", error);
    return app->server != NULL;
}

/* Between the beginning and the end there is only housekeeping to do here. */
static void wait_for_the_end(struct app *app, const sigset_t *signals) {
    const struct timespec pause = {.tv_sec = HOUSEKEEPING_S};

    while (sigtimedwait(signals, NULL, &pause) < 0)
        if (errno == EAGAIN &&
            (!idempotency_prune(app->store, app_now()) || !post_prune(app->post, app_now()) ||
             !chat_prune(app->store, app_now()) || !mail_prune(app->store, app_now()) ||
             !push_prune(app->store, app_now())))
            log_line("warning", "what is old could not be forgotten; trying again later");
}

static int serve(struct app *app, const struct config *config, const sigset_t *signals) {
    if (!ops_store_metrics(app->metrics, app->store) || !start(app, config))
        return 1;
    printf("listening on http://%s\n", server_address(app->server));
    fflush(stdout);
    if (!bots_start(app->bots, app->server))
        log_line("error", "bots do not move: there is no thread for them");
    if (!waker_start(app->waker))
        log_line("error", "clocks do not run: there is no thread for them");
    if (!post_start(app->post))
        log_line("error", "no messages are sent: there is no thread for them");
    if (!chats_start(app->chats))
        log_line("error", "not all chats are spoken with: there is no thread for them");
    wait_for_the_end(app, signals);
    log_line("info", "stopping: finishing the requests in flight");
    waker_stop(app->waker);
    bots_stop(app->bots);
    chats_stop(app->chats);
    server_stop(app->server);
    post_stop(app->post); /* after those who write to the outbox */
    app->server = NULL;
    return 0;
}

int cli_serve(int argc, char **argv) {
    struct config config;
    struct app app = {.config = &config};
    sigset_t signals;
    char error[256];
    int status;

    if (!cli_config(&config, argc, argv))
        return 2;
    if (!mail_new(&app.mail, &config, error, sizeof error)) {
        fprintf(stderr, "hexpost: %s\n", error);
        return 2;
    }
    raise_file_limit(config.max_connections);
    catch_signals(&signals);
    if (store_open(&app.store, &(struct store_options){.path = config.db, .log = cli_store_log}) !=
        STORE_OK) {
        mail_free(app.mail);
        return 1;
    }
    app.metrics = metrics_new();
    app.bots = bots_new(app.store);
    app.waker = waker_new(&app);
    app.post = app.metrics == NULL ? NULL : post_new(&app);
    app.chats = chats_new(&app);
    app.seen = seen_new();
    status = app.seen == NULL || app.post == NULL || app.bots == NULL || app.waker == NULL ||
                     app.chats == NULL
                 ? 1
                 : serve(&app, &config, &signals);
    store_close(app.store);
    chats_free(app.chats);
    post_free(app.post);
    waker_free(app.waker);
    bots_free(app.bots);
    metrics_free(app.metrics);
    mail_free(app.mail);
    seen_free(app.seen);
    return status;
}

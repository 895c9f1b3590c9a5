/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "service/account/auth.h"
#include "service/account/name.h"
#include "service/actor/heartbeat.h"
#include "service/api/ops.h"
#include "service/api/routes.h"
#include "service/api/web.h"
#include "service/app/app.h"
#include "service/app/chore.h"
#include "service/app/several.h"
#include "service/base/log.h"
#include "service/cli/cli.h"
#include "service/cli/ending.h"
#include "service/cli/systemd.h"
#include "service/cli/wiring.h"
#include "service/mail/mail.h"

/* Seconds between rounds of housekeeping, and between pieces of what goes on. */
enum { HOUSEKEEPING_S = 3600, REST_S = 1 };

/* Raises the limit on open files to what the server needs, or reduces the server; false if neither
 * is possible. */
static bool fit_to_files(struct server_config *server) {
    const struct server_config wanted = *server;
    unsigned files = server_files(server);
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return true;
    if (limit.rlim_cur < files) {
        rlim_t before = limit.rlim_cur;

        limit.rlim_cur = limit.rlim_max < files ? limit.rlim_max : files;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
            limit.rlim_cur = before;
    }
    if (limit.rlim_cur >= files)
        return true;
    files = (unsigned)limit.rlim_cur;
    if (!server_fit_files(server, files)) {
        fprintf(stderr,
                "hexpost: only %u files may be open (ulimit -n), and at least %d are needed\n",
                files, SERVER_FILES_LEAST);
        return false;
    }
    if (server->max_connections < wanted.max_connections || server->threads < wanted.threads)
        log_line("warning",
                 "only %u files may be open (ulimit -n): %u connections instead of %u, %u threads "
                 "instead of %u",
                 files, server->max_connections, wanted.max_connections,
                 server->threads + server->pool_threads, wanted.threads + wanted.pool_threads);
    return true;
}

/* Blocks of this size are mapped separately and returned to the system when freed; and at most this much
 * free memory is kept at a heap's end. By default the library adapts to the first large body, and then
 * keeps that much in each thread. */
enum { LARGE_BLOCK = 1 << 20 };

static void keep_heaps_small(void) {
    if (mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK) == 0 || mallopt(M_TRIM_THRESHOLD, LARGE_BLOCK) == 0)
        log_line("warning", "freed memory of large bodies may not return to the system");
}

/* Each heap reserves 64 MB of address space, which `ulimit -v` counts, and there would be one for nearly each
 * thread. If address space is limited, threads share few heaps, and the rest is left for actual use. */
enum { HEAPS_LIMITED = 2 };

static void share_heaps(void) {
    struct rlimit room;

    if (getrlimit(RLIMIT_AS, &room) == 0 && room.rlim_cur != RLIM_INFINITY &&
        mallopt(M_ARENA_MAX, HEAPS_LIMITED) == 0)
        log_line("warning", "empty heaps may use up the address space");
}

static bool start_server(struct app *app, struct server_config *server) {
    char error[256];

    server->routes = routes;
    server->route_count = routes_count;
    server->app = app;
    server->auth = auth_caller;
    server->missing = web_missing;
    server->https = app_is_https(app);
    server->cookie = app_cookie(server->https);
    server->metrics = app->metrics;
    server->started = &app->server;
    if (server_start(server, error, sizeof error) != NULL)
        return true;
    fprintf(stderr, "hexpost: %s\n", error);
    return false;
}

/* Whether some of it is to go on soon. */
static bool keep_house(struct app *app) {
    bool failed = false, goes_on = false;

    for (size_t i = 0; chores[i] != NULL; i++) {
        enum chore_end end = chores[i](app, app_now());

        failed |= end == CHORE_FAILED;
        goes_on |= end == CHORE_GOES_ON;
    }
    if (failed)
        log_line("warning", "could not do all of the housekeeping; will retry");
    return goes_on;
}

/* Does the housekeeping until the end: at once, as a server may be restarted every hour, and then every
 * hour. */
static void wait_for_the_end(struct app *app) {
    bool goes_on;

    do {
        goes_on = app_clock_doubted() == 0 &&
                  several_claim(app->several, SINGLE_HOUSEKEEPING, NULL) && keep_house(app);
    } while (!ending_wait(goes_on ? REST_S : HOUSEKEEPING_S));
}

static int serve_until_signal(struct app *app, struct server_config *server) {
    if (!several_follow_clock(app->several))
        log_line("warning", "could not read the database's time; will retry");
    (void)heartbeat_begin(app->heartbeat); /* on failure it is tried again, and until then nobody is
                                            * late */
    if (!ops_store_metrics(app->metrics, app->store) || !start_server(app, server))
        return 1;
    printf("listening on http://%s\n", server_address(app->server));
    fflush(stdout);
    wiring_start(app);
    systemd_tell("READY=1");
    wait_for_the_end(app);
    wiring_stop(app);
    return 0;
}

int cli_serve(int argc, char **argv) {
    struct config config;
    struct server_config server;
    struct app app = {.config = &config};
    char error[256];
    int status;

    if (!cli_config(&config, argc, argv))
        return 2;
    config_server(&config, &server);
    if (!fit_to_files(&server))
        return 1;
    if (!mail_new(&app.mail, &config, error, sizeof error)) {
        fprintf(stderr, "hexpost: %s\n", error);
        return 2;
    }
    keep_heaps_small();
    share_heaps();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL); /* if ignored, drawing processes could not be waited for */
    if (!ending_start()) {
        fprintf(stderr, "hexpost: could not start the thread that takes signals\n");
        mail_free(app.mail);
        return 1;
    }
    if (store_open(&app.store, &(struct store_options){.path = config.db, .log = cli_store_log}) !=
        STORE_OK) {
        mail_free(app.mail);
        return 1;
    }
    status = account_names_complete(app.store) && wiring_new(&app)
                 ? serve_until_signal(&app, &server)
                 : 1;
    store_close(app.store);
    wiring_free(&app);
    return status;
}

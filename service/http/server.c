/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/server.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/base/monotonic.h"
#include "service/base/text.h"
#include "service/http/framing.h"
#include "service/http/metrics.h"
#include "service/http/server_int.h"

enum {
    HOST_SIZE = 256,
    POLL_MS = 20, /* polling interval while stopping */
};

/* ---- listening ---- */

/* Splits "host:port" or "[v6]:port". */
static bool split_address(const char *text, char host[HOST_SIZE], const char **port) {
    const char *colon = strrchr(text, ':');
    int64_t number;
    size_t size;

    if (colon == NULL || colon == text || !text_read_number(colon + 1, 0, UINT16_MAX, &number))
        return false;
    size = (size_t)(colon - text);
    if (text[0] == '[') {
        if (size < 3 || text[size - 1] != ']')
            return false;
        text++;
        size -= 2;
    } else if (memchr(text, ':', size) != NULL) {
        return false;
    }
    if (size >= HOST_SIZE)
        return false;
    memcpy(host, text, size);
    host[size] = '\0';
    *port = colon + 1;
    return true;
}

static int open_socket(const struct addrinfo *info) {
    int on = 1;
    int fd = socket(info->ai_family, info->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                    info->ai_protocol);

    if (fd < 0)
        return -1;
    if (info->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(fd, info->ai_addr, info->ai_addrlen) != 0 || listen(fd, SERVER_BACKLOG) != 0) {
        int saved = errno;

        close(fd);
        errno = saved;
        return -1;
    }
    return fd;
}

static void name_address(struct server *server) {
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    char host[INET6_ADDRSTRLEN] = "?";
    char port[sizeof "65535"] = "0";

    if (getsockname(server->listen_fd, (struct sockaddr *)&address, &size) == 0)
        (void)getnameinfo((struct sockaddr *)&address, size, host, sizeof host, port, sizeof port,
                          NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(server->address, sizeof server->address,
             address.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host, port);
}

static bool listen_on(struct server *server, char *error, size_t error_size) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    const char *text = server->config.listen;
    const char *port;
    char host[HOST_SIZE];
    int code;

    if (!split_address(text, host, &port)) {
        snprintf(error, error_size,
                 "\"%s\" is not an address to listen on; give HOST:PORT or [IPV6]:PORT", text);
        return false;
    }
    code = getaddrinfo(host, port, &hints, &found);
    if (code != 0) {
        snprintf(error, error_size, "cannot listen on %s: %s", text, gai_strerror(code));
        return false;
    }
    server->listen_fd = open_socket(found);
    freeaddrinfo(found);
    if (server->listen_fd < 0) {
        snprintf(error, error_size, "cannot listen on %s: %s", text, strerror(errno));
        return false;
    }
    name_address(server);
    return true;
}

/* ---- callbacks of the library ---- */

static enum MHD_Result on_accept(void *cls, const struct sockaddr *address, socklen_t size) {
    (void)size;
    return peers_accept(cls, address) ? MHD_YES : MHD_NO;
}

static void on_connection(void *cls, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code) {
    struct server *server = cls;

    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        atomic_fetch_add(&server->connections, 1);
        *context = peer_begin(server, connection);
    } else {
        atomic_fetch_sub(&server->connections, 1);
        peer_end(server, *context);
        *context = NULL;
    }
}

static void *on_target(void *cls, const char *target, struct MHD_Connection *connection) {
    return request_new(cls, connection, target);
}

/* The path for the log. */
static const char *logged_path(const struct request *rq) {
    if (rq->path == NULL || rq->own->target_fault != NULL)
        return "-";
    return rq->own->match.instead != NULL ? rq->own->match.instead : rq->path;
}

static void write_access_line(struct request *rq) {
    const struct request_own *own = rq->own;
    double ms = (double)(monotonic_us() - own->started_us) / 1000;

    log_line("info", "%s %s %s %d %llu bytes %.1f ms id=%s%s%s", request_address(rq),
             rq->head           ? "HEAD"
             : own->options     ? "OPTIONS"
             : rq->path == NULL ? "-"
                                : method_name(rq->method),
             logged_path(rq), own->status, (unsigned long long)own->reply_size, ms, rq->id,
             rq->caller.account == 0 ? "" : " account=", rq->caller.account_id);
}

static void on_completed(void *cls, struct MHD_Connection *connection, void **context,
                         enum MHD_RequestTerminationCode code) {
    struct server *server = cls;
    struct request *rq = *context;

    (void)connection;
    (void)code;
    if (rq == NULL)
        return;
    *context = NULL;
    if (server->config.access_log)
        write_access_line(rq);
    peer_rest(rq);
    request_free(rq);
}

/* request.c decodes percent-encoding itself, piece by piece and strictly. */
static size_t leave_encoded(void *cls, struct MHD_Connection *connection, char *text) {
    (void)cls;
    (void)connection;
    return strlen(text);
}

/* ---- starting and stopping ---- */

static bool start_daemon(struct server *server) {
    const struct server_config *c = &server->config;
    unsigned flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    unsigned idle_s = c->idle_ms / 1000 + 1;

    /* poll, not epoll: with exactly 128 events ready, the library's epoll loop waits for another
     * one before it handles these. */
    server->daemon =
        MHD_start_daemon(flags, 0, on_accept, server, dispatch_request, server,                //
                         MHD_OPTION_LISTEN_SOCKET, server->listen_fd,                          //
                         MHD_OPTION_THREAD_POOL_SIZE, c->threads > 1 ? c->threads : 0,         //
                         MHD_OPTION_CONNECTION_LIMIT, server_most_connections(c),              //
                         MHD_OPTION_CONNECTION_TIMEOUT, idle_s,                                //
                         MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)SERVER_CONNECTION_MEMORY, //
                         MHD_OPTION_URI_LOG_CALLBACK, on_target, server,                       //
                         MHD_OPTION_UNESCAPE_CALLBACK, leave_encoded, NULL,                    //
                         MHD_OPTION_NOTIFY_COMPLETED, on_completed, server,                    //
                         MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,                  //
                         MHD_OPTION_END);
    return server->daemon != NULL;
}

static void write_server_figures(struct buffer *out, void *context) {
    struct server *server = context;

    metrics_figure(out, "hexpost_http_connections", "gauge", "Open connections.",
                   atomic_load(&server->connections));
    metrics_figure(out, "hexpost_http_in_flight", "gauge",
                   "Requests being read, judged or answered.", atomic_load(&server->in_flight));
    metrics_figure(out, "hexpost_http_waiting", "gauge", "Long polls and streams that wait.",
                   server_waiting(server));
    metrics_figure(out, "hexpost_http_queued", "gauge", "Slow requests that wait for a thread.",
                   pool_queued(server));
}

static void free_server(struct server *server) {
    metrics_forget(server->config.metrics, server);
    pool_stop(server);
    waits_end(server);
    stats_free(server->stats);
    route_table_free(server->routes);
    reply_spare_end(server);
    limit_free(server->general);
    limit_free(server->payers);
    pthread_mutex_destroy(&server->answers_lock);
    limit_free(server->accounts);
    if (server->listen_fd >= 0)
        close(server->listen_fd);
    free(server);
}

static void set_started(const struct server_config *config, struct server *server) {
    if (config->started != NULL)
        *config->started = server;
}

struct server *server_start(const struct server_config *config, char *error, size_t error_size) {
    struct server *server = calloc(1, sizeof *server);

    snprintf(error, error_size, "there is not enough memory to start the server");
    if (server == NULL)
        return NULL;
    server->config = *config;
    server->listen_fd = -1;
    server->header_layout_known = framing_layout_known();
    randombytes_buf(server->id_key, sizeof server->id_key);
    peers_init(server);
    pthread_mutex_init(&server->answers_lock, NULL);
    tally_init(&server->answers_by_payer);
    server->general = limit_new(config->general);
    server->payers = limit_new((struct server_rate){config->general.per_hour * SERVER_PAYER_TIMES,
                                                    config->general.burst * SERVER_PAYER_TIMES});
    server->accounts = limit_new(config->accounts);
    server->stats = stats_new(server);
    server->routes = route_table_new(config->routes, config->route_count);
    if (server->general == NULL || server->payers == NULL || server->accounts == NULL ||
        server->stats == NULL || server->routes == NULL || !reply_spare_start(server) ||
        !waits_start(server) || !pool_start(server) ||
        !metrics_collect(server->config.metrics, write_server_figures, server))
        goto fail;
    if (!listen_on(server, error, error_size))
        goto fail;
    json_object_seed(0); /* before any thread could race on it */
    set_started(config, server);
    if (!start_daemon(server)) {
        snprintf(error, error_size, "could not start the HTTP library on %s", config->listen);
        goto fail;
    }
    return server;
fail:
    set_started(config, NULL);
    free_server(server);
    return NULL;
}

const char *server_address(const struct server *server) {
    return server->address;
}

void server_begin_stop(struct server *server) {
    pthread_mutex_lock(&server->lock);
    if (!atomic_load(&server->stopping)) {
        atomic_store(&server->stopping, true);
        wait_wake_all(server);
    }
    pthread_mutex_unlock(&server->lock);
}

/* Waits until the counter is 0, at most until the deadline (0: without limit). */
static void wait_quiet(struct server *server, const _Atomic uint64_t *counter, int64_t deadline) {
    pthread_mutex_lock(&server->lock);
    while (atomic_load(counter) != 0 && (deadline == 0 || request_now() < deadline)) {
        monotonic_wait(&server->quiet, &server->lock, request_now() + POLL_MS);
    }
    pthread_mutex_unlock(&server->lock);
}

void server_stop(struct server *server) {
    if (server == NULL)
        return;
    server_begin_stop(server);
    /* Shut down, so that no connections queue up in vain; closed only when no thread of the library
     * can use its descriptor any more. */
    if (MHD_quiesce_daemon(server->daemon) != MHD_INVALID_SOCKET)
        shutdown(server->listen_fd, SHUT_RDWR);
    wait_quiet(server, &server->in_flight, request_now() + server->config.stop_ms);
    atomic_store(&server->closing, true);
    wait_quiet(server, &server->pending, 0);
    /* Nothing is suspended now, as the library requires, and nothing will be. */
    MHD_stop_daemon(server->daemon);
    free_server(server);
}

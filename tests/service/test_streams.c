/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Ten thousand waiting clients (an eighth in a short run), half of them with streams, half with long polls, all for one
 * game: the memory of each on the server, that none has a thread, and how soon all get a move. The figures are printed;
 * `make bench` runs this too. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/service/e2e.h"
#include "tests/support/sanitized.h"

enum {
    WAITING_MAX = SANITIZED ? 400 : 10000,
    AT_ONCE = 500, /* requests sent before waiting for the server */
    CONNECTION_BYTES_MAX = 20 << 10,
    HEAR_MS_MAX = 1000,
    LOADED = 2,
    GAME_EVENTS = 300, /* about the length of a game between people */
    MOVES = 3,
    MOVES_MAX = 8, /* until all have heard of one in time: others might use this machine too */
    WAIT_MS = 60000,
    SOME_FILES = 100,
    TAIL = 31, /* bytes kept from one piece to the next: what is looked for can lie across */
};

struct waiter {
    int fd;
    bool stream;
    bool heard;
    unsigned tail_size;
    char tail[TAIL];
};

static struct e2e_server server;
static struct guest ann;
static char game[GAME_ID_SIZE];
static struct waiter waiters[WAITING_MAX];
static int waiting; /* how many of them wait */
static int epoll;

/* ---- the game ---- */

/* A move by the player the game waits for, and when it was sent; returns the seq afterwards. */
static long long move_on(int64_t *sent) {
    json_t *view = guest_get(&ann, 200, "/v1/games/%s/view", game);
    unsigned seat = (unsigned)need_int(json_array_get(need(view, "waiting_for"), 0), "player");
    json_t *actions = guest_get(&ann, 200, "/v1/games/%s/actions?as=%u", game, seat);
    json_t *move = choose_move(&ann.random, view, actions, seat);
    json_t *answer;
    long long seq;

    NEED(move != NULL, "nothing to do");
    json_object_set_new(move, "seat", json_integer(seat));
    if (sent != NULL)
        *sent = e2e_now_ms();
    answer = guest_post(&ann, 201, move, "/v1/games/%s/moves", game);
    seq = need_int(answer, "seq");
    json_decref(answer);
    json_decref(actions);
    json_decref(view);
    return seq;
}

static void begin(void) {
    struct rlimit limit;

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    ck_assert_msg(limit.rlim_cur >= WAITING_MAX + SOME_FILES, "only %llu files may be open",
                  (unsigned long long)limit.rlim_cur);
    /* All of them come from one address and one account, more than the limits allow. */
    setenv("HEXPOST_MAX_PER_ADDRESS", "0", 1);
    setenv("HEXPOST_MAX_WAITING_PER_ADDRESS", "0", 1);
    setenv("HEXPOST_MAX_WAITING_PER_TOKEN", "0", 1);
    e2e_begin(&server, "streams.db");
    guest_meet(&ann, &server, "ann");
    ann.random = random_seeded(test_seed((unsigned long long)time(NULL)));
    waiting = (int)test_share(WAITING_MAX) & ~1;
    epoll = epoll_create1(EPOLL_CLOEXEC);
    ck_assert_int_ge(epoll, 0);
    for (int i = 0; i < waiting; i++)
        waiters[i] = (struct waiter){.fd = -1, .stream = i % 2 == 0};
}

static void end(void) {
    for (int i = 0; i < waiting; i++)
        if (waiters[i].fd >= 0)
            close(waiters[i].fd);
    close(epoll);
    guest_leave(&ann);
    e2e_stop(&server);
}

/* ---- the server's figures ---- */

/* A line of /proc/PID/status, as a number. */
static long status_of(const char *name) {
    char path[64];
    char line[256];
    long value = -1;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)server.pid);
    file = fopen(path, "r");
    NEED(file != NULL, "%s: %s", path, strerror(errno));
    while (value < 0 && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':')
            value = strtol(line + strlen(name) + 1, NULL, 10);
    fclose(file);
    NEED(value >= 0, "%s has no line %s", path, name);
    return value;
}

/* Processor time of the server and this program, in milliseconds. */
static int64_t busy_ms(void) {
    clockid_t clock;
    struct timespec ours, its;

    NEED(clock_getcpuclockid(server.pid, &clock) == 0 && clock_gettime(clock, &its) == 0 &&
             clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ours) == 0,
         "no processor time");
    return (its.tv_sec + ours.tv_sec) * 1000 + (its.tv_nsec + ours.tv_nsec) / 1000000;
}

static unsigned long waiting_now(void) {
    static const char name[] = "\nhexpost_http_waiting ";
    char *text = guest_text(&ann, "/metrics");
    const char *at = strstr(text, name);
    unsigned long now = at != NULL ? strtoul(at + strlen(name), NULL, 10) : 0;

    free(text);
    return now;
}

/* ---- the waiting clients ---- */

static void connect_waiter(struct waiter *waiter) {
    const char *colon = strrchr(server.address, ':');
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)strtoul(colon + 1, NULL, 10)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = waiter};

    waiter->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    NEED(waiter->fd >= 0, "no socket: %s", strerror(errno));
    NEED(connect(waiter->fd, (struct sockaddr *)&to, sizeof to) == 0, "no connection: %s",
         strerror(errno));
    NEED(fcntl(waiter->fd, F_SETFL, O_NONBLOCK) == 0, "fcntl");
    NEED(epoll_ctl(epoll, EPOLL_CTL_ADD, waiter->fd, &event) == 0, "epoll");
}

static void ask(struct waiter *waiter, long long after) {
    char request[512];
    int size = snprintf(request, sizeof request,
                        "GET /v1/games/%s/events?after=%lld%s HTTP/1.1\r\nHost: a\r\n%s%s\r\n",
                        game, after, waiter->stream ? "" : "&wait=60", ann.token,
                        waiter->stream ? "Accept: text/event-stream\r\n" : "");

    NEED(send(waiter->fd, request, (size_t)size, MSG_NOSIGNAL) == size, "cannot ask");
}

/* Reads the data for one of them; returns whether it is the event. */
static bool hear(struct waiter *waiter, const char *event) {
    static char bytes[TAIL + (64 << 10)];
    size_t size = waiter->tail_size;
    ssize_t more;
    bool heard;

    memcpy(bytes, waiter->tail, size);
    more = recv(waiter->fd, bytes + size, sizeof bytes - size, 0);
    NEED(more > 0 || (more < 0 && errno == EAGAIN), "somebody was cut off");
    if (more < 0)
        return false;
    size += (size_t)more;
    heard = memmem(bytes, size, event, strlen(event)) != NULL;
    waiter->tail_size = heard ? 0 : (unsigned)(size < TAIL ? size : TAIL);
    memcpy(waiter->tail, bytes + size - waiter->tail_size, waiter->tail_size);
    return heard;
}

/* Sends the requests that are not waiting yet; returns when all wait. */
static void all_wait(long long after) {
    int64_t deadline = e2e_now_ms() + WAIT_MS;
    unsigned long asked = waiters[0].fd < 0 ? 0 : (unsigned long)waiting / 2; /* the streams */

    for (int i = 0; i < waiting; i++) {
        struct waiter *waiter = &waiters[i];
        bool connected = waiter->fd >= 0;

        if (!connected)
            connect_waiter(waiter);
        if (!connected || !waiter->stream) {
            ask(waiter, after);
            asked++;
        }
        if (i % AT_ONCE != AT_ONCE - 1 && i != waiting - 1)
            continue;
        while (waiting_now() < asked)
            NEED(e2e_now_ms() < deadline, "%lu of %lu wait", waiting_now(), asked);
    }
    NEED(asked == (unsigned long)waiting, "%lu wait", asked);
}

/* Reads until all have event SEQ; returns the milliseconds from SENT to the last of them. */
static int64_t all_hear(long long seq, int64_t sent) {
    struct epoll_event events[256];
    int64_t deadline = e2e_now_ms() + WAIT_MS;
    char text[TAIL];
    int left = waiting;

    snprintf(text, sizeof text, "\"seq\":%lld,", seq);
    for (int i = 0; i < waiting; i++)
        waiters[i].heard = false;
    while (left > 0) {
        int n = epoll_wait(epoll, events, sizeof events / sizeof *events, 1000);

        NEED(e2e_now_ms() < deadline, "%d have not heard of event %lld", left, seq);
        for (int i = 0; i < n; i++) {
            struct waiter *waiter = events[i].data.ptr;

            if (!hear(waiter, text) || waiter->heard)
                continue;
            waiter->heard = true;
            left--;
        }
    }
    return e2e_now_ms() - sent;
}

START_TEST(ten_thousand_hear_of_a_move) {
    long threads, before;
    long long seq = 1;
    int64_t worst = 0, best = INT64_MAX, least_work = INT64_MAX;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    double bytes, later;

    game_make_text(&ann, "{'mode':'table','rules':{'game':'base','players':4,'victory_points':30}}",
                   game);
    while (seq < GAME_EVENTS)
        seq = move_on(NULL);
    threads = status_of("Threads");
    before = status_of("RssAnon");
    all_wait(seq);
    bytes = (double)(status_of("RssAnon") - before) * 1024 / waiting;
    ck_assert_int_eq(status_of("Threads"), threads);
    for (int move = 0; move < MOVES || (best > HEAR_MS_MAX && move < MOVES_MAX); move++) {
        int64_t sent, took, work;

        work = busy_ms();
        seq = move_on(&sent);
        took = all_hear(seq, sent);
        work = busy_ms() - work;
        least_work = work < least_work ? work : least_work;
        worst = took > worst ? took : worst;
        best = took < best ? took : best;
        all_wait(seq);
    }
    later = (double)(status_of("RssAnon") - before) * 1024 / waiting;
    printf(
        "{\"waiting\":%d,\"bytes_each\":[%.0f,%.0f],\"threads\":%ld,\"all_heard_ms\":[%lld,%lld],"
        "\"processor_ms\":%lld}\n",
        waiting, bytes, later, threads, (long long)best, (long long)worst, (long long)least_work);
    if (SANITIZED)
        return;
    ck_assert_msg(bytes <= CONNECTION_BYTES_MAX && later <= CONNECTION_BYTES_MAX,
                  "one who waits costs %.0f bytes, %.0f after moves", bytes, later);
    /* If others kept the processors busy all the time, the processor time shows how long it takes without them; they
     * also increase it, because caches and cores are shared. */
    ck_assert_msg(best <= HEAR_MS_MAX || least_work <= LOADED * processors * HEAR_MS_MAX,
                  "it took %lld ms until all had heard, %lld of the processors'", (long long)best,
                  (long long)least_work);
}
END_TEST

static Suite *suite(void) {
    return test_suite("streams", (const struct test_case[]){
                                     {.name = "ten thousand",
                                      .test = ten_thousand_hear_of_a_move,
                                      .timeout_s = 300,
                                      .setup = begin,
                                      .teardown = end},
                                     {0},
                                 });
}

TEST_MAIN(suite)

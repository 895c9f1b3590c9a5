/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/listener.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/base/time_text.h"
#include "tests/support/random_game.h"

enum { TALKS_MAX = 64, ANSWERS_OF = 1000 };

/* One connection. */
struct talk {
    size_t size;
    char bytes[LISTENER_BODY_MAX];
};

/* How a thousand posts are answered; the first row that fits applies. */
static const struct answer {
    unsigned of_thousand;
    const char *text; /* NULL: it hangs up, or never answers */
    bool accepts, hangs;
} answers[] = {
    /* as all platforms understand it */
    {900,
     "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 42\r\n\r\n"
     "{\"ok\":true,\"content_uri\":\"mxc://here/one\"}",
     true, false},
    {40, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", false, false},
    {30, "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 90\r\nContent-Length: 0\r\n\r\n", false,
     false},
    {19, "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n", false,
     false},
    {10, NULL, false, false},
    {1, NULL, false, true},
};

/* ---- recording ---- */

static uint64_t hash_of(const char *id) {
    uint64_t hash = UINT64_C(14695981039346656037);

    for (const char *c = id; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    return hash;
}

static struct heard *place_of(struct listener *listener, const char *id) {
    size_t at = hash_of(id) % LISTENER_HEARD_MAX;

    while (listener->heard[at].id[0] != '\0' && strcmp(listener->heard[at].id, id) != 0)
        at = (at + 1) % LISTENER_HEARD_MAX;
    return &listener->heard[at];
}

struct heard *listener_find(struct listener *listener, const char *id) {
    struct heard *heard = place_of(listener, id);

    return heard->id[0] == '\0' ? NULL : heard;
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));

    return text == NULL ? "" : text;
}

static void note(struct listener *listener, const char *id, const char *path, const char *body,
                 size_t size, bool accepted) {
    struct heard *heard = place_of(listener, id);
    json_t *value = json_loadb(body, size, 0, NULL);
    const json_t *data = json_object_get(value, "data");
    const json_t *seats = json_object_get(data, "seats");
    const char *number = strrchr(path, '/');

    snprintf(heard->type, sizeof heard->type, "%s", text_of(value, "type"));
    snprintf(heard->game, sizeof heard->game, "%s", text_of(data, "game"));
    heard->seq = (uint32_t)json_integer_value(json_object_get(data, "seq"));
    if (!time_read(text_of(data, "deadline"), &heard->deadline))
        heard->deadline = 0;
    heard->place = number == NULL ? 0 : (unsigned)strtoul(number + 1, NULL, 10);
    heard->seats = 0;
    for (size_t i = 0; i < json_array_size(seats); i++)
        heard->seats |= 1u << json_integer_value(json_array_get(seats, i));
    if (accepted && heard->accepted > 0 && heard->life == listener->life)
        heard->again++;
    if (accepted)
        heard->life = listener->life;
    heard->accepted += accepted;
    heard->refused += !accepted;
    snprintf(heard->id, sizeof heard->id, "%s", id);
    listener->posts++;
    json_decref(value);
}

/* Before the response is sent: whoever has received that finds everything in the log. */
static void keep(struct listener *listener, const char *path, const char *body, size_t size) {
    const struct logged logged = {strlen(path), size};
    size_t at = listener->log_size;

    if (at + sizeof logged + logged.path_size + size > LISTENER_LOG_MAX)
        return;
    memcpy(listener->log + at, &logged, sizeof logged);
    at += sizeof logged;
    memcpy(listener->log + at, path, logged.path_size);
    at += logged.path_size;
    memcpy(listener->log + at, body, size);
    listener->log_size = at + size;
}

/* ---- connections ---- */

/* A header's value, up to the end of its line, copied. */
static bool header(const char *head, const char *name, char *value, size_t size) {
    const char *at = strcasestr(head, name);

    if (at == NULL)
        return false;
    at += strlen(name);
    at += strspn(at, " ");
    snprintf(value, size, "%.*s", (int)strcspn(at, "\r\n"), at);
    return true;
}

/* How a message is answered, which may differ the next time. The order of messages does not matter: several are in
 * transit at once. */
static const struct answer *answer_of(struct listener *listener, uint64_t seed, const char *id) {
    const struct heard *heard = listener_find(listener, id);
    unsigned before = heard == NULL ? 0 : heard->accepted + heard->refused;
    struct random random = random_seeded(seed ^ hash_of(id) ^ before);
    unsigned draw = seed == 0 ? 0 : random_below(&random, ANSWERS_OF);
    const struct answer *answer = answers;

    while (draw >= answer->of_thousand)
        draw -= answer++->of_thousand;
    return answer;
}

/* Takes one whole request out of what was received; 0: more is needed, -1: the connection is over. */
static int take(struct listener *listener, uint64_t seed, int fd, struct talk *talk) {
    const struct answer *answer;
    char id[LISTENER_ID_SIZE] = "", length[16] = "0", path[256] = "";
    size_t head, body;
    char *end;

    talk->bytes[talk->size] = '\0';
    end = memmem(talk->bytes, talk->size, "\r\n\r\n", 4);
    if (end == NULL)
        return 0;
    *end = '\0';
    head = (size_t)(end - talk->bytes) + 4;
    sscanf(talk->bytes, "%*s %255s", path);
    header(talk->bytes, "\r\nContent-Length:", length, sizeof length);
    header(talk->bytes, "\r\nwebhook-id:", id, sizeof id);
    *end = '\r';
    body = strtoul(length, NULL, 10);
    if (head + body > sizeof talk->bytes - 1)
        return -1;
    if (talk->size < head + body)
        return 0;
    answer = answer_of(listener, seed, id);
    listener->hung += answer->hangs;
    keep(listener, path, talk->bytes + head, body);
    if (id[0] != '\0')
        note(listener, id, path, talk->bytes + head, body, answer->accepts);
    if (id[0] != '\0' && listener->cut != 0)
        kill(atomic_exchange(&listener->cut, 0), SIGKILL);
    talk->size -= head + body;
    memmove(talk->bytes, talk->bytes + head + body, talk->size);
    if (answer->text == NULL)
        return answer->hangs ? 1 : -1;
    /* A program killed in the meantime does not receive the response. */
    return send(fd, answer->text, strlen(answer->text), MSG_NOSIGNAL) > 0 ? 1 : -1;
}

/* Receives data; false when the connection is over. */
static bool hear(struct listener *listener, uint64_t seed, int fd, struct talk *talk) {
    ssize_t more = recv(fd, talk->bytes + talk->size, sizeof talk->bytes - 1 - talk->size, 0);
    int took;

    if (more <= 0)
        return false;
    talk->size += (size_t)more;
    while ((took = take(listener, seed, fd, talk)) > 0)
        continue;
    return took == 0;
}

static _Noreturn void run(struct listener *listener, int listening, uint64_t seed) {
    static struct talk talks[TALKS_MAX];
    struct pollfd fds[TALKS_MAX + 1];
    unsigned n = 0;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
        fds[n] = (struct pollfd){.fd = listening, .events = n < TALKS_MAX ? POLLIN : 0};
        if (poll(fds, n + 1, -1) < 0)
            _exit(1);
        if (fds[n].revents != 0) {
            int fd = accept(listening, NULL, NULL);

            if (fd >= 0) {
                talks[n].size = 0;
                fds[n++] = (struct pollfd){.fd = fd, .events = POLLIN};
            }
        }
        for (unsigned i = n; i-- > 0;) {
            if (fds[i].revents == 0 || hear(listener, seed, fds[i].fd, &talks[i]))
                continue;
            close(fds[i].fd);
            fds[i] = fds[--n];
            talks[i].size = talks[n].size;
            memmove(talks[i].bytes, talks[n].bytes, talks[n].size);
        }
    }
}

struct listener *listener_start(uint64_t seed) {
    struct listener *listener = mmap(NULL, sizeof *listener, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    pid_t pid;

    if (listener == MAP_FAILED || fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 ||
        listen(fd, TALKS_MAX) != 0 || getsockname(fd, (struct sockaddr *)&at, &size) != 0)
        return NULL;
    listener->port = ntohs(at.sin_port);
    pid = fork();
    if (pid == 0)
        run(listener, fd, seed);
    listener->pid = pid;
    close(fd);
    return pid < 0 ? NULL : listener;
}

void listener_stop(struct listener *listener) {
    kill(listener->pid, SIGKILL);
    waitpid(listener->pid, NULL, 0);
    munmap(listener, sizeof *listener);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/base/monotonic.h"

enum { CHILD_COMMAND_SIZE = 16 };

/* Both ends are the same program, so integers are sent in native form. */
struct child_job {
    uint32_t kind, size; /* of the question that follows */
};
struct child_reply {
    uint32_t size; /* of the answer that follows; 0: there is none */
};

/* ---- starting and ending it ---- */

void child_init(struct child *child, const struct child_role *role, const char *program,
                int ending) {
    enum { MS = 1000 };

    *child = (struct child){
        .role = role, .program = program, .limit_ms = role->seconds * MS, .ending = ending};
}

/* Signals that end the server are not for the child: it ends when its stdin does. */
static bool set_signals(posix_spawnattr_t *attributes) {
    sigset_t blocked, usual;

    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGINT);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    return posix_spawnattr_setsigmask(attributes, &blocked) == 0 &&
           posix_spawnattr_setsigdefault(attributes, &usual) == 0 &&
           posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) ==
               0;
}

/* The child gets FD and the server's stderr, and no other descriptor. */
static bool set_files(posix_spawn_file_actions_t *actions, int fd) {
    return posix_spawn_file_actions_adddup2(actions, fd, STDIN_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(actions, fd, STDOUT_FILENO) == 0 &&
           posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1) == 0;
}

static bool spawn_child(struct child *child, int fd) {
    char name[] = "hexpost", command[CHILD_COMMAND_SIZE];
    char *const args[] = {name, command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int fault = ENOMEM;

    (void)snprintf(command, sizeof command, "%s", child->role->command);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    if (posix_spawnattr_init(&attributes) == 0) {
        if (set_files(&actions, fd) && set_signals(&attributes))
            fault = posix_spawn(&child->pid, child->program, &actions, &attributes, args, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    if (fault != 0) {
        child->pid = 0;
        log_line("warning", "could not start the process that %s: %s", child->role->work,
                 strerror(fault));
    }
    return fault == 0;
}

static bool start_child(struct child *child) {
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        log_line("warning", "could not start the process that %s: %s", child->role->work,
                 strerror(errno));
        return false;
    }
    child->fd = ends[0];
    if (!spawn_child(child, ends[1]))
        (void)close(ends[0]);
    (void)close(ends[1]);
    return child->pid != 0;
}

void child_end(struct child *child) {
    if (child->pid == 0)
        return;
    (void)close(child->fd);
    (void)kill(child->pid, SIGKILL);
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    child->pid = 0;
}

/* ---- asking it ---- */

struct child_time {
    int64_t until; /* monotonic_now's time */
    bool ending;   /* the server is known to be ending */
};

/* Waits for EVENTS of the child, or until the server ends; false: timed out. */
static bool await_child(const struct child *child, short events, struct child_time *time) {
    struct pollfd files[] = {{.fd = child->fd, .events = events},
                             {.fd = time->ending ? -1 : child->ending, .events = POLLIN}};
    int64_t now = monotonic_now();

    if (now >= time->until || (poll(files, 2, (int)(time->until - now)) < 0 && errno != EINTR))
        return false;
    if (files[1].revents != 0) {
        time->ending = true;
        if (time->until > now + CHILD_END_MS)
            time->until = now + CHILD_END_MS;
    }
    return true;
}

/* Sends bytes FROM here, or receives them TO here; the other is NULL. */
static bool pass_bytes(const struct child *child, const char *from, char *to, size_t size,
                       struct child_time *time) {
    for (size_t done = 0; done < size;) {
        ssize_t n = from != NULL
                        ? send(child->fd, from + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT)
                        : recv(child->fd, to + done, size - done, MSG_DONTWAIT);

        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR) ||
            (n < 0 && !await_child(child, from != NULL ? POLLOUT : POLLIN, time)))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool send_bytes(const struct child *child, const void *bytes, size_t size,
                       struct child_time *time) {
    return pass_bytes(child, bytes, NULL, size, time);
}

static bool receive_bytes(const struct child *child, void *bytes, size_t size,
                          struct child_time *time) {
    return pass_bytes(child, NULL, bytes, size, time);
}

static bool ask_once(struct child *child, uint32_t kind, const struct buffer *question,
                     struct buffer *out, struct child_time *time) {
    struct child_job job = {.kind = kind, .size = (uint32_t)question->size};
    struct child_reply reply;
    char *to;

    if ((child->pid == 0 && !start_child(child)) || !send_bytes(child, &job, sizeof job, time) ||
        !send_bytes(child, question->data, question->size, time) ||
        !receive_bytes(child, &reply, sizeof reply, time) || reply.size == 0)
        return false;
    to = buffer_reserve(out, reply.size);
    if (to == NULL || !receive_bytes(child, to, reply.size, time))
        return false;
    out->size += reply.size;
    return true;
}

bool child_ask(struct child *child, uint32_t kind, const struct buffer *question,
               struct buffer *out) {
    struct child_time time = {.until = monotonic_now() + child->limit_ms};
    bool kept = child->pid != 0, answered;

    if (question->failed)
        return false;
    answered = ask_once(child, kind, question, out, &time);
    if (answered)
        return true;
    /* A kept process may have ended since, or be short of memory, which says nothing about this question: so it
     * is asked once more in a new one. */
    child_end(child);
    if (kept && !out->failed && monotonic_now() < time.until)
        answered = ask_once(child, kind, question, out, &time);
    if (!answered)
        child_end(child);
    return answered;
}

/* ---- the process ---- */

/* Writes bytes FROM here to stdout, or reads them from stdin TO here; the other is NULL. */
static bool pass_whole(const void *from, void *to, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t n = from != NULL ? write(STDOUT_FILENO, (const char *)from + done, size - done)
                                 : read(STDIN_FILENO, (char *)to + done, size - done);

        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Makes this process the first to be killed when memory runs out, and disables core dumps. Failures are
 * ignored. */
static void give_way(const char *command) {
    static const char first_to_end[] = "500";
    char name[CHILD_COMMAND_SIZE + sizeof "hexpost-"];
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd >= 0) {
        (void)!write(fd, first_to_end, sizeof first_to_end - 1);
        (void)close(fd);
    }
    (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    (void)snprintf(name, sizeof name, "hexpost-%s", command);
    (void)prctl(PR_SET_NAME, name);
}

/* Serves one question; false: there is none, or the answer cannot be sent. */
static bool serve_question(struct buffer *question, struct buffer *out, child_answer *answer) {
    struct child_job job;
    struct child_reply reply = {0};
    char *to;

    buffer_clear(question);
    buffer_clear(out);
    if (!pass_whole(NULL, &job, sizeof job))
        return false;
    to = buffer_reserve(question, job.size);
    if (to == NULL || !pass_whole(NULL, to, job.size))
        return false;
    question->size = job.size;
    (void)alarm(CHILD_SECONDS); /* in case no server is left to end it */
    if (answer(out, job.kind, question) && !out->failed)
        reply.size = (uint32_t)out->size;
    (void)alarm(0);
    return pass_whole(&reply, NULL, sizeof reply) && pass_whole(out->data, NULL, reply.size);
}

int child_serve(const char *command, size_t question_max, size_t answer_max, child_answer *answer) {
    struct buffer question, out;

    give_way(command);
    buffer_init(&question, question_max);
    buffer_init(&out, answer_max);
    while (serve_question(&question, &out, answer)) {
    }
    buffer_free(&question);
    buffer_free(&out);
    return 0;
}

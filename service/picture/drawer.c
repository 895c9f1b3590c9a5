/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/picture/drawer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/base/monotonic.h"
#include "service/picture/picture.h"

/* Both ends are the same program, so numbers travel as they are. */
struct drawer_job {
    uint32_t width, size; /* of the SVG that follows */
};
struct drawer_reply {
    uint32_t size; /* of the PNG that follows; 0: it could not be drawn */
};

/* ---- starting and ending it ---- */

/* Signals that end the server are not for the drawer: it ends when its stdin does. */
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

/* It gets FD and the server's stderr, and no other file. */
static bool set_files(posix_spawn_file_actions_t *actions, int fd) {
    return posix_spawn_file_actions_adddup2(actions, fd, STDIN_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(actions, fd, STDOUT_FILENO) == 0 &&
           posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1) == 0;
}

static bool spawn_drawer(struct drawer *drawer, int fd) {
    char name[] = "hexpost", command[] = "draw";
    char *const args[] = {name, command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int fault = ENOMEM;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    if (posix_spawnattr_init(&attributes) == 0) {
        if (set_files(&actions, fd) && set_signals(&attributes))
            fault =
                posix_spawn(&drawer->pid, drawer->program, &actions, &attributes, args, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    if (fault != 0) {
        drawer->pid = 0;
        log_line("warning", "could not start the process that draws pictures: %s", strerror(fault));
    }
    return fault == 0;
}

static bool start_drawer(struct drawer *drawer) {
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        log_line("warning", "could not start the process that draws pictures: %s", strerror(errno));
        return false;
    }
    drawer->fd = ends[0];
    if (!spawn_drawer(drawer, ends[1]))
        (void)close(ends[0]);
    (void)close(ends[1]);
    return drawer->pid != 0;
}

void drawer_end(struct drawer *drawer) {
    if (drawer->pid == 0)
        return;
    (void)close(drawer->fd);
    (void)kill(drawer->pid, SIGKILL);
    while (waitpid(drawer->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    drawer->pid = 0;
}

/* ---- asking it ---- */

struct drawing_time {
    int64_t until; /* monotonic_now's time */
    bool ending;   /* the server's end was seen */
};

/* Waits for EVENTS of the drawer, or for the server's end; false: the time is over. */
static bool await_drawer(const struct drawer *drawer, short events, struct drawing_time *time) {
    struct pollfd files[] = {{.fd = drawer->fd, .events = events},
                             {.fd = time->ending ? -1 : drawer->ending, .events = POLLIN}};
    int64_t now = monotonic_now();

    if (now >= time->until || (poll(files, 2, (int)(time->until - now)) < 0 && errno != EINTR))
        return false;
    if (files[1].revents != 0) {
        time->ending = true;
        if (time->until > now + DRAWER_END_MS)
            time->until = now + DRAWER_END_MS;
    }
    return true;
}

static bool send_bytes(const struct drawer *drawer, const void *bytes, size_t size,
                       struct drawing_time *time) {
    const char *at = bytes;

    while (size > 0) {
        ssize_t sent = send(drawer->fd, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (sent < 0 && !await_drawer(drawer, POLLOUT, time))
            return false;
        if (sent > 0) {
            at += sent;
            size -= (size_t)sent;
        }
    }
    return true;
}

static bool receive_bytes(const struct drawer *drawer, void *bytes, size_t size,
                          struct drawing_time *time) {
    char *at = bytes;

    while (size > 0) {
        ssize_t got = recv(drawer->fd, at, size, MSG_DONTWAIT);

        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        if (got < 0 && !await_drawer(drawer, POLLIN, time))
            return false;
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        }
    }
    return true;
}

static bool ask_drawer(struct drawer *drawer, struct buffer *out, const struct buffer *svg,
                       unsigned width, struct drawing_time *time) {
    struct drawer_job job = {.width = width, .size = (uint32_t)svg->size};
    struct drawer_reply reply;
    char *to;

    if ((drawer->pid == 0 && !start_drawer(drawer)) ||
        !send_bytes(drawer, &job, sizeof job, time) ||
        !send_bytes(drawer, svg->data, svg->size, time) ||
        !receive_bytes(drawer, &reply, sizeof reply, time) || reply.size == 0)
        return false;
    to = buffer_reserve(out, reply.size);
    if (to == NULL || !receive_bytes(drawer, to, reply.size, time))
        return false;
    out->size += reply.size;
    return true;
}

bool drawer_draw(struct drawer *drawer, struct buffer *out, const struct buffer *svg,
                 unsigned width) {
    struct drawing_time time = {.until = monotonic_now() + drawer->limit_ms};
    bool kept = drawer->pid != 0, drawn;

    if (svg->failed)
        return false;
    drawn = ask_drawer(drawer, out, svg, width, &time);
    if (drawn)
        return true;
    /* One that was kept may have ended since, or have little memory left: that says nothing of this drawing. */
    drawer_end(drawer);
    if (kept && !out->failed && monotonic_now() < time.until)
        drawn = ask_drawer(drawer, out, svg, width, &time);
    if (!drawn)
        drawer_end(drawer);
    return drawn;
}

/* ---- the process ---- */

static bool read_bytes_whole(void *bytes, size_t size) {
    char *at = bytes;

    while (size > 0) {
        ssize_t got = read(STDIN_FILENO, at, size);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_bytes_whole(const void *bytes, size_t size) {
    const char *at = bytes;

    while (size > 0) {
        ssize_t wrote = write(STDOUT_FILENO, at, size);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return false;
        at += wrote;
        size -= (size_t)wrote;
    }
    return true;
}

/* Where memory runs out this process is the one to end, and it leaves no core behind. What the system does not
 * allow is done without. */
static void give_way(void) {
    static const char first_to_end[] = "500";
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd >= 0) {
        (void)!write(fd, first_to_end, sizeof first_to_end - 1);
        (void)close(fd);
    }
    (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    (void)prctl(PR_SET_NAME, "hexpost-draw");
}

/* One drawing; false: there is none, or nobody takes it. */
static bool serve_drawing(struct buffer *svg, struct buffer *png) {
    struct drawer_job job;
    struct drawer_reply reply = {0};
    char *to;

    buffer_clear(svg);
    buffer_clear(png);
    if (!read_bytes_whole(&job, sizeof job))
        return false;
    to = buffer_reserve(svg, job.size);
    if (to == NULL || !read_bytes_whole(to, job.size))
        return false;
    svg->size = job.size;
    (void)alarm(DRAWER_SECONDS); /* also where no server is left to end it */
    if (picture_png(png, svg, job.width))
        reply.size = (uint32_t)png->size;
    (void)alarm(0);
    return write_bytes_whole(&reply, sizeof reply) && write_bytes_whole(png->data, reply.size);
}

int drawer_serve(void) {
    struct buffer svg, png;

    give_way();
    buffer_init(&svg, PICTURE_SVG_MAX);
    buffer_init(&png, PICTURE_PNG_MAX);
    while (serve_drawing(&svg, &png)) {
    }
    buffer_free(&svg);
    buffer_free(&png);
    return 0;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "service/base/time_text.h"

enum {
    LINE_MAX_BYTES = 1024,
    TEXT_MAX_BYTES = 960,
    KINDS_MAX = 32, /* of lines remembered; a further one replaces the one logged longest ago */
    REPEAT_MS = 60000
};

/* A lasting fault is met by every request: its line is logged once, then only counted. */
struct repeated {
    char level[12]; /* "": unused */
    char text[TEXT_MAX_BYTES];
    int64_t said_at;
    unsigned more; /* repetitions since then */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static struct repeated kinds[KINDS_MAX];

static int64_t clock_ms(clockid_t clock) {
    struct timespec now;

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void put_line(const char *level, const char *text, unsigned more) {
    char line[LINE_MAX_BYTES], times[64] = "";
    size_t at = time_write(line, clock_ms(CLOCK_REALTIME));
    int size;

    if (more > 0)
        snprintf(times, sizeof times, " (%u more time%s within a minute)", more,
                 more == 1 ? "" : "s");
    size = snprintf(line + at, sizeof line - at, " %s %s%s", level, text, times);
    if (size > 0)
        at += (size_t)size < sizeof line - at ? (size_t)size : sizeof line - at - 1;
    /* Keeps the message on one line, whatever it contains. */
    for (size_t i = 0; i < at; i++)
        if ((unsigned char)line[i] < 0x20)
            line[i] = ' ';
    line[at < sizeof line ? at : sizeof line - 1] = '\n';
    if (write(STDERR_FILENO, line, at + 1) < 0)
        return; /* there is nowhere to report it */
}

/* Logs the number of repetitions, once the minute is over or AT_ONCE. */
static void say_repeated(struct repeated *kind, int64_t now, bool at_once) {
    if (kind->more == 0 || (!at_once && now - kind->said_at < REPEAT_MS))
        return;
    put_line(kind->level, kind->text, kind->more);
    kind->more = 0;
    kind->said_at = now;
}

/* Whether the line is suppressed, as it was logged less than a minute ago. */
static bool is_repeated(const char *level, const char *text, int64_t now) {
    struct repeated *oldest = &kinds[0];

    for (int i = 0; i < KINDS_MAX; i++) {
        struct repeated *kind = &kinds[i];

        say_repeated(kind, now, false);
        if (strcmp(kind->text, text) == 0 && strcmp(kind->level, level) == 0) {
            bool soon = now - kind->said_at < REPEAT_MS;

            kind->more += soon;
            if (!soon)
                kind->said_at = now;
            return soon;
        }
        if (kind->level[0] == '\0' || (oldest->level[0] != '\0' && kind->said_at < oldest->said_at))
            oldest = kind;
    }
    say_repeated(oldest, now, true);
    snprintf(oldest->level, sizeof oldest->level, "%s", level);
    snprintf(oldest->text, sizeof oldest->text, "%s", text);
    oldest->said_at = now;
    return false;
}

void log_line(const char *level, const char *format, ...) {
    char text[TEXT_MAX_BYTES];
    bool repeated = false;
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pthread_mutex_lock(&lock);
    if (strcmp(level, "error") == 0 || strcmp(level, "warning") == 0)
        repeated = is_repeated(level, text, clock_ms(CLOCK_MONOTONIC));
    if (!repeated)
        put_line(level, text, 0);
    pthread_mutex_unlock(&lock);
}

void log_end(void) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < KINDS_MAX; i++)
        say_repeated(&kinds[i], 0, true);
    pthread_mutex_unlock(&lock);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "service/base/time_text.h"

enum { LINE_MAX_BYTES = 1024 };

void log_line(const char *level, const char *format, ...) {
    char line[LINE_MAX_BYTES];
    struct timespec now;
    va_list args;
    size_t at;
    int size;

    clock_gettime(CLOCK_REALTIME, &now);
    at = time_write(line, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
    at += (size_t)snprintf(line + at, sizeof line - at, " %s ", level);
    va_start(args, format);
    size = vsnprintf(line + at, sizeof line - at, format, args);
    va_end(args);
    if (size > 0)
        at += (size_t)size < sizeof line - at ? (size_t)size : sizeof line - at - 1;
    /* A line is one line, whatever was put into it. */
    for (size_t i = 0; i < at; i++)
        if ((unsigned char)line[i] < 0x20)
            line[i] = ' ';
    line[at < sizeof line ? at : sizeof line - 1] = '\n';
    if (write(STDERR_FILENO, line, at + 1) < 0)
        return; /* there is nowhere left to say it */
}

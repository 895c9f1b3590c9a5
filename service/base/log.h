/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_LOG_H
#define SERVICE_BASE_LOG_H

/* Writes one line to stderr, "TIME LEVEL TEXT", in one piece; from any thread. Never log tokens,
 * bodies, addresses of people or anything of a hidden hand. level: "info", "warning", "error". */
__attribute__((format(printf, 2, 3))) void log_line(const char *level, const char *format, ...);
/* A warning or error repeated within a minute is only counted. It is logged once more with that number when the
 * minute is over and anything else is logged, or by log_end: call that at the program's end. */
void log_end(void);

#endif

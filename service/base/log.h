/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_LOG_H
#define SERVICE_BASE_LOG_H

/* One line on stderr, "TIME LEVEL TEXT", written in one piece; from any thread. Never tokens,
 * bodies, addresses of people or anything of a hidden hand. level: "info", "warning", "error". */
__attribute__((format(printf, 2, 3))) void log_line(const char *level, const char *format, ...);
/* The same warning or error within a minute is counted instead, and said once more with that number when the minute
 * is over and anything is logged, or here: call it where the program ends. */
void log_end(void);

#endif

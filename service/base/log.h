/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_LOG_H
#define SERVICE_BASE_LOG_H

/* One line on stderr, "TIME LEVEL TEXT", written in one piece; from any thread. Never tokens,
 * bodies, addresses of people or anything of a hidden hand. level: "info", "warning", "error". */
__attribute__((format(printf, 2, 3))) void log_line(const char *level, const char *format, ...);

#endif

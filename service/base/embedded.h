/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_EMBEDDED_H
#define SERVICE_BASE_EMBEDDED_H

#include <stddef.h>

/*
 * Files embedded in the program, byte for byte; generated at build time by service/embed.sh. Static
 * storage: never freed. An uncounted 0 byte follows each.
 */

/* A file for browsers in one coding; data is NULL if it would not be smaller. */
struct web_bytes {
    const unsigned char *data;
    size_t size;
};
enum { WEB_BROTLI, WEB_GZIP, WEB_PLAIN, WEB_CODINGS };

/* The files of the web page and of the reference (service/web/dist, openapi/docs/dist); the row after the
 * last one has a NULL path. */
struct web_file {
    const char *path; /* "/index.html" */
    const char *hash; /* of its bytes, for its ETag */
    struct web_bytes coded[WEB_CODINGS];
};
extern const struct web_file web_files[];
/* openapi/openapi.yaml. */
extern const struct web_file openapi_yaml;

#endif

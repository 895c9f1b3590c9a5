/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/cookie.h"

#include <string.h>

bool cookie_value(struct request *rq, const char *name, char value[COOKIE_VALUE_SIZE]) {
    const char *at = request_header(rq, "Cookie");
    size_t length = strlen(name);

    while (at != NULL && *at != '\0') {
        size_t size = strcspn(at, ";");

        if (size > length && memcmp(at, name, length) == 0 && at[length] == '=') {
            size -= length + 1;
            if (size == 0 || size >= COOKIE_VALUE_SIZE)
                return false;
            memcpy(value, at + length + 1, size);
            value[size] = '\0';
            return true;
        }
        at += size;
        at += strspn(at, "; ");
    }
    return false;
}

bool cookie_cross_site(struct request *rq) {
    const char *site = request_header(rq, "Sec-Fetch-Site");

    /* "none": somebody has typed it in. */
    if (site != NULL && strcmp(site, "none") == 0)
        return false;
    return (site != NULL || request_header(rq, "Origin") != NULL) && !cookie_same_origin(rq);
}

bool cookie_same_origin(struct request *rq) {
    const char *site = request_header(rq, "Sec-Fetch-Site");
    const char *origin = request_header(rq, "Origin");
    const char *host = request_header(rq, "Host");
    const char *at = origin == NULL ? NULL : strstr(origin, "://");

    if (site != NULL)
        return strcmp(site, "same-origin") == 0;
    return at != NULL && host != NULL && strcmp(at + 3, host) == 0;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/cookie.h"

#include <string.h>

#include "service/http/server_int.h"

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

bool cookie_may_write(struct request *rq) {
    const char *site = request_header(rq, "Sec-Fetch-Site");

    return request_header(rq, "Authorization") != NULL || cookie_same_origin(rq) ||
           (site != NULL && strcmp(site, "none") == 0);
}

bool cookie_cross_site(struct request *rq) {
    const char *site = request_header(rq, "Sec-Fetch-Site");

    /* "none": the address was typed in. */
    if (site != NULL && strcmp(site, "none") == 0)
        return false;
    return (site != NULL || request_header(rq, "Origin") != NULL) && !cookie_same_origin(rq);
}

static bool is_page_of(const char *origin, const char *scheme, const char *host) {
    size_t size = strlen(scheme);

    return strncmp(origin, scheme, size) == 0 && strcmp(origin + size, host) == 0;
}

bool cookie_same_origin(struct request *rq) {
    const char *site = request_header(rq, "Sec-Fetch-Site");
    const char *origin = request_header(rq, "Origin");
    const char *host = request_header(rq, "Host");

    if (site != NULL)
        return strcmp(site, "same-origin") == 0;
    return origin != NULL && host != NULL &&
           (is_page_of(origin, "https://", host) ||
            (!rq->server->config.https && is_page_of(origin, "http://", host)));
}

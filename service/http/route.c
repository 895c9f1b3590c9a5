/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/route.h"

#include <string.h>

const char *method_name(enum method method) {
    static const char *const names[METHOD_COUNT] = {
        [METHOD_GET] = "GET",     [METHOD_POST] = "POST",     [METHOD_PUT] = "PUT",
        [METHOD_PATCH] = "PATCH", [METHOD_DELETE] = "DELETE",
    };

    return names[method];
}

static bool segment_ends(const char *at) {
    return *at == '/' || *at == '\0';
}

static const char *segment_end(const char *at) {
    return at + strcspn(at, "/");
}

/* Compares a path with a row's. Returns how specific the match is, 0 for none: of two rows that
 * match, the one with a literal where the other has a parameter counts more, the leftmost first.
 * Every request goes through all rows, so comparing stops at the first difference. */
static unsigned match_path(const char *pattern, const char *path, struct route_match *match) {
    unsigned weight = 1;
    size_t params = 0;

    while (*pattern == '/' && *path == '/') {
        pattern++;
        path++;
        weight <<= 1;
        if (*pattern == '{') {
            const char *end = segment_end(path);

            if (end == path)
                return 0;
            match->params[params].text = path;
            match->params[params++].size = (size_t)(end - path);
            pattern = segment_end(pattern);
            path = end;
        } else {
            for (; *pattern == *path && !segment_ends(path); pattern++)
                path++;
            if (!segment_ends(pattern) || !segment_ends(path))
                return 0;
            weight |= 1;
        }
    }
    return *pattern == '\0' && *path == '\0' ? weight : 0;
}

void route_find(const struct route *routes, size_t count, bool has_method, enum method method,
                const char *path, struct route_match *match) {
    unsigned best = 0;

    *match = (struct route_match){0};
    for (size_t i = 0; i < count; i++) {
        struct route_match found = {0};
        unsigned weight = match_path(routes[i].path, path, &found);

        if (weight == 0 || weight < best)
            continue;
        if (weight > best) {
            found.allowed = 0;
            *match = found;
            best = weight;
        }
        match->allowed |= 1u << routes[i].method;
        if (routes[i].secret)
            match->instead = routes[i].path;
        if (has_method && routes[i].method == method)
            match->route = &routes[i];
    }
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/route.h"

#include <stdint.h>
#include <string.h>

const char *method_name(enum method method) {
    static const char *const names[METHOD_COUNT] = {
        [METHOD_GET] = "GET",     [METHOD_POST] = "POST",     [METHOD_PUT] = "PUT",
        [METHOD_PATCH] = "PATCH", [METHOD_DELETE] = "DELETE",
    };

    return names[method];
}

enum { SEGMENTS_MAX = 16 /* more than any row has */ };

/* A path between its slashes. */
struct path_segments {
    size_t count; /* SEGMENTS_MAX + 1: more than there is room for, and so no row's */
    struct {
        const char *text;
        size_t size;
    } at[SEGMENTS_MAX];
};

static struct path_segments split_path(const char *path) {
    struct path_segments segments;

    segments.count = 0;
    while (*path == '/') {
        size_t size = strcspn(++path, "/");

        if (segments.count == SEGMENTS_MAX) {
            segments.count++;
            break;
        }
        segments.at[segments.count].text = path;
        segments.at[segments.count++].size = size;
        path += size;
    }
    return segments;
}

/* Compares a path with a row's. Returns how specific the match is, 0 for none: of two rows that
 * match, the one with a literal where the other has a parameter counts more, the leftmost first.
 * PARAMS: the indices of the segments that are parameters. Every request goes through all rows, so comparing stops at
 * the first difference. */
static unsigned match_path(const char *pattern, const struct path_segments *path,
                           uint8_t params[ROUTE_PARAMS_MAX]) {
    unsigned weight = 1;
    size_t n_params = 0;

    for (size_t i = 0; i < path->count; i++) {
        const char *text = path->at[i].text;
        size_t size = path->at[i].size;

        if (*pattern++ != '/')
            return 0;
        weight <<= 1;
        if (*pattern == '{') {
            if (size == 0)
                return 0;
            params[n_params++] = (uint8_t)i;
            while (*pattern != '/' && *pattern != '\0')
                pattern++;
        } else {
            for (; size > 0 && *pattern == *text; size--, text++)
                pattern++;
            if (size > 0 || (*pattern != '/' && *pattern != '\0'))
                return 0;
            weight |= 1;
        }
    }
    return *pattern == '\0' ? weight : 0;
}

static void note_params(struct route_match *match, const char *pattern,
                        const struct path_segments *path, const uint8_t params[ROUTE_PARAMS_MAX]) {
    size_t n = 0;

    for (const char *at = pattern; *at != '\0'; at++) {
        if (*at != '{')
            continue;
        match->params[n].text = path->at[params[n]].text;
        match->params[n].size = path->at[params[n]].size;
        n++;
    }
}

void route_find(const struct route *routes, size_t count, bool has_method, enum method method,
                const char *path, struct route_match *match) {
    const struct path_segments segments = split_path(path);
    unsigned best = 0;

    *match = (struct route_match){0};
    for (size_t i = 0; i < count && segments.count > 0 && segments.count <= SEGMENTS_MAX; i++) {
        uint8_t params[ROUTE_PARAMS_MAX] = {0};
        unsigned weight = match_path(routes[i].path, &segments, params);

        if (weight == 0 || weight < best)
            continue;
        if (weight > best) {
            *match = (struct route_match){0};
            note_params(match, routes[i].path, &segments, params);
            best = weight;
        }
        match->allowed |= 1u << routes[i].method;
        if (routes[i].secret)
            match->instead = routes[i].path;
        if (has_method && routes[i].method == method)
            match->route = &routes[i];
    }
}

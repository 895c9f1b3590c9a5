/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/route.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *method_name(enum method method) {
    static const char *const names[METHOD_COUNT] = {
        [METHOD_GET] = "GET",     [METHOD_POST] = "POST",     [METHOD_PUT] = "PUT",
        [METHOD_PATCH] = "PATCH", [METHOD_DELETE] = "DELETE",
    };

    return names[method];
}

enum {
    SEGMENTS_MAX = 16, /* more than any row has */
    BUCKETS = 256
};

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
 * PARAMS: the indices of the segments that are parameters. */
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

/* ---- the table ---- */

/* The rows with as many segments and the same last one; rows whose last segment is a parameter are in one bucket for each
 * number of segments. */
struct route_table {
    const struct route *routes;
    size_t first[BUCKETS]; /* rows are counted from 1; 0: none */
    size_t next[];         /* in the same bucket, in the order of the rows */
};

static size_t route_bucket(const struct path_segments *path, bool has_last) {
    size_t sum = path->count,
           size = has_last && path->count > 0 ? path->at[path->count - 1].size : 0;

    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + (uint8_t)path->at[path->count - 1].text[i];
    return (2 * sum + has_last) % BUCKETS;
}

struct route_table *route_table_new(const struct route *routes, size_t count) {
    struct route_table *table = calloc(1, sizeof *table + (count + 1) * sizeof *table->next);

    if (table == NULL)
        return NULL;
    table->routes = routes;
    for (size_t row = count; row > 0; row--) {
        struct path_segments path = split_path(routes[row - 1].path);
        bool literal = path.at[path.count - 1].text[0] != '{';
        size_t *first = &table->first[route_bucket(&path, literal)];

        table->next[row] = *first;
        *first = row;
    }
    return table;
}

void route_table_free(struct route_table *table) {
    free(table);
}

/* ---- finding ---- */

struct route_search {
    const struct path_segments *path;
    bool has_method;
    enum method method;
    unsigned best; /* of the matches so far */
    struct route_match *match;
};

static void search_row(struct route_search *search, const struct route *route) {
    struct route_match *match = search->match;
    uint8_t params[ROUTE_PARAMS_MAX] = {0};
    unsigned weight = match_path(route->path, search->path, params);

    if (weight == 0 || weight < search->best)
        return;
    if (weight > search->best) {
        *match = (struct route_match){0};
        note_params(match, route->path, search->path, params);
        search->best = weight;
    }
    match->allowed |= 1u << route->method;
    if (route->secret)
        match->instead = route->path;
    if (search->has_method && route->method == search->method)
        match->route = route;
}

void route_find(const struct route_table *table, bool has_method, enum method method,
                const char *path, struct route_match *match) {
    const struct path_segments segments = split_path(path);
    struct route_search search = {
        .path = &segments, .has_method = has_method, .method = method, .match = match};

    *match = (struct route_match){0};
    if (segments.count == 0 || segments.count > SEGMENTS_MAX)
        return;
    for (int literal = 0; literal <= 1; literal++)
        for (size_t row = table->first[route_bucket(&segments, literal)]; row != 0;
             row = table->next[row])
            search_row(&search, &table->routes[row - 1]);
}

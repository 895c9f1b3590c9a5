/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_ROUTE_H
#define SERVICE_HTTP_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

struct request;

enum method { METHOD_GET, METHOD_POST, METHOD_PUT, METHOD_PATCH, METHOD_DELETE, METHOD_COUNT };

enum route_token {
    ROUTE_TOKEN_IGNORED,  /* anybody; a token is ignored */
    ROUTE_TOKEN_OPTIONAL, /* anybody, but a token must be valid if given */
    ROUTE_TOKEN_NEEDED    /* 401 without */
};

enum route_body {
    ROUTE_BODY_NONE,         /* a body is read and discarded */
    ROUTE_BODY_JSON,         /* request_json() answers 415 and 400 */
    ROUTE_BODY_JSON_OPTIONAL /* the same, but no body at all stands for {} */
};

/* The allowance that the request is charged to. */
enum route_rate { ROUTE_RATE_GENERAL, ROUTE_RATE_ACCOUNTS, ROUTE_RATE_NONE };

enum { ROUTE_PARAMS_MAX = 3 };

/*
 * One row of the only route table. A path consists of literal segments and {parameters}; a literal
 * has precedence over a parameter, whatever their order in the table.
 */
struct route {
    enum method method;
    const char *path; /* "/v1/games/{id}/moves" */
    void (*handler)(struct request *rq);
    const void *data; /* for the handler */
    enum route_token token;
    unsigned scope; /* the token's scopes must include all of these bits */
    enum route_body body;
    size_t max_body; /* bytes; 0: the server's general limit */
    enum route_rate rate;
    bool slow; /* replays many games, draws, or waits for the disk: the handler runs on a thread of
                * the pool */
    bool secret; /* knowing the path grants access: the log shows the pattern instead */
};

/* "GET", ... */
const char *method_name(enum method method);

/* The match of a path; parameters are pieces of the path, still percent-encoded. */
struct route_match {
    const struct route *route;
    struct {
        const char *text;
        size_t size;
    } params[ROUTE_PARAMS_MAX];
    unsigned allowed;    /* bits 1u << method offered for this path; 0: the path is unknown */
    const char *instead; /* the pattern, if the path is secret; NULL: it may be shown */
};

/* The rows, by what is compared first. */
struct route_table;

/* ROUTES outlive the table. NULL: no memory. */
struct route_table *route_table_new(const struct route *routes, size_t count);
void route_table_free(struct route_table *table);

/* Finds path (without query) and method in the table; match->route is NULL when there is none. */
void route_find(const struct route_table *table, bool has_method, enum method method,
                const char *path, struct route_match *match);

#endif

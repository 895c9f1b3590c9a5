/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whose allowances a request takes from, and what it is told of them: RateLimit-Policy and RateLimit of the IETF's
 * HTTPAPI group (draft-ietf-httpapi-ratelimit-headers), in the form of its structured fields. */
#include <inttypes.h>
#include <stdio.h>

#include "service/http/reply.h"
#include "service/http/server_int.h"

enum { KEY_SIZE = 128, FIELD_SIZE = 160 };

/* The two fields, to which each allowance adds an item. */
struct allowance_fields {
    char policy[FIELD_SIZE], rest[FIELD_SIZE];
    size_t policy_size, rest_size;
};

static void note_policy(struct allowance_fields *fields, const char *name,
                        const struct limit_state *state) {
    const char *comma = fields->policy_size == 0 ? "" : ", ";

    if (state->quota == 0)
        return;
    fields->policy_size +=
        (size_t)snprintf(fields->policy + fields->policy_size, FIELD_SIZE - fields->policy_size,
                         "%s\"%s\";q=%u;w=%u", comma, name, state->quota, state->window_s);
    fields->rest_size +=
        (size_t)snprintf(fields->rest + fields->rest_size, FIELD_SIZE - fields->rest_size,
                         "%s\"%s\";r=%u;t=%u", comma, name, state->left, state->reset_s);
}

static void reply_allowances(struct request *rq, const struct allowance_fields *fields) {
    if (fields->policy_size == 0)
        return;
    reply_header(rq, "RateLimit-Policy", fields->policy);
    reply_header(rq, "RateLimit", fields->rest);
}

/* By address: new accounts, and requests without a token. Each takes from one allowance that has a name. */
static int64_t take_of_address(struct request *rq, struct limit *limit, const char *name,
                               unsigned n, struct allowance_fields *fields) {
    struct limit_state state;
    char who[KEY_SIZE];
    int64_t wait;

    snprintf(who, sizeof who, "client %" PRIx64, request_client(rq));
    wait = limit_take(limit, who, n, request_now(), &state);
    note_policy(fields, name, &state);
    return wait;
}

static int64_t take_of_token(struct request *rq, unsigned n, struct allowance_fields *fields) {
    struct limit_state state;
    char who[KEY_SIZE];
    int64_t wait;

    snprintf(who, sizeof who, "token %s", rq->caller.token_id);
    wait = limit_take(rq->server->general, who, n, request_now(), &state);
    note_policy(fields, "token", &state);
    return wait;
}

/* That of the account or client behind the token, which may have many. What the guests of an address have left is not
 * told: it would show how much the others among them do. */
static int64_t take_of_payer(struct request *rq, unsigned n, struct allowance_fields *fields) {
    struct limit_state state;
    char who[KEY_SIZE];
    int64_t wait;

    snprintf(who, sizeof who, "payer %" PRIx64, request_payer(rq));
    wait = limit_take(rq->server->payers, who, n, request_now(), &state);
    if (rq->caller.account != 0 && !rq->caller.guest)
        note_policy(fields, "account", &state);
    return wait;
}

int allowance_take(struct request *rq, unsigned n) {
    struct server *server = rq->server;
    enum route_rate rate = rq->route == NULL ? ROUTE_RATE_GENERAL : rq->route->rate;
    struct allowance_fields fields = {0};
    int64_t wait;

    if (rate == ROUTE_RATE_NONE || !request_is_limited(rq))
        return 0;
    if (rate == ROUTE_RATE_ACCOUNTS)
        wait = take_of_address(rq, server->accounts, "accounts", n, &fields);
    else if (rq->caller.account != 0)
        wait = take_of_token(rq, n, &fields);
    else
        wait = take_of_address(rq, server->general, "address", n, &fields);
    if (wait == 0 && rate != ROUTE_RATE_ACCOUNTS)
        wait = take_of_payer(rq, n, &fields);
    reply_allowances(rq, &fields);
    return reply_seconds(wait);
}

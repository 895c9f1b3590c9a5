/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/routes.h"

#include "service/api/accounts.h"
#include "service/api/ops.h"
#include "service/auth.h"

/* Largest bodies, in bytes. */
enum { BODY_SMALL = 16 << 10 };

/* What comes after the handler are members of struct route. */
#define ROUTE(verb, place, function, ...)                                                          \
    { .method = METHOD_##verb, .path = (place), .handler = (function), __VA_ARGS__ }
#define ANYBODY      .token = ROUTE_TOKEN_IGNORED
#define CALLER(bits) .token = ROUTE_TOKEN_NEEDED, .scope = (bits)
#define JSON(limit)  .body = ROUTE_BODY_JSON, .max_body = (limit)

const struct route routes[] = {
    ROUTE(GET, "/healthz", ops_health, ANYBODY, .rate = ROUTE_RATE_NONE),
    ROUTE(GET, "/readyz", ops_ready, ANYBODY, .rate = ROUTE_RATE_NONE),
    ROUTE(GET, "/metrics", ops_metrics, ANYBODY, .rate = ROUTE_RATE_NONE),
    ROUTE(GET, "/openapi.yaml", ops_openapi, ANYBODY),

    ROUTE(POST, "/v1/accounts", accounts_create, ANYBODY, JSON(BODY_SMALL),
          .rate = ROUTE_RATE_ACCOUNTS),
    ROUTE(GET, "/v1/me", me_get, CALLER(0)),
    ROUTE(DELETE, "/v1/me", me_delete, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(GET, "/v1/me/tokens", tokens_list, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(POST, "/v1/me/tokens", tokens_create, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    ROUTE(DELETE, "/v1/me/tokens/{token_id}", tokens_delete, CALLER(SCOPE_ACCOUNT_WRITE)),
};

const size_t routes_count = sizeof routes / sizeof *routes;

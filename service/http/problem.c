/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/problem.h"

#include <assert.h>

static const struct problem_kind kinds[PROBLEM_COUNT] = {
    [PROBLEM_NONE] = {"internal", "Something went wrong on the server", 500},
    [PROBLEM_MALFORMED_JSON] = {"malformed-json", "The body is not JSON that is accepted here",
                                400},
    [PROBLEM_BAD_REQUEST] = {"bad-request", "The request is not well-formed HTTP", 400},
    [PROBLEM_UNAUTHENTICATED] = {"unauthenticated", "A valid token is needed", 401},
    [PROBLEM_FORBIDDEN] = {"forbidden", "The caller may not do this", 403},
    [PROBLEM_NOT_FOUND] = {"not-found", "There is nothing here", 404},
    [PROBLEM_METHOD_NOT_ALLOWED] = {"method-not-allowed", "This method is not offered here", 405},
    [PROBLEM_CONFLICT] = {"conflict", "The request conflicts with what is there", 409},
    [PROBLEM_GAME_OVER] = {"game-over", "The game is over", 409},
    [PROBLEM_STALE] = {"stale", "The game has moved on", 409},
    [PROBLEM_NOT_YOUR_DECISION] = {"not-your-decision", "The game is not waiting for the caller",
                                   409},
    [PROBLEM_STALE_MATCH] = {"stale", "The game has moved on", 412},
    [PROBLEM_TOO_LARGE] = {"too-large", "The body is too large", 413},
    [PROBLEM_TARGET_TOO_LONG] = {"target-too-long", "The requested address is too long", 414},
    [PROBLEM_UNSUPPORTED_MEDIA_TYPE] = {"unsupported-media-type",
                                        "The body has a type that is not accepted here", 415},
    [PROBLEM_INVALID] = {"invalid", "The request does not have the right shape", 422},
    [PROBLEM_ILLEGAL_MOVE] = {"illegal-move", "The rules do not allow this move", 422},
    [PROBLEM_IMPOSSIBLE_OUTCOME] = {"impossible-outcome", "Chance cannot have given this outcome",
                                    422},
    [PROBLEM_RATE_LIMITED] = {"rate-limited", "Too many requests in a short time", 429},
    [PROBLEM_QUOTA_EXCEEDED] = {"quota-exceeded", "The caller's quota is used up", 429},
    [PROBLEM_HEADER_TOO_LARGE] = {"header-too-large", "The header is too large", 431},
    [PROBLEM_INTERNAL] = {"internal", "Something went wrong on the server", 500},
    [PROBLEM_UNAVAILABLE] = {"unavailable", "The server cannot do this at the moment", 503},
    [PROBLEM_DAMAGED_GAME] = {"damaged-game", "The stored game is damaged", 503},
    [PROBLEM_DAMAGED_DATA] = {"damaged-data", "Data stored for this is damaged", 503},
    [PROBLEM_OUTCOME_UNKNOWN] = {"outcome-unknown", "It is not yet known whether this was done",
                                 503},
};

const struct problem_kind *problem_kind(enum problem problem) {
    assert(problem > PROBLEM_NONE && problem < PROBLEM_COUNT);
    return &kinds[problem];
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/problem.h"

#include <assert.h>

static const struct problem_kind kinds[PROBLEM_COUNT] = {
    [PROBLEM_NONE] = {"internal", 500, TEXT_PROBLEM_INTERNAL, TEXT_PROBLEM_INTERNAL_ABOUT},
    [PROBLEM_MALFORMED_JSON] = {"malformed-json", 400, TEXT_PROBLEM_MALFORMED_JSON,
                                TEXT_PROBLEM_MALFORMED_JSON_ABOUT},
    [PROBLEM_BAD_REQUEST] = {"bad-request", 400, TEXT_PROBLEM_BAD_REQUEST,
                             TEXT_PROBLEM_BAD_REQUEST_ABOUT},
    [PROBLEM_UNAUTHENTICATED] = {"unauthenticated", 401, TEXT_PROBLEM_UNAUTHENTICATED,
                                 TEXT_PROBLEM_UNAUTHENTICATED_ABOUT},
    [PROBLEM_FORBIDDEN] = {"forbidden", 403, TEXT_PROBLEM_FORBIDDEN, TEXT_PROBLEM_FORBIDDEN_ABOUT},
    [PROBLEM_NOT_FOUND] = {"not-found", 404, TEXT_PROBLEM_NOT_FOUND, TEXT_PROBLEM_NOT_FOUND_ABOUT},
    [PROBLEM_METHOD_NOT_ALLOWED] = {"method-not-allowed", 405, TEXT_PROBLEM_METHOD_NOT_ALLOWED,
                                    TEXT_PROBLEM_METHOD_NOT_ALLOWED_ABOUT},
    [PROBLEM_CONFLICT] = {"conflict", 409, TEXT_PROBLEM_CONFLICT, TEXT_PROBLEM_CONFLICT_ABOUT},
    [PROBLEM_GAME_OVER] = {"game-over", 409, TEXT_PROBLEM_GAME_OVER, TEXT_PROBLEM_GAME_OVER_ABOUT},
    [PROBLEM_STALE] = {"stale", 409, TEXT_PROBLEM_STALE, TEXT_PROBLEM_STALE_ABOUT},
    [PROBLEM_NOT_YOUR_DECISION] = {"not-your-decision", 409, TEXT_PROBLEM_NOT_YOUR_DECISION,
                                   TEXT_PROBLEM_NOT_YOUR_DECISION_ABOUT},
    [PROBLEM_STALE_MATCH] = {"stale", 412, TEXT_PROBLEM_STALE, TEXT_PROBLEM_STALE_ABOUT},
    [PROBLEM_TOO_LARGE] = {"too-large", 413, TEXT_PROBLEM_TOO_LARGE, TEXT_PROBLEM_TOO_LARGE_ABOUT},
    [PROBLEM_TARGET_TOO_LONG] = {"target-too-long", 414, TEXT_PROBLEM_TARGET_TOO_LONG,
                                 TEXT_PROBLEM_TARGET_TOO_LONG_ABOUT},
    [PROBLEM_UNSUPPORTED_MEDIA_TYPE] = {"unsupported-media-type", 415,
                                        TEXT_PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                                        TEXT_PROBLEM_UNSUPPORTED_MEDIA_TYPE_ABOUT},
    [PROBLEM_INVALID] = {"invalid", 422, TEXT_PROBLEM_INVALID, TEXT_PROBLEM_INVALID_ABOUT},
    [PROBLEM_ILLEGAL_MOVE] = {"illegal-move", 422, TEXT_PROBLEM_ILLEGAL_MOVE,
                              TEXT_PROBLEM_ILLEGAL_MOVE_ABOUT},
    [PROBLEM_IMPOSSIBLE_OUTCOME] = {"impossible-outcome", 422, TEXT_PROBLEM_IMPOSSIBLE_OUTCOME,
                                    TEXT_PROBLEM_IMPOSSIBLE_OUTCOME_ABOUT},
    [PROBLEM_RATE_LIMITED] = {"rate-limited", 429, TEXT_PROBLEM_RATE_LIMITED,
                              TEXT_PROBLEM_RATE_LIMITED_ABOUT},
    [PROBLEM_QUOTA_EXCEEDED] = {"quota-exceeded", 429, TEXT_PROBLEM_QUOTA_EXCEEDED,
                                TEXT_PROBLEM_QUOTA_EXCEEDED_ABOUT},
    [PROBLEM_HEADER_TOO_LARGE] = {"header-too-large", 431, TEXT_PROBLEM_HEADER_TOO_LARGE,
                                  TEXT_PROBLEM_HEADER_TOO_LARGE_ABOUT},
    [PROBLEM_INTERNAL] = {"internal", 500, TEXT_PROBLEM_INTERNAL, TEXT_PROBLEM_INTERNAL_ABOUT},
    [PROBLEM_UNAVAILABLE] = {"unavailable", 503, TEXT_PROBLEM_UNAVAILABLE,
                             TEXT_PROBLEM_UNAVAILABLE_ABOUT},
    [PROBLEM_DAMAGED_GAME] = {"damaged-game", 503, TEXT_PROBLEM_DAMAGED_GAME,
                              TEXT_PROBLEM_DAMAGED_GAME_ABOUT},
    [PROBLEM_DAMAGED_DATA] = {"damaged-data", 503, TEXT_PROBLEM_DAMAGED_DATA,
                              TEXT_PROBLEM_DAMAGED_DATA_ABOUT},
    [PROBLEM_OUTCOME_UNKNOWN] = {"outcome-unknown", 503, TEXT_PROBLEM_OUTCOME_UNKNOWN,
                                 TEXT_PROBLEM_OUTCOME_UNKNOWN_ABOUT},
};

const struct problem_kind *problem_kind(enum problem problem) {
    assert(problem > PROBLEM_NONE && problem < PROBLEM_COUNT);
    return &kinds[problem];
}

const char *problem_title(const struct problem_kind *kind) {
    return text_in(LANGUAGE_ENGLISH, kind->title);
}

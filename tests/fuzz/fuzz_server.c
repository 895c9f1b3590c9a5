/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * The real server with its real routes and store, over a loopback socket. Input: 'R' and a raw request, or another byte
 * that chooses a route, and the body to send there. The token "T" is replaced by a valid one, GAME in a raw request by
 * a game of its account. For any input, the response is well-formed and never 500.
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/server.h"

enum { REQUEST_MAX = 1 << 16, HEAD_MAX = 1024 };

static char request[REQUEST_MAX + HEAD_MAX];

/* A raw request, with the game's id in place of each GAME. */
static size_t take_raw(const uint8_t *data, size_t size) {
    const char *game = fuzz_server_game();
    size_t n = 0;
    for (size_t i = 0; i < size; i++) {
        if (size - i >= 4 && memcmp(data + i, "GAME", 4) == 0) {
            n += (size_t)snprintf(request + n, HEAD_MAX, "%s", game);
            i += 3;
        } else {
            request[n++] = (char)data[i];
        }
        if (n >= REQUEST_MAX)
            break;
    }
    return n;
}

static size_t take_body(unsigned choice, const uint8_t *data, size_t size) {
    size_t n = fuzz_server_head(choice, request, HEAD_MAX, size);
    memcpy(request + n, data, size);
    return n + size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size > REQUEST_MAX)
        return 0;
    fuzz_server_ready();
    size_t n =
        data[0] == 'R' ? take_raw(data + 1, size - 1) : take_body(data[0], data + 1, size - 1);
    int status = fuzz_server_ask(request, n);
    REQUIRE_HOLDS(status != 500, "an internal error");
    return 0;
}

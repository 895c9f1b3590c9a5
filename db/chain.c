/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/chain.h"

#include <string.h>

void chain_put(uint8_t to[CHAIN_SIZE], uint64_t mark) {
    for (unsigned i = 0; i < CHAIN_SIZE; i++)
        to[i] = (uint8_t)(mark >> 8 * i);
}

uint64_t chain_bytes(uint64_t value, const void *data, size_t size) {
    const uint8_t *at = data;
    uint8_t rest[CHAIN_SIZE] = {0};
    value = chain_mix(value, size);
    for (; size >= CHAIN_SIZE; size -= CHAIN_SIZE, at += CHAIN_SIZE)
        value = chain_mix(value, chain_word(at));
    if (size > 0)
        memcpy(rest, at, size);
    return chain_mix(value, chain_word(rest));
}

int64_t chain_game(const struct store_game *game) {
    uint64_t value = chain_mix(0, (uint64_t)game->mode);
    value = chain_bytes(value, game->setup.data, game->setup.len);
    value = chain_bytes(value, game->options.data, game->options.len);
    value = chain_bytes(value, game->position.data, game->position.len);
    value = chain_bytes(value, game->server_seed, sizeof game->server_seed);
    value = chain_bytes(value, game->commitment, sizeof game->commitment);
    return (int64_t)value;
}

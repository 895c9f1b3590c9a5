/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/chance.h"

#include <sodium.h>
#include <stdatomic.h>

#include "tests/support/program.h"

static _Atomic uint64_t chance;

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

void chance_seed(uint64_t seed) {
    chance = mixed(seed + 1);
}

static const char *chance_name(void) {
    return "seeded";
}

static uint32_t chance_number(void) {
    return (uint32_t)(mixed(atomic_fetch_add(&chance, UINT64_C(0x9e3779b97f4a7c15))) >> 32);
}

static void chance_bytes(void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)chance_number();
}

void chance_install(void) {
    static struct randombytes_implementation seeded = {
        .implementation_name = chance_name, .random = chance_number, .buf = chance_bytes};

    PROGRAM_NEED(randombytes_set_implementation(&seeded) == 0, "no chance");
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Shared by the fuzz targets. A target is one file, fuzz_NAME.c, with LLVMFuzzerTestOneInput; it aborts if one of its
 * properties does not hold. `make fuzz` runs it with libFuzzer; `make test` replays tests/fuzz/corpus/NAME with
 * replay.c. The files NAME.dict contain words for libFuzzer to try.
 */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE_HOLDS(condition, text)                                                             \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, (text));            \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The input, read byte by byte; after its end there are zeros. */
struct input {
    const uint8_t *at, *end;
};

static inline uint8_t input_byte(struct input *input) {
    return input->at < input->end ? *input->at++ : 0;
}

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * What the fuzz targets share. A target is one file, fuzz_NAME.c, with LLVMFuzzerTestOneInput; it
 * aborts when what it holds true is not. `make fuzz` runs it with libFuzzer; `make test` replays
 * tests/fuzz/corpus/NAME with replay.c. The files NAME.dict hold words for libFuzzer to try.
 */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE_HOLDS(condition, text)                                                             \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, (text));            \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The input, taken byte by byte; behind its end come zeros. */
struct input {
    const uint8_t *at, *end;
};

static inline uint8_t input_byte(struct input *input) {
    return input->at < input->end ? *input->at++ : 0;
}

#endif

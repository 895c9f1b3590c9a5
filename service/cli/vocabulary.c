/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost vocabulary: the words of the rules engine as JSON, what GET /v1/vocabulary answers. */
#include <stdio.h>

#include "service/cli/cli.h"
#include "service/document/vocabulary.h"

int cli_vocabulary(int argc, char **argv) {
    struct buffer out;
    struct writer w = writer_begin(&out, VOCABULARY_JSON_MAX);
    bool written;

    (void)argv;
    if (argc > 0) {
        fprintf(stderr, "hexpost: vocabulary takes no arguments\n");
        return 2;
    }
    vocabulary_write(&w);
    written = !out.failed && fwrite(out.data, 1, out.size, stdout) == out.size &&
              putchar('\n') != EOF && fflush(stdout) == 0;
    buffer_free(&out);
    if (!written)
        fprintf(stderr, "hexpost: could not write the vocabulary\n");
    return written ? 0 : 1;
}

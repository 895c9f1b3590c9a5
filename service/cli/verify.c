/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost verify RECORD.json: does the game follow the rules, and was its chance fair? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/buffer.h"
#include "service/cli/cli.h"
#include "service/document/verify.h"

enum { RECORD_BYTES_MAX = 64 << 20, READ_STEP = 1 << 16 };

/* Reads the whole file, "-" being standard input. False, with the reason on stderr. */
static bool read_file(const char *path, struct buffer *text) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *piece = malloc(READ_STEP);
    bool ok = false;

    if (file == NULL || piece == NULL) {
        perror(path);
        goto out;
    }
    for (;;) {
        size_t n = fread(piece, 1, READ_STEP, file);

        if (n == 0)
            break;
        buffer_append(text, piece, n);
    }
    if (ferror(file))
        perror(path);
    else if (text->failed)
        fprintf(stderr, "hexpost: %s is larger than %d MiB\n", path, RECORD_BYTES_MAX >> 20);
    else
        ok = true;
out:
    free(piece);
    if (file != NULL && file != stdin)
        (void)fclose(file);
    return ok;
}

int cli_verify(int argc, char **argv) {
    struct verdict verdict = {0};
    struct buffer text;

    if (argc != 1) {
        fprintf(stderr, "hexpost: verify takes one record: hexpost verify RECORD.json\n");
        return 2;
    }
    buffer_init(&text, RECORD_BYTES_MAX);
    if (!read_file(argv[0], &text)) {
        buffer_free(&text);
        return 1;
    }
    verify_record(text.data, text.size, &verdict);
    buffer_free(&text);
    printf("%s: %s\n", verdict.ok ? "ok" : "FALSE", verdict.text);
    return verdict.ok ? 0 : 1;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Runs a fuzz target over its corpus without a fuzzer: replay_NAME feeds every file of tests/fuzz/corpus/NAME to
 * LLVMFuzzerTestOneInput and prints the count that tests/run.sh reads. With arguments, those files instead:
 * build/tests/replay_NAME crash-…
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/check_main.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 1 << 20 };

/* Feeds one file; the input is copied to a block of its exact size, so that ASan detects overruns. */
static bool replay(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(INPUT_MAX);
    uint8_t *exact = NULL;
    bool ok = false;
    if (file == NULL || data == NULL) {
        fprintf(stderr, "replay: cannot read %s\n", path);
        goto out;
    }
    size_t size = fread(data, 1, INPUT_MAX, file);
    if (ferror(file) || !feof(file)) {
        fprintf(stderr, "replay: %s: unreadable or longer than %d bytes\n", path, INPUT_MAX);
        goto out;
    }
    exact = malloc(size > 0 ? size : 1);
    if (exact == NULL) {
        goto out;
    }
    memcpy(exact, data, size);
    /* The input is named before it can crash. */
    fprintf(stderr, "replay: %s\n", path);
    (void)LLVMFuzzerTestOneInput(exact, size);
    ok = true;
out:
    free(exact);
    free(data);
    if (file != NULL) {
        (void)fclose(file);
    }
    return ok;
}

int main(int argc, char **argv) {
    int checks = 0;
    int errors = 0;
    for (int i = 1; i < argc; i++, checks++) {
        errors += replay(argv[i]) ? 0 : 1;
    }
    if (argc == 1) {
        const char *name = strrchr(argv[0], '/');
        name = name != NULL ? name + 1 : argv[0];
        name += strncmp(name, "replay_", 7) == 0 ? 7 : 0;
        char folder[512];
        (void)snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus/%s", test_root(), name);
        struct dirent **entries = NULL;
        int n = scandir(folder, &entries, NULL, alphasort);
        for (int i = 0; i < n; i++) {
            if (entries[i]->d_name[0] != '.') {
                char path[1024];
                (void)snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
                errors += replay(path) ? 0 : 1;
                checks++;
            }
            free(entries[i]);
        }
        free(entries);
    }
    if (checks == 0) {
        fprintf(stderr, "replay: there is no corpus to replay\n");
        checks = errors = 1;
    }
    printf("%d%%: Checks: %d, Failures: 0, Errors: %d\n", (checks - errors) * 100 / checks, checks,
           errors);
    return errors == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

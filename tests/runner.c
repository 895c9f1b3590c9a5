/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Runs the test program it is called as: build/tests/engine_undo is a link to this one, and its tests are in
 * engine_undo.so beside it, which uses the libraries and tests/support that are in here.
 */
#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    char path[PATH_MAX];
    void *tests, *start;

    if (snprintf(path, sizeof path, "%s.so", argv[0]) >= (int)sizeof path)
        return EXIT_FAILURE;
    tests = dlopen(path, RTLD_NOW);
    start = tests == NULL ? NULL : dlsym(tests, "main");
    if (start == NULL) {
        (void)fprintf(stderr, "%s\n", dlerror());
        return EXIT_FAILURE;
    }
    return ((int (*)(int, char **))(uintptr_t)start)(argc, argv);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FILES_OPEN = 16 };

bool folder_make(char path[FOLDER_SIZE]) {
    static const char memory[] = "/dev/shm";

    snprintf(path, FOLDER_SIZE, "%s/hexpost-test-XXXXXX", access(memory, W_OK) == 0 ? memory : ".");
    return mkdtemp(path) != NULL;
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *place) {
    (void)about;
    (void)type;
    (void)place;
    return remove(path);
}

bool folder_remove(const char *path) {
    return nftw(path, remove_one, FILES_OPEN, FTW_DEPTH | FTW_PHYS) == 0;
}

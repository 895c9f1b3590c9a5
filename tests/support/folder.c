/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

enum { FILES_OPEN = 16, COPIED_AT_ONCE = 1 << 24 };

static const char memory[] = "/dev/shm";
static const char name[] = "/hexpost-test-"; /* followed by the process id and random letters */

/* A failing test ends at once and leaves its folder behind. */
static void remove_left(void) {
    char pattern[FOLDER_SIZE];
    glob_t left;

    snprintf(pattern, sizeof pattern, "%s%s*", memory, name);
    if (glob(pattern, 0, NULL, &left) != 0)
        return;
    for (size_t i = 0; i < left.gl_pathc; i++) {
        const char *path = left.gl_pathv[i];
        long pid = strtol(path + strlen(memory) + strlen(name), NULL, 10);

        if (pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH)
            (void)folder_remove(path);
    }
    globfree(&left);
}

bool folder_make(char path[FOLDER_SIZE]) {
    remove_left();
    snprintf(path, FOLDER_SIZE, "%s%s%d-XXXXXX", access(memory, W_OK) == 0 ? memory : ".", name,
             (int)getpid());
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

bool file_copy(const char *from, const char *to) {
    int source = open(from, O_RDONLY), target = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t n = -1;

    if (source >= 0 && target >= 0)
        while ((n = sendfile(target, source, NULL, COPIED_AT_ONCE)) > 0)
            ;
    if (source >= 0)
        close(source);
    return target >= 0 && close(target) == 0 && n == 0;
}

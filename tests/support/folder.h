/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_FOLDER_H
#define TESTS_SUPPORT_FOLDER_H

#include <stdbool.h>

/* Temporary folders for tests, in memory if the machine has such a place: frequent writes then cost no disk time. */

enum { FOLDER_SIZE = 64 };

/* Creates one, and removes those of tests that have died; returns false on failure. */
bool folder_make(char path[FOLDER_SIZE]);

/* Removes it with everything in it. */
bool folder_remove(const char *path);

/* Creates file TO with the content of FROM. */
bool file_copy(const char *from, const char *to);

#endif

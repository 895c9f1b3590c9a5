/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_FOLDER_H
#define TESTS_SUPPORT_FOLDER_H

#include <stdbool.h>

/* Folders of tests' own that lie in memory where the machine has such a place: what is written there all
 * the time costs no disk. */

enum { FOLDER_SIZE = 64 };

/* Makes one, and removes those of tests that died; false where that cannot be. */
bool folder_make(char path[FOLDER_SIZE]);

/* Removes it with everything in it. */
bool folder_remove(const char *path);

/* Makes file TO of what is in FROM. */
bool file_copy(const char *from, const char *to);

#endif

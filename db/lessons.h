/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_LESSONS_H
#define DB_LESSONS_H

#include "db/store.h"

/* Which lessons accounts have finished (service/lesson/). Conventions as in db/store.h. */

enum { STORE_LESSON_SIZE = 32 };

struct store_lesson {
    char lesson[STORE_LESSON_SIZE];
    int64_t at; /* of the first time */
};

/* The account has finished a lesson. STORE_CONFLICT: it had already, and the first time stays. */
enum store_result store_lesson_pass(struct store_tx *tx, int64_t account, const char *lesson,
                                    int64_t now);

/* The account's lessons, the first finished first, until ROW says false. */
enum store_result store_lessons_of(struct store_reader *reader, int64_t account,
                                   bool (*row)(void *context, const struct store_lesson *lesson),
                                   void *context);

#endif

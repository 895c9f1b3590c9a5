/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/lessons.h"

#include "db/db_int.h"

enum store_result store_lesson_pass(struct store_tx *tx, int64_t account, const char *lesson,
                                    int64_t now) {
    STATEMENT(pass, "INSERT INTO lessons_passed (account_id, at, lesson) VALUES (?, ?, ?)"
                    " ON CONFLICT DO NOTHING");
    return query_change(put_text(QUERY_WITH(&tx->reader, &pass, account, now), lesson),
                        STORE_CONFLICT);
}

enum store_result store_lessons_of(struct store_reader *reader, int64_t account,
                                   bool (*row)(void *context, const struct store_lesson *lesson),
                                   void *context) {
    static const struct column columns[] = {
        READ_ONLY(struct store_lesson, lesson, TEXT, "lesson"),
        READ_ONLY(struct store_lesson, at, INT, "at"),
        {0},
    };
    STATEMENT(list, "SELECT {read} FROM lessons_passed WHERE account_id = ? ORDER BY at, lesson",
              columns);
    struct store_lesson lesson;
    struct query query;

    QUERY_OPEN(&query, reader, &list, account);
    while (query_next(&query, &lesson) && row(context, &lesson)) {
    }
    return query_close(&query);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/moderation.h"

#include "db/db_int.h"

/* ---- moderators ---- */

enum store_result store_moderator_check(struct store_reader *reader, int64_t account) {
    STATEMENT(check, "SELECT 1 FROM moderators WHERE account_id = ?");
    return query_exists(QUERY_WITH(reader, &check, account));
}

enum store_result store_moderator_add(struct store_tx *tx, int64_t account, int64_t now) {
    STATEMENT(add,
              "INSERT INTO moderators (account_id, since) VALUES (?, ?) ON CONFLICT DO NOTHING");
    return query_change(QUERY_WITH(&tx->reader, &add, account, now), STORE_CONFLICT);
}

enum store_result store_moderator_remove(struct store_tx *tx, int64_t account) {
    STATEMENT(drop, "DELETE FROM moderators WHERE account_id = ?");
    return query_change(QUERY_WITH(&tx->reader, &drop, account), STORE_NONE);
}

enum store_result store_moderator_other(struct store_reader *reader, int64_t account) {
    STATEMENT(before, "SELECT 1 FROM moderators WHERE account_id < ? LIMIT 1");
    STATEMENT(after, "SELECT 1 FROM moderators WHERE account_id > ? LIMIT 1");
    enum store_result result = query_exists(QUERY_WITH(reader, &before, account));
    return result == STORE_NONE ? query_exists(QUERY_WITH(reader, &after, account)) : result;
}

/* ---- reports ---- */

static const struct column report_columns[] = {
    READ_ONLY(struct store_report, id, INT, "r.id"),
    COLUMN(struct store_report, public_id, TEXT, "r.public_id"),
    COLUMN(struct store_report, account, INT, "r.account_id"),
    READ_ONLY(struct store_report, by, TEXT, "b.name"),
    COLUMN(struct store_report, about, ID, "r.about_id"),
    READ_ONLY(struct store_report, about_name, TEXT, "o.name"),
    COLUMN(struct store_report, game, ID, "r.game_id"),
    READ_ONLY(struct store_report, game_id, TEXT, "g.public_id"),
    COLUMN(struct store_report, talk, ID, "r.talk_id"),
    COLUMN(struct store_report, said, TEXT, "r.said"),
    COLUMN(struct store_report, kind, INT, "r.kind"),
    COLUMN(struct store_report, text, FULL_TEXT, "r.text"),
    COLUMN(struct store_report, at, INT, "r.at"),
    COLUMN(struct store_report, decision, SEAT, "r.decision"),
    COLUMN(struct store_report, answer, TEXT, "r.answer"),
    COLUMN(struct store_report, answered_at, ID, "r.answered_at"),
    READ_ONLY(struct store_report, reports, INT,
              "(SELECT count(*) FROM reports p WHERE p.account_id = r.account_id)"),
    READ_ONLY(
        struct store_report, upheld, INT,
        "(SELECT count(*) FROM reports p WHERE p.account_id = r.account_id AND p.decision > 0)"),
    {0},
};
#define REPORTS                                                                                    \
    "SELECT {read} FROM reports r JOIN accounts b ON b.id = r.account_id"                          \
    " LEFT JOIN accounts o ON o.id = r.about_id LEFT JOIN games g ON g.id = r.game_id "

enum store_result store_report_add(struct store_tx *tx, struct store_report *report) {
    STATEMENT(add,
              "INSERT INTO reports ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING id",
              report_columns);
    return query_insert(put_row(QUERY(&tx->reader, &add), report), &report->id);
}

enum store_result store_report_get(struct store_reader *reader, const char *public_id,
                                   struct store_report *report) {
    STATEMENT(get, REPORTS "WHERE r.public_id = ?", report_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), report);
}

static enum store_result each_report(struct query *query, store_report_row *row, void *context) {
    struct store_report report;
    while (query_next(query, &report) && row(context, &report)) {
    }
    return query_close(query);
}

enum store_result store_report_list_by(struct store_reader *reader, int64_t account, int64_t before,
                                       unsigned limit, store_report_row *row, void *context) {
    STATEMENT(list, REPORTS "WHERE r.account_id = ? AND r.id < ? ORDER BY r.id DESC LIMIT ?",
              report_columns);
    return each_report(QUERY_WITH(reader, &list, account, before, limit), row, context);
}

enum store_result store_report_list(struct store_reader *reader, bool answered, int64_t before,
                                    unsigned limit, store_report_row *row, void *context) {
    STATEMENTS(lists[2],
               SQL(REPORTS "WHERE r.decision IS NULL AND r.id < ? ORDER BY r.id DESC LIMIT ?",
                   report_columns),
               SQL(REPORTS "WHERE r.decision IS NOT NULL AND r.id < ? ORDER BY r.id DESC LIMIT ?",
                   report_columns));
    return each_report(QUERY_WITH(reader, &lists[answered], before, limit), row, context);
}

enum store_result store_report_same(struct store_reader *reader, const struct store_report *report,
                                    int64_t since) {
    STATEMENT(same, "SELECT 1 FROM reports WHERE account_id = ? AND at >= ? AND kind = ?"
                    " AND coalesce(about_id, 0) = ? AND coalesce(game_id, 0) = ?"
                    " AND coalesce(talk_id, 0) = ? LIMIT 1");
    return query_exists(QUERY_WITH(reader, &same, report->account, since, report->kind,
                                   report->about, report->game, report->talk));
}

enum store_result store_report_answer(struct store_tx *tx, const struct store_report *report) {
    STATEMENT(answer, "UPDATE reports SET decision = ?, answer = ?, answered_at = ?"
                      " WHERE id = ? AND decision IS NULL");
    struct query query;
    query_open(&query, &tx->reader, &answer);
    put_int(&query, report->decision);
    put_text(&query, report->answer);
    put_int(&query, report->answered_at);
    put_int(&query, report->id);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_played_together(struct store_reader *reader, int64_t account, int64_t other,
                                        int64_t game, int64_t since) {
#define PLAYED_BY(account)                                                                         \
    "(EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.account_id = " account            \
    " AND s.kind <> 3) OR EXISTS (SELECT 1 FROM past_seats p WHERE p.game_id = g.id"               \
    " AND p.account_id = " account "))"
#define SINCE_THEN                                                                                 \
    " AND g.started_at IS NOT NULL AND (g.finished_at IS NULL OR g.finished_at >= ?3)"             \
    " AND " PLAYED_BY("?2")
    STATEMENT(one, "SELECT 1 FROM games g WHERE g.id = ?4 AND " PLAYED_BY("?1") SINCE_THEN);
    STATEMENT(any, "SELECT 1 FROM games g WHERE g.id IN"
                   " (SELECT game_id FROM seats WHERE account_id = ?1 AND kind <> 3"
                   "  UNION SELECT game_id FROM past_seats WHERE account_id = ?1)" SINCE_THEN
                   " LIMIT 1");
    _Static_assert(STORE_SEAT_INVITED == 3, "as written above");
    if (game != 0)
        return query_exists(QUERY_WITH(reader, &one, account, other, since, game));
    return query_exists(QUERY_WITH(reader, &any, account, other, since));
#undef SINCE_THEN
#undef PLAYED_BY
}

/* ---- what holds for an account ---- */

static const struct column sanction_columns[] = {
    READ_ONLY(struct store_sanction, id, INT, "s.id"),
    KEY(struct store_sanction, public_id, TEXT, "s.public_id"),
    KEY(struct store_sanction, account, INT, "s.account_id"),
    READ_ONLY(struct store_sanction, name, TEXT, "a.name"),
    KEY(struct store_sanction, by, ID, "s.by_id"),
    KEY(struct store_sanction, kind, INT, "s.kind"),
    KEY(struct store_sanction, reason, FULL_TEXT, "s.reason"),
    KEY(struct store_sanction, at, INT, "s.at"),
    KEY(struct store_sanction, until, ID, "s.until"),
    COLUMN(struct store_sanction, appeal, TEXT, "s.appeal"),
    COLUMN(struct store_sanction, appealed_at, ID, "s.appealed_at"),
    COLUMN(struct store_sanction, answer, TEXT, "s.answer"),
    COLUMN(struct store_sanction, answered_at, ID, "s.answered_at"),
    COLUMN(struct store_sanction, lifted_at, ID, "s.lifted_at"),
    {0},
};
#define SANCTIONS "SELECT {read} FROM sanctions s JOIN accounts a ON a.id = s.account_id "

enum store_result store_sanction_add(struct store_tx *tx, struct store_sanction *sanction) {
    STATEMENT(
        add, "INSERT INTO sanctions ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING id",
        sanction_columns);
    return query_insert(put_row(QUERY(&tx->reader, &add), sanction), &sanction->id);
}

enum store_result store_sanction_get(struct store_reader *reader, const char *public_id,
                                     struct store_sanction *sanction) {
    STATEMENT(get, SANCTIONS "WHERE s.public_id = ?", sanction_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), sanction);
}

enum store_result store_sanction_set(struct store_tx *tx, const struct store_sanction *sanction) {
    STATEMENT(set, "UPDATE sanctions SET {set} WHERE id = ?", sanction_columns);
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_changes(&query, sanction);
    put_int(&query, sanction->id);
    return query_change(&query, STORE_NONE);
}

enum store_result store_sanction_held(struct store_reader *reader, int64_t account, int kind,
                                      int last, int64_t now, struct store_sanction *sanction) {
    STATEMENT(held,
              SANCTIONS "WHERE s.account_id = ? AND s.kind IN (?, ?) AND s.lifted_at IS NULL"
                        " AND (s.until IS NULL OR s.until > ?) ORDER BY s.kind DESC, s.id DESC"
                        " LIMIT 1",
              sanction_columns);
    return query_one(QUERY_WITH(reader, &held, account, kind, last, now), sanction);
}

static enum store_result each_sanction(struct query *query, store_sanction_row *row,
                                       void *context) {
    struct store_sanction sanction;
    while (query_next(query, &sanction) && row(context, &sanction)) {
    }
    return query_close(query);
}

enum store_result store_sanction_list_of(struct store_reader *reader, int64_t account,
                                         int64_t before, unsigned limit, store_sanction_row *row,
                                         void *context) {
    STATEMENT(list, SANCTIONS "WHERE s.account_id = ? AND s.id < ? ORDER BY s.id DESC LIMIT ?",
              sanction_columns);
    return each_sanction(QUERY_WITH(reader, &list, account, before, limit), row, context);
}

enum store_result store_sanction_list(struct store_reader *reader, bool appealed, int64_t before,
                                      unsigned limit, store_sanction_row *row, void *context) {
    STATEMENTS(lists[2],
               SQL(SANCTIONS "WHERE s.id < ? ORDER BY s.id DESC LIMIT ?", sanction_columns),
               SQL(SANCTIONS "WHERE s.appealed_at IS NOT NULL AND s.answered_at IS NULL"
                             " AND s.id < ? ORDER BY s.id DESC LIMIT ?",
                   sanction_columns));
    return each_sanction(QUERY_WITH(reader, &lists[appealed], before, limit), row, context);
}

/* ---- the log ---- */

static const struct column moderation_columns[] = {
    READ_ONLY(struct store_moderation_entry, id, INT, "l.id"),
    COLUMN(struct store_moderation_entry, at, INT, "l.at"),
    COLUMN(struct store_moderation_entry, by, ID, "l.by_id"),
    READ_ONLY(struct store_moderation_entry, by_name, TEXT, "b.name"),
    COLUMN(struct store_moderation_entry, what, TEXT, "l.what"),
    COLUMN(struct store_moderation_entry, about, ID, "l.about_id"),
    READ_ONLY(struct store_moderation_entry, about_name, TEXT, "o.name"),
    COLUMN(struct store_moderation_entry, game, TEXT, "l.game"),
    COLUMN(struct store_moderation_entry, text, TEXT, "l.text"),
    {0},
};

enum store_result store_moderation_note(struct store_tx *tx,
                                        const struct store_moderation_entry *entry) {
    STATEMENT(note, "INSERT INTO moderation_log ({names}) VALUES ({marks})", moderation_columns);
    return query_run(put_row(QUERY(&tx->reader, &note), entry), NULL);
}

enum store_result store_moderation_list(struct store_reader *reader, int64_t before, unsigned limit,
                                        bool (*row)(void *context,
                                                    const struct store_moderation_entry *entry),
                                        void *context) {
    STATEMENT(list,
              "SELECT {read} FROM moderation_log l LEFT JOIN accounts b ON b.id = l.by_id"
              " LEFT JOIN accounts o ON o.id = l.about_id WHERE l.id < ? ORDER BY l.id DESC"
              " LIMIT ?",
              moderation_columns);
    struct store_moderation_entry entry;
    struct query query;
    QUERY_OPEN(&query, reader, &list, before, limit);
    while (query_next(&query, &entry) && row(context, &entry)) {
    }
    return query_close(&query);
}

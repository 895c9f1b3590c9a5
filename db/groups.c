/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/groups.h"

#include "db/db_int.h"
#include "db/usage.h"

static const struct column group_columns[] = {
    READ_ONLY(struct store_group, id, INT, "g.id"),
    KEY(struct store_group, public_id, TEXT, "g.public_id"),
    KEY(struct store_group, kind, UINT, "g.kind"),
    KEY(struct store_group, created_at, INT, "g.created_at"),
    {0},
};

#define MEMBER_COLUMNS                                                                             \
    COLUMN(struct store_group_member, by, ID, "m.by_id"),                                          \
        COLUMN(struct store_group_member, invited_at, ID, "m.invited_at"),                         \
        COLUMN(struct store_group_member, joined_at, ID, "m.joined_at"),                           \
        COLUMN(struct store_group_member, left_at, ID, "m.left_at")

static const struct column member_columns[] = {
    KEY(struct store_group_member, group.id, INT, "m.group_id"),
    KEY(struct store_group_member, account, INT, "m.account_id"),
    MEMBER_COLUMNS,
    READ_ONLY(struct store_group_member, hidden, UINT,
              "CASE WHEN EXISTS (SELECT 1 FROM people p WHERE p.account_id = m.account_id"
              " AND p.other_id = m.by_id AND p.block = 1) THEN 1 ELSE 0 END"),
    {0},
};

static const struct column listed_columns[] = {
    READ_ONLY(struct store_group_member, group.id, INT, "g.id"),
    READ_ONLY(struct store_group_member, group.public_id, TEXT, "g.public_id"),
    READ_ONLY(struct store_group_member, group.kind, UINT, "g.kind"),
    READ_ONLY(struct store_group_member, account, INT, "m.account_id"),
    READ_ONLY(struct store_group_member, name, TEXT, "a.name"),
    READ_ONLY(struct store_group_member, by_name, TEXT,
              "(SELECT b.name FROM accounts b WHERE b.id = m.by_id)"),
    MEMBER_COLUMNS,
    {0},
};

static const struct column seat_columns[] = {
    READ_ONLY(struct store_group_seat, group.id, INT, "g.id"),
    READ_ONLY(struct store_group_seat, group.public_id, TEXT, "g.public_id"),
    READ_ONLY(struct store_group_seat, group.kind, UINT, "g.kind"),
    READ_ONLY(struct store_group_seat, seat, UINT, "s.seat"),
    {0},
};

static const struct column two_columns[] = {
    READ_ONLY(struct store_group_two, name[0], TEXT, "a.name"),
    READ_ONLY(struct store_group_two, name[1], TEXT, "b.name"),
    {0},
};

/* ---- groups ---- */

enum store_result store_group_create(struct store_tx *tx, struct store_group *group) {
    STATEMENT(create, "INSERT INTO declared_groups ({names}) VALUES ({marks}) RETURNING id",
              group_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), group), &group->id);
}

enum store_result store_group_get(struct store_reader *reader, const char *public_id,
                                  struct store_group *group) {
    STATEMENT(get, "SELECT {read} FROM declared_groups g WHERE g.public_id = ?", group_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), group);
}

enum store_result store_group_delete(struct store_tx *tx, int64_t group) {
    STATEMENT(delete, "DELETE FROM declared_groups WHERE id = ?");
    return query_change(QUERY_WITH(&tx->reader, &delete, group), STORE_NONE);
}

/* ---- members ---- */

#define BELONGS(m) m ".joined_at IS NOT NULL AND " m ".left_at IS NULL"

enum store_result store_group_member_get(struct store_reader *reader, int64_t group,
                                         int64_t account, struct store_group_member *member) {
    STATEMENT(get, "SELECT {read} FROM group_members m WHERE m.group_id = ? AND m.account_id = ?",
              member_columns);
    return query_one(QUERY_WITH(reader, &get, group, account), member);
}

enum store_result store_group_member_put(struct store_tx *tx,
                                         const struct store_group_member *member) {
    STATEMENT(put,
              "INSERT INTO group_members ({names}) VALUES ({marks})"
              " ON CONFLICT (group_id, account_id) DO UPDATE SET {renew}",
              member_columns);
    return query_run(put_row(QUERY(&tx->reader, &put), member), NULL);
}

enum store_result store_group_member_delete(struct store_tx *tx, int64_t group, int64_t account) {
    STATEMENT(delete, "DELETE FROM group_members WHERE group_id = ? AND account_id = ?");
    return query_change(QUERY_WITH(&tx->reader, &delete, group, account), STORE_NONE);
}

enum store_result store_group_count(struct store_reader *reader, int64_t group, int64_t *count) {
    STATEMENT(belong, "SELECT count(*) FROM group_members m WHERE m.group_id = ?"
                      " AND (m.invited_at IS NOT NULL OR (" BELONGS("m") "))");
    return query_number(QUERY_WITH(reader, &belong, group), count);
}

#define ROWS(condition)                                                                            \
    SQL("SELECT {read} FROM group_members o JOIN declared_groups g ON g.id = o.group_id"           \
        " JOIN group_members m ON m.group_id = o.group_id JOIN accounts a ON a.id = m.account_id"  \
        " WHERE o.account_id = ?1 AND a.name IS NOT NULL AND " condition                           \
        " ORDER BY g.id DESC, m.account_id LIMIT ?2",                                              \
        listed_columns)
#define SEES_INVITATION                                                                            \
    "(o.invited_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM people p WHERE p.account_id = ?1"     \
    " AND p.other_id = o.by_id AND p.block = 1))"

enum store_result
store_group_rows(struct store_reader *reader, int64_t account, bool own, unsigned limit,
                 bool (*row)(void *context, const struct store_group_member *member),
                 void *context) {
    STATEMENTS(
        lists[2],
        ROWS(BELONGS("o") " AND " BELONGS(
            "m") " AND EXISTS (SELECT 1 FROM group_members e WHERE e.group_id = o.group_id"
                 " AND e.account_id <> ?1 AND " BELONGS("e") ")"),
        ROWS("((" BELONGS("o") ") OR " SEES_INVITATION ") AND ((" BELONGS(
            "m") ") OR (m.invited_at IS NOT NULL AND (m.account_id = ?1 OR (" BELONGS("o") "))))"));
    struct store_group_member member;
    struct query query;
    QUERY_OPEN(&query, reader, &lists[own], account, limit);
    while (query_next(&query, &member) && row(context, &member)) {
    }
    return query_close(&query);
}

enum store_result store_group_seats(struct store_reader *reader, int64_t game,
                                    bool (*row)(void *context, const struct store_group_seat *seat),
                                    void *context) {
    STATEMENT(
        list,
        "SELECT {read} FROM seats s JOIN group_members m ON m.account_id = s.account_id"
        " JOIN declared_groups g ON g.id = m.group_id WHERE s.game_id = ?1 AND " BELONGS(
            "m") " AND EXISTS (SELECT 1 FROM seats t JOIN group_members n ON n.account_id = "
                 "t.account_id"
                 " WHERE t.game_id = s.game_id AND t.seat <> s.seat AND n.group_id = m.group_id"
                 " AND " BELONGS("n") ") ORDER BY g.id, s.seat",
        seat_columns);
    struct store_group_seat seat;
    struct query query;
    QUERY_OPEN(&query, reader, &list, game);
    while (query_next(&query, &seat) && row(context, &seat)) {
    }
    return query_close(&query);
}

/* ---- who is not rated together ---- */

/* Of two memberships in one group: both were in it at once, and nobody has left before the moment SINCE. */
#define TOGETHER(since)                                                                            \
    "m.joined_at IS NOT NULL AND n.joined_at IS NOT NULL"                                          \
    " AND (m.left_at IS NULL OR (m.left_at > " since " AND m.left_at >= n.joined_at))"             \
    " AND (n.left_at IS NULL OR (n.left_at > " since " AND n.left_at >= m.joined_at))"

static int64_t apart_since(int64_t now) {
    return now - (int64_t)STORE_GROUP_LEFT_DAYS * STORE_DAY_MS;
}

enum store_result store_group_pair(struct store_reader *reader, int64_t one, int64_t other,
                                   int64_t now, bool *declared) {
    STATEMENT(count, "SELECT count(*) FROM group_members m JOIN group_members n"
                     " ON n.group_id = m.group_id WHERE m.account_id = ?1 AND n.account_id = ?2"
                     " AND " TOGETHER("?3"));
    int64_t number;
    enum store_result result =
        query_number(QUERY_WITH(reader, &count, one, other, apart_since(now)), &number);
    *declared = result == STORE_OK && number > 0;
    return result;
}

enum store_result store_group_in_game(struct store_reader *reader, int64_t game, int64_t now,
                                      struct store_group_two *two) {
    STATEMENT(find,
              "SELECT {read} FROM seats s JOIN seats t ON t.game_id = s.game_id AND t.seat > s.seat"
              " JOIN group_members m ON m.account_id = s.account_id"
              " JOIN group_members n ON n.group_id = m.group_id AND n.account_id = t.account_id"
              " JOIN accounts a ON a.id = s.account_id JOIN accounts b ON b.id = t.account_id"
              " WHERE s.game_id = ?1 AND " TOGETHER("?2") " LIMIT 1",
              two_columns);
    return query_one(QUERY_WITH(reader, &find, game, apart_since(now)), two);
}

enum store_result store_group_open_game(struct store_reader *reader, int64_t group, int64_t account,
                                        char id[STORE_ID_SIZE]) {
    STATEMENT(find, "SELECT g.public_id FROM seats s JOIN games g ON g.id = s.game_id"
                    " JOIN seats t ON t.game_id = s.game_id"
                    " JOIN group_members n ON n.account_id = t.account_id"
                    " WHERE s.account_id = ?2 AND g.status = 0 AND g.category <> 0"
                    " AND n.group_id = ?1 AND t.account_id <> ?2 AND " BELONGS("n") " LIMIT 1");
    struct query query;
    QUERY_OPEN(&query, reader, &find, group, account);
    bool found = query_row(&query);
    if (found)
        get_text(&query, id, STORE_ID_SIZE);
    return query_end(&query, found);
}

enum store_result store_group_players(struct store_reader *reader, int64_t tournament, int64_t now,
                                      int64_t *numbers, size_t max, size_t *count) {
    STATEMENT(list,
              "SELECT DISTINCT p.number, q.number FROM tournament_players p"
              " JOIN group_members m ON m.account_id = p.account_id"
              " JOIN group_members n ON n.group_id = m.group_id"
              " JOIN tournament_players q ON q.account_id = n.account_id"
              " AND q.tournament_id = p.tournament_id AND q.number > p.number"
              " WHERE p.tournament_id = ?1 AND " TOGETHER("?2") " ORDER BY p.number, q.number");
    struct query query;
    QUERY_OPEN(&query, reader, &list, tournament, apart_since(now));
    *count = 0;
    while (*count + 2 <= max && query_row(&query)) {
        numbers[(*count)++] = get_int(&query);
        numbers[(*count)++] = get_int(&query);
    }
    return query_close(&query);
}

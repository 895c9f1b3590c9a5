/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/clubs.h"

#include "db/db_int.h"

static const struct column club_columns[] = {
    READ_ONLY(struct store_club, id, INT, "c.id"),
    KEY(struct store_club, public_id, TEXT, "c.public_id"),
    COLUMN(struct store_club, name, TEXT, "c.name"),
    COLUMN(struct store_club, name_key, TEXT, "c.name_key"),
    COLUMN(struct store_club, alike, BLOB, "c.alike"),
    COLUMN(struct store_club, about, TEXT, "c.about"),
    COLUMN(struct store_club, open, UINT, "c.open"),
    KEY(struct store_club, created_at, INT, "c.created_at"),
    READ_ONLY(struct store_club, owner, TEXT,
              "(SELECT a.name FROM club_members o JOIN accounts a ON a.id = o.account_id"
              " WHERE o.club_id = c.id AND o.role = 0)"),
    READ_ONLY(struct store_club, count, UINT,
              "(SELECT count(*) FROM club_members m WHERE m.club_id = c.id AND m.role < 3)"),
    {0},
};

static const struct column member_columns[] = {
    KEY(struct store_club_member, club, INT, "m.club_id"),
    KEY(struct store_club_member, account, INT, "m.account_id"),
    READ_ONLY(struct store_club_member, name, TEXT, "a.name"),
    COLUMN(struct store_club_member, role, UINT, "m.role"),
    COLUMN(struct store_club_member, by, ID, "m.by_id"),
    COLUMN(struct store_club_member, since, INT, "m.since"),
    {0},
};

static const struct column channel_columns[] = {
    KEY(struct store_club_channel, club, INT, "club_id"),
    COLUMN(struct store_club_channel, follow.account, INT, "account_id"),
    COLUMN(struct store_club_channel, follow.kind, UINT, "kind"),
    COLUMN(struct store_club_channel, follow.address, FULL_TEXT, "address"),
    COLUMN(struct store_club_channel, follow.secret, TEXT, "secret"),
    COLUMN(struct store_club_channel, follow.channel, FULL_TEXT, "channel"),
    COLUMN(struct store_club_channel, follow.parts, UINT, "parts"),
    COLUMN(struct store_club_channel, follow.token, ID, "token_id"),
    COLUMN(struct store_club_channel, follow.created_at, INT, "created_at"),
    {0},
};
_Static_assert(STORE_CLUB_OWNER == 0 && STORE_CLUB_INVITED == 3,
               "as written here, in GAME_LISTED and in db/retention.c");

#define CLUBS   "SELECT {read} FROM clubs c "
#define MEMBERS "SELECT {read} FROM club_members m JOIN accounts a ON a.id = m.account_id "

/* ---- clubs ---- */

enum store_result store_club_create(struct store_tx *tx, struct store_club *club) {
    STATEMENT(create,
              "INSERT INTO clubs ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING id",
              club_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), club), &club->id);
}

enum store_result store_club_get(struct store_reader *reader, const char *public_id,
                                 struct store_club *club) {
    STATEMENT(get, CLUBS "WHERE c.public_id = ?", club_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), club);
}

/* STORE_CONFLICT: another club has this name, or one that looks like it. */
static enum store_result club_name_is_free(struct store_tx *tx, const struct store_club *club) {
    STATEMENT(find, "SELECT count(*) FROM clubs WHERE (name_key = ?2 OR alike = ?3) AND id <> ?1");
    int64_t others;
    struct query query;
    QUERY_OPEN(&query, &tx->reader, &find, club->id);
    put_text(&query, club->name_key);
    put_blob(&query, club->alike, sizeof club->alike);
    enum store_result result = query_number(&query, &others);
    return result == STORE_OK && others > 0 ? STORE_CONFLICT : result;
}

enum store_result store_club_set(struct store_tx *tx, const struct store_club *club) {
    STATEMENT(set, "UPDATE clubs SET {set} WHERE id = ?", club_columns);
    struct query query;
    enum store_result result = club_name_is_free(tx, club);
    if (result != STORE_OK)
        return result;
    query_open(&query, &tx->reader, &set);
    put_changes(&query, club);
    put_int(&query, club->id);
    return query_change(&query, STORE_NONE);
}

enum store_result store_club_delete(struct store_tx *tx, int64_t club) {
    STATEMENT(delete, "DELETE FROM clubs WHERE id = ?");
    return query_change(QUERY_WITH(&tx->reader, &delete, club), STORE_NONE);
}

enum store_result store_club_list(struct store_reader *reader, int64_t account, int64_t before,
                                  unsigned limit,
                                  bool (*row)(void *context, const struct store_club *club),
                                  void *context) {
    STATEMENTS(lists[2], SQL(CLUBS "WHERE c.id < ?1 ORDER BY c.id DESC LIMIT ?2", club_columns),
               SQL("SELECT {read} FROM club_members p JOIN clubs c ON c.id = p.club_id"
                   " WHERE p.account_id = ?3 AND p.club_id < ?1 ORDER BY p.club_id DESC LIMIT ?2",
                   club_columns));
    struct store_club club;
    struct query query;
    QUERY_OPEN(&query, reader, &lists[account != 0], before, limit);
    if (account != 0)
        put_int(&query, account);
    while (query_next(&query, &club) && row(context, &club)) {
    }
    return query_close(&query);
}

/* ---- members ---- */

enum store_result store_club_member_get(struct store_reader *reader, int64_t club, int64_t account,
                                        struct store_club_member *member) {
    STATEMENT(get, MEMBERS "WHERE m.club_id = ? AND m.account_id = ?", member_columns);
    return query_one(QUERY_WITH(reader, &get, club, account), member);
}

enum store_result store_club_member_put(struct store_tx *tx,
                                        const struct store_club_member *member) {
    STATEMENT(put,
              "INSERT INTO club_members ({names}) VALUES ({marks})"
              " ON CONFLICT (club_id, account_id) DO UPDATE SET {renew}",
              member_columns);
    return query_run(put_row(QUERY(&tx->reader, &put), member), NULL);
}

enum store_result store_club_member_delete(struct store_tx *tx, int64_t club, int64_t account) {
    STATEMENT(delete, "DELETE FROM club_members WHERE club_id = ? AND account_id = ?");
    return query_change(QUERY_WITH(&tx->reader, &delete, club, account), STORE_NONE);
}

enum store_result
store_club_members(struct store_reader *reader, int64_t club, enum store_club_role last,
                   enum store_club_role after_role, int64_t after_account, unsigned limit,
                   bool (*row)(void *context, const struct store_club_member *member),
                   void *context) {
    STATEMENT(list,
              MEMBERS "WHERE m.club_id = ?1 AND m.role <= ?2 AND (m.role, m.account_id) > (?3, ?4)"
                      " ORDER BY m.role, m.account_id LIMIT ?5",
              member_columns);
    struct store_club_member member;
    struct query query;
    QUERY_OPEN(&query, reader, &list, club, last, after_role, after_account, limit);
    while (query_next(&query, &member) && row(context, &member)) {
    }
    return query_close(&query);
}

enum store_result store_club_count(struct store_reader *reader, int64_t club, int64_t *members,
                                   int64_t *waiting) {
    STATEMENT(belong, "SELECT count(*) FROM club_members WHERE club_id = ? AND role < 3");
    STATEMENT(wait, "SELECT count(*) FROM club_members WHERE club_id = ? AND role >= 3");
    enum store_result result = query_number(QUERY_WITH(reader, &belong, club), members);
    return result == STORE_OK ? query_number(QUERY_WITH(reader, &wait, club), waiting) : result;
}

enum store_result store_club_has(struct store_reader *reader, int64_t club, int64_t account,
                                 bool *member) {
    STATEMENT(find, "SELECT count(*) FROM club_members WHERE club_id = ? AND account_id = ?"
                    " AND role < 3");
    int64_t count;
    enum store_result result = query_number(QUERY_WITH(reader, &find, club, account), &count);
    *member = result == STORE_OK && count > 0;
    return result;
}

enum store_result store_club_removal_put(struct store_tx *tx, int64_t club, int64_t account,
                                         bool removed) {
    STATEMENT(note, "INSERT INTO club_removals (club_id, account_id) VALUES (?, ?)"
                    " ON CONFLICT DO NOTHING");
    STATEMENT(forget, "DELETE FROM club_removals WHERE club_id = ? AND account_id = ?");
    return QUERY_RUN(tx, removed ? &note : &forget, club, account);
}

enum store_result store_club_removal_get(struct store_reader *reader, int64_t club, int64_t account,
                                         bool *removed) {
    STATEMENT(find, "SELECT count(*) FROM club_removals WHERE club_id = ? AND account_id = ?");
    int64_t count;
    enum store_result result = query_number(QUERY_WITH(reader, &find, club, account), &count);
    *removed = result == STORE_OK && count > 0;
    return result;
}

/* ---- the channel ---- */

enum store_result store_club_channel_put(struct store_tx *tx,
                                         const struct store_club_channel *channel) {
    STATEMENT(put,
              "INSERT INTO club_channels ({names}) VALUES ({marks})"
              " ON CONFLICT (club_id) DO UPDATE SET {renew}",
              channel_columns);
    return query_run(put_row(QUERY(&tx->reader, &put), channel), NULL);
}

enum store_result store_club_channel_get(struct store_reader *reader, int64_t club,
                                         struct store_club_channel *channel) {
    STATEMENT(get, "SELECT {read} FROM club_channels WHERE club_id = ?", channel_columns);
    *channel = (struct store_club_channel){.club = club};
    return query_one(QUERY_WITH(reader, &get, club), channel);
}

enum store_result store_club_channel_delete(struct store_tx *tx, int64_t club) {
    STATEMENT(delete, "DELETE FROM club_channels WHERE club_id = ?");
    return query_change(QUERY_WITH(&tx->reader, &delete, club), STORE_NONE);
}

enum store_result store_club_channel_follow(struct store_tx *tx, int64_t club, int64_t game,
                                            const char *public_id, int64_t now) {
    STATEMENT(follow,
              "INSERT INTO chat_follows (public_id, game_id, account_id, kind, address, secret,"
              " channel, parts, created_at, told_seq, token_id)"
              " SELECT CAST(?4 AS text), CAST(?2 AS bigint), c.account_id, c.kind, c.address,"
              " c.secret, c.channel, c.parts, CAST(?3 AS bigint), 0, c.token_id"
              " FROM club_channels c WHERE c.club_id = ?1 AND NOT EXISTS (SELECT 1 FROM tokens t"
              " WHERE t.id = c.token_id AND (t.revoked_at IS NOT NULL OR t.expires_at <= ?3))");
    struct query query;
    QUERY_OPEN(&query, &tx->reader, &follow, club, game, now);
    return query_run(put_text(&query, public_id), NULL);
}

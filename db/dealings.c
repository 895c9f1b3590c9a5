/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/dealings.h"

#include "db/db_int.h"

#define SUMMED(X)                                                                                  \
    X(games)                                                                                       \
    X(trades)                                                                                      \
    X(lost)                                                                                        \
    X(lost_squares)                                                                                \
    X(chances)                                                                                     \
    X(hits) X(hits_expected) X(hits_variance) X(offers) X(alone) X(alone_expected) X(alone_variance)

#define READ_SUMMED(member) READ_ONLY(struct store_dealing, member, INT, #member),
static const struct column dealing_columns[] = {
    READ_ONLY(struct store_dealing, account, INT, "account_id"),
    READ_ONLY(struct store_dealing, other, INT, "other_id"),
    READ_ONLY(struct store_dealing, last_at, INT, "last_at"),
    SUMMED(READ_SUMMED){0},
};

#define SUM_OF(member)                                                                             \
    READ_ONLY(struct store_dealing, member, INT, "CAST(coalesce(sum(" #member "), 0) AS bigint)"),
static const struct column dealing_sums[] = {SUMMED(SUM_OF){0}};

enum store_result store_dealing_add(struct store_tx *tx, const struct store_dealing *dealing) {
#define ADDED(member) ", " #member " = dealings." #member " + excluded." #member
    STATEMENT(
        add,
        "INSERT INTO dealings (account_id, other_id, last_at, games, trades, lost, lost_squares,"
        " chances, hits, hits_expected, hits_variance, offers, alone, alone_expected,"
        " alone_variance)"
        " SELECT a.id, b.id, CAST(?3 AS bigint), CAST(?4 AS bigint), CAST(?5 AS bigint),"
        " CAST(?6 AS bigint), CAST(?7 AS bigint), CAST(?8 AS bigint), CAST(?9 AS bigint),"
        " CAST(?10 AS bigint), CAST(?11 AS bigint), CAST(?12 AS bigint), CAST(?13 AS bigint),"
        " CAST(?14 AS bigint), CAST(?15 AS bigint)"
        " FROM accounts a, accounts b WHERE a.id = ?1 AND b.id = ?2 AND a.deleted_at IS NULL"
        " AND b.deleted_at IS NULL"
        " ON CONFLICT (account_id, other_id) DO UPDATE SET last_at = excluded.last_at" SUMMED(
            ADDED));
#undef ADDED
    return QUERY_RUN(tx, &add, dealing->account, dealing->other, dealing->last_at, dealing->games,
                     dealing->trades, dealing->lost, dealing->lost_squares, dealing->chances,
                     dealing->hits, dealing->hits_expected, dealing->hits_variance, dealing->offers,
                     dealing->alone, dealing->alone_expected, dealing->alone_variance);
}

enum store_result store_dealing_get(struct store_reader *reader, int64_t account, int64_t other,
                                    struct store_dealing *dealing) {
    STATEMENT(get, "SELECT {read} FROM dealings WHERE account_id = ? AND other_id = ?",
              dealing_columns);
    *dealing = (struct store_dealing){.account = account, .other = other};
    enum store_result result = query_one(QUERY_WITH(reader, &get, account, other), dealing);
    return result == STORE_NONE ? STORE_OK : result;
}

enum store_result store_dealing_sum(struct store_reader *reader, int64_t account,
                                    struct store_dealing *dealing) {
    STATEMENT(sum, "SELECT {read} FROM dealings WHERE account_id = ?", dealing_sums);
    *dealing = (struct store_dealing){.account = account};
    return query_one(QUERY_WITH(reader, &sum, account), dealing);
}

static const struct column pair_columns[] = {
    READ_ONLY(struct store_pair, account, INT, "d.account_id"),
    READ_ONLY(struct store_pair, other, INT, "d.other_id"),
    READ_ONLY(struct store_pair, names[0], TEXT, "a.name"),
    READ_ONLY(struct store_pair, names[1], TEXT, "b.name"),
    READ_ONLY(struct store_pair, score, INT, "d.score"),
    {0},
};

enum store_result store_pair_set(struct store_tx *tx, const struct store_pair *pair) {
    STATEMENT(set, "UPDATE dealings SET score = ? WHERE account_id = ? AND other_id = ?");
    return QUERY_RUN(tx, &set, pair->score, pair->account, pair->other);
}

enum store_result store_pair_list(struct store_reader *reader, int64_t least,
                                  const struct store_pair *after, struct store_pair *pairs,
                                  size_t max, size_t *count) {
    STATEMENT(list,
              "SELECT {read} FROM dealings d JOIN accounts a ON a.id = d.account_id"
              " JOIN accounts b ON b.id = d.other_id WHERE d.score > 0 AND d.score >= ?"
              " AND (d.score, d.account_id, d.other_id) < (?, ?, ?)"
              " ORDER BY d.score DESC, d.account_id DESC, d.other_id DESC LIMIT ?",
              pair_columns);
    int64_t from = after->score == 0 ? INT64_MAX : after->score;
    return query_rows(
        QUERY_WITH(reader, &list, least, from, after->account, after->other, (int64_t)max), pairs,
        sizeof *pairs, max, count);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/people.h"

#include "db/db_int.h"

static const struct column person_columns[] = {
    KEY(struct store_person, account, INT, "account_id"),
    KEY(struct store_person, other, INT, "other_id"),
    COLUMN(struct store_person, follow, UINT, "follow"),
    COLUMN(struct store_person, news, UINT, "news"),
    COLUMN(struct store_person, avoid, UINT, "avoid"),
    COLUMN(struct store_person, block, UINT, "block"),
    COLUMN(struct store_person, note, TEXT, "note"),
    COLUMN(struct store_person, changed_at, INT, "changed_at"),
    {0},
};

/* The same row as it is read, with what is not stored in it. */
static const struct column listed_columns[] = {
    READ_ONLY(struct store_person, other, INT, "o.id"),
    READ_ONLY(struct store_person, name, TEXT, "o.name"),
    READ_ONLY(struct store_person, follow, UINT, "p.follow"),
    READ_ONLY(struct store_person, news, UINT, "p.news"),
    READ_ONLY(struct store_person, avoid, UINT, "p.avoid"),
    READ_ONLY(struct store_person, block, UINT, "p.block"),
    READ_ONLY(struct store_person, note, TEXT, "p.note"),
    READ_ONLY(struct store_person, changed_at, INT, "p.changed_at"),
    READ_ONLY(struct store_person, games, INT, "played.games"),
    {0},
};

/* With whom account ?1 plays or has played, and how many games. */
#define PLAYED                                                                                     \
    "(SELECT s.account_id AS id, count(*) AS games FROM seats m JOIN seats s"                      \
    " ON s.game_id = m.game_id WHERE m.account_id = ?1 AND s.account_id <> ?1"                     \
    " AND m.kind <> 3 AND s.kind <> 3 GROUP BY s.account_id) played"

/* The conditions that follow say what is read: ?2 and ?3 are theirs. */
#define STORED(condition)                                                                          \
    SQL("SELECT {read} FROM people p JOIN accounts o ON o.id = p.other_id LEFT JOIN " PLAYED       \
        " ON played.id = o.id WHERE p.account_id = ?1 AND p.other_id > ?2 AND o.name IS NOT NULL"  \
        " " condition " ORDER BY p.other_id LIMIT ?3",                                             \
        listed_columns)

enum store_result store_person_get(struct store_reader *reader, int64_t account, int64_t other,
                                   struct store_person *person) {
    STATEMENT(
        get,
        "SELECT {read} FROM accounts o LEFT JOIN people p ON p.account_id = ?1"
        " AND p.other_id = o.id LEFT JOIN (SELECT CAST(?2 AS bigint) AS id,"
        " count(*) AS games FROM seats m JOIN seats s ON s.game_id = m.game_id"
        " WHERE m.account_id = ?1 AND s.account_id = ?2 AND m.kind <> 3 AND s.kind <> 3) played"
        " ON played.id = o.id WHERE o.id = ?2 AND o.name IS NOT NULL",
        listed_columns);
    *person = (struct store_person){.account = account};
    return query_one(QUERY_WITH(reader, &get, account, other), person);
}

static bool notes_nothing(const struct store_person *person) {
    return !person->follow && !person->avoid && !person->block && person->note[0] == '\0';
}

enum store_result store_person_put(struct store_tx *tx, const struct store_person *person) {
    STATEMENT(put,
              "INSERT INTO people ({names}) VALUES ({marks})"
              " ON CONFLICT (account_id, other_id) DO UPDATE SET {renew}",
              person_columns);
    STATEMENT(forget, "DELETE FROM people WHERE account_id = ? AND other_id = ?");
    if (notes_nothing(person))
        return QUERY_RUN(tx, &forget, person->account, person->other);
    return query_run(put_row(QUERY(&tx->reader, &put), person), NULL);
}

enum store_result store_people_list(struct store_reader *reader, int64_t account,
                                    enum store_relation relation, int64_t after, unsigned limit,
                                    bool (*row)(void *context, const struct store_person *person),
                                    void *context) {
    STATEMENTS(lists[STORE_RELATIONS], [STORE_PEOPLE_ALL] = STORED(""),
               [STORE_PEOPLE_FOLLOWED] = STORED("AND p.follow = 1"),
               [STORE_PEOPLE_AVOIDED] = STORED("AND p.avoid = 1"),
               [STORE_PEOPLE_BLOCKED] = STORED("AND p.block = 1"),
               [STORE_PEOPLE_PLAYED] =
                   SQL("SELECT {read} FROM " PLAYED " JOIN accounts o ON o.id = played.id LEFT JOIN"
                       " people p ON p.account_id = ?1 AND p.other_id = o.id"
                       " WHERE played.id > ?2 AND o.name IS NOT NULL ORDER BY played.id LIMIT ?3",
                       listed_columns));
    struct store_person person;
    struct query query;
    bool more = true;
    QUERY_OPEN(&query, reader, &lists[relation], account, after, limit);
    while (more) {
        person = (struct store_person){.account = account};
        more = query_next(&query, &person) && row(context, &person);
    }
    return query_close(&query);
}

enum store_result store_people_bar(struct store_reader *reader, int64_t creator, int64_t account,
                                   bool *barred) {
    STATEMENT(count, "SELECT count(*) FROM people WHERE (account_id = ?1 AND other_id = ?2"
                     " AND (avoid = 1 OR block = 1)) OR (account_id = ?2 AND other_id = ?1"
                     " AND block = 1)");
    int64_t number;
    enum store_result result = query_number(QUERY_WITH(reader, &count, creator, account), &number);
    *barred = number > 0;
    return result;
}

enum store_result store_people_block(struct store_reader *reader, int64_t account, int64_t other,
                                     bool *blocked) {
    STATEMENT(find, "SELECT block FROM people WHERE account_id = ? AND other_id = ?");
    int64_t number;
    enum store_result result = query_number(QUERY_WITH(reader, &find, account, other), &number);
    *blocked = number != 0;
    return result;
}

enum store_result store_people_following(struct store_reader *reader, int64_t game,
                                         int64_t *accounts, size_t max, size_t *count) {
    STATEMENT(list,
              "SELECT DISTINCT p.account_id FROM games g JOIN seats s ON s.game_id = g.id"
              " JOIN people p ON p.other_id = s.account_id WHERE g.id = ?1 AND g.visibility = 0"
              " AND s.kind = 1 AND p.follow = 1 AND p.news = 1"
              " AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.game_id = ?1"
              " AND o.account_id = p.account_id)"
              " ORDER BY p.account_id LIMIT ?2");
    return query_numbers(QUERY_WITH(reader, &list, game, (int64_t)max), accounts, max, count);
}
_Static_assert(STORE_PUBLIC == 0 && STORE_SEAT_HUMAN == 1, "as written here");

/* ---- watched games ---- */

enum store_result store_game_watch(struct store_tx *tx, int64_t account, int64_t game) {
    STATEMENT(watch, "INSERT INTO watched_games (account_id, game_id) VALUES (?, ?)"
                     " ON CONFLICT DO NOTHING");
    return QUERY_RUN(tx, &watch, account, game);
}

enum store_result store_game_unwatch(struct store_tx *tx, int64_t account, int64_t game) {
    STATEMENT(unwatch, "DELETE FROM watched_games WHERE account_id = ? AND game_id = ?");
    return QUERY_RUN(tx, &unwatch, account, game);
}

enum store_result store_game_watched(struct store_reader *reader, int64_t account, int64_t game,
                                     bool *watched) {
    STATEMENT(find, "SELECT 1 FROM watched_games WHERE account_id = ? AND game_id = ?");
    int64_t number;
    enum store_result result = query_number(QUERY_WITH(reader, &find, account, game), &number);
    *watched = number != 0;
    return result;
}

_Static_assert(STORE_SEAT_INVITED == 3, "as written in PLAYED");

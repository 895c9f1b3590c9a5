/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/clocks.h"

#include "db/db_int.h"

#include <string.h>

static const struct column clock_columns[] = {
    COLUMN(struct store_clock, turn, INT, "turn"),
    COLUMN(struct store_clock, decision, INT, "decision"),
    COLUMN(struct store_clock, bank_start, INT, "bank_start"),
    COLUMN(struct store_clock, bank_increment, INT, "bank_increment"),
    COLUMN(struct store_clock, bank_max, INT, "bank_max"),
    COLUMN(struct store_clock, on_timeout, UINT, "on_timeout"),
    COLUMN(struct store_clock, vote_after, INT, "vote_after"),
    COLUMN(struct store_clock, paused_until, ID, "paused_until"),
    {0},
};

static const struct column seat_columns[] = {
    COLUMN(struct store_clock_seat, wait, UINT, "wait"),
    COLUMN(struct store_clock_seat, turn, INT, "turn"),
    COLUMN(struct store_clock_seat, allowance, INT, "allowance"),
    COLUMN(struct store_clock_seat, remaining, INT, "remaining"),
    COLUMN(struct store_clock_seat, started_at, ID, "started_at"),
    COLUMN(struct store_clock_seat, deadline, ID, "deadline"),
    COLUMN(struct store_clock_seat, bank, INT, "bank"),
    COLUMN(struct store_clock_seat, lost, UINT, "lost"),
    COLUMN(struct store_clock_seat, missed, INT, "missed"),
    {0},
};

static const struct column calendar_columns[] = {
    COLUMN(struct store_calendar, zone, TEXT, "zone"),
    COLUMN(struct store_calendar, quiet_from, SEAT, "quiet_from"),
    COLUMN(struct store_calendar, quiet_to, SEAT, "quiet_to"),
    COLUMN(struct store_calendar, weekends_free, UINT, "weekends_free"),
    COLUMN(struct store_calendar, changes, INT, "changes"),
    COLUMN(struct store_calendar, changes_since, INT, "changes_since"),
    {0},
};

static const struct column vacation_columns[] = {
    COLUMN(struct store_vacation, first, INT, "first_day"),
    COLUMN(struct store_vacation, last, INT, "last_day"),
    {0},
};

static const struct column vote_columns[] = {
    KEY(struct store_seat_vote, seat, INT, "v.seat"),
    KEY(struct store_seat_vote, voter, INT, "v.voter"),
    COLUMN(struct store_seat_vote, remedy, UINT, "v.remedy"),
    COLUMN(struct store_seat_vote, account, ID, "v.account_id"),
    COLUMN(struct store_seat_vote, clock, FULL_TEXT, "v.clock"),
    READ_ONLY(struct store_seat_vote, name, TEXT, "a.name"),
    COLUMN(struct store_seat_vote, at, INT, "v.at"),
    {0},
};

/* Fills one number for each seat from rows of (seat, number). */
static enum store_result numbers_by_seat(struct query *query, int64_t numbers[STORE_SEATS_MAX]) {
    memset(numbers, 0, STORE_SEATS_MAX * sizeof *numbers);
    while (query_row(query)) {
        int64_t seat = get_int(query);
        int64_t number = get_int(query);
        if (seat >= 0 && seat < STORE_SEATS_MAX)
            numbers[seat] = number;
    }
    return query_close(query);
}

/* ------------------------------------------------------------------------------- timers -- */

enum store_result store_timer_set(struct store_tx *tx, int64_t game, int seat,
                                  enum store_timer_kind kind, int64_t at) {
    STATEMENT(set, "INSERT INTO timers (game_id, seat, kind, at) VALUES (?, ?, ?, ?)"
                   " ON CONFLICT (game_id, seat, kind) DO UPDATE SET at = excluded.at");
    return QUERY_RUN(tx, &set, game, seat, kind, at);
}

enum store_result store_timer_clear(struct store_tx *tx, int64_t game, int seat,
                                    enum store_timer_kind kind) {
    STATEMENT(clear, "DELETE FROM timers WHERE game_id = ? AND seat = ? AND kind = ?");
    return QUERY_RUN(tx, &clear, game, seat, kind);
}

enum store_result store_timers_of(struct store_reader *reader, int64_t game,
                                  enum store_timer_kind kind, int64_t at[STORE_SEATS_MAX]) {
    STATEMENT(list, "SELECT seat, at FROM timers WHERE game_id = ? AND kind = ?");
    struct query query;
    QUERY_OPEN(&query, reader, &list, game, kind);
    return numbers_by_seat(&query, at);
}

enum store_result store_timer_next(struct store_reader *reader, int64_t *at) {
    STATEMENT(next, "SELECT at FROM timers ORDER BY at LIMIT 1");
    struct query query;
    query_open(&query, reader, &next);
    bool found = query_row(&query);
    if (found)
        *at = get_int(&query);
    return query_end(&query, found);
}

enum store_result store_timers_due(struct store_reader *reader, int64_t now, int64_t after,
                                   int64_t *games, size_t max, size_t *count) {
    STATEMENT(due, "SELECT DISTINCT game_id FROM timers" SQLITE_INDEX(
                       "timers_by_time") " WHERE at <= ? AND game_id > ? ORDER BY game_id LIMIT ?");
    return query_numbers(QUERY_WITH(reader, &due, now, after, (int64_t)max), games, max, count);
}

/* ------------------------------------------------------------------------------- clocks -- */

enum store_result store_clock_create(struct store_tx *tx, int64_t game,
                                     const struct store_clock *clock) {
    STATEMENT(create,
              "INSERT INTO clocks (game_id, {names}) VALUES (?, {marks}) ON CONFLICT DO NOTHING",
              clock_columns);
    return query_change(put_row(QUERY_WITH(&tx->reader, &create, game), clock), STORE_CONFLICT);
}

enum store_result store_clock_get(struct store_reader *reader, int64_t game,
                                  struct store_clock *clock) {
    STATEMENT(get, "SELECT {read} FROM clocks WHERE game_id = ?", clock_columns);
    *clock = (struct store_clock){0};
    return query_one(QUERY_WITH(reader, &get, game), clock);
}

enum store_result store_clock_pause(struct store_tx *tx, int64_t game, int64_t until) {
    STATEMENT(pause, "UPDATE clocks SET paused_until = ?2 WHERE game_id = ?1");
    store_announce(tx, game);
    return query_change(put_id(QUERY_WITH(&tx->reader, &pause, game), until), STORE_NONE);
}

enum store_result store_clock_seats(struct store_reader *reader, int64_t game,
                                    struct store_clock_seat seats[STORE_SEATS_MAX]) {
    STATEMENT(list, "SELECT seat, {read} FROM clock_seats WHERE game_id = ?", seat_columns);
    memset(seats, 0, STORE_SEATS_MAX * sizeof *seats);
    struct query query;
    QUERY_OPEN(&query, reader, &list, game);
    while (query_row(&query)) {
        int64_t seat = get_int(&query);
        if (seat >= 0 && seat < STORE_SEATS_MAX)
            get_columns(&query, seat_columns, &seats[seat]);
    }
    return query_close(&query);
}

enum store_result store_clock_seat_set(struct store_tx *tx, int64_t game, int seat,
                                       const struct store_clock_seat *now) {
    STATEMENT(set,
              "INSERT INTO clock_seats (game_id, seat, {names}) VALUES (?, ?, {marks})"
              " ON CONFLICT (game_id, seat) DO UPDATE SET {renew}",
              seat_columns);
    return query_run(put_row(QUERY_WITH(&tx->reader, &set, game, seat), now), NULL);
}

enum store_result store_clock_games(struct store_reader *reader, int64_t account, int64_t after,
                                    int64_t *games, size_t max, size_t *count) {
    STATEMENT(list, "SELECT c.game_id FROM seats s JOIN clocks c ON c.game_id = s.game_id"
                    " JOIN games g ON g.id = s.game_id"
                    " WHERE s.account_id = ? AND s.kind = 1 AND g.status = 1 AND s.game_id > ?"
                    " ORDER BY s.game_id LIMIT ?");
    return query_numbers(QUERY_WITH(reader, &list, account, after, (int64_t)max), games, max,
                         count);
}

/* ---------------------------------------------------------------------------- calendars -- */

static const struct store_calendar no_calendar = {.quiet_from = -1, .quiet_to = -1};

static enum store_result read_vacations(struct store_reader *reader, int64_t account,
                                        struct store_calendar *calendar) {
    STATEMENT(list, "SELECT {read} FROM vacations WHERE account_id = ? ORDER BY first_day",
              vacation_columns);
    return query_rows(QUERY_WITH(reader, &list, account), calendar->vacations,
                      sizeof *calendar->vacations, STORE_VACATIONS_MAX, &calendar->n_vacations);
}

enum store_result store_calendar_get(struct store_reader *reader, int64_t account,
                                     struct store_calendar *calendar) {
    STATEMENT(get, "SELECT {read} FROM calendars WHERE account_id = ?", calendar_columns);
    *calendar = no_calendar;
    enum store_result result = query_one(QUERY_WITH(reader, &get, account), calendar);
    return result == STORE_OK || reader->ahead ? read_vacations(reader, account, calendar) : result;
}

/* One row for each vacation, or one where there is none. Adds its vacation to the calendar. */
static void get_calendar_row(struct query *query, struct store_calendar *calendar) {
    struct store_vacation vacation;
    size_t count = calendar->n_vacations;
    get_columns(query, calendar_columns, calendar);
    get_columns(query, vacation_columns, &vacation);
    if (vacation.last != 0 && count < STORE_VACATIONS_MAX)
        calendar->vacations[calendar->n_vacations++] = vacation;
}

enum store_result store_calendars_of_game(struct store_reader *reader, int64_t game,
                                          struct store_calendar calendars[STORE_SEATS_MAX]) {
    STATEMENT(list,
              "SELECT s.seat, {read}, {more} FROM seats s"
              " JOIN calendars c ON c.account_id = s.account_id"
              " LEFT JOIN vacations v ON v.account_id = c.account_id"
              " WHERE s.game_id = ? ORDER BY s.seat, first_day",
              calendar_columns, vacation_columns);
    struct query query;
    for (size_t seat = 0; seat < STORE_SEATS_MAX; seat++)
        calendars[seat] = no_calendar;
    QUERY_OPEN(&query, reader, &list, game);
    while (query_row(&query)) {
        int64_t seat = get_int(&query);
        if (seat >= 0 && seat < STORE_SEATS_MAX)
            get_calendar_row(&query, &calendars[seat]);
    }
    return query_close(&query);
}

static enum store_result set_vacations(struct store_tx *tx, int64_t account,
                                       const struct store_calendar *calendar) {
    STATEMENT(clear, "DELETE FROM vacations WHERE account_id = ?");
    STATEMENT(add, "INSERT INTO vacations (account_id, {names}) VALUES (?, {marks})",
              vacation_columns);
    enum store_result result = QUERY_RUN(tx, &clear, account);
    for (size_t i = 0; i < calendar->n_vacations && result == STORE_OK; i++)
        result = query_run(put_row(QUERY_WITH(&tx->reader, &add, account), &calendar->vacations[i]),
                           NULL);
    return result;
}

enum store_result store_calendar_set(struct store_tx *tx, int64_t account,
                                     const struct store_calendar *calendar) {
    STATEMENT(set,
              "INSERT INTO calendars (account_id, {names}) VALUES (?, {marks})"
              " ON CONFLICT (account_id) DO UPDATE SET {renew}",
              calendar_columns);
    enum store_result result =
        query_run(put_row(QUERY_WITH(&tx->reader, &set, account), calendar), NULL);
    return result == STORE_OK ? set_vacations(tx, account, calendar) : result;
}

/* --------------------------------------------------------------------- pauses and votes -- */

enum store_result store_pause_votes(struct store_reader *reader, int64_t game,
                                    int64_t until[STORE_SEATS_MAX]) {
    STATEMENT(list, "SELECT seat, until FROM pauses WHERE game_id = ?");
    return numbers_by_seat(QUERY_WITH(reader, &list, game), until);
}

enum store_result store_pause_vote(struct store_tx *tx, int64_t game, int seat, int64_t until,
                                   int64_t now) {
    STATEMENT(vote, "INSERT INTO pauses (game_id, seat, until, at) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT (game_id, seat) DO UPDATE SET until = excluded.until,"
                    " at = excluded.at");
    store_announce(tx, game);
    return QUERY_RUN(tx, &vote, game, seat, until, now);
}

enum store_result store_pause_forget(struct store_tx *tx, int64_t game, int seat) {
    STATEMENT(forget, "DELETE FROM pauses WHERE game_id = ?1 AND (?2 < 0 OR seat = ?2)");
    store_announce(tx, game);
    return QUERY_RUN(tx, &forget, game, seat);
}

enum store_result store_proposals(struct store_reader *reader, int64_t account, int64_t now,
                                  struct store_proposal *proposals, size_t max, size_t *count) {
    STATEMENT(list,
              "SELECT p.game_id, p.seat, CAST(-1 AS bigint) FROM seats s"
              " JOIN games g ON g.id = s.game_id AND g.status = 1"
              " JOIN pauses p ON p.game_id = s.game_id AND p.seat <> s.seat AND p.until > ?2"
              " WHERE s.account_id = ?1 AND s.kind = 1 AND NOT EXISTS (SELECT 1 FROM pauses o"
              " WHERE o.game_id = s.game_id AND o.seat = s.seat AND o.until > ?2)"
              " UNION ALL SELECT v.game_id, v.voter, v.seat FROM seats s"
              " JOIN games g ON g.id = s.game_id AND g.status = 1"
              " JOIN seat_votes v ON v.game_id = s.game_id AND v.seat <> s.seat"
              " AND v.voter <> s.seat AND v.voter <> v.seat"
              " WHERE s.account_id = ?1 AND s.kind = 1 AND NOT EXISTS (SELECT 1 FROM seat_votes o"
              " WHERE o.game_id = v.game_id AND o.seat = v.seat AND o.voter = s.seat)"
              " ORDER BY 1, 3, 2 LIMIT ?3");
    struct query query;

    QUERY_OPEN(&query, reader, &list, account, now, (int64_t)max);
    for (*count = 0; *count < max && query_row(&query); ++*count) {
        struct store_proposal *one = &proposals[*count];

        one->game = get_int(&query);
        one->by = (int)get_int(&query);
        one->seat = (int)get_int(&query);
    }
    return query_close(&query);
}

enum store_result store_seat_votes(struct store_reader *reader, int64_t game,
                                   struct store_seat_vote votes[STORE_SEAT_VOTES_MAX],
                                   size_t *count) {
    STATEMENT(list,
              "SELECT {read} FROM seat_votes v LEFT JOIN accounts a ON a.id = v.account_id"
              " WHERE v.game_id = ? ORDER BY v.seat, v.voter",
              vote_columns);
    return query_rows(QUERY_WITH(reader, &list, game), votes, sizeof *votes, STORE_SEAT_VOTES_MAX,
                      count);
}

enum store_result store_seat_vote(struct store_tx *tx, int64_t game,
                                  const struct store_seat_vote *vote) {
    STATEMENT(put,
              "INSERT INTO seat_votes (game_id, {names}) VALUES (?, {marks})"
              " ON CONFLICT (game_id, seat, voter) DO UPDATE SET {renew}",
              vote_columns);
    store_announce(tx, game);
    return query_run(put_row(QUERY_WITH(&tx->reader, &put, game), vote), NULL);
}

enum store_result store_seat_vote_forget(struct store_tx *tx, int64_t game, int seat, int voter) {
    STATEMENT(forget, "DELETE FROM seat_votes"
                      " WHERE game_id = ?1 AND seat = ?2 AND (?3 < 0 OR voter = ?3)");
    store_announce(tx, game);
    return QUERY_RUN(tx, &forget, game, seat, voter);
}

enum store_result store_seats_voted(struct store_reader *reader, int64_t game, unsigned *seats) {
    STATEMENT(list, "SELECT DISTINCT v.seat FROM seat_votes v WHERE v.game_id = ?1"
                    " AND NOT EXISTS (SELECT 1 FROM seat_votes o"
                    " WHERE o.game_id = ?1 AND o.seat = v.seat AND o.voter = v.seat)");
    int64_t numbers[STORE_SEATS_MAX] = {0};
    size_t count = 0;
    enum store_result result =
        query_numbers(QUERY_WITH(reader, &list, game), numbers, STORE_SEATS_MAX, &count);
    *seats = 0;
    for (size_t i = 0; i < count; i++)
        *seats |= 1u << numbers[i];
    return result;
}

enum store_result store_seat_offers(struct store_reader *reader, int64_t game,
                                    int64_t account[STORE_SEATS_MAX]) {
    STATEMENT(list, "SELECT seat, account_id FROM seat_offers WHERE game_id = ?");
    return numbers_by_seat(QUERY_WITH(reader, &list, game), account);
}

enum store_result store_seat_offer(struct store_tx *tx, int64_t game, int seat, int64_t account,
                                   int64_t now) {
    STATEMENT(offer, "INSERT INTO seat_offers (game_id, seat, account_id, at) VALUES (?, ?, ?, ?)"
                     " ON CONFLICT (game_id, seat) DO UPDATE SET"
                     " account_id = excluded.account_id, at = excluded.at");
    store_announce(tx, game);
    store_announce(tx, STORE_TOPIC_ACCOUNT(account));
    return QUERY_RUN(tx, &offer, game, seat, account, now);
}

enum store_result store_seat_offer_forget(struct store_tx *tx, int64_t game, int seat) {
    STATEMENT(forget, "DELETE FROM seat_offers WHERE game_id = ? AND seat = ?");
    store_announce(tx, game);
    return QUERY_RUN(tx, &forget, game, seat);
}

enum store_result store_seat_past(struct store_tx *tx, int64_t game, int seat, int64_t account,
                                  int64_t now) {
    STATEMENT(past,
              "INSERT INTO past_seats (game_id, seat, account_id, left_at) VALUES (?, ?, ?, ?)"
              " ON CONFLICT (game_id, seat, account_id) DO UPDATE SET left_at = excluded.left_at");
    return QUERY_RUN(tx, &past, game, seat, account, now);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/clocks.h"

#include "db/db_int.h"

#include <string.h>

static void put_minute(struct query *query, int minute) {
    put_seat(query, minute); /* -1: null */
}

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

static enum store_result list_ids(struct query *query, int64_t *ids, size_t max, size_t *count) {
    *count = 0;
    while (*count < max && query_row(query))
        ids[(*count)++] = get_int(query);
    return query_close(query);
}

/* ------------------------------------------------------------------------------- timers -- */

enum store_result store_timer_set(struct store_tx *tx, int64_t game, int seat,
                                  enum store_timer_kind kind, int64_t at) {
    STATEMENT(set, "INSERT INTO timers (game_id, seat, kind, at) VALUES (?, ?, ?, ?)"
                   " ON CONFLICT (game_id, seat, kind) DO UPDATE SET at = excluded.at");
    return QUERY_NUMBERS(tx, &set, NULL, game, seat, kind, at);
}

enum store_result store_timer_clear(struct store_tx *tx, int64_t game, int seat,
                                    enum store_timer_kind kind) {
    STATEMENT(clear, "DELETE FROM timers WHERE game_id = ? AND seat = ? AND kind = ?");
    return QUERY_NUMBERS(tx, &clear, NULL, game, seat, kind);
}

enum store_result store_timers_of(struct store_reader *reader, int64_t game,
                                  enum store_timer_kind kind, int64_t at[STORE_SEATS_MAX]) {
    STATEMENT(list, "SELECT seat, at FROM timers WHERE game_id = ? AND kind = ?");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    put_int(&query, kind);
    return numbers_by_seat(&query, at);
}

enum store_result store_timer_next(struct store_reader *reader, int64_t *at) {
    STATEMENT(next, "SELECT at FROM timers ORDER BY at LIMIT 1");
    struct query query;
    query_open(&query, reader, &next);
    bool found = query_row(&query);
    if (found)
        *at = get_int(&query);
    enum store_result result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_timers_due(struct store_reader *reader, int64_t now, int64_t after,
                                   int64_t *games, size_t max, size_t *count) {
    STATEMENT(due, "SELECT DISTINCT game_id FROM timers INDEXED BY timers_by_time"
                   " WHERE at <= ? AND game_id > ? ORDER BY game_id LIMIT ?");
    struct query query;
    query_open(&query, reader, &due);
    put_int(&query, now);
    put_int(&query, after);
    put_int(&query, (int64_t)max);
    return list_ids(&query, games, max, count);
}

/* ------------------------------------------------------------------------------- clocks -- */

enum store_result store_clock_create(struct store_tx *tx, int64_t game,
                                     const struct store_clock *clock) {
    STATEMENT(create,
              "INSERT INTO clocks (game_id, turn, decision, bank_start, bank_increment, bank_max,"
              " on_timeout, vote_after, paused_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &create);
    put_int(&query, game);
    put_int(&query, clock->turn);
    put_int(&query, clock->decision);
    put_int(&query, clock->bank_start);
    put_int(&query, clock->bank_increment);
    put_int(&query, clock->bank_max);
    put_int(&query, clock->on_timeout);
    put_int(&query, clock->vote_after);
    put_id(&query, clock->paused_until);
    return query_run(&query, NULL);
}

enum store_result store_clock_get(struct store_reader *reader, int64_t game,
                                  struct store_clock *clock) {
    STATEMENT(get, "SELECT turn, decision, bank_start, bank_increment, bank_max, on_timeout,"
                   " vote_after, paused_until FROM clocks WHERE game_id = ?");
    *clock = (struct store_clock){0};
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, game);
    bool found = query_row(&query);
    if (found) {
        clock->turn = get_int(&query);
        clock->decision = get_int(&query);
        clock->bank_start = get_int(&query);
        clock->bank_increment = get_int(&query);
        clock->bank_max = get_int(&query);
        clock->on_timeout = (enum store_on_timeout)get_int(&query);
        clock->vote_after = (int)get_int(&query);
        clock->paused_until = get_int(&query);
    }
    enum store_result result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_clock_pause(struct store_tx *tx, int64_t game, int64_t until) {
    STATEMENT(pause, "UPDATE clocks SET paused_until = ?2 WHERE game_id = ?1");
    struct query query;
    query_open(&query, &tx->reader, &pause);
    put_int(&query, game);
    put_id(&query, until);
    return query_change(&query, STORE_NONE);
}

enum store_result store_clock_seats(struct store_reader *reader, int64_t game,
                                    struct store_clock_seat seats[STORE_SEATS_MAX]) {
    STATEMENT(list, "SELECT seat, wait, turn, allowance, remaining, started_at, deadline, bank,"
                    " lost, missed FROM clock_seats WHERE game_id = ?");
    memset(seats, 0, STORE_SEATS_MAX * sizeof *seats);
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    while (query_row(&query)) {
        int64_t number = get_int(&query);
        if (number < 0 || number >= STORE_SEATS_MAX)
            continue;
        struct store_clock_seat *seat = &seats[number];
        seat->wait = (enum store_wait)get_int(&query);
        seat->turn = get_int(&query);
        seat->allowance = get_int(&query);
        seat->remaining = get_int(&query);
        seat->started_at = get_int(&query);
        seat->deadline = get_int(&query);
        seat->bank = get_int(&query);
        seat->lost = get_int(&query) != 0;
        seat->missed = (int)get_int(&query);
    }
    return query_close(&query);
}

enum store_result store_clock_seat_set(struct store_tx *tx, int64_t game, int seat,
                                       const struct store_clock_seat *now) {
    STATEMENT(
        set, "INSERT OR REPLACE INTO clock_seats (game_id, seat, wait, turn, allowance, remaining,"
             " started_at, deadline, bank, lost, missed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_int(&query, game);
    put_int(&query, seat);
    put_int(&query, now->wait);
    put_int(&query, now->turn);
    put_int(&query, now->allowance);
    put_int(&query, now->remaining);
    put_id(&query, now->started_at);
    put_id(&query, now->deadline);
    put_int(&query, now->bank);
    put_int(&query, now->lost);
    put_int(&query, now->missed);
    return query_run(&query, NULL);
}

enum store_result store_clock_games(struct store_reader *reader, int64_t account, int64_t after,
                                    int64_t *games, size_t max, size_t *count) {
    STATEMENT(list, "SELECT c.game_id FROM seats s JOIN clocks c ON c.game_id = s.game_id"
                    " JOIN games g ON g.id = s.game_id"
                    " WHERE s.account_id = ? AND s.kind = 1 AND g.status = 1 AND s.game_id > ?"
                    " ORDER BY s.game_id LIMIT ?");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, account);
    put_int(&query, after);
    put_int(&query, (int64_t)max);
    return list_ids(&query, games, max, count);
}

/* ---------------------------------------------------------------------------- calendars -- */

static enum store_result read_vacations(struct store_reader *reader, int64_t account,
                                        struct store_calendar *calendar) {
    STATEMENT(list,
              "SELECT first_day, last_day FROM vacations WHERE account_id = ? ORDER BY first_day");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, account);
    while (calendar->n_vacations < STORE_VACATIONS_MAX && query_row(&query)) {
        struct store_vacation *vacation = &calendar->vacations[calendar->n_vacations++];
        vacation->first = (int32_t)get_int(&query);
        vacation->last = (int32_t)get_int(&query);
    }
    return query_close(&query);
}

enum store_result store_calendar_get(struct store_reader *reader, int64_t account,
                                     struct store_calendar *calendar) {
    STATEMENT(get, "SELECT zone, quiet_from, quiet_to, weekends_free, changes, changes_since"
                   " FROM calendars WHERE account_id = ?");
    *calendar = (struct store_calendar){.quiet_from = -1, .quiet_to = -1};
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, account);
    bool found = query_row(&query);
    if (found) {
        get_text(&query, calendar->zone, sizeof calendar->zone);
        calendar->quiet_from = get_seat(&query);
        calendar->quiet_to = get_seat(&query);
        calendar->weekends_free = get_int(&query) != 0;
        calendar->changes = (int)get_int(&query);
        calendar->changes_since = get_int(&query);
    }
    enum store_result result = query_close(&query);
    if (result == STORE_OK && !found)
        return STORE_NONE;
    return result == STORE_OK ? read_vacations(reader, account, calendar) : result;
}

static enum store_result set_vacations(struct store_tx *tx, int64_t account,
                                       const struct store_calendar *calendar) {
    STATEMENT(clear, "DELETE FROM vacations WHERE account_id = ?");
    STATEMENT(add, "INSERT INTO vacations (account_id, first_day, last_day) VALUES (?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &clear);
    put_int(&query, account);
    enum store_result result = query_run(&query, NULL);
    for (size_t i = 0; i < calendar->n_vacations && result == STORE_OK; i++) {
        query_open(&query, &tx->reader, &add);
        put_int(&query, account);
        put_int(&query, calendar->vacations[i].first);
        put_int(&query, calendar->vacations[i].last);
        result = query_run(&query, NULL);
    }
    return result;
}

enum store_result store_calendar_set(struct store_tx *tx, int64_t account,
                                     const struct store_calendar *calendar) {
    STATEMENT(
        set,
        "INSERT INTO calendars (account_id, zone, quiet_from, quiet_to, weekends_free, changes,"
        " changes_since) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account_id) DO UPDATE SET"
        " zone = excluded.zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,"
        " weekends_free = excluded.weekends_free, changes = excluded.changes,"
        " changes_since = excluded.changes_since");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_int(&query, account);
    put_text(&query, calendar->zone);
    put_minute(&query, calendar->quiet_from);
    put_minute(&query, calendar->quiet_to);
    put_int(&query, calendar->weekends_free);
    put_int(&query, calendar->changes);
    put_int(&query, calendar->changes_since);
    enum store_result result = query_run(&query, NULL);
    return result == STORE_OK ? set_vacations(tx, account, calendar) : result;
}

/* --------------------------------------------------------------------- pauses and votes -- */

enum store_result store_pause_votes(struct store_reader *reader, int64_t game,
                                    int64_t until[STORE_SEATS_MAX]) {
    STATEMENT(list, "SELECT seat, until FROM pauses WHERE game_id = ?");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    return numbers_by_seat(&query, until);
}

enum store_result store_pause_vote(struct store_tx *tx, int64_t game, int seat, int64_t until,
                                   int64_t now) {
    STATEMENT(vote, "INSERT OR REPLACE INTO pauses (game_id, seat, until, at)"
                    " VALUES (?, ?, ?, ?)");
    return QUERY_NUMBERS(tx, &vote, NULL, game, seat, until, now);
}

enum store_result store_pause_forget(struct store_tx *tx, int64_t game, int seat) {
    STATEMENT(forget, "DELETE FROM pauses WHERE game_id = ?1 AND ifnull(?2, seat) = seat");
    struct query query;
    query_open(&query, &tx->reader, &forget);
    put_int(&query, game);
    put_seat(&query, seat);
    return query_run(&query, NULL);
}

enum store_result store_seat_votes(struct store_reader *reader, int64_t game,
                                   struct store_seat_vote votes[STORE_SEAT_VOTES_MAX],
                                   size_t *count) {
    STATEMENT(list, "SELECT v.seat, v.voter, v.account_id, a.name, v.at FROM seat_votes v"
                    " LEFT JOIN accounts a ON a.id = v.account_id"
                    " WHERE v.game_id = ? ORDER BY v.seat, v.voter");
    *count = 0;
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    while (*count < STORE_SEAT_VOTES_MAX && query_row(&query)) {
        struct store_seat_vote *vote = &votes[(*count)++];
        vote->seat = get_seat(&query);
        vote->voter = get_seat(&query);
        vote->account = get_int(&query);
        get_text(&query, vote->name, sizeof vote->name);
        vote->at = get_int(&query);
    }
    return query_close(&query);
}

enum store_result store_seat_vote(struct store_tx *tx, int64_t game,
                                  const struct store_seat_vote *vote) {
    STATEMENT(put, "INSERT OR REPLACE INTO seat_votes (game_id, seat, voter, account_id, at)"
                   " VALUES (?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_int(&query, game);
    put_int(&query, vote->seat);
    put_int(&query, vote->voter);
    put_id(&query, vote->account);
    put_int(&query, vote->at);
    return query_run(&query, NULL);
}

enum store_result store_seat_vote_forget(struct store_tx *tx, int64_t game, int seat, int voter) {
    STATEMENT(
        forget,
        "DELETE FROM seat_votes WHERE game_id = ?1 AND seat = ?2 AND ifnull(?3, voter) = voter");
    struct query query;
    query_open(&query, &tx->reader, &forget);
    put_int(&query, game);
    put_int(&query, seat);
    put_seat(&query, voter);
    return query_run(&query, NULL);
}

enum store_result store_seat_offers(struct store_reader *reader, int64_t game,
                                    int64_t account[STORE_SEATS_MAX]) {
    STATEMENT(list, "SELECT seat, account_id FROM seat_offers WHERE game_id = ?");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    return numbers_by_seat(&query, account);
}

enum store_result store_seat_offer(struct store_tx *tx, int64_t game, int seat, int64_t account,
                                   int64_t now) {
    STATEMENT(offer, "INSERT OR REPLACE INTO seat_offers (game_id, seat, account_id, at)"
                     " VALUES (?, ?, ?, ?)");
    return QUERY_NUMBERS(tx, &offer, NULL, game, seat, account, now);
}

enum store_result store_seat_offer_forget(struct store_tx *tx, int64_t game, int seat) {
    STATEMENT(forget, "DELETE FROM seat_offers WHERE game_id = ? AND seat = ?");
    return QUERY_NUMBERS(tx, &forget, NULL, game, seat);
}

enum store_result store_seat_past(struct store_tx *tx, int64_t game, int seat, int64_t account,
                                  int64_t now) {
    STATEMENT(past, "INSERT OR REPLACE INTO past_seats (game_id, seat, account_id, left_at)"
                    " VALUES (?, ?, ?, ?)");
    return QUERY_NUMBERS(tx, &past, NULL, game, seat, account, now);
}

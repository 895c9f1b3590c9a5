/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/deadlines.h"

#include "db/games.h"
#include "service/app/app.h"
#include "service/time/calendar.h"

static int64_t lesser_of(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t later_of(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static bool has_bank(const struct clock *clock) {
    return clock->rules.turn == 0;
}

/* ---- one seat's time ---- */

/* The time that the seat has left. */
static int64_t time_left(const struct store_clock_seat *seat, const struct calendar *calendar,
                         int64_t now) {
    if (seat->started_at == 0)
        return seat->remaining;
    return later_of(0, seat->remaining - calendar_active(calendar, seat->started_at, now));
}

/* Deducts the time waited from a bank, except for the grace of an empty one. */
static void stop_seat(const struct clock *clock, struct store_clock_seat *seat,
                      const struct calendar *calendar, int64_t now) {
    if (seat->started_at == 0)
        return;
    seat->remaining = time_left(seat, calendar, now);
    seat->started_at = seat->deadline = 0;
    if (has_bank(clock))
        seat->bank = lesser_of(seat->bank, seat->remaining);
}

static void run_seat(struct clock *clock, unsigned number, const struct calendar *calendar,
                     int64_t now) {
    struct store_clock_seat *seat = &clock->seats[number];
    int64_t before = seat->remaining - seat->allowance / CLOCK_REMIND_PART;

    seat->started_at = later_of(now, clock->rules.paused_until);
    seat->deadline = calendar_stretch(calendar, seat->started_at, seat->remaining);
    /* If less is left, the reminder was sent when this time ran earlier. */
    clock->remind_at[number] =
        before <= 0 ? 0 : calendar_stretch(calendar, seat->started_at, before);
}

static void begin_wait(const struct clock *clock, struct store_clock_seat *seat,
                       enum store_wait wait, int64_t turn) {
    const struct store_clock *rules = &clock->rules;

    seat->wait = wait;
    seat->turn = turn;
    seat->lost = false;
    seat->allowance = wait == STORE_WAIT_TURN ? rules->turn : rules->decision;
    if (has_bank(clock))
        seat->allowance = later_of(seat->bank, CLOCK_GRACE_MS);
    seat->remaining = seat->allowance;
    seat->started_at = seat->deadline = 0;
}

/* ---- what the game waits for ---- */

/* The number of the turn: players' turns from 1 on; in the set-up each settlement and its road count
 * as one, with numbers below 0. */
static int64_t turn_of(const struct game *game) {
    return game->phase == PHASE_SETUP ? -1 - game->setup_done / 2 : (int64_t)game->turn;
}

static enum store_wait waits_for(const struct game_events *events, unsigned seat) {
    const struct decision *decision = game_asked(events->game, seat);

    if (events->status != STORE_GAME_ACTIVE || events->seats[seat].kind != STORE_SEAT_HUMAN ||
        decision == NULL || decision->answered)
        return STORE_WAIT_NONE;
    return seat == events->game->active && decision->kind != DECIDE_SPECIAL_BUILD
               ? STORE_WAIT_TURN
               : STORE_WAIT_DECISION;
}

/* Whether the game still waits for the same thing from the seat. */
static bool is_same(const struct store_clock_seat *seat, const struct game_events *events,
                    unsigned number, enum store_wait wait) {
    if (seat->turn != turn_of(events->game))
        return false;
    if (wait == STORE_WAIT_TURN) /* a turn that is over may come back by an undo */
        return seat->wait != STORE_WAIT_DECISION && seat->allowance > 0;
    return seat->wait == wait && !(events->answered >> number & 1);
}

/* ---- new events ---- */

/* Notes what the new events say about a seat's player. */
static void note_person(const struct clock *clock, struct store_clock_seat *seat,
                        const struct game_events *events, unsigned number) {
    unsigned bit = 1u << number;

    if (events->seq_before == 0 || events->newcomers & bit)
        *seat = (struct store_clock_seat){.bank = clock->rules.bank_start};
    if (events->timed_out & bit && !seat->lost) {
        seat->missed++;
        seat->lost = true;
        seat->remaining = 0;
        seat->started_at = seat->deadline = 0;
        seat->bank = 0;
    }
    if (events->acted & bit)
        seat->missed = 0;
}

static void update_seat_deadline(struct clock *clock, unsigned number,
                                 const struct calendar *calendar,
                                 const struct game_events *events) {
    struct store_clock_seat *seat = &clock->seats[number];
    enum store_wait wait = waits_for(events, number);
    int64_t now = events->now, rest;
    bool undone = events->types >> UNDO & 1 && events->acted >> number & 1;
    bool turn_goes_on = seat->wait == STORE_WAIT_TURN && seat->turn == turn_of(events->game) &&
                        events->status == STORE_GAME_ACTIVE;

    note_person(clock, seat, events, number);
    if (wait != STORE_WAIT_NONE && is_same(seat, events, number, wait)) {
        seat->wait = wait;
        if (seat->deadline == 0)
            run_seat(clock, number, calendar, now);
        return;
    }
    stop_seat(clock, seat, calendar, now);
    if (wait == STORE_WAIT_NONE && turn_goes_on)
        return; /* others are being asked meanwhile */
    if (seat->wait == STORE_WAIT_TURN && has_bank(clock))
        seat->bank = lesser_of(seat->bank + clock->rules.bank_increment, clock->rules.bank_max);
    if (seat->wait == STORE_WAIT_DECISION)
        seat->allowance = 0; /* nothing remains for a part of the same turn */
    seat->wait = STORE_WAIT_NONE;
    if (wait == STORE_WAIT_NONE)
        return;
    rest = seat->remaining;
    begin_wait(clock, seat, wait, turn_of(events->game));
    if (undone) /* undoing an answer gains no time */
        seat->remaining = lesser_of(seat->remaining, rest);
    run_seat(clock, number, calendar, now);
}

enum store_result deadlines_update(struct clock *clock, struct store_reader *reader,
                                   const struct game_events *events) {
    struct store_calendar rows[STORE_SEATS_MAX];
    enum store_result result =
        clock->runs ? store_calendars_of_game(reader, events->game_id, rows) : STORE_OK;

    for (unsigned i = 0; clock->runs && i < events->seat_count && result == STORE_OK; i++) {
        struct calendar calendar;

        calendar_open(&calendar, &rows[i]);
        update_seat_deadline(clock, i, &calendar, events);
        calendar_close(&calendar);
    }
    return result;
}

void deadlines_resume(struct clock *clock, unsigned seat, const struct calendar *was,
                      const struct calendar *now_is, int64_t now) {
    struct store_clock_seat *of = &clock->seats[seat];

    of->remaining = time_left(of, was, now);
    run_seat(clock, seat, now_is, now);
}

void deadlines_carry(struct clock *clock, unsigned seat, const struct calendar *calendar,
                     int64_t from, int64_t to) {
    struct store_clock_seat *of = &clock->seats[seat];

    if (from == to && of->started_at <= to && of->deadline >= to + CLOCK_RETURN_MS)
        return; /* time went on normally */
    of->remaining = time_left(of, calendar, from);
    run_seat(clock, seat, calendar, to);
    if (of->deadline >= to + CLOCK_RETURN_MS)
        return;
    of->remaining = later_of(of->remaining, CLOCK_RETURN_MS);
    run_seat(clock, seat, calendar, to);
}

int64_t deadlines_count_from(int64_t logged_at, int64_t now) {
    return logged_at - now > APP_STEP_MS ? now : later_of(logged_at, now);
}

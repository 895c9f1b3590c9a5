/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/clock/clock.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "service/clock/calendar.h"
#include "service/follow.h"
#include "service/json/read.h"
#include "service/post/post.h"

enum { GAMES_PAGE = 64 };

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

enum store_result clock_load(struct clock *clock, struct store_reader *reader, int64_t game) {
    enum store_result result = store_clock_get(reader, game, &clock->rules);

    clock->runs = result == STORE_OK;
    if (result == STORE_OK)
        result = store_clock_seats(reader, game, clock->seats);
    if (result != STORE_OK)
        memset(clock->seats, 0, sizeof clock->seats);
    memset(clock->remind_at, 0, sizeof clock->remind_at);
    return result == STORE_NONE ? STORE_OK : result;
}

const int64_t *clock_deadlines(const struct clock *clock, int64_t deadlines[STORE_SEATS_MAX]) {
    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++)
        deadlines[seat] = clock_deadline(clock, seat);
    return clock->runs ? deadlines : NULL;
}

static bool has_bank(const struct clock *clock) {
    return clock->rules.turn == 0;
}

/* ---- one seat's time ---- */

/* What is left of what the seat is waited for. */
static int64_t left(const struct store_clock_seat *seat, const struct calendar *calendar,
                    int64_t now) {
    if (seat->started_at == 0)
        return seat->remaining;
    return most(0, seat->remaining - calendar_active(calendar, seat->started_at, now));
}

/* A bank loses what the wait took, but for the grace that an empty one gave. */
static void stop(const struct clock *clock, struct store_clock_seat *seat,
                 const struct calendar *calendar, int64_t now) {
    if (seat->started_at == 0)
        return;
    seat->remaining = left(seat, calendar, now);
    seat->started_at = seat->deadline = 0;
    if (has_bank(clock))
        seat->bank = least(seat->bank, seat->remaining);
}

static void go(struct clock *clock, unsigned number, const struct calendar *calendar, int64_t now) {
    struct store_clock_seat *seat = &clock->seats[number];
    int64_t before = seat->remaining - seat->allowance / CLOCK_REMIND_PART;

    seat->started_at = most(now, clock->rules.paused_until);
    seat->deadline = calendar_stretch(calendar, seat->started_at, seat->remaining);
    /* Where less is left, the reminder has been sent while this time ran earlier. */
    clock->remind_at[number] =
        before <= 0 ? 0 : calendar_stretch(calendar, seat->started_at, before);
}

static void begin(const struct clock *clock, struct store_clock_seat *seat, enum store_wait wait,
                  int64_t turn) {
    const struct store_clock *rules = &clock->rules;

    seat->wait = wait;
    seat->turn = turn;
    seat->lost = false;
    seat->allowance = wait == STORE_WAIT_TURN ? rules->turn : rules->decision;
    if (has_bank(clock))
        seat->allowance = most(seat->bank, CLOCK_GRACE_MS);
    seat->remaining = seat->allowance;
    seat->started_at = seat->deadline = 0;
}

/* ---- what the game waits for ---- */

/* Which turn it is: the players' turns from 1 on; in the set-up each settlement and its road are one,
 * below 0. */
static int64_t turn_of(const struct game *game) {
    return game->phase == PHASE_SETUP ? -1 - game->setup_done / 2 : (int64_t)game->turn;
}

static enum store_wait waits_for(const struct happening *happening, unsigned seat) {
    const struct game *game = happening->game;

    if (happening->status != STORE_GAME_ACTIVE || happening->seats[seat].kind != STORE_SEAT_HUMAN)
        return STORE_WAIT_NONE;
    for (unsigned i = 0; i < game->n_pending; i++)
        if (game->pending[i].player == seat && !game->pending[i].answered)
            return seat == game->active ? STORE_WAIT_TURN : STORE_WAIT_DECISION;
    return STORE_WAIT_NONE;
}

/* Whether the seat goes on waiting for what it was waited for, or would. */
static bool is_same(const struct store_clock_seat *seat, const struct happening *happening,
                    unsigned number, enum store_wait wait) {
    if (seat->turn != turn_of(happening->game))
        return false;
    if (wait == STORE_WAIT_TURN) /* one that is over may come back: moves can be undone */
        return seat->wait != STORE_WAIT_DECISION && seat->allowance > 0;
    return seat->wait == wait && !(happening->answered >> number & 1);
}

/* ---- following ---- */

/* What the new events say of a seat's person. */
static void note(const struct clock *clock, struct store_clock_seat *seat,
                 const struct happening *happening, unsigned number) {
    unsigned bit = 1u << number;

    if (happening->seq_before == 0 || happening->newcomers & bit)
        *seat = (struct store_clock_seat){.bank = clock->rules.bank_start};
    if (happening->timed_out & bit && !seat->lost) {
        seat->missed++;
        seat->lost = true;
        seat->remaining = 0;
        seat->started_at = seat->deadline = 0;
        seat->bank = 0;
    }
    if (happening->acted & bit)
        seat->missed = 0;
}

static void follow_seat(struct clock *clock, unsigned number, const struct calendar *calendar,
                        const struct happening *happening) {
    struct store_clock_seat *seat = &clock->seats[number];
    enum store_wait wait = waits_for(happening, number);
    int64_t now = happening->now, rest;
    bool undone = happening->types >> UNDO & 1 && happening->acted >> number & 1;
    bool turn_goes_on = seat->wait == STORE_WAIT_TURN && seat->turn == turn_of(happening->game) &&
                        happening->status == STORE_GAME_ACTIVE;

    note(clock, seat, happening, number);
    if (wait != STORE_WAIT_NONE && is_same(seat, happening, number, wait)) {
        seat->wait = wait;
        if (seat->deadline == 0)
            go(clock, number, calendar, now);
        return;
    }
    stop(clock, seat, calendar, now);
    if (wait == STORE_WAIT_NONE && turn_goes_on)
        return; /* others are asked meanwhile */
    if (seat->wait == STORE_WAIT_TURN && has_bank(clock))
        seat->bank = least(seat->bank + clock->rules.bank_increment, clock->rules.bank_max);
    seat->wait = STORE_WAIT_NONE;
    if (wait == STORE_WAIT_NONE)
        return;
    rest = seat->remaining;
    begin(clock, seat, wait, turn_of(happening->game));
    if (undone) /* an answer that is taken back wins no time */
        seat->remaining = least(seat->remaining, rest);
    go(clock, number, calendar, now);
}

enum store_result clock_follow(struct clock *clock, struct store_reader *reader,
                               const struct happening *happening) {
    enum store_result result = STORE_OK;

    for (unsigned i = 0; clock->runs && i < happening->seat_count && result == STORE_OK; i++) {
        struct store_calendar row;
        struct calendar calendar;

        result = store_calendar_get(reader, happening->seats[i].account, &row);
        if (result == STORE_NONE)
            result = STORE_OK;
        calendar_open(&calendar, &row);
        follow_seat(clock, i, &calendar, happening);
        calendar_close(&calendar);
    }
    return result;
}

/* ---- storing ---- */

unsigned clock_reminded(const struct clock *clock, const char *data) {
    json_t *json = json_loads(data, 0, NULL);
    const json_t *value = json_object_get(json, "deadline");
    int64_t deadline = json_integer_value(value);
    unsigned seats = 0;

    if (json_is_string(value) && !read_time(json_string_value(value), &deadline))
        deadline = 0;
    for (unsigned seat = 0; deadline != 0 && seat < STORE_SEATS_MAX; seat++)
        if (clock_deadline(clock, seat) == deadline)
            seats |= 1u << seat;
    json_decref(json);
    return seats;
}

/* The game that a clock is stored for. */
struct place {
    int64_t game;
    uint32_t seq; /* its last event */
    const struct store_seat *seats;
    int64_t now;
};

/* One reminder a wait: one that was written for a deadline that has moved is not sent. */
static enum store_result remind(struct store_tx *tx, const struct place *place,
                                const struct clock *clock, unsigned seat) {
    char data[40];
    struct post_news news = {
        .kind = POST_REMINDER,
        .account = place->seats[seat].account,
        .game = place->game,
        .seats = 1u << seat,
        .seq = place->seq,
        .now = place->now,
        .due_at = clock->remind_at[seat],
        .data = data,
    };
    enum store_result result;

    snprintf(data, sizeof data, "{\"deadline\":%lld}", (long long)clock->seats[seat].deadline);
    result = post_tell(tx, &news);
    news.account = 0; /* and those who follow the game */
    return result == STORE_OK ? post_tell(tx, &news) : result;
}

/* Stores what of a seat is not as it WAS. */
static enum store_result write_seat(struct store_tx *tx, const struct place *place,
                                    const struct clock *clock, unsigned seat,
                                    const struct store_clock_seat *was) {
    const struct store_clock_seat *now = &clock->seats[seat];
    enum store_result result;

    if (memcmp(was, now, sizeof *now) == 0)
        return STORE_OK;
    result = store_clock_seat_set(tx, place->game, (int)seat, now);
    if (result != STORE_OK || was->deadline == now->deadline)
        return result;
    if (now->deadline == 0)
        return store_timer_clear(tx, place->game, (int)seat, STORE_TIMER_DEADLINE);
    result = store_timer_set(tx, place->game, (int)seat, STORE_TIMER_DEADLINE, now->deadline);
    if (result == STORE_OK && clock->remind_at[seat] != 0)
        result = remind(tx, place, clock, seat);
    return result;
}

/* He is back: what the others wanted to do about his absence is settled. */
static enum store_result forget_votes(struct store_tx *tx, int64_t game, int seat) {
    enum store_result result = store_seat_vote_forget(tx, game, seat, -1);

    return result == STORE_OK ? store_seat_offer_forget(tx, game, seat) : result;
}

enum store_result clock_write(struct store_tx *tx, const struct happening *happening) {
    const struct place place = {happening->game_id, happening->game->seq, happening->seats,
                                happening->now};
    struct clock was, now;
    enum store_result result;

    if (happening->mode != STORE_MODE_PLAY)
        return STORE_OK;
    result = clock_load(&was, store_tx_reader(tx), happening->game_id);
    if (result != STORE_OK || !was.runs)
        return result;
    now = was;
    result = clock_follow(&now, store_tx_reader(tx), happening);
    for (unsigned i = 0; i < happening->seat_count && result == STORE_OK; i++)
        if (was.seats[i].missed > 0 && now.seats[i].missed == 0)
            result = forget_votes(tx, happening->game_id, (int)i);
    for (unsigned i = 0; i < happening->seat_count && result == STORE_OK; i++)
        result = write_seat(tx, &place, &now, i, &was.seats[i]);
    return result;
}

/* Has the seats of ACCOUNT (0: all seats) run on from now with what was left until then. WAS is the
 * calendar until then; NULL: nothing has changed in it. */
static enum store_result run_on(struct store_tx *tx, const struct place *place, struct clock *clock,
                                int64_t account, const struct store_calendar *was) {
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < STORE_SEATS_MAX && result == STORE_OK; i++) {
        struct store_clock_seat *seat = &clock->seats[i], before = *seat;
        struct store_calendar row;
        struct calendar old, new;

        if (seat->deadline == 0 || (account != 0 && place->seats[i].account != account))
            continue;
        result = store_calendar_get(store_tx_reader(tx), place->seats[i].account, &row);
        if (result == STORE_NONE)
            result = STORE_OK;
        calendar_open(&old, was != NULL ? was : &row);
        calendar_open(&new, &row);
        seat->remaining = left(seat, &old, place->now);
        go(clock, i, &new, place->now);
        calendar_close(&old);
        calendar_close(&new);
        if (result == STORE_OK)
            result = write_seat(tx, place, clock, i, &before);
    }
    return result;
}

enum store_result clock_pause(struct store_tx *tx, const struct store_game *game, int64_t until,
                              int64_t now) {
    const struct place place = {game->id, game->last_seq, game->seats, now};
    struct clock clock;
    enum store_result result = clock_load(&clock, store_tx_reader(tx), game->id);

    if (result != STORE_OK || !clock.runs)
        return result;
    clock.rules.paused_until = until;
    result = run_on(tx, &place, &clock, 0, NULL);
    return result == STORE_OK ? store_clock_pause(tx, game->id, until) : result;
}

static enum store_result calendar_changed_in(struct store_tx *tx, int64_t game, int64_t account,
                                             const struct store_calendar *was, int64_t now) {
    struct store_game row;
    struct clock clock;
    enum store_result result = store_game_get_by_id(store_tx_reader(tx), game, &row);

    if (result != STORE_OK)
        return result;
    result = clock_load(&clock, store_tx_reader(tx), game);
    if (result == STORE_OK && clock.runs)
        result =
            run_on(tx, &(struct place){game, row.last_seq, row.seats, now}, &clock, account, was);
    store_game_clear(&row);
    return result;
}

enum store_result clock_calendar_changed(struct store_tx *tx, int64_t account,
                                         const struct store_calendar *was, int64_t now) {
    int64_t games[GAMES_PAGE];
    int64_t after = 0;
    size_t count;
    enum store_result result;

    do {
        result = store_clock_games(store_tx_reader(tx), account, after, games, GAMES_PAGE, &count);
        for (size_t i = 0; i < count && result == STORE_OK; i++) {
            result = calendar_changed_in(tx, games[i], account, was, now);
            after = games[i];
        }
    } while (result == STORE_OK && count == GAMES_PAGE);
    return result;
}

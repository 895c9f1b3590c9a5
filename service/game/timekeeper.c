/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/timekeeper.h"

#include <stdlib.h>
#include <string.h>

#include "db/ahead.h"
#include "db/games.h"
#include "service/game/deadlines.h"
#include "service/game/load.h"
#include "service/game/play.h"
#include "service/time/calendar.h"

#define DAY_MS (INT64_C(24) * 3600 * 1000)

enum { GAMES_PAGE = 64 };

/* The game that a clock is stored for. */
struct place {
    int64_t game;
    uint32_t seq; /* its last event */
    const struct store_seat *seats;
    int64_t now;
};

static enum store_result set_reminder(struct store_tx *tx, const struct place *place,
                                      const struct clock *clock, unsigned seat) {
    const struct timekeeper_reminder reminder = {
        .game = place->game,
        .seq = place->seq,
        .seat = seat,
        .account = place->seats[seat].account,
        .deadline = clock->seats[seat].deadline,
        .due_at = clock->remind_at[seat],
        .now = place->now,
    };

    return timekeeper_reminds(tx, &reminder);
}

/* Stores the changes of a seat since WAS. */
static enum store_result store_seat_clock(struct store_tx *tx, const struct place *place,
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
        result = set_reminder(tx, place, clock, seat);
    return result;
}

/* A player who moves is back: votes about their absence are removed. */
static enum store_result settle_votes(struct store_tx *tx, const struct game_events *events) {
    unsigned voted = 0;
    enum store_result result = STORE_OK;

    if (events->acted != 0 && events_interest(events)->votes)
        result = store_seats_voted(store_tx_reader(tx), events->game_id, &voted);
    for (int seat = 0; seat < STORE_SEATS_MAX && result == STORE_OK; seat++) {
        if (!(voted & events->acted & 1u << seat))
            continue;
        result = store_seat_vote_forget(tx, events->game_id, seat, -1);
        if (result == STORE_OK)
            result = store_seat_offer_forget(tx, events->game_id, seat);
    }
    return result;
}

/* Prefetches what is read if the game has a clock. */
static void ask_ahead(struct store_tx *tx, const struct game_events *events,
                      const struct place *place) {
    struct store_reader *reader = store_tx_reader(tx);
    unsigned waited = play_waited(events->game) & ~events->waited;
    struct clock clock = {.runs = true};
    struct store_calendar calendars[STORE_SEATS_MAX];

    (void)store_clock_seats(reader, place->game, clock.seats);
    (void)store_calendars_of_game(reader, place->game, calendars);
    for (unsigned i = 0; i < events->seat_count; i++)
        if (waited >> i & 1 && events->seats[i].account != 0)
            (void)set_reminder(tx, place, &clock, i);
}

enum store_result timekeeper_on_events(struct store_tx *tx, const struct game_events *events) {
    const struct place place = {events->game_id, events->game->seq, events->seats, events->now};
    struct clock was, now;
    enum store_result result;

    if (events->mode != STORE_MODE_PLAY)
        return STORE_OK;
    result = settle_votes(tx, events);
    if (result != STORE_OK || !events_interest(events)->clock)
        return result;
    result = clock_load(&was, store_tx_reader(tx), events->game_id);
    if (events->clocked && store_is_ahead(store_tx_reader(tx)))
        ask_ahead(tx, events, &place);
    if (result != STORE_OK || !was.runs)
        return result;
    now = was;
    result = deadlines_update(&now, store_tx_reader(tx), events);
    for (unsigned i = 0; i < events->seat_count && result == STORE_OK; i++)
        result = store_seat_clock(tx, &place, &now, i, &was.seats[i]);
    return result;
}

/* Game events for an update without any event, at NOW. */
static struct game_events no_events(const struct load *load, int64_t now) {
    return (struct game_events){
        .game_id = load->row.id,
        .mode = load->row.mode,
        .status = load->row.status,
        .seats = load->row.seats,
        .seat_count = (unsigned)load->row.seat_count,
        .game = &load->game,
        .seq_before = load->game.seq,
        .now = deadlines_count_from(load->last_at, now),
        .waited = play_waited(&load->game),
        .clocked = load->clock.runs,
    };
}

/* Updates the clock when nothing but player.asked has changed. */
static enum store_result update_asked(struct store_tx *tx, const struct load *load, int64_t now) {
    const struct game_events events = no_events(load, now);

    return load->row.status == STORE_GAME_ACTIVE && load->game.part > 0
               ? timekeeper_on_events(tx, &events)
               : STORE_OK;
}

enum store_result timekeeper_begin(struct store_tx *tx, const struct load *load,
                                   const struct store_clock *rules, int64_t now) {
    struct game_events events = no_events(load, now);
    enum store_result result = store_clock_create(tx, load->row.id, rules);

    events.newcomers = row_humans(&load->row);
    return result == STORE_OK ? timekeeper_on_events(tx, &events) : result;
}

/* Writes a setting alone: somebody else may be asked ahead now. */
static enum store_result put_part(struct store_tx *tx, int64_t game,
                                  struct store_part_setting *setting, int64_t now) {
    enum store_result result = store_part_setting_put(tx, game, setting);
    struct load *load;

    if (result != STORE_OK)
        return result;
    load = malloc(sizeof *load);
    if (load == NULL)
        return STORE_MEMORY;
    result = load_open_by_id(load, store_tx_reader(tx), game);
    if (result == STORE_OK && load->setup.rules.parts_special)
        result = load_replay(load, LOAD_LATEST, NULL, NULL);
    if (result == STORE_OK)
        result = update_asked(tx, load, now);
    load_end(load);
    free(load);
    return result;
}

enum store_result timekeeper_write_play(struct store_tx *tx, const struct play *play, int64_t now) {
    struct store_part_setting setting;

    if (play_setting(play) == NULL || play->n_events > 0)
        return play_write(tx, play);
    setting = *play_setting(play);
    return put_part(tx, play->game_id, &setting, now);
}

/* How a game's clocks are continued. */
struct going_on {
    int64_t account;                  /* whose seats are continued; 0: all */
    const struct store_calendar *was; /* the account's calendar until now; NULL: unchanged */
    int64_t from;                     /* start of time without a server; 0: none */
};

static void run_seat_on(const struct place *place, struct clock *clock, unsigned seat,
                        const struct going_on *on, const struct store_calendar *row) {
    struct calendar was, now;

    calendar_open(&was, on->was != NULL ? on->was : row);
    calendar_open(&now, row);
    if (on->from != 0)
        deadlines_carry(clock, seat, &now, on->from, place->now);
    else
        deadlines_resume(clock, seat, &was, &now, place->now);
    calendar_close(&was);
    calendar_close(&now);
}

/* Continues the seats' time with what was left. */
static enum store_result run_on(struct store_tx *tx, const struct place *place, struct clock *clock,
                                const struct going_on *on) {
    struct store_calendar rows[STORE_SEATS_MAX];
    enum store_result result = store_calendars_of_game(store_tx_reader(tx), place->game, rows);

    for (unsigned i = 0; i < STORE_SEATS_MAX && result == STORE_OK; i++) {
        struct store_clock_seat *seat = &clock->seats[i], before = *seat;

        if (seat->deadline == 0 || (on->account != 0 && place->seats[i].account != on->account))
            continue;
        run_seat_on(place, clock, i, on, &rows[i]);
        result = store_seat_clock(tx, place, clock, i, &before);
    }
    return result;
}

enum store_result timekeeper_pause(struct store_tx *tx, const struct store_game *game,
                                   int64_t until, int64_t now) {
    const struct place place = {game->id, game->last_seq, game->seats, now};
    struct clock clock;
    enum store_result result = clock_load(&clock, store_tx_reader(tx), game->id);

    if (result != STORE_OK || !clock.runs)
        return result;
    clock.rules.paused_until = until;
    result = run_on(tx, &place, &clock, &(struct going_on){0});
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
        result = run_on(tx, &(struct place){game, row.last_seq, row.seats, now}, &clock,
                        &(struct going_on){.account = account, .was = was});
    store_game_clear(&row);
    return result;
}

enum store_result timekeeper_calendar_changed(struct store_tx *tx, int64_t account,
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

/* Limits a pause: one agreed on while the clock was ahead would hardly ever end. */
static enum store_result bound_pause(struct store_tx *tx, int64_t game, struct clock *clock,
                                     int64_t now) {
    int64_t latest = now + CLOCK_PAUSE_DAYS * DAY_MS;

    if (clock->rules.paused_until <= latest)
        return STORE_OK;
    clock->rules.paused_until = latest;
    return store_clock_pause(tx, game, latest);
}

enum store_result timekeeper_carry(struct store_tx *tx, int64_t game, int64_t from, int64_t to) {
    struct store_game row;
    struct clock clock;
    enum store_result result = store_game_get_by_id(store_tx_reader(tx), game, &row);

    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    if (row.status == STORE_GAME_ACTIVE)
        result = clock_load(&clock, store_tx_reader(tx), game);
    if (result == STORE_OK && row.status == STORE_GAME_ACTIVE && clock.runs) {
        result = bound_pause(tx, game, &clock, to);
        if (result == STORE_OK)
            result = run_on(tx, &(struct place){game, row.last_seq, row.seats, to}, &clock,
                            &(struct going_on){.from = from});
    }
    store_game_clear(&row);
    return result;
}

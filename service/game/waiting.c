/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/waiting.h"

#include "db/heartbeat.h"
#include "service/game/play.h"
#include "service/time/calendar.h"

bool waiting_note(void *context, struct load *load, const struct game *before,
                  const struct event *event, int64_t at) {
    struct waiting *waiting = context;
    const unsigned waited = play_waited(&load->game);

    (void)before;
    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++) {
        bool came = (event->player == seat && event->by == BY_PLAYER) ||
                    (event->type == EVENT_SEAT_CHANGED && event->seat_changed.seat == seat);

        if (!(waited >> seat & 1))
            waiting->noted[seat] = 0;
        else if (waiting->noted[seat] == 0 || came)
            waiting->noted[seat] = at;
    }
    return true;
}

/* Moves a wait past a span without a server. If the clock was set back, its former time is meaningless, and the
 * wait is counted from the new one. */
static bool carry_over(void *context, int64_t from, int64_t to) {
    struct waiting *waiting = context;

    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++) {
        int64_t *since = &waiting->since[seat];

        if (*since == 0 || (*since >= to && from <= to))
            continue;
        *since = from <= to && *since <= from ? *since + (to - from) : to;
    }
    return true;
}

static int64_t later_wait(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* By the game's clock, which accounts for pauses, if there is one. */
static int64_t over_by_clock(const struct store_clock_seat *seat, const struct calendar *calendar) {
    int64_t left = CLOCK_WAITED_MS - (seat->allowance - seat->remaining);

    return seat->started_at == 0
               ? 0
               : calendar_stretch(calendar, seat->started_at, later_wait(left, 0));
}

static void find_end(struct waiting *waiting, const struct load *load, unsigned seat,
                     const struct store_calendar *row) {
    struct calendar calendar;

    calendar_open(&calendar, row);
    waiting->over_at[seat] = calendar_stretch(&calendar, waiting->since[seat], CLOCK_WAITED_MS);
    if (load->clock.runs)
        waiting->over_at[seat] =
            later_wait(waiting->over_at[seat], over_by_clock(&load->clock.seats[seat], &calendar));
    calendar_close(&calendar);
}

enum store_result waiting_find(struct waiting *waiting, const struct load *load) {
    const unsigned waited = play_waited(&load->game) & row_humans(&load->row);
    struct store_calendar calendars[STORE_SEATS_MAX];
    int64_t first = INT64_MAX;
    enum store_result result;

    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++) {
        waiting->over_at[seat] = waiting->since[seat] = 0;
        if (load->row.status != STORE_GAME_ACTIVE || !(waited >> seat & 1))
            continue;
        /* The log does not tell who is asked ahead. */
        waiting->since[seat] = waiting->noted[seat] != 0 ? waiting->noted[seat] : load->last_at;
        if (waiting->since[seat] < first)
            first = waiting->since[seat];
    }
    if (first == INT64_MAX)
        return STORE_OK;
    result = store_gaps(load->reader, first, carry_over, waiting);
    if (result == STORE_OK)
        result = store_calendars_of_game(load->reader, load->row.id, calendars);
    for (unsigned seat = 0; seat < STORE_SEATS_MAX && result == STORE_OK; seat++)
        if (waiting->since[seat] != 0)
            find_end(waiting, load, seat, &calendars[seat]);
    return result;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/clocks.h"

#include <stdio.h>
#include <string.h>

#include "db/clocks.h"
#include "service/actor/waker.h"
#include "service/game/load.h"
#include "service/game/play.h"
#include "service/time/clock.h"
#include "tests/support/check_main.h"

static const struct clock_choice {
    const char *text;
    int64_t turn, decision; /* 0: a bank */
} choices[CLOCKS] = {
    {"{\"turn\":86400,\"decision\":28800}", MONTH_DAY, 8 * MONTH_HOUR},
    {"{\"turn\":43200,\"decision\":14400}", 12 * MONTH_HOUR, 4 * MONTH_HOUR},
    {"{\"turn\":21600,\"decision\":3600,\"on_timeout\":\"bot\"}", 6 * MONTH_HOUR, MONTH_HOUR},
    {"{\"turn\":28800,\"decision\":7200}", 8 * MONTH_HOUR, 2 * MONTH_HOUR},
    {"{\"turn\":57600,\"on_timeout\":\"bot\",\"vote_after\":1}", 16 * MONTH_HOUR, 4 * MONTH_HOUR},
    {"{\"bank\":{\"start\":86400,\"increment\":7200,\"max\":172800}}", 0, 0},
};

const char *clocks_of(const struct month *month, const struct month_game *game) {
    (void)month;
    return choices[game->clock].text;
}

/* ---- calendars ---- */

/* People without a calendar: their clocks run day and night, so the time they had can be judged from the log alone. */
static bool has_calendar(const struct month *month, unsigned person) {
    return month->people[person].habit == MONTH_WEEKDAYS || person % 4 == 1;
}

struct signing {
    struct store_job job;
    int64_t account;
    struct store_calendar calendar;
};

static enum store_result run_signing(struct store_tx *tx, struct store_job *job) {
    const struct signing *signing = (const struct signing *)job;

    return store_calendar_set(tx, signing->account, &signing->calendar);
}

void clocks_sign_up(struct month_app *app, struct month_person *person) {
    struct signing signing = {.job.run = run_signing, .account = person->account};
    struct store_calendar *calendar = &signing.calendar;

    if (!has_calendar(app->month, (unsigned)(person - app->month->people)))
        return;
    snprintf(calendar->zone, sizeof calendar->zone, "%s", month_zones[person->zone].name);
    calendar->quiet_from = 22 * 60;
    calendar->quiet_to = 7 * 60;
    calendar->weekends_free = person->habit == MONTH_WEEKDAYS;
    MONTH_NEED(app->month, store_call(app->app->store, &signing.job) == STORE_OK, "no calendar");
}

/* ---- checking the log ---- */

struct wait {
    bool runs;
    bool turn; /* their own; otherwise a decision */
    int64_t number;
    int64_t since, spent;
    bool lost;
};

struct course {
    const struct month *month;
    const struct month_game *game;
    clocks_reminded *reminded;
    struct clocks_figures *figures;
    struct wait waits[MONTH_SEATS];
    unsigned left; /* seats that another player has taken over */
};

/* When a server that was down at AT, or was killed before it could act, was up again; AT if it was up. */
static int64_t up_again(const struct month *month, int64_t at) {
    for (unsigned i = 0; i < month->n_downs; i++)
        if (month->downs[i].from <= at + WAKER_TICK_MS && at <= month->downs[i].to)
            at = month->downs[i].to;
    return at;
}

static int64_t allowance(const struct course *course, const struct wait *wait) {
    const struct clock_choice *choice = &choices[course->game->clock];

    return wait->turn ? choice->turn : choice->decision;
}

/* If the game still waits for a player when most of their time is over, they must get exactly one reminder. */
static void judge_reminder(struct course *course, unsigned seat, int64_t deadline, int64_t at) {
    const struct wait *wait = &course->waits[seat];
    int64_t remind_at = deadline - allowance(course, wait) / CLOCK_REMIND_PART;

    if (wait->since >= remind_at || at <= up_again(course->month, remind_at))
        return;
    course->figures->reminded++;
    REQUIRE(course->reminded(course->month, course->game->people[seat], course->game->public_id,
                             deadline),
            "game %s: nobody reminded seat %u of %lld", course->game->public_id, seat,
            (long long)deadline);
}

/* The wait of a seat lasted until AT. */
static void judge(struct course *course, unsigned seat, const struct event *event, int64_t at) {
    struct wait *wait = &course->waits[seat];
    /* A turn can have exceeded its time while the server was down; it is then ended when its player is waited for
     * again. */
    int64_t left = allowance(course, wait) - wait->spent;
    int64_t deadline = wait->since + (left > 0 ? left : 0);
    bool timeout = event->by == BY_TIMEOUT && event->player == seat;
    bool stretched = has_calendar(course->month, course->game->people[seat]);
    int64_t late = at - up_again(course->month, deadline);

    if (!wait->runs || wait->lost)
        return;
    REQUIRE(!timeout || at >= deadline, "game %s: seat %u had %.1f minutes left at %lld",
            course->game->public_id, seat, (double)(deadline - at) / (double)MONTH_MINUTE,
            (long long)at);
    REQUIRE(stretched || late <= WAKER_TICK_MS,
            "game %s: the time of seat %u was over %.1f minutes before %lld",
            course->game->public_id, seat, (double)late / (double)MONTH_MINUTE, (long long)at);
    if (!stretched)
        judge_reminder(course, seat, deadline, at);
    if (!timeout)
        return;
    wait->lost = true;
    course->figures->timeouts++;
    if (!stretched && late > course->figures->latest)
        course->figures->latest = late;
}

static int64_t turn_of(const struct game *game) {
    return game->phase == PHASE_SETUP ? -1 - game->setup_done / 2 : (int64_t)game->turn;
}

/* Updates which players the game waits for. */
static void go_on(struct course *course, const struct game *game, unsigned seat,
                  const struct event *event, int64_t at) {
    struct wait *wait = &course->waits[seat];
    bool waited = game->phase != PHASE_FINISHED && (play_waited(game) >> seat & 1) != 0;
    const struct decision *decision = game_decision(game, seat);
    bool special = decision != NULL && decision->kind == DECIDE_SPECIAL_BUILD;
    bool turn = seat == game->active && !special;
    bool same = wait->number == turn_of(game) && wait->turn == turn &&
                (turn || (wait->runs && event->player != seat));

    if (wait->runs)
        wait->spent += at - wait->since;
    wait->since = at;
    wait->runs = waited;
    /* A turn that continues keeps its time while other players are asked. */
    if (same || (!waited && wait->turn && wait->number == turn_of(game)))
        return;
    *wait = (struct wait){.runs = waited, .turn = turn, .number = turn_of(game), .since = at};
    course->figures->waits += waited;
}

static bool follow(void *context, struct load *load, const struct game *before,
                   const struct event *event, int64_t at) {
    struct course *course = context;

    (void)before;
    if (event->type == EVENT_SEAT_CHANGED)
        course->left |= 1u << event->seat_changed.seat;
    for (unsigned seat = 0; seat < course->game->players; seat++) {
        if (course->game->people[seat] == MONTH_BOT || course->left >> seat & 1)
            continue;
        judge(course, seat, event, at);
        go_on(course, &load->game, seat, event, at);
    }
    return true;
}

void clocks_check(const struct month *month, const struct month_game *game,
                  struct store_reader *reader, clocks_reminded *reminded,
                  struct clocks_figures *figures) {
    static struct load load;
    struct course course = {.month = month, .game = game, .reminded = reminded, .figures = figures};

    if (choices[game->clock].turn == 0)
        return;
    ck_assert_int_eq(load_open_by_id(&load, reader, game->id), STORE_OK);
    ck_assert_int_eq(load_replay(&load, LOAD_LATEST, follow, &course), STORE_OK);
    load_end(&load);
}

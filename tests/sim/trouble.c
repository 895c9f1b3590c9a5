/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/trouble.h"

#include <unistd.h>

#include "tests/db/fault_vfs.h"

enum {
    STEPS_MIN = 60, /* of the simulation from one trouble to the next */
    STEPS_MAX = 1200,
    CHANGES_MAX = 8, /* of files, about as many as a move makes */
    SLEEP_MAX_MINUTES = 300,
    BACK_MAX_MS = 1000,
};

/* How frequent each is. */
static const unsigned shares[TROUBLE_KINDS] = {
    [TROUBLE_KILL] = 6,  [TROUBLE_CUT] = 3,  [TROUBLE_STOP] = 2,  [TROUBLE_FAIL] = 3,
    [TROUBLE_BREAK] = 3, [TROUBLE_FULL] = 3, [TROUBLE_SLEEP] = 2, [TROUBLE_BACK] = 2,
};

static struct trouble *current;

static enum trouble_kind draw_kind(struct random *random) {
    unsigned all = 0, kind = 0, at;

    for (unsigned i = 0; i < TROUBLE_KINDS; i++)
        all += shares[i];
    for (at = random_below(random, all); at >= shares[kind]; kind++)
        at -= shares[kind];
    return (enum trouble_kind)kind;
}

static void draw(struct trouble *trouble, uint64_t step) {
    trouble->kind = draw_kind(&trouble->random);
    trouble->step = step + STEPS_MIN + random_below(&trouble->random, STEPS_MAX - STEPS_MIN);
    trouble->change = 1 + (long)random_below(&trouble->random, CHANGES_MAX);
    trouble->armed = false;
}

void trouble_begin(struct trouble *trouble, uint64_t seed) {
    *trouble = (struct trouble){.random = random_seeded(seed)};
    draw(trouble, 0);
}

void trouble_next(struct trouble *trouble, const struct month *month) {
    trouble->count[trouble->kind]++;
    draw(trouble, month->steps);
}

void trouble_install(struct trouble *trouble, atomic_int *cut) {
    current = trouble;
    current->cut = cut;
    trouble->armed = false;
    fault_install();
    fault_arm(FAULT_IO, 0, false);
}

static bool comes(const struct month_app *app) {
    return app->month->ready && app->month->steps >= current->step;
}

static enum store_result run_nothing(struct store_tx *tx, struct store_job *job) {
    (void)tx, (void)job;
    return STORE_CONFLICT;
}

/* Waits until the writer has finished its work after the responses: a checkpoint could meet the fault meant for the
 * next write, depending on how busy the machine is. */
static void wait_for_writer(const struct month_app *app) {
    struct store_job nothing = {.run = run_nothing};

    (void)store_call(app->app->store, &nothing);
}

void trouble_before_write(struct month_app *app) {
    static const enum fault_kind kinds[TROUBLE_KINDS] = {[TROUBLE_KILL] = FAULT_KILL,
                                                         [TROUBLE_FAIL] = FAULT_IO,
                                                         [TROUBLE_BREAK] = FAULT_IO,
                                                         [TROUBLE_FULL] = FAULT_FULL};
    bool lasts = current->kind == TROUBLE_BREAK || current->kind == TROUBLE_FULL;

    current->armed =
        comes(app) && (lasts || current->kind == TROUBLE_KILL || current->kind == TROUBLE_FAIL);
    if (!current->armed)
        return;
    wait_for_writer(app);
    fault_arm(kinds[current->kind], current->change, lasts);
}

bool trouble_after_write(struct month_app *app) {
    bool hit;

    if (!current->armed)
        return false;
    wait_for_writer(app);
    hit = fault_hit();
    fault_arm(FAULT_IO, 0, false);
    current->armed = false;
    if (hit)
        trouble_next(current, app->month);
    else
        current->change = 1 + current->change / 2; /* there were fewer changes than that */
    return hit;
}

void trouble_moment(struct month_app *app) {
    struct month *month = app->month;

    if (!comes(app))
        return;
    switch (current->kind) {
    case TROUBLE_CUT: *current->cut = getpid(); return; /* the parent draws the next one */
    case TROUBLE_STOP: month->stop = true; return;
    case TROUBLE_SLEEP:
        month_down_for(month,
                       (1 + random_below(&current->random, SLEEP_MAX_MINUTES)) * MONTH_MINUTE);
        break;
    case TROUBLE_BACK: month->now -= random_below(&current->random, BACK_MAX_MS); break;
    default: return;
    }
    trouble_next(current, month);
}

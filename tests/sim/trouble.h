/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_TROUBLE_H
#define TESTS_SIM_TROUBLE_H

#include <stdatomic.h>

#include "tests/support/month.h"

/*
 * The faults of a simulated month, one after the other, drawn from a seed: when, and at which change of a file. They
 * are in memory that the program's process shares with its parent, because they outlive a killed program.
 */
enum trouble_kind {
    TROUBLE_KILL,  /* the program is killed in the middle of a change of a file */
    TROUBLE_CUT,   /* the program is killed when a webhook was received but not answered yet */
    TROUBLE_STOP,  /* the program is asked to end */
    TROUBLE_FAIL,  /* one change of a file fails */
    TROUBLE_BREAK, /* all changes fail while a person's move is written */
    TROUBLE_FULL,  /* the disk is full for the same time */
    TROUBLE_SLEEP, /* the clock jumps ahead by minutes or hours */
    TROUBLE_BACK,  /* the clock is set back by a second or less */
    TROUBLE_KINDS
};

struct trouble {
    struct random random;
    enum trouble_kind kind; /* of the next one */
    uint64_t step;          /* the month's step from which on it is due */
    long change;            /* the change of a file that it hits, from 1 */
    bool armed;
    atomic_int *cut;               /* the listener's */
    unsigned count[TROUBLE_KINDS]; /* of those so far */
};

void trouble_begin(struct trouble *trouble, uint64_t seed);
/* The current one is over: draws the next. */
void trouble_next(struct trouble *trouble, const struct month *month);

/* In the program's process, before its database is opened. The hooks of the month are then for trouble_before_write,
 * trouble_after_write and trouble_moment; there is one trouble per process. CUT is the listener's. */
void trouble_install(struct trouble *trouble, atomic_int *cut);
void trouble_before_write(struct month_app *app);
bool trouble_after_write(struct month_app *app);
void trouble_moment(struct month_app *app);

#endif

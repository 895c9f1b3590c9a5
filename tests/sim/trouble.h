/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_TROUBLE_H
#define TESTS_SIM_TROUBLE_H

#include <stdatomic.h>

#include "tests/support/month.h"

/*
 * What goes wrong in a simulated month, one thing after the other, drawn from a seed: when, and at which
 * change of a file. It lies in memory that the program's process shares with its parent, for it outlives a
 * program that is killed.
 */
enum trouble_kind {
    TROUBLE_KILL,  /* the program is killed in the middle of a change of a file */
    TROUBLE_CUT,   /* the program is killed when a webhook has heard, and has not answered yet */
    TROUBLE_STOP,  /* it is asked to end */
    TROUBLE_FAIL,  /* one change of a file fails */
    TROUBLE_BREAK, /* all of them fail while somebody's move is written */
    TROUBLE_FULL,  /* the disk is full for as long */
    TROUBLE_SLEEP, /* the clock jumps ahead by minutes or hours */
    TROUBLE_BACK,  /* the clock is set back by a second or less */
    TROUBLE_KINDS
};

struct trouble {
    struct random random;
    enum trouble_kind kind; /* of the next one */
    uint64_t step;          /* of the month from which on it comes */
    long change;            /* the change of a file that is struck, from 1 on */
    bool armed;
    atomic_int *cut;               /* the listener's */
    unsigned count[TROUBLE_KINDS]; /* of those that came */
};

void trouble_begin(struct trouble *trouble, uint64_t seed);
/* The one that was to come has come: draws the next. */
void trouble_next(struct trouble *trouble, const struct month *month);

/* In the program's process, before its database is opened. The hooks of the month are then for
 * trouble_before_write, trouble_after_write and trouble_moment; there is one trouble in a process. CUT is the listener's. */
void trouble_install(struct trouble *trouble, atomic_int *cut);
void trouble_before_write(struct month_app *app);
bool trouble_after_write(struct month_app *app);
void trouble_moment(struct month_app *app);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_FAULT_POINTS_H
#define TESTS_FAULT_POINTS_H

#include <stdbool.h>

/*
 * Faults of the environment, one by one. The programs of this folder are linked so that calls of the C library by the
 * project, SQLite, jansson, libmicrohttpd and libcurl go through here, and so does each step of the project's
 * statements. Other libraries are left out: they end the program when memory runs out.
 */
enum point {
    POINT_MEMORY,         /* an allocation by the project, or by jansson */
    POINT_LIBRARY_MEMORY, /* by SQLite, libmicrohttpd or libcurl */
    POINT_STEP,           /* a step of a statement: the disk is broken, or full */
    POINT_READ,           /* of a file */
    POINT_WRITE,          /* of a file, or its truncation; half of the data is written */
    POINT_FLUSH,          /* of a file */
    POINT_OPEN,           /* a file is opened, renamed, linked or removed */
    POINT_SOCKET,         /* a socket is made, connected or accepted */
    POINT_SEND,           /* something is sent */
    POINT_RECV,           /* something is received, or waited for */
    POINTS,
};
extern const char *const point_names[POINTS];

/* From now on point NTH of this kind (1: the next) fails, and with FOR_EVER all later ones; in any thread except spared
 * ones. 0: none fails, but they are counted. */
void points_fail(enum point kind, unsigned nth, bool for_ever);

/* Ends faults and counting. */
void points_rest(void);

/* How many points of that kind were met since points_fail, and whether one has failed. */
unsigned points_met(void);
bool points_failed(void);

/*
 * Counts as points_fail(KIND, 0, false) does, and records the places of the points: two points have the same place if
 * the innermost PLACE_DEPTH calls are the same. It takes some microseconds per point.
 */
enum { PLACE_DEPTH = 24 };
void points_survey(enum point kind);

/* How many places the last survey found. */
unsigned points_places(void);

/* Like points_fail, but the failing point is the first one at PLACE (from 0) of the last survey that is met at most an
 * eighth earlier than it was then: a path need not be the same each time. */
void points_fail_place(enum point kind, unsigned place, bool for_ever);

/* Spares the calling thread, or ends that. */
void points_spare(bool spared);

/* Blocks that the project and jansson have allocated and not freed yet. */
long points_live(void);

#endif

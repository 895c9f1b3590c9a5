/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_FAULT_POINTS_H
#define TESTS_FAULT_POINTS_H

#include <stdbool.h>

/*
 * The world's faults, one by one. The programs of this folder are linked so that what the project, SQLite,
 * jansson, libmicrohttpd and libcurl ask of the C library goes through here, and each step of the
 * project's statements. The other libraries are spared: they end the program where memory runs out.
 */
enum point {
    POINT_MEMORY,         /* an allocation of the project, or of jansson */
    POINT_LIBRARY_MEMORY, /* of SQLite, libmicrohttpd or libcurl */
    POINT_STEP,           /* a step of a statement: the disk is broken, or full */
    POINT_READ,           /* of a file */
    POINT_WRITE,          /* of a file, or its truncation; half of what is written reaches it */
    POINT_FLUSH,          /* of a file */
    POINT_OPEN,           /* a file is opened, renamed, linked or removed */
    POINT_SOCKET,         /* a socket is made, connected or accepted */
    POINT_SEND,           /* something is sent */
    POINT_RECV,           /* something is received, or waited for */
    POINTS,
};
extern const char *const point_names[POINTS];

/* From now on point NTH of this kind (1: the next) fails, and with FOR_EVER all after it; in any thread
 * but those that are spared. 0: none fails, but they are counted. */
void points_fail(enum point kind, unsigned nth, bool for_ever);

/* Nothing fails, and nothing is counted. */
void points_rest(void);

/* How many points of that kind were met since points_fail, and whether one has failed. */
unsigned points_met(void);
bool points_failed(void);

/*
 * Counts as points_fail(KIND, 0, false) does, and notes the places of the points: two points are at one place when
 * the innermost PLACE_DEPTH calls that lead to them are the same. It takes some microseconds a point.
 */
enum { PLACE_DEPTH = 24 };
void points_survey(enum point kind);

/* How many places the last survey found. */
unsigned points_places(void);

/* The same as points_fail, and the point that fails is the first one at PLACE (from 0) of the last survey that is
 * met no more than an eighth sooner than it was then: a path need not go the same way each time. */
void points_fail_place(enum point kind, unsigned place, bool for_ever);

/* Spares the calling thread, or no longer. */
void points_spare(bool spared);

/* Blocks that the project and jansson have allocated and not freed yet. */
long points_live(void);

#endif

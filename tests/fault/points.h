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

/* Spares the calling thread, or no longer. */
void points_spare(bool spared);

/* Blocks that the project and jansson have allocated and not freed yet. */
long points_live(void);

#endif

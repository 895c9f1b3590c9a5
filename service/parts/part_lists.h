/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PARTS_PART_LISTS_H
#define SERVICE_PARTS_PART_LISTS_H

#include "service/parts/part_document.h"

/*
 * Carrying out players' lists in their parts (service/game/parts.h): the next possible build of an answer or a
 * plan, at last the end of the part. Impossible builds of an answer are skipped and shown to its owner; a plan
 * keeps them. The items used up are noted while moves are judged, and written with them.
 */

/* The items used up of a seat's lists; sets of places in them. */
struct part_use {
    int64_t revision; /* of the setting */
    bool answered;    /* the answer has been carried out to its end */
    uint16_t plan_made, answer_made, answer_skipped;
};

/* What the server does next in a part. */
struct part_next {
    bool due; /* otherwise there is nothing: the game waits for somebody, or nobody has a part */
    unsigned seat;
    struct action action;
    bool counts; /* a build, or the answer to its question; not the end of the part */
    /* its place in a list */
    bool listed;
    enum part_step list;
    unsigned place;
    struct outcome outcome; /* the given parts of its outcome */
    uint8_t given;
};

/* Finds what is due in the state GAME, given what USES says is used up already, and notes what is skipped before
 * it. */
enum store_result part_next_find(const struct part_ground *ground, const struct game *game,
                                 struct part_use uses[SEAT_MAX], struct part_next *next);

/* Notes that it was MADE, or skipped, if it is from a list. */
void part_next_note(const struct part_next *next, bool made, struct part_use uses[SEAT_MAX]);

/* Removes the used-up items from the setting. False: it cannot be read. */
bool part_use_take(const struct part_use *use, struct store_part_setting *setting);

/* In a job: writes all settings without the used-up items; FRESH (may be NULL) replaces its stored one.
 * STORE_CONFLICT: one has changed since it was judged. */
enum store_result part_uses_write(struct store_tx *tx, int64_t game,
                                  const struct part_use uses[SEAT_MAX],
                                  const struct store_part_setting *fresh);

#endif

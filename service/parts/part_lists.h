/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PARTS_PART_LISTS_H
#define SERVICE_PARTS_PART_LISTS_H

#include "service/parts/part_document.h"

/*
 * How the lists of players are carried out in their parts (parts.h): the next build of an answer or a plan
 * that can be made, then the end of the part. An answer's other builds are skipped and shown to its owner, a plan
 * keeps them. What is used up of the lists is noted while moves are judged, and written with them.
 */

/* What has been used up of a seat's lists; the sets are of places in them. */
struct part_use {
    int64_t revision; /* of the setting */
    bool answered;    /* the answer has been carried out to its end */
    uint16_t plan_made, answer_made, answer_skipped;
};

/* What the server does next in a part. */
struct part_next {
    bool due; /* else nothing: somebody is waited for, or nobody has a part */
    unsigned seat;
    struct action action;
    bool counts; /* it is a build, or answers what one has asked, and no end of the part */
    /* where it stands in a list */
    bool listed;
    enum part_step list;
    unsigned place;
    struct outcome outcome; /* what is given of what comes of it */
    uint8_t given;
};

/* Finds what is due in the state GAME, USES of its lists being gone already, and notes what is skipped before it. */
enum store_result part_next_find(const struct part_ground *ground, const struct game *game,
                                 struct part_use uses[SEAT_MAX], struct part_next *next);

/* Notes what has become of it, where it stands in a list: it has been MADE, or skipped. */
void part_next_note(const struct part_next *next, bool made, struct part_use uses[SEAT_MAX]);

/* The setting without what has been used up of it. False: it cannot be read. */
bool part_use_take(const struct part_use *use, struct store_part_setting *setting);

/* In a job: writes all settings without what has been used up, and that which is FRESH (NULL: none) instead of the
 * stored one. STORE_CONFLICT: one is not that which was judged. */
enum store_result part_uses_write(struct store_tx *tx, int64_t game,
                                  const struct part_use uses[SEAT_MAX],
                                  const struct store_part_setting *fresh);

#endif

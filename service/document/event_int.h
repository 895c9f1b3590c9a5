/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Shared between writing and reading events. */
#ifndef SERVICE_DOCUMENT_EVENT_INT_H
#define SERVICE_DOCUMENT_EVENT_INT_H

#include "service/document/members.h"

#include "engine/action.h"

extern const char *const chance_names[2]; /* indexed by whether the outcome was drawn */

/* Where a part of an outcome is in an event's document. */
struct outcome_pointer {
    uint8_t part; /* enum outcome_part */
    const char *pointer;
};

/* Indexes into outcome_pointers: the cards of a roll are at OUTCOME_LOST in games with a fleet, at
 * OUTCOME_DRAWS in others. */
enum { OUTCOME_POINTERS = 6, OUTCOME_DRAWS = 4, OUTCOME_LOST };
extern const struct outcome_pointer outcome_pointers[OUTCOME_POINTERS];

/* The members that events of TYPE have besides the common ones, *N rows of struct event; none for
 * actions. */
const struct member *event_own_members(unsigned type, size_t *n);

#endif

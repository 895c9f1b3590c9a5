/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What writing and reading events share. */
#ifndef SERVICE_DOCUMENT_EVENT_INT_H
#define SERVICE_DOCUMENT_EVENT_INT_H

#include "service/document/members.h"

#include "engine/action.h"

extern const char *const chance_names[2]; /* by whether the outcome was drawn */

/* Where a part of an outcome stands in an event's document. */
struct outcome_pointer {
    uint8_t part; /* enum outcome_part */
    const char *pointer;
};

/* Cards of a roll stand in the last one where a fleet sails, in the one before elsewhere. */
enum { OUTCOME_POINTERS = 6, OUTCOME_DRAWS = 4, OUTCOME_LOST };
extern const struct outcome_pointer outcome_pointers[OUTCOME_POINTERS];

/* What an event of TYPE says besides what all have, *N rows of struct event; actions nothing. */
const struct member *event_own_members(unsigned type, size_t *n);

#endif

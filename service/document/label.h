/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_LABEL_H
#define SERVICE_DOCUMENT_LABEL_H

#include <stddef.h>

#include "engine/limits.h"

/* What a document calls a seat. The engine knows seats by number only. */
struct seat_label {
    const char *name;  /* NULL: null (nobody sits there, or a neutral color) */
    const char *color; /* NULL: the color that belongs to the seat's number, seat_colors */
};

/* The color of each seat unless a game says otherwise. */
extern const char *const seat_colors[SEAT_MAX];

/* The color of a seat, in lower case. LABELS may be NULL: each seat has the color of its number. */
static inline const char *seat_color(const struct seat_label *labels, unsigned seat) {
    return labels != NULL && labels[seat].color != NULL ? labels[seat].color : seat_colors[seat];
}

#endif

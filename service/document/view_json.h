/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The view of a game as a document (openapi.yaml). */
#ifndef SERVICE_DOCUMENT_VIEW_JSON_H
#define SERVICE_DOCUMENT_VIEW_JSON_H

#include "engine/game.h"
#include "service/document/label.h"

struct writer;

/* What a view contains besides the state. */
struct view_head {
    const char *game;   /* id; NULL leaves out `game` and `status` (a record's position) */
    const char *status; /* "open", "active", … */
    const struct seat_label *labels; /* rules.colors entries */
    const int64_t *deadlines;        /* by seat; NULL if there is no clock */
};

/* Writes *VIEW, which game_view made for VIEWER: this function hides nothing itself, it only writes
 * blanks as null. For VIEWER_ALL the document is also a position (position.h). */
void view_write(struct writer *w, const struct setup *setup, const struct game *view,
                unsigned viewer, const struct view_head *head);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a game waits for and what it still has to do, as documents (openapi.yaml): decisions,
 * the agenda, and answers given already. */
#ifndef SERVICE_DOCUMENT_CHAIN_JSON_H
#define SERVICE_DOCUMENT_CHAIN_JSON_H

#include "engine/game.h"

struct writer;

/* The array of decisions not answered yet. Cards that somebody is shown are written for
 * them as VIEWER, or for VIEWER_ALL. DEADLINES are the seats', 0 where none runs; NULL in a game without
 * a clock. */
void waiting_for_write(struct writer *w, const struct setup *setup, const struct game *view,
                       unsigned viewer, const int64_t *deadlines);

void agenda_write(struct writer *w, const struct game *view);

/* The answers that game_view left. */
void answers_write(struct writer *w, const struct game *view);

/* ---- what the steps of an agenda say ---- */

enum step_type {
    STEP_MEMBER_END,
    STEP_NUMBER, /* from min to max */
    STEP_SEAT,
    STEP_SEATS, /* set of seats, one at least */
    STEP_SEATS_OR_NONE,
    STEP_PIECE, /* road or settlement */
    STEP_WINDOW,
    STEP_VERTEX,
    STEP_VERTEX_OR_NULL,
    STEP_LEVELS, /* set of ranks, one at least */
    STEP_FLAG,
    STEP_RESOURCE,
    STEP_HARBOR,         /* its kind */
    STEP_HARBOR_OR_NONE, /* 1 + its kind; left out: 0 */
};

struct step_member {
    const char *name;
    uint8_t type;   /* enum step_type */
    uint8_t offset; /* within struct agenda_item */
    uint8_t min, max;
};

enum { STEP_MEMBERS_MAX = 3 };

/* Members beside `step`, up to STEP_MEMBER_END or the end of the row. */
extern const struct step_member step_members[AGENDA_STEP_COUNT][STEP_MEMBERS_MAX];

/* The action that answers the step the game rests at, where several may owe an answer at once;
 * ACTION_NONE where nobody does. */
enum action_type answer_type(const struct game *game);

/* Answer of SEAT, to be read as an action of answer_type; false when none has been given. */
bool answer_get(const struct game *game, unsigned seat, struct action *action);

#endif

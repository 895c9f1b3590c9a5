/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the files that make sentences share. */
#ifndef SERVICE_WORDS_TALE_H
#define SERVICE_WORDS_TALE_H

#include "service/words/sentence.h"

/* One event on its way to be a sentence. Everything a viewer may not know is found in HIDDEN and left
 * out of EFFECTS; of BEFORE and AFTER only what lies open on the table may be looked at. */
struct tale {
    struct buffer *out;
    const struct sentence *to;
    const struct game *before, *after;
    const struct event *event;
    unsigned hidden; /* bits of enum hidden_part */
    size_t n_effects;
    struct effect effects[SEAT_MAX];
    unsigned clauses; /* said so far */
};

/* Begins the next clause: ": " behind the first, then "; ". */
void tale_clause(struct tale *tale);
void tale_seat(const struct tale *tale, unsigned seat);
void tale_seats(const struct tale *tale, unsigned seats);
/* "road_building" as "Road Building". */
void tale_title(const struct tale *tale, const char *name);

/* Says what the player did where that is more than the fields of his action, or less, because some of
 * them are hidden. False where the table of patterns says it. (tale.c) */
bool tale_told(struct tale *tale);
/* From whom a card was stolen, and which, for those who may know. */
void tale_theft(struct tale *tale);
/* Who got and lost what, where the action does not say so itself. */
void tale_effects(struct tale *tale);
/* What else has changed on the table: prizes, cities lost, whose turn it is. (changes.c) */
void tale_changes(struct tale *tale);
/* The server's own events. (changes.c) */
void tale_own(struct tale *tale);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the files that make sentences share. */
#ifndef SERVICE_WORDS_NARRATION_H
#define SERVICE_WORDS_NARRATION_H

#include "service/words/sentence.h"

/* One event on its way to be a sentence. Everything a viewer may not know is found in HIDDEN and left
 * out of EFFECTS; of BEFORE and AFTER only what lies open on the table may be looked at. */
struct narration {
    struct buffer *out;
    const struct sentence *to;
    const struct game *before, *after;
    const struct event *event;
    unsigned hidden; /* bits of enum hidden_part */
    size_t n_effects;
    struct effect effects[SEAT_MAX];
    unsigned clauses; /* said so far */
};

/* A text in each language, side by side: the one of the sentence. */
_Static_assert(LANGUAGES == 2, "SAID has a text for each");
#define SAID(narration, english, german)                                                           \
    ((narration)->to->language == LANGUAGE_GERMAN ? (german) : (english))

void narrate_text(const struct narration *narration, const char *text);
/* Begins the next clause: ": " behind the first, then "; ". */
void narrate_clause(struct narration *narration);
void narrate_seat(const struct narration *narration, unsigned seat);
void narrate_seats(const struct narration *narration, unsigned seats);
/* "road_building" as "Road Building". */
void narrate_title(const struct narration *narration, const char *name);
/* "2 wool + 1 ore". */
void narrate_hand(const struct narration *narration, struct cards cards);

/* Says what the player did where that is more than the fields of the action, or less, because some of
 * them are hidden. False where the table of patterns says it. (narration.c) */
bool narrate_special(struct narration *narration);
/* From whom a card was stolen, and which, for those who may know. */
void narrate_theft(struct narration *narration);
/* Who got and lost what, where the action does not say so itself. */
void narrate_effects(struct narration *narration);
/* What else has changed on the table: prizes, cities lost, whose turn it is. (changes.c) */
void narrate_changes(struct narration *narration);
/* The server's own events. (changes.c) */
void narrate_own(struct narration *narration);

#endif

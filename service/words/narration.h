/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Shared among the files that make sentences. A sentence consists of one or more clauses, each a text of the
 * catalogues' section `said`. */
#ifndef SERVICE_WORDS_NARRATION_H
#define SERVICE_WORDS_NARRATION_H

#include "service/words/sentence.h"

/* An event being turned into a sentence. Everything that the viewer may not know is in HIDDEN and
 * missing from EFFECTS; of BEFORE and AFTER only public parts may be used. */
struct narration {
    struct buffer *out;           /* the sentence, its spans marked if requested */
    struct sentence_spans *spans; /* NULL: not requested */
    const struct sentence *to;
    const struct game *before, *after;
    const struct event *event;
    unsigned hidden; /* bits of enum hidden_part */
    size_t n_effects;
    struct effect effects[SEAT_MAX];
    unsigned clauses;     /* written so far */
    size_t clause;        /* where the last clause begins in OUT */
    struct buffer pieces; /* arguments of the next clause: consecutive strings */
    bool marks;           /* the current piece is marked */
};

/* Appends a clause: joined by said.follows if it is the second, by said.follows_more if later. Frees its
 * pieces. */
void narrate(struct narration *narration, enum text text, const char *const *args, size_t count);
#define NARRATE(narration, text, ...) narrate(narration, text, TEXT_ARGS(__VA_ARGS__))

/* Wraps the last clause in a text that continues it, as argument `what`. */
void narrate_on(struct narration *narration, enum text text);

/* Begins a piece that is a span of the sentence, and ends it: the text between is what is written to PIECES. */
size_t piece_begin(struct narration *narration, struct sentence_span span);
const char *piece_end(struct narration *narration, size_t at);

/* Pieces of the next clause: each is a span of the sentence, wherever the language puts it. */
const char *piece_number(struct narration *narration, unsigned number);
/* A number that identifies something: an offer, an event, a hex, a vertex. */
const char *piece_named(struct narration *narration, enum span_type type, unsigned number);
/* A text of the catalogues that names a thing. */
const char *piece_term(struct narration *narration, enum span_type type, unsigned value,
                       const char *term);
const char *piece_seat(struct narration *narration, unsigned seat);
/* The subject at the start of a sentence: "Red", "You", "Rot hat". */
const char *piece_subject(struct narration *narration, unsigned seat);
const char *piece_seats(struct narration *narration, unsigned seats);     /* "Red, Blue" */
const char *piece_cards(struct narration *narration, struct cards cards); /* "2 wool + 1 ore" */
/* All cards that SEAT held at the end, as they are laid open; NULL: none. */
const char *piece_revealed(struct narration *narration, unsigned seat);
const char *piece_count(struct narration *narration, unsigned count); /* "3 cards" */
const char *piece_edge(struct narration *narration, unsigned edge);   /* "at 14-19" */
const char *piece_hex(struct narration *narration, unsigned hex);     /* "hex 7" */
/* An offer by its number: "Red's offer (1 wool for 1 ore)". */
const char *piece_offer(struct narration *narration, uint32_t id);

/* Whether the sentence addresses this seat's player as "you". */
bool reads_as_you(const struct narration *narration, unsigned seat);
/* The text, or its form that addresses the reader (`text.you`) if SEAT is theirs. */
enum text text_about(const struct narration *narration, enum text text, unsigned seat);

/* Narrates actions that the text with the action's name cannot, because fields are hidden or do not
 * tell everything. False for all others. (narration.c) */
bool narrate_special(struct narration *narration);
/* Whether the action steals a card, which its own text tells. */
bool narration_steals(const struct narration *narration);
/* The stolen card as far as the viewer may know it: "1 ore", "a card". */
const char *piece_stolen(struct narration *narration);
/* The offer with that number before the event; NULL if there is none. */
const struct offer *narration_offer(const struct narration *narration, uint32_t id);
/* Narrates who got and lost what, unless the action's text tells it. */
void narrate_effects(struct narration *narration);
/* Narrates other changes on the table: prizes, lost cities, the next turn. (changes.c) */
void narrate_changes(struct narration *narration);
/* The server's own events. (changes.c) */
void narrate_own(struct narration *narration);

#endif

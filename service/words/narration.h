/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the files that make sentences share. A sentence is one clause or several, each a text of the catalogues'
 * section `said`. */
#ifndef SERVICE_WORDS_NARRATION_H
#define SERVICE_WORDS_NARRATION_H

#include "service/words/sentence.h"

/* One event on its way to be a sentence. Everything a viewer may not know is found in HIDDEN and left
 * out of EFFECTS; of BEFORE and AFTER only what lies open on the table may be looked at. */
struct narration {
    struct buffer *out;           /* the sentence, with its spans marked where they are asked for */
    struct sentence_spans *spans; /* NULL: they are not */
    const struct sentence *to;
    const struct game *before, *after;
    const struct event *event;
    unsigned hidden; /* bits of enum hidden_part */
    size_t n_effects;
    struct effect effects[SEAT_MAX];
    unsigned clauses;     /* said so far */
    size_t clause;        /* where in OUT the last of them begins */
    struct buffer pieces; /* what the next clause is filled with, strings one behind the other */
    bool marks;           /* the piece that is being written is marked */
};

/* Appends a clause: said.follows is before the second one, said.follows_more before others. Its pieces are gone then. */
void narrate(struct narration *narration, enum text text, const char *const *args, size_t count);
#define NARRATE(narration, text, ...) narrate(narration, text, TEXT_ARGS(__VA_ARGS__))

/* Puts the last clause into a text that goes on with it: its argument `what`. */
void narrate_on(struct narration *narration, enum text text);

/* Begins a piece that is a span of the sentence, and ends it: what is written to PIECES in between is its text. */
size_t piece_begin(struct narration *narration, struct sentence_span span);
const char *piece_end(struct narration *narration, size_t at);

/* Pieces of the next clause: each is a span of the sentence, wherever a language puts it. */
const char *piece_number(struct narration *narration, unsigned number);
/* A number that names something: an offer, an event, a hex, a vertex. */
const char *piece_named(struct narration *narration, enum span_type type, unsigned number);
/* A text of the catalogues that names something. */
const char *piece_term(struct narration *narration, enum span_type type, unsigned value,
                       const char *term);
const char *piece_seat(struct narration *narration, unsigned seat);
/* Who has done something, at the head of a sentence: "Red", "You", "Rot hat". */
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

/* Whether the sentence is read by this seat's player, who is called "you". */
bool reads_as_you(const struct narration *narration, unsigned seat);
/* The text, or its form about the reader (`text.you`) where SEAT is theirs. */
enum text text_about(const struct narration *narration, enum text text, unsigned seat);

/* Says what the player did where that is more than the fields of the action, or less, because some of
 * them are hidden. False where the text by the action's name says it. (narration.c) */
bool narrate_special(struct narration *narration);
/* Whether the action takes a card from a player, which its own text says. */
bool narration_steals(const struct narration *narration);
/* What was stolen, as far as the viewer may know it: "1 ore", "a card". */
const char *piece_stolen(struct narration *narration);
/* The offer with that number before the event; NULL where there is none. */
const struct offer *narration_offer(const struct narration *narration, uint32_t id);
/* Who got and lost what, where the action does not say so itself. */
void narrate_effects(struct narration *narration);
/* What else has changed on the table: prizes, cities lost, whose turn it is. (changes.c) */
void narrate_changes(struct narration *narration);
/* The server's own events. (changes.c) */
void narrate_own(struct narration *narration);

#endif

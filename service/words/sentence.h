/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Events as sentences, as a viewer may see them: "Red rolled 7 (4 + 3).", "You built a road at 14-19.". They are
 * made from what event_hidden and event_effects leave, so nothing hidden can appear. */
#ifndef SERVICE_WORDS_SENTENCE_H
#define SERVICE_WORDS_SENTENCE_H

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/base/language.h"
#include "service/document/label.h"

enum { SENTENCE_MAX = 1024 }; /* bytes of one sentence at most */

struct sentence {
    const struct setup *setup;
    const struct seat_label *labels; /* rules.colors entries */
    unsigned viewer;                 /* a seat, VIEWER_NOBODY or VIEWER_ALL */
    bool over;                       /* the game of the whole log is over: delegated moves are told
                                      * as such */
    const int64_t *deadlines;        /* by seat, for pending decisions; NULL: not shown */
    const char *zone;                /* of the IANA database, for deadlines; NULL or "": UTC */
    enum language language;
    bool names; /* players are called by name, neutral ones by color */
    bool you;   /* only the viewer reads it, and is called "you" */
};

/* What a part of a sentence names, for programs that show it as a link, a face or cards. */
enum span_type {
    SPAN_PLAYER, /* value: the seat */
    SPAN_HEX,    /* value: its number, as for the two below; "hex 7" */
    SPAN_VERTEX,
    SPAN_EDGE,     /* the words include the preposition: "at 14-19" */
    SPAN_CARDS,    /* cards: which */
    SPAN_COUNT,    /* value: number of cards of unknown kinds */
    SPAN_KIND,     /* value: enum kind */
    SPAN_DEV,      /* value: enum dev_card */
    SPAN_PROGRESS, /* value: enum progress_card */
    SPAN_OFFER,    /* value: its number */
    SPAN_EVENT,    /* value: its number in the log */
    SPAN_NUMBER,   /* value: dice, points, steps */
};

enum { SENTENCE_SPANS_MAX = 100 /* further things named are plain text */ };
struct sentence_spans {
    unsigned count;
    struct sentence_span {
        size_t start, len; /* bytes of the sentence; in order, disjoint, not empty */
        enum span_type type;
        uint32_t value;
        struct cards cards;
    } spans[SENTENCE_SPANS_MAX];
};

/* Appends the sentence about EVENT, which led from BEFORE to AFTER (full states, never views),
 * without a line end. */
void sentence_write(struct buffer *out, const struct sentence *to, const struct game *before,
                    const struct game *after, const struct event *event);

/* The same, with its spans in *SPANS. */
void sentence_write_spans(struct buffer *out, struct sentence_spans *spans,
                          const struct sentence *to, const struct game *before,
                          const struct game *after, const struct event *event);

struct writer;

/* Writes the array of the parts of a sentence of SIZE bytes: joined, their texts are the sentence.
 * (parts.c) */
void sentence_parts(struct writer *w, const char *text, size_t size,
                    const struct sentence_spans *spans);

/* Appends what the game waits for SEAT to do, as VIEWER may know it: "Blue has to discard 4 cards".
 * DECISION is a pending one of the state. No full stop, no line end. */
void sentence_decision(struct buffer *out, const struct sentence *to,
                       const struct decision *decision);

/* Appends only the task, addressed to the player: "discard 4 cards", "4 Karten abgeben". */
void sentence_task(struct buffer *out, const struct sentence *to, const struct decision *decision);

/* Appends why a move is refused and, if DUE is not NULL, what its player has to decide first: "...: place a
 * road". */
void sentence_refusal(struct buffer *out, const struct sentence *to, enum reason reason,
                      const struct decision *due);

/* Appends everything that the game waits for as one sentence: "Waiting for Red to move the
 * robber.", or who won. With deadlines: "Waiting for Red to move the robber until 2026-03-01 18:00
 * UTC." */
void sentence_waiting(struct buffer *out, const struct sentence *to, const struct game *game);

/* Appends " until 2026-03-01 18:00 UTC", or the time in the zone with its name; nothing for 0. */
void sentence_until(struct buffer *out, const struct sentence *to, int64_t at);

/* The color of a seat, capitalized: "Red", or "Seat 3" if it is too long for SIZE. */
enum { SENTENCE_NAME_SIZE = 80 };
void sentence_color(struct buffer *out, enum language language, const struct seat_label *labels,
                    unsigned seat);

/* The name of a seat in a sentence; a color is capitalized. */
void sentence_seat(struct buffer *out, const struct sentence *to, unsigned seat);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Events in sentences, as one viewer may see them: "Red rolled 7 (4 + 3).", "You built a road at 14-19.". Made from what
 * event_hidden and event_effects leave, so nothing hidden can get into one. */
#ifndef SERVICE_WORDS_SENTENCE_H
#define SERVICE_WORDS_SENTENCE_H

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/base/language.h"
#include "service/document/label.h"

enum { SENTENCE_MAX = 1024 }; /* bytes of one sentence at most */

struct sentence {
    const struct setup *setup;
    const struct seat_label *labels; /* rules.colors of them */
    unsigned viewer;                 /* a seat, VIEWER_NOBODY or VIEWER_ALL */
    bool over;                       /* the whole log's game is over: what orders did is told */
    const int64_t *deadlines;        /* by seat, for what is waited for; NULL: none is told */
    const char *zone; /* of the IANA database, in which they are told; NULL or "": UTC */
    enum language language;
    bool names; /* players are called by their names, neutral ones by their colors */
    bool you;   /* the viewer alone reads it, and is called "you" */
};

/* What a stretch of a sentence names, for programs that show it otherwise: as a link, a face, cards. */
enum span_type {
    SPAN_PLAYER, /* value: the seat */
    SPAN_HEX,    /* value: its number, as of the two below; "hex 7" */
    SPAN_VERTEX,
    SPAN_EDGE,     /* its words say by themselves where it is: "at 14-19" */
    SPAN_CARDS,    /* cards: which */
    SPAN_COUNT,    /* value: how many cards, of which the kinds are not known */
    SPAN_KIND,     /* value: enum kind */
    SPAN_DEV,      /* value: enum dev_card */
    SPAN_PROGRESS, /* value: enum progress_card */
    SPAN_OFFER,    /* value: its number */
    SPAN_EVENT,    /* value: its number in the log */
    SPAN_NUMBER,   /* value: dice, points, steps */
};

enum { SENTENCE_SPANS_MAX = 100 /* what is named after them is text alone */ };
struct sentence_spans {
    unsigned count;
    struct sentence_span {
        size_t start, len; /* bytes of the sentence; one behind the other, never empty */
        enum span_type type;
        uint32_t value;
        struct cards cards;
    } spans[SENTENCE_SPANS_MAX];
};

/* Appends the sentence about EVENT, which led from BEFORE to AFTER (whole states, never views). No
 * line end. */
void sentence_write(struct buffer *out, const struct sentence *to, const struct game *before,
                    const struct game *after, const struct event *event);

/* The same, with what the sentence names in *SPANS. */
void sentence_write_spans(struct buffer *out, struct sentence_spans *spans,
                          const struct sentence *to, const struct game *before,
                          const struct game *after, const struct event *event);

struct writer;

/* The array of the parts of a sentence of SIZE bytes: together their texts are the sentence. (parts.c) */
void sentence_parts(struct writer *w, const char *text, size_t size,
                    const struct sentence_spans *spans);

/* Appends what SEAT is waited for, as VIEWER may know it: "Blue has to discard 4 cards". DECISION is
 * one of the state's pending ones. No full stop, no line end. */
void sentence_decision(struct buffer *out, const struct sentence *to,
                       const struct decision *decision);

/* Appends that alone, as it is said to the seat: "discard 4 cards", "4 Karten abgeben". */
void sentence_task(struct buffer *out, const struct sentence *to, const struct decision *decision);

/* Appends why a move is refused; with what its player has to decide first, where DUE is not NULL: "...: place
 * a road". */
void sentence_refusal(struct buffer *out, const struct sentence *to, enum reason reason,
                      const struct decision *due);

/* Appends all that is waited for as one sentence: "Waiting for Red to move the robber.", or who won.
 * Where there are deadlines: "Waiting for Red to move the robber until 2026-03-01 18:00 UTC." */
void sentence_waiting(struct buffer *out, const struct sentence *to, const struct game *game);

/* Appends " until 2026-03-01 18:00 UTC", or in the zone and with its name; nothing for 0. */
void sentence_until(struct buffer *out, const struct sentence *to, int64_t at);

/* The color of a seat, in English with a capital: "Red", or "Seat 3" where it would be too long. */
enum { SENTENCE_NAME_SIZE = 80 };
void sentence_color(struct buffer *out, enum language language, const struct seat_label *labels,
                    unsigned seat);

/* What a seat is called in a sentence, with a capital where it is a color. */
void sentence_seat(struct buffer *out, const struct sentence *to, unsigned seat);

#endif

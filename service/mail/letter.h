/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_LETTER_H
#define SERVICE_MAIL_LETTER_H

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/base/language.h"

/* The contents of a mail, written once and kept as plain text and as HTML. All texts are given plain and
 * escaped here. The HTML is limited to what mail programs support: tables, inline styles, and a few rules
 * for dark mode and narrow windows that may be ignored (tests/mail/support.mjs checks it against a
 * list). */
enum { LETTER_MAX = 256 << 10, LETTER_PREHEADER_SIZE = 200 };

struct letter {
    enum language language;
    char preheader[LETTER_PREHEADER_SIZE]; /* what mailboxes show after the subject */
    bool has_title, has_main;              /* whether the first title and the main button are
                                            * written */
    struct buffer text;
    struct buffer html;
    struct buffer foot; /* of the HTML, below the main table */
};

/* LANGUAGE and PREHEADER may be set at any time before letter_end. */
void letter_init(struct letter *letter);
/* Completes the letter. */
void letter_end(struct letter *letter);
void letter_free(struct letter *letter);

/* The text shown after the subject in mailboxes; only the first call counts. */
void letter_preheader(struct letter *letter, const char *text);
/* A short line above the title: what the mail is about. */
void letter_kicker(struct letter *letter, const char *text);
/* The first title is the mail's, later ones those of its parts. */
void letter_title(struct letter *letter, const char *text);
/* A rule before the part about another game. */
void letter_rule(struct letter *letter);
/* The heading of a section. */
void letter_heading(struct letter *letter, const char *text);
void letter_paragraph(struct letter *letter, const char *text);
/* A less prominent paragraph. */
void letter_note(struct letter *letter, const char *text);
/* Writes each line of SIZE bytes of TEXT on a line of its own; nothing for an empty text. */
void letter_lines(struct letter *letter, const char *text, size_t size);
/* The same as a quotation. */
void letter_quote(struct letter *letter, const char *text, size_t size);
/* A secret, to be copied. */
void letter_code(struct letter *letter, const char *text);
/* A button; the first in a mail is the main one. */
void letter_button(struct letter *letter, const char *label, const char *url);
/* A less prominent link. */
void letter_link(struct letter *letter, const char *label, const char *url);
/* The board's picture, only in the HTML; ALT describes it. */
void letter_picture(struct letter *letter, const char *url, const char *alt);
/* The same in characters, for the plain text alone. */
void letter_drawing(struct letter *letter, const char *text, size_t size);

/* Cards side by side. KIND determines the color; NONE: a card of another sort. */
struct letter_card {
    uint8_t kind;
    unsigned count;
    const char *name;
};
void letter_cards(struct letter *letter, const struct letter_card *cards, size_t count);

/* A row of the list of possible moves: the move, a link to it (NULL: none), and what is at its place,
 * as small signs colored by KIND. LABEL is shown in HTML, WORDS can be used in an answer. */
struct letter_sign {
    uint8_t kind;
    const char *text;
};
void letter_move(struct letter *letter, const char *label, const char *words, const char *url,
                 const struct letter_sign *signs, size_t count);
/* Ends a list of moves or standings, after its last row. */
void letter_moves_end(struct letter *letter);

/* A row of the final standings: color, rank, name, points; READER: it is the reader's. */
struct letter_paint {
    const char *ground, *edge; /* "#rrggbb" */
};
void letter_standing(struct letter *letter, const struct letter_paint *paint, const char *place,
                     const char *name, const char *points, bool reader);

/* A line of the footer. */
void letter_foot(struct letter *letter, const char *text);
void letter_foot_link(struct letter *letter, const char *label, const char *url);

#endif

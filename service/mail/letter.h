/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_LETTER_H
#define SERVICE_MAIL_LETTER_H

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/base/language.h"

/* What a mail says, written once and kept as plain text and as HTML. All texts are plain: they are escaped
 * here. The HTML is what mail programs understand: tables, inline styles, and a few rules for the dark and
 * for narrow windows that may be lost (tests/mail/support.mjs holds it to a list). */
enum { LETTER_MAX = 256 << 10, LETTER_PREHEADER_SIZE = 200 };

struct letter {
    enum language language;
    char preheader[LETTER_PREHEADER_SIZE]; /* what lists of mails show behind the subject */
    bool has_title, has_main;              /* the first title, the one main button are there */
    struct buffer text;
    struct buffer html;
    struct buffer foot; /* of the HTML, below the sheet */
};

/* LANGUAGE and PREHEADER may be set at any time before letter_end. */
void letter_init(struct letter *letter);
/* Nothing more comes. */
void letter_end(struct letter *letter);
void letter_free(struct letter *letter);

/* What lists show behind the subject; the first call counts. */
void letter_preheader(struct letter *letter, const char *text);
/* What it is about, above the title. */
void letter_kicker(struct letter *letter, const char *text);
/* The first one is the mail's, those behind it are titles of its parts. */
void letter_title(struct letter *letter, const char *text);
/* What follows is about another game. */
void letter_rule(struct letter *letter);
/* The title of a part. */
void letter_heading(struct letter *letter, const char *text);
void letter_paragraph(struct letter *letter, const char *text);
/* The same, as a thing of less weight. */
void letter_note(struct letter *letter, const char *text);
/* Each line of SIZE bytes of TEXT is a line of its own; nothing for an empty text. */
void letter_lines(struct letter *letter, const char *text, size_t size);
/* The same as somebody's words. */
void letter_quote(struct letter *letter, const char *text, size_t size);
/* A secret, to be copied. */
void letter_code(struct letter *letter, const char *text);
/* A button: the first one of a mail is its main one. */
void letter_button(struct letter *letter, const char *label, const char *url);
/* A link that is a thing of less weight. */
void letter_link(struct letter *letter, const char *label, const char *url);
/* The board's picture, in the HTML alone; ALT says what it shows. */
void letter_picture(struct letter *letter, const char *url, const char *alt);

/* Cards side by side. KIND: what its face looks like; NONE: a card of another sort. */
struct letter_card {
    uint8_t kind;
    unsigned count;
    const char *name;
};
void letter_cards(struct letter *letter, const struct letter_card *cards, size_t count);

/* A row of what can be done: the move, a link to it (NULL: none), and what lies there, as little signs
 * colored by KIND. LABEL is what the HTML shows, WORDS what can be written in an answer. */
struct letter_sign {
    uint8_t kind;
    const char *text;
};
void letter_move(struct letter *letter, const char *label, const char *words, const char *url,
                 const struct letter_sign *signs, size_t count);
/* Behind the last of the rows of a list, of moves or standings. */
void letter_moves_end(struct letter *letter);

/* A row of the final table: the color's paint, the place, the name, the points; READER: it is theirs. */
struct letter_paint {
    const char *ground, *edge; /* "#rrggbb" */
};
void letter_standing(struct letter *letter, const struct letter_paint *paint, const char *place,
                     const char *name, const char *points, bool reader);

/* What stands at the foot. */
void letter_foot(struct letter *letter, const char *text);
void letter_foot_link(struct letter *letter, const char *label, const char *url);

#endif

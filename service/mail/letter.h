/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_LETTER_H
#define SERVICE_MAIL_LETTER_H

#include "service/base/buffer.h"

/* What a mail says, written once and kept as plain text and as HTML. Also the pages behind its links
 * are made of these pieces. All texts are plain: they are escaped here. */
enum { LETTER_MAX = 256 << 10 };

struct letter {
    struct buffer text;
    struct buffer html;
};

void letter_init(struct letter *letter);
/* Nothing more comes. */
void letter_end(struct letter *letter);
void letter_free(struct letter *letter);

void letter_title(struct letter *letter, const char *text);
__attribute__((format(printf, 2, 3))) void letter_paragraph(struct letter *letter,
                                                            const char *format, ...);
/* Each line of SIZE bytes of TEXT is a line of its own; nothing for an empty text. */
void letter_lines(struct letter *letter, const char *text, size_t size);
/* The same in a type whose letters are all as wide. */
void letter_words(struct letter *letter, const char *text, size_t size);
void letter_link(struct letter *letter, const char *label, const char *url);
/* The board's picture, in the HTML alone; ALT says what it shows. */
void letter_picture(struct letter *letter, const char *url, const char *alt);
/* What stands at the foot. */
__attribute__((format(printf, 2, 3))) void letter_foot(struct letter *letter, const char *format,
                                                       ...);

#endif

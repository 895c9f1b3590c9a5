/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_PAGE_H
#define SERVICE_MAIL_PAGE_H

#include "service/base/buffer.h"
#include "service/base/language.h"
#include "service/game/load.h"
#include "service/http/request.h"

/* Small pages of HTML behind the links of mails: no script, nothing from elsewhere, and whatever acts is
 * a form, since programs that look links over follow them but post none. */

enum { PAGE_MAX = 256 << 10 };

/* Begins a page with a title (plain text) as its heading. */
void page_begin(struct buffer *page, enum language language, const char *title);
/* A paragraph of plain text. */
__attribute__((format(printf, 2, 3))) void page_text(struct buffer *page, const char *format, ...);
/* A link to another page of this server. */
void page_link(struct buffer *page, const char *path, const char *label);
/* Each line of a text. */
void page_lines(struct buffer *page, const char *text, size_t size);
/* A form with one button, posted to ACTION; NAME and VALUE go with it unless NAME is NULL. SEQ is sent
 * as seq where HAS_SEQ. */
void page_button(struct buffer *page, const char *action, const char *label, const char *name,
                 const char *value, bool has_seq, uint32_t seq);

/* How the game of LOAD, replayed to its end, stands for SEAT (NONE: a bystander): who is waited for, and
 * forms posted to ACTION for what they can do. PICTURE: with the board, for somebody with a cookie. False
 * when memory ran out. */
bool page_game(struct buffer *page, enum language language, const struct load *load, unsigned seat,
               const char *action, bool picture);

/* Ends the page and answers with it. */
void page_reply(struct request *rq, int status, struct buffer *page);

/* The language that the browser asks for first among those there are; English where it asks for none. */
enum language page_language(struct request *rq);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_PAGE_H
#define SERVICE_MAIL_PAGE_H

#include "service/base/buffer.h"
#include "service/base/language.h"
#include "service/game/load.h"
#include "service/http/request.h"

/* Small HTML pages that links in mails lead to: no script, nothing from other servers, and every action
 * is a form, because programs that check links follow them but submit no forms. */

enum { PAGE_MAX = 256 << 10 };

/* Begins a page with a title (plain text), shown as its heading. */
void page_begin(struct buffer *page, enum language language, const char *title);
/* A paragraph of plain text. */
__attribute__((format(printf, 2, 3))) void page_text(struct buffer *page, const char *format, ...);
/* A link to another page of this server. */
void page_link(struct buffer *page, const char *path, const char *label);
/* Each line of a text. */
void page_lines(struct buffer *page, const char *text, size_t size);
/* A form with one button, posted to ACTION, with the field NAME=VALUE unless NAME is NULL and, if
 * HAS_SEQ, the field seq. */
void page_button(struct buffer *page, const char *action, const char *label, const char *name,
                 const char *value, bool has_seq, uint32_t seq);

/* The state of the game of LOAD, replayed to its end, for SEAT (NONE: a bystander): who is waited for,
 * and forms posted to ACTION for what they can do. PICTURE: with the board, for readers with a cookie.
 * False if memory ran out. */
bool page_game(struct buffer *page, enum language language, const struct load *load, unsigned seat,
               const char *action, bool picture);

/* Ends the page and sends it as the response; one whose address is nobody's secret, with the caller's Cache-Control. */
void page_reply_public(struct request *rq, struct buffer *page);
/* The same for one whose address is a secret, and which nothing may keep. */
void page_reply(struct request *rq, int status, struct buffer *page);
/* The same for a page whose form leads on to another place: SOURCE, by Content-Security-Policy; "": to none. */
void page_reply_to(struct request *rq, int status, struct buffer *page, const char *source);

/* The supported language that the browser prefers; English if it names none. */
enum language page_language(struct request *rq);

#endif

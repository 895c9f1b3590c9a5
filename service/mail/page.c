/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "service/base/text.h"
#include "service/command/choices.h"
#include "service/command/command.h"
#include "service/game/play.h"
#include "service/http/reply.h"
#include "service/words/sentence.h"

enum { TEXT_MAX = 1024, POLICY_SIZE = 512 };

static void page_escaped(struct buffer *page, const char *text) {
    text_escape(page, text, strlen(text));
}

static const char head[] =
    "<meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light "
    "dark\"><meta name=\"robots\" content=\"noindex\"><style>"
    "*{box-sizing:border-box}body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:1rem "
    "auto;padding:0 1rem;"
    "overflow-wrap:break-word;background:#f4efe4;color:#23221f}img{max-width:100%}"
    "form{display:inline-block;max-width:100%;margin:.2rem .2rem .2rem 0}"
    "button,input{font:inherit;min-height:2.75rem;max-width:100%;padding:.3rem .8rem;"
    "border:1px solid #857b66;border-radius:.5rem;background:#fffdf8;color:inherit}"
    "a{color:#1d5f80}summary{padding:.6rem 0}"
    "@media(prefers-color-scheme:dark){body{background:#1c1f24;color:#eeebe4}"
    "button,input{background:#323843;border-color:#8b93a1}a{color:#8cc7e6}}</style>";

void page_begin(struct buffer *page, enum language language, const char *title) {
    buffer_format(page, "<!DOCTYPE html>\n<html lang=\"%s\"><head>", language_tags[language]);
    buffer_text(page, head);
    buffer_text(page, "<title>");
    page_escaped(page, title);
    buffer_text(page, " – Hexpost</title></head><body><main><h1>");
    page_escaped(page, title);
    buffer_text(page, "</h1>\n");
}

void page_text(struct buffer *page, const char *format, ...) {
    char text[TEXT_MAX];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    buffer_text(page, "<p>");
    page_escaped(page, text);
    buffer_text(page, "</p>\n");
}

void page_link(struct buffer *page, const char *path, const char *label) {
    buffer_text(page, "<p><a href=\"");
    page_escaped(page, path);
    buffer_text(page, "\">");
    page_escaped(page, label);
    buffer_text(page, "</a></p>\n");
}

void page_lines(struct buffer *page, const char *text, size_t size) {
    const char *end = text + size;

    buffer_text(page, "<p>");
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = stop == NULL ? (size_t)(end - text) : (size_t)(stop - text);

        text_escape(page, text, length);
        text += length + (stop != NULL);
        if (text < end)
            buffer_text(page, "<br>\n");
    }
    buffer_text(page, "</p>\n");
}

static void form_begin(struct buffer *page, const char *action, bool has_seq, uint32_t seq) {
    buffer_text(page, "<form method=\"post\" action=\"");
    page_escaped(page, action);
    buffer_text(page, "\">");
    if (has_seq)
        buffer_format(page, "<input type=\"hidden\" name=\"seq\" value=\"%u\">", (unsigned)seq);
}

void page_button(struct buffer *page, const char *action, const char *label, const char *name,
                 const char *value, bool has_seq, uint32_t seq) {
    form_begin(page, action, has_seq, seq);
    if (name != NULL) {
        buffer_format(page, "<input type=\"hidden\" name=\"%s\" value=\"", name);
        page_escaped(page, value);
        buffer_text(page, "\">");
    }
    buffer_text(page, "<button>");
    page_escaped(page, label);
    buffer_text(page, "</button></form>\n");
}

static void put_choices(struct buffer *page, enum language language, const struct load *load,
                        const struct choices *choices, const char *action) {
    char more[16];

    for (unsigned i = 0; i < choices->count; i++) {
        const struct choice *choice = &choices->items[i];
        struct buffer label;

        buffer_init(&label, TEXT_MAX);
        buffer_format(&label, "%s%s", choice->words, choice->spots.count == 0 ? "" : ": ");
        choices_write_spots(&label, &choice->spots);
        buffer_byte(&label, '\0');
        page_button(page, action, label.failed ? choice->words : label.data, "do", choice->words,
                    true, load->game.seq);
        buffer_free(&label);
    }
    if (choices->more > 0) {
        snprintf(more, sizeof more, "%u", choices->more);
        buffer_text(page, "<p>");
        text_fill(page, language, TEXT_LINK_MORE, TEXT_ARGS(more));
        buffer_text(page, "</p>\n");
    }
    form_begin(page, action, true, load->game.seq);
    buffer_format(page,
                  "<label>%s <input name=\"do\" maxlength=\"%d\" size=\"30\" required></label> "
                  "<button>%s</button></form>\n",
                  text_in(language, TEXT_LINK_MOVES), COMMAND_TEXT_MAX / 4,
                  text_in(language, TEXT_LINK_MOVES_DO));
}

bool page_game(struct buffer *page, enum language language, const struct load *load, unsigned seat,
               const char *action, bool picture) {
    struct choices choices;
    struct buffer waiting;
    struct labels labels;
    int64_t deadlines[STORE_SEATS_MAX];
    struct game view;

    row_names(&load->row, &labels);
    buffer_init(&waiting, SENTENCE_MAX * SEAT_MAX);
    sentence_waiting(&waiting,
                     &(struct sentence){.setup = &load->setup,
                                        .labels = labels.seats,
                                        .viewer = seat,
                                        .over = row_over(&load->row),
                                        .deadlines = clock_deadlines(&load->clock, deadlines),
                                        .language = language,
                                        .names = true},
                     &load->game);
    page_lines(page, waiting.data, waiting.size);
    buffer_free(&waiting);
    if (picture)
        buffer_format(page,
                      "<p><img src=\"/v1/games/%s/board.png?places=true&amp;width=900\" "
                      "alt=\"%s\"></p>\n",
                      load->row.public_id, text_in(language, TEXT_LINK_BOARD));
    if (seat == NONE || load->row.status != STORE_GAME_ACTIVE)
        return true;
    game_view(&load->setup, &load->game, seat, &view);
    if (!choices_find(&choices, load, &view, seat, language))
        return false;
    if (choices.count > 0)
        put_choices(page, language, load, &choices, action);
    return true;
}

static const char page_type[] = "text/html; charset=utf-8";

/* SOURCE: where else its forms may lead; "": nowhere. */
static void page_end(struct request *rq, struct buffer *page, const char *source) {
    char policy[POLICY_SIZE];

    buffer_text(page, "</main></body></html>\n");
    /* browsers hold form-action against where a form's answer redirects to as well */
    snprintf(policy, sizeof policy,
             "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; "
             "frame-ancestors 'none'; form-action 'self' %s",
             source);
    reply_header(rq, "Content-Security-Policy", policy);
}

void page_reply_public(struct request *rq, struct buffer *page) {
    page_end(rq, page, "");
    reply_body(rq, 200, page_type, page);
}

void page_reply(struct request *rq, int status, struct buffer *page) {
    page_reply_to(rq, status, page, "");
}

void page_reply_to(struct request *rq, int status, struct buffer *page, const char *source) {
    page_end(rq, page, source);
    /* the address of such a page is a secret */
    reply_header(rq, "Referrer-Policy", "same-origin");
    reply_header(rq, "X-Robots-Tag", "noindex");
    reply_secret(rq);
    reply_body(rq, status, page_type, page);
}

enum language page_language(struct request *rq) {
    return language_accepted(request_header(rq, "Accept-Language"));
}

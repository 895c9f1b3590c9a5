/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/letter.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"
#include "service/mail/letter_style.h"

/* Dark text is readable on all of them. NONE or an unknown kind has a neutral color. */
static const struct letter_paint *paint_of(unsigned kind) {
    static const struct letter_paint paints[KIND_COUNT] = {
        [BRICK] = {"#eba582", "#c9764c"}, [LUMBER] = {"#93c48d", "#5f9a59"},
        [WOOL] = {"#cfe89a", "#9dbd5a"},  [GRAIN] = {"#f7dc75", "#d3b03c"},
        [ORE] = {"#c6cbd4", "#969daa"},   [CLOTH] = {"#dcbcea", "#b083c6"},
        [COIN] = {"#ecd58a", "#bf9f45"},  [PAPER] = {"#a6d8dd", "#66a6ad"},
    };
    static const struct letter_paint other = {"#ece5d6", "#c9bfaa"};

    return kind < KIND_COUNT ? &paints[kind] : &other;
}

void letter_init(struct letter *letter) {
    memset(letter, 0, sizeof *letter);
    buffer_init(&letter->text, LETTER_MAX);
    buffer_init(&letter->html, LETTER_MAX);
    buffer_init(&letter->foot, LETTER_MAX);
}

void letter_free(struct letter *letter) {
    buffer_free(&letter->text);
    buffer_free(&letter->html);
    buffer_free(&letter->foot);
}

static void put_escaped(struct buffer *out, const char *text) {
    text_escape(out, text, strlen(text));
}

/* Wraps the rows into the body of a document. */
void letter_end(struct letter *letter) {
    struct buffer whole;

    buffer_init(&whole, 2 * LETTER_MAX);
    buffer_format(&whole, LETTER_HEAD, language_tags[letter->language]);
    buffer_text(&whole, LETTER_PREHEADER);
    put_escaped(&whole, letter->preheader);
    buffer_text(&whole, LETTER_OPEN);
    buffer_append(&whole, letter->html.data, letter->html.size);
    buffer_text(&whole, LETTER_MIDDLE);
    buffer_append(&whole, letter->foot.data, letter->foot.size);
    buffer_text(&whole, LETTER_CLOSE);
    whole.failed = whole.failed || letter->html.failed || letter->foot.failed;
    buffer_free(&letter->html);
    letter->html = whole;
}

void letter_preheader(struct letter *letter, const char *text) {
    if (letter->preheader[0] == '\0')
        snprintf(letter->preheader, sizeof letter->preheader, "%.*s",
                 (int)text_cut(text, strlen(text), sizeof letter->preheader - 1), text);
}

/* ---- text ---- */

/* Writes a text in both forms: in the plain one as a paragraph. */
static void put_both(struct letter *letter, const char *open, const char *text, const char *close) {
    buffer_text(&letter->text, text);
    buffer_text(&letter->text, "\n\n");
    buffer_text(&letter->html, open);
    put_escaped(&letter->html, text);
    buffer_text(&letter->html, close);
}

void letter_kicker(struct letter *letter, const char *text) {
    put_both(letter, LETTER_ROW LETTER_KICKER, text, LETTER_ROW_END);
}

static void put_underlined(struct letter *letter, const char *text, char with) {
    buffer_text(&letter->text, text);
    buffer_byte(&letter->text, '\n');
    for (glong i = g_utf8_strlen(text, -1); i > 0; i--)
        buffer_byte(&letter->text, with);
    buffer_text(&letter->text, "\n\n");
}

void letter_title(struct letter *letter, const char *text) {
    bool first = !letter->has_title;

    letter->has_title = true;
    put_underlined(letter, text, first ? '=' : '-');
    buffer_text(&letter->html, first ? LETTER_ROW LETTER_TITLE : LETTER_ROW LETTER_SUBTITLE);
    put_escaped(&letter->html, text);
    buffer_text(&letter->html,
                first ? LETTER_TITLE_END LETTER_ROW_END : LETTER_HEADING_END LETTER_ROW_END);
}

void letter_rule(struct letter *letter) {
    buffer_text(&letter->text, "\n");
    buffer_text(&letter->html, LETTER_RULE);
}

void letter_heading(struct letter *letter, const char *text) {
    buffer_text(&letter->text, text);
    buffer_text(&letter->text, "\n\n");
    buffer_text(&letter->html, LETTER_ROW LETTER_HEADING);
    put_escaped(&letter->html, text);
    buffer_text(&letter->html, LETTER_HEADING_END LETTER_ROW_END);
}

void letter_paragraph(struct letter *letter, const char *text) {
    put_both(letter, LETTER_ROW LETTER_PARAGRAPH, text, LETTER_PARAGRAPH_END LETTER_ROW_END);
}

void letter_note(struct letter *letter, const char *text) {
    put_both(letter, LETTER_ROW LETTER_NOTE, text, LETTER_PARAGRAPH_END LETTER_ROW_END);
}

static void put_lines(struct letter *letter, const char *text, size_t size, const char *open,
                      const char *close) {
    const char *end = text + size;

    if (size == 0)
        return;
    buffer_text(&letter->html, open);
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = stop == NULL ? (size_t)(end - text) : (size_t)(stop - text);

        buffer_text(&letter->text, "  ");
        buffer_append(&letter->text, text, length);
        buffer_byte(&letter->text, '\n');
        text_escape(&letter->html, text, length);
        text += length + (stop != NULL);
        if (text < end)
            buffer_text(&letter->html, "<br>\n");
    }
    buffer_byte(&letter->text, '\n');
    buffer_text(&letter->html, close);
}

void letter_lines(struct letter *letter, const char *text, size_t size) {
    put_lines(letter, text, size, LETTER_ROW LETTER_PARAGRAPH, LETTER_PARAGRAPH_END LETTER_ROW_END);
}

void letter_quote(struct letter *letter, const char *text, size_t size) {
    put_lines(letter, text, size, LETTER_ROW LETTER_QUOTE, LETTER_QUOTE_END LETTER_ROW_END);
}

void letter_code(struct letter *letter, const char *text) {
    put_lines(letter, text, strlen(text), LETTER_ROW LETTER_CODE, LETTER_CODE_END LETTER_ROW_END);
}

/* ---- links and pictures ---- */

/* Writes an HTML link; STYLE is the rest of its tag after the address. */
static void put_anchor(struct buffer *html, const char *style, const char *label, const char *url) {
    buffer_text(html, "<a href=\"");
    put_escaped(html, url);
    buffer_text(html, "\"");
    buffer_text(html, style);
    put_escaped(html, label);
    buffer_text(html, "</a>");
}

void letter_button(struct letter *letter, const char *label, const char *url) {
    bool main = !letter->has_main;

    letter->has_main = true;
    buffer_format(&letter->text, "%s:\n  %s\n\n", label, url);
    buffer_text(&letter->html, main ? LETTER_ROW LETTER_MAIN : LETTER_ROW LETTER_SECOND);
    put_anchor(&letter->html, main ? LETTER_MAIN_LINK : LETTER_SECOND_LINK, label, url);
    buffer_text(&letter->html, LETTER_BUTTON_END LETTER_ROW_END);
}

void letter_link(struct letter *letter, const char *label, const char *url) {
    buffer_format(&letter->text, "%s:\n  %s\n\n", label, url);
    buffer_text(&letter->html, LETTER_ROW LETTER_PARAGRAPH);
    put_anchor(&letter->html, LETTER_LINK, label, url);
    buffer_text(&letter->html, LETTER_PARAGRAPH_END LETTER_ROW_END);
}

void letter_picture(struct letter *letter, const char *url, const char *alt) {
    buffer_text(&letter->html, LETTER_PICTURE "<img src=\"");
    put_escaped(&letter->html, url);
    buffer_text(&letter->html, "\" alt=\"");
    put_escaped(&letter->html, alt);
    buffer_text(&letter->html, "\"" LETTER_PICTURE_STYLE LETTER_ROW_END);
}

void letter_drawing(struct letter *letter, const char *text, size_t size) {
    buffer_append(&letter->text, text, size);
    buffer_byte(&letter->text, '\n');
}

/* ---- cards, moves, standings ---- */

void letter_cards(struct letter *letter, const struct letter_card *cards, size_t count) {
    if (count == 0)
        return;
    buffer_text(&letter->text, "  ");
    buffer_text(&letter->html, LETTER_ROW);
    for (size_t i = 0; i < count; i++) {
        const struct letter_paint *paint = paint_of(cards[i].kind);

        buffer_format(&letter->text, "%s%u %s", i == 0 ? "" : ", ", cards[i].count, cards[i].name);
        buffer_format(&letter->html, LETTER_CARD, paint->ground, paint->ground, paint->edge,
                      cards[i].count);
        put_escaped(&letter->html, cards[i].name);
        buffer_text(&letter->html, LETTER_CARD_END);
    }
    buffer_text(&letter->text, "\n\n");
    buffer_text(&letter->html, LETTER_ROW_END);
}

void letter_move(struct letter *letter, const char *label, const char *words, const char *url,
                 const struct letter_sign *signs, size_t count) {
    buffer_format(&letter->text, "  %s", words);
    buffer_text(&letter->html, LETTER_MOVE);
    if (url != NULL)
        put_anchor(&letter->html, LETTER_MOVE_LINK, label, url);
    else
        put_escaped(&letter->html, label);
    buffer_text(&letter->html, LETTER_SIGNS);
    for (size_t i = 0; i < count; i++) {
        buffer_format(&letter->text, "%s%s", i == 0 ? ": " : ", ", signs[i].text);
        buffer_format(&letter->html, LETTER_SIGN, paint_of(signs[i].kind)->ground);
        put_escaped(&letter->html, signs[i].text);
        buffer_text(&letter->html, LETTER_SIGN_END);
    }
    buffer_byte(&letter->text, '\n');
    buffer_text(&letter->html, LETTER_MOVE_END);
}

void letter_moves_end(struct letter *letter) {
    buffer_byte(&letter->text, '\n');
    buffer_text(&letter->html, LETTER_GAP);
}

void letter_standing(struct letter *letter, const struct letter_paint *paint, const char *place,
                     const char *name, const char *points, bool reader) {
    buffer_format(&letter->text, "  %s %s: %s\n", place, name, points);
    buffer_format(&letter->html, LETTER_STANDING, paint->ground, paint->ground, paint->edge, place,
                  reader ? "bold" : "normal");
    put_escaped(&letter->html, name);
    buffer_text(&letter->html, LETTER_STANDING_POINTS);
    put_escaped(&letter->html, points);
    buffer_text(&letter->html, LETTER_MOVE_END);
}

/* ---- footer ---- */

void letter_foot(struct letter *letter, const char *text) {
    buffer_format(&letter->text, "%s\n\n", text);
    buffer_text(&letter->foot, LETTER_FOOT);
    put_escaped(&letter->foot, text);
    buffer_text(&letter->foot, LETTER_PARAGRAPH_END);
}

void letter_foot_link(struct letter *letter, const char *label, const char *url) {
    buffer_format(&letter->text, "%s:\n  %s\n\n", label, url);
    buffer_text(&letter->foot, LETTER_FOOT);
    put_anchor(&letter->foot, LETTER_FOOT_LINK, label, url);
    buffer_text(&letter->foot, LETTER_PARAGRAPH_END);
}

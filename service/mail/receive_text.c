/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "service/mail/receive.h"

/* What is new in the text of an answer. Mail programs mark what they quote in many ways; where one is
 * not known, its lines are taken as written, and refused as no command later: never the other way. */

struct line {
    const char *text; /* without white space around it */
    size_t size;
};

static bool next_line(const char **at, const char *end, struct line *line) {
    const char *stop;

    if (*at >= end)
        return false;
    stop = memchr(*at, '\n', (size_t)(end - *at));
    stop = stop == NULL ? end : stop;
    line->text = *at;
    line->size = (size_t)(stop - *at);
    *at = stop < end ? stop + 1 : end;
    while (line->size > 0 && g_ascii_isspace(line->text[line->size - 1]))
        line->size--;
    while (line->size > 0 && g_ascii_isspace(line->text[0])) {
        line->text++;
        line->size--;
    }
    return true;
}

static bool line_begins_with(const struct line *line, const char *text) {
    size_t size = strlen(text);

    return line->size >= size && g_ascii_strncasecmp(line->text, text, size) == 0;
}

static bool is_quoted(const struct line *line) {
    return line->size > 0 && (line->text[0] == '>' || line->text[0] == '|');
}

/* Whether the next line that is not empty is quoted. */
static bool before_quotation(const char *at, const char *end) {
    struct line next;

    while (next_line(&at, end, &next))
        if (next.size > 0)
            return is_quoted(&next);
    return false;
}

static bool ends_in_colon(const struct line *line) {
    return line->size > 0 && line->text[line->size - 1] == ':';
}

/* "On 3 May, Hexpost wrote:" and the like, in any language: a line ending in a colon before a quotation.
 * Where it was broken in two, the first part is known by how such lines begin. */
static bool introduces_quotation(const struct line *line, const char *at, const char *end) {
    static const char *const beginnings[] = {"On ", "Am ", "Le ", "El ",
                                             "Il ", "Op ", "Em ", "Den "};
    struct line next;

    if (ends_in_colon(line))
        return before_quotation(at, end);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (line_begins_with(line, beginnings[i]))
            return next_line(&at, end, &next) && ends_in_colon(&next) && before_quotation(at, end);
    return false;
}

/* Everything from here on is not new. */
static bool ends_all(const struct line *line, const char *at, const char *end) {
    static const char *const marks[] = {"-----Original Message", "----- Original Message",
                                        "________________________________", "Sent from my ",
                                        "Get Outlook for "};
    struct line next;

    if (line->size == 2 && memcmp(line->text, "--", 2) == 0)
        return true;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (line_begins_with(line, marks[i]))
            return true;
    /* Outlook's block of headers. */
    return line_begins_with(line, "From: ") && next_line(&at, end, &next) &&
           (line_begins_with(&next, "Sent: ") || line_begins_with(&next, "Date: ") ||
            line_begins_with(&next, "To: "));
}

/* "On … wrote:" also where nothing follows: some programs send the quotation apart. */
static bool ends_with_wrote(const struct line *line) {
    static const char tail[] = "wrote:";

    return line_begins_with(line, "On ") && line->size > sizeof tail &&
           memcmp(line->text + line->size - (sizeof tail - 1), tail, sizeof tail - 1) == 0;
}

void receive_new_lines(struct buffer *out, const char *text, size_t size) {
    const char *at = text, *end = text + size;
    struct line line;
    unsigned lines = 0;

    while (lines < RECEIVE_LINES_MAX && next_line(&at, end, &line)) {
        bool quotation =
            is_quoted(&line) || ends_with_wrote(&line) || introduces_quotation(&line, at, end);

        if (ends_all(&line, at, end) || (quotation && lines > 0))
            break;
        if (quotation || line.size == 0)
            continue; /* an answer below what it quotes */
        if (out->size + line.size + 1 > out->limit)
            break;
        buffer_append(out, line.text, line.size);
        buffer_byte(out, '\n');
        lines++;
    }
}

/* ---- HTML ---- */

struct tag {
    char name[16]; /* lower case */
    bool closing;
    const char *rest; /* its attributes */
    size_t rest_size;
};

/* Reads the tag that begins at AT, a '<'; returns what is behind it. */
static const char *read_tag(const char *at, const char *end, struct tag *tag) {
    const char *close = memchr(at, '>', (size_t)(end - at));
    size_t n = 0;

    *tag = (struct tag){.rest = at};
    if (close == NULL)
        return end;
    at++;
    if (*at == '/') {
        tag->closing = true;
        at++;
    }
    while (at < close && g_ascii_isalnum(*at) && n + 1 < sizeof tag->name)
        tag->name[n++] = g_ascii_tolower(*at++);
    tag->rest = at;
    tag->rest_size = (size_t)(close - at);
    return close + 1;
}

static bool one_of(const char *name, const char *const names[]) {
    for (size_t i = 0; names[i] != NULL; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool within_tag(const struct tag *tag, const char *text) {
    return g_strstr_len(tag->rest, (gssize)tag->rest_size, text) != NULL;
}

/* The quotation of the usual programs: all behind it is old. */
static bool old_begins(const struct tag *tag) {
    return !tag->closing && (strcmp(tag->name, "blockquote") == 0 ||
                             within_tag(tag, "gmail_quote") || within_tag(tag, "divRplyFwdMsg") ||
                             within_tag(tag, "yahoo_quoted") || within_tag(tag, "moz-cite-prefix"));
}

static void put_character(struct buffer *out, gunichar c) {
    char utf8[6];

    if (c < ' ' || (c >= 0x7f && c < 0xa0) || !g_unichar_validate(c))
        return;
    buffer_append(out, utf8, (size_t)g_unichar_to_utf8(c == 0xa0 ? ' ' : c, utf8));
}

/* Reads the character reference that begins at AT, a '&'; returns what is behind it. */
static const char *read_reference(struct buffer *out, const char *at, const char *end) {
    static const struct {
        const char *name;
        gunichar c;
    } known[] = {{"amp;", '&'},  {"lt;", '<'},    {"gt;", '>'},
                 {"quot;", '"'}, {"apos;", '\''}, {"nbsp;", ' '}};
    size_t left = (size_t)(end - at - 1);

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t size = strlen(known[i].name);

        if (left >= size && memcmp(at + 1, known[i].name, size) == 0) {
            put_character(out, known[i].c);
            return at + 1 + size;
        }
    }
    if (left >= 3 && at[1] == '#') {
        bool hex = (at[2] | 0x20) == 'x';
        gunichar c = 0;
        const char *digit = at + (hex ? 3 : 2);

        for (; digit < end && c <= 0x10ffff && g_ascii_isxdigit(*digit); digit++)
            c = c * (hex ? 16 : 10) + (gunichar)g_ascii_xdigit_value(*digit);
        if (digit < end && *digit == ';') {
            put_character(out, c);
            return digit + 1;
        }
    }
    buffer_byte(out, '&');
    return at + 1;
}

/* Passes over what stands in an element whose content is no text. */
static const char *skip_element(const char *at, const char *end, const char *name) {
    struct tag tag;

    while (at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        at = read_tag(at, end, &tag);
        if (tag.closing && strcmp(tag.name, name) == 0)
            return at;
    }
    return end;
}

void receive_html_text(struct buffer *out, const char *html, size_t size) {
    static const char *const no_text[] = {"style", "script", "head", "title", NULL};
    static const char *const breaks[] = {"br", "p", "div", "tr", "li", "hr", "h1", "h2", NULL};
    const char *at = html, *end = html + size;
    struct tag tag;

    while (at < end && *at != '\0') {
        if (*at == '&') {
            at = read_reference(out, at, end);
        } else if (end - at >= 4 && memcmp(at, "<!--", 4) == 0) {
            const char *close = g_strstr_len(at, (gssize)(end - at), "-->");

            at = close == NULL ? end : close + 3;
        } else if (*at == '<') {
            at = read_tag(at, end, &tag);
            if (old_begins(&tag))
                return;
            if (one_of(tag.name, breaks))
                buffer_byte(out, '\n');
            else if (!tag.closing && one_of(tag.name, no_text))
                at = skip_element(at, end, tag.name);
        } else {
            /* Line ends of the source mean nothing. */
            buffer_byte(out, g_ascii_isspace(*at) ? ' ' : *at);
            at++;
        }
    }
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "service/command/command.h"
#include "service/mail/marks.h"
#include "service/mail/receive.h"
#include "service/words/plain.h"

/* Finds the new text of an answer. Mail programs mark quotations in many ways (marks.h). If a way is unknown,
 * quoted lines count as the person's own and are later refused because they are no commands; the opposite
 * error, dropping new text, must not happen. */

struct line {
    const char *text; /* without white space around it */
    size_t size;
};

static void trim_line(struct line *line) {
    size_t space;

    while ((space = plain_space(line->text, line->size)) > 0) {
        line->text += space;
        line->size -= space;
    }
    while (line->size > 0) {
        const char *last = line->text + line->size - 1;

        while (last > line->text && ((unsigned char)*last & 0xC0) == 0x80)
            last--;
        space = (size_t)(line->text + line->size - last);
        if (plain_space(last, space) != space)
            break;
        line->size -= space;
    }
}

static bool next_line(const char **at, const char *end, struct line *line) {
    const char *stop;

    if (*at >= end)
        return false;
    stop = memchr(*at, '\n', (size_t)(end - *at));
    stop = stop == NULL ? end : stop;
    line->text = *at;
    line->size = (size_t)(stop - *at);
    *at = stop < end ? stop + 1 : end;
    trim_line(line);
    return true;
}

/* The next line that is not empty. */
static bool next_full_line(const char **at, const char *end, struct line *line) {
    while (next_line(at, end, line))
        if (line->size > 0)
            return true;
    return false;
}

static bool is_quoted(const struct line *line) {
    return line->size > 0 && (line->text[0] == '>' || line->text[0] == '|');
}

static enum mark line_mark(const struct line *line) {
    size_t rest;

    return mark_of(line->text, line->size, &rest);
}

/* Whether one of the next N nonempty lines is quoted. */
static bool before_quotation(const char *at, const char *end, unsigned n) {
    struct line next;

    while (n-- > 0 && next_full_line(&at, end, &next))
        if (is_quoted(&next))
            return true;
    return false;
}

/* Whether a line that looks like a header is in a block of headers. */
static bool in_headers(const char *at, const char *end) {
    struct line next;

    for (unsigned n = 0; n < 3 && next_full_line(&at, end, &next); n++)
        if (line_mark(&next) == MARK_HEADER)
            return true;
    return false;
}

/* The kind of a line in any language, since the author is not known yet. Slips (half a word) count only in
 * English: across all languages too many words would qualify. */
static enum command_line kind_of_line(const char *text, size_t size) {
    enum command_line most = COMMAND_LINE_TALK;

    for (enum language language = 0; language < LANGUAGES && most < COMMAND_LINE_BARE; language++) {
        enum command_line kind = command_line_of(language, text, size);

        if (kind > most && (language == LANGUAGE_ENGLISH || kind >= COMMAND_LINE_LIKE))
            most = kind;
    }
    return most;
}

/* Whether a line between the parts of "On … wrote:" is more likely a command. */
static bool is_command(const struct line *line) {
    return kind_of_line(line->text, line->size) >= COMMAND_LINE_LIKE &&
           line_mark(line) != MARK_WRITES;
}

/* "On 3 May, Hexpost" / "<games@example.org> wrote:": whether the line continues as such lines do. *BEHIND is
 * then the start of the text after it. */
static bool goes_on_as_wrote(const struct line *line, const char *at, const char *end,
                             const char **behind) {
    enum { PARTS = 6 };
    char joined[MARK_LINE_MAX];
    size_t size = line->size;
    struct line next;

    if (size > sizeof joined)
        return false;
    memcpy(joined, line->text, size);
    for (unsigned n = 1; n < PARTS && next_line(&at, end, &next) && next.size > 0; n++) {
        if (size + 1 + next.size > sizeof joined || is_command(&next))
            return false;
        joined[size++] = ' ';
        memcpy(joined + size, next.text, next.size);
        size += next.size;
        if (line_mark(&(struct line){joined, size}) == MARK_WROTE) {
            *behind = at;
            return true;
        }
    }
    return false;
}

/* ---- broken lines ---- */

/* Programs break lines at the last space before a column in this range. */
enum { WRAP_LEAST = 64, WRAP_MOST = 80 };

static size_t columns_of(const char *text, size_t size) {
    return (size_t)g_utf8_strlen(text, (gssize)size);
}

/* Whether NEXT is the rest of a line that a program broke after BEFORE, because its first word did not fit. A
 * line that begins like a command stands alone. */
static bool is_rest_of(const struct line *before, const struct line *next) {
    size_t word = 0, columns;

    if (before->size == 0 || before->size > (size_t)WRAP_MOST * 4)
        return false;
    while (word < next->size && plain_space(next->text + word, next->size - word) == 0)
        word++;
    columns = columns_of(before->text, before->size);
    return columns <= WRAP_MOST && columns + 1 + columns_of(next->text, word) > WRAP_LEAST &&
           kind_of_line(next->text, next->size) < COMMAND_LINE_WISH;
}

/* Whether a line, such as the rest of a line of thanks, is a complete command in itself. */
static bool is_bare_command(const struct line *line) {
    return kind_of_line(line->text, line->size) == COMMAND_LINE_BARE;
}

/* ---- the whole text ---- */

enum {
    LOOKED_AT_MAX = 200, /* lines that are not quoted */
    /* Lines that may begin "On … wrote:". Examining the lines after each is slow, and a mail has few. */
    TRIED_MAX = 16
};

/* State of reading an answer. */
struct answer {
    struct buffer *out;
    unsigned lines;     /* taken */
    unsigned tried;     /* as the beginning of "On … wrote:" */
    struct line before; /* the previous line, if it was taken, otherwise size 0 */
};

/* Takes a line as new. False if there is no space left. */
static bool take_line(struct answer *answer, const struct line *line) {
    struct buffer *out = answer->out;

    if (plain_is_signs(line->text, line->size))
        return true;
    if (out->size + line->size + 1 > out->limit)
        return false;
    if (is_rest_of(&answer->before, line))
        out->data[out->size - 1] = ' ';
    else
        answer->lines++;
    buffer_append(out, line->text, line->size);
    buffer_byte(out, '\n');
    answer->before = *line;
    return true;
}

/* Whether a line, itself a MARK, begins "On … wrote:" that continues below. *AT is then after that. */
static bool begins_as_wrote(struct answer *answer, const struct line *line, enum mark mark,
                            const char **at, const char *end) {
    return answer->tried++ < TRIED_MAX &&
           (mark == MARK_WRITES || kind_of_line(line->text, line->size) < COMMAND_LINE_WISH) &&
           goes_on_as_wrote(line, *at, end, at);
}

/* Processes a line; AT is the start of the next. False: everything from here on is quoted. */
static bool read_line(struct answer *answer, struct line line, const char **at, const char *end) {
    size_t rest;
    enum mark mark = mark_of(line.text, line.size, &rest);

    switch (mark) {
    case MARK_OLD: return before_quotation(*at, end, 2);
    case MARK_SIGNED: return false;
    case MARK_CLOSING:
        line = (struct line){line.text + rest, line.size - rest};
        if (!is_bare_command(&line))
            return answer->lines == 0;
        break;
    case MARK_HEADER:
        if (in_headers(*at, end))
            return false;
        break;
    case MARK_WROTE: return before_quotation(*at, end, 1);
    case MARK_WRITES:
    case MARK_DATED:
        if (begins_as_wrote(answer, &line, mark, at, end))
            return before_quotation(*at, end, 1);
        break;
    case MARK_GREETING:
        if (answer->lines > 0)
            break;
        line = (struct line){line.text + rest, line.size - rest};
        trim_line(&line);
        return line.size == 0 || read_line(answer, line, at, end);
    case MARK_NONE: break;
    }
    /* "…:" before a quotation, in any language */
    if (line.text[line.size - 1] == ':' && before_quotation(*at, end, 1))
        return true;
    return take_line(answer, &line);
}

void receive_new_lines(struct buffer *out, const char *text, size_t size) {
    const char *at = text, *end = text + size;
    struct answer answer = {.out = out};
    struct line line;
    unsigned looked = 0;
    bool more = true;

    while (more && answer.lines < RECEIVE_LINES_MAX && looked < LOOKED_AT_MAX &&
           next_line(&at, end, &line)) {
        if (line.size == 0 || is_quoted(&line)) {
            answer.before.size = 0;
            continue; /* an answer below or between quoted lines */
        }
        more = read_line(&answer, line, &at, end);
        looked++;
    }
}

/* ---- format=flowed (RFC 3676) ---- */

void receive_unfold(struct buffer *out, const char *text, size_t size, bool delete_space) {
    const char *end = text + size;
    size_t open = SIZE_MAX; /* quotation depth of a line to be continued; SIZE_MAX: none */

    for (const char *at = text; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at)), *next;
        size_t depth = 0, length;

        stop = stop == NULL ? end : stop;
        next = stop < end ? stop + 1 : end;
        while (at + depth < stop && at[depth] == '>')
            depth++;
        at += depth;
        at += at < stop && *at == ' '; /* stuffed */
        length = (size_t)(stop - at);
        length -= length > 0 && at[length - 1] == '\r';
        if (open != SIZE_MAX && open != depth)
            buffer_byte(out, '\n');
        if (open != depth)
            for (size_t i = 0; i < depth; i++)
                buffer_byte(out, '>');
        if (length == 3 && memcmp(at, "-- ", 3) == 0) /* a signature mark is never flowed */
            open = SIZE_MAX;
        else
            open = length > 0 && at[length - 1] == ' ' ? depth : SIZE_MAX;
        buffer_append(out, at, length - (open != SIZE_MAX && delete_space));
        if (open == SIZE_MAX)
            buffer_byte(out, '\n');
        at = next;
    }
}

/* ---- comparing two copies ---- */

static bool next_black(const struct buffer *text, size_t *at, char *c) {
    while (*at < text->size && plain_space(text->data + *at, text->size - *at) > 0)
        *at += plain_space(text->data + *at, text->size - *at);
    if (*at == text->size)
        return false;
    *c = text->data[(*at)++];
    return true;
}

static size_t lines_in(const struct buffer *text) {
    size_t n = 0;

    for (size_t i = 0; i < text->size; i++)
        n += text->data[i] == '\n';
    return n;
}

bool receive_is_wrapped_copy(const struct buffer *text, const struct buffer *whole) {
    size_t i = 0, j = 0;
    char a = '\0', b = '\0';

    if (lines_in(text) <= lines_in(whole))
        return false;
    for (;;) {
        bool more = next_black(text, &i, &a), also = next_black(whole, &j, &b);

        if (!more || !also)
            return more == also;
        if (a != b)
            return false;
    }
}

/* ---- HTML ---- */

struct tag {
    char name[16]; /* lower case */
    bool closing;
    const char *rest; /* its attributes */
    size_t rest_size;
};

/* Reads the tag that begins at AT, a '<'; returns the position after it. */
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

/* Whether a tag is one in which common programs put the complete original mail. */
static bool old_begins(const struct tag *tag) {
    return !tag->closing && (within_tag(tag, "divRplyFwdMsg") || within_tag(tag, "yahoo_quoted") ||
                             within_tag(tag, "OLK_SRC_BODY_SECTION") ||
                             within_tag(tag, "ms-outlook-mobile-reference"));
}

static bool is_quotation(const struct tag *tag) {
    return !tag->closing && strcmp(tag->name, "blockquote") == 0;
}

/* Whether a tag begins an element that holds a signature. */
static bool is_signature(const struct tag *tag) {
    return !tag->closing && strcmp(tag->name, "div") == 0 &&
           (within_tag(tag, "gmail_signature") || within_tag(tag, "moz-signature") ||
            within_tag(tag, "protonmail_signature") ||
            within_tag(tag, "ms-outlook-mobile-signature"));
}

static void put_character(struct buffer *out, gunichar c) {
    char utf8[6];

    if (c < ' ' || (c >= 0x7f && c < 0xa0) || !g_unichar_validate(c))
        return;
    buffer_append(out, utf8, (size_t)g_unichar_to_utf8(c == 0xa0 ? ' ' : c, utf8));
}

/* Reads the character reference that begins at AT, a '&'; returns the position after it. */
static const char *read_reference(struct buffer *out, const char *at, const char *end) {
    static const struct {
        const char *name;
        gunichar c;
    } known[] = {{"amp;", '&'},     {"lt;", '<'},       {"gt;", '>'},       {"quot;", '"'},
                 {"apos;", '\''},   {"nbsp;", ' '},     {"auml;", 0xE4},    {"ouml;", 0xF6},
                 {"uuml;", 0xFC},   {"Auml;", 0xC4},    {"Ouml;", 0xD6},    {"Uuml;", 0xDC},
                 {"szlig;", 0xDF},  {"ndash;", 0x2013}, {"mdash;", 0x2014}, {"minus;", 0x2212},
                 {"rarr;", 0x2192}, {"lsquo;", '\''},   {"rsquo;", '\''},   {"ldquo;", '"'},
                 {"rdquo;", '"'},   {"bdquo;", '"'},    {"bull;", 0x2022},  {"thinsp;", ' '},
                 {"ensp;", ' '},    {"emsp;", ' '},     {"shy;", 0xAD}};
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

/* Skips the content of an element, including elements of the same name inside it if they NEST. */
static const char *skip_element(const char *at, const char *end, const char *name, bool nest) {
    size_t open = 1;
    struct tag tag;

    while (at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        at = read_tag(at, end, &tag);
        if (strcmp(tag.name, name) != 0)
            continue;
        if (tag.closing)
            open--;
        else if (nest)
            open++;
        if (open == 0)
            return at;
    }
    return end;
}

void receive_html_text(struct buffer *out, const char *html, size_t size) {
    static const char *const no_text[] = {"style", "script", "head", "title", NULL};
    static const char *const breaks[] = {"br", "p",  "div", "tr", "li",    "hr", "h1",
                                         "h2", "h3", "ul",  "ol", "table", NULL};
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
            if (is_quotation(&tag)) { /* answers may follow it */
                buffer_text(out, "\n>\n");
                at = skip_element(at, end, tag.name, true);
            } else if (is_signature(&tag)) {
                buffer_byte(out, '\n');
                at = skip_element(at, end, tag.name, true);
            } else if (one_of(tag.name, breaks))
                buffer_byte(out, '\n');
            else if (!tag.closing && one_of(tag.name, no_text))
                at = skip_element(at, end, tag.name, false);
        } else {
            /* line ends of the source are plain spaces */
            buffer_byte(out, g_ascii_isspace(*at) ? ' ' : *at);
            at++;
        }
    }
}

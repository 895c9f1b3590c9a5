/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/language.h"

#include <stdbool.h>
#include <strings.h>

#include "service/base/text.h"

enum { PLACE_SIZE = 3 /* "{0}" */ };

const char *const language_tags[LANGUAGES + 1] = {"en", "de"};

/* Whether a list of languages begins with this one, whatever the country. */
static bool begins_with_tag(const char *list, const char *tag) {
    size_t size = strlen(tag);

    return strncasecmp(list, tag, size) == 0 && strchr("-;, \t", list[size]) != NULL;
}

enum language language_accepted(const char *list) {
    /* Browsers name what their owner likes best first. */
    while (list != NULL && *list != '\0') {
        list += strspn(list, " \t,");
        for (int language = 0; language < LANGUAGES; language++)
            if (begins_with_tag(list, language_tags[language]))
                return (enum language)language;
        list += strcspn(list, ",");
    }
    return LANGUAGE_ENGLISH;
}

enum language language_kept(int64_t number) {
    return number >= 0 && number < LANGUAGES ? (enum language)number : LANGUAGE_ENGLISH;
}

/* Whether TEXT begins with "{0}" or another place that has an argument. */
static bool is_place(const char *text, size_t count) {
    return text[0] == '{' && text[1] >= '0' && text[1] <= '9' && text[2] == '}' &&
           (size_t)(text[1] - '0') < count;
}

void language_fill(struct buffer *out, const char *text, const char *const *args, size_t count) {
    while (*text != '\0') {
        bool place = is_place(text, count);

        if (place)
            buffer_text(out, args[text[1] - '0']);
        else
            buffer_byte(out, *text);
        text += place ? PLACE_SIZE : 1;
    }
}

void language_fill_short(char *to, size_t size, const char *text, const char *const *args,
                         size_t count) {
    size_t at = 0;

    while (*text != '\0') {
        bool place = is_place(text, count);
        const char *piece = place ? args[text[1] - '0'] : text;
        size_t length = place ? strlen(piece) : 1, fits = size - 1 - at;

        memcpy(to + at, piece, length < fits ? length : fits);
        at += length < fits ? length : fits;
        text += place ? PLACE_SIZE : 1;
    }
    to[at] = '\0';
    text_drop_partial(to);
}

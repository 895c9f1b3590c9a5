/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/orders/order_text.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/json_read.h"

static const char default_word[] = "default"; /* an order without wishes */
static const char keep_word[] = "keep";       /* in front of the cards to keep */

enum { ORDER_WORD_MAX = 40 /* bytes of a word that is read; names are shorter */ };

/* ---- reading ---- */

/* Words that are being read into JSON. */
struct order_words {
    const char *at;
    size_t len;
    bool failed; /* no memory */
};

static bool is_gap(char c) {
    return c == ' ' || c == ',' || c == '+';
}

/* Copies at most ORDER_WORD_MAX bytes in lower case, with an underscore for each hyphen and blank. */
static void order_copy_word(char word[ORDER_WORD_MAX + 1], const char *text, size_t len) {
    size_t n = 0;

    for (; n < len && n < ORDER_WORD_MAX; n++)
        word[n] = (char)(text[n] == ' ' || text[n] == '-' ? '_' : g_ascii_tolower(text[n]));
    word[n] = '\0';
}

/* Takes the next word off; false at the end. */
static bool order_next_word(struct order_words *words, char word[ORDER_WORD_MAX + 1]) {
    size_t n = 0;

    while (words->len > 0 && is_gap(words->at[0]))
        words->at++, words->len--;
    while (n < words->len && !is_gap(words->at[n]))
        n++;
    order_copy_word(word, words->at, n);
    words->at += n;
    words->len -= n;
    return n > 0;
}

static bool is_number(const char *word) {
    return word[0] >= '0' && word[0] <= '9';
}

static void order_append(struct order_words *words, json_t *list, const char *word) {
    json_t *item = is_number(word) ? json_integer(strtol(word, NULL, 10)) : json_string(word);

    words->failed |= json_array_append_new(list, item) != 0;
}

static void order_set(struct order_words *words, json_t *object, const char *name, json_t *value) {
    words->failed |= json_object_set_new(object, name, value) != 0;
}

/* VALUE, unless memory ran out. */
static json_t *order_whole(const struct order_words *words, json_t *value) {
    if (!words->failed)
        return value;
    json_decref(value);
    return NULL;
}

static json_t *order_one_word(const char *text, size_t len) {
    char word[ORDER_WORD_MAX + 1];

    order_copy_word(word, text, len);
    return json_string(word);
}

static json_t *order_list_of_words(const struct order_named *named, struct order_words words) {
    char word[ORDER_WORD_MAX + 1];
    json_t *list;

    order_copy_word(word, words.at, words.len);
    if (strcmp(word, default_word) == 0 || strcmp(word, named->words[0]) == 0)
        return json_string(named->words[0]);
    if (named->words[1] != NULL && strcmp(word, named->words[1]) == 0)
        return json_string(word);
    list = json_array();
    while (order_next_word(&words, word))
        order_append(&words, list, word);
    return order_whole(&words, list);
}

/* Reads the cards behind "keep": "2 ore 1 brick", "ore". */
static void order_keep(struct order_words *words, json_t *keep) {
    char word[ORDER_WORD_MAX + 1];
    long count = 1;

    while (order_next_word(words, word)) {
        if (is_number(word)) {
            count = strtol(word, NULL, 10);
            continue;
        }
        order_set(words, keep, word, json_integer(count));
        count = 1;
    }
}

static json_t *order_cards_of_words(struct order_words words) {
    json_t *cards = json_object(), *first = json_array(), *keep = json_object();
    char word[ORDER_WORD_MAX + 1];

    while (order_next_word(&words, word)) {
        if (strcmp(word, keep_word) == 0)
            order_keep(&words, keep);
        else if (strcmp(word, default_word) != 0)
            order_append(&words, first, word);
    }
    order_set(&words, cards, "first", first);
    order_set(&words, cards, "keep", keep);
    return order_whole(&words, cards);
}

/* "refuse", "accept if 3 ore": a list of this rule alone. */
static json_t *order_rule_of_words(struct order_words words) {
    json_t *rule = json_object(), *rules = json_array();
    char word[ORDER_WORD_MAX + 1] = "";

    (void)order_next_word(&words, word);
    order_set(&words, rule, "answer", json_string(word));
    if (order_next_word(&words, word)) {
        while (words.len > 0 && words.at[0] == ' ')
            words.at++, words.len--;
        order_set(&words, rule, word, json_stringn(words.at, words.len));
    }
    words.failed |= json_array_append_new(rules, rule) != 0;
    return order_whole(&words, rules);
}

json_t *order_value_read(const struct order_named *named, const char *text, size_t len) {
    const struct order_words words = {.at = text, .len = len};
    struct read_failure failure;
    json_t *value;

    if (len > 0 && (text[0] == '{' || text[0] == '[')) {
        value = read_json(text, len, &failure);
        return value != NULL ? value : json_stringn(text, len);
    }
    switch (named->form) {
    case ORDER_TEXT_LIST: return order_list_of_words(named, words);
    case ORDER_TEXT_CARDS: return order_cards_of_words(words);
    case ORDER_TEXT_OFFERS: return order_rule_of_words(words);
    case ORDER_TEXT_OBJECT:
        if (len == strlen(default_word) && g_ascii_strncasecmp(text, default_word, len) == 0)
            return json_object();
        break;
    case ORDER_TEXT_WORD: break;
    }
    return order_one_word(text, len);
}

/* ---- writing ---- */

static void order_append_word(struct buffer *out, size_t start, const char *word) {
    if (out->size > start)
        buffer_byte(out, ' ');
    buffer_text(out, word);
}

static void order_append_items(struct buffer *out, size_t start, const json_t *list) {
    const json_t *item;
    size_t i;

    json_array_foreach(list, i, item) {
        order_append_word(out, start, json_is_string(item) ? json_string_value(item) : "");
        if (json_is_integer(item))
            buffer_format(out, "%lld", (long long)json_integer_value(item));
    }
}

/* Cards to give away and to keep. */
static void order_append_cards(struct buffer *out, json_t *cards) {
    const size_t start = out->size;
    json_t *keep = json_object_get(cards, "keep"), *count;
    const char *kind;

    order_append_items(out, start, json_object_get(cards, "first"));
    if (json_object_size(keep) > 0)
        order_append_word(out, start, keep_word);
    json_object_foreach(keep, kind, count) {
        buffer_format(out, " %lld %s", (long long)json_integer_value(count), kind);
    }
    if (out->size == start)
        buffer_text(out, default_word);
}

static bool is_list_of_items(const json_t *value) {
    return json_is_array(value) && !json_is_object(json_array_get(value, 0));
}

/* Writes an only rule about offers that has no more than an answer and a condition. False: there is more. */
static bool order_append_rule(struct buffer *out, const json_t *rules) {
    const json_t *rule = json_array_get(rules, 0);
    const char *condition = json_string_value(json_object_get(rule, "if"));

    if (json_array_size(rules) != 1 || json_object_size(rule) > 1U + (condition != NULL))
        return false;
    buffer_text(out, json_string_value(json_object_get(rule, "answer")));
    if (condition != NULL)
        buffer_format(out, " if %s", condition);
    return true;
}

void order_value_write(struct buffer *out, json_t *value) {
    char *json;

    if (json_is_string(value)) {
        buffer_text(out, json_string_value(value));
    } else if (is_list_of_items(value)) {
        order_append_items(out, out->size, value);
    } else if (json_object_get(value, "first") != NULL) {
        order_append_cards(out, value);
    } else if (json_is_object(value) && json_object_size(value) == 0) {
        buffer_text(out, default_word);
    } else if (!order_append_rule(out, value)) {
        json = json_dumps(value, JSON_COMPACT);
        buffer_text(out, json == NULL ? default_word : json);
        free(json);
    }
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "service/words/notation_int.h"

enum { LOOSE_MIN = 2 /* letters of a beginning that stands for its word */ };

/* What may stand for each literal of the table of forms; the literal itself comes first. */
static const char *const lexicon[] = {
    "settle,settlement,build settlement,build a settlement,village,s",
    "city,build city,build a city",
    "road,build road,build a road,path,street",
    "roll,roll dice,roll the dice,dice,r",
    "discard,drop,throw away",
    "robber,rob,move robber,move the robber,thief",
    "bank,trade with bank,trade with the bank,exchange,maritime trade,maritime",
    "for,->,=>,→,against",
    "offer,propose,trade",
    "to,->,=>,→",
    "accept,agree to,agree,yes to",
    "decline,refuse,reject,no to",
    "counter,counter offer",
    "confirm",
    "with",
    "cancel,withdraw,retract",
    "buy,buy card,buy a card,buy dev,buy dev card,buy development card,buy a development card",
    "play",
    "from,against,of,steal from,and steal from,on",
    "on,from,against,at",
    "at,in,on",
    "as",
    "end,end turn,end my turn,pass,done,finish,e",
    "resign,surrender",
    "undo,take back",
    "neutral,build neutral",
    "force,forced trade,force trade,force a trade",
    "return,give back",
    "desert",
    "in",
    "trade",
    "knight,build knight,build a knight,recruit,knights",
    "wall,city wall,build wall,build city wall,build a wall",
    "activate,activate knight,wake",
    "promote,promote knight",
    "move,move knight",
    "displace,displace knight,drive away,drive off",
    "chase,chase robber,chase the robber,chase away robber",
    "improve,improve city,improvement,build improvement",
    "repair,repair city,fix,set upright",
    "harbor,commercial harbor,harbour,commercial harbour",
    "give",
    "take",
    "card,progress card,the card",
    "remove,remove knight",
    "place,place knight,put",
    "skip,nothing",
    "relocate,relocate knight,retreat",
    "deck,stack,choose deck,progress deck",
    "pillage,lose city,lose",
    "commit,commit knights,defend with,defend",
    "auto,automatic,automatically,first come",
    "settlement,village",
    /* cards */
    "roads,road building,free roads",
    "plenty,year of plenty,invention",
    "monopoly,resource monopoly,trade monopoly",
    "point,victory point",
    "alchemist,alchemy",
    "crane",
    "engineer,engineering",
    "inventor",
    "irrigation",
    "medicine",
    "mining",
    "printer",
    "smith,smithing",
    "merchant",
    "master,master merchant,guild dues",
    "fleet,merchant fleet",
    "bishop",
    "constitution",
    "deserter,treason",
    "diplomat,diplomacy",
    "intrigue",
    "saboteur,sabotage",
    "spy,espionage",
    "warlord,encouragement",
    "wedding",
};

enum { LEXICON = sizeof lexicon / sizeof lexicon[0] };

const char *lexicon_phrases(const char *literal) {
    size_t len = strlen(literal);

    for (size_t i = 0; i < LEXICON; i++)
        if (strncmp(lexicon[i], literal, len) == 0 &&
            (lexicon[i][len] == ',' || lexicon[i][len] == '\0'))
            return lexicon[i];
    return NULL;
}

/* ---- characters ---- */

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Letters, digits, and every byte of a character beyond ASCII. */
static bool in_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* How many bytes at AT match the first LEN of PHRASE: as many as it takes, or 0. */
static size_t match(const struct scan *scan, size_t at, const char *phrase, size_t len) {
    size_t start = at;

    for (size_t i = 0; i < len; i++) {
        if (phrase[i] == ' ' || phrase[i] == '_') {
            size_t spaces = at;
            while (at < scan->len &&
                   (is_space(scan->text[at]) || scan->text[at] == '_' || scan->text[at] == '-'))
                at++;
            if (at == spaces)
                return 0;
        } else if (at < scan->len && lower(scan->text[at]) == lower(phrase[i])) {
            at++;
        } else {
            return 0;
        }
    }
    return at - start;
}

/* Whether a word ends at AT: "4wool" are two words, "roads" is one. */
static bool boundary(const struct scan *scan, size_t at) {
    return at >= scan->len || at == 0 || !in_word(scan->text[at]) || !in_word(scan->text[at - 1]);
}

/* ---- walking ---- */

void scan_space(struct scan *scan) {
    static const char *const empty_words[] = {"the", "my", "please"};
    size_t before;

    do {
        before = scan->at;
        while (scan->at < scan->len && is_space(scan->text[scan->at]))
            scan->at++;
        for (size_t i = 0; i < sizeof empty_words / sizeof empty_words[0]; i++) {
            size_t n = match(scan, scan->at, empty_words[i], strlen(empty_words[i]));
            if (n > 0 && scan->at + n < scan->len && is_space(scan->text[scan->at + n]))
                scan->at += n;
        }
    } while (scan->at != before);
}

bool scan_end(struct scan *scan) {
    size_t at;

    scan_space(scan);
    at = scan->at;
    while (at < scan->len &&
           (is_space(scan->text[at]) || scan->text[at] == '.' || scan->text[at] == '!'))
        at++;
    return at >= scan->len;
}

static bool take_phrase(struct scan *scan, const char *phrase, size_t len) {
    size_t n = match(scan, scan->at, phrase, len);

    if (n == 0 || !boundary(scan, scan->at + n))
        return false;
    scan->at += n;
    return true;
}

bool scan_phrase(struct scan *scan, const char *phrase) {
    return take_phrase(scan, phrase, strlen(phrase));
}

static bool take_word(struct scan *scan, const char *phrase, size_t len) {
    size_t n = 0;

    if (take_phrase(scan, phrase, len))
        return true;
    if (!scan->loose)
        return false;
    while (scan->at + n < scan->len && in_word(scan->text[scan->at + n]))
        n++;
    if (n < LOOSE_MIN || n >= len || match(scan, scan->at, phrase, n) != n)
        return false;
    scan->at += n;
    return true;
}

bool scan_word(struct scan *scan, const char *phrase) {
    return take_word(scan, phrase, strlen(phrase));
}

bool scan_literal(struct scan *scan, const char *literal) {
    const char *row = lexicon_phrases(literal);
    const char *phrase = row;
    size_t start, furthest;

    assert(row != NULL);
    scan_space(scan);
    if (scan->at > 0 && scan_one_of(scan, ","))
        scan_space(scan);
    start = furthest = scan->at;
    while (*phrase != '\0') {
        size_t len = strcspn(phrase, ",");
        if (take_word(scan, phrase, len) && scan->at > furthest)
            furthest = scan->at;
        scan->at = start;
        phrase += len + (phrase[len] == ',');
    }
    scan->at = furthest;
    return furthest > start || scan_miss(scan, start, row, FIELD_END);
}

bool scan_number(struct scan *scan, uint32_t max, uint32_t *number) {
    size_t at = scan->at;
    uint64_t value = 0;

    while (at < scan->len && scan->text[at] >= '0' && scan->text[at] <= '9') {
        value = value * 10 + (uint64_t)(scan->text[at] - '0');
        if (value > max)
            return false;
        at++;
    }
    if (at == scan->at)
        return false;
    scan->at = at;
    *number = (uint32_t)value;
    return true;
}

bool scan_bytes(struct scan *scan, const char *bytes) {
    size_t len = strlen(bytes);

    if (scan->len - scan->at < len || memcmp(scan->text + scan->at, bytes, len) != 0)
        return false;
    scan->at += len;
    return true;
}

bool scan_one_of(struct scan *scan, const char *chars) {
    if (scan->at >= scan->len || scan->text[scan->at] == '\0' ||
        strchr(chars, scan->text[scan->at]) == NULL)
        return false;
    scan->at++;
    return true;
}

void scan_between(struct scan *scan) {
    scan_space(scan);
    if (scan_one_of(scan, ",+&") || scan_phrase(scan, "and"))
        scan_space(scan);
}

size_t scan_word_length(const struct scan *scan, size_t at) {
    size_t n = 0;

    while (at + n < scan->len && !is_space(scan->text[at + n]) && scan->text[at + n] != ',')
        n++;
    return n;
}

/* ---- what was missed ---- */

/* Whether a miss at AT counts: it is not less far than the ones before. */
static bool counts(struct scan *scan, size_t at) {
    if (at < scan->missed)
        return false;
    if (at > scan->missed) {
        scan->missed = at;
        scan->n_misses = 0;
        scan->n_forms = 0;
        scan->said[0] = '\0';
    }
    return true;
}

bool scan_miss(struct scan *scan, size_t at, const char *word, unsigned field) {
    if (!counts(scan, at))
        return false;
    if (scan->form != NULL && scan->n_forms++ == 0)
        scan->miss_form = scan->form;
    for (unsigned i = 0; i < scan->n_misses; i++)
        if (scan->misses[i].word == word && scan->misses[i].field == field)
            return false;
    if (scan->n_misses < MISSES_MAX)
        scan->misses[scan->n_misses++] = (struct miss){.word = word, .field = (uint8_t)field};
    return false;
}

bool scan_say(struct scan *scan, size_t at, unsigned field, const char *format, ...) {
    va_list args;

    scan_miss(scan, at, NULL, field);
    if (at < scan->missed)
        return false;
    va_start(args, format);
    vsnprintf(scan->said, sizeof scan->said, format, args);
    va_end(args);
    return false;
}

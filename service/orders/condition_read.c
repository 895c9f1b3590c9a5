/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Parsing conditions. */
#include <string.h>

#include "service/orders/condition.h"
#include "service/words/mistake.h"

struct condition_reader {
    struct scan scan;
    struct seat_label colors[SEAT_MAX]; /* the seats' labels without names */
    unsigned depth;                     /* parentheses that are open */
    const char *wanted;                 /* what was expected at WANTED_AT */
    size_t wanted_at;
    struct condition *out;
};

/* ---- words ---- */

/* Takes a word of CLASS, skipping fillers before it. */
static bool condition_take(struct condition_reader *reader, enum word_class class, uint8_t *value) {
    scan_space(&reader->scan);
    return scan_class(&reader->scan, class, value);
}

/* Notes that WANTED was expected here. Returns false. */
static bool condition_miss(struct condition_reader *reader, const char *wanted) {
    scan_space(&reader->scan);
    if (scan_reaches(&reader->scan, reader->scan.at)) {
        reader->wanted = wanted;
        reader->wanted_at = reader->scan.at;
    }
    return false;
}

static bool condition_take_number(struct condition_reader *reader, uint16_t *to) {
    enum { MUCH = 9999 }; /* larger numbers are clamped, as no game has them */
    uint32_t number;

    scan_space(&reader->scan);
    if (!scan_amount(&reader->scan, &number))
        return condition_miss(reader, "a number");
    *to = (uint16_t)(number < MUCH ? number : MUCH);
    return true;
}

/* ---- facts ---- */

static bool condition_add(struct condition_reader *reader, const struct condition_node *node) {
    if (reader->out->n == CONDITION_NODES_MAX)
        return scan_say(&reader->scan, reader->scan.at, FIELD_END,
                        "a condition may hold %d facts and joining words", CONDITION_NODES_MAX);
    reader->out->nodes[reader->out->n++] = *node;
    return true;
}

static bool condition_take_seat(struct condition_reader *reader, struct condition_node *node) {
    scan_space(&reader->scan);
    return scan_seat(&reader->scan, FIELD_SEAT, &node->owner);
}

static bool condition_take_owner(struct condition_reader *reader, struct condition_node *node) {
    if (!condition_take(reader, WORD_BANK, NULL))
        return condition_take_seat(reader, node);
    node->owner = OWNER_BANK;
    return true;
}

static const char condition_no_sea[] = "there is no sea to sail on in this game";

static bool condition_is_of_knights(unsigned measure) {
    return measure == LEVEL || measure == BARBARIANS || measure == WALLS || measure == STRENGTH ||
           measure == KNIGHTS;
}

/* A kind of card, a track, or another thing that is counted. WANTED: what is expected, for the
 * error. */
static bool condition_read_measure(struct condition_reader *reader, const char *wanted,
                                   struct condition_node *node) {
    const struct rules *rules = &reader->scan.setup->rules;
    struct scan *scan = &reader->scan;
    size_t at;

    scan_space(scan);
    at = scan->at;
    if (scan_name(scan, WORD_KIND, 0, KIND_COUNT, &node->kind)) {
        node->measure = CARDS_OF_KIND;
        if (node->owner != OWNER_SELF && node->owner != OWNER_BANK)
            return scan_say(scan, at, FIELD_END,
                            "which cards others hold is hidden; only their number can be asked "
                            "for (\"red cards > 7\")");
        if (node->kind >= rules->kinds)
            return scan_say(scan, at, FIELD_END, "this game has no %s", kind_names[node->kind]);
        return true;
    }
    if (scan_name(scan, WORD_TRACK, 0, TRACK_COUNT, &node->kind))
        node->measure = LEVEL;
    else if (!scan_name(scan, WORD_MEASURE, 0, UINT8_MAX, &node->measure))
        return condition_miss(reader, wanted);
    if (node->owner == OWNER_BANK)
        return scan_say(scan, at, FIELD_END, "for the bank you can only name a kind of card");
    if (!rules->knights && condition_is_of_knights(node->measure))
        return scan_say(scan, at, FIELD_END, "the base game does not have this%s",
                        node->measure == KNIGHTS ? "; knights played are the \"army\"" : "");
    if (!rules->sea && node->measure == SHIPS)
        return scan_say(scan, at, FIELD_END, "%s", condition_no_sea);
    return true;
}

/* Whether the next word looks like a place. */
static bool condition_is_place(struct condition_reader *reader) {
    struct scan *scan = &reader->scan;
    size_t at;
    bool place;

    scan_preposition(scan);
    at = scan->at;
    scan_one_of(scan, "vVeE#");
    place = scan_one_of(scan, "0123456789");
    scan->at = at;
    return place;
}

/* Reads what follows a measure: a comparison, or the place of a piece. */
static bool condition_read_comparison(struct condition_reader *reader,
                                      struct condition_node *node) {
    bool piece = node->measure >= SETTLEMENTS && node->measure <= WALLS;

    node->compare = EQUAL_TO;
    if (condition_take(reader, WORD_COMPARE, &node->compare))
        return condition_take_number(reader, &node->number) && condition_add(reader, node);
    if (piece && condition_is_place(reader)) {
        node->op = CONDITION_PIECE;
        bool edge = node->measure == ROADS || node->measure == SHIPS;
        return (edge ? scan_edge(&reader->scan, true, FIELD_EDGE, &node->place)
                     : scan_vertex(&reader->scan, FIELD_VERTEX, &node->place)) &&
               condition_add(reader, node);
    }
    if (node->measure != ROLLED || !condition_take_number(reader, &node->number))
        return condition_miss(reader, piece ? "a comparison (\">= 3\") or a place"
                                            : "a comparison (\">= 3\")");
    return condition_add(reader, node);
}

static bool scan_or(struct scan *scan) {
    return scan_one_of(scan, "|") || scan_class(scan, WORD_OR, NULL);
}

/* Whether the fact ends here: at the end, or before a word that cannot belong to it. */
static bool condition_is_fact_end(struct condition_reader *reader) {
    size_t at = reader->scan.at;
    bool end;

    scan_space(&reader->scan);
    end = reader->scan.at == reader->scan.len || scan_one_of(&reader->scan, ")") ||
          scan_and(&reader->scan) || scan_or(&reader->scan);
    reader->scan.at = at;
    return end;
}

/* Reads COUNT MEASURE, or MEASURE and its comparison; the owner may also follow the measure. */
static bool condition_read_count(struct condition_reader *reader, struct condition_node *node) {
    bool none = condition_take(reader, WORD_NO, NULL), compared, mine = node->owner == OWNER_SELF;
    size_t at;

    node->compare = none ? EQUAL_TO : AT_LEAST;
    compared = !none && condition_take(reader, WORD_COMPARE, &node->compare);
    if (none || condition_take_number(reader, &node->number)) {
        if (!condition_read_measure(reader, "what is counted", node))
            return false;
        if (mine && node->measure != CARDS_OF_KIND && !condition_is_fact_end(reader))
            (void)condition_take_seat(reader, node);
        return condition_add(reader, node);
    }
    if (compared || !condition_read_measure(reader, "a fact", node))
        return false;
    at = reader->scan.at;
    if (condition_read_comparison(reader, node))
        return true;
    if (!mine || node->measure == CARDS_OF_KIND)
        return false;
    reader->scan.at = at;
    node->op = CONDITION_COUNT;
    return condition_take_seat(reader, node) && condition_read_comparison(reader, node);
}

/* Words that can be a color are first tried as one. */
static bool condition_read_owned(struct condition_reader *reader) {
    const struct condition_node none = {.op = CONDITION_COUNT, .owner = OWNER_SELF};
    struct condition_node node = none;
    size_t at = reader->scan.at;
    bool counts =
        condition_take(reader, WORD_NO, NULL) || condition_take(reader, WORD_COMPARE, NULL);

    reader->scan.at = at;
    if (!counts && condition_take_owner(reader, &node) && condition_read_count(reader, &node))
        return true;
    reader->scan.at = at;
    node = none;
    return condition_read_count(reader, &node);
}

/* Reads "free PLACE" or "PLACE free": an edge if written as one, else a vertex. *OK: whether it could be
 * read. False for anything else. */
static bool condition_is_free(struct condition_reader *reader, bool *ok) {
    struct condition_node node = {.op = CONDITION_FREE};
    struct scan *scan = &reader->scan;
    bool free = condition_take(reader, WORD_FREE, NULL), before = free;
    size_t at;

    if (!condition_is_place(reader)) {
        *ok = free && condition_miss(reader, "a place");
        return free;
    }
    at = scan->at;
    while (scan_one_of(scan, "0123456789vV#"))
        continue;
    if (scan_one_of(scan, "eE-") || scan_bytes(scan, "–"))
        node.op = CONDITION_FREE_EDGE;
    while (scan_one_of(scan, "0123456789vV"))
        continue;
    free = free || condition_take(reader, WORD_FREE, NULL);
    scan->at = at;
    if (free)
        *ok = (node.op == CONDITION_FREE ? scan_vertex(scan, FIELD_VERTEX, &node.place)
                                         : scan_edge(scan, false, FIELD_EDGE, &node.place)) &&
              (before || condition_take(reader, WORD_FREE, NULL)) && condition_add(reader, &node);
    return free;
}

static bool condition_read_fact(struct condition_reader *reader) {
    struct condition_node node = {.op = CONDITION_ROBBER};
    struct scan *scan = &reader->scan;
    bool ok, pirate;
    size_t at;

    if (condition_is_free(reader, &ok))
        return ok;
    scan_space(scan);
    at = scan->at;
    pirate = condition_take(reader, WORD_PIRATE, NULL);
    if (pirate && !scan->setup->rules.sea)
        return scan_say(scan, at, FIELD_END, "%s", condition_no_sea);
    if (pirate || condition_take(reader, WORD_ROBBER, NULL)) {
        node.op = pirate ? CONDITION_PIRATE : CONDITION_ROBBER;
        scan_preposition(scan);
        return scan_hex(scan, false, FIELD_HEX, &node.place) && condition_add(reader, &node);
    }
    if (!condition_take(reader, WORD_CARD, NULL))
        return condition_read_owned(reader);
    node.op = CONDITION_CARD;
    scan_space(scan);
    return (scan_name(scan, scan->setup->rules.knights ? WORD_PROGRESS : WORD_DEV, 0, UINT8_MAX,
                      &node.kind) ||
            condition_miss(reader, "a card's name")) &&
           condition_add(reader, &node);
}

/* ---- operators ---- */

static bool condition_read_alternatives(struct condition_reader *reader);

static bool condition_read_parentheses(struct condition_reader *reader) {
    struct scan *scan = &reader->scan;

    if (reader->depth == CONDITION_DEPTH_MAX)
        return scan_say(scan, scan->at - 1, FIELD_END, "parentheses may be nested at most %d deep",
                        CONDITION_DEPTH_MAX);
    reader->depth++;
    if (!condition_read_alternatives(reader))
        return false;
    scan_space(scan);
    if (!scan_one_of(scan, ")"))
        return condition_miss(reader, "\")\"");
    reader->depth--;
    return true;
}

static bool condition_read_negated(struct condition_reader *reader) {
    struct condition_node node = {.op = CONDITION_NOT};
    bool negated = false;

    while (condition_take(reader, WORD_NOT, NULL))
        negated = !negated;
    if (scan_one_of(&reader->scan, "(") ? !condition_read_parentheses(reader)
                                        : !condition_read_fact(reader))
        return false;
    node.first = (uint8_t)(reader->out->n - 1);
    return !negated || condition_add(reader, &node);
}

/* Reads ELEMENTs joined by OP. */
static bool condition_read_chain(struct condition_reader *reader, enum condition_op op,
                                 bool (*element)(struct condition_reader *reader)) {
    struct condition_node node = {.op = (uint8_t)op};

    if (!element(reader))
        return false;
    for (;;) {
        node.first = (uint8_t)(reader->out->n - 1);
        scan_space(&reader->scan);
        if (!(op == CONDITION_AND ? scan_and(&reader->scan) : scan_or(&reader->scan)))
            return true;
        if (!element(reader))
            return false;
        node.second = (uint8_t)(reader->out->n - 1);
        if (!condition_add(reader, &node))
            return false;
    }
}

static bool condition_read_conjunction(struct condition_reader *reader) {
    return condition_read_chain(reader, CONDITION_AND, condition_read_negated);
}

static bool condition_read_alternatives(struct condition_reader *reader) {
    return condition_read_chain(reader, CONDITION_OR, condition_read_conjunction);
}

/* ---- the whole ---- */

/* Suggests what TEXT, at the error, may have meant; false if there is no suggestion, or the word is
 * known and only misplaced. */
static bool condition_suggest(const struct scan *scan, const char *text,
                              char found[SCAN_NAME_SIZE]) {
    struct scan there = *scan;
    const struct word *word;
    uint8_t value;

    found[0] = '\0';
    there.at = scan->missed;
    for (size_t i = 0; (word = vocabulary_at(i)) != NULL; i++) {
        if (word->class == WORD_VERB || word->class == WORD_FILLER || word->class == WORD_EMPTY)
            continue;
        if (scan_name(&there, word->class, word->value, word->value + 1U, &value))
            return false;
        scan_nearest(text, word, LANGUAGE_ENGLISH, found);
    }
    return scan_is_alike(text, found);
}

static void condition_explain(const struct condition_reader *reader, struct notation_error *error) {
    const struct scan *scan = &reader->scan;
    char word[WORD_SHOWN_SIZE], meant[SCAN_NAME_SIZE];
    struct buffer text;
    bool end = scan->missed == scan->len;

    buffer_init(&text, MISTAKE_TEXT_MAX);
    scan_shown_word(scan, scan->missed, word);
    if (scan->said[0] != '\0') {
        buffer_text(&text, scan->said);
    } else if (!end && condition_suggest(scan, word, meant)) {
        buffer_format(&text, "\"%s\" is not known here; did you mean \"%s\"?", word, meant);
    } else {
        buffer_format(&text,
                      end ? "the condition ends too early: %s" : "\"%s\" cannot stand here: ",
                      end ? "" : word);
        if (reader->wanted != NULL && reader->wanted_at == scan->missed)
            buffer_text(&text, reader->wanted);
        else
            mistake_write_expected(&text, scan);
        buffer_text(&text, end ? " is missing"
                               : " is expected, as in \"3 ore and 2 grain\", \"points >= 8\" or "
                                 "\"red has a city at 12\"");
    }
    mistake_finish(scan, &text, "this condition cannot be read", error);
}

bool condition_read(const struct setup *setup, const struct seat_label *labels, const char *text,
                    size_t len, struct condition *out, struct notation_error *error) {
    struct condition_reader reader = {.scan = {.setup = setup,
                                               .labels = reader.colors,
                                               .text = text,
                                               .len = len,
                                               .fillers = WORD_FILLER},
                                      .out = out};

    *out = (struct condition){0};
    *error = (struct notation_error){0};
    for (unsigned seat = 0; seat < setup->rules.colors; seat++)
        reader.colors[seat].color = seat_color(labels, seat);
    if (len > CONDITION_TEXT_MAX)
        scan_say(&reader.scan, 0, FIELD_END, "a condition may have at most %d bytes",
                 CONDITION_TEXT_MAX);
    else if (condition_read_alternatives(&reader) &&
             (reader.scan.at == len || condition_miss(&reader, "\"and\", \"or\" or the end")))
        return true;
    condition_explain(&reader, error);
    return false;
}

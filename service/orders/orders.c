/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/orders/orders.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/base/time_text.h"
#include "service/document/cards_json.h"

static const char *const offer_reply_names[OFFER_REPLIES] = {"accept", "refuse", "ask"};
static const char *const when_names[PLAN_WHENS] = {"actions", "before_roll"};
static const char *const otherwise_names[PLAN_OTHERWISES] = {"skip", "wait", "drop"};

/* ---- members that are one word; 0: left out, the person is asked ---- */

struct word_member {
    const char *name;
    size_t offset;
    bool knights;
    unsigned n;
    const char *names[COMMITS];
};

static const struct word_member word_members[] = {
    {"commit", offsetof(struct orders, commit), true, COMMITS, {NULL, "all", "as_needed", "none"}},
    {"roll", offsetof(struct orders, roll), false, ROLLS, {NULL, "if_nothing_before", "always"}},
    {"end_turn",
     offsetof(struct orders, end_turn),
     false,
     ENDS,
     {NULL, "if_nothing", "if_nothing_but_trades"}},
};
enum { WORD_MEMBERS = sizeof word_members / sizeof *word_members };

/* ---- members that are lists of wishes ---- */

enum list_of { LIST_VERTICES, LIST_RESOURCES, LIST_COMMODITIES, LIST_TRACKS, LIST_PROGRESS };

struct list_member {
    const char *name;
    size_t offset;
    uint8_t of;
    const char *fallback; /* a word that means the empty list, or NULL */
    bool skip;            /* "skip" is a word, too */
};

/* All of Cities & Knights. */
static const struct list_member list_members[] = {
    {"pillage", offsetof(struct orders, pillage), LIST_VERTICES, "fewest_pips", false},
    {"relocate", offsetof(struct orders, relocate), LIST_VERTICES, "nearest", false},
    {"deserter", offsetof(struct orders, deserter), LIST_VERTICES, "weakest", false},
    {"aqueduct", offsetof(struct orders, aqueduct), LIST_RESOURCES, "least_held", true},
    {"harbor", offsetof(struct orders, harbor), LIST_COMMODITIES, "most_held", false},
    {"deck", offsetof(struct orders, deck), LIST_TRACKS, "best", false},
    {"progress_discard", offsetof(struct orders, progress_discard), LIST_PROGRESS, "last_drawn",
     false},
};
enum { LIST_MEMBERS = sizeof list_members / sizeof *list_members };

/* ---- members that say which cards go ---- */

struct cards_member {
    const char *name;
    size_t offset;
    bool knights;
};

static const struct cards_member cards_members[] = {
    {"discard", offsetof(struct orders, discard), false},
    {"saboteur", offsetof(struct orders, saboteur), true},
    {"wedding", offsetof(struct orders, wedding), true},
};
enum { CARDS_MEMBERS = sizeof cards_members / sizeof *cards_members };

/* ---- reading ---- */

struct order_reader {
    struct reading r;
    const struct orders_context *context;
    struct orders *orders;
};

/* The names of a kind of list, and the number of the first. */
static const char *const *list_names(enum list_of of, unsigned *first, size_t *n) {
    *first = 0;
    switch (of) {
    case LIST_RESOURCES: *n = RESOURCE_COUNT; return kind_names;
    case LIST_COMMODITIES:
        *first = RESOURCE_COUNT;
        *n = COMMODITY_COUNT;
        return kind_names + RESOURCE_COUNT;
    case LIST_TRACKS: *n = TRACK_COUNT; return track_names;
    default: *n = PROGRESS_COUNT; return progress_names;
    }
}

static uint8_t read_item(struct order_reader *reader, const json_t *value, enum list_of of) {
    unsigned first;
    size_t n;
    const char *const *names;

    if (of == LIST_VERTICES)
        return (uint8_t)reading_number(&reader->r, value, 0,
                                       reader->context->setup->board.n_vertices - 1U);
    names = list_names(of, &first, &n);
    return (uint8_t)(first + reading_name(&reader->r, value, names, n));
}

/* An array of items of which none stands there twice. */
static void read_items(struct order_reader *reader, const json_t *value, enum list_of of,
                       size_t max, uint8_t *items, uint8_t *count) {
    struct reading_list list = reading_list(&reader->r, value, max);
    const json_t *item;
    uint8_t n = 0;

    for (; (item = reading_next(&list)) != NULL; n++) {
        items[n] = read_item(reader, item, of);
        if (!reader->r.failed && memchr(items, items[n], n) != NULL)
            reading_refuse(&reader->r, "is named twice");
    }
    *count = n;
}

static void read_list(struct order_reader *reader, const json_t *value,
                      const struct list_member *member) {
    struct order_list *list = (struct order_list *)((char *)reader->orders + member->offset);
    const char *word = json_string_value(value);

    list->set = true;
    if (word == NULL) {
        read_items(reader, value, member->of, ORDERS_LIST_MAX, list->items, &list->n);
        return;
    }
    list->skip = member->skip && strcmp(word, "skip") == 0;
    if (!list->skip && strcmp(word, member->fallback) != 0)
        reading_refuse(&reader->r, "must be a list, or \"%s\"%s", member->fallback,
                       member->skip ? ", or \"skip\"" : "");
}

static void read_cards(struct order_reader *reader, const json_t *value,
                       struct order_cards *cards) {
    static const char *const known[] = {"first", "keep", NULL};
    const unsigned kinds = reader->context->setup->rules.kinds;
    struct reading_list first;
    const json_t *kind, *keep;
    size_t mark;

    cards->set = true;
    if (!reading_object(&reader->r, value, known))
        return;
    first = reading_list_of(&reader->r, value, "first", kinds);
    for (size_t i = 0; (kind = reading_next(&first)) != NULL; i++) {
        cards->first[i] = (uint8_t)reading_name(&reader->r, kind, kind_names, kinds);
        cards->n_first = (uint8_t)(i + 1);
        if (!reader->r.failed && memchr(cards->first, cards->first[i], i) != NULL)
            reading_refuse(&reader->r, "is named twice");
    }
    keep = reading_enter_member(&reader->r, value, "keep", false, &mark);
    if (keep != NULL)
        cards->keep = cards_read(&reader->r, keep, kinds, 0);
    reading_leave(&reader->r, mark);
}

/* The condition of OBJECT, as text and read. */
static void read_condition(struct order_reader *reader, const char *text, size_t len,
                           char to[CONDITION_TEXT_MAX + 1], struct condition *condition) {
    struct notation_error error;

    if (len > CONDITION_TEXT_MAX) {
        reading_refuse(&reader->r, "may have %d bytes", CONDITION_TEXT_MAX);
        return;
    }
    if (!condition_read(reader->context->setup, reader->context->labels, text, len, condition,
                        &error)) {
        reading_refuse(&reader->r, "%s", error.detail);
        return;
    }
    memcpy(to, text, len);
    to[len] = '\0';
}

static void read_condition_of(struct order_reader *reader, const json_t *object,
                              char to[CONDITION_TEXT_MAX + 1], struct condition *condition) {
    const char *text = reading_text_of(&reader->r, object, "if", 1, CONDITION_TEXT_MAX);
    size_t mark = reading_enter(&reader->r, "if");

    if (text != NULL)
        read_condition(reader, text, strlen(text), to, condition);
    reading_leave(&reader->r, mark);
}

/* ---- offers ---- */

static uint8_t read_kinds(struct order_reader *reader, const json_t *object, const char *key) {
    const unsigned kinds = reader->context->setup->rules.kinds;
    unsigned set = 0;
    size_t mark;
    const json_t *value = reading_enter_member(&reader->r, object, key, false, &mark);

    if (value != NULL)
        set = reading_set(&reader->r, value, kind_names, kinds);
    if (value != NULL && json_array_size(value) == 0)
        reading_refuse(&reader->r, "must name a kind, or be left out for all kinds");
    reading_leave(&reader->r, mark);
    return (uint8_t)set;
}

static void read_rate(struct order_reader *reader, const json_t *rule, struct order_offer *offer) {
    static const char *const known[] = {"give", "get", NULL};
    size_t mark;
    const json_t *value = reading_enter_member(&reader->r, rule, "rate", false, &mark);

    if (value != NULL && reading_object(&reader->r, value, known)) {
        offer->rate_give = (uint8_t)reading_number_of(&reader->r, value, "give", 1, CARD_COUNT_MAX,
                                                      READING_REQUIRED);
        offer->rate_get = (uint8_t)reading_number_of(&reader->r, value, "get", 1, CARD_COUNT_MAX,
                                                     READING_REQUIRED);
    }
    reading_leave(&reader->r, mark);
}

static void read_until(struct order_reader *reader, const json_t *rule, struct order_offer *offer) {
    enum { TIME_MIN = 20, TIME_MAX = 40, TURN_MAX = 1 << 20 };
    const char *text = reading_text_of(&reader->r, rule, "until", TIME_MIN, TIME_MAX);

    if (text != NULL && !time_read(text, &offer->until))
        reading_refuse_at(&reader->r, "until",
                          "must be a time like \"2026-01-31T08:05:09Z\" (RFC 3339)");
    offer->until_turn = (uint32_t)reading_number_of(&reader->r, rule, "until_turn", 1, TURN_MAX, 0);
}

static void read_offer(struct order_reader *reader, const json_t *value,
                       struct order_offer *offer) {
    static const char *const known[] = {
        "answer", "give", "get",   "give_at_most", "get_at_least", "rate", "keep",
        "from",   "if",   "times", "until",        "until_turn",   NULL};
    const struct rules *rules = &reader->context->setup->rules;
    const json_t *keep, *from;
    size_t mark;

    if (!reading_object(&reader->r, value, known))
        return;
    offer->reply = (uint8_t)reading_name_of(&reader->r, value, "answer", offer_reply_names,
                                            OFFER_REPLIES, READING_REQUIRED);
    offer->give_kinds = read_kinds(reader, value, "give");
    offer->get_kinds = read_kinds(reader, value, "get");
    offer->give_most =
        (uint8_t)reading_number_of(&reader->r, value, "give_at_most", 1, CARD_COUNT_MAX, 0);
    offer->get_least =
        (uint8_t)reading_number_of(&reader->r, value, "get_at_least", 1, CARD_COUNT_MAX, 0);
    offer->times = (uint8_t)reading_number_of(&reader->r, value, "times", 1, ORDERS_TIMES_MAX, 0);
    read_rate(reader, value, offer);
    read_until(reader, value, offer);
    read_condition_of(reader, value, offer->condition_text, &offer->condition);
    keep = reading_enter_member(&reader->r, value, "keep", false, &mark);
    if (keep != NULL)
        offer->keep = cards_read(&reader->r, keep, rules->kinds, 0);
    reading_leave(&reader->r, mark);
    from = reading_enter_member(&reader->r, value, "from", false, &mark);
    if (from != NULL) {
        offer->from = (uint8_t)reading_set(&reader->r, from, NULL, rules->players);
        if (json_array_size(from) == 0)
            reading_refuse(&reader->r, "must name a seat, or be left out for all");
    }
    reading_leave(&reader->r, mark);
}

/* ---- the plan ---- */

static void read_move(struct order_reader *reader, const char *text, size_t len,
                      struct order_step *step) {
    const struct orders_context *context = reader->context;
    struct notation_error error;
    char room[ORDERS_MOVE_MAX + 1];
    struct buffer written = {.data = room, .capacity = sizeof room, .limit = sizeof room};

    if (!notation_read(context->setup, context->view, context->seat, context->labels, text, len,
                       &step->action, &error)) {
        reading_refuse(&reader->r, "%s", error.detail);
        return;
    }
    notation_write(&written, context->setup, context->labels, &step->action);
    if (written.failed || written.size > ORDERS_MOVE_MAX)
        reading_refuse(&reader->r, "is too long: a move of a plan may have %d bytes",
                       ORDERS_MOVE_MAX);
    else if (step->action.type == RESIGN || step->action.type == UNDO)
        reading_refuse(&reader->r, "cannot be planned: do it yourself");
    else
        memcpy(step->move, written.data, written.size);
}

/* "if CONDITION: MOVE", or a move alone. */
static void read_short_step(struct order_reader *reader, const char *text,
                            struct order_step *step) {
    const char *colon;

    if (strncasecmp(text, "if ", 3) == 0) {
        text += 3;
        colon = strchr(text, ':');
        if (colon == NULL) {
            reading_refuse(&reader->r,
                           "needs a colon between condition and move: \"if 3 ore: city 12\"");
            return;
        }
        read_condition(reader, text, (size_t)(colon - text), step->condition_text,
                       &step->condition);
        text = colon + 1;
    }
    read_move(reader, text, strlen(text), step);
}

static void read_step(struct order_reader *reader, const json_t *value, struct order_step *step) {
    static const char *const known[] = {"move", "if", "when", "otherwise", NULL};
    const char *text;
    size_t mark;

    if (json_is_string(value)) {
        read_short_step(reader, json_string_value(value), step);
        return;
    }
    if (!reading_object(&reader->r, value, known))
        return;
    step->when = (uint8_t)reading_name_of(&reader->r, value, "when", when_names, PLAN_WHENS, 0);
    step->otherwise = (uint8_t)reading_name_of(&reader->r, value, "otherwise", otherwise_names,
                                               PLAN_OTHERWISES, 0);
    read_condition_of(reader, value, step->condition_text, &step->condition);
    text = json_string_value(reading_member(&reader->r, value, "move", true));
    mark = reading_enter(&reader->r, "move");
    if (text != NULL)
        read_move(reader, text, strlen(text), step);
    else if (json_object_get(value, "move") != NULL)
        reading_refuse(&reader->r, "must be a text, a move in words");
    reading_leave(&reader->r, mark);
    if (step->condition_text[0] == '\0')
        step->otherwise = PLAN_SKIP; /* there is nothing that could not hold */
}

/* Moves before the roll stand before the others. */
static void check_plan(struct order_reader *reader, const struct orders *orders) {
    for (unsigned i = 1; i < orders->n_plan; i++) {
        size_t mark = reading_enter_at(&reader->r, i);

        if (orders->plan[i].when == PLAN_BEFORE_ROLL &&
            orders->plan[i - 1].when != PLAN_BEFORE_ROLL)
            reading_refuse_at(&reader->r, "when",
                              "moves before the roll must stand before the others");
        reading_leave(&reader->r, mark);
    }
}

/* ---- the whole ---- */

static void read_delay(struct order_reader *reader, const json_t *value) {
    static const char *const known[] = {"median", "max", NULL};
    struct orders *orders = reader->orders;

    if (!reading_object(&reader->r, value, known))
        return;
    orders->median_s = reading_number_of(&reader->r, value, "median", DELAY_MEDIAN_MIN_S,
                                         DELAY_MEDIAN_MAX_S, DELAY_MEDIAN_DEFAULT_S);
    orders->max_s = reading_number_of(
        &reader->r, value, "max", DELAY_SPREAD_MIN * orders->median_s, DELAY_MAX_MAX_S,
        orders->median_s * (DELAY_MAX_DEFAULT_S / DELAY_MEDIAN_DEFAULT_S) < DELAY_MAX_MAX_S
            ? orders->median_s * (DELAY_MAX_DEFAULT_S / DELAY_MEDIAN_DEFAULT_S)
            : DELAY_MAX_MAX_S);
}

/* What the rules of this game have nothing for is refused, so that nobody relies on it. */
static const json_t *enter_member(struct order_reader *reader, const json_t *object,
                                  const char *name, bool knights, size_t *mark) {
    const json_t *value = reading_enter_member(&reader->r, object, name, false, mark);

    if (value == NULL || !knights || reader->context->setup->rules.knights)
        return value;
    reading_refuse(&reader->r, "is for Cities & Knights; the base game does not ask for it");
    return NULL;
}

static void read_members(struct order_reader *reader, const json_t *value) {
    const json_t *member;
    size_t mark;

    for (size_t i = 0; i < CARDS_MEMBERS; i++) {
        const struct cards_member *row = &cards_members[i];

        member = enter_member(reader, value, row->name, row->knights, &mark);
        if (member != NULL)
            read_cards(reader, member,
                       (struct order_cards *)((char *)reader->orders + row->offset));
        reading_leave(&reader->r, mark);
    }
    for (size_t i = 0; i < LIST_MEMBERS; i++) {
        member = enter_member(reader, value, list_members[i].name, true, &mark);
        if (member != NULL)
            read_list(reader, member, &list_members[i]);
        reading_leave(&reader->r, mark);
    }
    for (size_t i = 0; i < WORD_MEMBERS; i++) {
        const struct word_member *row = &word_members[i];
        uint8_t *word = (uint8_t *)reader->orders + row->offset;

        member = enter_member(reader, value, row->name, row->knights, &mark);
        if (member != NULL)
            *word = (uint8_t)reading_name(&reader->r, member, row->names, row->n);
        reading_leave(&reader->r, mark);
    }
}

static void read_offers_and_plan(struct order_reader *reader, const json_t *value) {
    struct orders *orders = reader->orders;
    struct reading_list list;
    const json_t *item;
    size_t mark;

    list = reading_list_of(&reader->r, value, "offers", ORDERS_OFFERS_MAX);
    while ((item = reading_next(&list)) != NULL)
        read_offer(reader, item, &orders->offers[orders->n_offers++]);
    list = reading_list_of(&reader->r, value, "plan", ORDERS_PLAN_MAX);
    while ((item = reading_next(&list)) != NULL)
        read_step(reader, item, &orders->plan[orders->n_plan++]);
    mark = reading_enter(&reader->r, "plan");
    check_plan(reader, orders);
    reading_leave(&reader->r, mark);
}

bool orders_read(struct read_errors *errors, const json_t *value, const char *pointer,
                 const struct orders_context *context, struct orders *orders) {
    enum { OTHERS = 4 };
    const char *known[CARDS_MEMBERS + LIST_MEMBERS + WORD_MEMBERS + OTHERS] = {"delay", "offers",
                                                                               "plan"};
    size_t n = OTHERS - 1, mark;
    struct order_reader reader = {reading_begin(errors, pointer), context, orders};
    const json_t *delay;

    *orders = (struct orders){.median_s = DELAY_MEDIAN_DEFAULT_S, .max_s = DELAY_MAX_DEFAULT_S};
    for (size_t i = 0; i < CARDS_MEMBERS; i++)
        known[n++] = cards_members[i].name;
    for (size_t i = 0; i < LIST_MEMBERS; i++)
        known[n++] = list_members[i].name;
    for (size_t i = 0; i < WORD_MEMBERS; i++)
        known[n++] = word_members[i].name;
    if (!reading_object(&reader.r, value, known))
        return false;
    delay = enter_member(&reader, value, "delay", false, &mark);
    if (delay != NULL)
        read_delay(&reader, delay);
    reading_leave(&reader.r, mark);
    read_members(&reader, value);
    read_offers_and_plan(&reader, value);
    return !reader.r.failed;
}

bool orders_read_stored(const void *text, size_t len, const struct orders_context *context,
                        struct orders *orders) {
    struct read_failure failure;
    struct read_errors errors = {0};
    json_t *value = read_json(text, len, &failure);
    bool ok = value != NULL && orders_read(&errors, value, "", context, orders);

    json_decref(value);
    return ok;
}

/* ---- writing ---- */

static void write_cards(struct writer *w, const struct order_cards *cards) {
    writer_object(w);
    writer_key(w, "first");
    writer_array(w);
    for (unsigned i = 0; i < cards->n_first; i++)
        writer_text(w, kind_names[cards->first[i]]);
    writer_array_end(w);
    writer_key(w, "keep");
    cards_write(w, cards->keep);
    writer_object_end(w);
}

static void write_list(struct writer *w, const struct list_member *member,
                       const struct order_list *list) {
    unsigned first;
    size_t n;

    if (list->n == 0) {
        writer_text(w, list->skip ? "skip" : member->fallback);
        return;
    }
    writer_array(w);
    for (unsigned i = 0; i < list->n; i++)
        if (member->of == LIST_VERTICES) {
            writer_int(w, list->items[i]);
        } else {
            const char *const *names = list_names(member->of, &first, &n);

            writer_text(w, names[list->items[i] - first]);
        }
    writer_array_end(w);
}

static void write_kinds(struct writer *w, unsigned kinds) {
    writer_array(w);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        if (kinds >> kind & 1)
            writer_text(w, kind_names[kind]);
    writer_array_end(w);
}

static void write_offer(struct writer *w, const struct order_offer *offer) {
    writer_object(w);
    writer_text_member(w, "answer", offer_reply_names[offer->reply]);
    if (offer->give_kinds != 0) {
        writer_key(w, "give");
        write_kinds(w, offer->give_kinds);
    }
    if (offer->get_kinds != 0) {
        writer_key(w, "get");
        write_kinds(w, offer->get_kinds);
    }
    if (offer->give_most != 0)
        writer_int_member(w, "give_at_most", offer->give_most);
    if (offer->get_least != 0)
        writer_int_member(w, "get_at_least", offer->get_least);
    if (offer->rate_give != 0) {
        writer_key(w, "rate");
        writer_object(w);
        writer_int_member(w, "give", offer->rate_give);
        writer_int_member(w, "get", offer->rate_get);
        writer_object_end(w);
    }
    if (!cards_empty(offer->keep)) {
        writer_key(w, "keep");
        cards_write(w, offer->keep);
    }
    if (offer->from != 0) {
        writer_key(w, "from");
        seats_write(w, offer->from);
    }
    if (offer->condition_text[0] != '\0')
        writer_text_member(w, "if", offer->condition_text);
    if (offer->times != 0)
        writer_int_member(w, "times", offer->times);
    if (offer->until != 0) {
        writer_time_member(w, "until", offer->until);
    }
    if (offer->until_turn != 0)
        writer_int_member(w, "until_turn", offer->until_turn);
    writer_object_end(w);
}

static void write_step(struct writer *w, const struct order_step *step) {
    writer_object(w);
    writer_text_member(w, "move", step->move);
    if (step->condition_text[0] != '\0') {
        writer_text_member(w, "if", step->condition_text);
        writer_text_member(w, "otherwise", otherwise_names[step->otherwise]);
    }
    writer_text_member(w, "when", when_names[step->when]);
    writer_object_end(w);
}

static void write_members(struct writer *w, const struct orders *orders) {
    for (size_t i = 0; i < CARDS_MEMBERS; i++) {
        const struct order_cards *cards =
            (const struct order_cards *)((const char *)orders + cards_members[i].offset);

        if (!cards->set)
            continue;
        writer_key_text(w, cards_members[i].name);
        write_cards(w, cards);
    }
    for (size_t i = 0; i < LIST_MEMBERS; i++) {
        const struct order_list *list =
            (const struct order_list *)((const char *)orders + list_members[i].offset);

        if (!list->set)
            continue;
        writer_key_text(w, list_members[i].name);
        write_list(w, &list_members[i], list);
    }
    for (size_t i = 0; i < WORD_MEMBERS; i++) {
        uint8_t word = *((const uint8_t *)orders + word_members[i].offset);

        if (word == 0)
            continue;
        writer_key_text(w, word_members[i].name);
        writer_text(w, word_members[i].names[word]);
    }
}

void orders_write(struct writer *w, const struct orders *orders) {
    writer_object(w);
    writer_key(w, "delay");
    writer_object(w);
    writer_int_member(w, "median", orders->median_s);
    writer_int_member(w, "max", orders->max_s);
    writer_object_end(w);
    write_members(w, orders);
    if (orders->n_offers > 0) {
        writer_key(w, "offers");
        writer_array(w);
        for (unsigned i = 0; i < orders->n_offers; i++)
            write_offer(w, &orders->offers[i]);
        writer_array_end(w);
    }
    if (orders->n_plan > 0) {
        writer_key(w, "plan");
        writer_array(w);
        for (unsigned i = 0; i < orders->n_plan; i++)
            write_step(w, &orders->plan[i]);
        writer_array_end(w);
    }
    writer_object_end(w);
}

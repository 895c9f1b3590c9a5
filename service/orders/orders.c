/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/orders/orders.h"

#include <glib.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/base/time_text.h"
#include "service/document/cards_json.h"
#include "service/orders/own_turn.h"

static const char *const when_names[PLAN_WHENS] = {"actions", "before_roll"};
static const char *const otherwise_names[PLAN_OTHERWISES] = {"skip", "wait", "drop"};

/* ---- the members of the document and of a rule about offers, in the order in which they are written ---- */

enum member_sort {
    MEMBER_DELAY,
    MEMBER_CARDS, /* struct order_cards */
    MEMBER_LIST,  /* struct order_list */
    MEMBER_WORD,  /* uint8_t; 0: left out, the person decides */
    MEMBER_EMPTY_TURN,
    MEMBER_OFFERS,
    MEMBER_PLAN,
    MEMBER_REPLY,  /* uint8_t, never left out */
    MEMBER_KINDS,  /* uint8_t, a set; this and the following are 0 if left out */
    MEMBER_SEATS,  /* the same */
    MEMBER_NUMBER, /* uint8_t */
    MEMBER_TURN,   /* uint32_t */
    MEMBER_TIME,   /* int64_t */
    MEMBER_RATE,
    MEMBER_KEEP, /* struct cards */
    MEMBER_CONDITION,
};

enum list_of { LIST_VERTICES, LIST_RESOURCES, LIST_COMMODITIES, LIST_TRACKS, LIST_PROGRESS };
enum { MEMBER_WORDS = 4, TURN_MAX = 1 << 20 };

struct order_member {
    const char *name;
    enum member_sort sort;
    size_t offset; /* in struct orders, or in struct order_offer */
    bool knights;  /* only of Cities & Knights */
    enum list_of of;
    uint32_t max;
    /* For a word: the names of its values; for a list: the word for the empty list, and that for
     * taking nothing, if any. */
    const char *words[MEMBER_WORDS];
};

#define OF_ORDERS(member) .offset = offsetof(struct orders, member)
#define OF_OFFER(member)  .offset = offsetof(struct order_offer, member)

/* clang-format off */
static const struct order_member order_members[] = {
    {"delay", .sort = MEMBER_DELAY},
    {"discard", MEMBER_CARDS, OF_ORDERS(discard)},
    {"saboteur", MEMBER_CARDS, OF_ORDERS(saboteur), .knights = true},
    {"wedding", MEMBER_CARDS, OF_ORDERS(wedding), .knights = true},
    {"pillage", MEMBER_LIST, OF_ORDERS(pillage), true, LIST_VERTICES, .words = {"fewest_pips"}},
    {"relocate", MEMBER_LIST, OF_ORDERS(relocate), true, LIST_VERTICES, .words = {"nearest"}},
    {"deserter", MEMBER_LIST, OF_ORDERS(deserter), true, LIST_VERTICES, .words = {"weakest"}},
    {"aqueduct", MEMBER_LIST, OF_ORDERS(aqueduct), true, LIST_RESOURCES,
     .words = {"least_held", "skip"}},
    {"harbor", MEMBER_LIST, OF_ORDERS(harbor), true, LIST_COMMODITIES, .words = {"most_held"}},
    {"deck", MEMBER_LIST, OF_ORDERS(deck), true, LIST_TRACKS, .words = {"best"}},
    {"progress_discard", MEMBER_LIST, OF_ORDERS(progress_discard), true, LIST_PROGRESS,
     .words = {"last_drawn"}},
    {"gold", MEMBER_LIST, OF_ORDERS(gold), .of = LIST_RESOURCES, .words = {"least_held"}},
    {"commit", MEMBER_WORD, OF_ORDERS(commit), true, .max = COMMITS,
     .words = {NULL, "all", "as_needed", "none"}},
    {"move_robber", MEMBER_WORD, OF_ORDERS(thief), .max = THIEVES,
     .words = {NULL, "robber", "pirate"}},
    {"roll", MEMBER_WORD, OF_ORDERS(roll), .max = ROLLS,
     .words = {NULL, "if_nothing_before", "always"}},
    {"end_turn", MEMBER_WORD, OF_ORDERS(end_turn), .max = ENDS,
     .words = {NULL, "if_nothing", "if_nothing_but_trades"}},
    {"empty_turn", MEMBER_EMPTY_TURN, OF_ORDERS(empty_turn)},
    {"offers", .sort = MEMBER_OFFERS},
    {"plan", .sort = MEMBER_PLAN},
};
static const struct order_member offer_members[] = {
    {"answer", MEMBER_REPLY, OF_OFFER(reply), .max = OFFER_REPLIES,
     .words = {"accept", "refuse", "ask"}},
    {"give", MEMBER_KINDS, OF_OFFER(give_kinds)},
    {"get", MEMBER_KINDS, OF_OFFER(get_kinds)},
    {"give_at_most", MEMBER_NUMBER, OF_OFFER(give_most), .max = CARD_COUNT_MAX},
    {"get_at_least", MEMBER_NUMBER, OF_OFFER(get_least), .max = CARD_COUNT_MAX},
    {"rate", .sort = MEMBER_RATE},
    {"keep", MEMBER_KEEP, OF_OFFER(keep)},
    {"from", MEMBER_SEATS, OF_OFFER(from)},
    {"if", .sort = MEMBER_CONDITION},
    {"times", MEMBER_NUMBER, OF_OFFER(times), .max = ORDERS_TIMES_MAX},
    {"until", MEMBER_TIME, OF_OFFER(until)},
    {"until_turn", MEMBER_TURN, OF_OFFER(until_turn), .max = TURN_MAX},
};
/* clang-format on */
enum {
    ORDER_MEMBERS = sizeof order_members / sizeof *order_members,
    OFFER_MEMBERS = sizeof offer_members / sizeof *offer_members,
};

/* ---- members by name ---- */

/* The bytes at the start of LINE that are NAME, a word of its own; 0: it does not begin with NAME. */
static size_t order_named_len(const char *name, const char *line, size_t len) {
    const size_t n = strlen(name);

    if (len < n || (len > n && line[n] != ' '))
        return 0;
    for (size_t i = 0; i < n; i++) {
        const bool gap = line[i] == ' ' || line[i] == '-';

        if (name[i] != (gap ? '_' : g_ascii_tolower(line[i])))
            return 0;
    }
    return n;
}

static enum order_text_form order_form_of(enum member_sort sort) {
    switch (sort) {
    case MEMBER_CARDS: return ORDER_TEXT_CARDS;
    case MEMBER_LIST: return ORDER_TEXT_LIST;
    case MEMBER_WORD: return ORDER_TEXT_WORD;
    case MEMBER_OFFERS: return ORDER_TEXT_OFFERS;
    default: return ORDER_TEXT_OBJECT;
    }
}

bool orders_find_named(const char *line, size_t len, struct order_named *named) {
    named->len = 0;
    for (const struct order_member *member = order_members; member < order_members + ORDER_MEMBERS;
         member++) {
        const size_t n = order_named_len(member->name, line, len);

        if (n > named->len && member->sort != MEMBER_PLAN)
            *named =
                (struct order_named){member->name, n, order_form_of(member->sort), member->words};
    }
    return named->len > 0;
}

/* Whether games of SETUP ask for what a member answers. */
static bool order_is_asked(const struct order_member *member, const struct setup *setup) {
    return !member->knights || setup->rules.knights;
}

const char *orders_name_at(size_t at, const struct setup *setup) {
    for (const struct order_member *member = order_members; member < order_members + ORDER_MEMBERS;
         member++)
        if (member->sort != MEMBER_PLAN && order_is_asked(member, setup) && at-- == 0)
            return member->name;
    return NULL;
}

/* ---- reading ---- */

struct order_reader {
    struct reading r;
    const struct orders_context *context;
    struct orders *orders;
};

/* The names of a kind of list, and the number of the first. */
static const char *const *order_list_names(enum list_of of, unsigned *first, size_t *n) {
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

static uint8_t order_read_item(struct order_reader *reader, const json_t *value, enum list_of of) {
    unsigned first;
    size_t n;
    const char *const *names;

    if (of == LIST_VERTICES)
        return (uint8_t)reading_number(&reader->r, value, 0,
                                       reader->context->setup->board.n_vertices - 1U);
    names = order_list_names(of, &first, &n);
    return (uint8_t)(first + reading_name(&reader->r, value, names, n));
}

/* Reads an array of items without duplicates. */
static void order_read_items(struct order_reader *reader, const json_t *value, enum list_of of,
                             size_t max, uint8_t *items, uint8_t *count) {
    struct reading_list list = reading_list(&reader->r, value, max);
    const json_t *item;
    uint8_t n = 0;

    for (; (item = reading_next(&list)) != NULL; n++) {
        items[n] = order_read_item(reader, item, of);
        if (!reader->r.failed && memchr(items, items[n], n) != NULL)
            reading_refuse(&reader->r, "is named twice");
    }
    *count = n;
}

static void order_read_list(struct order_reader *reader, const json_t *value,
                            const struct order_member *member, struct order_list *list) {
    const char *word = json_string_value(value);

    list->set = true;
    if (word == NULL) {
        order_read_items(reader, value, member->of, ORDERS_LIST_MAX, list->items, &list->n);
        return;
    }
    list->skip = member->words[1] != NULL && strcmp(word, member->words[1]) == 0;
    if (!list->skip && strcmp(word, member->words[0]) != 0)
        reading_refuse(&reader->r, "must be a list, or \"%s\"%s", member->words[0],
                       member->words[1] != NULL ? ", or \"skip\"" : "");
}

static void order_read_cards(struct order_reader *reader, const json_t *value,
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

/* Reads a condition, and stores its text as well. */
static void order_read_condition(struct order_reader *reader, const char *text, size_t len,
                                 char to[CONDITION_TEXT_MAX + 1], struct condition *condition) {
    struct notation_error error;

    if (len > CONDITION_TEXT_MAX) {
        reading_refuse(&reader->r, "may have at most %d bytes", CONDITION_TEXT_MAX);
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

static void order_read_condition_of(struct order_reader *reader, const json_t *object,
                                    char to[CONDITION_TEXT_MAX + 1], struct condition *condition) {
    const char *text = reading_text_of(&reader->r, object, "if", 1, CONDITION_TEXT_MAX);
    size_t mark = reading_enter(&reader->r, "if");

    if (text != NULL)
        order_read_condition(reader, text, strlen(text), to, condition);
    reading_leave(&reader->r, mark);
}

/* ---- the plan ---- */

static void order_read_move(struct order_reader *reader, const char *text, size_t len,
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
        reading_refuse(&reader->r, "is too long: a move of a plan may have at most %d bytes",
                       ORDERS_MOVE_MAX);
    else if (step->action.type == RESIGN || step->action.type == UNDO)
        reading_refuse(&reader->r, "cannot be planned: do it yourself");
    else
        memcpy(step->move, written.data, written.size);
}

bool orders_split_step(const char *text, size_t len, struct order_step_words *step) {
    static const char begin[] = "if ";
    const size_t head = sizeof begin - 1;
    const char *colon;

    *step = (struct order_step_words){.move = text, .move_len = len};
    if (len < head || strncasecmp(text, begin, head) != 0)
        return true;
    colon = memchr(text, ':', len);
    if (colon == NULL)
        return false;
    step->condition = text + head;
    step->condition_len = (size_t)(colon - step->condition);
    step->move = colon + 1;
    step->move_len = len - (size_t)(step->move - text);
    return true;
}

/* Reads "if CONDITION: MOVE", or a move alone. */
static void order_read_short_step(struct order_reader *reader, const char *text,
                                  struct order_step *step) {
    struct order_step_words words;

    if (!orders_split_step(text, strlen(text), &words)) {
        reading_refuse(&reader->r,
                       "needs a colon between condition and move: \"if 3 ore: city 12\"");
        return;
    }
    if (words.condition != NULL)
        order_read_condition(reader, words.condition, words.condition_len, step->condition_text,
                             &step->condition);
    order_read_move(reader, words.move, words.move_len, step);
}

static void order_read_step(struct order_reader *reader, const json_t *value,
                            struct order_step *step) {
    static const char *const known[] = {"move", "if", "when", "otherwise", NULL};
    const char *text;
    size_t mark;

    if (json_is_string(value)) {
        order_read_short_step(reader, json_string_value(value), step);
        return;
    }
    if (!reading_object(&reader->r, value, known))
        return;
    step->when = (uint8_t)reading_name_of(&reader->r, value, "when", when_names, PLAN_WHENS, 0);
    step->otherwise = (uint8_t)reading_name_of(&reader->r, value, "otherwise", otherwise_names,
                                               PLAN_OTHERWISES, 0);
    order_read_condition_of(reader, value, step->condition_text, &step->condition);
    text = json_string_value(reading_member(&reader->r, value, "move", true));
    mark = reading_enter(&reader->r, "move");
    if (text != NULL)
        order_read_move(reader, text, strlen(text), step);
    else if (json_object_get(value, "move") != NULL)
        reading_refuse(&reader->r, "must be a text, a move in words");
    reading_leave(&reader->r, mark);
    if (step->condition_text[0] == '\0')
        step->otherwise = PLAN_SKIP; /* without a condition nothing can fail */
}

/* Checks that moves before the roll come before the others. */
static void order_check_plan(struct order_reader *reader, const struct orders *orders) {
    for (unsigned i = 1; i < orders->n_plan; i++) {
        size_t mark = reading_enter_at(&reader->r, i);

        if (orders->plan[i].when == PLAN_BEFORE_ROLL &&
            orders->plan[i - 1].when != PLAN_BEFORE_ROLL)
            reading_refuse_at(&reader->r, "when",
                              "moves before the roll must come before the others");
        reading_leave(&reader->r, mark);
    }
}

/* ---- the delay ---- */

static void order_read_delay(struct order_reader *reader, const json_t *value) {
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

/* ---- empty turns ---- */

/* Actions that the game lacks may be listed too, as nobody relies on them. */
static void order_read_ignored(struct order_reader *reader, const json_t *value, uint64_t *ignore) {
    const char *name = json_string_value(value);
    const unsigned type =
        name == NULL ? ACTION_NONE : event_type_of(name, json_string_length(value));
    const uint64_t bit = UINT64_C(1) << type;

    if (!(empty_turn_ignorable & bit))
        reading_refuse(&reader->r,
                       "must be the type of an action of one's own turn, like \"build_road\"");
    else if (*ignore & bit)
        reading_refuse(&reader->r, "is named twice");
    *ignore |= bit;
}

static void order_read_empty_turn(struct order_reader *reader, const json_t *value,
                                  struct order_empty_turn *empty) {
    static const char *const known[] = {"ignore", "bank_trades", "hand", NULL};
    struct reading_list ignored;
    const json_t *name;

    empty->set = true;
    if (!reading_object(&reader->r, value, known))
        return;
    ignored = reading_list_of(&reader->r, value, "ignore", EVENT_TYPE_COUNT);
    while ((name = reading_next(&ignored)) != NULL)
        order_read_ignored(reader, name, &empty->ignore);
    empty->bank_trades = reading_bool_of(&reader->r, value, "bank_trades", false);
    empty->hand = (uint8_t)reading_number_of(&reader->r, value, "hand", 1, CARD_COUNT_MAX, 0);
}

/* ---- members ---- */

static void order_read_rate(struct order_reader *reader, const json_t *value,
                            struct order_offer *offer) {
    static const char *const known[] = {"give", "get", NULL};

    if (!reading_object(&reader->r, value, known))
        return;
    offer->rate_give =
        (uint8_t)reading_number_of(&reader->r, value, "give", 1, CARD_COUNT_MAX, READING_REQUIRED);
    offer->rate_get =
        (uint8_t)reading_number_of(&reader->r, value, "get", 1, CARD_COUNT_MAX, READING_REQUIRED);
}

/* Reads a set of N names, or of seats, which must not be empty. */
static uint8_t order_read_set(struct order_reader *reader, const json_t *value,
                              const char *const *names, unsigned n, const char *otherwise) {
    unsigned set = reading_set(&reader->r, value, names, n);

    if (json_array_size(value) == 0)
        reading_refuse(&reader->r, "%s", otherwise);
    return (uint8_t)set;
}

static void order_read_offer(struct order_reader *reader, const json_t *value,
                             struct order_offer *offer);

static void order_read_offers(struct order_reader *reader, const json_t *value) {
    struct reading_list list = reading_list(&reader->r, value, ORDERS_OFFERS_MAX);
    const json_t *item;

    while ((item = reading_next(&list)) != NULL)
        order_read_offer(reader, item, &reader->orders->offers[reader->orders->n_offers++]);
}

static void order_read_plan(struct order_reader *reader, const json_t *value) {
    struct reading_list list = reading_list(&reader->r, value, ORDERS_PLAN_MAX);
    const json_t *item;

    while ((item = reading_next(&list)) != NULL)
        order_read_step(reader, item, &reader->orders->plan[reader->orders->n_plan++]);
    order_check_plan(reader, reader->orders);
}

/* Reads the VALUE of a member, at the reader's position, into its place in BASE. */
static void order_read_value(struct order_reader *reader, const json_t *value,
                             const struct order_member *member, void *base) {
    const struct rules *rules = &reader->context->setup->rules;
    void *to = (char *)base + member->offset;

    switch (member->sort) {
    case MEMBER_DELAY: order_read_delay(reader, value); break;
    case MEMBER_CARDS: order_read_cards(reader, value, to); break;
    case MEMBER_LIST: order_read_list(reader, value, member, to); break;
    case MEMBER_EMPTY_TURN: order_read_empty_turn(reader, value, to); break;
    case MEMBER_OFFERS: order_read_offers(reader, value); break;
    case MEMBER_PLAN: order_read_plan(reader, value); break;
    case MEMBER_WORD:
    case MEMBER_REPLY:
        *(uint8_t *)to = (uint8_t)reading_name(&reader->r, value, member->words, member->max);
        break;
    case MEMBER_KINDS:
        *(uint8_t *)to = order_read_set(reader, value, kind_names, rules->kinds,
                                        "must name a kind, or be left out for all kinds");
        break;
    case MEMBER_SEATS:
        *(uint8_t *)to = order_read_set(reader, value, NULL, rules->players,
                                        "must name a seat, or be left out for all");
        break;
    case MEMBER_NUMBER:
        *(uint8_t *)to = (uint8_t)reading_number(&reader->r, value, 1, member->max);
        break;
    case MEMBER_TURN: *(uint32_t *)to = reading_number(&reader->r, value, 1, member->max); break;
    case MEMBER_RATE: order_read_rate(reader, value, base); break;
    case MEMBER_KEEP: *(struct cards *)to = cards_read(&reader->r, value, rules->kinds, 0); break;
    case MEMBER_TIME:
    case MEMBER_CONDITION: break; /* texts: read_members */
    }
}

static void order_read_until(struct order_reader *reader, const json_t *object,
                             struct order_offer *offer) {
    enum { TIME_MIN = 20, TIME_MAX = 40 };
    const char *text = reading_text_of(&reader->r, object, "until", TIME_MIN, TIME_MAX);

    if (text != NULL && !time_read(text, &offer->until))
        reading_refuse_at(&reader->r, "until",
                          "must be a time like \"2026-01-31T08:05:09Z\" (RFC 3339)");
}

/* Members without a meaning in this game are refused, so that nobody relies on them. */
static void order_read_members(struct order_reader *reader, const json_t *object,
                               const struct order_member *members, size_t n, void *base) {
    struct order_offer *offer = base;

    if (!reading_object_rows(&reader->r, object, members, sizeof *members, n))
        return;
    for (const struct order_member *member = members; member < members + n; member++) {
        const json_t *value;
        size_t mark;

        if (member->sort == MEMBER_CONDITION) {
            order_read_condition_of(reader, object, offer->condition_text, &offer->condition);
            continue;
        }
        if (member->sort == MEMBER_TIME) {
            order_read_until(reader, object, offer);
            continue;
        }
        value = reading_enter_member(&reader->r, object, member->name, member->sort == MEMBER_REPLY,
                                     &mark);
        if (value != NULL && !order_is_asked(member, reader->context->setup))
            reading_refuse(&reader->r,
                           "is for Cities & Knights; the base game does not ask for it");
        else if (value != NULL)
            order_read_value(reader, value, member, base);
        reading_leave(&reader->r, mark);
    }
}

static void order_read_offer(struct order_reader *reader, const json_t *value,
                             struct order_offer *offer) {
    order_read_members(reader, value, offer_members, OFFER_MEMBERS, offer);
}

/* Refuses a thief that the game lacks: the pirate needs a sea that has one (S-79), and games with the
 * fleet have no robber. */
static void order_check_thief(struct order_reader *reader) {
    const struct rules *rules = &reader->context->setup->rules;
    const unsigned thief = reader->orders->thief;

    if (thief != THIEF_ASK && rules->fleet)
        reading_refuse_at(&reader->r, "move_robber", "is for games with a robber");
    else if (thief == THIEF_PIRATE && (!rules->sea || rules->no_pirate))
        reading_refuse_at(&reader->r, "move_robber", "can be \"robber\" only: there is no pirate");
}

bool orders_read(struct read_errors *errors, const json_t *value, const char *pointer,
                 const struct orders_context *context, struct orders *orders) {
    struct order_reader reader = {reading_begin(errors, pointer), context, orders};

    *orders = (struct orders){.median_s = DELAY_MEDIAN_DEFAULT_S, .max_s = DELAY_MAX_DEFAULT_S};
    order_read_members(&reader, value, order_members, ORDER_MEMBERS, orders);
    if (!reader.r.failed)
        order_check_thief(&reader);
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

static void order_write_cards(struct writer *w, const struct order_cards *cards) {
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

static void order_write_list(struct writer *w, const struct order_member *member,
                             const struct order_list *list) {
    unsigned first;
    size_t n;

    if (list->n == 0) {
        writer_text(w, member->words[list->skip]);
        return;
    }
    writer_array(w);
    for (unsigned i = 0; i < list->n; i++)
        if (member->of == LIST_VERTICES) {
            writer_int(w, list->items[i]);
        } else {
            const char *const *names = order_list_names(member->of, &first, &n);

            writer_text(w, names[list->items[i] - first]);
        }
    writer_array_end(w);
}

static void order_write_pair(struct writer *w, const char *first, unsigned a, const char *second,
                             unsigned b) {
    writer_object(w);
    writer_key_text(w, first);
    writer_int(w, a);
    writer_key_text(w, second);
    writer_int(w, b);
    writer_object_end(w);
}

static void order_write_step(struct writer *w, const struct order_step *step) {
    writer_object(w);
    writer_text_member(w, "move", step->move);
    if (step->condition_text[0] != '\0') {
        writer_text_member(w, "if", step->condition_text);
        writer_text_member(w, "otherwise", otherwise_names[step->otherwise]);
    }
    writer_text_member(w, "when", when_names[step->when]);
    writer_object_end(w);
}

static void order_write_empty_turn(struct writer *w, const struct order_empty_turn *empty) {
    writer_object(w);
    if (empty->ignore != 0) {
        writer_key(w, "ignore");
        writer_array(w);
        for (unsigned type = 0; type < EVENT_TYPE_COUNT; type++)
            if (empty->ignore >> type & 1)
                writer_text(w, event_type_name(type));
        writer_array_end(w);
    }
    if (empty->bank_trades)
        writer_bool_member(w, "bank_trades", true);
    if (empty->hand > 0) {
        writer_key_text(w, "hand");
        writer_int(w, empty->hand);
    }
    writer_object_end(w);
}

static bool order_is_set(const struct order_member *member, const void *at, const void *base) {
    const struct orders *orders = base;
    const struct order_offer *offer = base;

    switch (member->sort) {
    case MEMBER_CARDS: return ((const struct order_cards *)at)->set;
    case MEMBER_LIST: return ((const struct order_list *)at)->set;
    case MEMBER_EMPTY_TURN: return orders->empty_turn.set;
    case MEMBER_OFFERS: return orders->n_offers > 0;
    case MEMBER_PLAN: return orders->n_plan > 0;
    case MEMBER_WORD:
    case MEMBER_KINDS:
    case MEMBER_SEATS:
    case MEMBER_NUMBER: return *(const uint8_t *)at != 0;
    case MEMBER_TURN: return *(const uint32_t *)at != 0;
    case MEMBER_TIME: return *(const int64_t *)at != 0;
    case MEMBER_RATE: return offer->rate_give != 0;
    case MEMBER_KEEP: return !cards_empty(*(const struct cards *)at);
    case MEMBER_CONDITION: return offer->condition_text[0] != '\0';
    default: return true;
    }
}

static void order_write_members(struct writer *w, const struct order_member *members, size_t n,
                                const void *base);

static void order_write_value(struct writer *w, const struct order_member *member, const void *at,
                              const void *base) {
    const struct orders *orders = base;
    const struct order_offer *offer = base;

    switch (member->sort) {
    case MEMBER_DELAY: order_write_pair(w, "median", orders->median_s, "max", orders->max_s); break;
    case MEMBER_RATE: order_write_pair(w, "give", offer->rate_give, "get", offer->rate_get); break;
    case MEMBER_CARDS: order_write_cards(w, at); break;
    case MEMBER_LIST: order_write_list(w, member, at); break;
    case MEMBER_WORD:
    case MEMBER_REPLY: writer_text(w, member->words[*(const uint8_t *)at]); break;
    case MEMBER_KINDS: writer_names(w, kind_names, KIND_COUNT, *(const uint8_t *)at); break;
    case MEMBER_SEATS: seats_write(w, *(const uint8_t *)at); break;
    case MEMBER_NUMBER: writer_int(w, *(const uint8_t *)at); break;
    case MEMBER_TURN: writer_int(w, *(const uint32_t *)at); break;
    case MEMBER_TIME: writer_time(w, *(const int64_t *)at); break;
    case MEMBER_KEEP: cards_write(w, *(const struct cards *)at); break;
    case MEMBER_CONDITION: writer_text(w, offer->condition_text); break;
    case MEMBER_EMPTY_TURN: order_write_empty_turn(w, at); break;
    case MEMBER_OFFERS:
        writer_array(w);
        for (unsigned i = 0; i < orders->n_offers; i++)
            order_write_members(w, offer_members, OFFER_MEMBERS, &orders->offers[i]);
        writer_array_end(w);
        break;
    case MEMBER_PLAN:
        writer_array(w);
        for (unsigned i = 0; i < orders->n_plan; i++)
            order_write_step(w, &orders->plan[i]);
        writer_array_end(w);
        break;
    }
}

static void order_write_members(struct writer *w, const struct order_member *members, size_t n,
                                const void *base) {
    writer_object(w);
    for (const struct order_member *member = members; member < members + n; member++) {
        const void *at = (const char *)base + member->offset;

        if (!order_is_set(member, at, base))
            continue;
        writer_key_text(w, member->name);
        order_write_value(w, member, at, base);
    }
    writer_object_end(w);
}

void orders_write(struct writer *w, const struct orders *orders) {
    order_write_members(w, order_members, ORDER_MEMBERS, orders);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"
#include "service/words/narration.h"
#include "service/words/notation_int.h"
#include "service/words/terms.h"

enum { NAME_SIZE = 64, FIELDS_MAX = 8, PLACE_SIZE = 24 };

/* ---- names ---- */

void sentence_color(struct buffer *out, enum language language, const struct seat_label *labels,
                    unsigned seat) {
    const char *color = term_color(language, seat_color(labels, seat));
    char number[sizeof "255"];
    const size_t at = out->size;

    if (strlen(color) >= SENTENCE_NAME_SIZE) {
        snprintf(number, sizeof number, "%u", seat % (UINT8_MAX + 1U));
        text_fill(out, language, TEXT_TERM_SEAT, TEXT_ARGS(number));
        return;
    }
    buffer_text(out, color);
    if (language == LANGUAGE_ENGLISH && out->size > at && out->data[at] >= 'a' &&
        out->data[at] <= 'z')
        out->data[at] = (char)(out->data[at] - 'a' + 'A');
}

/* The name of a seat's player; NULL if names are not used, or another seat has the same. */
static const char *own_name(const struct sentence *to, unsigned seat) {
    const char *own = to->names && to->labels != NULL ? to->labels[seat].name : NULL;

    for (unsigned other = 0; own != NULL && other < to->setup->rules.players; other++)
        if (other != seat && to->labels[other].name != NULL &&
            strcmp(to->labels[other].name, own) == 0)
            return NULL;
    return own;
}

void sentence_seat(struct buffer *out, const struct sentence *to, unsigned seat) {
    const char *own = own_name(to, seat);

    if (own != NULL) {
        size_t size = text_cut(own, strlen(own), SENTENCE_NAME_SIZE - sizeof "…");

        buffer_append(out, own, size);
        buffer_text(out, own[size] == '\0' ? "" : "…");
        return;
    }
    sentence_color(out, to->language, to->labels, seat);
}

/* ---- clauses ---- */

enum { PIECES_SIZE = 4 * SENTENCE_MAX, MARKED_SIZE = SENTENCE_MAX + 3 * SENTENCE_SPANS_MAX };

/* Requested spans are marked in the text until it is complete, since languages order them differently: a mark, a
 * byte 1 + the span's number, the words, an end mark. */
enum { MARK_BEGIN = 1, MARK_END = 2, MARK_SIZE = 2, CONTROLS_END = ' ' };

/* Begins a piece; if there are too many spans it is plain text. */
size_t piece_begin(struct narration *narration, struct sentence_span span) {
    size_t at = narration->pieces.size;
    struct sentence_spans *spans = narration->spans;

    narration->marks = spans != NULL && spans->count < SENTENCE_SPANS_MAX;
    if (narration->marks) {
        spans->spans[spans->count++] = span;
        buffer_byte(&narration->pieces, MARK_BEGIN);
        buffer_byte(&narration->pieces, (char)spans->count);
    }
    return at;
}

static void piece_close(struct narration *narration, size_t at) {
    struct buffer *pieces = &narration->pieces;
    size_t words = at + (narration->marks ? MARK_SIZE : 0);

    if (pieces->failed)
        return;
    for (size_t i = words; i < pieces->size; i++) /* names in old records may have any bytes */
        if ((unsigned char)pieces->data[i] < CONTROLS_END)
            pieces->data[i] = ' ';
    if (narration->marks)
        buffer_byte(pieces, MARK_END);
}

/* Ends the string of pieces that began at AT. */
static const char *piece_string(struct narration *narration, size_t at) {
    buffer_byte(&narration->pieces, '\0');
    narration->out->failed |= narration->pieces.failed;
    return narration->pieces.failed ? "" : narration->pieces.data + at;
}

const char *piece_end(struct narration *narration, size_t at) {
    piece_close(narration, at);
    return piece_string(narration, at);
}

static size_t mark_named(struct narration *narration, enum span_type type, unsigned number) {
    size_t at = piece_begin(narration, (struct sentence_span){.type = type, .value = number});

    buffer_format(&narration->pieces, "%u", number);
    piece_close(narration, at);
    return at;
}

const char *piece_named(struct narration *narration, enum span_type type, unsigned number) {
    return piece_string(narration, mark_named(narration, type, number));
}

const char *piece_number(struct narration *narration, unsigned number) {
    return piece_named(narration, SPAN_NUMBER, number);
}

const char *piece_term(struct narration *narration, enum span_type type, unsigned value,
                       const char *term) {
    size_t at = piece_begin(narration, (struct sentence_span){.type = type, .value = value});

    buffer_text(&narration->pieces, term);
    return piece_end(narration, at);
}

bool reads_as_you(const struct narration *narration, unsigned seat) {
    return narration->to->you && narration->to->viewer == seat;
}

enum text text_about(const struct narration *narration, enum text text, unsigned seat) {
    enum text you = reads_as_you(narration, seat) ? text_named(text_rows[text].key, "you") : TEXTS;

    return you == TEXTS ? text : you;
}

static size_t mark_seat(struct narration *narration, unsigned seat) {
    size_t at = piece_begin(narration, (struct sentence_span){.type = SPAN_PLAYER, .value = seat});

    if (reads_as_you(narration, seat))
        buffer_text(&narration->pieces, text_in(narration->to->language, TEXT_SAID_OBJECT_YOU));
    else
        sentence_seat(&narration->pieces, narration->to, seat);
    piece_close(narration, at);
    return at;
}

const char *piece_seat(struct narration *narration, unsigned seat) {
    return piece_string(narration, mark_seat(narration, seat));
}

const char *piece_subject(struct narration *narration, unsigned seat) {
    enum language language = narration->to->language;
    const char *who;
    size_t at;

    if (reads_as_you(narration, seat))
        return piece_term(narration, SPAN_PLAYER, seat, text_in(language, TEXT_SAID_SUBJECT_YOU));
    who = piece_seat(narration, seat);
    at = narration->pieces.size;
    text_fill(&narration->pieces, language, TEXT_SAID_SUBJECT, TEXT_ARGS(who));
    return piece_string(narration, at);
}

const char *piece_seats(struct narration *narration, unsigned seats) {
    size_t at = narration->pieces.size;

    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (seats >> seat & 1) {
            buffer_text(&narration->pieces, narration->pieces.size > at ? ", " : "");
            mark_seat(narration, seat);
        }
    return piece_string(narration, at);
}

static size_t mark_cards(struct narration *narration, struct cards cards) {
    size_t at = piece_begin(narration, (struct sentence_span){.type = SPAN_CARDS, .cards = cards});

    term_cards(&narration->pieces, narration->to->language, cards);
    piece_close(narration, at);
    return at;
}

const char *piece_cards(struct narration *narration, struct cards cards) {
    return piece_string(narration, mark_cards(narration, cards));
}

/* Another card of a list that begins at AT. */
static void mark_card(struct narration *narration, size_t at, struct sentence_span span,
                      const char *term) {
    buffer_text(&narration->pieces, narration->pieces.size > at ? ", " : "");
    at = piece_begin(narration, span);
    buffer_text(&narration->pieces, term);
    piece_close(narration, at);
}

const char *piece_revealed(struct narration *narration, unsigned seat) {
    const struct event *event = narration->event;
    const enum language language = narration->to->language;
    const size_t at = narration->pieces.size;

    if (!cards_empty(event->reveal.hand[seat]))
        (void)mark_cards(narration, event->reveal.hand[seat]);
    for (unsigned card = 0; card < DEV_COUNT; card++)
        for (unsigned i = 0; i < event->reveal.dev[seat][card]; i++)
            mark_card(narration, at, (struct sentence_span){.type = SPAN_DEV, .value = card},
                      term_dev(language, card));
    for (unsigned i = 0; i < PROGRESS_HAND_MAX && event->reveal.progress[seat][i] != 0; i++) {
        const unsigned card = event->reveal.progress[seat][i] - 1U;

        mark_card(narration, at, (struct sentence_span){.type = SPAN_PROGRESS, .value = card},
                  term_progress(language, card));
    }
    return narration->pieces.size > at ? piece_string(narration, at) : NULL;
}

const char *piece_count(struct narration *narration, unsigned count) {
    size_t at = piece_begin(narration, (struct sentence_span){.type = SPAN_COUNT, .value = count});

    text_count(&narration->pieces, narration->to->language, TEXT_TERM_CARDS, count);
    return piece_end(narration, at);
}

/* A place in the words of TEXT, whose argument is its notation. */
static size_t mark_place(struct narration *narration, struct sentence_span span, enum text text,
                         const char *name) {
    size_t at = piece_begin(narration, span);

    text_fill(&narration->pieces, narration->to->language, text, TEXT_ARGS(name));
    piece_close(narration, at);
    return at;
}

static size_t mark_edge(struct narration *narration, unsigned edge) {
    const uint8_t *ends = narration->to->setup->board.edge[edge].vertices;
    char name[PLACE_SIZE];

    snprintf(name, sizeof name, "%u-%u", ends[0], ends[1]);
    return mark_place(narration, (struct sentence_span){.type = SPAN_EDGE, .value = edge},
                      TEXT_SAID_EDGE, name);
}

const char *piece_edge(struct narration *narration, unsigned edge) {
    return piece_string(narration, mark_edge(narration, edge));
}

static size_t mark_hex(struct narration *narration, unsigned hex) {
    char name[PLACE_SIZE];

    snprintf(name, sizeof name, "%u", hex);
    return mark_place(narration, (struct sentence_span){.type = SPAN_HEX, .value = hex},
                      TEXT_SAID_HEX, name);
}

const char *piece_hex(struct narration *narration, unsigned hex) {
    return piece_string(narration, mark_hex(narration, hex));
}

const char *piece_offer(struct narration *narration, uint32_t id) {
    const struct offer *offer = narration_offer(narration, id);
    enum language language = narration->to->language;
    const char *who, *give, *want;
    size_t at;

    if (offer == NULL)
        return piece_term(narration, SPAN_OFFER, id, text_in(language, TEXT_SAID_NO_OFFER));
    who = piece_seat(narration, offer->player);
    give = piece_cards(narration, offer->give);
    want = piece_cards(narration, offer->want);
    at = narration->pieces.size;
    text_fill(&narration->pieces, language, text_about(narration, TEXT_SAID_OFFER, offer->player),
              TEXT_ARGS(who, give, want));
    return piece_string(narration, at);
}

/* Removes the marks from MARKED, storing their positions. */
static void take_marks(struct buffer *out, struct sentence_spans *spans,
                       const struct buffer *marked) {
    struct sentence_spans found = {0};
    size_t start = out->size;

    for (size_t i = 0; i < marked->size; i++) {
        struct sentence_span *span = &found.spans[found.count];

        if (marked->data[i] == MARK_BEGIN && i + 1 < marked->size) {
            *span = spans->spans[(unsigned char)marked->data[++i] - 1U];
            span->start = out->size - start;
        } else if (marked->data[i] == MARK_END) {
            span->len = out->size - start - span->start;
            found.count += span->len > 0;
        } else {
            buffer_byte(out, marked->data[i]);
        }
    }
    *spans = found;
}

/* The plural form for the number in argument n, which may be marked. */
static const char *narrated_form(enum language language, enum text text, const char *const *args,
                                 size_t count) {
    int n = text_rows[text].n;
    const char *number = n >= 0 && (size_t)n < count ? args[n] : "";

    return text_form(language, text,
                     strtoul(number + (number[0] == MARK_BEGIN ? MARK_SIZE : 0), NULL, 10));
}

void narrate(struct narration *narration, enum text text, const char *const *args, size_t count) {
    narration->clauses++;
    if (narration->clauses > 1)
        buffer_text(narration->out,
                    text_in(narration->to->language,
                            narration->clauses == 2 ? TEXT_SAID_FOLLOWS : TEXT_SAID_FOLLOWS_MORE));
    narration->clause = narration->out->size;
    language_fill(narration->out, narrated_form(narration->to->language, text, args, count), args,
                  count);
    narration->pieces.size = 0;
}

void narrate_on(struct narration *narration, enum text text) {
    struct buffer clause;
    size_t size = narration->out->size - narration->clause;

    buffer_init(&clause, size + 1);
    buffer_append(&clause, narration->out->data + narration->clause, size);
    buffer_byte(&clause, '\0');
    narration->out->size = narration->clause;
    if (clause.failed)
        narration->out->failed = true;
    else
        text_fill(narration->out, narration->to->language, text, TEXT_ARGS(clause.data));
    buffer_free(&clause);
    narration->pieces.size = 0;
}

/* ---- actions ---- */

/* The places of a field, at most MAX, up to the first NONE. */
static const char *piece_places(struct narration *narration, enum span_type type,
                                const uint8_t *places, size_t max, unsigned ships) {
    struct buffer *pieces = &narration->pieces;
    size_t at = pieces->size;

    for (size_t i = 0; i < max && places[i] != NONE; i++) {
        buffer_text(pieces, i > 0 ? ", " : "");
        if (ships >> i & 1)
            buffer_format(pieces, "%s ", term_piece(narration->to->language, PIECE_SHIP));
        if (type == SPAN_EDGE)
            mark_edge(narration, places[i]);
        else if (type == SPAN_HEX)
            mark_hex(narration, places[i]);
        else
            mark_named(narration, type, places[i]);
    }
    if (pieces->size == at)
        buffer_text(pieces, text_in(narration->to->language, TEXT_TERM_NOTHING));
    return piece_string(narration, at);
}

/* A field of the action. */
static const char *piece_field(struct narration *narration, const struct field *field) {
    const struct action *action = &narration->event->action;
    const uint8_t *value = (const uint8_t *)action + field->offset;
    size_t at = narration->pieces.size;
    struct cards cards;

    switch (field->type) {
    case FIELD_SEAT: return piece_seat(narration, *value);
    case FIELD_CARDS: memcpy(&cards, value, sizeof cards); return piece_cards(narration, cards);
    case FIELD_KIND:
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND:
        return piece_term(narration, SPAN_KIND, *value, term_kind(narration->to->language, *value));
    case FIELD_VERTEX:
    case FIELD_VERTEX_OPTIONAL: return piece_places(narration, SPAN_VERTEX, value, 1, 0);
    case FIELD_VERTICES: return piece_places(narration, SPAN_VERTEX, value, VERTICES_MAX, 0);
    case FIELD_EDGE:
    case FIELD_EDGE_OPTIONAL: return piece_places(narration, SPAN_EDGE, value, 1, 0);
    case FIELD_EDGES:
        return piece_places(narration, SPAN_EDGE, value, sizeof action->edges, action->seats);
    case FIELD_HEX:
    case FIELD_THIEF_HEX: return piece_places(narration, SPAN_HEX, value, 1, 0);
    case FIELD_HEXES: return piece_places(narration, SPAN_HEX, value, sizeof action->hexes, 0);
    case FIELD_REF:
        return piece_named(narration, action->type == UNDO ? SPAN_EVENT : SPAN_OFFER, action->ref);
    case FIELD_DIE: return piece_number(narration, *value);
    default:
        field_write(&narration->pieces, narration->to->setup, narration->to->labels, field, action);
        return piece_end(narration, at);
    }
}

/* The name of an action's form; NULL if there is only one. */
static const char *action_form_name(const struct action *action) {
    unsigned form = action_form(action);

    switch (action->type) {
    case PLAY_DEV_CARD: return dev_names[form];
    case PLAY_PROGRESS_CARD: return progress_names[form];
    case BUILD_NEUTRAL: return piece_names[form];
    case PLACE_KNIGHT: return knight_ranks[action->level % (RANK_COUNT + 1U)];
    default: return NULL;
    }
}

/* The text for an action that its fields tell completely: said.build_city,
 * said.play_dev_card.monopoly. */
static enum text action_text(const struct narration *narration) {
    const struct action *action = &narration->event->action;
    const struct setup *setup = narration->to->setup;
    const char *name = event_type_name(action->type), *form = action_form_name(action);
    bool steals = narration_steals(narration);
    char section[NAME_SIZE], last[NAME_SIZE];

    if (action->type == PLAY_DEV_CARD && setup->knight_card != NULL &&
        (action->card == KNIGHT || action->card == VICTORY_POINT))
        return TEXT_SAID_WARSHIP;
    if (action->type == PLAY_DEV_CARD && action->card == KNIGHT &&
        board_is_sea(&setup->board, action->hex))
        return steals ? TEXT_SAID_KNIGHT_PIRATE_STEAL : TEXT_SAID_KNIGHT_PIRATE;
    if (action->type == PLAY_PROGRESS_CARD && action->card == PROGRESS_DIPLOMAT &&
        action->edges[1] != NONE)
        return TEXT_SAID_DIPLOMAT_MOVED;
    if (action->type == PLAY_PROGRESS_CARD && action->card == PROGRESS_SABOTEUR &&
        action->vertex != NONE)
        return TEXT_SAID_SABOTEUR_CITY;
    snprintf(section, sizeof section, form == NULL ? "said" : "said.%s", name);
    snprintf(last, sizeof last, "%s%s", form == NULL ? name : form, steals ? "_steal" : "");
    return text_named(section, last);
}

/* The value of placeholder NAME in a text about an action: the player, what they stole and from whom, the offer
 * answered, or a field. */
static const char *piece_named_so(struct narration *narration, const char *name) {
    const struct action *action = &narration->event->action;
    const struct field *field = NULL;

    if (strcmp(name, "who") == 0)
        return piece_subject(narration, narration->event->player);
    if (strcmp(name, "stolen") == 0)
        return piece_stolen(narration);
    if (strcmp(name, "victim") != 0)
        field = field_named(action_fields(action->type, action_form(action)), name);
    return field != NULL ? piece_field(narration, field) : piece_seat(narration, action->seat);
}

/* Writes a clause whose arguments are found by name. */
static void narrate_fields(struct narration *narration, enum text text) {
    const char *args[FIELDS_MAX], *at = text_rows[text].args;
    size_t count = 0;

    while (*at != '\0' && count < FIELDS_MAX) {
        char name[NAME_SIZE];
        size_t size = strcspn(at, " ");

        snprintf(name, sizeof name, "%.*s", (int)size, at);
        at += size + (at[size] == ' ');
        args[count++] = piece_named_so(narration, name);
    }
    narrate(narration, text, args, count);
}

/* ---- whole sentences ---- */

static void narrate_action(struct narration *narration) {
    const struct event *event = narration->event;
    bool knows = narration->to->over || narration->to->viewer == VIEWER_ALL ||
                 narration->to->viewer == event->player;

    if (!narrate_special(narration)) {
        enum text text = action_text(narration);

        if (text != TEXTS)
            narrate_fields(narration, text);
        else
            NARRATE(narration, TEXT_SAID_DID, piece_subject(narration, event->player),
                    event_type_name(event->type));
    }
    if (event->by == BY_TIMEOUT)
        narrate_on(narration, TEXT_SAID_TIMEOUT);
    else if (event->by == BY_ORDER && knows)
        narrate_on(narration, TEXT_SAID_ORDER);
}

static void narrate_whole(struct narration *narration) {
    const struct event *event = narration->event;
    const struct setup *setup = narration->to->setup;
    unsigned viewer = narration->to->viewer;

    narration->hidden = event_hidden(setup, narration->before, event, viewer);
    narration->n_effects = event_effects(setup, narration->before, narration->after, event, viewer,
                                         narration->effects);
    buffer_init(&narration->pieces, PIECES_SIZE);
    (void)buffer_grow(&narration->pieces,
                      PIECES_SIZE); /* pieces are pointed to, so it must not be reallocated */
    if (event_is_action(event->type)) {
        narrate_action(narration);
        narrate_effects(narration);
        narrate_changes(narration);
    } else {
        narrate_own(narration);
    }
    buffer_byte(narration->out, '.');
    buffer_free(&narration->pieces);
}

void sentence_write(struct buffer *out, const struct sentence *to, const struct game *before,
                    const struct game *after, const struct event *event) {
    struct narration narration = {
        .out = out, .to = to, .before = before, .after = after, .event = event};

    narrate_whole(&narration);
}

void sentence_write_spans(struct buffer *out, struct sentence_spans *spans,
                          const struct sentence *to, const struct game *before,
                          const struct game *after, const struct event *event) {
    struct buffer marked;
    struct narration narration = {
        .out = &marked, .spans = spans, .to = to, .before = before, .after = after, .event = event};

    spans->count = 0;
    buffer_init(&marked, MARKED_SIZE);
    narrate_whole(&narration);
    take_marks(out, spans, &marked);
    out->failed |= marked.failed;
    buffer_free(&marked);
}

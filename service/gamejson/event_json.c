/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/gamejson/event_json.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "service/gamejson/action_json.h"
#include "service/gamejson/cards_json.h"
#include "service/gamejson/reading.h"
#include "service/gamejson/time_json.h"
#include "service/json/writer.h"

enum {
    DIE_MAX = 6,
    EVENT_DOCUMENT_MAX = 1 << 16, /* bytes; the longest is a `start` of many rounds, about 3 KB */
    POINTS_MAX = UINT8_MAX,
};

static const char *const chance_names[] = {"given", "drawn"};
static const char *const seat_kind_names[] = {"human", "bot"};

/* ---- the log's reader ---- */

static bool answers_open(const struct game *game) {
    return game->n_pending > 0 && game->pending[0].kind == DECIDE_DISCARD;
}

void log_reader_step(struct log_reader *reader, const struct game *after,
                     const struct event *event) {
    if (event->type == DISCARD)
        reader->answer_seq[event->player] = after->seq;
    if (!answers_open(after))
        memset(reader->answer_seq, 0, sizeof reader->answer_seq);
}

/* ---- writing ---- */

static void write_seat(struct writer *w, unsigned seat) {
    if (seat == NONE)
        writer_null(w);
    else
        writer_int(w, seat);
}

static unsigned by_as_read(const struct log_reader *reader, const struct event *event) {
    bool knows = reader->over || reader->viewer == VIEWER_ALL || reader->viewer == event->player;
    return event->by == BY_ORDER && !knows ? BY_PLAYER : event->by;
}

static void write_start(struct writer *w, const struct event *event) {
    writer_key(w, "rolls");
    writer_array(w);
    for (unsigned i = 0; i < event->start.n_rolls; i++) {
        writer_object(w);
        writer_int_member(w, "seat", event->start.rolls[i].seat);
        writer_int_member(w, "yellow", event->start.rolls[i].yellow);
        writer_int_member(w, "red", event->start.rolls[i].red);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_int_member(w, "first", event->start.first);
    if (event->start.lot) /* still tied after many rounds */
        writer_bool_member(w, "lot", true);
}

static void write_reveal(struct writer *w, const struct setup *setup, const struct event *event) {
    writer_key(w, "players");
    writer_array(w);
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        writer_object(w);
        writer_int_member(w, "seat", seat);
        writer_key(w, "cards");
        cards_write(w, event->reveal.hand[seat]);
        writer_key(w, "dev_cards");
        counts_write(w, dev_names, event->reveal.dev[seat], DEV_COUNT);
        writer_object_end(w);
    }
    writer_array_end(w);
}

void result_write(struct writer *w, const struct event *finished) {
    writer_key(w, "winner");
    write_seat(w, finished->finished.winner);
    writer_key(w, "points");
    writer_array(w);
    for (unsigned seat = 0; seat < finished->finished.n_points; seat++)
        writer_int(w, finished->finished.points[seat]);
    writer_array_end(w);
}

/* What the server's own events say beside the envelope. */
static void write_own(struct writer *w, const struct setup *setup, const struct event *event) {
    switch (event->type) {
    case EVENT_START: write_start(w, event); break;
    case EVENT_REVEAL: write_reveal(w, setup, event); break;
    case EVENT_SEAT_CHANGED:
        writer_int_member(w, "seat", event->seat_changed.seat);
        writer_text_member(w, "kind", seat_kind_names[event->seat_changed.to_bot != 0]);
        break;
    case EVENT_FINISHED: result_write(w, event); break;
    default: break;
    }
}

/* One half of an effect. Where the kinds are hidden the cards are empty and their number stands
 * beside them. */
static void write_half(struct writer *w, const struct effect *effect, bool gain) {
    writer_object(w);
    writer_int_member(w, "player", effect->player);
    writer_key_text(w, gain ? "gain" : "lose");
    cards_write(w, effect->known ? (gain ? effect->gain : effect->lose) : cards_none());
    if (!effect->known)
        writer_int_member(w, "count", gain ? effect->gain_count : effect->lose_count);
    writer_object_end(w);
}

static void write_effects(struct writer *w, const struct effect *effects, size_t n) {
    writer_key(w, "effects");
    writer_array(w);
    for (size_t i = 0; i < n; i++) {
        if (effects[i].lose_count > 0)
            write_half(w, &effects[i], false);
        if (effects[i].gain_count > 0)
            write_half(w, &effects[i], true);
    }
    writer_array_end(w);
}

static void write_hidden(struct writer *w, unsigned hidden, const struct effect *effects,
                         size_t n) {
    static const struct {
        unsigned part;
        const char *pointer;
    } parts[] = {{HIDDEN_ACTION_CARDS, "/action/cards"},
                 {HIDDEN_OUTCOME_CARD, "/outcome/card"},
                 {HIDDEN_OUTCOME_CARDS, "/outcome/cards"}};
    char pointer[32];
    unsigned index = 0;
    writer_key(w, "hidden");
    writer_array(w);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (hidden & parts[i].part)
            writer_text(w, parts[i].pointer);
    for (size_t i = 0; i < n; i++)
        for (unsigned gain = 0; gain < 2; gain++) {
            if ((gain ? effects[i].gain_count : effects[i].lose_count) == 0)
                continue;
            snprintf(pointer, sizeof pointer, "/effects/%u/%s", index++, gain ? "gain" : "lose");
            if (!effects[i].known)
                writer_text(w, pointer);
        }
    writer_array_end(w);
}

/* What the event that completes simultaneous answers makes public: all of them, by seq. An answer
 * that a position brought along has no event: its seq is null. */
static void write_reveals(struct writer *w, const struct log_reader *reader,
                          const struct game *before, const struct game *after,
                          const struct event *event) {
    struct cards answers[SEAT_MAX];
    uint32_t seq[SEAT_MAX];
    memcpy(answers, before->answers, sizeof answers);
    memcpy(seq, reader->answer_seq, sizeof seq);
    answers[event->player] = event->action.give;
    seq[event->player] = after->seq;
    writer_key(w, "reveals");
    writer_array(w);
    for (;;) {
        unsigned next = NONE;
        for (unsigned seat = 0; seat < SEAT_MAX; seat++)
            if (!cards_empty(answers[seat]) && (next == NONE || seq[seat] < seq[next]))
                next = seat;
        if (next == NONE)
            break;
        struct action action = {.type = event->type, .give = answers[next]};
        answers[next] = cards_none();
        writer_object(w);
        writer_key(w, "seq");
        if (seq[next] == 0)
            writer_null(w);
        else
            writer_int(w, seq[next]);
        writer_int_member(w, "player", next);
        writer_key(w, "action");
        action_write(w, &action, false);
        writer_object_end(w);
    }
    writer_array_end(w);
}

/* The parts of an outcome that are told. */
static unsigned told_parts(const struct action *action) {
    return action->type == ROLL ? PART_DICE : action_parts(action);
}

static void write_action(struct writer *w, const struct event *event, unsigned hidden) {
    writer_key(w, "action");
    if (!event_is_action(event->type)) {
        writer_null(w);
        writer_key(w, "outcome");
        writer_null(w);
        return;
    }
    action_write(w, &event->action, (hidden & HIDDEN_ACTION_CARDS) != 0);
    writer_key(w, "outcome");
    outcome_write(w, &event->action, &event->outcome, told_parts(&event->action), hidden);
}

/* Whether chance had a say, so that `chance` tells whose it was. */
static bool has_chance(const struct event *event) {
    if (event->type == EVENT_START)
        return event->start.n_rolls > 0;
    return event_is_action(event->type) && told_parts(&event->action) != 0;
}

void event_write(struct writer *w, const struct log_reader *reader, const struct game *before,
                 const struct game *after, const struct event *event, int64_t at) {
    struct effect effects[SEAT_MAX];
    unsigned hidden = event_hidden(reader->setup, before, event, reader->viewer);
    size_t n = event_effects(reader->setup, before, after, event, reader->viewer, effects);
    bool effects_hidden = false;
    for (size_t i = 0; i < n; i++)
        effects_hidden |= !effects[i].known;
    writer_object(w);
    writer_int_member(w, "seq", after->seq);
    writer_key(w, "player");
    write_seat(w, event->player);
    writer_text_member(w, "type", event_type_name(event->type));
    write_action(w, event, hidden);
    write_own(w, reader->setup, event);
    write_effects(w, effects, n);
    if (at != 0) {
        writer_key(w, "at");
        writer_time(w, at);
    }
    writer_text_member(w, "by", event_by_names[by_as_read(reader, event)]);
    if (has_chance(event))
        writer_text_member(w, "chance", chance_names[event->drawn != 0]);
    if (hidden != 0 || effects_hidden)
        write_hidden(w, hidden, effects, n);
    if (event->type == DISCARD && !answers_open(after))
        write_reveals(w, reader, before, after, event);
    writer_object_end(w);
}

/* ---- reading ---- */

static uint8_t read_seat(struct reading *r, const json_t *object, const char *key,
                         const struct setup *setup, bool required) {
    return (uint8_t)reading_number_of(r, object, key, 0, setup->rules.players - 1U,
                                      required ? (unsigned)READING_REQUIRED : NONE);
}

static void read_start(struct reading *r, const json_t *value, const struct setup *setup,
                       struct event *event) {
    static const char *const known[] = {"seat", "yellow", "red", NULL};
    const json_t *rolls = reading_member(r, value, "rolls", false);
    event->start.first = read_seat(r, value, "first", setup, true);
    event->start.lot = reading_bool_of(r, value, "lot", false);
    if (rolls == NULL)
        return;
    size_t mark = reading_enter(r, "rolls");
    if (reading_array(r, rolls, START_ROLLS_MAX))
        event->start.n_rolls = (uint8_t)json_array_size(rolls);
    for (unsigned i = 0; i < event->start.n_rolls; i++) {
        const json_t *roll = json_array_get(rolls, i);
        struct start_roll *to = &event->start.rolls[i];
        size_t inner = reading_enter_at(r, i);
        if (reading_object(r, roll, known)) {
            to->seat = read_seat(r, roll, "seat", setup, true);
            to->yellow =
                (uint8_t)reading_number_of(r, roll, "yellow", 1, DIE_MAX, READING_REQUIRED);
            to->red = (uint8_t)reading_number_of(r, roll, "red", 1, DIE_MAX, READING_REQUIRED);
        }
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

static void read_reveal(struct reading *r, const json_t *value, const struct setup *setup,
                        struct event *event) {
    static const char *const known[] = {"seat", "cards", "dev_cards", NULL};
    const json_t *players = reading_member(r, value, "players", true);
    size_t n = 0;
    size_t mark = reading_enter(r, "players");
    if (players != NULL && reading_array(r, players, setup->rules.players))
        n = json_array_size(players);
    for (size_t i = 0; i < n; i++) {
        const json_t *player = json_array_get(players, i);
        size_t inner = reading_enter_at(r, i);
        if (reading_object(r, player, known)) {
            unsigned seat = read_seat(r, player, "seat", setup, true);
            const json_t *cards = reading_member(r, player, "cards", true);
            const json_t *dev = reading_member(r, player, "dev_cards", true);
            if (cards != NULL)
                event->reveal.hand[seat] = cards_read(r, cards, 0);
            if (dev != NULL)
                counts_read(r, dev, dev_names, event->reveal.dev[seat], DEV_COUNT);
        }
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

static void read_finished(struct reading *r, const json_t *value, const struct setup *setup,
                          struct event *event) {
    const json_t *points = reading_member(r, value, "points", true);
    event->finished.winner = read_seat(r, value, "winner", setup, false);
    size_t mark = reading_enter(r, "points");
    if (points != NULL && reading_array(r, points, SEAT_MAX))
        event->finished.n_points = (uint8_t)json_array_size(points);
    for (unsigned i = 0; i < event->finished.n_points; i++) {
        size_t inner = reading_enter_at(r, i);
        event->finished.points[i] =
            (uint8_t)reading_number(r, json_array_get(points, i), 0, POINTS_MAX);
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

static void read_own(struct reading *r, const json_t *value, const struct setup *setup,
                     struct event *event) {
    switch (event->type) {
    case EVENT_START: read_start(r, value, setup, event); break;
    case EVENT_REVEAL: read_reveal(r, value, setup, event); break;
    case EVENT_SEAT_CHANGED:
        event->seat_changed.seat = read_seat(r, value, "seat", setup, true);
        event->seat_changed.to_bot =
            (uint8_t)reading_name_of(r, value, "kind", seat_kind_names, 2, READING_REQUIRED);
        break;
    case EVENT_FINISHED: read_finished(r, value, setup, event); break;
    default: break;
    }
}

/* The action and what chance made of it, whole. */
static void read_action(struct reading *r, const json_t *value, const struct setup *setup,
                        struct event *event) {
    unsigned parts = 0;
    bool ok;
    event->player = read_seat(r, value, "player", setup, true);
    size_t mark = reading_enter(r, "action");
    ok =
        action_read(r->errors, json_object_get(value, "action"), r->pointer, setup, &event->action);
    if (ok && event->action.type != event->type) {
        reading_refuse(r, "is of another type than its event");
        ok = false;
    }
    reading_leave(r, mark);
    if (!ok) {
        r->failed = true;
        return;
    }
    mark = reading_enter(r, "outcome");
    ok = outcome_read(r->errors, json_object_get(value, "outcome"), r->pointer, &event->action,
                      &event->outcome, &parts);
    if (ok && parts != told_parts(&event->action))
        reading_refuse(r, "is missing or not whole: a record tells what chance decided");
    reading_leave(r, mark);
    r->failed |= !ok;
}

static void read_envelope(struct reading *r, const json_t *value, struct event *event,
                          int64_t *at) {
    bool own = !event_is_action(event->type);
    const json_t *time = reading_member(r, value, "at", false);
    event->by = (uint8_t)reading_name_of(r, value, "by", event_by_names, BY_COUNT,
                                         own ? BY_ENGINE : BY_PLAYER);
    if (reading_name_of(r, value, "chance", chance_names, 2, 0) == 1) {
        event->drawn = own ? (uint8_t)PART_DICE : (uint8_t)told_parts(&event->action);
        if (event->drawn == 0 || (own && event->type != EVENT_START))
            reading_refuse_at(r, "chance", "this event leaves nothing to chance");
    }
    if (time != NULL && !time_read(json_string_value(time), at))
        reading_refuse_at(r, "at", "must be a time like \"2026-01-31T08:05:09.042Z\"");
}

/* Members of an event beside those that all have. */
static const char *const *known_members(unsigned type) {
#define COMMON                                                                                     \
    "seq", "player", "type", "action", "outcome", "effects", "at", "by", "chance", "hidden"
    static const char *const plain[] = {COMMON, NULL};
    static const char *const discard[] = {COMMON, "reveals", NULL};
    static const char *const start[] = {COMMON, "rolls", "first", "lot", NULL};
    static const char *const reveal[] = {COMMON, "players", NULL};
    static const char *const seat_changed[] = {COMMON, "seat", "kind", NULL};
    static const char *const finished[] = {COMMON, "winner", "points", NULL};
#undef COMMON
    switch (type) {
    case DISCARD: return discard;
    case EVENT_START: return start;
    case EVENT_REVEAL: return reveal;
    case EVENT_SEAT_CHANGED: return seat_changed;
    case EVENT_FINISHED: return finished;
    default: return plain;
    }
}

bool event_read(struct read_errors *errors, const json_t *value, const char *pointer,
                const struct setup *setup, struct event *event, int64_t *at) {
    struct reading r = reading_begin(errors, pointer);
    const json_t *type;
    memset(event, 0, sizeof *event);
    event->player = NONE;
    *at = 0;
    if (!json_is_object(value)) {
        reading_refuse(&r, "must be an object");
        return false;
    }
    type = json_object_get(value, "type");
    if (json_is_string(type))
        event->type = (uint8_t)event_type_of(json_string_value(type), json_string_length(type));
    if (event->type == ACTION_NONE) {
        reading_refuse_at(&r, "type", type == NULL ? "is missing" : "is not a type of event");
        return false;
    }
    reading_object(&r, value, known_members(event->type));
    if (event_is_action(event->type))
        read_action(&r, value, setup, event);
    else
        read_own(&r, value, setup, event);
    if (!r.failed)
        read_envelope(&r, value, event, at);
    return !r.failed;
}

bool event_agrees(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct log_reader *reader, const struct game *before,
                  const struct game *after, const struct event *event, int64_t at) {
    /* what a writer may have said in another way: the time's fraction */
    static const char *const free_keys[] = {"at", NULL};
    struct reading r = reading_begin(errors, pointer);
    struct buffer buffer;
    struct read_failure failure;
    struct writer w;
    json_t *made = NULL;
    const char *key;
    json_t *member;
    bool whole = false;
    buffer_init(&buffer, EVENT_DOCUMENT_MAX);
    w = writer_to(&buffer);
    event_write(&w, reader, before, after, event, at);
    if (!buffer.failed)
        made = read_json(buffer.data, buffer.size, &failure);
    if (made == NULL)
        goto out;
    whole = true;
    json_object_foreach((json_t *)(uintptr_t)value, key, member) {
        const json_t *ours = json_object_get(made, key);
        if (strcmp(key, free_keys[0]) == 0)
            continue;
        if (ours == NULL ? !json_is_null(member) : !json_equal(ours, member))
            reading_refuse_at(&r, key, "does not follow from the events before it");
    }
out:
    json_decref(made);
    buffer_free(&buffer);
    return whole && !r.failed;
}

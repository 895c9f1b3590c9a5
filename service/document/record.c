/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/chain.h"
#include "db/games.h"
#include "engine/undo.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/board_json.h"
#include "service/document/cards_json.h"
#include "service/document/category.h"
#include "service/document/event_json.h"
#include "service/document/position.h"
#include "service/document/rules_json.h"
#include "service/document/view_json.h"

/* ---- writing ---- */

static void write_start_position(struct writer *w, const struct record_head *head) {
    struct view_head view = {.labels = head->labels};
    writer_key(w, "position");
    if (head->position == NULL)
        writer_null(w);
    else
        view_write(w, head->setup, head->position, VIEWER_ALL, &view);
}

/* The value of a member as the game's options have it, else ABSENT. */
static void write_option(struct writer *w, const json_t *options, const char *key,
                         const char *absent) {
    const json_t *value = json_object_get(options, key);
    if (value == NULL)
        writer_json(w, absent, strlen(absent));
    else
        writer_json_value(w, value);
}

static void write_record_game(struct writer *w, const struct record_head *head) {
    const struct store_game *row = head->row;
    char url[RECORD_URL_MAX + 1];
    if (row == NULL)
        return;
    writer_key(w, "game");
    writer_object(w);
    writer_text_member(w, "id", row->public_id);
    writer_text_or_null_member(w, "name", row->name);
    record_url(row, head->site, url);
    writer_text_or_null_member(w, "url", url[0] == '\0' ? NULL : url);
    writer_time_member(w, "created_at", row->created_at);
    writer_time_or_null_member(w, "started_at", row->started_at);
    writer_time_or_null_member(w, "finished_at", row->finished_at);
    writer_key(w, "tags");
    write_option(w, head->options, "tags", "[]");
    writer_bool_member(w, "rated", row->category != RATING_NONE);
    writer_text_or_null_member(w, "category", rating_category_name(rating_category_of_row(row)));
    writer_key(w, "tournament");
    write_option(w, head->options, "tournament", "null");
    writer_object_end(w);
}

static void write_player_account(struct writer *w, const struct store_seat *seat) {
    writer_key(w, "account");
    if (seat->account == 0) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_text_member(w, "id", seat->account_public_id);
    writer_text_or_null_member(w, "name", seat->account_name);
    if (seat->account_bot)
        writer_bool_member(w, "bot", true);
    writer_object_end(w);
}

/* A bot can play for somebody who has resigned: then it stands beside their account. */
static void write_record_player(struct writer *w, const struct store_seat *seat) {
    bool bot = seat->kind == STORE_SEAT_BOT;
    write_player_account(w, seat);
    writer_text_member(w, "kind", bot ? "bot" : "human");
    writer_text_or_null_member(w, "bot", bot ? seat->bot : NULL);
}

static void write_labels(struct writer *w, const struct record_head *head) {
    writer_key(w, "players");
    writer_array(w);
    for (unsigned seat = 0; seat < head->setup->rules.colors; seat++) {
        const struct seat_label *label = &head->labels[seat];
        writer_object(w);
        writer_text_or_null_member(w, "name", label->name);
        writer_text_member(w, "color", label->color != NULL ? label->color : seat_colors[seat]);
        if (head->row != NULL && seat < (unsigned)head->row->seat_count)
            write_record_player(w, &head->row->seats[seat]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_record_result(struct writer *w, const struct event *last) {
    writer_key(w, "result");
    if (last->type != EVENT_FINISHED) {
        writer_null(w);
        return;
    }
    writer_object(w);
    result_write(w, last);
    writer_object_end(w);
}

/* Whether undo was unlimited. FAIRNESS may be NULL. */
static bool undo_open(const struct fairness *fairness) {
    return fairness == NULL || !fairness->play;
}

bool record_open(const struct record *record) {
    return undo_open(record->has_fairness ? &record->fairness : NULL);
}

void record_chain_text(uint64_t chain, char text[RECORD_CHAIN_DIGITS + 1]) {
    _Static_assert(4 * RECORD_CHAIN_DIGITS == 64 - CHAIN_TIME_BITS, "all digits of a value");
    snprintf(text, RECORD_CHAIN_DIGITS + 1, "%010" PRIx64, chain >> CHAIN_TIME_BITS);
}

static void write_chain(struct writer *w, const struct record_head *head) {
    char text[RECORD_CHAIN_DIGITS + 1];
    if (head->chain == 0)
        return;
    record_chain_text(head->chain, text);
    writer_text_member(w, "chain", text);
}

void record_url(const struct store_game *row, const char *site, char url[RECORD_URL_MAX + 1]) {
    bool known = site != NULL && site[0] != '\0';

    url[0] = '\0';
    if (known)
        snprintf(url, RECORD_URL_MAX + 1, "%s/games/%s", site, row->public_id);
}

bool record_write(struct writer *w, const struct record_head *head, record_next *next,
                  void *context) {
    struct trail trail;
    struct log_reader reader = {
        .setup = head->setup, .viewer = VIEWER_ALL, .over = true, .trail = &trail};
    struct game before, after;
    struct event event, last = {.type = ACTION_NONE};
    int64_t at = 0;
    int more = next(context, &event, &at);
    if (head->position != NULL)
        after = *head->position;
    else
        game_init(head->setup, &after);
    trail_begin(&trail, &after, undo_open(head->fairness));
    writer_object(w);
    writer_text_member(w, "format", RECORD_FORMAT);
    write_record_game(w, head);
    writer_key(w, "rules");
    rules_write(w, &head->setup->rules);
    writer_key(w, "board");
    board_spec_write(w, head->spec, head->row != NULL ? &head->setup->board : NULL);
    writer_key(w, "first");
    id_write(w, more > 0 && event.type == EVENT_START ? event.start.first : after.first);
    write_start_position(w, head);
    write_labels(w, head);
    for (; head->brief && more > 0; more = next(context, &event, &at))
        last = event;
    if (!head->brief) {
        writer_key(w, "events");
        writer_array(w);
    }
    for (; more > 0; more = next(context, &event, &at)) {
        before = after;
        trail_apply(&trail, head->setup, &after, &event);
        event_write(w, &reader, &before, &after, &event, at);
        log_reader_step(&reader, &after, &event);
        last = event;
    }
    if (!head->brief)
        writer_array_end(w);
    write_record_result(w, &last);
    writer_key(w, "fairness");
    if (head->fairness == NULL)
        writer_null(w);
    else
        fairness_write(w, head->fairness, head->setup->rules.players);
    write_chain(w, head);
    writer_object_end(w);
    return more == 0;
}

/* ---- reading: the head ---- */

static bool read_setup(struct reading *r, const json_t *value, struct record *record) {
    struct board_choice choice;
    const json_t *board = reading_member(r, value, "board", true);
    size_t at = 0;
    bool ok;
    size_t mark = reading_enter(r, "rules");
    ok = rules_read(r->errors, json_object_get(value, "rules"), r->pointer, 0, &record->rules);
    reading_leave(r, mark);
    if (!ok || board == NULL)
        return false;
    mark = reading_enter(r, "board");
    ok = board_read(r->errors, board, r->pointer, &record->rules, &choice);
    if (ok && !choice.is_explicit) {
        reading_refuse(r, "must be given hex by hex");
        ok = false;
    }
    record->spec = choice.spec;
    if (ok && setup_build(&record->setup, &record->rules, &record->spec, &at) != BOARD_OK) {
        reading_refuse(r, "does not fit these rules");
        ok = false;
    }
    reading_leave(r, mark);
    return ok;
}

static void read_text(struct reading *r, const json_t *object, const char *key,
                      char to[RECORD_NAME_MAX + 1]) {
    const char *text = reading_text_of(r, object, key, 0, RECORD_NAME_MAX);
    if (text != NULL)
        memcpy(to, text, strlen(text) + 1);
}

static void read_labels(struct reading *r, const json_t *value, struct record *record) {
    /* Who that was elsewhere is not read: names can be anybody's. */
    static const char *const known[] = {"name", "color", "account", "kind", "bot", NULL};
    struct reading_list players = reading_list_of(r, value, "players", record->rules.colors);
    const json_t *player;
    for (unsigned seat = 0; (player = reading_next(&players)) != NULL; seat++)
        if (reading_object(r, player, known)) {
            read_text(r, player, "name", record->names[seat]);
            read_text(r, player, "color", record->colors[seat]);
        }
}

static void read_chain(struct reading *r, const json_t *value, struct record *record) {
    const char *text = reading_text_of(r, value, "chain", RECORD_CHAIN_DIGITS, RECORD_CHAIN_DIGITS);
    if (text == NULL)
        return;
    if (strspn(text, "0123456789abcdef") != RECORD_CHAIN_DIGITS)
        reading_refuse_at(r, "chain", "must be %d lowercase hexadecimal digits",
                          RECORD_CHAIN_DIGITS);
    else
        memcpy(record->chain, text, sizeof record->chain);
}

static bool read_head(struct reading *r, const json_t *value, struct record *record) {
    static const char *const known[] = {"format", "game",     "rules",   "board",
                                        "first",  "position", "players", "events",
                                        "result", "fairness", "chain",   NULL};
    const json_t *position, *fairness, *format;
    size_t mark;
    if (!reading_object(r, value, known))
        return false;
    format = json_object_get(value, "format");
    if (!json_is_string(format) || strcmp(json_string_value(format), RECORD_FORMAT) != 0)
        reading_refuse_at(r, "format", "must be \"%s\"", RECORD_FORMAT);
    if (!read_setup(r, value, record))
        return false;
    read_labels(r, value, record);
    read_chain(r, value, record);
    position = reading_member(r, value, "position", false);
    record->has_position = position != NULL;
    game_init(&record->setup, &record->start);
    if (position != NULL) {
        mark = reading_enter(r, "position");
        r->failed |=
            !position_read(r->errors, position, r->pointer, &record->setup, &record->start);
        reading_leave(r, mark);
    }
    fairness = reading_member(r, value, "fairness", false);
    record->has_fairness = fairness != NULL;
    if (fairness != NULL) {
        mark = reading_enter(r, "fairness");
        r->failed |= !fairness_read(r->errors, fairness, r->pointer, record->rules.players,
                                    &record->fairness);
        reading_leave(r, mark);
    }
    return !r->failed;
}

/* ---- reading: the events ---- */

/* Judges EVENT by the rules and, if refused, determines whether the move or the outcome is at
 * fault. */
static enum record_result judge_event(const struct trail *trail, const struct setup *setup,
                                      const struct game *game, const struct event *event,
                                      enum reason *reason) {
    bool action = event_is_action(event->type);
    *reason = trail_accepts(trail, setup, game, event);
    if (*reason == REASON_OK)
        return RECORD_OK;
    if (action && event->player < setup->rules.players &&
        action_shape(setup, &event->action) == NULL &&
        game_legal(setup, game, event->player, &event->action) == REASON_OK &&
        game_possible(setup, game, event->player, &event->action, &event->outcome) == *reason)
        return RECORD_IMPOSSIBLE;
    return RECORD_ILLEGAL;
}

/* TRAIL belongs to the reader. */
static enum record_result play_event(struct reading *r, const json_t *value, struct record *record,
                                     struct trail *trail, struct log_reader *reader,
                                     struct record_fault *fault) {
    struct record_event *to = &record->events[record->n_events];
    struct game before = record->end;
    enum record_result result;
    if (!event_read(r->errors, value, r->pointer, &record->setup, &before, &to->event, &to->at)) {
        r->failed = true;
        return RECORD_INVALID;
    }
    result = judge_event(trail, &record->setup, &before, &to->event, &fault->reason);
    if (result != RECORD_OK) {
        fault->rule = game_refusal_rule(&record->setup, &before, to->event.player, fault->reason);
        return result;
    }
    trail_apply(trail, &record->setup, &record->end, &to->event);
    if (!event_agrees(r->errors, value, r->pointer, reader, &before, &record->end, &to->event,
                      to->at)) {
        r->failed = true;
        return r->errors->count > 0 ? RECORD_INVALID : RECORD_MEMORY;
    }
    log_reader_step(reader, &record->end, &to->event);
    record->n_events++;
    if (to->event.type == EVENT_FINISHED)
        record->finished = to->event;
    return RECORD_OK;
}

static enum record_result read_events(struct reading *r, const json_t *value, struct record *record,
                                      struct record_fault *fault) {
    const json_t *events = reading_member(r, value, "events", true);
    struct trail trail;
    struct log_reader reader = {
        .setup = &record->setup, .viewer = VIEWER_ALL, .over = true, .trail = &trail};
    enum record_result result = RECORD_OK;
    size_t n, mark = reading_enter(r, "events");
    record->end = record->start;
    trail_begin(&trail, &record->start, record_open(record));
    if (events == NULL || !reading_array(r, events, RECORD_EVENTS_MAX)) {
        reading_leave(r, mark);
        return RECORD_INVALID;
    }
    n = json_array_size(events);
    record->events = calloc(n > 0 ? n : 1, sizeof *record->events);
    if (record->events == NULL)
        return RECORD_MEMORY;
    for (size_t i = 0; i < n && result == RECORD_OK; i++) {
        size_t inner = reading_enter_at(r, i);
        fault->seq = (uint32_t)i + 1;
        if (record->finished.type == EVENT_FINISHED) {
            reading_refuse(r, "comes after the end of the game");
            result = RECORD_INVALID;
        } else {
            result = play_event(r, json_array_get(events, i), record, &trail, &reader, fault);
        }
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
    return result;
}

/* Checks that the head's result is what the events lead to. */
static void check_end(struct reading *r, const json_t *value, const struct record *record) {
    static const char *const known[] = {"winner", "points", "agreed", NULL};
    const json_t *result = reading_member(r, value, "result", false);
    const json_t *points;
    bool over = record->finished.type == EVENT_FINISHED;
    unsigned first = reading_number_of(r, value, "first", 0, record->rules.players - 1U, NONE);
    size_t mark;
    if (first != NONE && first != record->end.first)
        reading_refuse_at(r, "first", "is not the player who begins in the events");
    if (result == NULL)
        return;
    mark = reading_enter(r, "result");
    if (!over)
        reading_refuse(r, "must be null: the events do not end the game");
    else if (reading_object(r, result, known)) {
        unsigned winner =
            reading_number_of(r, result, "winner", 0, record->rules.players - 1U, NONE);
        if (winner != record->finished.finished.winner)
            reading_refuse_at(r, "winner", "is not the player who wins in the events");
        if (reading_bool_of(r, result, "agreed", false) != record->finished.finished.agreed)
            reading_refuse_at(r, "agreed", "is not as the events say");
        points = json_object_get(result, "points");
        if (points != NULL && json_array_size(points) != record->finished.finished.n_points)
            reading_refuse_at(r, "points", "must be given for every player");
        for (size_t seat = 0; seat < json_array_size(points) && !r->failed; seat++)
            if (json_integer_value(json_array_get(points, seat)) !=
                record->finished.finished.points[seat])
                reading_refuse_at(r, "points", "are not those of the events");
    }
    reading_leave(r, mark);
}

enum record_result record_read(struct read_errors *errors, const json_t *value, const char *pointer,
                               struct record *record, struct record_fault *fault) {
    struct reading r = reading_begin(errors, pointer);
    enum record_result result;
    size_t noted = errors->count;
    memset(record, 0, sizeof *record);
    *fault = (struct record_fault){0};
    if (!read_head(&r, value, record))
        return errors->count > noted ? RECORD_INVALID : RECORD_MEMORY;
    result = read_events(&r, value, record, fault);
    if (result != RECORD_OK)
        return result;
    fault->seq = 0;
    check_end(&r, value, record);
    return r.failed ? RECORD_INVALID : RECORD_OK;
}

void record_free(struct record *record) {
    if (record == NULL)
        return;
    free(record->events);
    record->events = NULL;
    record->n_events = 0;
}

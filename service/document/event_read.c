/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/base/time_text.h"
#include "service/document/action_json.h"
#include "service/document/cards_json.h"
#include "service/document/event_int.h"
#include "service/document/event_json.h"

enum {
    EVENT_DOCUMENT_MAX = 1 << 16, /* bytes; the longest is a `start` of many rounds, about 3 KB */
    OWN_MAX = 3,                  /* members of one type of event besides the common ones */
};

static uint8_t read_event_seat(struct reading *r, const json_t *object, const char *key,
                               const struct setup *setup, bool required) {
    return (uint8_t)reading_number_of(r, object, key, 0, setup->rules.players - 1U,
                                      required ? (unsigned)READING_REQUIRED : NONE);
}

static void read_reveal(struct reading *r, const json_t *value, const struct setup *setup,
                        struct event *event) {
    static const char *const known[] = {"seat", "cards", "dev_cards", "progress_cards", NULL};
    const struct rules *rules = &setup->rules;
    struct reading_list players;
    const json_t *player;
    (void)reading_member(r, value, "players", true);
    players = reading_list_of(r, value, "players", rules->players);
    while ((player = reading_next(&players)) != NULL) {
        if (!reading_object(r, player, known))
            continue;
        unsigned seat = read_event_seat(r, player, "seat", setup, true);
        const json_t *cards = reading_member(r, player, "cards", true);
        const json_t *dev = reading_member(r, player, "dev_cards", rules->dev_deck);
        const json_t *progress = reading_member(r, player, "progress_cards", rules->knights);
        if (cards != NULL)
            event->reveal.hand[seat] = cards_read(r, cards, rules->kinds, 0);
        if (dev != NULL)
            counts_read(r, dev, dev_names, event->reveal.dev[seat], DEV_COUNT);
        if (progress != NULL)
            (void)progress_read(r, progress, event->reveal.progress[seat], PROGRESS_HAND_MAX);
    }
}

static void read_own(struct reading *r, const json_t *value, const struct setup *setup,
                     struct event *event) {
    size_t n;
    const struct member *rows = event_own_members(event->type, &n);
    members_read_pass(r, value, rows, n, 0, event, &(struct member_target){.setup = setup});
    if (event->type == EVENT_REVEAL)
        read_reveal(r, value, setup, event);
    if (event->type == EVENT_FINISHED && event->finished.agreed && event->finished.winner != NONE)
        reading_refuse_at(r, "agreed", "is only for games without a winner");
}

/* Whether an outcome with the GIVEN parts is complete. A roll by which nobody draws a card has no
 * list of draws; dice set beforehand are given as well. */
static bool is_whole(const struct event *event, unsigned given, unsigned needed) {
    if (event->type != ROLL)
        return given == needed;
    return ((given | PART_CARDS) & (needed | PART_DICE)) == (needed | PART_DICE);
}

/* Reads the action and its complete outcome. */
static void read_action(struct reading *r, const json_t *value, const struct setup *setup,
                        const struct game *before, struct event *event) {
    unsigned parts = 0;
    bool ok;
    event->player = read_event_seat(r, value, "player", setup, true);
    size_t mark = reading_enter(r, "action");
    ok =
        action_read(r->errors, json_object_get(value, "action"), r->pointer, setup, &event->action);
    if (ok && event->action.type != event->type) {
        reading_refuse(r, "has another type than its event");
        ok = false;
    }
    reading_leave(r, mark);
    if (!ok) {
        r->failed = true;
        return;
    }
    mark = reading_enter(r, "outcome");
    ok = outcome_read(r->errors, json_object_get(value, "outcome"), r->pointer, setup,
                      &event->action, &event->outcome, &parts);
    if (ok && !is_whole(event, parts, game_parts(setup, before, &event->action)))
        reading_refuse(r, "is missing or incomplete: a record says what chance decided");
    reading_leave(r, mark);
    r->failed |= !ok;
}

/* Which of PARTS were drawn, if not all. */
static unsigned read_drawn_parts(struct reading *r, const json_t *drawn, unsigned parts) {
    const char *names[OUTCOME_POINTERS];
    unsigned found = 0;
    size_t mark = reading_enter(r, "drawn");
    struct reading_list list = reading_list(r, drawn, OUTCOME_POINTERS);
    const json_t *one;
    for (size_t i = 0; i < OUTCOME_POINTERS; i++)
        names[i] = outcome_pointers[i].pointer;
    while ((one = reading_next(&list)) != NULL)
        found |= outcome_pointers[reading_name(r, one, names, OUTCOME_POINTERS)].part;
    if (found == 0 || (found & ~parts) != 0)
        reading_refuse(r, "must name parts of the outcome that chance decided");
    reading_leave(r, mark);
    return found;
}

static void read_chance(struct reading *r, const json_t *value, const struct setup *setup,
                        const struct game *before, struct event *event) {
    const json_t *drawn = reading_member(r, value, "drawn", false);
    unsigned parts = event->type == EVENT_START ? PART_DICE : 0;
    if (event_is_action(event->type))
        parts = game_parts(setup, before, &event->action);
    if (reading_name_of(r, value, "chance", chance_names, 2, 0) == 0) {
        if (drawn != NULL)
            reading_refuse_at(r, "drawn", "says what was drawn, and `chance` that nothing was");
        return;
    }
    if (parts == 0)
        reading_refuse_at(r, "chance", "this event leaves nothing to chance");
    event->drawn = (uint8_t)(drawn != NULL ? read_drawn_parts(r, drawn, parts) : parts);
}

static void read_envelope(struct reading *r, const json_t *value, struct event *event,
                          int64_t *at) {
    bool own = !event_is_action(event->type);
    const json_t *time = reading_member(r, value, "at", false);
    event->by = (uint8_t)reading_name_of(r, value, "by", event_by_names, BY_COUNT,
                                         own ? BY_ENGINE : BY_PLAYER);
    if (time != NULL && !time_read_utc(json_string_value(time), at))
        reading_refuse_at(r, "at", "must be a time like \"2026-01-31T08:05:09.042Z\"");
}

/* Refuses members that events of TYPE do not have. */
static void check_event_members(struct reading *r, const json_t *value, unsigned type) {
    static const char *const common[] = {"seq",     "player",  "type",    "action",
                                         "outcome", "effects", "changes", "at",
                                         "by",      "chance",  "drawn",   "hidden"};
    enum { COMMON = sizeof common / sizeof *common };
    const char *known[COMMON + OWN_MAX + 1] = {NULL};
    size_t n;
    const struct member *own = event_own_members(type, &n);
    memcpy(known, common, sizeof common);
    for (size_t i = 0; i < n; i++)
        known[COMMON + i] = own[i].name;
    if (answered_together(type))
        known[COMMON] = "reveals";
    (void)reading_object(r, value, known);
}

bool event_read(struct read_errors *errors, const json_t *value, const char *pointer,
                const struct setup *setup, const struct game *before, struct event *event,
                int64_t *at) {
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
    check_event_members(&r, value, event->type);
    if (event_is_action(event->type))
        read_action(&r, value, setup, before, event);
    else
        read_own(&r, value, setup, event);
    if (!r.failed) {
        read_envelope(&r, value, event, at);
        read_chance(&r, value, setup, before, event);
    }
    return !r.failed;
}

bool event_agrees(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct log_reader *reader, const struct game *before,
                  const struct game *after, const struct event *event, int64_t at) {
    /* writers may format it differently: the fraction of the time */
    static const char *const free_keys[] = {"at", NULL};
    struct reading r = reading_begin(errors, pointer);
    struct buffer buffer;
    struct read_failure failure;
    struct writer w = writer_begin(&buffer, EVENT_DOCUMENT_MAX);
    json_t *made = NULL;
    const char *key;
    json_t *member;
    bool whole = false;
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

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/event_json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "service/base/json_write.h"
#include "service/document/action_json.h"
#include "service/document/cards_json.h"
#include "service/document/chain_json.h"
#include "service/document/changes_json.h"
#include "service/document/event_int.h"

const char *const chance_names[] = {"given", "drawn"};
static const char *const seat_kind_names[] = {"human", "bot"};
const struct outcome_pointer outcome_pointers[OUTCOME_POINTERS] = {
    {PART_DICE, "/outcome/yellow"}, {PART_DICE, "/outcome/red"},    {PART_EVENT, "/outcome/event"},
    {PART_CARD, "/outcome/card"},   {PART_CARDS, "/outcome/draws"}, {PART_CARDS, "/outcome/lost"}};

enum { POINTER_MAX = 40 };

/* ---- the log's reader ---- */

void log_reader_step(struct log_reader *reader, const struct game *after,
                     const struct event *event) {
    if (event->type == UNDO)
        memcpy(reader->answer_seq, reader->trail->answers, sizeof reader->answer_seq);
    else
        answers_advance(reader->answer_seq, after, event);
}

/* Whether EVENT answers what several players are asked at once, and is the last answer missing. */
static bool completes_answers(const struct game *before, const struct event *event) {
    return answered_together(event->type) && event->type == answer_type(before) &&
           !answers_missing(before, event->player);
}

/* ---- writing ---- */

static unsigned by_as_read(const struct log_reader *reader, const struct event *event) {
    bool knows = reader->over || reader->viewer == VIEWER_ALL || reader->viewer == event->player;
    return event->by == BY_ORDER && !knows ? BY_PLAYER : event->by;
}

#define AT(member) .offset = offsetof(struct event, member)

static const struct member start_roll_members[] = {
    {MEMBER("seat"), .kind = MEMBER_NUMBER, .below = BELOW_PLAYERS, .required = true,
     .offset = offsetof(struct start_roll, seat)},
    {MEMBER("yellow"), .kind = MEMBER_NUMBER, .min = 1, .max = DIE_SIDES, .required = true,
     .offset = offsetof(struct start_roll, yellow)},
    {MEMBER("red"), .kind = MEMBER_NUMBER, .min = 1, .max = DIE_SIDES, .required = true,
     .offset = offsetof(struct start_roll, red)},
};

static const struct member start_members[] = {
    {MEMBER("rolls"), .kind = MEMBER_LIST, AT(start.rolls), ROWS_OF(start_roll_members),
     .size = sizeof(struct start_roll), .counter = offsetof(struct event, start.n_rolls),
     .large = START_ROLLS_MAX},
    {MEMBER("first"), .kind = MEMBER_NUMBER, .below = BELOW_PLAYERS, .required = true,
     AT(start.first)},
    {MEMBER("lot"), .kind = MEMBER_FLAG, .brief = true, AT(start.lot)}, /* only after many rounds */
};

static const struct member seat_changed_members[] = {
    {MEMBER("seat"), .kind = MEMBER_NUMBER, .below = BELOW_PLAYERS, .required = true,
     AT(seat_changed.seat)},
    {MEMBER("kind"), .kind = MEMBER_NAME, .required = true, AT(seat_changed.to_bot),
     NAMES_OF(2, seat_kind_names)},
};

static const struct member finished_members[] = {
    {MEMBER("winner"), .kind = MEMBER_ID, .below = BELOW_PLAYERS, .otherwise = NONE,
     AT(finished.winner)},
    {MEMBER("points"), .kind = MEMBER_NUMBER_LIST, .max = UINT8_MAX, .large = SEAT_MAX,
     .required = true, AT(finished.n_points)},
    {MEMBER("agreed"), .kind = MEMBER_FLAG, .brief = true, AT(finished.agreed)},
};
_Static_assert(offsetof(struct event, finished.n_points) + 1 ==
                   offsetof(struct event, finished.points),
               "the points must follow their number");

#undef AT

/* `players` is written and read by hand: it is stored by kind, not by seat. */
static const struct member reveal_members[] = {{MEMBER("players"), .pass = READ_NEVER}};

const struct member *event_own_members(unsigned type, size_t *n) {
    static const struct {
        const struct member *rows;
        size_t n;
    } own[EVENT_TYPE_COUNT] = {[EVENT_START] = {ROWS(start_members)},
                               [EVENT_REVEAL] = {ROWS(reveal_members)},
                               [EVENT_SEAT_CHANGED] = {ROWS(seat_changed_members)},
                               [EVENT_FINISHED] = {ROWS(finished_members)}};
    *n = own[type].n;
    return own[type].rows;
}

static void write_reveal(struct writer *w, const struct setup *setup, const struct event *event) {
    writer_key(w, "players");
    writer_array(w);
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        writer_object(w);
        writer_int_member(w, "seat", seat);
        writer_key(w, "cards");
        cards_write(w, event->reveal.hand[seat]);
        if (setup->rules.dev_deck) {
            writer_key(w, "dev_cards");
            counts_write(w, dev_names, event->reveal.dev[seat], DEV_COUNT);
        }
        if (setup->rules.knights) {
            writer_key(w, "progress_cards");
            progress_write(w, event->reveal.progress[seat], PROGRESS_HAND_MAX);
        }
        writer_object_end(w);
    }
    writer_array_end(w);
}

void result_write(struct writer *w, const struct event *finished) {
    members_write(w, ROWS(finished_members), finished, &(struct member_source){0});
}

/* Members that the server's own events have besides the common ones. */
static void write_own(struct writer *w, const struct setup *setup, const struct event *event) {
    size_t n;
    const struct member *rows = event_own_members(event->type, &n);
    if (event->type == EVENT_REVEAL)
        write_reveal(w, setup, event);
    else
        members_write(w, rows, n, event, &(struct member_source){.setup = setup});
}

/* Writes one half of an effect. If the kinds are hidden, the cards are empty and only their number
 * is given. */
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

/* ---- results of simultaneous answers ---- */

/* One answer, as the reader may see it. */
struct revealed {
    uint32_t seq; /* 0: part of the position that the game began from */
    uint8_t player;
    unsigned hidden; /* bits of enum hidden_part */
    struct action action;
};

/* What stays hidden of an answer that is carried out: gifts, except from giver and receiver; cards
 * put back, except from the player who had them. */
static unsigned answer_hidden(const struct game *before, unsigned type, unsigned player,
                              unsigned viewer) {
    if (viewer == VIEWER_ALL || viewer == player)
        return 0;
    if (type == CHOOSE_GOLD) /* all become public when the last is in */
        return 0;
    if (type == GIVE_CARDS && viewer != before->active)
        return HIDDEN_ACTION_CARDS;
    return type == DISCARD_PROGRESS_CARD ? HIDDEN_ACTION_CARD : 0;
}

/* Collects the answers in the order of their events; returns their number. */
static size_t collect_answers(const struct log_reader *reader, const struct game *before,
                              const struct game *after, const struct event *event,
                              struct revealed out[SEAT_MAX]) {
    size_t n = 0;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        bool last = seat == event->player;
        struct revealed one = {.seq = last ? after->seq : reader->answer_seq[seat],
                               .player = (uint8_t)seat,
                               .action = event->action};
        size_t at = n;
        if (!last && !answer_get(before, seat, &one.action))
            continue;
        one.hidden = answer_hidden(before, event->type, seat, reader->viewer);
        for (; at > 0 && out[at - 1].seq > one.seq; at--)
            out[at] = out[at - 1];
        out[at] = one;
        n++;
    }
    return n;
}

/* Writes what the event that completes simultaneous answers makes public: all answers, by seq. An
 * answer that came with the starting position has no event: its seq is null. */
static void write_reveals(struct writer *w, const struct revealed *answers, size_t n) {
    writer_key(w, "reveals");
    writer_array(w);
    for (size_t i = 0; i < n; i++) {
        writer_object(w);
        writer_int_or_null_member(w, "seq", answers[i].seq);
        writer_int_member(w, "player", answers[i].player);
        writer_key(w, "action");
        action_write(w, &answers[i].action, answers[i].hidden);
        writer_object_end(w);
    }
    writer_array_end(w);
}

/* ---- what is hidden ---- */

/* What in an event's document depends on the reader. */
struct presence {
    unsigned hidden; /* bits of enum hidden_part */
    unsigned dealt;  /* seats whose entry in the outcome's list of cards is hidden */
    unsigned parts;  /* of the outcome */
    size_t n_effects, n_answers;
    struct effect effects[SEAT_MAX];
    struct revealed answers[SEAT_MAX];
};

/* The viewer as whom the reader sees an event's effects. What an undo takes back everybody already knew,
 * except in games with open undo. */
static unsigned effects_viewer(const struct log_reader *reader, const struct event *event) {
    return event->type == UNDO && !reader->trail->open ? (unsigned)VIEWER_ALL : reader->viewer;
}

static void find_presence(struct presence *seen, const struct log_reader *reader,
                          const struct game *before, const struct game *after,
                          const struct event *event) {
    bool action = event_is_action(event->type);
    seen->hidden = event_hidden(reader->setup, before, event, reader->viewer);
    seen->parts = action ? outcome_parts(reader->setup, before, event) : 0;
    seen->dealt = 0;
    if (event->type == ROLL || event->type == PLAY_PROGRESS_CARD) {
        seen->dealt = event_hidden_dealt(event, reader->viewer);
        seen->hidden &= ~(unsigned)HIDDEN_OUTCOME_CARDS; /* these cards are hidden one by one */
    }
    seen->n_effects = event_effects(reader->setup, before, after, event,
                                    effects_viewer(reader, event), seen->effects);
    seen->n_answers = completes_answers(before, event)
                          ? collect_answers(reader, before, after, event, seen->answers)
                          : 0;
}

/* Pointers of hidden parts, in an array opened with the first of them. */
struct pointers {
    struct writer *w;
    bool open;
};

__attribute__((format(printf, 2, 3))) static void add_pointer(struct pointers *to,
                                                              const char *format, ...) {
    char pointer[POINTER_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(pointer, sizeof pointer, format, args);
    va_end(args);
    if (!to->open) {
        writer_key(to->w, "hidden");
        writer_array(to->w);
    }
    to->open = true;
    writer_text(to->w, pointer);
}

static void point_to_dealt(struct pointers *to, const struct setup *setup,
                           const struct event *event, unsigned hidden) {
    const char *list = event->type == ROLL ? "draws" : "cards";
    unsigned index = 0;
    for (unsigned i = 0; hidden != 0 && i < setup->rules.players; i++) {
        unsigned seat = (event->player + i) % setup->rules.players;
        if (event->outcome.dealt[seat] == 0)
            continue;
        if (hidden >> seat & 1)
            add_pointer(to, "/outcome/%s/%u/card", list, index);
        index++;
    }
}

static void write_hidden(struct writer *w, const struct setup *setup, const struct event *event,
                         const struct presence *seen) {
    static const struct {
        unsigned part;
        const char *pointer;
    } parts[] = {{HIDDEN_ACTION_CARDS, "/action/cards"}, {HIDDEN_ACTION_TAKE, "/action/take"},
                 {HIDDEN_ACTION_CARD, "/action/card"},   {HIDDEN_ACTION_VERTEX, "/action/vertex"},
                 {HIDDEN_OUTCOME_CARD, "/outcome/card"}, {HIDDEN_OUTCOME_CARDS, "/outcome/cards"}};
    struct pointers to = {.w = w};
    unsigned index = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (seen->hidden & parts[i].part)
            add_pointer(&to, "%s", parts[i].pointer);
    point_to_dealt(&to, setup, event, seen->dealt);
    for (size_t i = 0; i < seen->n_effects; i++)
        for (unsigned gain = 0; gain < 2; gain++) {
            const struct effect *effect = &seen->effects[i];
            if ((gain ? effect->gain_count : effect->lose_count) == 0)
                continue;
            if (!effect->known)
                add_pointer(&to, "/effects/%u/%s", index, gain ? "gain" : "lose");
            index++;
        }
    for (size_t i = 0; i < seen->n_answers; i++)
        if (seen->answers[i].hidden != 0)
            add_pointer(&to, "/reveals/%zu/action/%s", i,
                        seen->answers[i].hidden & HIDDEN_ACTION_CARDS ? "cards" : "card");
    if (to.open)
        writer_array_end(w);
}

/* ---- the whole ---- */

static void write_action(struct writer *w, const struct setup *setup, const struct event *event,
                         const struct presence *seen) {
    writer_key(w, "action");
    if (!event_is_action(event->type)) {
        writer_null(w);
        writer_key(w, "outcome");
        writer_null(w);
        return;
    }
    action_write(w, &event->action, seen->hidden);
    writer_key(w, "outcome");
    outcome_write(w, setup, event, seen->parts, seen->hidden, seen->dealt);
}

/* Writes whose an outcome was, if chance had a part in it, and which parts were drawn if not
 * all. */
static void write_chance(struct writer *w, const struct setup *setup, const struct game *before,
                         const struct event *event) {
    unsigned parts = 0;
    if (event->type == EVENT_START)
        parts = event->start.n_rolls > 0 ? PART_DICE : 0;
    else if (event_is_action(event->type))
        parts = game_parts(setup, before, &event->action);
    if (parts == 0)
        return;
    writer_text_member(w, "chance", chance_names[event->drawn != 0]);
    if (event->drawn == 0 || event->drawn == parts)
        return;
    writer_key(w, "drawn");
    writer_array(w);
    for (size_t i = 0; i < OUTCOME_POINTERS; i++)
        if (event->drawn & outcome_pointers[i].part &&
            i != (setup->rules.fleet ? OUTCOME_DRAWS : OUTCOME_LOST))
            writer_text(w, outcome_pointers[i].pointer);
    writer_array_end(w);
}

void event_write_members(struct writer *w, const struct log_reader *reader,
                         const struct game *before, const struct game *after,
                         const struct event *event, int64_t at) {
    struct presence seen;
    find_presence(&seen, reader, before, after, event);
    writer_int_member(w, "seq", after->seq);
    writer_key(w, "player");
    id_write(w, event->player);
    writer_text_member(w, "type", event_type_name(event->type));
    write_action(w, reader->setup, event, &seen);
    write_own(w, reader->setup, event);
    write_effects(w, seen.effects, seen.n_effects);
    changes_write(w, reader->setup, before, after, event);
    if (at != 0) {
        writer_time_member(w, "at", at);
    }
    writer_text_member(w, "by", event_by_names[by_as_read(reader, event)]);
    write_chance(w, reader->setup, before, event);
    write_hidden(w, reader->setup, event, &seen);
    if (seen.n_answers > 0)
        write_reveals(w, seen.answers, seen.n_answers);
}

void event_write(struct writer *w, const struct log_reader *reader, const struct game *before,
                 const struct game *after, const struct event *event, int64_t at) {
    writer_object(w);
    event_write_members(w, reader, before, after, event, at);
    writer_object_end(w);
}

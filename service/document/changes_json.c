/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What an event changed besides what its action says: a member is written if its value differs between the
 * two states or its list is not empty. */
#include "service/document/changes_json.h"

#include "service/document/rows.h"

/* ---- knights and cities ---- */

static unsigned new_defenders(const struct member_source *from) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < from->setup->rules.players; seat++)
        if (from->view->players[seat].defender_points > from->before->players[seat].defender_points)
            seats |= 1U << seat;
    return seats;
}

static bool has_new_defenders(const struct member_source *from) {
    return new_defenders(from) != 0;
}

static void write_defenders(struct writer *w, const struct member_source *from) {
    seats_write(w, new_defenders(from));
}

/* The cities before the event, seat by seat. */
static bool next_old_city(const struct member_source *from, struct item *item) {
    enum { VERTICES = 64 * VERTEX_WORDS };
    for (; item->at < VERTICES * from->setup->rules.players;
         item->at = (item->at / VERTICES + 1) * VERTICES) {
        unsigned seat = item->at / VERTICES;
        struct item vertex = {.at = item->at % VERTICES};
        if (!item_next(&vertex, from->before->players[seat].cities.w, VERTEX_WORDS))
            continue;
        item->at = seat * VERTICES + vertex.at;
        item->place = vertex.place;
        item->player = (uint8_t)seat;
        return true;
    }
    return false;
}

static const void *next_lost_city(const struct member_source *from, struct item *item) {
    while (next_old_city(from, item))
        if (!vertex_set_has(&from->view->players[item->player].cities, item->place))
            return item;
    return NULL;
}

/* The next vertex that is in the set after the event and was not before. */
static const void *next_hit_city(const struct member_source *from, struct item *item,
                                 const struct vertex_set *before, const struct vertex_set *after) {
    while (next_old_city(from, item))
        if (!vertex_set_has(before, item->place) && vertex_set_has(after, item->place))
            return item;
    return NULL;
}

static const void *next_tipped_city(const struct member_source *from, struct item *item) {
    return next_hit_city(from, item, &from->before->tipped, &from->view->tipped);
}

static const void *next_sabotaged_city(const struct member_source *from, struct item *item) {
    return next_hit_city(from, item, &from->before->sabotaged, &from->view->sabotaged);
}

static const void *next_metropolis(const struct member_source *from, struct item *item) {
    while (item->at < TRACK_COUNT) {
        unsigned track = item->at++, vertex = from->view->metropolis[track];
        if (vertex == from->before->metropolis[track] || vertex == NONE)
            continue;
        item->kind = (uint8_t)track;
        item->place = (uint8_t)vertex;
        item->player = from->view->owner[vertex];
        return item;
    }
    return NULL;
}

/* ---- the turn ---- */

static bool is_next_turn(const struct member_source *from) {
    return from->view->turn != from->before->turn && from->view->phase == PHASE_PLAY;
}

/* Whether the next part of a turn begins; the end of the last part begins a new turn, which
 * has a member of its own. */
static bool is_next_part(const struct member_source *from) {
    return from->view->part != from->before->part && from->view->part != 0 &&
           from->view->phase == PHASE_PLAY;
}

/* ---- the table ---- */

#define AT(member) .offset = offsetof(struct item, member)
static const struct member metropolis_members[] = {
    {MEMBER("track"), .kind = MEMBER_NAME, AT(kind), NAMES_OF(TRACK_COUNT, track_names)},
    CHANGE_ROW("vertex", place),
    CHANGE_ROW("player", player),
};
#undef AT
#define AT(member) .offset = offsetof(struct game, member)
static const struct member turn_change_members[] = {
    {MEMBER("number"), .kind = MEMBER_LONG, AT(turn)},
    {MEMBER("player"), .kind = MEMBER_NUMBER, AT(active)},
};

#define AWARD_ROW(number, name, figure, of_player)                                                 \
    {HOLDER(#name, holders[AWARD_##number]), .needs = HAS(award_least[AWARD_##number])},

static const struct member change_members[] = {
    {MEMBER("barbarians"), KNIGHTS_ONLY, .kind = MEMBER_OBJECT, ROWS_OF(barbarian_members)},
    {MEMBER("defenders"), KNIGHTS_ONLY, .shown = has_new_defenders, .write = write_defenders},
    {MEMBER("lost_cities"), KNIGHTS_ONLY, CHANGE_LIST(vertex_piece_members, lost_city)},
    {MEMBER("tipped_cities"), KNIGHTS_ONLY, CHANGE_LIST(vertex_piece_members, tipped_city)},
    {MEMBER("sabotaged_cities"), KNIGHTS_ONLY, CHANGE_LIST(vertex_piece_members, sabotaged_city)},
    {MEMBER("metropolises"), KNIGHTS_ONLY, CHANGE_LIST(metropolis_members, metropolis)},
    {HOLDER("merchant", merchant_holder), KNIGHTS_ONLY},
    {HOLDER("largest_army", holders[AWARD_LARGEST_ARMY]), BASE_ONLY},
    {HOLDER("longest_road", holders[AWARD_LONGEST_ROAD])},
    {HOLDER("robber", robber)},
    MEMBERS_ADDED(PLACE_CHANGES),
    {MEMBER("turn"), .kind = MEMBER_OBJECT, ROWS_OF(turn_change_members), .shown = is_next_turn},
    {MEMBER("pair"), .shown = is_next_part, .write = write_pair},
    ADDED_AWARDS(AWARD_ROW)};

static bool has_changed(const struct member *row, const struct member_source *from) {
    struct item item = {0};
    if (row->shown != NULL)
        return row->shown(from);
    return row->kind == MEMBER_LIST ? row->next(from, &item) != NULL
                                    : member_differs(row, from->before, from->view);
}

void changes_write(struct writer *w, const struct setup *setup, const struct game *before,
                   const struct game *after, const struct event *event) {
    struct member_source from = {.setup = setup, .view = after, .before = before};
    struct member_walk walk =
        members_walk(change_members, sizeof change_members / sizeof *change_members, setup);
    const struct member *row;
    bool open = false;
    if (!event_is_action(event->type) || event->type == UNDO)
        return; /* everything that an undo changes is what was taken back */
    while ((row = member_next(&walk)) != NULL) {
        if (!walk.played || !member_of_game(row, setup) || !has_changed(row, &from))
            continue;
        if (!open) {
            writer_key(w, "changes");
            writer_object(w);
        }
        open = true;
        writer_block_key(w, row->key, row->key_size);
        value_write(w, row, (const uint8_t *)after + row->offset, &from);
    }
    if (open)
        writer_object_end(w);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/changes_json.h"

#include "service/base/json_write.h"
#include "service/document/board_json.h"
#include "service/document/cards_json.h"
#include "service/document/members.h"

/* The object is opened with its first member, so that there is none where nothing changed. */
struct changes {
    struct writer *w;
    const struct setup *setup;
    const struct game *before, *after;
    bool open;
};

static struct writer *begin_member(struct changes *changes, const char *name) {
    if (!changes->open) {
        writer_key(changes->w, "changes");
        writer_object(changes->w);
        changes->open = true;
    }
    writer_key_text(changes->w, name);
    return changes->w;
}

static void seat_member(struct changes *changes, const char *name, unsigned had, unsigned has) {
    if (had != has)
        id_write(begin_member(changes, name), has);
}

static void write_barbarian_change(struct changes *changes) {
    const struct game *before = changes->before, *after = changes->after;
    struct writer *w;

    if (after->attacks == before->attacks && after->barbarians == before->barbarians)
        return;
    w = begin_member(changes, "barbarians");
    writer_object(w);
    writer_int_member(w, "position", after->barbarians);
    writer_int_member(w, "attacks", after->attacks);
    writer_object_end(w);
}

static void write_defender_changes(struct changes *changes) {
    bool any = false;

    for (unsigned seat = 0; seat < changes->setup->rules.players; seat++) {
        if (changes->after->players[seat].defender_points <=
            changes->before->players[seat].defender_points)
            continue;
        if (!any)
            writer_array(begin_member(changes, "defenders"));
        writer_int(changes->w, seat);
        any = true;
    }
    if (any)
        writer_array_end(changes->w);
}

/* ---- cities ---- */

static bool city_gone(const struct changes *changes, unsigned seat, unsigned vertex) {
    return !vertex_set_has(&changes->after->players[seat].cities, vertex);
}

static bool city_tipped(const struct changes *changes, unsigned seat, unsigned vertex) {
    (void)seat;
    return !vertex_set_has(&changes->before->tipped, vertex) &&
           vertex_set_has(&changes->after->tipped, vertex);
}

static bool city_sabotaged(const struct changes *changes, unsigned seat, unsigned vertex) {
    (void)seat;
    return !vertex_set_has(&changes->before->sabotaged, vertex) &&
           vertex_set_has(&changes->after->sabotaged, vertex);
}

/* The cities there were to which this has happened. */
static void write_city_changes(struct changes *changes, const char *name,
                               bool (*happened)(const struct changes *, unsigned seat,
                                                unsigned vertex)) {
    bool any = false;

    for (unsigned seat = 0; seat < changes->setup->rules.players; seat++)
        VERTEX_EACH(&changes->before->players[seat].cities, vertex) {
            if (!happened(changes, seat, vertex))
                continue;
            if (!any)
                writer_array(begin_member(changes, name));
            writer_object(changes->w);
            writer_int_member(changes->w, "vertex", vertex);
            writer_int_member(changes->w, "player", seat);
            writer_object_end(changes->w);
            any = true;
        }
    if (any)
        writer_array_end(changes->w);
}

static void write_metropolis_changes(struct changes *changes) {
    const struct game *after = changes->after;
    bool any = false;

    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned vertex = after->metropolis[track];

        if (vertex == changes->before->metropolis[track] || vertex == NONE)
            continue;
        if (!any)
            writer_array(begin_member(changes, "metropolises"));
        writer_object(changes->w);
        writer_text_member(changes->w, "track", track_names[track]);
        writer_int_member(changes->w, "vertex", vertex);
        writer_int_member(changes->w, "player", after->owner[vertex]);
        writer_object_end(changes->w);
        any = true;
    }
    if (any)
        writer_array_end(changes->w);
}

/* What ships came upon; which card it was stands in the outcome (S-102). */
static void write_gift_changes(struct changes *changes) {
    const struct board *board = &changes->setup->board;
    bool any = false;

    for (unsigned i = 0; i < board->n_gifts; i++) {
        if (((changes->after->gifts & ~changes->before->gifts) >> i & 1) == 0)
            continue;
        if (!any)
            writer_array(begin_member(changes, "gifts"));
        writer_object(changes->w);
        writer_int_member(changes->w, "edge", board->gifts[i].edge);
        gift_write_members(changes->w, board->gifts[i].gift);
        writer_object_end(changes->w);
        any = true;
    }
    if (any)
        writer_array_end(changes->w);
}

/* Who is linked with which village now (S-114), and how much cloth came to whom, or went (S-116, S-121). */
static void write_cloth_changes(struct changes *changes) {
    const struct board *board = &changes->setup->board;
    bool linked = false, moved = false;

    for (unsigned i = 0; i < board->n_villages; i++) {
        const struct village *village = &changes->after->villages[i];
        for (unsigned j = changes->before->villages[i].n_linked; j < village->n_linked; j++) {
            if (!linked)
                writer_array(begin_member(changes, "linked"));
            writer_object(changes->w);
            writer_int_member(changes->w, "vertex", board->villages[i].vertex);
            writer_int_member(changes->w, "player", village->linked[j]);
            writer_object_end(changes->w);
            linked = true;
        }
    }
    if (linked)
        writer_array_end(changes->w);
    for (unsigned seat = 0; seat < changes->setup->rules.players; seat++) {
        int more = changes->after->players[seat].cloth - changes->before->players[seat].cloth;
        if (more == 0)
            continue;
        if (!moved)
            writer_array(begin_member(changes, "cloth"));
        writer_object(changes->w);
        writer_int_member(changes->w, "player", seat);
        writer_int_member(changes->w, "more", more);
        writer_object_end(changes->w);
        moved = true;
    }
    if (moved)
        writer_array_end(changes->w);
}

/* Where the fleet sails, and of whose fortress pieces went (S-132, S-138). */
static void write_fleet_changes(struct changes *changes) {
    bool any = false;

    if (!changes->setup->rules.fleet)
        return;
    seat_member(changes, "fleet", changes->before->pirate, changes->after->pirate);
    for (unsigned seat = 0; seat < changes->setup->rules.players; seat++) {
        unsigned left = changes->after->players[seat].fortress;
        if (left >= changes->before->players[seat].fortress)
            continue;
        if (!any)
            writer_array(begin_member(changes, "fortresses"));
        writer_object(changes->w);
        writer_int_member(changes->w, "player", seat);
        writer_int_member(changes->w, "vertex", changes->setup->board.lanes[seat].fortress);
        writer_int_member(changes->w, "left", left);
        writer_object_end(changes->w);
        any = true;
    }
    if (any)
        writer_array_end(changes->w);
}

static void write_turn_change(struct changes *changes) {
    const struct game *after = changes->after;
    struct writer *w;

    if (after->turn == changes->before->turn || after->phase != PHASE_PLAY)
        return;
    w = begin_member(changes, "turn");
    writer_object(w);
    writer_int_member(w, "number", after->turn);
    writer_int_member(w, "player", after->active);
    writer_object_end(w);
}

/* A part of the turn begins; the end of the last one begins a turn, which says itself. */
static void write_pair_change(struct changes *changes) {
    const struct game *after = changes->after;

    if (after->part == changes->before->part || after->part == 0 || after->phase != PHASE_PLAY)
        return;
    pair_write(begin_member(changes, "pair"), after);
}

void changes_write(struct writer *w, const struct setup *setup, const struct game *before,
                   const struct game *after, const struct event *event) {
    struct changes changes = {.w = w, .setup = setup, .before = before, .after = after};

    if (!event_is_action(event->type) || event->type == UNDO)
        return; /* everything that an undo changes is what was taken back */
    if (setup->rules.knights) {
        write_barbarian_change(&changes);
        write_defender_changes(&changes);
        write_city_changes(&changes, "lost_cities", city_gone);
        write_city_changes(&changes, "tipped_cities", city_tipped);
        write_city_changes(&changes, "sabotaged_cities", city_sabotaged);
        write_metropolis_changes(&changes);
        seat_member(&changes, "merchant", before->merchant_holder, after->merchant_holder);
    } else {
        seat_member(&changes, "largest_army", before->army_holder, after->army_holder);
    }
    seat_member(&changes, "longest_road", before->road_holder, after->road_holder);
    seat_member(&changes, "robber", before->robber, after->robber);
    write_gift_changes(&changes);
    write_cloth_changes(&changes);
    write_fleet_changes(&changes);
    write_turn_change(&changes);
    write_pair_change(&changes);
    if (changes.open)
        writer_object_end(w);
}

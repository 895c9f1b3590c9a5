/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the sea adds to documents: the pirate, ships, and what players have of islands. */
#include <stdio.h>

#include "service/document/rows.h"

/* ---- ships ---- */

#define AT(member) .offset = offsetof(struct item, member)

static const struct member ship_members[] = {
    EDGE_ROW,
    PLAYER_ROW,
    {MEMBER("built"), .kind = MEMBER_FLAG, AT(built)},
    {MEMBER("warship"), .kind = MEMBER_FLAG, .needs = HAS(rules.fleet), AT(warship)},
};

static struct edge_set all_warships(const struct member_source *from) {
    struct edge_set warships = {{0}};
    for (unsigned seat = 0; seat < from->setup->board.n_lanes; seat++)
        warships = edge_set_union(warships, game_warships(from->setup, from->view, seat));
    return warships;
}

static const void *next_ship(const struct member_source *from, struct item *item) {
    if (item->at == 0)
        item->warships = all_warships(from);
    if (!next_line_piece(from->view, item, true))
        return NULL;
    item->built = edge_set_has(&from->view->ships_new, item->place);
    item->warship = edge_set_has(&item->warships, item->place);
    return item;
}

static void lay_ship(struct reading *r, const struct member_target *to, void *element) {
    const struct item *item = element;
    if (!lay_line_piece(r, to, item, true))
        return;
    if (item->built)
        edge_set_add(&to->game->ships_new, item->place);
    to->game->players[item->player].warships += item->warship; /* the first of the line (S-131) */
}

/* ---- the pirate ---- */

/* Where a fleet sails there is no pirate. */
static void write_pirate(struct writer *w, const struct member_source *from) {
    id_write(w, from->setup->rules.fleet ? NONE : from->view->pirate);
}

static void read_pirate(struct reading *r, const json_t *value, const struct member_target *to) {
    static const struct member row = {.kind = MEMBER_NUMBER, .below = BELOW_ALL_HEXES};
    if (value == NULL || (to->setup->rules.no_pirate && json_is_null(value)))
        return;
    if (to->setup->rules.no_pirate)
        reading_refuse(r, "is not in this scenario (rule S-146)");
    else if (json_is_null(value))
        to->game->pirate = NONE;
    else
        value_read(r, value, &row, &to->game->pirate, to);
}

/* ---- islands ---- */

/* Regions are called by their numbers, as on the board. */
static void write_home(struct writer *w, const struct member_source *from) {
    char name[8];
    writer_array(w);
    for (unsigned region = 1; region <= from->setup->board.n_regions; region++)
        if (player_of(from)->home >> region & 1) {
            snprintf(name, sizeof name, "%u", region);
            writer_text(w, name);
        }
    writer_array_end(w);
}

static void read_home(struct reading *r, const json_t *value, const struct member_target *to) {
    static const char *const names[] = {"1", "2",  "3",  "4",  "5",  "6",  "7", "8",
                                        "9", "10", "11", "12", "13", "14", "15"};
    struct reading_list list = reading_list(r, value, REGION_MAX);
    const json_t *region;
    _Static_assert(sizeof names / sizeof *names == REGION_MAX, "every region has a name");
    if (to->setup->board.n_regions == 0 && json_array_size(value) > 0)
        reading_refuse(r, "this board has no regions");
    while ((region = reading_next(&list)) != NULL && to->setup->board.n_regions > 0)
        to->game->players[to->seat].home |=
            (uint16_t)(1u << (1 + reading_name(r, region, names, to->setup->board.n_regions)));
}

/* ---- the rows ---- */

static const struct member piece_rows[] = {
    {PIECES("ships", ship_members, EDGE_MAX, next_ship, lay_ship)},
};

#undef AT
#define AT(member) .offset = offsetof(struct game, member)

static const struct member thief_rows[] = {
    {MEMBER("pirate"), .required = READ_ALWAYS, SPECIAL(pirate),
     .foreign = "is for games with a scenario (rule S-39)"},
};

static const struct member turn_rows[] = {
    {MEMBER("ship_moved"), .kind = MEMBER_FLAG, AT(ship_moved),
     .foreign = "is for games with a scenario (rule S-21)"},
};

#undef AT
#define AT(member) .offset = offsetof(struct player, member)

static const struct member player_rows[] = {
    {MEMBER("island_points"), .kind = MEMBER_NUMBER, .derived = true, .known = true,
     AT(island_points)},
    {MEMBER("home"), .known = true, SPECIAL(home)},
};

const struct document_row document_sea = {
    .of = PLAYS_sea,
    .at = {[PLACE_PIECES] = {ROWS(piece_rows)},
           [PLACE_THIEVES] = {ROWS(thief_rows)},
           [PLACE_TURN] = {ROWS(turn_rows)},
           [PLACE_PLAYER] = {ROWS(player_rows)}},
};

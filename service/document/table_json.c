/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What is on the table, written and read: pieces, and what is on hexes, paths and intersections. A new kind
 * of piece is a row of piece_members with a function that finds the next such piece in a state and one that
 * adds one. */
#include "service/document/view_int.h"

#include <stdio.h>
#include <string.h>

#include "service/document/rows.h"

enum { ATTACKS_MAX = 1000 }; /* far beyond any game */

#define AT(member) .offset = offsetof(struct item, member)

/* ---- what pieces have in common ---- */

/* Takes a piece from its player's supply; false if none is left. */
static bool take_piece(struct reading *r, const struct member_target *to, const struct item *item,
                       unsigned piece) {
    uint8_t *supply = &to->game->players[item->player].supply[piece];
    if (*supply == 0) {
        reading_refuse(r, "player %u has more than %u of these pieces (rule %s)", item->player,
                       to->setup->rules.supply[piece], piece < PIECE_WALL ? "B-06" : "C-07");
        return false;
    }
    --*supply;
    return true;
}

static bool is_free(struct reading *r, const struct game *game, unsigned v) {
    if (game->building[v] == BUILDING_NONE && game->knight[v] == 0)
        return true;
    reading_refuse_at(r, "vertex", "vertex %u has a %s already (rule %s)", v,
                      game->knight[v] != 0 ? "knight" : "building",
                      game->knight[v] != 0 ? "C-66" : "B-10");
    return false;
}

/* ---- buildings ---- */

const struct member vertex_piece_members[2] = {VERTEX_ROW, PLAYER_ROW};

static const struct member city_members[] = {
    VERTEX_ROW,
    PLAYER_ROW,
    {MEMBER("wall"), .kind = MEMBER_FLAG, KNIGHTS_ONLY, AT(wall)},
    {MEMBER("metropolis"), .kind = MEMBER_NAME, KNIGHTS_ONLY, AT(kind),
     NAMES_OF(TRACK_COUNT, track_names)},
    {MEMBER("tipped"), .kind = MEMBER_FLAG, KNIGHTS_ONLY, AT(tipped)},
    {MEMBER("sabotaged"), .kind = MEMBER_FLAG, KNIGHTS_ONLY, AT(sabotaged)},
};

/* Every city piece counts as a city; one on its side yields as a settlement (C-136). */
static bool next_building(const struct game *view, struct item *item, bool cities) {
    while (item_next(item, view->built.w, VERTEX_WORDS)) {
        item->player = view->owner[item->place];
        if (vertex_set_has(&view->players[item->player].cities, item->place) == cities)
            return true;
    }
    return false;
}

static const void *next_settlement(const struct member_source *from, struct item *item) {
    return next_building(from->view, item, false) ? item : NULL;
}

static const void *next_city(const struct member_source *from, struct item *item) {
    const struct game *view = from->view;
    if (!next_building(view, item, true))
        return NULL;
    item->wall = vertex_set_has(&view->walls, item->place);
    item->tipped = vertex_set_has(&view->tipped, item->place);
    item->sabotaged = vertex_set_has(&view->sabotaged, item->place);
    item->kind = NONE;
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (view->metropolis[track] == item->place)
            item->kind = (uint8_t)track;
    return item;
}

static bool lay_building(struct reading *r, const struct member_target *to, const struct item *item,
                         bool city) {
    struct game *game = to->game;
    struct player *player = &game->players[item->player];
    const struct vertex *place = &to->setup->board.vertex[item->place];
    if (city && rules_neutral(&to->setup->rules, item->player)) {
        reading_refuse(r, "a neutral color has no cities (rule T-20)");
        return false;
    }
    if (!is_free(r, game, item->place))
        return false;
    for (unsigned i = 0; i < place->n_edges; i++)
        if (game->building[place->neighbors[i]] != BUILDING_NONE)
            reading_refuse_at(r, "vertex",
                              "vertex %u is next to the building on vertex %u (rule B-63)",
                              item->place, place->neighbors[i]);
    if (!take_piece(r, to, item, city ? PIECE_CITY : PIECE_SETTLEMENT))
        return false;
    game->building[item->place] = city ? BUILDING_CITY : BUILDING_SETTLEMENT;
    game->owner[item->place] = item->player;
    vertex_set_add(city ? &player->cities : &player->settlements, item->place);
    return true;
}

static void lay_settlement(struct reading *r, const struct member_target *to, void *item) {
    (void)lay_building(r, to, item, false);
}

/* Sets what a city of Cities & Knights has besides its place. */
static void lay_city(struct reading *r, const struct member_target *to, void *element) {
    const struct item *item = element;
    struct game *game = to->game;
    if (!lay_building(r, to, item, true))
        return;
    if (item->tipped && (item->wall || item->sabotaged || item->kind != NONE))
        reading_refuse_at(r, "tipped",
                          "a city on its side carries nothing and is a settlement (rule C-136)");
    if (item->kind != NONE && game->metropolis[item->kind] != NONE)
        reading_refuse_at(r, "metropolis", "stands on vertex %u already (rule C-08)",
                          game->metropolis[item->kind]);
    if (item->kind != NONE)
        game->metropolis[item->kind] = item->place;
    if (item->wall && take_piece(r, to, item, PIECE_WALL))
        vertex_set_add(&game->walls, item->place);
    if (item->tipped)
        vertex_set_add(&game->tipped, item->place);
    if (item->sabotaged)
        vertex_set_add(&game->sabotaged, item->place);
}

/* ---- roads and ships ---- */

static const struct member road_members[] = {EDGE_ROW, PLAYER_ROW};

bool next_line_piece(const struct game *view, struct item *item, bool ships) {
    while (item_next(item, view->paved.w, EDGE_WORDS)) {
        item->player = view->road_owner[item->place];
        if (edge_set_has(&view->players[item->player].ships, item->place) == ships)
            return true;
    }
    return false;
}

static const void *next_road(const struct member_source *from, struct item *item) {
    return next_line_piece(from->view, item, false) ? item : NULL;
}

bool lay_line_piece(struct reading *r, const struct member_target *to, const struct item *item,
                    bool ship) {
    struct game *game = to->game;
    struct player *player = &game->players[item->player];
    if (edge_set_has(&game->paved, item->place)) {
        reading_refuse_at(r, "edge", "edge %u has a road already (rule B-10)", item->place);
        return false;
    }
    if (!take_piece(r, to, item, ship ? PIECE_SHIP : PIECE_ROAD))
        return false;
    game->road_owner[item->place] = item->player;
    edge_set_add(&game->paved, item->place);
    edge_set_add(ship ? &player->ships : &player->roads, item->place);
    return true;
}

static void lay_road(struct reading *r, const struct member_target *to, void *item) {
    (void)lay_line_piece(r, to, item, false);
}

/* ---- knights ---- */

#define KNIGHT_ROW(name, bit)                                                                      \
    { MEMBER(name), .kind = MEMBER_BIT, .max = (bit), AT(bits) }

static const struct member knight_members[] = {
    VERTEX_ROW,
    PLAYER_ROW,
    {MEMBER("level"), .kind = MEMBER_NUMBER, .min = 1, .max = RANK_COUNT, .required = true,
     AT(level)},
    KNIGHT_ROW("active", KNIGHT_ACTIVE),
    KNIGHT_ROW("activated", KNIGHT_ACTIVATED),
    KNIGHT_ROW("acted", KNIGHT_ACTED),
    KNIGHT_ROW("promoted", KNIGHT_PROMOTED),
    /* only during a battle */
    {MEMBER("committed"), .kind = MEMBER_BIT, .max = KNIGHT_COMMITTED, .brief = true, AT(bits)},
};

static const void *next_knight(const struct member_source *from, struct item *item) {
    while (item_next(item, from->view->occupied.w, VERTEX_WORDS)) {
        unsigned knight = from->view->knight[item->place];
        if (knight == 0)
            continue;
        item->player = from->view->owner[item->place];
        item->level = knight & KNIGHT_RANK;
        item->bits = (uint8_t)(knight & ~(unsigned)KNIGHT_RANK);
        return item;
    }
    return NULL;
}

static void lay_knight(struct reading *r, const struct member_target *to, void *element) {
    const struct item *item = element;
    struct game *game = to->game;
    if (!is_free(r, game, item->place))
        return;
    if (item->bits & KNIGHT_THIS_TURN && item->player != game->active)
        reading_refuse(r, "only the player on turn, %u, can have used knights in it", game->active);
    if (item->bits & KNIGHT_COMMITTED && !rules_variant(&to->setup->rules, VARIANT_NASTY))
        reading_refuse_at(r, "committed", "is for the variant \"nasty\" (rule V-02)");
    if (!take_piece(r, to, item, PIECE_BASIC + item->level - 1U))
        return;
    game->knight[item->place] = (uint8_t)(item->level | item->bits);
    game->owner[item->place] = item->player;
    vertex_set_add(&game->players[item->player].knights, item->place);
}

/* ---- all pieces ---- */

const struct member piece_members[PIECE_LISTS] = {
    {PIECES("settlements", vertex_piece_members, VERTEX_MAX, next_settlement, lay_settlement)},
    {PIECES("cities", city_members, VERTEX_MAX, next_city, lay_city)},
    {PIECES("roads", road_members, EDGE_MAX, next_road, lay_road)},
    MEMBERS_ADDED(PLACE_PIECES),
    {PIECES("knights", knight_members, VERTEX_MAX, next_knight, lay_knight), KNIGHTS_ONLY},
};

/* ---- harbors ---- */

const struct member harbor_members[2] = {
    EDGE_ROW,
    {MEMBER("kind"), .kind = MEMBER_NAME, .required = true, AT(kind),
     NAMES_OF(HARBOR_KIND_COUNT, harbor_names)},
};

/* Harbors of the board and those placed during the game (S-106, S-161). */
const void *next_harbor(const struct member_source *from, struct item *item) {
    const struct board *board = &from->setup->board;
    unsigned i = item->at++;
    const struct harbor *harbor =
        i < board->n_harbors ? &board->harbors[i] : &from->view->harbors[i - board->n_harbors];
    if (i >= (unsigned)board->n_harbors + from->view->n_harbors)
        return NULL;
    item->place = harbor->edge;
    item->kind = harbor->kind;
    return item;
}

/* Harbors of the board may be listed here too, as in a view. */
void put_harbor(struct reading *r, const struct member_target *to, void *element) {
    const struct item *item = element;
    const struct board *board = &to->setup->board;
    struct game *game = to->game;
    for (unsigned i = 0; i < board->n_harbors; i++)
        if (board->harbors[i].edge == item->place && board->harbors[i].kind == item->kind)
            return;
    if ((board->n_gifts == 0 && board->n_pool == 0) || game->n_harbors == PLACED_MAX)
        reading_refuse(r, "only a harbor that was a gift (rule S-105) or had no place (rule S-161) "
                          "can be placed");
    else
        game->harbors[game->n_harbors++] = (struct harbor){item->place, item->kind};
}

/* ---- number tokens ---- */

/* Whether number tokens have moved since the start. */
bool has_numbers(const struct member_source *from) {
    for (unsigned h = 0; h < from->setup->board.n_hexes; h++)
        if (from->view->numbers[h] != from->setup->board.hexes[h].number &&
            from->setup->board.hexes[h].fog == 0)
            return true;
    return false;
}

void write_numbers(struct writer *w, const struct member_source *from) {
    char id[8];
    writer_object(w);
    for (unsigned h = 0; h < from->setup->board.n_hexes; h++) {
        if (from->view->numbers[h] == 0)
            continue;
        snprintf(id, sizeof id, "%u", h);
        writer_key_text(w, id);
        writer_int(w, from->view->numbers[h]);
    }
    writer_object_end(w);
}

/* Only the Inventor can have moved tokens: checks that the changes are such exchanges. */
static void check_number_tokens(struct reading *r, const struct setup *setup,
                                const struct game *game) {
    unsigned more[NUMBER_MAX + 1] = {0}, less[NUMBER_MAX + 1] = {0};
    char id[8];
    for (unsigned h = 0; h < setup->board.n_hexes; h++) {
        unsigned was = setup->board.hexes[h].number, is = game->numbers[h];
        if (setup->board.hexes[h].fog > 0)
            continue;
        more[is]++;
        less[was]++;
        if (was == is)
            continue;
        snprintf(id, sizeof id, "%u", h);
        if (!setup->rules.knights)
            reading_refuse_at(r, id, "differs from the board; nothing in this game moves numbers");
        else if (!token_moves(was) || !token_moves(is))
            reading_refuse_at(r, id, "the Inventor moves neither 2, 6, 8 nor 12 (rule C-188)");
    }
    /* With tokens from fog the Inventor can have exchanged those too; there game_ok counts all tokens. */
    if (setup->board.n_fog == 0 && memcmp(more, less, sizeof more) != 0 && !r->failed)
        reading_refuse(r, "are not the board's numbers in another order");
}

void read_number_tokens(struct reading *r, const json_t *value, const struct member_target *to) {
    const struct board *board = &to->setup->board;
    const char *key;
    json_t *number;
    char id[8];
    if (json_object_size(value) > board->n_hexes)
        reading_refuse(r, "must name hexes of this board only");
    else if (!json_is_object(value))
        reading_refuse(r, "must be an object");
    else
        json_object_foreach((json_t *)(uintptr_t)value, key, number) {
            unsigned h = 0;
            size_t inner = reading_enter(r, key);
            do
                snprintf(id, sizeof id, "%u", h);
            while (strcmp(id, key) != 0 && ++h < board->n_hexes);
            if (h == board->n_hexes)
                reading_refuse(r, "is not a hex of this board");
            else
                to->game->numbers[h] = (uint8_t)reading_number(r, number, 0, NUMBER_MAX);
            reading_leave(r, inner);
        }
    if (!r->failed)
        check_number_tokens(r, to->setup, to->game);
}

/* ---- beside the board with knights ---- */

#undef AT
#define AT(member) .offset = offsetof(struct game, member)

const struct member merchant_members[2] = {
    {MEMBER("player"), .kind = MEMBER_NUMBER, .below = BELOW_COLORS, .required = true,
     AT(merchant_holder)},
    {MEMBER("hex"), .kind = MEMBER_NUMBER, .below = BELOW_HEXES, .required = true, AT(merchant)},
};

const struct member barbarian_members[2] = {
    {MEMBER("position"), .kind = MEMBER_NUMBER, .below = BELOW_STEPS, AT(barbarians)},
    {MEMBER("attacks"), .kind = MEMBER_WORD, .large = ATTACKS_MAX, AT(attacks)},
};

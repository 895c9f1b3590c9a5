/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "service/document/position_int.h"

enum { ATTACKS_MAX = 1000 }; /* far beyond any game */

/* The color of a piece, which must be one of this game. */
static unsigned read_owner(struct reading *r, const json_t *piece, const struct setup *setup) {
    return reading_number_of(r, piece, "player", 0, setup->rules.colors - 1U, READING_REQUIRED);
}

static unsigned read_vertex(struct reading *r, const json_t *piece, const struct setup *setup) {
    return reading_number_of(r, piece, "vertex", 0, setup->board.n_vertices - 1U, READING_REQUIRED);
}

/* Takes a piece out of the supply of SEAT; false when there is none. */
static bool take_piece(struct reading *r, const struct setup *setup, struct game *game,
                       unsigned seat, unsigned piece) {
    if (game->players[seat].supply[piece] == 0) {
        reading_refuse(r, "player %u has more than %u of these pieces (rule %s)", seat,
                       setup->rules.supply[piece], piece < PIECE_WALL ? "B-06" : "C-07");
        return false;
    }
    game->players[seat].supply[piece]--;
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

static bool place_building(struct reading *r, const json_t *piece, const struct setup *setup,
                           struct game *game, enum building building, unsigned *vertex) {
    unsigned seat = read_owner(r, piece, setup);
    unsigned v = read_vertex(r, piece, setup);
    struct player *player = &game->players[seat];
    const struct vertex *place = &setup->board.vertex[v];
    bool city = building == BUILDING_CITY;
    if (r->failed)
        return false;
    if (city && rules_neutral(&setup->rules, seat)) {
        reading_refuse(r, "a neutral color has no cities (rule T-20)");
        return false;
    }
    if (!is_free(r, game, v))
        return false;
    for (unsigned i = 0; i < place->n_edges; i++)
        if (game->building[place->neighbors[i]] != BUILDING_NONE)
            reading_refuse_at(r, "vertex",
                              "vertex %u is next to the building on vertex %u (rule B-63)", v,
                              place->neighbors[i]);
    if (!take_piece(r, setup, game, seat, city ? PIECE_CITY : PIECE_SETTLEMENT))
        return false;
    game->building[v] = (uint8_t)building;
    game->owner[v] = (uint8_t)seat;
    vertex_set_add(city ? &player->cities : &player->settlements, v);
    *vertex = v;
    return true;
}

static void read_settlement(struct reading *r, const json_t *piece, const struct setup *setup,
                            struct game *game) {
    static const char *const known[] = {"vertex", "player", NULL};
    unsigned v;
    if (reading_object(r, piece, known))
        (void)place_building(r, piece, setup, game, BUILDING_SETTLEMENT, &v);
}

/* What a city of Cities & Knights carries, and what has happened to it. */
static void read_state(struct reading *r, const json_t *piece, const struct setup *setup,
                       struct game *game, unsigned v) {
    bool wall = reading_bool_of(r, piece, "wall", false);
    bool tipped = reading_bool_of(r, piece, "tipped", false);
    bool sabotaged = reading_bool_of(r, piece, "sabotaged", false);
    unsigned track = reading_name_of(r, piece, "metropolis", track_names, TRACK_COUNT, NONE);
    if (tipped && (wall || sabotaged || track != NONE))
        reading_refuse_at(r, "tipped",
                          "a city on its side carries nothing and is a settlement (rule C-136)");
    if (track != NONE && game->metropolis[track] != NONE)
        reading_refuse_at(r, "metropolis", "stands on vertex %u already (rule C-08)",
                          game->metropolis[track]);
    if (track != NONE)
        game->metropolis[track] = (uint8_t)v;
    if (wall && take_piece(r, setup, game, game->owner[v], PIECE_WALL))
        vertex_set_add(&game->walls, v);
    if (tipped)
        vertex_set_add(&game->tipped, v);
    if (sabotaged)
        vertex_set_add(&game->sabotaged, v);
}

static void read_city(struct reading *r, const json_t *piece, const struct setup *setup,
                      struct game *game) {
    static const char *const plain[] = {"vertex", "player", NULL};
    static const char *const knights[] = {"vertex", "player",    "wall", "metropolis",
                                          "tipped", "sabotaged", NULL};
    unsigned v;
    if (reading_object(r, piece, setup->rules.knights ? knights : plain) &&
        place_building(r, piece, setup, game, BUILDING_CITY, &v) && setup->rules.knights)
        read_state(r, piece, setup, game, v);
}

/* ---- roads and knights ---- */

static void read_line_piece(struct reading *r, const json_t *piece, const struct setup *setup,
                            struct game *game, bool ship) {
    unsigned seat = read_owner(r, piece, setup);
    unsigned e =
        reading_number_of(r, piece, "edge", 0, setup->board.n_edges - 1U, READING_REQUIRED);
    if (r->failed)
        return;
    if (edge_set_has(&game->paved, e)) {
        reading_refuse_at(r, "edge", "edge %u has a road already (rule B-10)", e);
    } else if (take_piece(r, setup, game, seat, ship ? PIECE_SHIP : PIECE_ROAD)) {
        struct player *player = &game->players[seat];
        game->road_owner[e] = (uint8_t)seat;
        edge_set_add(&game->paved, e);
        edge_set_add(ship ? &player->ships : &player->roads, e);
        if (ship && reading_bool_of(r, piece, "built", false))
            edge_set_add(&game->ships_new, e);
    }
}

static void read_road(struct reading *r, const json_t *piece, const struct setup *setup,
                      struct game *game) {
    static const char *const known[] = {"edge", "player", NULL};
    if (reading_object(r, piece, known))
        read_line_piece(r, piece, setup, game, false);
}

static void read_ship(struct reading *r, const json_t *piece, const struct setup *setup,
                      struct game *game) {
    static const char *const known[] = {"edge", "player", "built", NULL};
    static const char *const in_lanes[] = {"edge", "player", "built", "warship", NULL};
    if (!reading_object(r, piece, setup->rules.fleet ? in_lanes : known))
        return;
    read_line_piece(r, piece, setup, game, true);
    if (setup->rules.fleet && reading_bool_of(r, piece, "warship", false) && !r->failed)
        game->players[read_owner(r, piece, setup)]
            .warships++; /* the first ones of the line (S-131) */
}

static void read_knight(struct reading *r, const json_t *piece, const struct setup *setup,
                        struct game *game) {
    static const char *const known[] = {"vertex", "player",   "level",     "active", "activated",
                                        "acted",  "promoted", "committed", NULL};
    static const struct {
        const char *name;
        uint8_t bit;
    } flags[] = {{"active", KNIGHT_ACTIVE},
                 {"activated", KNIGHT_ACTIVATED},
                 {"acted", KNIGHT_ACTED},
                 {"promoted", KNIGHT_PROMOTED},
                 {"committed", KNIGHT_COMMITTED}};
    if (!reading_object(r, piece, known))
        return;
    unsigned seat = read_owner(r, piece, setup);
    unsigned v = read_vertex(r, piece, setup);
    unsigned bits = reading_number_of(r, piece, "level", 1, RANK_COUNT, READING_REQUIRED);
    unsigned rank = bits;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (reading_bool_of(r, piece, flags[i].name, false))
            bits |= flags[i].bit;
    if (r->failed || !is_free(r, game, v))
        return;
    if (bits & KNIGHT_THIS_TURN && seat != game->active)
        reading_refuse(r, "only the player on turn, %u, has done anything with knights in it",
                       game->active);
    if (bits & KNIGHT_COMMITTED && !rules_variant(&setup->rules, VARIANT_NASTY))
        reading_refuse_at(r, "committed", "is for the variant \"nasty\" (rule V-02)");
    if (!take_piece(r, setup, game, seat, PIECE_BASIC + rank - 1))
        return;
    game->knight[v] = (uint8_t)bits;
    game->owner[v] = (uint8_t)seat;
    vertex_set_add(&game->players[seat].knights, v);
}

typedef void place_function(struct reading *, const json_t *, const struct setup *, struct game *);

static void read_pieces(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    const struct {
        const char *name;
        bool has;
        size_t most;
        place_function *place;
    } lists[] = {{"settlements", true, VERTEX_MAX, read_settlement},
                 {"cities", true, VERTEX_MAX, read_city},
                 {"roads", true, EDGE_MAX, read_road},
                 {"ships", setup->rules.sea, EDGE_MAX, read_ship},
                 {"knights", setup->rules.knights, VERTEX_MAX, read_knight}};
    enum { LISTS = sizeof lists / sizeof lists[0] };
    const char *known[LISTS + 1] = {NULL};
    unsigned n = 0;
    for (unsigned list = 0; list < LISTS; list++)
        if (lists[list].has)
            known[n++] = lists[list].name;
    if (!reading_object(r, value, known))
        return;
    for (unsigned list = 0; list < LISTS; list++) {
        if (!lists[list].has)
            continue;
        struct reading_list pieces = reading_list_of(r, value, lists[list].name, lists[list].most);
        const json_t *piece;
        while ((piece = reading_next(&pieces)) != NULL)
            lists[list].place(r, piece, setup, game);
    }
}

/* ---- what lies on hexes ---- */

static void read_robber(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    const json_t *robber = json_object_get(value, "robber");
    bool peninsula =
        setup->rules.knights && setup->rules.options[OPTION_ROBBER_START] == START_PENINSULA;
    game->robber = peninsula ? (uint8_t)NONE : setup->board.robber;
    if (json_is_null(robber) && !peninsula && setup->board.robber != NONE)
        reading_refuse_at(r, "robber", "stands on a hex of this board");
    if (robber != NULL && !json_is_null(robber))
        game->robber = (uint8_t)reading_number_of(r, value, "robber", 0, setup->board.n_hexes - 1U,
                                                  READING_REQUIRED);
}

/* Hexes out of fog; whether tiles and numbers were there to be drawn is for game_ok to say. */
static void read_revealed(struct reading *r, const json_t *value, const struct setup *setup,
                          struct game *game) {
    static const char *const known[] = {"hex", "terrain", "number", NULL};
    struct reading_list list;
    const json_t *item;
    if (reading_member(r, value, "hexes_revealed", false) == NULL)
        return;
    list = reading_list_of(r, value, "hexes_revealed", FOG_MAX);
    while ((item = reading_next(&list)) != NULL) {
        if (!reading_object(r, item, known))
            continue;
        unsigned hex =
            reading_number_of(r, item, "hex", 0, setup->board.n_hexes - 1U, READING_REQUIRED);
        unsigned fog = setup->board.hexes[hex].fog;
        if (fog == 0 || game->fog[fog - 1] != 0) {
            reading_refuse_at(r, "hex", "hex %u does not lie in fog, or stands here twice", hex);
            continue;
        }
        game->fog[fog - 1] = (uint8_t)(1 + reading_name_of(r, item, "terrain", terrain_names, FOG,
                                                           READING_REQUIRED));
        game->numbers[hex] = (uint8_t)reading_number_of(r, item, "number", 0, NUMBER_MAX, 0);
    }
}

/* Left out, it stands where the map has it; null is beside the board. */
static void read_pirate(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    const json_t *pirate = json_object_get(value, "pirate");
    unsigned hexes = (unsigned)setup->board.n_hexes + setup->board.n_frame;
    game->pirate = setup->board.pirate;
    if (pirate != NULL && !setup->rules.sea && !json_is_null(pirate))
        reading_refuse_at(r, "pirate", "is for games with a scenario (rule S-39)");
    else if (pirate != NULL && setup->rules.no_pirate && !json_is_null(pirate))
        reading_refuse_at(r, "pirate", "is not in this scenario (rule S-146)");
    else if (json_is_null(pirate))
        game->pirate = NONE;
    else if (pirate != NULL)
        game->pirate =
            (uint8_t)reading_number_of(r, value, "pirate", 0, hexes - 1, READING_REQUIRED);
}

/* The fleet, likewise: null where it has left. */
static void read_fleet_hex(struct reading *r, const json_t *value, const struct setup *setup,
                           struct game *game) {
    const json_t *fleet = json_object_get(value, "fleet");
    if (!setup->rules.fleet && fleet != NULL && !json_is_null(fleet))
        reading_refuse_at(r, "fleet", "does not sail in this game (rule S-132)");
    if (!setup->rules.fleet)
        return;
    game->pirate = setup->board.pirate;
    if (json_is_null(fleet))
        game->pirate = NONE;
    else if (fleet != NULL)
        game->pirate = (uint8_t)reading_number_of(r, value, "fleet", 0, setup->board.n_hexes - 1U,
                                                  READING_REQUIRED);
}

/* Left out, every gift still lies on its path. */
static void read_gifts_left(struct reading *r, const json_t *value, const struct setup *setup,
                            struct game *game) {
    const struct board *board = &setup->board;
    const json_t *edge;
    if (reading_member(r, value, "gifts_left", false) == NULL)
        return;
    struct reading_list list = reading_list_of(r, value, "gifts_left", board->n_gifts);
    game->gifts = board->n_gifts == GIFT_MAX ? UINT32_MAX : (UINT32_C(1) << board->n_gifts) - 1;
    while ((edge = reading_next(&list)) != NULL) {
        unsigned at = reading_number(r, edge, 0, board->n_edges - 1U), gift = 0;
        while (gift < board->n_gifts && board->gifts[gift].edge != at)
            gift++;
        if (gift == board->n_gifts || !(game->gifts >> gift & 1))
            reading_refuse(r, "path %u has no gift, or stands here twice", at);
        else
            game->gifts &= ~(UINT32_C(1) << gift);
    }
}

/* Those of the board may stand here too, as a view has them. */
static void read_harbors(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    static const char *const known[] = {"edge", "kind", NULL};
    const struct board *board = &setup->board;
    const json_t *item;
    if (reading_member(r, value, "harbors", false) == NULL)
        return;
    struct reading_list list =
        reading_list_of(r, value, "harbors", (size_t)HARBOR_MAX + PLACED_MAX);
    while ((item = reading_next(&list)) != NULL) {
        struct harbor harbor;
        bool printed = false;
        if (!reading_object(r, item, known))
            continue;
        harbor.edge =
            (uint8_t)reading_number_of(r, item, "edge", 0, board->n_edges - 1U, READING_REQUIRED);
        harbor.kind = (uint8_t)reading_name_of(r, item, "kind", harbor_names, HARBOR_KIND_COUNT,
                                               READING_REQUIRED);
        for (unsigned i = 0; i < board->n_harbors; i++)
            printed |=
                board->harbors[i].edge == harbor.edge && board->harbors[i].kind == harbor.kind;
        if (printed)
            continue;
        if ((board->n_gifts == 0 && board->n_pool == 0) || game->n_harbors == PLACED_MAX)
            reading_refuse(r,
                           "only a harbor that was a gift is placed (rule S-105), or that had no "
                           "place (rule S-161)");
        else
            game->harbors[game->n_harbors++] = harbor;
    }
}

/* Left out, a village has all its cloth and nobody has reached it. */
static void read_villages(struct reading *r, const json_t *value, const struct setup *setup,
                          struct game *game) {
    static const char *const known[] = {"vertex", "cloth", "linked", NULL};
    const struct board *board = &setup->board;
    const json_t *item, *seat;
    unsigned seen = 0;
    if (board->n_villages > 0)
        game->cloth_supply =
            (uint8_t)reading_number_of(r, value, "cloth_supply", 0, CLOTH_SUPPLY, CLOTH_SUPPLY);
    if (reading_member(r, value, "villages", false) == NULL)
        return;
    struct reading_list list = reading_list_of(r, value, "villages", board->n_villages);
    while ((item = reading_next(&list)) != NULL) {
        if (!reading_object(r, item, known))
            continue;
        unsigned vertex =
            reading_number_of(r, item, "vertex", 0, board->n_vertices - 1U, READING_REQUIRED);
        unsigned at = 0;
        while (at < board->n_villages && board->villages[at].vertex != vertex)
            at++;
        if (at == board->n_villages || seen >> at & 1) {
            reading_refuse_at(r, "vertex", "intersection %u has no village, or stands here twice",
                              vertex);
            continue;
        }
        struct village *village = &game->villages[at];
        seen |= 1U << at;
        village->cloth =
            (uint8_t)reading_number_of(r, item, "cloth", 0, VILLAGE_CLOTH, VILLAGE_CLOTH);
        if (reading_member(r, item, "linked", false) == NULL)
            continue;
        struct reading_list seats = reading_list_of(r, item, "linked", setup->rules.players);
        while ((seat = reading_next(&seats)) != NULL)
            village->linked[village->n_linked++] =
                (uint8_t)reading_number(r, seat, 0, setup->rules.players - 1U);
    }
}

/* Where tokens lie otherwise than on the board, only the Inventor can have exchanged them. */
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
    /* With tokens out of fog the Inventor can have exchanged those, too; the state's own check counts all. */
    if (setup->board.n_fog == 0 && memcmp(more, less, sizeof more) != 0 && !r->failed)
        reading_refuse(r, "are not the board's numbers in another order");
}

static void read_numbers(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    const char *key;
    json_t *number;
    char id[8];
    size_t mark = reading_enter(r, "numbers");
    if (json_object_size(value) > setup->board.n_hexes)
        reading_refuse(r, "must name hexes of this board only");
    else if (!json_is_object(value))
        reading_refuse(r, "must be an object");
    else
        json_object_foreach((json_t *)(uintptr_t)value, key, number) {
            unsigned h = 0;
            size_t inner = reading_enter(r, key);
            do
                snprintf(id, sizeof id, "%u", h);
            while (strcmp(id, key) != 0 && ++h < setup->board.n_hexes);
            if (h == setup->board.n_hexes)
                reading_refuse(r, "is not a hex of this board");
            else
                game->numbers[h] = (uint8_t)reading_number(r, number, 0, NUMBER_MAX);
            reading_leave(r, inner);
        }
    if (!r->failed)
        check_number_tokens(r, setup, game);
    reading_leave(r, mark);
}

static void read_merchant(struct reading *r, const json_t *value, const struct setup *setup,
                          struct game *game) {
    static const char *const known[] = {"player", "hex", NULL};
    const json_t *merchant = reading_member(r, value, "merchant", false);
    if (merchant == NULL)
        return;
    size_t mark = reading_enter(r, "merchant");
    if (reading_object(r, merchant, known)) {
        game->merchant_holder = (uint8_t)read_owner(r, merchant, setup);
        game->merchant = (uint8_t)reading_number_of(r, merchant, "hex", 0,
                                                    setup->board.n_hexes - 1U, READING_REQUIRED);
    }
    reading_leave(r, mark);
}

static void read_barbarians(struct reading *r, const json_t *value, const struct setup *setup,
                            struct game *game) {
    static const char *const known[] = {"position", "attacks", NULL};
    const json_t *barbarians = reading_member(r, value, "barbarians", false);
    if (barbarians == NULL)
        return;
    size_t mark = reading_enter(r, "barbarians");
    if (reading_object(r, barbarians, known)) {
        game->barbarians = (uint8_t)reading_number_of(r, barbarians, "position", 0,
                                                      setup->rules.barbarian_steps - 1U, 0);
        game->attacks = (uint16_t)reading_number_of(r, barbarians, "attacks", 0, ATTACKS_MAX, 0);
    }
    reading_leave(r, mark);
}

void position_table_read(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    const json_t *numbers = reading_member(r, value, "numbers", false);
    const json_t *pieces = reading_member(r, value, "pieces", true);
    read_robber(r, value, setup, game);
    read_pirate(r, value, setup, game);
    read_fleet_hex(r, value, setup, game);
    read_revealed(r, value, setup, game);
    read_gifts_left(r, value, setup, game);
    read_harbors(r, value, setup, game);
    read_villages(r, value, setup, game);
    if (numbers != NULL)
        read_numbers(r, numbers, setup, game);
    if (pieces != NULL) {
        size_t mark = reading_enter(r, "pieces");
        read_pieces(r, pieces, setup, game);
        reading_leave(r, mark);
    }
    if (!setup->rules.knights)
        return;
    read_merchant(r, value, setup, game);
    read_barbarians(r, value, setup, game);
}

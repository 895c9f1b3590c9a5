/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Reading goes in three steps: the base facts, one table or list after the other; then everything
 * that follows from them, by the engine; then a comparison of whatever else the document says with
 * the document that the state itself would make. */
#include "service/gamejson/position.h"

#include <stdio.h>
#include <string.h>

#include "service/gamejson/action_json.h"
#include "service/gamejson/cards_json.h"
#include "service/gamejson/position_chain.h"
#include "service/gamejson/reading.h"
#include "service/gamejson/view_json.h"
#include "service/json/writer.h"

enum {
    DIE_MAX = 6,
    POSITION_DOCUMENT_MAX = 1 << 18, /* bytes of the document that the state makes */
    TURN_NUMBER_MAX = 1 << 20,       /* far beyond any game, far below the counter's end */
};

/* ---- pieces ---- */

/* The color of a piece, which must be one of this game. */
static unsigned read_owner(struct reading *r, const json_t *piece, const struct setup *setup) {
    return reading_number_of(r, piece, "player", 0, setup->rules.colors - 1U, READING_REQUIRED);
}

static void place_building(struct reading *r, const json_t *piece, const struct setup *setup,
                           struct game *game, enum building building) {
    static const char *const known[] = {"vertex", "player", NULL};
    if (!reading_object(r, piece, known))
        return;
    unsigned seat = read_owner(r, piece, setup);
    unsigned v =
        reading_number_of(r, piece, "vertex", 0, setup->board.n_vertices - 1U, READING_REQUIRED);
    struct player *player = &game->players[seat];
    const struct vertex *place = &setup->board.vertex[v];
    unsigned kind = building == BUILDING_CITY ? PIECE_CITY : PIECE_SETTLEMENT;
    if (r->failed)
        return;
    if (building == BUILDING_CITY && rules_neutral(&setup->rules, seat)) {
        reading_refuse(r, "a neutral color has no cities (rule T-20)");
        return;
    }
    if (game->building[v] != BUILDING_NONE) {
        reading_refuse_at(r, "vertex", "vertex %u has a building already (rule B-10)", v);
        return;
    }
    for (unsigned i = 0; i < place->n_edges; i++)
        if (game->building[place->neighbors[i]] != BUILDING_NONE)
            reading_refuse_at(r, "vertex",
                              "vertex %u is next to the building on vertex %u (rule B-63)", v,
                              place->neighbors[i]);
    if (player->supply[kind] == 0) {
        reading_refuse(r, "player %u has more than %u of these pieces (rule B-06)", seat,
                       setup->rules.supply[kind]);
        return;
    }
    player->supply[kind]--;
    game->building[v] = (uint8_t)building;
    game->owner[v] = (uint8_t)seat;
    vertex_set_add(building == BUILDING_CITY ? &player->cities : &player->settlements, v);
}

static void place_road(struct reading *r, const json_t *piece, const struct setup *setup,
                       struct game *game) {
    static const char *const known[] = {"edge", "player", NULL};
    if (!reading_object(r, piece, known))
        return;
    unsigned seat = read_owner(r, piece, setup);
    unsigned e =
        reading_number_of(r, piece, "edge", 0, setup->board.n_edges - 1U, READING_REQUIRED);
    struct player *player = &game->players[seat];
    if (r->failed)
        return;
    if (edge_set_has(&game->paved, e)) {
        reading_refuse_at(r, "edge", "edge %u has a road already (rule B-10)", e);
    } else if (player->supply[PIECE_ROAD] == 0) {
        reading_refuse(r, "player %u has more than %u roads (rule B-06)", seat,
                       setup->rules.supply[PIECE_ROAD]);
    } else {
        player->supply[PIECE_ROAD]--;
        game->road_owner[e] = (uint8_t)seat;
        edge_set_add(&game->paved, e);
        edge_set_add(&player->roads, e);
    }
}

static void read_pieces(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    static const char *const lists[] = {"settlements", "cities", "roads", NULL};
    static const size_t most[] = {VERTEX_MAX, VERTEX_MAX, EDGE_MAX};
    if (!reading_object(r, value, lists))
        return;
    for (unsigned list = 0; lists[list] != NULL; list++) {
        const json_t *array = reading_member(r, value, lists[list], false);
        if (array == NULL)
            continue;
        size_t mark = reading_enter(r, lists[list]);
        size_t n = reading_array(r, array, most[list]) ? json_array_size(array) : 0;
        for (size_t i = 0; i < n; i++) {
            size_t inner = reading_enter_at(r, i);
            const json_t *piece = json_array_get(array, i);
            if (list == 2)
                place_road(r, piece, setup, game);
            else
                place_building(r, piece, setup, game,
                               list == 1 ? BUILDING_CITY : BUILDING_SETTLEMENT);
            reading_leave(r, inner);
        }
        reading_leave(r, mark);
    }
}

/* ---- players ---- */

/* The cards of one player, whole: a position that does not know them is none. */
static void read_hand(struct reading *r, const json_t *value, struct player *player) {
    const json_t *cards = reading_member(r, value, "cards", false);
    const json_t *dev = reading_member(r, value, "dev_cards", false);
    const json_t *new = reading_member(r, value, "new_dev_cards", false);
    static const char *const hidden[] = {"cards", "dev_cards", "new_dev_cards"};
    size_t mark;
    for (unsigned i = 0; i < 3; i++)
        if (json_is_null(json_object_get(value, hidden[i])))
            reading_refuse_at(r, hidden[i], "must not be null: a position hides nothing");
    if (cards != NULL) {
        mark = reading_enter(r, "cards");
        player->hand = cards_read(r, cards, 0);
        reading_leave(r, mark);
    }
    if (dev != NULL) {
        mark = reading_enter(r, "dev_cards");
        counts_read(r, dev, dev_names, player->dev, DEV_COUNT);
        reading_leave(r, mark);
    }
    if (new == NULL)
        return;
    mark = reading_enter(r, "new_dev_cards");
    counts_read(r, new, dev_names, player->dev_new, DEV_COUNT);
    for (unsigned card = 0; card < DEV_COUNT; card++)
        if (player->dev_new[card] > player->dev[card])
            reading_refuse_at(r, dev_names[card], "is more than stands in dev_cards");
    reading_leave(r, mark);
}

static void read_player(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game, unsigned *seen) {
    static const char *const known[] = {
        "seat",           "color",  "name",         "neutral",   "resigned",
        "card_count",     "cards",  "dev_count",    "dev_cards", "new_dev_cards",
        "knights_played", "points", "longest_road", "supply",    "rates",
        "trade_tokens",   NULL};
    if (!reading_object(r, value, known))
        return;
    unsigned seat =
        reading_number_of(r, value, "seat", 0, setup->rules.colors - 1U, READING_REQUIRED);
    struct player *player = &game->players[seat];
    if (*seen >> seat & 1)
        reading_refuse_at(r, "seat", "seat %u stands here twice", seat);
    *seen |= 1U << seat;
    read_hand(r, value, player);
    player->knights_played =
        (uint8_t)reading_number_of(r, value, "knights_played", 0, deck_start[KNIGHT], 0);
    player->resigned = reading_bool_of(r, value, "resigned", false);
    player->hand_count = (uint8_t)cards_total(player->hand);
    for (unsigned card = 0; card < DEV_COUNT; card++)
        player->dev_count = (uint8_t)(player->dev_count + player->dev[card]);
    if (rules_neutral(&setup->rules, seat)) {
        if (player->hand_count + player->dev_count + player->knights_played > 0)
            reading_refuse(r, "a neutral color has no cards (rule T-20)");
        if (player->resigned)
            reading_refuse_at(r, "resigned", "nobody plays a neutral color");
        return;
    }
    player->tokens = (uint8_t)reading_number_of(r, value, "trade_tokens", 0,
                                                setup->rules.tokens_max, setup->rules.tokens_start);
}

static void read_players(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    unsigned seen = 0;
    if (!reading_array(r, value, setup->rules.colors))
        return;
    for (size_t i = 0; i < json_array_size(value); i++) {
        size_t mark = reading_enter_at(r, i);
        read_player(r, json_array_get(value, i), setup, game, &seen);
        reading_leave(r, mark);
    }
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (!(seen >> seat & 1))
            reading_refuse(r, "seat %u is missing", seat);
}

/* ---- bank and deck, which are what the players do not have ---- */

static void count_bank(struct reading *r, const struct setup *setup, struct game *game) {
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++) {
        unsigned held = 0;
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            held += game->players[seat].hand.n[kind];
        if (held > setup->rules.bank.n[kind])
            reading_refuse_at(r, "players", "hold %u %s together; there are %u (rule B-04)", held,
                              kind_names[kind], setup->rules.bank.n[kind]);
        else
            game->bank.n[kind] = (uint8_t)(setup->rules.bank.n[kind] - held);
    }
}

static void read_removed(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    size_t mark = reading_enter(r, "dev_removed");
    counts_read(r, value, dev_names, game->dev_removed, DEV_COUNT);
    if (game->dev_removed[VICTORY_POINT] > 0)
        reading_refuse_at(r, dev_names[VICTORY_POINT], "never leaves the game (rule B-76)");
    if (game->dev_removed[KNIGHT] > 0 && setup->rules.tokens_max == 0)
        reading_refuse_at(r, dev_names[KNIGHT], "leaves the game with two players only (T-33)");
    reading_leave(r, mark);
}

static void count_deck(struct reading *r, const struct setup *setup, struct game *game) {
    for (unsigned card = 0; card < DEV_COUNT; card++) {
        unsigned out = game->dev_removed[card];
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            out += game->players[seat].dev[card] +
                   (card == KNIGHT ? game->players[seat].knights_played : 0U);
        if (out > deck_start[card])
            reading_refuse_at(r, "players", "%u %s cards are out; there are %u (rule B-05)", out,
                              dev_names[card], deck_start[card]);
        else
            game->deck[card] = (uint8_t)(deck_start[card] - out);
        game->deck_count = (uint8_t)(game->deck_count + game->deck[card]);
    }
}

/* ---- the turn ---- */

static void read_dice(struct reading *r, const json_t *value, uint8_t dice[2]) {
    static const char *const known[] = {"yellow", "red", NULL};
    if (!reading_object(r, value, known))
        return;
    dice[0] = (uint8_t)reading_number_of(r, value, "yellow", 1, DIE_MAX, READING_REQUIRED);
    dice[1] = (uint8_t)reading_number_of(r, value, "red", 1, DIE_MAX, READING_REQUIRED);
}

static void read_rolls(struct reading *r, const json_t *turn, const struct setup *setup,
                       struct game *game) {
    const json_t *rolls = reading_member(r, turn, "rolls", false);
    if (rolls == NULL)
        return;
    size_t mark = reading_enter(r, "rolls");
    if (reading_array(r, rolls, setup->rules.production_rolls))
        game->rolls = (uint8_t)json_array_size(rolls);
    for (size_t i = 0; i < game->rolls; i++) {
        size_t inner = reading_enter_at(r, i);
        read_dice(r, json_array_get(rolls, i), game->dice[i]);
        reading_leave(r, inner);
    }
    if (game->rolls == 2 &&
        game->dice[0][0] + game->dice[0][1] == game->dice[1][0] + game->dice[1][1])
        reading_refuse(r, "the two rolls of a turn differ in their sum (rule T-09)");
    reading_leave(r, mark);
}

/* A turn may have rolled without saying what: its dice are 0 then, or `dice` where one roll is all
 * there is. */
static void assume_rolls(struct game *game, const struct setup *setup) {
    if (game->rolls > 0 || game->step != STEP_ACTIONS || game->phase != PHASE_PLAY)
        return;
    game->rolls = setup->rules.production_rolls;
    if (game->rolls == 1)
        memcpy(game->dice[0], game->last_dice, sizeof game->dice[0]);
}

/* The latest roll of the game: the last of this turn, or that of an earlier one. */
static void read_last_dice(struct reading *r, const json_t *value, struct game *game) {
    const json_t *dice = reading_member(r, value, "dice", false);
    if (dice != NULL) {
        size_t mark = reading_enter(r, "dice");
        read_dice(r, dice, game->last_dice);
        if (game->rolls > 0 && memcmp(game->last_dice, game->dice[game->rolls - 1], 2) != 0)
            reading_refuse(r, "is not the last of /turn/rolls");
        reading_leave(r, mark);
    } else if (game->rolls > 0) {
        memcpy(game->last_dice, game->dice[game->rolls - 1], 2);
    }
}

static unsigned default_step(const json_t *turn, const struct setup *setup, const struct game *game,
                             bool chain) {
    if (chain && game->phase == PHASE_PLAY)
        return STEP_RESOLVING;
    if (game->rolls == setup->rules.production_rolls ||
        json_is_true(json_object_get(turn, "rolled")))
        return STEP_ACTIONS;
    return game->rolls > 0 ? STEP_BETWEEN_ROLLS : STEP_BEFORE_ROLL;
}

static void read_turn(struct reading *r, const json_t *turn, const struct setup *setup,
                      struct game *game, bool chain) {
    static const char *const known[] = {
        "number",     "player",          "rolled",           "step", "rolls",
        "trade_over", "dev_card_played", "knight_traded_in", NULL};
    bool playing = game->phase != PHASE_SETUP;
    unsigned first_turn = game->phase == PHASE_PLAY;
    if (!reading_object(r, turn, known))
        return;
    game->turn = (uint16_t)reading_number_of(r, turn, "number", first_turn,
                                             playing ? TURN_NUMBER_MAX : 0, first_turn);
    game->active =
        (uint8_t)reading_number_of(r, turn, "player", 0, setup->rules.players - 1U,
                                   playing || game->first != NONE ? (unsigned)READING_REQUIRED : 0);
    read_rolls(r, turn, setup, game);
    game->step = (uint8_t)reading_name_of(r, turn, "step", turn_step_names, TURN_STEP_COUNT,
                                          default_step(turn, setup, game, chain));
    game->trade_over = reading_bool_of(r, turn, "trade_over", false);
    game->dev_played = reading_bool_of(r, turn, "dev_card_played", false);
    game->knight_traded = reading_bool_of(r, turn, "knight_traded_in", false);
    if (game->trade_over && setup->rules.combined_phases)
        reading_refuse_at(r, "trade_over", "only the strict order ends trade (rule B-29)");
    if (game->knight_traded && setup->rules.tokens_max == 0)
        reading_refuse_at(r, "knight_traded_in", "only two players trade knights in (rule T-33)");
    if (game->step == STEP_BETWEEN_ROLLS && game->rolls != 1)
        reading_refuse_at(r, "step", "between two rolls one has been made: name it in rolls");
    if (game->step == STEP_BEFORE_ROLL && game->rolls != 0)
        reading_refuse_at(r, "step", "does not fit the rolls made");
    if (game->step == STEP_ACTIONS && game->rolls != 0 &&
        game->rolls != setup->rules.production_rolls)
        reading_refuse_at(r, "step", "does not fit the rolls made");
}

/* ---- the whole ---- */

static void read_robber(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    const json_t *robber = json_object_get(value, "robber");
    game->robber = setup->board.robber;
    if (json_is_null(robber) && setup->board.robber != NONE)
        reading_refuse_at(r, "robber", "stands on a hex of this board");
    if (robber != NULL && !json_is_null(robber))
        game->robber = (uint8_t)reading_number_of(r, value, "robber", 0, setup->board.n_hexes - 1U,
                                                  READING_REQUIRED);
}

/* No rule of the base game moves a number token. */
static void read_numbers(struct reading *r, const json_t *value, const struct setup *setup) {
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
            do
                snprintf(id, sizeof id, "%u", h);
            while (strcmp(id, key) != 0 && ++h < setup->board.n_hexes);
            if (h == setup->board.n_hexes)
                reading_refuse_at(r, key, "is not a hex of this board");
            else if (json_integer_value(number) != setup->board.hexes[h].number)
                reading_refuse_at(r, key,
                                  "differs from the board; nothing in this game moves numbers");
        }
    reading_leave(r, mark);
}

static uint8_t read_holder(struct reading *r, const json_t *value, const char *key,
                           const char *const *known, unsigned seats) {
    const json_t *holder = reading_member(r, value, key, false);
    unsigned seat = NONE;
    if (holder == NULL)
        return NONE;
    size_t mark = reading_enter(r, key);
    if (reading_object(r, holder, known))
        seat = reading_number_of(r, holder, "player", 0, seats - 1, READING_REQUIRED);
    reading_leave(r, mark);
    return (uint8_t)seat;
}

static void read_course(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    const json_t *turn = reading_member(r, value, "turn", true);
    const json_t *agenda = reading_member(r, value, "agenda", false);
    bool over = reading_member(r, value, "winner", false) != NULL;
    game->phase = (uint8_t)reading_name_of(r, value, "phase", phase_names, PHASE_COUNT,
                                           over ? PHASE_FINISHED : PHASE_PLAY);
    game->first = (uint8_t)reading_number_of(r, value, "first", 0, setup->rules.players - 1U,
                                             game->phase == PHASE_SETUP ? NONE : 0);
    game->winner =
        (uint8_t)reading_number_of(r, value, "winner", 0, setup->rules.players - 1U, NONE);
    if (turn != NULL) {
        size_t mark = reading_enter(r, "turn");
        read_turn(r, turn, setup, game, json_array_size(agenda) > 0);
        reading_leave(r, mark);
        read_last_dice(r, value, game);
        assume_rolls(game, setup);
    }
}

static void read_facts(struct reading *r, const json_t *value, const struct setup *setup,
                       struct game *game) {
    static const char *const road_known[] = {"player", "length", NULL};
    static const char *const army_known[] = {"player", "size", NULL};
    const json_t *numbers = reading_member(r, value, "numbers", false);
    const json_t *removed = reading_member(r, value, "dev_removed", false);
    const json_t *pieces = reading_member(r, value, "pieces", true);
    const json_t *players = reading_member(r, value, "players", true);
    size_t mark;
    read_course(r, value, setup, game);
    read_robber(r, value, setup, game);
    if (numbers != NULL)
        read_numbers(r, numbers, setup);
    if (removed != NULL)
        read_removed(r, removed, setup, game);
    if (pieces != NULL) {
        mark = reading_enter(r, "pieces");
        read_pieces(r, pieces, setup, game);
        reading_leave(r, mark);
    }
    if (players != NULL) {
        mark = reading_enter(r, "players");
        read_players(r, players, setup, game);
        reading_leave(r, mark);
    }
    game->road_holder = read_holder(r, value, "longest_road", road_known, setup->rules.colors);
    game->army_holder = read_holder(r, value, "largest_army", army_known, setup->rules.players);
}

/* ---- agreement ---- */

/* Whether GIVEN says nothing else than MADE: members left out or null say nothing. */
static void agree(struct reading *r, const json_t *given, const json_t *made) {
    const char *key;
    json_t *member;
    if (given == NULL || json_is_null(given))
        return;
    if (!json_is_object(given) || !json_is_object(made)) {
        if (made == NULL || !json_equal(given, made))
            reading_refuse(r, "does not agree with the rest of the position");
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)given, key, member) {
        size_t mark = reading_enter(r, key);
        agree(r, member, json_object_get(made, key));
        reading_leave(r, mark);
    }
}

static void agree_at(struct reading *r, const json_t *given, const json_t *made,
                     const char *const *keys) {
    for (; *keys != NULL; keys++) {
        size_t mark = reading_enter(r, *keys);
        agree(r, json_object_get(given, *keys), json_object_get(made, *keys));
        reading_leave(r, mark);
    }
}

static void agree_all(struct reading *r, const json_t *given, const json_t *made) {
    static const char *const whole[] = {"waiting_for",  "bank",         "decks",
                                        "longest_road", "largest_army", NULL};
    static const char *const of_turn[] = {"rolled", NULL};
    static const char *const of_player[] = {"neutral",      "card_count", "dev_count", "points",
                                            "longest_road", "supply",     "rates",     NULL};
    const json_t *players = json_object_get(given, "players");
    size_t mark;
    agree_at(r, given, made, whole);
    mark = reading_enter(r, "turn");
    agree_at(r, json_object_get(given, "turn"), json_object_get(made, "turn"), of_turn);
    reading_leave(r, mark);
    mark = reading_enter(r, "players");
    for (size_t i = 0; i < json_array_size(players); i++) {
        const json_t *player = json_array_get(players, i);
        size_t seat = (size_t)json_integer_value(json_object_get(player, "seat"));
        size_t inner = reading_enter_at(r, i);
        agree_at(r, player, json_array_get(json_object_get(made, "players"), seat), of_player);
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

static void check_agreement(struct reading *r, const json_t *value, const struct setup *setup,
                            const struct game *game) {
    static const struct seat_label labels[SEAT_MAX];
    struct view_head head = {.labels = labels};
    struct read_failure failure;
    struct buffer buffer;
    struct writer w;
    json_t *made = NULL;
    buffer_init(&buffer, POSITION_DOCUMENT_MAX);
    w = writer_to(&buffer);
    view_write(&w, setup, game, VIEWER_ALL, &head);
    if (!buffer.failed)
        made = read_json(buffer.data, buffer.size, &failure);
    if (made != NULL)
        agree_all(r, value, made);
    else
        r->failed = true; /* memory ran out: nobody is to blame, so nothing is noted */
    json_decref(made);
    buffer_free(&buffer);
}

bool position_read(struct read_errors *errors, const json_t *value, const char *pointer,
                   const struct setup *setup, struct game *game) {
    static const char *const known[] = {
        "game",   "seq",     "viewer", "status",      "phase",        "first",
        "turn",   "dice",    "robber", "numbers",     "pieces",       "players",
        "bank",   "decks",   "offers", "dev_removed", "longest_road", "largest_army",
        "agenda", "answers", "winner", "waiting_for", "offers_made",  NULL};
    struct reading r = reading_begin(errors, pointer);
    const json_t *viewer;
    const char *wrong;
    game_blank(setup, game);
    if (!reading_object(&r, value, known))
        return false;
    viewer = json_object_get(value, "viewer");
    if (viewer != NULL &&
        (!json_is_string(viewer) || strcmp(json_string_value(viewer), "all") != 0))
        reading_refuse_at(&r, "viewer", "must be \"all\": a position hides nothing");
    read_facts(&r, value, setup, game);
    if (r.failed)
        return false;
    count_bank(&r, setup, game);
    count_deck(&r, setup, game);
    if (r.failed)
        return false;
    position_chain_read(&r, value, setup, game);
    if (r.failed)
        return false;
    wrong = game_derive(setup, game);
    position_chain_check(&r, setup, game);
    if (r.failed)
        return false;
    if (wrong != NULL)
        reading_refuse(&r, "no game could hold this: %s", wrong);
    else
        check_agreement(&r, value, setup, game);
    return !r.failed;
}

/* Slots of offers are filled and freed in any order; by number they have one. */
static void order_offers(struct game *game) {
    unsigned n = 0;
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        struct offer offer = game->offers[i];
        unsigned at = n;
        if (offer.id == 0)
            continue;
        game->offers[i] = (struct offer){0};
        for (; at > 0 && game->offers[at - 1].id > offer.id; at--)
            game->offers[at] = game->offers[at - 1];
        game->offers[at] = offer;
        n++;
    }
}

bool position_same(const struct game *a, const struct game *b) {
    struct game both[2] = {*a, *b};
    for (unsigned i = 0; i < 2; i++) {
        both[i].seq = both[i].draws = 0;
        both[i].revealed = false;
        order_offers(&both[i]);
    }
    return game_hash(&both[0]) == game_hash(&both[1]);
}

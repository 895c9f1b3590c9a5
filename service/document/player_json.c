/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a player holds and has on the table, written and read. */
#include <stdio.h>

#include "service/document/view_int.h"
#include "service/document/view_json.h"

/* far beyond any game, within the number of cards (C-130) */
enum { DEFENDERS_MAX = 100 };

const char *const seat_colors[SEAT_MAX] = {"red", "blue", "white", "orange", "green", "brown"};

static const struct player *player_of(const struct member_source *from) {
    return &from->view->players[from->seat];
}

/* ---- the seat's player ---- */

static void write_player_seat(struct writer *w, const struct member_source *from) {
    writer_int(w, from->seat);
}

static void write_color(struct writer *w, const struct member_source *from) {
    writer_text(w, seat_color(from->head->labels, from->seat));
}

static void write_label_name(struct writer *w, const struct member_source *from) {
    writer_text_or_null(w, from->head->labels[from->seat].name);
}

static void write_neutral_flag(struct writer *w, const struct member_source *from) {
    writer_bool(w, rules_neutral(&from->setup->rules, from->seat));
}

/* ---- cards ---- */

static void write_hand(struct writer *w, const struct member_source *from) {
    cards_write(w, player_of(from)->hand);
}

static void read_cards(struct reading *r, const json_t *value, const struct member_target *to) {
    struct player *player = &to->game->players[to->seat];
    player->hand = cards_read(r, value, to->setup->rules.kinds, 0);
    player->hand_count = (uint8_t)cards_total(player->hand);
}

/* Checks that new development cards are counted among all. */
static void check_dev_cards(struct reading *r, struct player *player) {
    size_t mark = reading_enter(r, "new_dev_cards");
    for (unsigned card = 0; card < DEV_COUNT; card++) {
        player->dev_count = (uint8_t)(player->dev_count + player->dev[card]);
        if (player->dev_new[card] > player->dev[card])
            reading_refuse_at(r, dev_names[card], "is more than stands in dev_cards");
    }
    reading_leave(r, mark);
}

static void read_knights_played(struct reading *r, const json_t *value,
                                const struct member_target *to) {
    to->game->players[to->seat].knights_played =
        (uint8_t)reading_number(r, value, 0, to->setup->rules.deck[KNIGHT]);
}

static void write_progress(struct writer *w, const struct member_source *from) {
    progress_write(w, player_of(from)->progress, PROGRESS_HAND_MAX);
}

static void read_progress(struct reading *r, const json_t *value, const struct member_target *to) {
    struct player *player = &to->game->players[to->seat];
    player->progress_count = (uint8_t)progress_read(r, value, player->progress, PROGRESS_HAND_MAX);
    for (unsigned i = 0; i < player->progress_count; i++)
        if (progress_rows[player->progress[i] - 1].point)
            reading_refuse(r, "\"%s\" lies in front of its player, in vp_cards (rule C-143)",
                           progress_names[player->progress[i] - 1]);
}

/* Victory point cards laid out in front of a player. */
static const struct {
    uint8_t bit, card;
} vp_cards[] = {{VP_PRINTER, PROGRESS_PRINTER}, {VP_CONSTITUTION, PROGRESS_CONSTITUTION}};
enum { VP_CARDS = sizeof vp_cards / sizeof *vp_cards };

static void write_vp_cards(struct writer *w, const struct member_source *from) {
    writer_array(w);
    for (unsigned i = 0; i < VP_CARDS; i++)
        if (player_of(from)->vp_cards & vp_cards[i].bit)
            writer_text(w, progress_names[vp_cards[i].card]);
    writer_array_end(w);
}

static void read_vp_cards(struct reading *r, const json_t *value, const struct member_target *to) {
    struct player *player = &to->game->players[to->seat];
    uint8_t cards[TRACK_COUNT];
    size_t n = progress_read(r, value, cards, TRACK_COUNT);
    for (size_t i = 0; i < n; i++) {
        unsigned bit = 0;
        for (unsigned v = 0; v < VP_CARDS; v++)
            if (cards[i] - 1 == vp_cards[v].card)
                bit = vp_cards[v].bit;
        if (bit == 0 || player->vp_cards & bit)
            reading_refuse(r, "names \"printer\" and \"constitution\", each once (rule C-143)");
        player->vp_cards |= (uint8_t)bit;
    }
}

/* ---- derived members ---- */

static void write_points_source(struct writer *w, const char *name, unsigned points) {
    if (points == 0)
        return;
    writer_key_text(w, name);
    writer_int(w, points);
}

/* Where the points come from. Hidden cards are already blanked in the view. */
static void write_points_sources(struct writer *w, const struct member_source *from) {
    struct points points = game_points_by_source(from->setup, from->view, from->seat);
    writer_object(w);
    for (unsigned source = 0; source < POINT_SOURCE_COUNT; source++)
        write_points_source(w, point_source_names[source], points.of[source]);
    write_points_source(w, "victory_point_cards", player_of(from)->dev[VICTORY_POINT]);
    writer_object_end(w);
}

/* Only development cards make points hidden. */
static void write_player_points(struct writer *w, const struct member_source *from) {
    writer_object(w);
    writer_int_member(w, "visible", game_points_visible(from->setup, from->view, from->seat));
    writer_key(w, "total");
    if (player_of(from)->hidden && from->setup->rules.dev_deck)
        writer_null(w);
    else
        writer_int(w, game_points(from->setup, from->view, from->seat));
    writer_key(w, "sources");
    write_points_sources(w, from);
    writer_object_end(w);
}

static void write_supply(struct writer *w, const struct member_source *from) {
    const uint8_t *supply = player_of(from)->supply;
    writer_object(w);
    writer_int_member(w, "roads", supply[PIECE_ROAD]);
    if (from->setup->rules.sea)
        writer_int_member(w, "ships", supply[PIECE_SHIP]);
    writer_int_member(w, "settlements", supply[PIECE_SETTLEMENT]);
    writer_int_member(w, "cities", supply[PIECE_CITY]);
    if (from->setup->rules.knights) {
        writer_int_member(w, "walls", supply[PIECE_WALL]);
        writer_key(w, "knights");
        writer_array(w);
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            writer_int(w, supply[PIECE_BASIC + rank]);
        writer_array_end(w);
    }
    writer_object_end(w);
}

static void write_rates(struct writer *w, const struct member_source *from) {
    struct cards rates = cards_none();
    for (unsigned kind = 0; kind < from->setup->rules.kinds; kind++)
        rates.n[kind] = (uint8_t)game_rate(from->setup, from->view, from->seat, kind);
    cards_write(w, rates);
}

/* Whether the player still has to choose cards for gold. */
static bool seat_has_gold(const struct member_source *from) {
    return player_of(from)->gold > 0;
}

/* Regions are named by their numbers, as on the board. */
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

/* ---- gifts ---- */

static void write_gifts(struct writer *w, const struct member_source *from) {
    const struct player *player = player_of(from);
    writer_object(w);
    writer_int_member(w, "points", player->gift_points);
    writer_key(w, "harbors");
    writer_array(w);
    for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++)
        for (unsigned i = 0; i < player->kept[kind]; i++)
            writer_text(w, harbor_names[kind]);
    writer_array_end(w);
    writer_object_end(w);
}

static void read_gifts(struct reading *r, const json_t *value, const struct member_target *to) {
    static const char *const known[] = {"points", "harbors", NULL};
    struct player *player = &to->game->players[to->seat];
    const json_t *kind;
    if (!reading_object(r, value, known))
        return;
    player->gift_points = (uint8_t)reading_number_of(r, value, "points", 0, GIFT_MAX, 0);
    if (reading_member(r, value, "harbors", false) == NULL)
        return;
    struct reading_list kinds = reading_list_of(r, value, "harbors", GIFT_HARBORS_MAX);
    while ((kind = reading_next(&kinds)) != NULL)
        player->kept[reading_name(r, kind, harbor_names, HARBOR_KIND_COUNT)]++;
}

/* ---- the player's fortress ---- */

static bool seat_has_fortress(const struct member_source *from) {
    return from->seat < from->setup->board.n_lanes;
}

static void write_fortress(struct writer *w, const struct member_source *from) {
    writer_object(w);
    writer_int_member(w, "vertex", from->setup->board.lanes[from->seat].fortress);
    writer_int_member(w, "left", player_of(from)->fortress);
    writer_object_end(w);
}

static void read_fortress(struct reading *r, const json_t *value, const struct member_target *to) {
    static const char *const known[] = {"vertex", "left", NULL};
    const struct board *board = &to->setup->board;
    if (to->seat >= board->n_lanes) {
        reading_refuse(r, "is for boards with fortresses (rule S-125)");
        return;
    }
    if (!reading_object(r, value, known))
        return;
    unsigned vertex = board->lanes[to->seat].fortress;
    if (reading_number_of(r, value, "vertex", 0, board->n_vertices - 1U, vertex) != vertex)
        reading_refuse_at(r, "vertex", "must be %u", vertex);
    to->game->players[to->seat].fortress =
        (uint8_t)reading_number_of(r, value, "left", 0, FORTRESS_PIECES, READING_REQUIRED);
}

/* ---- trade tokens ---- */

static bool seat_has_tokens(const struct member_source *from) {
    return from->setup->rules.tokens_max > 0 && !rules_neutral(&from->setup->rules, from->seat);
}

/* ---- the table ---- */

#define AT(member) .offset = offsetof(struct player, member)

/* What players have of the things that the special cards outside every edition count. */
#define AWARD_WRITTEN(number, name, figure, of_player)                                             \
    static void write_##of_player(struct writer *w, const struct member_source *from) {            \
        writer_int(w, game_award_have(from->setup, from->view, AWARD_##number, from->seat));       \
    }
ADDED_AWARDS(AWARD_WRITTEN)

#define AWARD_ROW(number, name, figure, of_player)                                                 \
    {MEMBER(#of_player), .derived = true, .has = HAS(award_least[AWARD_##number]),                 \
     .write = write_##of_player},

/* Seat and tokens depend on more than the member itself: read_player reads them. */
const struct member player_members[] = {
    {MEMBER("seat"), .write = write_player_seat},
    {MEMBER("color"), .write = write_color},
    {MEMBER("name"), .write = write_label_name},
    {MEMBER("neutral"), .derived = true, .write = write_neutral_flag},
    {MEMBER("resigned"), .kind = MEMBER_FLAG, AT(resigned)},
    {MEMBER("card_count"), .kind = MEMBER_NUMBER, .derived = true, AT(hand_count)},
    {MEMBER("cards"), .hidden = true, .write = write_hand, .read = read_cards},
    {MEMBER("dev_count"), .kind = MEMBER_NUMBER, BASE_ONLY, .derived = true, AT(dev_count)},
    {MEMBER("dev_cards"), .kind = MEMBER_COUNTS, BASE_ONLY, .hidden = true, AT(dev),
     NAMES_OF(DEV_COUNT, dev_names)},
    {MEMBER("new_dev_cards"), .kind = MEMBER_COUNTS, BASE_ONLY, .hidden = true, AT(dev_new),
     NAMES_OF(DEV_COUNT, dev_names)},
    {MEMBER("knights_played"), .kind = MEMBER_NUMBER, BASE_ONLY, AT(knights_played),
     .read = read_knights_played},
    {MEMBER("progress_count"), .kind = MEMBER_NUMBER, KNIGHTS_ONLY, .derived = true,
     AT(progress_count)},
    {MEMBER("progress_backs"), .kind = MEMBER_NUMBERS, KNIGHTS_ONLY, .derived = true,
     AT(progress_backs), NAMES_OF(TRACK_COUNT, track_names)},
    {MEMBER("progress_cards"), KNIGHTS_ONLY, .hidden = true, .write = write_progress,
     .read = read_progress},
    {MEMBER("vp_cards"), KNIGHTS_ONLY, .write = write_vp_cards, .read = read_vp_cards},
    {MEMBER("improvements"), .kind = MEMBER_NUMBERS, KNIGHTS_ONLY, .max = LEVEL_MAX,
     AT(improvements), NAMES_OF(TRACK_COUNT, track_names)},
    {MEMBER("defender_points"), .kind = MEMBER_NUMBER, KNIGHTS_ONLY, .max = DEFENDERS_MAX,
     AT(defender_points)},
    {MEMBER("points"), .derived = true, .write = write_player_points},
    {MEMBER("longest_road"), .kind = MEMBER_NUMBER, .derived = true, AT(road_length)},
    {MEMBER("supply"), .derived = true, .write = write_supply},
    {MEMBER("rates"), .derived = true, .write = write_rates},
    {MEMBER("island_points"), .kind = MEMBER_NUMBER, .derived = true, .has = HAS(rules.sea),
     AT(island_points)},
    {MEMBER("home"), .has = HAS(rules.sea), .write = write_home, .read = read_home},
    {MEMBER("wonder"), .kind = MEMBER_NAME_NEXT, .below = BELOW_WONDERS, AT(wonder),
     NAMES_OF(WONDER_COUNT, wonder_names), .has = HAS(rules.wonders),
     .foreign = "is for games with wonders (rule S-148)"},
    {MEMBER("wonder_level"), .kind = MEMBER_NUMBER, .max = WONDER_LEVELS, .has = HAS(rules.wonders),
     AT(wonder_level)},
    {MEMBER("gifts"), .has = HAS(board.n_gifts), .write = write_gifts, .read = read_gifts,
     .foreign = "is for boards with gifts (rule S-102)"},
    {MEMBER("cloth"), .kind = MEMBER_NUMBER, .max = VILLAGE_MAX * VILLAGE_CLOTH + CLOTH_SUPPLY,
     .has = HAS(board.n_villages), AT(cloth)},
    {MEMBER("fortress"), .shown = seat_has_fortress, .write = write_fortress,
     .read = read_fortress},
    {MEMBER("gold"), .kind = MEMBER_NUMBER, .max = CARD_COUNT_MAX, .shown = seat_has_gold,
     AT(gold)},
    {MEMBER("trade_tokens"), .shown = seat_has_tokens, .kind = MEMBER_NUMBER, .pass = READ_NEVER,
     AT(tokens)},
    ADDED_AWARDS(AWARD_ROW)};
const size_t player_members_count = sizeof player_members / sizeof *player_members;

/* ---- all of them ---- */

void write_all_players(struct writer *w, const struct member_source *from) {
    struct member_source of_seat = *from;
    writer_array(w);
    for (unsigned seat = 0; seat < from->setup->rules.colors; seat++) {
        of_seat.seat = seat;
        object_write(w, player_members, player_members_count, &from->view->players[seat], &of_seat);
    }
    writer_array_end(w);
}

static void read_player(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game, unsigned *seen) {
    const struct rules *rules = &setup->rules;
    if (!json_is_object(value)) {
        reading_refuse(r, "must be an object");
        return;
    }
    unsigned seat = reading_number_of(r, value, "seat", 0, rules->colors - 1U, READING_REQUIRED);
    struct player *player = &game->players[seat];
    if (*seen >> seat & 1)
        reading_refuse_at(r, "seat", "seat %u stands here twice", seat);
    *seen |= 1U << seat;
    members_read(r, value, player_members, player_members_count, player,
                 &(struct member_target){.setup = setup, .game = game, .seat = seat});
    check_dev_cards(r, player);
    if (!rules_neutral(rules, seat)) {
        player->tokens = (uint8_t)reading_number_of(r, value, "trade_tokens", 0, rules->tokens_max,
                                                    rules->tokens_start);
        return;
    }
    if (player->hand_count + player->dev_count + player->knights_played > 0)
        reading_refuse(r, "a neutral color has no cards (rule T-20)");
    if (player->resigned)
        reading_refuse_at(r, "resigned", "nobody plays a neutral color");
}

void read_all_players(struct reading *r, const json_t *value, const struct member_target *to) {
    const struct setup *setup = to->setup;
    struct reading_list players = reading_list(r, value, setup->rules.colors);
    const json_t *player;
    unsigned seen = 0;
    if (value == NULL)
        reading_refuse(r, "must be an array");
    r->absent = false;
    if (!json_is_array(value) || json_array_size(value) > setup->rules.colors)
        return;
    while ((player = reading_next(&players)) != NULL)
        read_player(r, player, setup, to->game, &seen);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (!(seen >> seat & 1))
            reading_refuse(r, "seat %u is missing", seat);
}

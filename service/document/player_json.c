/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a player holds and has on the table, written and read. */
#include <stdio.h>

#include "service/document/view_int.h"
#include "service/document/view_json.h"

/* far beyond any game, within the number of cards (C-130) */
enum { DEFENDERS_MAX = 100 };

const char *const seat_colors[SEAT_MAX] = {"red", "blue", "white", "orange", "green", "brown"};

/* ---- who sits there ---- */

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
            reading_refuse_at(r, dev_names[card], "is more than dev_cards has");
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
            reading_refuse(r, "\"%s\" belongs in front of its player, in vp_cards (rule C-143)",
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
    if (from->setup->rules.supply[PIECE_SHIP] > 0)
        writer_int_member(w, "ships", supply[PIECE_SHIP]);
    writer_int_member(w, "settlements", supply[PIECE_SETTLEMENT]);
    writer_int_member(w, "cities", supply[PIECE_CITY]);
    if (from->setup->rules.supply[PIECE_WALL] > 0) {
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
    MEMBERS_ADDED(PLACE_PLAYER),
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
        reading_refuse_at(r, "seat", "seat %u is listed twice", seat);
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
        reading_refuse_at(r, "resigned", "a neutral color has no player");
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

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* "expect FACT is VALUE": every fact is written as text in one canonical form and compared with the rest of the line,
 * so that a failure can show both. */
#include <stdio.h>
#include <string.h>

#include "tests/rules/scenario.h"

/* ---- the facts ---- */

const struct player *fact_player(const struct fact *fact) {
    unsigned seat = seat_take(fact->run);
    if (seat >= fact->setup->rules.colors) {
        wrong(fact->run, "this game has no seat %u", seat);
    }
    return &fact->game->players[seat];
}

unsigned viewer_take(struct run *run) {
    return word_is(run, "nobody") ? (unsigned)VIEWER_NOBODY : seat_take(run);
}

static void fact_hand(const struct fact *fact) {
    const struct player *player = fact_player(fact);
    if (player->hidden) {
        text_add(fact->out, "hidden %u", player->hand_count);
        if (!cards_empty(player->hand)) {
            wrong(fact->run, "a hidden hand is not blank in the view");
        }
    } else {
        text_cards(fact->out, player->hand);
    }
}

static void fact_dev(const struct fact *fact) {
    const struct player *player = fact_player(fact);
    unsigned sum = 0;
    for (unsigned d = 0; d < DEV_COUNT; d++) {
        sum += player->dev[d] + player->dev_new[d];
    }
    if (player->hidden) {
        text_add(fact->out, "hidden %u", player->dev_count);
        if (sum != 0) {
            wrong(fact->run, "hidden development cards are not blank in the view");
        }
    } else {
        text_counts(fact->out, player->dev, dev_names, DEV_COUNT);
    }
}

static void fact_new(const struct fact *fact) {
    text_counts(fact->out, fact_player(fact)->dev_new, dev_names, DEV_COUNT);
}

static void fact_bank(const struct fact *fact) {
    const char *next = word_peek(fact->run);
    if (next != NULL && strcmp(next, "is") != 0) {
        text_number(fact->out, fact->game->bank.n[kind_take(fact->run)]);
    } else {
        text_cards(fact->out, fact->game->bank);
    }
}

static void fact_deck(const struct fact *fact) {
    const char *next = word_peek(fact->run);
    if (next != NULL && strcmp(next, "is") != 0) {
        text_number(fact->out, fact->game->deck[dev_take(fact->run)]);
    } else {
        text_number(fact->out, fact->game->deck_count);
    }
}

static void fact_removed(const struct fact *fact) {
    text_counts(fact->out, fact->game->dev_removed, dev_names, DEV_COUNT);
}

static void fact_points(const struct fact *fact) {
    text_number(fact->out, game_points(fact->setup, fact->game, seat_take(fact->run)));
}

static void fact_visible(const struct fact *fact) {
    text_number(fact->out, game_points_visible(fact->setup, fact->game, seat_take(fact->run)));
}

static void fact_road_length(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->road_length);
}

static void fact_longest_road(const struct fact *fact) {
    text_seat(fact->out, fact->game->holders[AWARD_LONGEST_ROAD]);
}

static void fact_largest_army(const struct fact *fact) {
    text_seat(fact->out, fact->game->holders[AWARD_LARGEST_ARMY]);
}

/* "holder NAME", of a special card, and "has NAME 0", a seat's count for it. */
static enum award award_take(struct run *run) {
    return (enum award)name_take(run, award_names, AWARD_COUNT, "a special card");
}

static void fact_holder(const struct fact *fact) {
    text_seat(fact->out, fact->game->holders[award_take(fact->run)]);
}

static void fact_has(const struct fact *fact) {
    enum award award = award_take(fact->run);
    text_number(fact->out, game_award_have(fact->setup, fact->game, award, seat_take(fact->run)));
}

static void fact_knights(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->knights_played);
}

static void fact_tokens(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->tokens);
}

static void fact_resigned(const struct fact *fact) {
    text_word(fact->out, fact_player(fact)->resigned ? "yes" : "no");
}

static void fact_supply(const struct fact *fact) {
    const uint8_t *supply = fact_player(fact)->supply;
    text_add(fact->out, "%u roads %u settlements %u cities", supply[PIECE_ROAD],
             supply[PIECE_SETTLEMENT], supply[PIECE_CITY]);
}

static void fact_pirate(const struct fact *fact) {
    text_hex(fact->out, fact->game->pirate);
}

/* "fortress 0 is 2": pieces left */
static void fact_fortress(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->fortress);
}

static void fact_warships(const struct fact *fact) {
    unsigned seat = (unsigned)(fact_player(fact) - fact->game->players);
    struct edge_set warships = game_warships(fact->setup, fact->game, seat);
    text_number(fact->out, fact->game->players[seat].warships);
    EDGE_EACH(&warships, e)
        text_edge(fact->out, fact->setup, e);
}

/* "lane 0 is 9": ships that reach the fortress */
static void fact_lane(const struct fact *fact) {
    unsigned seat = (unsigned)(fact_player(fact) - fact->game->players);
    text_number(fact->out, fact->setup->board.lanes[seat].steps);
}

/* "wonder 0 is theater 2" */
static void fact_wonder(const struct fact *fact) {
    const struct player *player = fact_player(fact);
    if (player->wonder != 0) {
        text_word(fact->out, wonder_names[player->wonder - 1]);
        text_number(fact->out, player->wonder_level);
    }
}

/* "gifts 0 is 2 points keeps wool any" */
static void fact_gifts(const struct fact *fact) {
    const struct player *player = fact_player(fact);
    text_add(fact->out, "%u points", player->gift_points);
    for (unsigned kind = 0, any = 0; kind < HARBOR_KIND_COUNT; kind++) {
        for (unsigned i = 0; i < player->kept[kind]; i++) {
            if (!any++) {
                text_word(fact->out, "keeps");
            }
            text_word(fact->out, harbor_names[kind]);
        }
    }
}

/* "gifts-left is 18" */
static void fact_gifts_left(const struct fact *fact) {
    unsigned left = 0;
    for (unsigned i = 0; i < fact->setup->board.n_gifts; i++) {
        left += !(fact->game->gifts >> i & 1);
    }
    text_number(fact->out, left);
}

/* "gift-harbors is 1 brick 1 any": which of the board's gifts are harbors, by kind */
static void fact_gift_harbors(const struct fact *fact) {
    uint8_t kinds[HARBOR_KIND_COUNT] = {0};
    for (unsigned i = 0; i < fact->setup->board.n_gifts; i++) {
        unsigned gift = fact->setup->board.gifts[i].gift;
        if (gift >= GIFT_HARBOR) {
            kinds[gift - GIFT_HARBOR]++;
        }
    }
    text_counts(fact->out, kinds, harbor_names, HARBOR_KIND_COUNT);
}

/* "cloth 0 is 3" */
static void fact_cloth(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->cloth);
}

static void fact_cloth_supply(const struct fact *fact) {
    text_number(fact->out, fact->game->cloth_supply);
}

/* "village 25 is 6 cloth 4 linked 1 0": its number, its remaining cloth and who has reached it */
static void fact_village(const struct fact *fact) {
    unsigned vertex = vertex_take(fact->run);
    for (unsigned i = 0; i < fact->setup->board.n_villages; i++) {
        const struct village *village = &fact->game->villages[i];
        if (fact->setup->board.villages[i].vertex != vertex) {
            continue;
        }
        text_add(fact->out, "%u cloth %u", fact->setup->board.villages[i].number, village->cloth);
        for (unsigned j = 0; j < village->n_linked; j++) {
            if (j == 0) {
                text_word(fact->out, "linked");
            }
            text_number(fact->out, village->linked[j]);
        }
    }
}

static void fact_villages(const struct fact *fact) {
    text_number(fact->out, fact->setup->board.n_villages);
}

/* "placed is 17-23 wool" */
static void fact_placed(const struct fact *fact) {
    for (unsigned i = 0; i < fact->game->n_harbors; i++) {
        text_edge(fact->out, fact->setup, fact->game->harbors[i].edge);
        text_word(fact->out, harbor_names[fact->game->harbors[i].kind]);
    }
}

static void fact_gold(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->gold);
}

static void fact_island_points(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->island_points);
}

/* "ships 0 is 11 left 17-23 closed 12-17 open" */
static void fact_ships(const struct fact *fact) {
    const struct player *player = fact_player(fact);
    unsigned seat = (unsigned)(player - fact->game->players);
    text_add(fact->out, "%u left", player->supply[PIECE_SHIP]);
    EDGE_EACH(&player->ships, e) {
        text_edge(fact->out, fact->setup, e);
        text_word(fact->out,
                  game_ship_closed(fact->setup, fact->game, seat, e) ? "closed" : "open");
    }
}

static void fact_part(const struct fact *fact) {
    text_number(fact->out, fact->game->part);
}

static void fact_phase(const struct fact *fact) {
    static const char *const names[] = {"setup", "play", "finished"};
    text_word(fact->out, names[fact->game->phase]);
}

/* "turn is 1 before-roll" */
static void fact_turn(const struct fact *fact) {
    static const char *const names[] = {"before-roll", "between-rolls", "resolving", "actions"};
    text_number(fact->out, fact->game->active);
    text_word(fact->out, names[fact->game->step]);
}

static void fact_turn_number(const struct fact *fact) {
    text_number(fact->out, fact->game->turn);
}

static void fact_first(const struct fact *fact) {
    text_seat(fact->out, fact->game->first);
}

static void fact_winner(const struct fact *fact) {
    text_seat(fact->out, fact->game->winner);
}

static void fact_robber(const struct fact *fact) {
    text_hex(fact->out, fact->game->robber);
}

/* "vertex 14 is city 1", "tipped-city 1", "knight 1" */
static void fact_vertex(const struct fact *fact) {
    static const char *const names[] = {"free", "settlement", "city"};
    const struct game *game = fact->game;
    unsigned v = vertex_take(fact->run);
    if (vertex_set_has(&game->tipped, v)) {
        text_word(fact->out, "tipped-city");
    } else if (vertex_set_has(&game->sabotaged, v)) {
        text_word(fact->out, "sabotaged-city");
    } else {
        text_word(fact->out, game->knight[v] != 0 ? "knight" : names[game->building[v]]);
    }
    if (game->building[v] != BUILDING_NONE || game->knight[v] != 0) {
        text_number(fact->out, game->owner[v]);
    }
}

static void fact_path(const struct fact *fact) {
    unsigned e = edge_take(fact->run);
    if (edge_set_has(&fact->game->paved, e)) {
        text_word(fact->out, "road");
        text_number(fact->out, fact->game->road_owner[e]);
    } else {
        text_word(fact->out, "free");
    }
}

static void fact_rate(const struct fact *fact) {
    unsigned seat = seat_take(fact->run);
    unsigned kind = kind_take(fact->run);
    text_number(fact->out, game_rate(fact->setup, fact->game, seat, kind));
}

static void fact_price(const struct fact *fact) {
    text_number(fact->out, game_token_price(fact->setup, fact->game, seat_take(fact->run)));
}

/* "offers is o1 o3" */
static void fact_offers(const struct fact *fact) {
    bool any = false;
    for (uint32_t id = 1; id <= fact->game->next_offer; id++) {
        for (unsigned i = 0; i < OFFER_MAX; i++) {
            if (fact->game->offers[i].id == id) {
                text_space(fact->out);
                text_add(fact->out, "o%u", (unsigned)id);
                any = true;
            }
        }
    }
    if (!any) {
        text_word(fact->out, "none");
    }
}

/* "offer o1 is by 0 to 1 2 accepted 1 declined nobody" */
static void fact_offer(const struct fact *fact) {
    uint32_t id = offer_take(fact->run);
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        const struct offer *offer = &fact->game->offers[i];
        if (id != 0 && offer->id == id) {
            text_word(fact->out, "by");
            text_number(fact->out, offer->player);
            text_word(fact->out, "to");
            text_seats(fact->out, offer->to);
            text_word(fact->out, "accepted");
            text_seats(fact->out, offer->accepted);
            text_word(fact->out, "declined");
            text_seats(fact->out, offer->declined);
            return;
        }
    }
    text_word(fact->out, "over");
}

/* "undos 0 is 4 3": the events that an undo can name */
static void fact_undos(const struct fact *fact) {
    uint32_t to_seq[TRAIL_MAX];
    unsigned n =
        trail_list(&fact->run->trail, fact->setup, fact->game, seat_take(fact->run), to_seq);
    for (unsigned i = 0; i < n; i++) {
        text_number(fact->out, to_seq[i]);
    }
    if (n == 0) {
        text_word(fact->out, "none");
    }
}

static const struct fact_row facts[] = {
    {"hand", fact_hand},
    {"dev", fact_dev},
    {"new", fact_new},
    {"bank", fact_bank},
    {"deck", fact_deck},
    {"removed", fact_removed},
    {"points", fact_points},
    {"visible", fact_visible},
    {"road-length", fact_road_length},
    {"longest-road", fact_longest_road},
    {"largest-army", fact_largest_army},
    {"holder", fact_holder},
    {"has", fact_has},
    {"knights", fact_knights},
    {"tokens", fact_tokens},
    {"resigned", fact_resigned},
    {"supply", fact_supply},
    {"part", fact_part},
    {"pirate", fact_pirate},
    {"fortress", fact_fortress},
    {"warships", fact_warships},
    {"lane", fact_lane},
    {"gold", fact_gold},
    {"wonder", fact_wonder},
    {"gifts", fact_gifts},
    {"gifts-left", fact_gifts_left},
    {"gift-harbors", fact_gift_harbors},
    {"placed", fact_placed},
    {"cloth", fact_cloth},
    {"cloth-supply", fact_cloth_supply},
    {"village", fact_village},
    {"villages", fact_villages},
    {"island-points", fact_island_points},
    {"ships", fact_ships},
    {"phase", fact_phase},
    {"turn", fact_turn},
    {"turn-number", fact_turn_number},
    {"first", fact_first},
    {"winner", fact_winner},
    {"robber", fact_robber},
    {"vertex", fact_vertex},
    {"path", fact_path},
    {"rate", fact_rate},
    {"price", fact_price},
    {"offers", fact_offers},
    {"offer", fact_offer},
    {"undos", fact_undos},
    {NULL, NULL},
};

static void write_fact(struct fact *fact, const char *name) {
    static const struct fact_row *const tables[] = {facts, knight_facts, list_facts, event_facts};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        for (const struct fact_row *row = tables[t]; row->name != NULL; row++) {
            if (strcmp(name, row->name) == 0) {
                row->write(fact);
                return;
            }
        }
    }
    if (!board_fact(fact->run, name, fact->out)) {
        wrong(fact->run, "there is no fact \"%s\"", name);
    }
}

void expect_line(struct run *run) {
    static struct game view;
    struct text got = {0}, expected = {0};
    struct fact fact = {.run = run, .setup = &run->setup, .game = &run->game, .out = &got};
    fact.viewer = VIEWER_ALL;
    if (word_is(run, "as")) {
        fact.viewer = viewer_take(run);
        game_view(&run->setup, &run->game, fact.viewer, &view);
        fact.game = &view;
    }
    const char *name = word_take(run);
    write_fact(&fact, name);
    if (!word_is(run, "is")) {
        wrong(run, "\"is\" and a value are expected after the fact");
    }
    while (word_peek(run) != NULL) {
        text_word(&expected, word_take(run));
    }
    if (strcmp(expected.s, got.s) != 0) {
        wrong(run, "%s: expected \"%s\", got \"%s\"", name, expected.s, got.s);
    }
}

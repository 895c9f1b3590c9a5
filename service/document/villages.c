/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What villages add to documents: their cloth, and who is linked with them. */
#include "service/document/rows.h"

/* ---- on the board ---- */

#define AT(member) .offset = offsetof(struct item, member)

static const struct member village_members[] = {
    VERTEX_ROW,
    {MEMBER("cloth"), .kind = MEMBER_NUMBER, .max = VILLAGE_CLOTH, .otherwise = VILLAGE_CLOTH,
     AT(village.cloth)},
    {MEMBER("linked"), .kind = MEMBER_NUMBER_LIST, .below = BELOW_PLAYERS, .large = SEAT_MAX,
     AT(village.n_linked)},
};

/* What they still have, and who has reached them (S-113, S-114). */
static const void *next_village(const struct member_source *from, struct item *item) {
    if (item->at == from->setup->board.n_villages)
        return NULL;
    item->place = from->setup->board.villages[item->at].vertex;
    item->village = from->view->villages[item->at++];
    return item;
}

/* Left out, a village has all its cloth and nobody has reached it. */
static void put_village(struct reading *r, const struct member_target *to, void *element) {
    struct item *item = element;
    const struct board *board = &to->setup->board;
    unsigned i = 0;
    while (i < board->n_villages && board->villages[i].vertex != item->place)
        i++;
    if (i == board->n_villages || item->at >> i & 1) {
        reading_refuse_at(r, "vertex", "intersection %u has no village, or is listed twice",
                          item->place);
        return;
    }
    item->at |= 1U << i;
    to->game->villages[i] = item->village;
}

/* Games without villages never minded what it says. */
static void read_cloth_supply(struct reading *r, const json_t *value,
                              const struct member_target *to) {
    if (to->setup->board.n_villages > 0)
        to->game->cloth_supply = (uint8_t)reading_number(r, value, 0, CLOTH_SUPPLY);
}

/* ---- what has changed ---- */

/* Who is linked with which village now (S-114). */
static const void *next_link(const struct member_source *from, struct item *item) {
    const struct board *board = &from->setup->board;
    for (; item->at < (unsigned)board->n_villages * SEAT_MAX; item->at++) {
        unsigned i = item->at / SEAT_MAX, link = item->at % SEAT_MAX;
        const struct village *village = &from->view->villages[i];
        if (link < from->before->villages[i].n_linked || link >= village->n_linked)
            continue;
        item->at++;
        item->place = board->villages[i].vertex;
        item->player = village->linked[link];
        return item;
    }
    return NULL;
}

/* How much cloth came to whom, or went (S-116, S-121). */
static const void *next_cloth(const struct member_source *from, struct item *item) {
    while (item->at < from->setup->rules.players) {
        unsigned seat = item->at++;
        item->player = (uint8_t)seat;
        item->more = (int8_t)(from->view->players[seat].cloth - from->before->players[seat].cloth);
        if (item->more != 0)
            return item;
    }
    return NULL;
}

static const struct member link_members[] = {CHANGE_ROW("vertex", place),
                                             CHANGE_ROW("player", player)};
static const struct member cloth_members[] = {
    CHANGE_ROW("player", player),
    {MEMBER("more"), .kind = MEMBER_SIGNED, AT(more)},
};

/* ---- the rows ---- */

static const struct member change_rows[] = {
    {MEMBER("linked"), CHANGE_LIST(link_members, link)},
    {MEMBER("cloth"), CHANGE_LIST(cloth_members, cloth)},
};

#undef AT
#define AT(member) .offset = offsetof(struct game, member)

static const struct member village_rows[] = {
    {PIECES("villages", village_members, VILLAGE_MAX, next_village, put_village), .known = true},
    {MEMBER("cloth_supply"), .kind = MEMBER_NUMBER, .max = CLOTH_SUPPLY, .known = true,
     AT(cloth_supply), .read = read_cloth_supply},
};

#undef AT
#define AT(member) .offset = offsetof(struct player, member)

static const struct member player_rows[] = {
    {MEMBER("cloth"), .kind = MEMBER_NUMBER, .max = VILLAGE_MAX * VILLAGE_CLOTH + CLOTH_SUPPLY,
     .known = true, AT(cloth)},
};

const struct document_row document_villages = {
    .of = PLAYS_villages,
    .at = {[PLACE_VILLAGES] = {ROWS(village_rows)},
           [PLACE_PLAYER] = {ROWS(player_rows)},
           [PLACE_CHANGES] = {ROWS(change_rows)}},
};

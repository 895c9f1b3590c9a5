/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What gifts add to documents: those that lie there, those that a player has, and who comes upon one. */
#include "service/document/rows.h"

/* ---- on the board ---- */

/* Paths with gifts that nobody has taken (S-102). */
static void write_gifts_left(struct writer *w, const struct member_source *from) {
    const struct board *board = &from->setup->board;
    writer_array(w);
    for (unsigned i = 0; i < board->n_gifts; i++)
        if (!(from->view->gifts >> i & 1))
            writer_int(w, board->gifts[i].edge);
    writer_array_end(w);
}

/* Left out, every gift still lies on its path. */
static void read_gifts_left(struct reading *r, const json_t *value,
                            const struct member_target *to) {
    static const struct member row = {.kind = MEMBER_NUMBER, .below = BELOW_EDGES};
    const struct board *board = &to->setup->board;
    struct reading_list list = reading_list(r, value, board->n_gifts);
    uint32_t *taken = &to->game->gifts;
    const json_t *edge;
    *taken = board->n_gifts == GIFT_MAX ? UINT32_MAX : (UINT32_C(1) << board->n_gifts) - 1;
    while ((edge = reading_next(&list)) != NULL) {
        unsigned gift = 0;
        uint8_t at = 0;
        value_read(r, edge, &row, &at, to);
        while (gift < board->n_gifts && board->gifts[gift].edge != at)
            gift++;
        if (gift == board->n_gifts || !(*taken >> gift & 1))
            reading_refuse(r, "path %u has no gift, or is listed twice", at);
        else
            *taken &= ~(UINT32_C(1) << gift);
    }
}

/* ---- of a player ---- */

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

/* ---- what has changed ---- */

/* What ships came upon; which card it was stands in the outcome (S-102). */
static const void *next_gift(const struct member_source *from, struct item *item) {
    const struct board *board = &from->setup->board;
    uint32_t taken = from->view->gifts & ~from->before->gifts;
    while (item->at < board->n_gifts && (taken >> item->at & 1) == 0)
        item->at++;
    if (item->at == board->n_gifts)
        return NULL;
    gift_item(item, &board->gifts[item->at++]);
    return item;
}

/* ---- the rows ---- */

static const struct member board_rows[] = {
    {MEMBER("gifts_left"), .known = true, SPECIAL(gifts_left)},
};

static const struct member player_rows[] = {
    {MEMBER("gifts"), SPECIAL(gifts), .foreign = "is for boards with gifts (rule S-102)"},
};

static const struct member change_rows[] = {
    {MEMBER("gifts"), CHANGE_LIST(gift_members, gift)},
};

const struct document_row document_gifts = {
    .of = PLAYS_gifts,
    .at = {[PLACE_BOARD] = {ROWS(board_rows)},
           [PLACE_PLAYER] = {ROWS(player_rows)},
           [PLACE_CHANGES] = {ROWS(change_rows)}},
};

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The parts of views and positions: the tables used by view_json.c. */
#ifndef SERVICE_DOCUMENT_VIEW_INT_H
#define SERVICE_DOCUMENT_VIEW_INT_H

#include "service/document/cards_json.h"
#include "service/document/members.h"

/* ---- view_json.c: the whole ---- */

extern const struct member view_members[]; /* of struct game */
extern const size_t view_members_count;

/* ---- table_json.c: what lies on the table ---- */

enum { PIECE_LISTS = 5 };
extern const struct member piece_members[PIECE_LISTS]; /* of struct game */
extern const struct member vertex_piece_members[2];    /* of struct item, as the next */
extern const struct member harbor_members[2];
extern const struct member merchant_members[2]; /* of struct game, as the next */
extern const struct member barbarian_members[2];

/* Roads or ships: the next one from ITEM->at on; puts one there, false where it is refused. */
bool next_line_piece(const struct game *view, struct item *item, bool ships);
bool lay_line_piece(struct reading *r, const struct member_target *to, const struct item *item,
                    bool ship);
const void *next_harbor(const struct member_source *from, struct item *item);
void put_harbor(struct reading *r, const struct member_target *to, void *element);
bool has_numbers(const struct member_source *from);
void write_numbers(struct writer *w, const struct member_source *from);
void read_number_tokens(struct reading *r, const json_t *value, const struct member_target *to);

/* ---- board_json.c ---- */

/* What a ship finds on a path, from struct item: the edge, the kind of gift and, for a harbor, its
 * kind. */
extern const struct member gift_members[3];
void gift_item(struct item *item, const struct gift_place *place);

/* ---- turn_json.c ---- */

extern const struct member turn_members[]; /* of struct game */
extern const size_t turn_members_count;

/* Who may act now, in games whose turns have parts: {"player":3,"part":2}; null in the
 * set-up. */
void write_pair(struct writer *w, const struct member_source *from);
void write_whole_turn(struct writer *w, const struct member_source *from);
void read_whole_turn(struct reading *r, const json_t *value, const struct member_target *to);
void write_last_dice(struct writer *w, const struct member_source *from);
/* Reads the latest roll of the game; the turn must have been read. VALUE can be NULL. */
void read_last_dice(struct reading *r, const json_t *value, const struct member_target *to);

/* ---- player_json.c ---- */

extern const struct member player_members[]; /* of struct player */
extern const size_t player_members_count;

/* Whose members are written. */
static inline const struct player *player_of(const struct member_source *from) {
    return &from->view->players[from->seat];
}

void write_all_players(struct writer *w, const struct member_source *from);
void read_all_players(struct reading *r, const json_t *value, const struct member_target *to);

/* ---- position_cards.c ---- */

void read_returned(struct reading *r, const json_t *value, const struct member_target *to);

/* ---- chain_json.c: what remains to be done ---- */

extern const struct member offer_members[8]; /* of struct offer */

void write_waiting(struct writer *w, const struct member_source *from);
const void *next_offer(const struct member_source *from, struct item *item);
void put_offer(struct reading *r, const struct member_target *to, void *element);
void read_offers_made(struct reading *r, const json_t *value, const struct member_target *to);
void write_agenda(struct writer *w, const struct member_source *from);
void agenda_step_read(struct reading *r, const json_t *value, struct agenda_item *item,
                      const struct member_target *to);
void read_agenda(struct reading *r, const json_t *value, const struct member_target *to);
void write_answers(struct writer *w, const struct member_source *from);
void read_answers(struct reading *r, const json_t *value, const struct member_target *to);

/* ---- checks of a position, on what the rows have read so far ---- */

/* Derives bank and decks: what the players do not have. */
void position_cards_check(struct reading *r, const struct setup *setup, struct game *game);

/* Derives how far the set-up is, and checks whether offers can be open. */
void position_chain_check(struct reading *r, const struct setup *setup, struct game *game);

/* Checks what depends on all figures: the holders of special cards and metropolises, and the
 * winner. */
void position_end_check(struct reading *r, const struct setup *setup, const struct game *game);

#endif

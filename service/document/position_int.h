/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* How reading a position is divided: the table, what the players hold, what is in hand. */
#ifndef SERVICE_DOCUMENT_POSITION_INT_H
#define SERVICE_DOCUMENT_POSITION_INT_H

#include <jansson.h>

#include "engine/game.h"
#include "service/base/json_read.h"

/* ---- position_pieces.c: what lies on the table ---- */

/* Reads `pieces`, `numbers`, `robber`, `merchant` and `barbarians` of VALUE into *GAME, whose turn is
 * read already. */
void position_table_read(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game);

/* ---- position_cards.c: what the players hold ---- */

/* Reads `players`, `dev_removed` and `returned` of VALUE, and works out bank and decks, which are
 * what the players do not have. */
void position_cards_read(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game);

/* ---- position_chain.c: agenda, answers, offers ---- */

/* Reads `agenda`, `answers`, `offers` and `offers_made` of VALUE into *GAME, whose hands, pieces and
 * turn are read already. */
void position_chain_read(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game);

/* What can be judged only when all figures are there: who holds the special cards and the
 * metropolises, who has won. */
void position_chain_check(struct reading *r, const struct setup *setup, const struct game *game);

#endif

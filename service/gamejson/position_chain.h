/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a position has in hand besides the table: the agenda, answers given already, open offers. */
#ifndef SERVICE_GAMEJSON_POSITION_CHAIN_H
#define SERVICE_GAMEJSON_POSITION_CHAIN_H

#include <jansson.h>

#include "engine/game.h"

struct reading;

/* Reads `agenda`, `answers`, `offers` and `offers_made` of VALUE into *GAME, whose hands, pieces and
 * turn are read already. */
void position_chain_read(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game);

/* What can be judged only when all figures are there: who holds the special cards, who has won. */
void position_chain_check(struct reading *r, const struct setup *setup, const struct game *game);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/rows.h"

extern const struct bot_row bots_sea, bots_islands, bots_fog, bots_gifts, bots_harbors,
    bots_villages, bots_fleet, bots_wonders, bots_knights;

const struct bot_row *const bot_rows[BOT_ROWS] = {
    &bots_sea,      &bots_islands, &bots_fog,     &bots_gifts,   &bots_harbors,
    &bots_villages, &bots_fleet,   &bots_wonders, &bots_knights,
};

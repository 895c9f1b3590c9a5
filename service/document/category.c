/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/category.h"

const char *const rating_category_names[RATING_CATEGORIES] = {
    [RATING_BASE - 1] = "base",
    [RATING_DUEL - 1] = "duel",
    [RATING_LARGE - 1] = "large",
    [RATING_KNIGHTS - 1] = "knights",
    [RATING_SEA - 1] = "sea",
    [RATING_SEA_KNIGHTS - 1] = "sea_knights",
    [RATING_BOTS_BASE - 1] = "bots_base",
    [RATING_BOTS_DUEL - 1] = "bots_duel",
    [RATING_BOTS_LARGE - 1] = "bots_large",
    [RATING_BOTS_KNIGHTS - 1] = "bots_knights",
    [RATING_BOTS_SEA - 1] = "bots_sea",
    [RATING_BOTS_SEA_KNIGHTS - 1] = "bots_sea_knights",
};

enum { DUEL = 2, LARGE = 5 };

int rating_category_of(const struct rules *rules) {
    bool knights = rules->game != GAME_BASE;

    if (rules->scenario != SCENARIO_NONE)
        return knights ? RATING_SEA_KNIGHTS : RATING_SEA;
    if (knights)
        return RATING_KNIGHTS;
    if (rules->players == DUEL)
        return RATING_DUEL;
    return rules->players < LARGE ? RATING_BASE : RATING_LARGE;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The list of all expansions, and what a set-up plays of them. This is the one place of the core that
 * names any. The order is the one in which hooks are walked: what a roll brings of two rows, or what comes
 * of a piece, comes in it. */
#include "engine/expansion.h"

extern const struct expansion expansion_knights, expansion_sea, expansion_islands, expansion_fog,
    expansion_gifts, expansion_harbors, expansion_villages, expansion_fleet, expansion_wonders;

const struct expansion *const expansions[EXPANSION_ROWS] = {
    &expansion_knights,  &expansion_sea,   &expansion_islands,
    &expansion_fog,      &expansion_gifts, &expansion_harbors,
    &expansion_villages, &expansion_fleet, &expansion_wonders,
};

uint64_t expansion_types(void) {
    uint64_t types = 0;
    for (unsigned i = 0; i < EXPANSION_ROWS; i++)
        types |= expansions[i]->types;
    return types;
}

/* SETUP plays row I. */
static void setup_add(struct setup *setup, unsigned i) {
    const struct expansion *row = expansions[i];
    setup->types |= row->types;
    setup->paths = row->paths ? row->paths : setup->paths;
    setup->thief = row->thief ? row->thief : setup->thief;
    setup->knight_card = row->knight_card ? row->knight_card : setup->knight_card;
    setup->seven = row->seven ? row->seven : setup->seven;
    setup->loot = row->loot > setup->loot ? row->loot : setup->loot;
#define HOOK_ADD(name) setup->hooks[HOOK_##name] |= (uint16_t)((unsigned)(row->name != NULL) << i);
    HOOKS(HOOK_ADD)
#undef HOOK_ADD
}

bool setup_find_expansions(struct setup *setup) {
    bool fits = true;
    memset(setup->hooks, 0, sizeof setup->hooks);
    setup->paths = NULL;
    setup->thief = NULL;
    setup->knight_card = NULL;
    setup->seven = AGENDA_ROBBER;
    setup->loot = LOOT_CARD;
    for (unsigned i = 0; i < EXPANSION_ROWS; i++) {
        if (!expansions[i]->plays(setup))
            continue;
        setup_add(setup, i);
        fits &= !expansions[i]->fit || expansions[i]->fit(setup);
    }
    return fits;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The lists of all expansions and special cards, made of EXPANSIONS and AWARDS (hooks.h), and what a set-up plays of
 * them. Hooks are walked in this order, which thus decides the order of what a roll or a piece brings from two
 * rows. */
#include "engine/expansion.h"

#define EXPANSION_DECLARED(name) extern const struct expansion expansion_##name;
EXPANSIONS(EXPANSION_DECLARED)

#define EXPANSION_LISTED(name) &expansion_##name,
const struct expansion *const expansions[EXPANSION_ROWS] = {EXPANSIONS(EXPANSION_LISTED)};

#define AWARD_DECLARED(number, name, figure, of_player) extern const struct award_row award_##name;
AWARDS(AWARD_DECLARED)

#define AWARD_LISTED(number, name, figure, of_player) &award_##name,
const struct award_row *const award_rows[AWARD_COUNT] = {AWARDS(AWARD_LISTED)};

uint64_t expansion_types(void) {
    uint64_t types = 0;
    for (unsigned i = 0; i < EXPANSION_ROWS; i++)
        types |= expansions[i]->types;
    return types;
}

const struct action_row *expansion_action(unsigned type) {
    for (unsigned i = 0; i < EXPANSION_ROWS; i++) {
        unsigned at = type - expansions[i]->first_action;
        if (at < expansions[i]->n_actions && expansions[i]->actions[at].forms)
            return &expansions[i]->actions[at];
    }
    return &base_actions[type];
}

const struct action_rule *expansion_rule(unsigned type, unsigned form) {
    const struct action_row *row = expansion_action(type);
    return form < row->forms ? &row->rules[form] : NULL;
}

const struct action_rule *expansion_rule_of(const struct action *action) {
    const struct action_row *row = expansion_action(action->type);
    unsigned form = action_row_form(row, action);
    return form < row->forms ? &row->rules[form] : NULL;
}

const struct agenda_row *expansion_step(unsigned step) {
    for (unsigned i = 0; i < EXPANSION_ROWS; i++) {
        unsigned at = step - expansions[i]->first_step;
        if (at < expansions[i]->n_steps)
            return expansions[i]->steps[at];
    }
    return NULL;
}

const struct decision_row *expansion_decision(unsigned kind) {
    for (unsigned i = 0; i < EXPANSION_ROWS; i++) {
        unsigned at = kind - expansions[i]->first_decision;
        if (at < expansions[i]->n_decisions && expansions[i]->decisions[at].rule)
            return &expansions[i]->decisions[at];
    }
    return NULL;
}

/* SETUP plays row I. */
static void setup_add(struct setup *setup, unsigned i) {
    const struct expansion *row = expansions[i];
    assert((!row->parts && !row->draw) || row->drawn);
    setup->plays |= (uint16_t)(1u << i);
    setup->types |= row->types;
    setup->paths = row->paths ? row->paths : setup->paths;
    setup->thief = row->thief ? row->thief : setup->thief;
    setup->knight_card = row->knight_card ? row->knight_card : setup->knight_card;
    setup->special |= row->special;
    setup->drawn |= row->drawn;
    for (unsigned step = 0; step < TURN_STEP_COUNT; step++)
        setup->windows[step] |= row->windows[step];
    setup->seven = row->seven ? row->seven : setup->seven;
    setup->loot = row->loot > setup->loot ? row->loot : setup->loot;
#define HOOK_ADD(name) setup->hooks[HOOK_##name] |= (uint16_t)((unsigned)(row->name != NULL) << i);
    HOOKS(HOOK_ADD)
#undef HOOK_ADD
}

bool setup_find_expansions(struct setup *setup) {
    bool fits = true;
    memset(setup->hooks, 0, sizeof setup->hooks);
    setup->plays = 0;
    memset(setup->windows, 0, sizeof setup->windows);
    setup->special = setup->drawn = 0;
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

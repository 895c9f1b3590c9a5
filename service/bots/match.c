/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/match.h"

#include "engine/scenario.h"

bool match_open(struct match *match, struct rules rules, uint64_t seed) {
    struct board_spec spec;
    struct event start;
    size_t at;

    *match = (struct match){.events = 0};
    bot_stream_begin(&match->dice, seed * UINT64_C(0xD1342543DE82EF95) + 1);
    bot_stream_begin(&match->thoughts, ~seed * UINT64_C(0xD1342543DE82EF95) + 1);
    if (!rules_complete(&rules))
        return false;
    if (rules.scenario != SCENARIO_NONE)
        scenario_layout(&spec, rules.scenario, rules.players,
                        seed % 2 ? LAYOUT_RANDOM : LAYOUT_BEGINNER, &match->dice.chance);
    else
        layout_random(&spec, rules_island(&rules), seed % 2 ? NUMBERS_RANDOM : NUMBERS_SPIRAL,
                      &match->dice.chance);
    if (setup_build(&match->setup, &rules, &spec, &at) != BOARD_OK)
        return false;
    game_init(&match->setup, &match->game);
    game_draw_start(&match->setup, &match->dice.chance, &start);
    game_apply(&match->setup, &match->game, &start);
    return true;
}

unsigned match_offers(unsigned offers, unsigned type) {
    if (type == END_TURN)
        return 0;
    return offers + (type == OFFER_TRADE);
}

/* MATCH_WON: the action was applied. */
static enum match_end match_apply(struct match *match, unsigned seat, const struct action *action) {
    struct event event = {
        .type = action->type, .player = (uint8_t)seat, .by = BY_BOT, .action = *action};
    struct game before;

    if (action_shape(&match->setup, action) != NULL ||
        game_legal(&match->setup, &match->game, seat, action) != REASON_OK)
        return MATCH_ILLEGAL;
    if (match->watch != NULL)
        match->watch(match, seat, action);
    event.drawn = (uint8_t)game_parts(&match->setup, &match->game, action);
    game_draw(&match->setup, &match->game, seat, action, event.drawn, &match->dice.chance,
              &event.outcome);
    match->offers = match_offers(match->offers, action->type);
    if (match->follow != NULL)
        before = match->game;
    game_apply(&match->setup, &match->game, &event);
    if (match->follow != NULL)
        match->follow(match, &before, &event);
    return ++match->events < MATCH_EVENTS_MAX ? MATCH_WON : MATCH_ENDLESS;
}

static enum match_end match_step(struct match *match) {
    unsigned players = match->setup.rules.players;
    struct game view;

    for (unsigned i = 1; i <= players; i++) {
        unsigned seat = (match->game.active + i) % players;
        struct action action;
        if (game_types(&match->setup, &match->game, seat) == 0)
            continue;
        game_view(&match->setup, &match->game, seat, &view);
        action = match->choose != NULL ? match->choose(match, &view, seat)
                                       : bot_choose(match->kinds[seat], &match->setup, &view, seat,
                                                    match->offers, &match->thoughts.chance);
        if (action.type != ACTION_NONE)
            return match_apply(match, seat, &action);
    }
    return MATCH_STUCK;
}

enum match_end match_play(struct match *match) {
    enum match_end end = MATCH_WON;

    while (end == MATCH_WON && match->game.phase != PHASE_FINISHED)
        end = match_step(match);
    return end;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/records/golden.h"

#include <stdarg.h>
#include <string.h>

#define NAME(name, text) text,
const char *const golden_feature_names[GOLDEN_FEATURE_COUNT] = {GOLDEN_FEATURES(NAME)};
#undef NAME

enum { STANDARD_HEXES = 19 };

static uint64_t of_setup(const struct setup *setup) {
    static const uint64_t players[SEAT_MAX + 1] = {
        [2] = GOLDEN(TWO), [3] = GOLDEN(THREE), [4] = GOLDEN(FOUR)};
    return players[setup->rules.players] |
           (setup->rules.combined_phases ? GOLDEN(COMBINED) : GOLDEN(STRICT)) |
           (setup->board.n_hexes != STANDARD_HEXES ? GOLDEN(ODD_BOARD) : 0);
}

static uint64_t of_edition(const struct rules *rules) {
    static const uint64_t editions[EDITION_COUNT] = {[CK1998] = GOLDEN(CK1998),
                                                     [CK2007] = GOLDEN(CK2007),
                                                     [CK2020] = GOLDEN(CK2020),
                                                     [CK2022] = GOLDEN(CK2022)};
    bool own = memcmp(rules->options, edition_options[rules->edition], sizeof rules->options) != 0;
    return editions[rules->edition] | (own ? GOLDEN(OWN_OPTION) : 0) |
           (rules_variant(rules, VARIANT_NASTY) ? GOLDEN(NASTY) : 0) |
           (rules_variant(rules, VARIANT_EASY_START) ? GOLDEN(EASY) : 0);
}

/* The common state of a game with knights. */
static uint64_t of_state(const struct setup *setup, const struct game *game) {
    uint64_t shown = vertex_set_empty(&game->tipped) ? 0 : GOLDEN(TIPPED);
    shown |= vertex_set_empty(&game->sabotaged) ? 0 : GOLDEN(SABOTAGED);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        shown |= (game->players[seat].defender_points ? GOLDEN(DEFENDER) : 0) |
                 (game->players[seat].vp_cards ? GOLDEN(POINT_LAID) : 0);
    return shown;
}

static uint64_t of_start(const struct setup *setup, const struct event *event) {
    if (event->start.n_rolls == 0)
        return GOLDEN(GIVEN_START);
    return (event->start.n_rolls > setup->rules.players ? GOLDEN(TIE) : 0) |
           (event->start.lot ? GOLDEN(LOT) : 0);
}

static uint64_t of_card(const struct event *event) {
    const struct action *action = &event->action;
    if (action->card == KNIGHT && action->seat == NONE)
        return GOLDEN(KNIGHT_NOBODY);
    return action->card == ROAD_BUILDING && action->edges[1] == NONE ? GOLDEN(ONE_ROAD) : 0;
}

static uint64_t of_roll(const struct setup *setup, const struct game *before,
                        const struct event *event) {
    const struct outcome *outcome = &event->outcome;
    uint64_t shown = outcome->n_rerolled ? GOLDEN(REROLLED) : 0;
    if (before->preset[0] != 0)
        shown |= GOLDEN(PRESET);
    if (outcome->event != FACE_NONE && event->drawn == 0)
        shown |= GOLDEN(TELL_EVENT);
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        if (outcome->dealt[seat] == 0)
            continue;
        unsigned track = progress_rows[outcome->dealt[seat] - 1].track;
        shown |= GOLDEN(DEALT);
        if (before->returned_count[track] == before->stack_count[track])
            shown |= GOLDEN(DRAWN_AGAIN);
    }
    return shown;
}

static uint64_t of_progress_card(const struct game *before, const struct event *event) {
    const struct action *action = &event->action;
    uint64_t shown =
        before->n_agenda && before->agenda[0].step == AGENDA_FIFTH_CARD ? GOLDEN(FIFTH_PLAYED) : 0;
    if (action->card == PROGRESS_BISHOP)
        return shown | (action->seats == NONE ? GOLDEN(BISHOP_ALL) : GOLDEN(BISHOP_SOME));
    if (action->card == PROGRESS_DIPLOMAT)
        return shown | (action->edges[1] == NONE ? GOLDEN(DIPLOMAT_AWAY) : GOLDEN(DIPLOMAT_BACK));
    return shown;
}

static uint64_t of_action(const struct setup *setup, const struct game *before,
                          const struct event *event) {
    const struct action *action = &event->action;
    const struct decision *decision = game_decision(before, event->player);
    switch (event->type) {
    case ROLL: return of_roll(setup, before, event);
    case MOVE_ROBBER: return action->seat == NONE ? GOLDEN(STEAL_NOBODY) : 0;
    case PLAY_DEV_CARD: return of_card(event);
    case DISCARD:
        return (decision && decision->answered ? GOLDEN(DISCARD_ANEW) : 0) |
               (decision && decision->piece == DISCARD_FOR_SABOTEUR ? GOLDEN(FOR_SABOTEUR) : 0);
    case GIVE_CARDS:
    case CHOOSE_PILLAGED_CITY: return decision && decision->answered ? GOLDEN(ANSWER_ANEW) : 0;
    case PLAY_PROGRESS_CARD: return of_progress_card(before, event);
    case TAKE_PROGRESS_CARD: return action->card == NONE ? GOLDEN(SPY_NOTHING) : 0;
    case COMMIT_KNIGHTS: return action->vertices[0] == NONE ? GOLDEN(COMMIT_NONE) : 0;
    case IMPROVE_CITY: return action->vertex == NONE ? 0 : GOLDEN(METROPOLIS_PLACE);
    case CHASE_ROBBER: return before->step == STEP_BEFORE_ROLL ? GOLDEN(ERRANT) : 0;
    case BUY_DEV_CARD: return event->outcome.card == VICTORY_POINT ? GOLDEN(POINT_CARD) : 0;
    case OFFER_TRADE:
        return (action->seats ? GOLDEN(NAMED_SEATS) : 0) |
               (action->auto_confirm ? GOLDEN(AUTO_OFFER) : 0) |
               (event->player != before->active ? GOLDEN(OFF_TURN_OFFER) : 0);
    case ACCEPT_TRADE: return event->player == before->active ? GOLDEN(TAKEN_AT_ONCE) : 0;
    case MARITIME_TRADE: return cards_total(action->take) > 1 ? GOLDEN(MANY_TO_BANK) : 0;
    case TRADE_IN_KNIGHT: return setup->rules.tokens_max ? GOLDEN(TOKENS) : 0;
    default: return 0;
    }
}

static uint64_t of_event(const struct setup *setup, const struct game *before,
                         const struct event *event) {
    static const uint64_t by[BY_COUNT] = {[BY_BOT] = GOLDEN(BY_BOT),
                                          [BY_TIMEOUT] = GOLDEN(BY_TIMEOUT),
                                          [BY_ORDER] = GOLDEN(BY_ORDER)};
    switch (event->type) {
    case EVENT_START: return of_start(setup, event);
    case EVENT_REVEAL: return 0;
    case EVENT_SEAT_CHANGED: return event->seat_changed.to_bot ? GOLDEN(TO_BOT) : GOLDEN(TO_HUMAN);
    case EVENT_FINISHED:
        return (event->finished.winner == NONE ? GOLDEN(ABANDONED) : GOLDEN(WON)) |
               (game_villages_spent(setup, before) ? GOLDEN(VILLAGES_SPENT) : 0);
    default: break;
    }
    bool given = action_parts(&event->action) != 0 && event->drawn == 0;
    if (action_takes_cloth(&event->action))
        return GOLDEN(CLOTH_TAKEN) | by[event->by];
    return of_action(setup, before, event) | by[event->by] | (given ? GOLDEN(GIVEN) : 0);
}

void golden_look(struct golden_shown *shown, const struct setup *setup, const struct game *before,
                 const struct event *event) {
    unsigned form = event_is_action(event->type) ? action_form(&event->action) : 0;
    shown->forms[event->type] |= UINT64_C(1) << form;
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (before->holders[award] != NONE)
            shown->held[award] |= (uint8_t)(1u << before->holders[award]);
    shown->features |= of_setup(setup) | of_edition(&setup->rules) | of_state(setup, before) |
                       of_event(setup, before, event);
}

/* ---- facts ---- */

struct lines {
    char *at, *end;
};

__attribute__((format(printf, 2, 3))) static void add(struct lines *to, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(to->at, (size_t)(to->end - to->at), format, args);
    va_end(args);
    if (n > 0 && n < to->end - to->at)
        to->at += n;
}

static void add_numbers(struct lines *to, const uint8_t *numbers, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        add(to, " %u", numbers[i]);
    add(to, "\n");
}

/* "nobody", or the seat's number. */
static void add_seat(struct lines *to, const char *fact, unsigned seat) {
    if (seat == NONE)
        add(to, "= %s nobody\n", fact);
    else
        add(to, "= %s %u\n", fact, seat);
}

/* Facts about a player that only a game with knights has. */
static void add_knights(struct lines *to, unsigned seat, const struct player *player) {
    add(to, "= seat %u commodities", seat);
    add_numbers(to, player->hand.n + RESOURCE_COUNT, KIND_COUNT - RESOURCE_COUNT);
    add(to, "= seat %u improvements", seat);
    add_numbers(to, player->improvements, TRACK_COUNT);
    add(to, "= seat %u defender %u laid_out %u tipped %u\n", seat, player->defender_points,
        player->vp_cards, player->tipped);
    add(to, "= seat %u progress", seat);
    add_numbers(to, player->progress, PROGRESS_HAND_MAX);
}

/* ... and about the table. */
static void add_table(struct lines *to, const struct game *game) {
    add(to, "= barbarians %u attacks %u\n", game->barbarians, game->attacks);
    add_seat(to, "merchant", game->merchant_holder);
    add(to, "= metropolises");
    add_numbers(to, game->metropolis, TRACK_COUNT);
    add(to, "= stacks");
    add_numbers(to, game->stack_count, TRACK_COUNT);
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        add(to, "= returned %u", track);
        add_numbers(to, game->returned[track], game->returned_count[track]);
    }
}

const char *golden_facts(char text[GOLDEN_FACTS_MAX], const struct setup *setup,
                         const struct game *game) {
    struct lines to = {text, text + GOLDEN_FACTS_MAX};
    text[0] = '\0';
    add(&to, "= events %u turns %u draws %u\n", game->seq, game->turn, game->draws);
    add(&to, "= finished %s\n", game->phase == PHASE_FINISHED ? "yes" : "no");
    add_seat(&to, "winner", game->winner);
    add_seat(&to, "longest_road", game->holders[AWARD_LONGEST_ROAD]);
    add_seat(&to, "largest_army", game->holders[AWARD_LARGEST_ARMY]);
    for (unsigned award = AWARD_LARGEST_ARMY + 1; award < AWARD_COUNT; award++)
        if (setup->award_least[award])
            add_seat(&to, award_names[award], game->holders[award]);
    add(&to, "= bank");
    add_numbers(&to, game->bank.n, RESOURCE_COUNT);
    for (unsigned seat = 0; seat < setup->rules.colors; seat++) {
        const struct player *player = &game->players[seat];
        add(&to, "= seat %u points %u road %u knights %u tokens %u\n", seat,
            game_points(setup, game, seat), player->road_length, player->knights_played,
            player->tokens);
        add(&to, "= seat %u hand", seat);
        add_numbers(&to, player->hand.n, RESOURCE_COUNT);
        add(&to, "= seat %u dev", seat);
        add_numbers(&to, player->dev, DEV_COUNT);
        add(&to, "= seat %u supply", seat);
        add_numbers(&to, player->supply, setup->rules.knights ? PIECE_SHIP : PIECE_WALL);
        if (setup->rules.knights)
            add_knights(&to, seat, player);
        if (setup->rules.sea)
            add(&to, "= seat %u ships_left %u islands %u\n", seat, player->supply[PIECE_SHIP],
                player->island_points);
    }
    if (setup->rules.sea)
        add(&to, "= pirate %u\n", game->pirate);
    if (setup->rules.knights)
        add_table(&to, game);
    return text;
}

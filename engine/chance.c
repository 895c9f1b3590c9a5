/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What chance gives: the parts of an outcome, drawing them, and whether a given one is possible. */
#include "engine/chance.h"

#include "engine/expansion.h"

enum { EASY_TURNS = 2 /* of each player (V-14) */ };

unsigned action_parts(const struct action *action) {
    return action_rule_parts(action_rule_of(action), action);
}

bool action_takes_cloth(const struct action *action) {
    const struct action_rule *rule = action_rule_of(action);
    return rule && rule->chance == &chance_theft && action->loot == LOOT_CLOTH;
}

bool game_easy_turn(const struct setup *setup, const struct game *game) {
    return rules_variant(&setup->rules, VARIANT_EASY_START) &&
           game->turn <= EASY_TURNS * setup->rules.players;
}

enum reason seven_refused(const struct setup *setup, const struct game *game) {
    if (game_easy_turn(setup, game))
        return REASON_EASY_SEVEN;
    bool early = setup->rules.options[OPTION_EARLY_SEVENS] == SEVENS_REROLLED &&
                 game->turn <= EASY_TURNS * setup->rules.players;
    return early ? REASON_EARLY_SEVEN : REASON_OK;
}

bool game_no_seven(const struct setup *setup, const struct game *game) {
    return seven_refused(setup, game) != REASON_OK;
}

bool action_discovers(const struct action *action) {
    const struct action_rule *rule = action_rule_of(action);
    return rule && rule->flags & ACTION_DISCOVERS;
}

unsigned expansion_parts(const struct setup *setup, const struct game *game,
                         const struct action *action) {
    unsigned parts = 0;
    if (!(setup->drawn >> action->type & 1))
        return 0;
    HOOK_EACH(setup, parts, row)
        parts |= row->parts(setup, game, action);
    return parts;
}

unsigned game_parts(const struct setup *setup, const struct game *game,
                    const struct action *action) {
    unsigned parts = action_rule_parts(setup_rule_of(setup, action), action);
    if (action->type == ROLL)
        parts = game->preset[0] ? 0 : PART_DICE;
    return parts | expansion_parts(setup, game, action);
}

/* ---- rolls ---- */

/* Whether a roll may not have SUM (T-08, V-14, H-02). */
static bool dice_forbidden(const struct setup *setup, const struct game *game, unsigned sum) {
    return (sum == SEVEN && game_no_seven(setup, game)) ||
           (game->rolls && sum == (unsigned)game->dice[0][0] + game->dice[0][1]);
}

/* Draws from the allowed rolls alone, in one draw, once as many have been rejected as an outcome
 * lists. */
static void dice_draw_allowed(const struct setup *setup, const struct game *game,
                              struct chance *chance, struct outcome *outcome) {
    uint8_t allowed[DIE_SIDES * DIE_SIDES][2];
    unsigned n = 0;
    for (unsigned yellow = 1; yellow <= DIE_SIDES; yellow++)
        for (unsigned red = 1; red <= DIE_SIDES; red++)
            if (!dice_forbidden(setup, game, yellow + red)) {
                allowed[n][0] = (uint8_t)yellow;
                allowed[n++][1] = (uint8_t)red;
            }
    unsigned i = chance_below(chance, n);
    outcome->yellow = allowed[i][0];
    outcome->red = allowed[i][1];
}

static void dice_draw(const struct setup *setup, const struct game *game, struct chance *chance,
                      struct outcome *outcome) {
    outcome->n_rerolled = 0;
    for (;;) {
        if (outcome->n_rerolled == REROLL_MAX) {
            dice_draw_allowed(setup, game, chance, outcome);
            return;
        }
        outcome->yellow = chance_die(chance);
        outcome->red = chance_die(chance);
        if (!dice_forbidden(setup, game, (unsigned)outcome->yellow + outcome->red))
            return;
        outcome->rerolled[outcome->n_rerolled][0] = outcome->yellow;
        outcome->rerolled[outcome->n_rerolled++][1] = outcome->red;
    }
}

static bool dice_range(const uint8_t dice[2]) {
    return dice[0] >= 1 && dice[0] <= DIE_SIDES && dice[1] >= 1 && dice[1] <= DIE_SIDES;
}

static enum reason dice_possible(const struct setup *setup, const struct game *game,
                                 const struct outcome *outcome) {
    const unsigned sum = (unsigned)outcome->yellow + outcome->red;
    if (game->preset[0])
        return outcome->yellow == game->preset[0] && outcome->red == game->preset[1] &&
                       outcome->n_rerolled == 0
                   ? REASON_OK
                   : REASON_PRESET_DICE;
    if (!dice_range((const uint8_t[]){outcome->yellow, outcome->red}) ||
        outcome->n_rerolled > REROLL_MAX)
        return REASON_DICE_RANGE;
    if (dice_forbidden(setup, game, sum))
        return sum == SEVEN && game_no_seven(setup, game) ? seven_refused(setup, game)
                                                          : REASON_SAME_SUM;
    for (unsigned i = 0; i < outcome->n_rerolled; i++) {
        const uint8_t *dice = outcome->rerolled[i];
        if (!dice_range(dice))
            return REASON_DICE_RANGE;
        if (!dice_forbidden(setup, game, (unsigned)dice[0] + dice[1]))
            return REASON_REROLL_SUM;
    }
    return REASON_OK;
}

static void roll_draw(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct action *action, unsigned parts, struct chance *chance,
                      struct outcome *outcome) {
    (void)seat, (void)action;
    if (parts & PART_DICE)
        dice_draw(setup, game, chance, outcome);
}

static enum reason roll_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action, const struct outcome *outcome) {
    (void)seat, (void)action;
    return dice_possible(setup, game, outcome);
}

const struct chance_rule chance_roll = {.parts = PART_DICE | PART_EVENT | PART_CARDS,
                                        .card_limit = PROGRESS_COUNT,
                                        .draw = roll_draw,
                                        .possible = roll_possible};

/* ---- a development card ---- */

unsigned chance_kind(const uint8_t counts[], unsigned n, struct chance *chance) {
    unsigned total = 0, kind = 0;
    for (unsigned i = 0; i < n; i++)
        total += counts[i];
    unsigned position = chance_below(chance, total);
    while (position >= counts[kind])
        position -= counts[kind++];
    return kind;
}

static void dev_draw(const struct setup *setup, const struct game *game, unsigned seat,
                     const struct action *action, unsigned parts, struct chance *chance,
                     struct outcome *outcome) {
    (void)setup, (void)seat, (void)action, (void)parts;
    outcome->card = (uint8_t)chance_kind(game->deck, DEV_COUNT, chance);
}

static enum reason dev_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)seat, (void)action;
    return outcome->card < DEV_COUNT && game->deck[outcome->card] ? REASON_OK
                                                                  : REASON_CARD_NOT_IN_DECK;
}

const struct chance_rule chance_dev = {
    .parts = PART_CARD, .card_limit = DEV_COUNT, .draw = dev_draw, .possible = dev_possible};

/* ---- cards out of a hand ---- */

unsigned chance_steal(const struct game *game, unsigned victim, struct chance *chance) {
    const struct player *player = &game->players[victim];
    return cards_at(player->hand, chance_below(chance, player->hand_count));
}

static void theft_draw(const struct setup *setup, const struct game *game, unsigned seat,
                       const struct action *action, unsigned parts, struct chance *chance,
                       struct outcome *outcome) {
    (void)setup, (void)seat, (void)parts;
    outcome->card = (uint8_t)chance_steal(game, action->seat, chance);
}

static enum reason theft_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action, const struct outcome *outcome) {
    (void)seat;
    return outcome->card < setup->rules.kinds && game->players[action->seat].hand.n[outcome->card]
               ? REASON_OK
               : REASON_CARD_NOT_THERE;
}

const struct chance_rule chance_theft = {.parts = PART_CARD,
                                         .card_limit = KIND_COUNT,
                                         .victim = true,
                                         .draw = theft_draw,
                                         .possible = theft_possible};

/* T-27 */
static void forced_draw(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *action, unsigned parts, struct chance *chance,
                        struct outcome *outcome) {
    struct cards hand = game->players[1 - seat].hand, drawn = cards_none();
    (void)setup, (void)action, (void)parts;
    for (unsigned i = 0; i < FORCED_CARDS && !cards_empty(hand); i++) {
        unsigned kind = cards_at(hand, chance_below(chance, cards_total(hand)));
        hand.n[kind]--;
        drawn.n[kind]++;
    }
    outcome->cards = drawn;
}

static enum reason forced_possible(const struct setup *setup, const struct game *game,
                                   unsigned seat, const struct action *action,
                                   const struct outcome *outcome) {
    const struct player *victim = &game->players[1 - seat];
    unsigned due = victim->hand_count < FORCED_CARDS ? victim->hand_count : FORCED_CARDS;
    (void)setup, (void)action;
    return cards_total(outcome->cards) == due && cards_cover(victim->hand, outcome->cards)
               ? REASON_OK
               : REASON_DRAWN_CARDS;
}

const struct chance_rule chance_forced = {
    .parts = PART_CARDS, .draw = forced_draw, .possible = forced_possible};

/* ---- outcomes ---- */

void game_draw(const struct setup *setup, const struct game *game, unsigned seat,
               const struct action *action, unsigned parts, struct chance *chance,
               struct outcome *outcome) {
    if (action->type == ROLL && game->preset[0] && !outcome->yellow) {
        outcome->yellow = game->preset[0];
        outcome->red = game->preset[1];
    }
    const struct action_rule *rule = setup_rule_of(setup, action);
    if (parts && rule->chance)
        rule->chance->draw(setup, game, seat, action, parts, chance, outcome);
    if (!(setup->drawn >> action->type & 1))
        return;
    HOOK_EACH(setup, draw, row)
        row->draw(setup, game, action, parts, chance, outcome);
}

enum reason game_possible(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *action, const struct outcome *outcome) {
    enum reason reason = REASON_OK;
    if (action_parts(action))
        reason = action_rule_of(action)->chance->possible(setup, game, seat, action, outcome);
    EXPANSION_EACH(possible, row)
        reason = reason == REASON_OK ? row->possible(setup, game, action, outcome) : reason;
    return reason;
}

/* Draws for the cards that OUTCOME deals, and for those a roll loses to the fleet (only in games without an
 * event die). */
static unsigned draws_dealt(const struct event *event) {
    const struct outcome *outcome = &event->outcome;
    const bool deals = outcome_deals(outcome), loses = event->type == ROLL && !outcome->event;
    unsigned draws = 0;
    for (unsigned seat = 0; deals && seat < SEAT_MAX; seat++)
        draws += outcome->dealt[seat] != 0;
    for (unsigned seat = 0; loses && seat < SEAT_MAX; seat++)
        draws += cards_total(outcome->lost[seat]);
    return draws;
}

unsigned event_draws(const struct event *event) {
    unsigned draws = 0;
    if (event->type == EVENT_START) /* two dice a roll; the lot after endless ties adds one */
        return 2u * event->start.n_rolls + event->start.lot;
    if (!event_is_action(event->type)) /* no outcome, even if a damaged event holds one */
        return 0;
    if (event->type == ATTACK_FORTRESS)
        return event->drawn & PART_DICE ? 1 : 0;
    if (event->drawn & PART_DICE)
        draws += event->outcome.n_rerolled == REROLL_MAX ? 2 * REROLL_MAX + 1
                                                         : 2u * (event->outcome.n_rerolled + 1u);
    draws += (event->drawn & PART_EVENT) != 0;
    if (event->drawn & PART_CARD) /* two cards can be gifts */
        draws += event->outcome.n_gifts ? event->outcome.n_gifts : 1u;
    if (event->drawn & PART_CARDS) {
        draws += cards_total(event->outcome.cards) + draws_dealt(event);
        for (unsigned i = 0; i < event->outcome.n_reveals; i++)
            draws += 1u + (event->outcome.reveals[i].number != 0);
    }
    return draws;
}

/* ---- the first turn (B-21) ---- */

/* Of the seats in TIED, those whose rolls of this round (rolls[from..]) are highest. */
static unsigned start_highest(const struct start_roll *rolls, unsigned n) {
    unsigned highest = 0, seats = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned sum = (unsigned)rolls[i].yellow + rolls[i].red;
        if (sum > highest) {
            highest = sum;
            seats = 0;
        }
        if (sum == highest)
            seats |= 1u << rolls[i].seat;
    }
    return seats;
}

void game_draw_start(const struct setup *setup, struct chance *chance, struct event *event) {
    unsigned tied = (1u << setup->rules.players) - 1;
    *event =
        (struct event){.type = EVENT_START, .player = NONE, .by = BY_ENGINE, .drawn = PART_DICE};
    for (unsigned round = 0; round < START_ROUND_MAX && tied & (tied - 1); round++) {
        unsigned from = event->start.n_rolls;
        uint64_t seats = tied;
        while (seats) {
            struct start_roll *roll = &event->start.rolls[event->start.n_rolls++];
            roll->seat = (uint8_t)bit_take(&seats);
            roll->yellow = chance_die(chance);
            roll->red = chance_die(chance);
        }
        tied = start_highest(&event->start.rolls[from], event->start.n_rolls - from);
    }
    if (tied & (tied - 1)) {
        event->start.lot = true;
        for (unsigned skip = chance_below(chance, bit_count(tied)); skip; skip--)
            tied &= tied - 1;
    }
    event->start.first = (uint8_t)__builtin_ctz(tied);
}

/* Whether the rolls of EVENT are complete and name the one who begins. */
static bool start_sound(const struct setup *setup, const struct event *event) {
    unsigned tied = (1u << setup->rules.players) - 1, at = 0;
    if (event->start.first >= setup->rules.players)
        return false;
    if (event->start.n_rolls == 0) /* given, not rolled */
        return !event->drawn && !event->start.lot;
    while (at < event->start.n_rolls && tied & (tied - 1)) {
        unsigned from = at;
        for (uint64_t seats = tied; seats;) {
            unsigned seat = bit_take(&seats);
            if (at == event->start.n_rolls)
                return false;
            const struct start_roll *roll = &event->start.rolls[at++];
            if (roll->seat != seat || !dice_range((const uint8_t[]){roll->yellow, roll->red}))
                return false;
        }
        tied = start_highest(&event->start.rolls[from], at - from);
    }
    return at == event->start.n_rolls && (tied >> event->start.first & 1) &&
           event->start.lot == ((tied & (tied - 1)) != 0);
}

/* ---- events from outside ---- */

static bool game_anybody_resigned(const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (game->players[seat].resigned)
            return true;
    return false;
}

/* Whether EVENT, written by the server, says what the state says. The players can agree to end the game at any
 * time. */
static bool ending_sound(const struct setup *setup, const struct game *game,
                         const struct event *event) {
    struct event expected;
    const bool over = game->phase == PHASE_FINISHED;
    if (event->type == EVENT_REVEAL) {
        game_reveal(setup, game, &expected);
        return game->seq > 0 && !game->revealed &&
               memcmp(&expected.reveal, &event->reveal, sizeof expected.reveal) == 0;
    }
    game_finish(setup, game, &expected);
    expected.finished.agreed = !over && event->finished.agreed;
    return (over || expected.finished.agreed || game_anybody_resigned(setup, game)) &&
           game->revealed &&
           memcmp(&expected.finished, &event->finished, sizeof expected.finished) == 0;
}

/* O-06: a fifth card of an absent player is not played, the last one drawn goes back. S-80: an absent player
 * keeps a harbor, and so does a list of builds that came upon one. */
static bool event_puts_back_by_default(const struct setup *setup, const struct game *game,
                                       const struct event *event) {
    struct action action = game_default(setup, game, event->player);
    return (event->by == BY_TIMEOUT || event->by == BY_ORDER) &&
           memcmp(&action, &event->action, sizeof action) == 0;
}

enum reason game_accepts(const struct setup *setup, const struct game *game,
                         const struct event *event) {
    bool sound;
    if (!event_is_action(event->type) && event->type != EVENT_START && event->drawn)
        return REASON_NOT_NEXT; /* what the server writes leaves nothing to chance */
    switch (event->type) {
    case EVENT_START:
        sound = game->seq == 0 && !(event->drawn & ~PART_DICE) && start_sound(setup, event) &&
                (game->first == NONE || game->first == event->start.first);
        return sound ? REASON_OK : REASON_NOT_NEXT;
    case EVENT_SEAT_CHANGED:
        sound = event->seat_changed.seat < setup->rules.players && game->seq > 0 && !game->revealed;
        return sound ? REASON_OK : REASON_NOT_NEXT;
    case EVENT_REVEAL:
    case EVENT_FINISHED: return ending_sound(setup, game, event) ? REASON_OK : REASON_NOT_NEXT;
    default: break;
    }
    if (game->seq == 0 || game->revealed || !event_is_action(event->type) ||
        event->action.type != event->type ||
        event->drawn & ~game_parts(setup, game, &event->action) ||
        action_shape(setup, &event->action))
        return REASON_NOT_NEXT;
    enum reason reason = game_legal(setup, game, event->player, &event->action);
    if ((reason == REASON_CARD_PLAYABLE || reason == REASON_HARBOR_DUE) &&
        event_puts_back_by_default(setup, game, event))
        reason = REASON_OK;
    if (reason != REASON_OK)
        return reason;
    return game_possible(setup, game, event->player, &event->action, &event->outcome);
}

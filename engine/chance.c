/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What chance gives: the parts of an outcome, drawing them, and whether a given one is possible. */
#include "engine/chance.h"

#include "engine/internal.h"

enum {
    SHIP_SIDES = 3, /* of the event die (C-09); the other three are a gate each */
    EASY_TURNS = 2, /* of each player (V-14) */
};

unsigned action_parts(const struct action *action) {
    switch (action->type) {
    case ROLL: return PART_DICE | PART_EVENT | PART_CARDS;
    case BUY_DEV_CARD:
    case CHOOSE_PROGRESS_DECK: return PART_CARD;
    case MOVE_ROBBER:
    case CHASE_ROBBER: return action->seat == NONE ? 0 : PART_CARD;
    case PLAY_DEV_CARD: return action->card == KNIGHT && action->seat != NONE ? PART_CARD : 0;
    case FORCED_TRADE: return PART_CARDS;
    case PLAY_PROGRESS_CARD: return action->card == PROGRESS_BISHOP ? PART_CARDS : 0;
    default: return 0;
    }
}

bool game_easy_turn(const struct setup *setup, const struct game *game) {
    return rules_variant(&setup->rules, VARIANT_EASY_START) &&
           game->turn <= EASY_TURNS * setup->rules.players;
}

unsigned game_parts(const struct setup *setup, const struct game *game,
                    const struct action *action) {
    unsigned parts = action_parts(action);
    if (action->type != ROLL)
        return parts;
    if (game->preset[0])
        parts &= ~(unsigned)PART_DICE;
    if (!setup->rules.knights || game_easy_turn(setup, game))
        parts &= ~(unsigned)(PART_EVENT | PART_CARDS);
    return parts;
}

/* The sum that a roll may not have (T-08, V-14), or 0. */
static unsigned forbidden_sum(const struct setup *setup, const struct game *game) {
    if (game_easy_turn(setup, game))
        return SEVEN;
    return game->rolls ? (unsigned)game->dice[0][0] + game->dice[0][1] : 0;
}

/* Rejected so often that the rest is drawn among the rolls that are allowed: one draw. */
static void draw_allowed(unsigned forbidden, struct chance *chance, struct outcome *outcome) {
    uint8_t allowed[DIE_SIDES * DIE_SIDES][2];
    unsigned n = 0;
    for (unsigned yellow = 1; yellow <= DIE_SIDES; yellow++)
        for (unsigned red = 1; red <= DIE_SIDES; red++)
            if (yellow + red != forbidden) {
                allowed[n][0] = (uint8_t)yellow;
                allowed[n++][1] = (uint8_t)red;
            }
    unsigned i = chance_below(chance, n);
    outcome->yellow = allowed[i][0];
    outcome->red = allowed[i][1];
}

static void draw_dice(const struct setup *setup, const struct game *game, struct chance *chance,
                      struct outcome *outcome) {
    unsigned forbidden = forbidden_sum(setup, game);
    outcome->n_rerolled = 0;
    for (;;) {
        if (outcome->n_rerolled == REROLL_MAX) {
            draw_allowed(forbidden, chance, outcome);
            return;
        }
        outcome->yellow = chance_die(chance);
        outcome->red = chance_die(chance);
        if ((unsigned)outcome->yellow + outcome->red != forbidden)
            return;
        outcome->rerolled[outcome->n_rerolled][0] = outcome->yellow;
        outcome->rerolled[outcome->n_rerolled++][1] = outcome->red;
    }
}

static unsigned draw_dev(const struct game *game, struct chance *chance) {
    unsigned position = chance_below(chance, game->deck_count), card = 0;
    while (position >= game->deck[card])
        position -= game->deck[card++];
    return card;
}

static struct cards draw_forced(const struct game *game, unsigned victim, struct chance *chance) {
    struct cards hand = game->players[victim].hand, drawn = cards_none();
    for (unsigned i = 0; i < FORCED_CARDS && !cards_empty(hand); i++) {
        unsigned kind = cards_at(hand, chance_below(chance, cards_total(hand)));
        hand.n[kind]--;
        drawn.n[kind]++;
    }
    return drawn;
}

static unsigned draw_stolen(const struct game *game, unsigned victim, struct chance *chance) {
    const struct player *player = &game->players[victim];
    return cards_at(player->hand, chance_below(chance, player->hand_count));
}

/* C-09: three sides are the ship, then a gate each in the order of the areas. */
static unsigned draw_event(struct chance *chance) {
    unsigned side = chance_below(chance, DIE_SIDES);
    return side < SHIP_SIDES ? FACE_SHIP : FACE_SHIP + 1 + side - SHIP_SIDES;
}

/* ---- progress stacks (C-18, C-144) ---- */

/* Cards taken off a stack one after the other within one roll. A card never drawn before is as
 * likely as any other such card; behind them the returned ones lie in their order. */
struct stack {
    const struct game *game;
    unsigned track, fresh, back; /* cards never drawn; returned ones taken */
    uint8_t undrawn[STACK_MAX];  /* of the cards of this stack, first card first */
};

static struct stack stack_open(const struct game *game, unsigned track) {
    struct stack stack = {.game = game, .track = track};
    const struct progress_span *span = &progress_spans[track];
    memcpy(stack.undrawn, &game->undrawn[span->first], span->n);
    stack.fresh = (unsigned)game->stack_count[track] - game->returned_count[track];
    return stack;
}

static bool stack_empty(const struct stack *stack) {
    return !stack->fresh && stack->back == stack->game->returned_count[stack->track];
}

static unsigned stack_draw(struct stack *stack, struct chance *chance) {
    if (!stack->fresh) {
        (void)chance_below(chance, 1);
        return stack->game->returned[stack->track][stack->back++] - 1u;
    }
    unsigned position = chance_below(chance, stack->fresh), card = 0;
    while (position >= stack->undrawn[card])
        position -= stack->undrawn[card++];
    stack->undrawn[card]--;
    stack->fresh--;
    return progress_spans[stack->track].first + card;
}

/* Takes CARD if it can be the next one. */
static bool stack_take(struct stack *stack, unsigned card) {
    const struct progress_span *span = &progress_spans[stack->track];
    if (card - span->first >= span->n || stack_empty(stack))
        return false;
    if (!stack->fresh)
        return stack->game->returned[stack->track][stack->back++] == card + 1;
    uint8_t *left = &stack->undrawn[card - span->first];
    if (!*left)
        return false;
    --*left;
    stack->fresh--;
    return true;
}

unsigned game_gate_draws(const struct setup *setup, const struct game *game, unsigned face,
                         unsigned red) {
    unsigned seats = 0;
    if (face <= FACE_SHIP)
        return 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        unsigned level = game->players[seat].improvements[face - FACE_TRADE];
        seats |= (unsigned)(level > 0 && level + 1 >= red) << seat;
    }
    return seats;
}

/* C-30 to C-34: the roller first, then clockwise, as long as the stack lasts. */
static void draw_gate(const struct setup *setup, const struct game *game, struct chance *chance,
                      struct outcome *outcome) {
    unsigned seats = game_gate_draws(setup, game, outcome->event, outcome->red);
    if (!seats)
        return;
    struct stack stack = stack_open(game, outcome->event - FACE_TRADE);
    while (seats && !stack_empty(&stack)) {
        unsigned seat = seats_first(game, seats);
        outcome->dealt[seat] = (uint8_t)(1 + stack_draw(&stack, chance));
        seats &= ~(1u << seat);
    }
}

static bool gate_possible(const struct setup *setup, const struct game *game,
                          const struct outcome *outcome) {
    unsigned seats = game_gate_draws(setup, game, outcome->event, outcome->red);
    uint8_t left[SEAT_MAX];
    static const uint8_t none[SEAT_MAX];
    memcpy(left, outcome->dealt, sizeof left);
    if (seats) {
        struct stack stack = stack_open(game, outcome->event - FACE_TRADE);
        while (seats && !stack_empty(&stack)) {
            unsigned seat = seats_first(game, seats);
            if (!left[seat] || !stack_take(&stack, left[seat] - 1u))
                return false;
            left[seat] = 0;
            seats &= ~(1u << seat);
        }
    }
    return memcmp(left, none, sizeof left) == 0;
}

/* ---- the Bishop (C-216) ---- */

static unsigned bishop_victims(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    unsigned victims = robber_victims(setup, game, seat, action->hex);
    return action->seats == NONE ? victims : victims & action->seats;
}

static void draw_bishop(const struct game *game, uint64_t victims, struct chance *chance,
                        struct outcome *outcome) {
    while (victims) {
        unsigned victim = bit_take(&victims);
        outcome->dealt[victim] = (uint8_t)(1 + draw_stolen(game, victim, chance));
    }
}

static bool bishop_possible(const struct setup *setup, const struct game *game, unsigned victims,
                            const struct outcome *outcome) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        unsigned dealt = outcome->dealt[seat];
        if ((victims >> seat & 1) != (dealt != 0))
            return false;
        if (dealt && (dealt > setup->rules.kinds || !game->players[seat].hand.n[dealt - 1]))
            return false;
    }
    return true;
}

static void draw_card(const struct game *game, const struct action *action, struct chance *chance,
                      struct outcome *outcome) {
    struct stack stack;
    switch (action->type) {
    case BUY_DEV_CARD: outcome->card = (uint8_t)draw_dev(game, chance); break;
    case CHOOSE_PROGRESS_DECK:
        stack = stack_open(game, action->track);
        outcome->card = (uint8_t)stack_draw(&stack, chance);
        break;
    default: outcome->card = (uint8_t)draw_stolen(game, action->seat, chance);
    }
}

static void draw_cards(const struct setup *setup, const struct game *game, unsigned seat,
                       const struct action *action, struct chance *chance,
                       struct outcome *outcome) {
    switch (action->type) {
    case ROLL: draw_gate(setup, game, chance, outcome); break;
    case PLAY_PROGRESS_CARD:
        draw_bishop(game, bishop_victims(setup, game, seat, action), chance, outcome);
        break;
    default: outcome->cards = draw_forced(game, 1 - seat, chance);
    }
}

void game_draw(const struct setup *setup, const struct game *game, unsigned seat,
               const struct action *action, unsigned parts, struct chance *chance,
               struct outcome *outcome) {
    if (action->type == ROLL && game->preset[0] && !outcome->yellow) {
        outcome->yellow = game->preset[0];
        outcome->red = game->preset[1];
    }
    if (parts & PART_DICE)
        draw_dice(setup, game, chance, outcome);
    if (parts & PART_EVENT)
        outcome->event = (uint8_t)draw_event(chance);
    if (parts & PART_CARD)
        draw_card(game, action, chance, outcome);
    if (parts & PART_CARDS)
        draw_cards(setup, game, seat, action, chance, outcome);
}

unsigned event_draws(const struct event *event) {
    unsigned draws = 0;
    if (event->type == EVENT_START) /* an even number is rolls; a tie drawn at last adds one */
        return 2u * event->start.n_rolls + event->start.lot;
    if (event->drawn & PART_DICE)
        draws += event->outcome.n_rerolled == REROLL_MAX ? 2 * REROLL_MAX + 1
                                                         : 2u * (event->outcome.n_rerolled + 1u);
    draws += (event->drawn & PART_EVENT) != 0;
    draws += (event->drawn & PART_CARD) != 0;
    if (event->drawn & PART_CARDS) {
        draws += cards_total(event->outcome.cards);
        for (unsigned seat = 0; seat < SEAT_MAX; seat++)
            draws += event->outcome.dealt[seat] != 0;
    }
    return draws;
}

/* ---- the first turn (B-21) ---- */

/* Of the seats in TIED, those whose rolls of this round (rolls[from..]) are highest. */
static unsigned highest(const struct start_roll *rolls, unsigned n) {
    unsigned most = 0, seats = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned sum = (unsigned)rolls[i].yellow + rolls[i].red;
        if (sum > most) {
            most = sum;
            seats = 0;
        }
        if (sum == most)
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
        tied = highest(&event->start.rolls[from], event->start.n_rolls - from);
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
            if (roll->seat != seat || roll->yellow < 1 || roll->yellow > DIE_SIDES ||
                roll->red < 1 || roll->red > DIE_SIDES)
                return false;
        }
        tied = highest(&event->start.rolls[from], at - from);
    }
    return at == event->start.n_rolls && (tied >> event->start.first & 1) &&
           event->start.lot == ((tied & (tied - 1)) != 0);
}

/* ---- given outcomes ---- */

static enum reason dice_possible(const struct setup *setup, const struct game *game,
                                 const struct outcome *outcome) {
    unsigned forbidden = forbidden_sum(setup, game);
    if (game->preset[0])
        return outcome->yellow == game->preset[0] && outcome->red == game->preset[1] &&
                       outcome->n_rerolled == 0
                   ? REASON_OK
                   : REASON_PRESET_DICE;
    if (outcome->yellow < 1 || outcome->yellow > DIE_SIDES || outcome->red < 1 ||
        outcome->red > DIE_SIDES || outcome->n_rerolled > REROLL_MAX)
        return REASON_DICE_RANGE;
    if ((unsigned)outcome->yellow + outcome->red == forbidden)
        return game->rolls ? REASON_SAME_SUM : REASON_EASY_SEVEN;
    for (unsigned i = 0; i < outcome->n_rerolled; i++) {
        const uint8_t *dice = outcome->rerolled[i];
        if (dice[0] < 1 || dice[0] > DIE_SIDES || dice[1] < 1 || dice[1] > DIE_SIDES)
            return REASON_DICE_RANGE;
        if ((unsigned)dice[0] + dice[1] != forbidden)
            return REASON_REROLL_SUM;
    }
    return REASON_OK;
}

static enum reason roll_possible(const struct setup *setup, const struct game *game,
                                 const struct action *action, const struct outcome *outcome) {
    enum reason reason = dice_possible(setup, game, outcome);
    bool die = game_parts(setup, game, action) & PART_EVENT;
    if (reason != REASON_OK)
        return reason;
    if (die != (outcome->event != FACE_NONE) || outcome->event >= FACE_COUNT)
        return REASON_EVENT_DIE;
    return gate_possible(setup, game, outcome) ? REASON_OK : REASON_DRAWS;
}

static enum reason card_possible(const struct setup *setup, const struct game *game,
                                 const struct action *action, unsigned card) {
    struct stack stack;
    switch (action->type) {
    case BUY_DEV_CARD:
        return card < DEV_COUNT && game->deck[card] ? REASON_OK : REASON_CARD_NOT_IN_DECK;
    case CHOOSE_PROGRESS_DECK:
        stack = stack_open(game, action->track);
        return stack_take(&stack, card) ? REASON_OK : REASON_CARD_NOT_IN_STACK;
    default:
        return card < setup->rules.kinds && game->players[action->seat].hand.n[card]
                   ? REASON_OK
                   : REASON_CARD_NOT_THERE;
    }
}

static enum reason cards_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action, const struct outcome *outcome) {
    if (action->type == PLAY_PROGRESS_CARD)
        return bishop_possible(setup, game, bishop_victims(setup, game, seat, action), outcome)
                   ? REASON_OK
                   : REASON_CARD_NOT_THERE;
    const struct player *victim = &game->players[1 - seat];
    unsigned due = victim->hand_count < FORCED_CARDS ? victim->hand_count : FORCED_CARDS;
    return cards_total(outcome->cards) == due && cards_cover(victim->hand, outcome->cards)
               ? REASON_OK
               : REASON_DRAWN_CARDS;
}

enum reason game_possible(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *action, const struct outcome *outcome) {
    unsigned parts = action_parts(action);
    if (action->type == ROLL)
        return roll_possible(setup, game, action, outcome);
    if (parts & PART_CARD)
        return card_possible(setup, game, action, outcome->card);
    if (parts & PART_CARDS)
        return cards_possible(setup, game, seat, action, outcome);
    return REASON_OK;
}

/* ---- events from outside ---- */

static bool anybody_resigned(const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (game->players[seat].resigned)
            return true;
    return false;
}

/* Whether EVENT, written by the server, says what the state says. */
static bool ending_sound(const struct setup *setup, const struct game *game,
                         const struct event *event) {
    struct event expected;
    bool over = game->phase == PHASE_FINISHED || anybody_resigned(setup, game);
    if (event->type == EVENT_REVEAL) {
        game_reveal(setup, game, &expected);
        return over && !game->revealed &&
               memcmp(&expected.reveal, &event->reveal, sizeof expected.reveal) == 0;
    }
    game_finish(setup, game, &expected);
    return over && game->revealed &&
           memcmp(&expected.finished, &event->finished, sizeof expected.finished) == 0;
}

/* O-06: an absent player plays no fifth card, he puts the last one back. */
static bool put_back_by_default(const struct setup *setup, const struct game *game,
                                const struct event *event) {
    struct action action = game_default(setup, game, event->player);
    return event->by == BY_TIMEOUT && memcmp(&action, &event->action, sizeof action) == 0;
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
    if (reason == REASON_CARD_PLAYABLE && put_back_by_default(setup, game, event))
        reason = REASON_OK;
    if (reason != REASON_OK)
        return reason;
    return game_possible(setup, game, event->player, &event->action, &event->outcome);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What chance gives in Cities & Knights: the event die, cards from the stacks, and what the Bishop
 * steals. */
#include "engine/chance.h"

#include "engine/knights/internal.h"

/* C-09: three sides are the ship, then a gate each in the order of the areas. */
unsigned event_die_draw(struct chance *chance) {
    enum { SHIP_SIDES = 3 };
    unsigned side = chance_below(chance, DIE_SIDES);
    return side < SHIP_SIDES ? FACE_SHIP : FACE_SHIP + 1 + side - SHIP_SIDES;
}

/* ---- progress stacks (C-18, C-144) ---- */

/* Cards taken off a stack one after the other within one roll. Cards never drawn before are equally
 * likely; the returned ones lie below them, in their order. */
struct stack {
    const struct game *game;
    unsigned track, fresh, back; /* cards never drawn; returned ones taken */
    uint8_t undrawn[STACK_MAX];  /* of the cards of this stack, first card first */
};

static void stack_open(struct stack *stack, const struct game *game, unsigned track) {
    const struct progress_span *span = &progress_spans[track];
    stack->game = game;
    stack->track = track;
    stack->fresh = (unsigned)game->stack_count[track] - game->returned_count[track];
    stack->back = 0;
    memcpy(stack->undrawn, &game->undrawn[span->first], span->n);
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

/* Whether CARD is one of those of the stack. */
static bool stack_has(const struct stack *stack, unsigned card) {
    const struct progress_span *span = &progress_spans[stack->track];
    return card - span->first < span->n;
}

/* Takes CARD if it can be the next one. */
static bool stack_give(struct stack *stack, unsigned card) {
    const struct progress_span *span = &progress_spans[stack->track];
    if (!stack_has(stack, card) || stack_empty(stack))
        return false;
    if (!stack->fresh)
        return stack->game->returned[stack->track][stack->back++] == card + 1;
    uint8_t *cards = &stack->undrawn[card - span->first];
    if (!*cards)
        return false;
    --*cards;
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
void gate_draw(const struct setup *setup, const struct game *game, struct chance *chance,
               struct outcome *outcome) {
    unsigned seats = game_gate_draws(setup, game, outcome->event, outcome->red);
    if (!seats)
        return;
    struct stack stack;
    stack_open(&stack, game, outcome->event - FACE_TRADE);
    while (seats && !stack_empty(&stack)) {
        unsigned seat = seats_first(game, seats);
        outcome->dealt[seat] = (uint8_t)(1 + stack_draw(&stack, chance));
        seats &= ~(1u << seat);
    }
}

enum reason gate_possible(const struct setup *setup, const struct game *game,
                          const struct outcome *outcome) {
    unsigned seats = game_gate_draws(setup, game, outcome->event, outcome->red);
    unsigned left = seats ? game->stack_count[outcome->event - FACE_TRADE] : 0, dealt = 0;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        dealt |= (unsigned)(outcome->dealt[seat] != 0) << seat;
    struct stack stack;
    if (seats)
        stack_open(&stack, game, outcome->event - FACE_TRADE);
    enum reason reason = REASON_OK;
    for (; seats && left; left--) {
        unsigned seat = seats_first(game, seats), card = outcome->dealt[seat] - 1u;
        if (!(dealt >> seat & 1) || !stack_has(&stack, card))
            return REASON_DRAWS;
        if (!stack_give(&stack, card))
            reason = REASON_CARD_NOT_IN_STACK; /* C-144 */
        seats &= ~(1u << seat);
        dealt &= ~(1u << seat);
    }
    return dealt ? REASON_DRAWS : reason;
}

/* ---- a card of a chosen stack (C-125) ---- */

static void deck_draw(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct action *action, unsigned parts, struct chance *chance,
                      struct outcome *outcome) {
    struct stack stack;
    stack_open(&stack, game, action->track);
    (void)setup, (void)seat, (void)parts;
    outcome->card = (uint8_t)stack_draw(&stack, chance);
}

static enum reason deck_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action, const struct outcome *outcome) {
    struct stack stack;
    stack_open(&stack, game, action->track);
    (void)setup, (void)seat;
    return stack_give(&stack, outcome->card) ? REASON_OK : REASON_CARD_NOT_IN_STACK;
}

const struct chance_rule chance_stack = {
    .parts = PART_CARD, .card_limit = PROGRESS_COUNT, .draw = deck_draw, .possible = deck_possible};

/* ---- the Bishop (C-216) ---- */

static unsigned bishop_victims(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    unsigned victims = robber_victims(setup, game, seat, action->hex);
    return action->seats == NONE ? victims : victims & action->seats;
}

static void bishop_draw(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *action, unsigned parts, struct chance *chance,
                        struct outcome *outcome) {
    (void)parts;
    for (uint64_t victims = bishop_victims(setup, game, seat, action); victims;) {
        unsigned victim = bit_take(&victims);
        outcome->dealt[victim] = (uint8_t)(1 + chance_steal(game, victim, chance));
    }
}

static enum reason bishop_possible(const struct setup *setup, const struct game *game,
                                   unsigned seat, const struct action *action,
                                   const struct outcome *outcome) {
    unsigned victims = bishop_victims(setup, game, seat, action);
    for (unsigned other = 0; other < SEAT_MAX; other++) {
        unsigned dealt = outcome->dealt[other];
        if ((victims >> other & 1) != (dealt != 0) || dealt > setup->rules.kinds ||
            (dealt && !game->players[other].hand.n[dealt - 1]))
            return REASON_CARD_NOT_THERE;
    }
    return REASON_OK;
}

const struct chance_rule chance_bishop = {.parts = PART_CARDS,
                                          .card_limit = KIND_COUNT,
                                          .draw = bishop_draw,
                                          .possible = bishop_possible};

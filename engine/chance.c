/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What chance gives: the parts of an outcome, drawing them, and whether a given one is possible. */
#include "engine/chance.h"

#include "engine/internal.h"

enum { DIE_SIDES = 6, FORCED_CARDS = 2 };

unsigned action_parts(const struct action *action) {
    switch (action->type) {
    case ROLL: return PART_DICE;
    case BUY_DEV_CARD: return PART_CARD;
    case MOVE_ROBBER: return action->seat == NONE ? 0 : PART_CARD;
    case PLAY_DEV_CARD: return action->card == KNIGHT && action->seat != NONE ? PART_CARD : 0;
    case FORCED_TRADE: return PART_CARDS;
    default: return 0;
    }
}

/* The sum that a roll may not have (T-08), or 0. */
static unsigned forbidden_sum(const struct game *game) {
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

static void draw_dice(const struct game *game, struct chance *chance, struct outcome *outcome) {
    unsigned forbidden = forbidden_sum(game);
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

void game_draw(const struct setup *setup, const struct game *game, unsigned seat,
               const struct action *action, unsigned parts, struct chance *chance,
               struct outcome *outcome) {
    (void)setup;
    if (parts & PART_DICE)
        draw_dice(game, chance, outcome);
    if (parts & PART_CARD) {
        if (action->type == BUY_DEV_CARD) {
            outcome->card = (uint8_t)draw_dev(game, chance);
        } else {
            const struct player *victim = &game->players[action->seat];
            outcome->card =
                (uint8_t)cards_at(victim->hand, chance_below(chance, victim->hand_count));
        }
    }
    if (parts & PART_CARDS)
        outcome->cards = draw_forced(game, 1 - seat, chance);
}

unsigned event_draws(const struct event *event) {
    unsigned draws = 0;
    if (event->type == EVENT_START) /* an even number is rolls; a tie drawn at last adds one */
        return 2u * event->start.n_rolls + event->start.lot;
    if (event->drawn & PART_DICE)
        draws += event->outcome.n_rerolled == REROLL_MAX ? 2 * REROLL_MAX + 1
                                                         : 2u * (event->outcome.n_rerolled + 1u);
    if (event->drawn & PART_CARD)
        draws += 1;
    if (event->drawn & PART_CARDS)
        draws += cards_total(event->outcome.cards);
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

static enum reason dice_possible(const struct game *game, const struct outcome *outcome) {
    unsigned forbidden = forbidden_sum(game);
    if (outcome->yellow < 1 || outcome->yellow > DIE_SIDES || outcome->red < 1 ||
        outcome->red > DIE_SIDES || outcome->n_rerolled > REROLL_MAX)
        return REASON_DICE_RANGE;
    if ((unsigned)outcome->yellow + outcome->red == forbidden)
        return REASON_SAME_SUM;
    for (unsigned i = 0; i < outcome->n_rerolled; i++) {
        const uint8_t *dice = outcome->rerolled[i];
        if (dice[0] < 1 || dice[0] > DIE_SIDES || dice[1] < 1 || dice[1] > DIE_SIDES)
            return REASON_DICE_RANGE;
        if ((unsigned)dice[0] + dice[1] != forbidden)
            return REASON_REROLL_SUM;
    }
    return REASON_OK;
}

enum reason game_possible(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *action, const struct outcome *outcome) {
    unsigned parts = action_parts(action);
    enum reason reason = REASON_OK;
    (void)setup;
    if (parts & PART_DICE)
        reason = dice_possible(game, outcome);
    if (reason == REASON_OK && parts & PART_CARD) {
        if (action->type == BUY_DEV_CARD)
            return outcome->card < DEV_COUNT && game->deck[outcome->card] ? REASON_OK
                                                                          : REASON_CARD_NOT_IN_DECK;
        if (outcome->card >= RESOURCE_COUNT || !game->players[action->seat].hand.n[outcome->card])
            return REASON_CARD_NOT_THERE;
    }
    if (reason == REASON_OK && parts & PART_CARDS) {
        const struct player *victim = &game->players[1 - seat];
        unsigned due = victim->hand_count < FORCED_CARDS ? victim->hand_count : FORCED_CARDS;
        if (cards_total(outcome->cards) != due || !cards_cover(victim->hand, outcome->cards))
            return REASON_DRAWN_CARDS;
    }
    return reason;
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
        sound = event->seat_changed.seat < setup->rules.players &&
                game->players[event->seat_changed.seat].resigned;
        return sound ? REASON_OK : REASON_NOT_NEXT;
    case EVENT_REVEAL:
    case EVENT_FINISHED: return ending_sound(setup, game, event) ? REASON_OK : REASON_NOT_NEXT;
    default: break;
    }
    if (game->seq == 0 || game->revealed || !event_is_action(event->type) ||
        event->action.type != event->type || event->drawn & ~action_parts(&event->action) ||
        action_shape(setup, &event->action))
        return REASON_NOT_NEXT;
    enum reason reason = game_legal(setup, game, event->player, &event->action);
    if (reason != REASON_OK)
        return reason;
    return game_possible(setup, game, event->player, &event->action, &event->outcome);
}

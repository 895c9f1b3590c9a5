/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The outcomes of chance, as far as a line with a move gives them. */
#include "tests/rules/scenario.h"

/* "rerolled 2 2 1 3": the rolls that did not count. */
static void take_rerolled(struct run *run, struct outcome *outcome) {
    unsigned die;
    if (!word_is(run, "rerolled")) {
        return;
    }
    while (number_is(run, &die)) {
        if (outcome->n_rerolled == REROLL_MAX) {
            wrong(run, "more than %d rolls that did not count", REROLL_MAX);
        }
        outcome->rerolled[outcome->n_rerolled][0] = (uint8_t)die;
        outcome->rerolled[outcome->n_rerolled++][1] = (uint8_t)number_take(run);
    }
}

/* What SEAT was dealt. */
static uint8_t *dealt_to(const struct run *run, struct move *move, unsigned seat) {
    if (seat < SEAT_MAX) {
        return &move->outcome.dealt[seat];
    }
    wrong(run, "there is no seat %u", seat);
}

/* "science 0 crane, 2 smith": what the event die shows and who draws what; "science drawn" leaves the cards to
 * chance. */
static void take_event(struct run *run, struct move *move) {
    unsigned face, seat;
    if (!name_is(run, face_names, FACE_COUNT, &face)) {
        return;
    }
    move->outcome.event = (uint8_t)face;
    move->given |= PART_EVENT | PART_CARDS;
    if (word_is(run, "drawn")) {
        move->given &= ~(unsigned)PART_CARDS;
        return;
    }
    while (number_is(run, &seat)) {
        *dealt_to(run, move, seat) = (uint8_t)(1 + progress_take(run));
    }
}

/* "loses 0 1 ore loses 2 1 wool": what the fleet takes from whom; without it chance decides. */
static void take_lost(struct run *run, struct move *move) {
    while (word_is(run, "loses")) {
        unsigned seat = seat_take(run);
        move->outcome.lost[seat] = cards_take(run);
        move->given |= PART_CARDS;
    }
}

/* "3 4", "3 4 ship", after the Alchemist only "ship". */
void take_roll(struct run *run, struct move *move) {
    struct outcome *outcome = &move->outcome;
    unsigned die;
    if (number_is(run, &die)) {
        outcome->yellow = (uint8_t)die;
        outcome->red = (uint8_t)number_take(run);
        move->given = PART_DICE;
        take_rerolled(run, outcome);
    } else {
        outcome->yellow = run->game.preset[0];
        outcome->red = run->game.preset[1];
    }
    take_event(run, move);
    take_lost(run, move);
    bool rolled = game_parts(&run->setup, &run->game, &move->action) & PART_EVENT;
    if (rolled && move->given == PART_DICE) {
        wrong(run, "what does the event die show?");
    }
}

/* "gets ore": the card of a theft. */
void take_stolen(struct run *run, struct move *move) {
    if (word_is(run, "gets")) {
        move->outcome.card = (uint8_t)kind_take(run);
        move->given = PART_CARD;
    }
}

/* "gets 1 ore 2 wool": what the Bishop got from whom. */
static void take_robbed(struct run *run, struct move *move) {
    unsigned seat;
    if (!word_is(run, "gets")) {
        return;
    }
    move->given = PART_CARDS;
    while (number_is(run, &seat)) {
        *dealt_to(run, move, seat) = (uint8_t)(1 + kind_take(run));
    }
    word_is(run, "nothing");
}

/* "reveals h3 forest 5, h4 sea": hexes revealed from the fog. */
void take_reveals(struct run *run, struct move *move) {
    struct outcome *outcome = &move->outcome;
    unsigned number;
    if (!word_is(run, "reveals")) {
        return;
    }
    move->given |= PART_REVEALS;
    while (word_peek(run) != NULL && word_peek(run)[0] == 'h') {
        if (outcome->n_reveals == REVEAL_MAX) {
            wrong(run, "more than %d hexes", REVEAL_MAX);
        }
        struct reveal *reveal = &outcome->reveals[outcome->n_reveals++];
        reveal->hex = (uint8_t)hex_take(run);
        reveal->terrain = (uint8_t)name_take(run, terrain_names, TERRAIN_COUNT, "a terrain");
        if (number_is(run, &number)) {
            reveal->number = (uint8_t)number;
        }
    }
}

/* "finds knight", "finds knight monopoly": development cards that were gifts. */
void take_gifts(struct run *run, struct move *move) {
    struct outcome *outcome = &move->outcome;
    unsigned card;
    if (!word_is(run, "finds")) {
        return;
    }
    move->given |= PART_CARD;
    while (outcome->n_gifts < 2 && name_is(run, dev_names, DEV_COUNT, &card)) {
        *(outcome->n_gifts++ ? &outcome->second : &outcome->card) = (uint8_t)card;
    }
}

void take_outcome(struct run *run, struct move *move) {
    if (action_discovers(&move->action)) {
        take_reveals(run, move);
        take_gifts(run, move);
    }
    switch (move->action.type) {
    case PLACE_HARBOR: /* "next wool": the harbor drawn for the next player */
        if (word_is(run, "next")) {
            move->outcome.harbor =
                (uint8_t)(1 + name_take(run, harbor_names, HARBOR_KIND_COUNT, "a kind of harbor"));
            move->given = PART_CARD;
        }
        break;
    case DRAW_VICTIM:
    case MOVE_PIRATE:
    case CHASE_ROBBER: take_stolen(run, move); break;
    case CHOOSE_PROGRESS_DECK:
        if (word_is(run, "gets")) {
            move->outcome.card = (uint8_t)progress_take(run);
            move->given = PART_CARD;
        }
        break;
    case PLAY_PROGRESS_CARD:
        if (move->action.card == PROGRESS_BISHOP) {
            take_robbed(run, move);
        }
        break;
    default: break;
    }
}

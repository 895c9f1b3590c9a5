/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Completes moves with what they leave out because the table shows it. */
#include <stdio.h>
#include <string.h>

#include "service/words/notation_int.h"

enum { NUMBERS_SIZE = 120 };

static bool fill_is_legal(const struct scan *scan, const struct action *action) {
    return game_legal(scan->setup, scan->view, scan->seat, action) == REASON_OK;
}

/* ---- offers ---- */

/* The offer and, if WITH was left out, the player that the action can be about. Notes a miss unless
 * there is exactly one. */
static bool fill_offer(struct scan *scan, struct action *action, bool ref, bool with) {
    char numbers[NUMBERS_SIZE] = "";
    struct action found = *action;
    unsigned n = 0;

    for (unsigned i = 0; scan->view != NULL && i < OFFER_MAX; i++) {
        const struct offer *offer = &scan->view->offers[i];
        struct action attempt = *action;

        if (offer->player == NONE || (!ref && offer->id != action->ref))
            continue;
        attempt.ref = offer->id;
        for (unsigned seat = 0; seat < (with ? scan->setup->rules.players : 1u); seat++) {
            if (with)
                attempt.seat = (uint8_t)seat;
            if (!fill_is_legal(scan, &attempt))
                continue;
            found = attempt;
            n++;
            snprintf(numbers + strlen(numbers), sizeof numbers - strlen(numbers), "%s%u",
                     n > 1 ? ", " : "", (unsigned)offer->id);
        }
    }
    *action = found;
    if (n == 1)
        return true;
    if (n > 1 && ref)
        return scan_tell(scan, scan->at, FIELD_REF, TEXT_READ_WHICH_OFFER, TEXT_ARGS(numbers));
    if (n > 1)
        return scan_tell(scan, scan->at, FIELD_SEAT, TEXT_READ_WITH_WHOM, NULL, 0);
    if (scan->view == NULL)
        return scan_miss(scan, scan->at, NULL, ref ? FIELD_REF : FIELD_SEAT);
    return scan_tell(scan, scan->at, ref ? FIELD_REF : FIELD_SEAT, TEXT_READ_NO_OFFER, NULL, 0);
}

/* ---- the others ---- */

/* The only opponent who can be robbed, if a victim is required. */
static void fill_victim(const struct scan *scan, struct action *action) {
    struct action found = *action;
    unsigned n = 0;

    if (scan->view == NULL || fill_is_legal(scan, action))
        return;
    for (unsigned seat = 0; seat < scan->setup->rules.players; seat++) {
        struct action attempt = *action;

        attempt.seat = (uint8_t)seat;
        if (fill_is_legal(scan, &attempt)) {
            found = attempt;
            n++;
        }
    }
    if (n == 1)
        *action = found;
}

/* How many cards an exchange with the bank takes and gives, if only the kinds were named. */
static void fill_rate(const struct scan *scan, struct action *action) {
    unsigned given = cards_total(action->give), taken = cards_total(action->take);

    for (unsigned kind = 0; scan->view != NULL && kind < scan->setup->rules.kinds; kind++) {
        unsigned rate;

        if (action->give.n[kind] == 0)
            continue;
        rate = game_rate(scan->setup, scan->view, scan->seat, kind);
        if (scan->bare_give && taken * rate <= CARD_COUNT_MAX)
            action->give.n[kind] = (uint8_t)(taken * rate);
        else if (scan->bare_take && given >= rate)
            for (unsigned k = 0; k < KIND_COUNT; k++)
                action->take.n[k] = (uint8_t)(action->take.n[k] * (given / rate));
    }
}

bool notation_fill(struct scan *scan, struct action *action, unsigned left_out) {
    const struct field *field = action_fields(action->type, action_form(action));
    bool ref = false, with = false;

    for (unsigned place = 0; field[place].type != FIELD_END; place++) {
        if (!(left_out >> place & 1))
            continue;
        ref = ref || field[place].type == FIELD_REF;
        with = with || field[place].type == FIELD_SEAT;
        if (field[place].type == FIELD_THIEF_HEX && scan->setup->knight_card == NULL)
            return scan_miss(scan, scan->at, NULL, FIELD_THIEF_HEX);
        if (field[place].type == FIELD_SEAT_OR_NULL || field[place].type == FIELD_THIEF_VICTIM)
            fill_victim(scan, action);
    }
    if (action->type == MARITIME_TRADE)
        fill_rate(scan, action);
    /* Otherwise "counter 1 ore for 2 wool" would mean offer 1, and a card that was not meant. */
    if (action->type == COUNTER_TRADE && scan->bare_give &&
        strstr(scan->form->pattern, "with") == NULL)
        return scan_tell(scan, scan->at, FIELD_REF, TEXT_READ_WHICH_ANSWER, NULL, 0);
    if (action->type == UNDO)
        return true; /* ref 0: the latest move that counts, which the log knows */
    return (!ref && !with) || fill_offer(scan, action, ref, with);
}

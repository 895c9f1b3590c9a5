/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whether an agenda is possible, and the answers already in: each step in itself
 * (agenda_row.sound), the steps in their order, and both against the dice. */
#include "engine/expansion.h"

/* ---- order ---- */

static unsigned agenda_item_place(const struct agenda_item *item) {
    bool card = item->step == AGENDA_DISCARD && item->arg; /* the Saboteur's */
    return card ? PLACE_FRONT : agenda_row_of(item->step)->place;
}

unsigned agenda_step_at(const struct game *game, enum agenda_place place) {
    for (unsigned i = 0; i < game->n_agenda; i++)
        if (agenda_item_place(&game->agenda[i]) == place)
            return game->agenda[i].step;
    return AGENDA_NONE;
}

static bool agenda_order_sound(const struct setup *setup, const struct game *game) {
    bool play_now = setup->rules.options[OPTION_FIFTH_CARD_ON_TURN] == FIFTH_PLAY_NOW;
    unsigned before = 0, n = game->n_agenda, last = n ? game->agenda[n - 1].step : AGENDA_NONE;
    for (unsigned i = 0; i < n; i++) {
        unsigned place = agenda_item_place(&game->agenda[i]);
        if ((i > 0 && place <= before) || (i + 1 == n) != (place == PLACE_LAST))
            return false;
        bool of_roll = place != PLACE_FRONT && place != PLACE_FIFTH && place != PLACE_LAST &&
                       place != PLACE_GOLD;
        if (of_roll && last != AGENDA_AFTER_ROLL)
            return false;
        before = place;
    }
    if (agenda_step_at(game, PLACE_GOLD) && last != AGENDA_AFTER_ROLL && last != AGENDA_SETUP &&
        !(last == AGENDA_RESUME && setup->board.n_fog))
        return false; /* S-47, S-53, S-61 */
    bool asks_first = last == AGENDA_SETUP && (agenda_step_at(game, PLACE_GOLD) ||
                                               agenda_step_at(game, PLACE_FRONT)); /* S-161 */
    if ((last == AGENDA_SETUP || last == AGENDA_END_TURN) && n > 1u + asks_first)
        return false;
    /* In the chain of a roll only a fifth card is played, which comes late in it (O-34). */
    if (last == AGENDA_AFTER_ROLL && agenda_item_place(&game->agenda[0]) == PLACE_FRONT &&
        (!play_now || n < 2 || agenda_item_place(&game->agenda[1]) < PLACE_FIFTH))
        return false;
    bool battle = agenda_step_at(game, PLACE_COMMIT) || agenda_step_at(game, PLACE_BATTLE);
    if (battle && (!agenda_step_at(game, PLACE_LIMIT) || !agenda_step_at(game, PLACE_SHIP_BACK) ||
                   (play_now && !agenda_step_at(game, PLACE_FIFTH))))
        return false;
    return !agenda_step_at(game, PLACE_COMMIT) ||
           agenda_step_at(game, PLACE_BATTLE) == AGENDA_BATTLE;
}

/* ---- steps ---- */

bool agenda_targets_sound(const struct setup *setup, const struct game *game, uint64_t seats,
                          unsigned cards, unsigned ahead) {
    unsigned points = game_points_visible(setup, game, game->active);
    if (!seats)
        return false;
    while (seats) {
        unsigned seat = bit_take(&seats);
        if (!seat_opposes(setup, game, seat) || game->players[seat].hand_count < cards ||
            game_points_visible(setup, game, seat) < points + ahead)
            return false;
    }
    return true;
}

bool agenda_rest_sound(const struct setup *setup, const struct game *game, unsigned all,
                       unsigned rest) {
    bool begun = false;
    for (unsigned i = 0; i < setup->rules.players; i++) {
        unsigned seat = (game->active + i) % setup->rules.players;
        if (rest >> seat & 1)
            begun = true;
        else if (begun && all >> seat & 1)
            return false;
    }
    return rest && !(rest & ~all);
}

static bool agenda_item_sound(const struct setup *setup, const struct game *game,
                              const struct agenda_item *item) {
    const struct agenda_row *row = agenda_row_of(item->step);
    if (!row || !rules_have(&setup->rules, row->needs) || item->pad[0] || item->pad[1] ||
        (item->arg && !(row->uses & USES_ARG)) || (item->count && !(row->uses & USES_COUNT)) ||
        (item->seat && !(row->uses & USES_SEAT)) ||
        ((item->vertex || item->origin) && !(row->uses & USES_PLACES)))
        return false;
    bool in_phase = game->phase == PHASE_PLAY || (game->phase == PHASE_SETUP && row->in_setup);
    return in_phase && (!row->sound || row->sound(setup, game, item));
}

/* What the dice of the latest roll brought, where they are known: production, or a seven's discards
 * and the robber (B-27, B-38, B-40). */
static bool agenda_dice_sound(const struct game *game) {
    const uint8_t *dice = game->rolls ? game->dice[game->rolls - 1] : NULL;
    if (!dice || !dice[0])
        return true;
    unsigned sum = (unsigned)dice[0] + dice[1];
    for (unsigned i = 0; i < game->n_agenda; i++) {
        const struct agenda_item *item = &game->agenda[i];
        bool produces = item->step == AGENDA_PRODUCE, aqueduct = item->step == AGENDA_AQUEDUCT;
        if (agenda_item_place(item) == PLACE_ROBBER ||
            (agenda_item_place(item) == PLACE_PRODUCE && !produces && !aqueduct)) {
            if (sum != SEVEN)
                return false;
        } else if ((produces && item->arg != sum) || (aqueduct && sum == SEVEN)) {
            return false;
        }
    }
    return true;
}

/* ---- answers ---- */

static bool agenda_answer_id_sound(const struct setup *setup, const struct game *game,
                                   unsigned seat) {
    bool sound = false;
    EXPANSION_EACH(answer_sound, row)
        sound |= row->answer_sound(setup, game, seat);
    return sound;
}

static bool agenda_answers_sound(const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        struct cards answer = game->answers[seat];
        if (game->answer_ids[seat] && !agenda_answer_id_sound(setup, game, seat))
            return false;
        if (cards_empty(answer))
            continue;
        const struct agenda_row *row = game->n_agenda ? agenda_row_of(game->agenda[0].step) : NULL;
        bool from_bank = row && row->from_bank;
        struct cards stock = from_bank ? game->bank : game->players[seat].hand;
        if (seat >= setup->rules.players || !cards_cover(stock, answer) ||
            (from_bank && cards_kinds(answer) >> RESOURCE_COUNT) ||
            cards_total(answer) != agenda_cards_asked(setup, game, seat))
            return false;
    }
    return true;
}

const char *check_agenda(const struct setup *setup, const struct game *game) {
    if (game->n_agenda > AGENDA_MAX)
        return "the agenda is too long";
    for (unsigned i = 0; i < game->n_agenda; i++)
        if (!agenda_item_sound(setup, game, &game->agenda[i]))
            return "a step of the agenda cannot stand there";
    if (game->phase == PHASE_PLAY && (game->step == STEP_RESOLVING) != (game->n_agenda > 0))
        return "a turn is being resolved if and only if its agenda holds steps";
    if (!agenda_order_sound(setup, game))
        return "the steps of the agenda cannot follow each other like this";
    if (!agenda_dice_sound(game))
        return "the dice of this turn bring something else than the agenda holds";
    if (!agenda_answers_sound(setup, game))
        return "an answer does not fit what is asked";
    return NULL;
}

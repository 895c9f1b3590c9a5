/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/parts/part_lists.h"

#include "service/base/log.h"

_Static_assert(PART_BUILDS_MAX <= 16, "the sets of places hold a list");

static bool has_use(const struct part_use *use) {
    return use->answered || use->plan_made || use->answer_made || use->answer_skipped;
}

/* ---- what is due ---- */

/* A list being carried out, of the setting found. */
struct going_list {
    const struct setup *setup;
    const struct game *game;
    struct part_list list;
    struct part_use *use;
    struct part_next *next;
};

static bool is_gone(const struct going_list *going, unsigned place) {
    const struct part_use *use = going->use;
    unsigned gone = going->next->list == PART_STEP_ANSWER ? use->answer_made | use->answer_skipped
                                                          : use->plan_made;

    return gone >> place & 1;
}

static bool is_legal(const struct going_list *going, unsigned place) {
    return game_legal(going->setup, going->game, going->next->seat, &going->list.builds[place]) ==
           REASON_OK;
}

static void take_from_list(struct going_list *going, unsigned place) {
    struct part_next *next = going->next;

    next->counts = next->listed = true;
    next->place = place;
    next->action = going->list.builds[place];
    next->outcome = going->list.outcomes[place];
    next->given = going->list.given[place];
}

/* Skips everything before a place in an answer. */
static void skip_before(struct going_list *going, unsigned place) {
    for (unsigned i = 0; i < place; i++)
        if (!is_gone(going, i) && going->next->list == PART_STEP_ANSWER)
            going->use->answer_skipped |= (uint16_t)(1u << i);
}

/* a question asked by a build is answered by the item right after it in an answer, by any fitting item of a
 * plan, whose builds may have been postponed, or else by the default. */
static void answer_build(struct going_list *going) {
    struct part_next *next = going->next;

    for (unsigned i = 0; i < going->list.n; i++) {
        if (is_gone(going, i))
            continue;
        if (next->list == PART_STEP_ANSWER && !part_is_answer(going->list.builds[i].type))
            break;
        if (!is_legal(going, i))
            continue;
        skip_before(going, i);
        take_from_list(going, i);
        return;
    }
    next->counts = true;
    next->action = game_default(going->setup, going->game, next->seat);
}

static void make_next_build(struct going_list *going) {
    unsigned place = 0;

    while (place < going->list.n && (is_gone(going, place) || !is_legal(going, place)))
        place++;
    skip_before(going, place);
    if (place < going->list.n)
        take_from_list(going, place);
    else if (going->next->list == PART_STEP_ANSWER)
        going->use->answered = true;
}

enum store_result part_next_find(const struct part_ground *ground, const struct game *game,
                                 struct part_use uses[SEAT_MAX], struct part_next *next) {
    const unsigned seat = game->active;
    const bool asked = game->n_agenda != 0;
    struct store_part_setting row;
    struct going_list going = {
        .setup = ground->setup, .game = game, .use = &uses[seat], .next = next};
    enum store_result result;

    *next = (struct part_next){.seat = seat, .action.type = END_TURN};
    if (game->part == 0 || game->phase != PHASE_PLAY || (asked && !game_decision(game, seat)) ||
        ground->seats[seat].kind != STORE_SEAT_HUMAN)
        return STORE_OK;
    result = part_setting_find(ground, seat, &row);
    if (result != STORE_OK)
        return result;
    next->list = part_step_of(&row, game);
    if (next->list == PART_STEP_ASK || (asked && next->list == PART_STEP_END))
        return STORE_OK;
    if (has_use(going.use) && next->list != PART_STEP_END && going.use->revision != row.revision)
        return STORE_OK; /* it has changed just now: all is judged again */
    next->due = true;
    if (next->list == PART_STEP_END)
        return STORE_OK;
    if (!part_list_read(next->list == PART_STEP_ANSWER ? row.answer : row.plan, ground->setup,
                        &going.list)) {
        log_line("error", "cannot read the building plans of game %s, seat %u", ground->public_id,
                 seat);
        going.list.n = 0;
    }
    going.use->revision = row.revision;
    if (asked)
        answer_build(&going);
    else
        make_next_build(&going);
    return STORE_OK;
}

void part_next_note(const struct part_next *next, bool made, struct part_use uses[SEAT_MAX]) {
    const uint16_t place = (uint16_t)(1u << next->place);
    struct part_use *use = &uses[next->seat];

    if (!next->listed)
        return;
    if (next->list == PART_STEP_PLAN)
        use->plan_made |= place;
    else if (made)
        use->answer_made |= place;
    else
        use->answer_skipped |= place;
}

/* ---- writing ---- */

/* Removes the places in GONE from a stored list, and appends those in SKIPPED to TO. */
static bool take_places(char text[STORE_PART_LIST_SIZE], unsigned gone, unsigned skipped,
                        json_t *to) {
    json_t *list = part_list_parse(text);
    json_t *rest = json_array();
    bool written;

    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);

        if (skipped >> i & 1 && json_array_size(to) < PART_BUILDS_MAX)
            json_array_append(to, (json_t *)part_item_action(item));
        if (!(gone >> i & 1))
            json_array_append(rest, item);
    }
    written = list != NULL && part_list_print(rest, text);
    json_decref(list);
    json_decref(rest);
    return written;
}

bool part_use_take(const struct part_use *use, struct store_part_setting *setting) {
    const unsigned gone = use->answer_made | use->answer_skipped;
    json_t *skipped;
    bool taken;

    if (!has_use(use))
        return true;
    skipped = part_list_parse(setting->skipped);
    taken = skipped != NULL && take_places(setting->plan, use->plan_made, 0, NULL) &&
            take_places(setting->answer, gone, use->answer_skipped, skipped) &&
            part_list_print(skipped, setting->skipped);
    if (use->answered)
        setting->turn = 0;
    json_decref(skipped);
    return taken;
}

static enum store_result write_use(struct store_tx *tx, int64_t game, int seat,
                                   const struct part_use *use,
                                   const struct store_part_setting *fresh) {
    struct store_part_setting setting;
    enum store_result result = STORE_OK;

    if (fresh != NULL)
        setting = *fresh;
    else
        result = store_part_setting_get(store_tx_reader(tx), game, seat, &setting);
    if (result == STORE_NONE ||
        (result == STORE_OK && fresh == NULL && setting.revision != use->revision))
        return STORE_CONFLICT;
    if (result == STORE_OK && !part_use_take(use, &setting))
        result = STORE_CORRUPT;
    return result == STORE_OK ? store_part_setting_put(tx, game, &setting) : result;
}

enum store_result part_uses_write(struct store_tx *tx, int64_t game,
                                  const struct part_use uses[SEAT_MAX],
                                  const struct store_part_setting *fresh) {
    enum store_result result = STORE_OK;

    for (int seat = 0; seat < SEAT_MAX && result == STORE_OK; seat++) {
        const struct store_part_setting *own = fresh != NULL && fresh->seat == seat ? fresh : NULL;

        if (own != NULL || has_use(&uses[seat]))
            result = write_use(tx, game, seat, &uses[seat], own);
    }
    return result;
}

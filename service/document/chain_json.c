/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/chain_json.h"

#include <stddef.h>

#include "service/base/json_write.h"
#include "service/document/action_json.h"
#include "service/document/cards_json.h"

/* ---- decisions ---- */

static void write_levels(struct writer *w, unsigned levels) {
    writer_key(w, "levels");
    writer_array(w);
    for (unsigned level = 1; level <= RANK_COUNT; level++)
        if (levels >> level & 1)
            writer_int(w, level);
    writer_array_end(w);
}

static void write_shown(struct writer *w, const struct game *view, const struct decision *decision,
                        unsigned viewer) {
    bool cards = decision->kind == DECIDE_TAKE_CARDS;
    bool known = viewer == decision->player || viewer == VIEWER_ALL;
    writer_key(w, "shown");
    if (!known || (cards ? cards_empty(view->shown) : view->shown_progress[0] == 0))
        writer_null(w);
    else if (cards)
        cards_write(w, view->shown);
    else
        progress_write(w, view->shown_progress, PROGRESS_HAND_MAX);
}

/* At sea a seven moves either of the two (S-36). */
static void write_thieves(struct writer *w) {
    writer_key(w, "pieces");
    writer_array(w);
    writer_text(w, "robber");
    writer_text(w, "pirate");
    writer_array_end(w);
}

/* Decisions of the base game say no more than their counts. */
static void write_decision_members(struct writer *w, const struct setup *setup,
                                   const struct game *view, const struct decision *decision,
                                   unsigned viewer) {
    static const char *const purposes[] = {"seven", "saboteur"};
    switch (decision->kind) {
    case DECIDE_SETUP_ROAD: writer_int_member(w, "vertex", decision->vertex); break;
    case DECIDE_MOVE_ROBBER:
        if (setup->rules.sea && !setup->rules.no_pirate &&
            (!setup->board.n_villages || game_linked_anywhere(setup, view, decision->player)))
            write_thieves(w);
        break;
    case DECIDE_DISCARD:
        writer_int_member(w, "count", decision->count);
        writer_text_member(w, "for", purposes[decision->piece]);
        break;
    case DECIDE_BUILD_NEUTRAL:
        writer_text_member(w, "kind", piece_names[decision->piece]);
        writer_int_member(w, "count", decision->count);
        break;
    case DECIDE_GIVE_CARDS:
    case DECIDE_RETURN_CARDS:
        writer_int_member(w, "to", decision->other);
        writer_int_member(w, "count", decision->count);
        break;
    case DECIDE_CHOOSE_GOLD:
    case DECIDE_DISCARD_PROGRESS: writer_int_member(w, "count", decision->count); break;
    case DECIDE_RELOCATE_KNIGHT:
        writer_int_member(w, "from", decision->vertex);
        writer_int_member(w, "level", decision->level);
        writer_bool_member(w, "active", decision->active);
        break;
    case DECIDE_PLACE_KNIGHT:
        write_levels(w, decision->level);
        writer_bool_member(w, "active", decision->active);
        break;
    case DECIDE_TAKE_CARDS:
        writer_int_member(w, "from", decision->other);
        writer_int_member(w, "count", decision->count);
        write_shown(w, view, decision, viewer);
        break;
    case DECIDE_TAKE_PROGRESS_CARD:
        writer_int_member(w, "from", decision->other);
        write_shown(w, view, decision, viewer);
        break;
    case DECIDE_GIVE_COMMODITY:
        writer_int_member(w, "to", decision->other);
        writer_text_member(w, "resource", kind_names[decision->resource]);
        break;
    case DECIDE_PLACE_HARBOR:
        writer_text_member(w, "harbor", harbor_names[decision->resource]);
        break;
    default: break;
    }
}

/* DEADLINES by seat, NULL where there is no clock. */
static void write_decision(struct writer *w, const struct setup *setup, const struct game *view,
                           const struct decision *decision, unsigned viewer,
                           const int64_t *deadlines) {
    writer_object(w);
    writer_int_member(w, "player", decision->player);
    writer_text_member(w, "decision", decision_names[decision->kind]);
    write_decision_members(w, setup, view, decision, viewer);
    if (deadlines != NULL)
        writer_time_or_null_member(w, "deadline", deadlines[decision->player]);
    writer_object_end(w);
}

void waiting_for_write(struct writer *w, const struct setup *setup, const struct game *view,
                       unsigned viewer, const int64_t *deadlines) {
    const struct decision *all[ASKED_MAX];
    const unsigned n = game_asked_all(setup, view, all);

    writer_array(w);
    for (unsigned i = 0; i < n; i++)
        write_decision(w, setup, view, all[i], viewer, deadlines);
    writer_array_end(w);
}

/* ---- the agenda ---- */

enum { NEUTRAL_OWED_MAX = 2 };

#define MEMBER(name, type, member)                                                                 \
    { name, type, offsetof(struct agenda_item, member), 0, 0 }
#define NUMBER(name, member, min, max)                                                             \
    { name, STEP_NUMBER, offsetof(struct agenda_item, member), min, max }

const struct step_member step_members[AGENDA_STEP_COUNT][STEP_MEMBERS_MAX] = {
    [AGENDA_PRODUCE] = {NUMBER("sum", arg, 2, NUMBER_MAX)},
    [AGENDA_DISCARD] = {MEMBER("players", STEP_SEATS_OR_NONE, arg)},
    [AGENDA_NEUTRAL] = {MEMBER("kind", STEP_PIECE, arg),
                        NUMBER("count", count, 1, NEUTRAL_OWED_MAX)},
    [AGENDA_RETURN_CARDS] = {MEMBER("to", STEP_SEAT, arg),
                             NUMBER("count", count, FORCED_CARDS, FORCED_CARDS)},
    [AGENDA_RESUME] = {MEMBER("turn_step", STEP_WINDOW, arg)},
    [AGENDA_COMMIT] = {MEMBER("players", STEP_SEATS, arg)},
    [AGENDA_PILLAGE] = {MEMBER("players", STEP_SEATS, arg)},
    [AGENDA_TIE_DRAW] = {MEMBER("players", STEP_SEATS, arg)},
    [AGENDA_AQUEDUCT] = {MEMBER("players", STEP_SEATS, arg)},
    [AGENDA_REWARD] = {MEMBER("players", STEP_SEATS, arg)},
    [AGENDA_RELOCATE] = {MEMBER("player", STEP_SEAT, seat), MEMBER("vertex", STEP_VERTEX, vertex),
                         MEMBER("origin", STEP_VERTEX_OR_NULL, origin)},
    [AGENDA_REMOVE_KNIGHT] = {MEMBER("player", STEP_SEAT, seat)},
    [AGENDA_PLACE_KNIGHT] = {MEMBER("levels", STEP_LEVELS, arg),
                             MEMBER("active", STEP_FLAG, count)},
    [AGENDA_GIVE_CARDS] = {MEMBER("from", STEP_SEATS, arg), NUMBER("count", count, 1, GIFT_CARDS)},
    [AGENDA_TAKE_CARDS] = {MEMBER("from", STEP_SEAT, seat), NUMBER("count", count, 1, TAKEN_CARDS)},
    [AGENDA_TAKE_PROGRESS] = {MEMBER("from", STEP_SEAT, seat)},
    [AGENDA_GIVE_COMMODITY] = {MEMBER("player", STEP_SEAT, seat),
                               MEMBER("resource", STEP_RESOURCE, arg)},
    [AGENDA_PLACE_HARBOR] = {MEMBER("harbor", STEP_HARBOR, arg),
                             MEMBER("second", STEP_HARBOR_OR_NONE, count)},
};
#undef MEMBER
#undef NUMBER

static void write_member(struct writer *w, const struct step_member *member, unsigned value) {
    if ((member->type == STEP_SEATS_OR_NONE || member->type == STEP_HARBOR_OR_NONE) && value == 0)
        return;
    if (member->type == STEP_LEVELS) {
        write_levels(w, value);
        return;
    }
    writer_key_text(w, member->name);
    switch ((enum step_type)member->type) {
    case STEP_SEATS:
    case STEP_SEATS_OR_NONE: seats_write(w, value); break;
    case STEP_PIECE: writer_text(w, piece_names[value]); break;
    case STEP_WINDOW: writer_text(w, turn_step_names[value]); break;
    case STEP_FLAG: writer_bool(w, value != 0); break;
    case STEP_RESOURCE: writer_text(w, kind_names[value]); break;
    case STEP_HARBOR: writer_text(w, harbor_names[value]); break;
    case STEP_HARBOR_OR_NONE: writer_text(w, harbor_names[value - 1]); break;
    default: id_write(w, value); break;
    }
}

void agenda_write(struct writer *w, const struct game *view) {
    writer_array(w);
    for (unsigned i = 0; i < view->n_agenda; i++) {
        const struct agenda_item *item = &view->agenda[i];
        const struct step_member *member = step_members[item->step];
        writer_object(w);
        writer_text_member(w, "step", agenda_names[item->step]);
        for (unsigned m = 0; m < STEP_MEMBERS_MAX && member[m].type != STEP_MEMBER_END; m++)
            write_member(w, &member[m], ((const uint8_t *)item)[member[m].offset]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

/* ---- answers ---- */

enum action_type answer_type(const struct game *game) {
    switch (game->n_agenda > 0 ? game->agenda[0].step : (uint8_t)AGENDA_NONE) {
    case AGENDA_DISCARD: return DISCARD;
    case AGENDA_GIVE_CARDS: return GIVE_CARDS;
    case AGENDA_PILLAGE: return CHOOSE_PILLAGED_CITY;
    case AGENDA_CARD_LIMIT: return DISCARD_PROGRESS_CARD;
    case AGENDA_GOLD: return CHOOSE_GOLD;
    default: return ACTION_NONE;
    }
}

bool answer_get(const struct game *game, unsigned seat, struct action *action) {
    uint8_t id = (uint8_t)(game->answer_ids[seat] - 1);
    *action = (struct action){.type = (uint8_t)answer_type(game)};
    switch (action->type) {
    case DISCARD:
    case GIVE_CARDS: action->give = game->answers[seat]; return !cards_empty(action->give);
    case CHOOSE_GOLD: action->take = game->answers[seat]; return !cards_empty(action->take);
    case CHOOSE_PILLAGED_CITY: action->vertex = id; return id != NONE;
    case DISCARD_PROGRESS_CARD: action->card = id; return id != NONE;
    default: return false;
    }
}

void answers_write(struct writer *w, const struct game *view) {
    writer_array(w);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        struct action action;
        if (!answer_get(view, seat, &action))
            continue;
        writer_object(w);
        writer_int_member(w, "player", seat);
        writer_key(w, "action");
        action_write(w, &action, 0);
        writer_object_end(w);
    }
    writer_array_end(w);
}

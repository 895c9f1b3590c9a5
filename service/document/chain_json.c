/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/chain_json.h"

#include <stddef.h>

#include "service/document/action_json.h"
#include "service/document/view_int.h"
#include "service/document/view_json.h"

/* ---- decisions ---- */

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

/* At sea a seven moves either robber or pirate (S-36). */
static void write_thieves(struct writer *w) {
    writer_key(w, "pieces");
    writer_array(w);
    writer_text(w, "robber");
    writer_text(w, "pirate");
    writer_array_end(w);
}

/* Adds what decisions have besides their counts; those of the base game have nothing else. */
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
        writer_key(w, "levels");
        seats_write(w, decision->level);
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

/* DEADLINES by seat; NULL if there is no clock. */
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

void write_waiting(struct writer *w, const struct member_source *from) {
    waiting_for_write(w, from->setup, from->view, from->viewer, from->head->deadlines);
}

/* ---- the agenda ---- */

enum { NEUTRAL_OWED_MAX = 2, STEP_ROWS_MAX = 4 };

#define AT(member) .offset = offsetof(struct agenda_item, member)
#define STEP_ROW                                                                                   \
    {                                                                                              \
        MEMBER("step"), .kind = MEMBER_NAME, .pass = READ_NEVER, AT(step),                         \
                        NAMES_OF(AGENDA_STEP_COUNT, agenda_names)                                  \
    }
#define NUMBER_ROW(name, member, least, most)                                                      \
    {                                                                                              \
        MEMBER(name), .kind = MEMBER_NUMBER, .min = (least), .max = (most), .required = true,      \
                      AT(member)                                                                   \
    }
#define NAME_ROW(name, member, n, list)                                                            \
    { MEMBER(name), .kind = MEMBER_NAME, .required = true, AT(member), NAMES_OF(n, list) }
#define SEAT_ROW(name, member)                                                                     \
    { MEMBER(name), .kind = MEMBER_NUMBER, .below = BELOW_PLAYERS, .required = true, AT(member) }
#define SEATS_ROW(name)                                                                            \
    {                                                                                              \
        MEMBER(name), .kind = MEMBER_SET, .below = BELOW_PLAYERS, .required = true, .some = true,  \
                      AT(arg)                                                                      \
    }

/* Members of the steps, from struct agenda_item; a step without rows has only its name. */
static const struct member step_members[AGENDA_STEP_COUNT][STEP_ROWS_MAX] = {
    [AGENDA_NONE] = {STEP_ROW},
    [AGENDA_PRODUCE] = {STEP_ROW, NUMBER_ROW("sum", arg, 2, NUMBER_MAX)},
    [AGENDA_DISCARD] = {STEP_ROW,
                        {MEMBER("players"), .kind = MEMBER_SET, .below = BELOW_PLAYERS,
                         .some = true, .brief = true, AT(arg)}},
    [AGENDA_NEUTRAL] = {STEP_ROW, NAME_ROW("kind", arg, PIECE_CITY, piece_names),
                        NUMBER_ROW("count", count, 1, NEUTRAL_OWED_MAX)},
    [AGENDA_RETURN_CARDS] = {STEP_ROW, SEAT_ROW("to", arg),
                             NUMBER_ROW("count", count, FORCED_CARDS, FORCED_CARDS)},
    [AGENDA_RESUME] = {STEP_ROW, NAME_ROW("turn_step", arg, TURN_STEP_COUNT, turn_step_names)},
    [AGENDA_COMMIT] = {STEP_ROW, SEATS_ROW("players")},
    [AGENDA_PILLAGE] = {STEP_ROW, SEATS_ROW("players")},
    [AGENDA_TIE_DRAW] = {STEP_ROW, SEATS_ROW("players")},
    [AGENDA_AQUEDUCT] = {STEP_ROW, SEATS_ROW("players")},
    [AGENDA_REWARD] = {STEP_ROW, SEATS_ROW("players")},
    [AGENDA_RELOCATE] = {STEP_ROW,
                         SEAT_ROW("player", seat),
                         {MEMBER("vertex"), .kind = MEMBER_NUMBER, .below = BELOW_VERTICES,
                          .required = true, AT(vertex)},
                         {MEMBER("origin"), .kind = MEMBER_ID, .below = BELOW_VERTICES,
                          .otherwise = NONE, AT(origin)}},
    [AGENDA_REMOVE_KNIGHT] = {STEP_ROW, SEAT_ROW("player", seat)},
    [AGENDA_PLACE_KNIGHT] = {STEP_ROW,
                             {MEMBER("levels"), .kind = MEMBER_SET, .min = 1, .max = RANK_COUNT,
                              .large = RANK_COUNT, .required = true, .some = true, AT(arg)},
                             {MEMBER("active"), .kind = MEMBER_FLAG, .required = true, AT(count)}},
    [AGENDA_GIVE_CARDS] = {STEP_ROW, SEATS_ROW("from"), NUMBER_ROW("count", count, 1, GIFT_CARDS)},
    [AGENDA_TAKE_CARDS] = {STEP_ROW, SEAT_ROW("from", seat),
                           NUMBER_ROW("count", count, 1, TAKEN_CARDS)},
    [AGENDA_TAKE_PROGRESS] = {STEP_ROW, SEAT_ROW("from", seat)},
    [AGENDA_GIVE_COMMODITY] = {STEP_ROW, SEAT_ROW("player", seat),
                               NAME_ROW("resource", arg, RESOURCE_COUNT, kind_names)},
    [AGENDA_PLACE_HARBOR] = {STEP_ROW,
                             NAME_ROW("harbor", arg, HARBOR_KIND_COUNT, harbor_names),
                             {MEMBER("second"), .kind = MEMBER_NAME_NEXT, .brief = true, AT(count),
                              NAMES_OF(HARBOR_KIND_COUNT, harbor_names)}},
};

static const struct member *step_rows(unsigned step, size_t *n) {
    const struct member *rows = step_members[step];
    if (rows->name == NULL)
        rows = step_members[AGENDA_NONE];
    for (*n = 0; *n < STEP_ROWS_MAX && rows[*n].name != NULL;)
        ++*n;
    return rows;
}

void write_agenda(struct writer *w, const struct member_source *from) {
    writer_array(w);
    for (unsigned i = 0; i < from->view->n_agenda; i++) {
        size_t n;
        const struct member *rows = step_rows(from->view->agenda[i].step, &n);
        object_write(w, rows, n, &from->view->agenda[i], from);
    }
    writer_array_end(w);
}

void agenda_step_read(struct reading *r, const json_t *value, struct agenda_item *item,
                      const struct member_target *to) {
    bool failed = r->failed;
    const struct member *rows;
    size_t n;
    if (!json_is_object(value)) {
        reading_refuse(r, "must be an object");
        return;
    }
    r->failed = false;
    item->step = (uint8_t)reading_name_of(r, value, "step", agenda_names, AGENDA_STEP_COUNT,
                                          READING_REQUIRED);
    rows = step_rows(item->step, &n);
    if (!r->failed)
        (void)members_read(r, value, rows, n, item, to);
    r->failed |= failed;
}

#undef AT

/* ---- offers ---- */

#define AT(member) .offset = offsetof(struct offer, member)

static const char *const response_names[] = {"accepted", "declined"};
_Static_assert(offsetof(struct offer, accepted) + 1 == offsetof(struct offer, declined),
               "the two sets must be adjacent");

const struct member offer_members[8] = {
    {MEMBER("id"), .kind = MEMBER_LONG, .required = true, AT(id)},
    {MEMBER("player"), .kind = MEMBER_NUMBER, .below = BELOW_PLAYERS, .required = true, AT(player)},
    {MEMBER("give"), .kind = MEMBER_CARDS, .min = 1, .required = true, AT(give)},
    {MEMBER("want"), .kind = MEMBER_CARDS, .min = 1, .required = true, AT(want)},
    {MEMBER("to"), .kind = MEMBER_SET, .below = BELOW_PLAYERS, .large = SEAT_MAX, .required = true,
     AT(to)},
    {MEMBER("auto"), .kind = MEMBER_FLAG, .brief = true, AT(auto_confirm)},
    {MEMBER("counters"), .kind = MEMBER_LONG, .brief = true, AT(counters)},
    {MEMBER("responses"), .kind = MEMBER_CHOICES, AT(accepted), NAMES_OF(2, response_names)},
};

const void *next_offer(const struct member_source *from, struct item *item) {
    while (item->at < OFFER_MAX && from->view->offers[item->at].id == 0)
        item->at++;
    return item->at < OFFER_MAX ? &from->view->offers[item->at++] : NULL;
}

#undef AT

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

void write_answers(struct writer *w, const struct member_source *from) {
    writer_array(w);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        struct action action;
        if (!answer_get(from->view, seat, &action))
            continue;
        writer_object(w);
        writer_int_member(w, "player", seat);
        writer_key(w, "action");
        action_write(w, &action, 0);
        writer_object_end(w);
    }
    writer_array_end(w);
}

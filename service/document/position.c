/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Reading goes in three steps: the base facts, one table or list after the other; then everything
 * that follows from them, by the engine; then a comparison of whatever else the document says with
 * the document that the state itself would make. */
#include "service/document/position.h"

#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/cards_json.h"
#include "service/document/chain_json.h"
#include "service/document/members.h"
#include "service/document/position_int.h"
#include "service/document/view_json.h"

enum {
    POSITION_DOCUMENT_MAX = 1 << 18, /* bytes of the document that the state makes */
};

/* ---- the whole ---- */

static uint8_t read_holder(struct reading *r, const json_t *value, const char *key,
                           const char *const *known, unsigned seats) {
    const json_t *holder = reading_member(r, value, key, false);
    unsigned seat = NONE;
    if (holder == NULL)
        return NONE;
    size_t mark = reading_enter(r, key);
    if (reading_object(r, holder, known))
        seat = reading_number_of(r, holder, "player", 0, seats - 1, READING_REQUIRED);
    reading_leave(r, mark);
    return (uint8_t)seat;
}

static void read_course(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game) {
    bool over = reading_member(r, value, "winner", false) != NULL;
    game->phase = (uint8_t)reading_name_of(r, value, "phase", phase_names, PHASE_COUNT,
                                           over ? PHASE_FINISHED : PHASE_PLAY);
    game->first = (uint8_t)reading_number_of(r, value, "first", 0, setup->rules.players - 1U,
                                             game->phase == PHASE_SETUP ? NONE : 0);
    game->winner =
        (uint8_t)reading_number_of(r, value, "winner", 0, setup->rules.players - 1U, NONE);
    turn_read(r, value, setup, game);
}

static void read_facts(struct reading *r, const json_t *value, const struct setup *setup,
                       struct game *game) {
    static const char *const road_known[] = {"player", "length", NULL};
    static const char *const army_known[] = {"player", "size", NULL};
    read_course(r, value, setup, game);
    position_table_read(r, value, setup, game);
    position_cards_read(r, value, setup, game);
    game->road_holder = read_holder(r, value, "longest_road", road_known, setup->rules.colors);
    game->army_holder = read_holder(r, value, "largest_army", army_known, setup->rules.players);
}

/* ---- agreement ---- */

static void agree_all(struct reading *r, const json_t *given, const json_t *made) {
    const json_t *players = json_object_get(given, "players");
    size_t mark;
    members_agree(r, given, made, view_members, view_members_count);
    mark = reading_enter(r, "turn");
    members_agree(r, json_object_get(given, "turn"), json_object_get(made, "turn"), turn_members,
                  turn_members_count);
    reading_leave(r, mark);
    mark = reading_enter(r, "players");
    for (size_t i = 0; i < json_array_size(players); i++) {
        const json_t *player = json_array_get(players, i);
        size_t seat = (size_t)json_integer_value(json_object_get(player, "seat"));
        size_t inner = reading_enter_at(r, i);
        members_agree(r, player, json_array_get(json_object_get(made, "players"), seat),
                      player_members, player_members_count);
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

static void check_agreement(struct reading *r, const json_t *value, const struct setup *setup,
                            const struct game *game) {
    static const struct seat_label labels[SEAT_MAX];
    struct view_head head = {.labels = labels};
    struct read_failure failure;
    struct buffer buffer;
    struct writer w = writer_begin(&buffer, POSITION_DOCUMENT_MAX);
    json_t *made = NULL;
    view_write(&w, setup, game, VIEWER_ALL, &head);
    if (!buffer.failed)
        made = read_json(buffer.data, buffer.size, &failure);
    if (made != NULL)
        agree_all(r, value, made);
    else
        r->failed = true; /* memory ran out: nobody is to blame, so nothing is noted */
    json_decref(made);
    buffer_free(&buffer);
}

bool position_read(struct read_errors *errors, const json_t *value, const char *pointer,
                   const struct setup *setup, struct game *game) {
    struct reading r = reading_begin(errors, pointer);
    const json_t *viewer;
    const char *wrong;
    struct agenda_item head;
    unsigned steps;
    game_blank(setup, game);
    if (!members_read(&r, value, view_members, view_members_count, game,
                      &(struct member_target){.setup = setup, .game = game}))
        return false;
    viewer = json_object_get(value, "viewer");
    if (viewer != NULL &&
        (!json_is_string(viewer) || strcmp(json_string_value(viewer), "all") != 0))
        reading_refuse_at(&r, "viewer", "must be \"all\": a position hides nothing");
    read_facts(&r, value, setup, game);
    if (r.failed)
        return false;
    position_chain_read(&r, value, setup, game);
    if (r.failed)
        return false;
    head = game->agenda[0];
    steps = game->n_agenda;
    wrong = game_derive(setup, game);
    if (wrong == NULL && (game->n_agenda != steps || memcmp(&head, game->agenda, sizeof head) != 0))
        reading_refuse_at(&r, "agenda", "its first step asks nobody: it would be over already");
    position_chain_check(&r, setup, game);
    if (r.failed)
        return false;
    if (wrong != NULL)
        reading_refuse(&r, "no game could hold this: %s", wrong);
    else
        check_agreement(&r, value, setup, game);
    return !r.failed;
}

/* Slots of offers are filled and freed in any order; by number they have one. */
static void order_offers(struct game *game) {
    unsigned n = 0;
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        struct offer offer = game->offers[i];
        unsigned at = n;
        if (offer.id == 0)
            continue;
        game->offers[i] = (struct offer){0};
        for (; at > 0 && game->offers[at - 1].id > offer.id; at--)
            game->offers[at] = game->offers[at - 1];
        game->offers[at] = offer;
        n++;
    }
}

bool position_same(const struct game *a, const struct game *b) {
    struct game both[2] = {*a, *b};
    for (unsigned i = 0; i < 2; i++) {
        both[i].seq = both[i].draws = 0;
        both[i].revealed = false;
        order_offers(&both[i]);
    }
    return game_hash(&both[0]) == game_hash(&both[1]);
}

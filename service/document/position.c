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
#include "service/document/position_int.h"
#include "service/document/view_json.h"

enum {
    POSITION_DOCUMENT_MAX = 1 << 18, /* bytes of the document that the state makes */
    TURN_NUMBER_MAX = 1 << 20,       /* far beyond any game, far below the counter's end */
};

/* ---- the turn ---- */

/* A roll; with an event die where EVENT is not NULL and the document has one. */
static void read_dice(struct reading *r, const json_t *value, uint8_t dice[2], uint8_t *event) {
    static const char *const plain[] = {"yellow", "red", NULL};
    static const char *const knights[] = {"yellow", "red", "event", NULL};
    if (!reading_object(r, value, event != NULL ? knights : plain))
        return;
    dice[0] = (uint8_t)reading_number_of(r, value, "yellow", 1, DIE_SIDES, READING_REQUIRED);
    dice[1] = (uint8_t)reading_number_of(r, value, "red", 1, DIE_SIDES, READING_REQUIRED);
    if (event != NULL && reading_member(r, value, "event", false) != NULL)
        *event = (uint8_t)(FACE_SHIP + reading_name_of(r, value, "event", face_names + FACE_SHIP,
                                                       FACE_COUNT - FACE_SHIP, READING_REQUIRED));
}

static void read_rolls(struct reading *r, const json_t *turn, const struct setup *setup,
                       struct game *game) {
    const json_t *rolls = reading_member(r, turn, "rolls", false);
    if (rolls == NULL)
        return;
    size_t mark = reading_enter(r, "rolls");
    if (reading_array(r, rolls, setup->rules.production_rolls))
        game->rolls = (uint8_t)json_array_size(rolls);
    for (size_t i = 0; i < game->rolls; i++) {
        size_t inner = reading_enter_at(r, i);
        read_dice(r, json_array_get(rolls, i), game->dice[i],
                  setup->rules.knights ? &game->event : NULL);
        reading_leave(r, inner);
    }
    if (game->rolls == 2 &&
        game->dice[0][0] + game->dice[0][1] == game->dice[1][0] + game->dice[1][1])
        reading_refuse(r, "the two rolls of a turn differ in their sum (rule T-09)");
    reading_leave(r, mark);
}

/* A turn may have rolled without saying what: its dice are 0 then, or `dice` where one roll is all
 * there is. */
static void assume_rolls(struct game *game, const struct setup *setup) {
    if (game->rolls > 0 || game->step != STEP_ACTIONS || game->phase != PHASE_PLAY)
        return;
    game->rolls = setup->rules.production_rolls;
    if (game->rolls > 1)
        return;
    memcpy(game->dice[0], game->last_dice, sizeof game->dice[0]);
    game->event = game->last_event;
}

/* The latest roll of the game: the last of this turn, or that of an earlier one. */
static void read_last_dice(struct reading *r, const json_t *value, const struct setup *setup,
                           struct game *game) {
    const json_t *dice = reading_member(r, value, "dice", false);
    const uint8_t *last = game->dice[game->rolls > 0 ? game->rolls - 1 : 0];
    if (dice != NULL) {
        size_t mark = reading_enter(r, "dice");
        read_dice(r, dice, game->last_dice, setup->rules.knights ? &game->last_event : NULL);
        if (game->rolls > 0 &&
            (memcmp(game->last_dice, last, 2) != 0 || game->last_event != game->event))
            reading_refuse(r, "is not the last of /turn/rolls");
        reading_leave(r, mark);
    } else if (game->rolls > 0) {
        memcpy(game->last_dice, last, 2);
        game->last_event = game->event;
    }
}

/* What cards and knights have prepared for this turn. */
static void read_turn_cards(struct reading *r, const json_t *turn, const struct setup *setup,
                            struct game *game) {
    static const char *const harbor_known[] = {"asked", NULL};
    const json_t *preset = reading_member(r, turn, "preset_dice", false);
    const json_t *fleet = reading_member(r, turn, "fleet", false);
    const json_t *harbor = reading_member(r, turn, "harbor", false);
    const json_t *asked = json_object_get(harbor, "asked");
    size_t mark;
    if (preset != NULL) {
        mark = reading_enter(r, "preset_dice");
        read_dice(r, preset, game->preset, NULL);
        reading_leave(r, mark);
    }
    game->errant_used = reading_bool_of(r, turn, "errant_used", false);
    if (game->errant_used && !rules_variant(&setup->rules, VARIANT_KNIGHT_ERRANT))
        reading_refuse_at(r, "errant_used", "is for the variant \"knight_errant\" (rule V-10)");
    game->cranes =
        (uint8_t)reading_number_of(r, turn, "cranes", 0, progress_rows[PROGRESS_CRANE].count, 0);
    mark = reading_enter(r, "fleet");
    for (size_t i = 0;
         fleet != NULL && reading_array(r, fleet, KIND_COUNT) && i < json_array_size(fleet); i++)
        game->fleet |=
            (uint8_t)(1U << reading_name(r, json_array_get(fleet, i), kind_names, KIND_COUNT));
    reading_leave(r, mark);
    if (harbor == NULL)
        return;
    game->harbor = true;
    mark = reading_enter(r, "harbor");
    if (reading_object(r, harbor, harbor_known) && asked != NULL) {
        size_t inner = reading_enter(r, "asked");
        game->harbor_asked = (uint8_t)reading_set(r, asked, NULL, setup->rules.players);
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

static unsigned default_step(const json_t *turn, const struct setup *setup, const struct game *game,
                             bool chain) {
    if (chain && game->phase == PHASE_PLAY)
        return STEP_RESOLVING;
    if (game->rolls == setup->rules.production_rolls ||
        json_is_true(json_object_get(turn, "rolled")))
        return STEP_ACTIONS;
    return game->rolls > 0 ? STEP_BETWEEN_ROLLS : STEP_BEFORE_ROLL;
}

static void read_turn(struct reading *r, const json_t *turn, const struct setup *setup,
                      struct game *game, bool chain) {
    static const char *const base[] = {
        "number",     "player",          "rolled",           "step", "rolls",
        "trade_over", "dev_card_played", "knight_traded_in", NULL};
    static const char *const knights[] = {"number", "player",     "rolled",      "step",
                                          "rolls",  "trade_over", "preset_dice", "errant_used",
                                          "cranes", "fleet",      "harbor",      NULL};
    bool playing = game->phase != PHASE_SETUP;
    unsigned first_turn = game->phase == PHASE_PLAY;
    if (!reading_object(r, turn, setup->rules.knights ? knights : base))
        return;
    game->turn =
        reading_number_of(r, turn, "number", first_turn, playing ? TURN_NUMBER_MAX : 0, first_turn);
    game->active =
        (uint8_t)reading_number_of(r, turn, "player", 0, setup->rules.players - 1U,
                                   playing || game->first != NONE ? (unsigned)READING_REQUIRED : 0);
    read_rolls(r, turn, setup, game);
    game->step = (uint8_t)reading_name_of(r, turn, "step", turn_step_names, TURN_STEP_COUNT,
                                          default_step(turn, setup, game, chain));
    game->trade_over = reading_bool_of(r, turn, "trade_over", false);
    game->dev_played = reading_bool_of(r, turn, "dev_card_played", false);
    game->knight_traded = reading_bool_of(r, turn, "knight_traded_in", false);
    if (setup->rules.knights)
        read_turn_cards(r, turn, setup, game);
    if (game->trade_over && setup->rules.combined_phases)
        reading_refuse_at(r, "trade_over", "only the strict order ends trade (rule B-29)");
    if (game->knight_traded && setup->rules.tokens_max == 0)
        reading_refuse_at(r, "knight_traded_in", "only two players trade knights in (rule T-33)");
    if (game->step == STEP_BETWEEN_ROLLS && game->rolls != 1)
        reading_refuse_at(r, "step", "between two rolls one has been made: name it in rolls");
    if (game->step == STEP_BEFORE_ROLL && game->rolls != 0)
        reading_refuse_at(r, "step", "does not fit the rolls made");
    if (game->step == STEP_ACTIONS && game->rolls != 0 &&
        game->rolls != setup->rules.production_rolls)
        reading_refuse_at(r, "step", "does not fit the rolls made");
}

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
    const json_t *turn = reading_member(r, value, "turn", true);
    const json_t *agenda = reading_member(r, value, "agenda", false);
    bool over = reading_member(r, value, "winner", false) != NULL;
    game->phase = (uint8_t)reading_name_of(r, value, "phase", phase_names, PHASE_COUNT,
                                           over ? PHASE_FINISHED : PHASE_PLAY);
    game->first = (uint8_t)reading_number_of(r, value, "first", 0, setup->rules.players - 1U,
                                             game->phase == PHASE_SETUP ? NONE : 0);
    game->winner =
        (uint8_t)reading_number_of(r, value, "winner", 0, setup->rules.players - 1U, NONE);
    if (turn != NULL) {
        size_t mark = reading_enter(r, "turn");
        read_turn(r, turn, setup, game, json_array_size(agenda) > 0);
        reading_leave(r, mark);
        read_last_dice(r, value, setup, game);
        assume_rolls(game, setup);
    }
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

/* Whether GIVEN says nothing else than MADE: members left out or null say nothing. */
static void agree(struct reading *r, const json_t *given, const json_t *made) {
    const char *key;
    json_t *member;
    if (given == NULL || json_is_null(given))
        return;
    if (!json_is_object(given) || !json_is_object(made)) {
        if (made == NULL || !json_equal(given, made))
            reading_refuse(r, "does not agree with the rest of the position");
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)given, key, member) {
        size_t mark = reading_enter(r, key);
        agree(r, member, json_object_get(made, key));
        reading_leave(r, mark);
    }
}

static void agree_at(struct reading *r, const json_t *given, const json_t *made,
                     const char *const *keys) {
    for (; *keys != NULL; keys++) {
        size_t mark = reading_enter(r, *keys);
        agree(r, json_object_get(given, *keys), json_object_get(made, *keys));
        reading_leave(r, mark);
    }
}

static void agree_all(struct reading *r, const json_t *given, const json_t *made) {
    static const char *const whole[] = {"waiting_for",  "bank",         "decks", "longest_road",
                                        "largest_army", "metropolises", NULL};
    static const char *const of_turn[] = {"rolled", NULL};
    static const char *const of_player[] = {
        "neutral", "card_count",   "dev_count", "progress_count", "progress_backs",
        "points",  "longest_road", "supply",    "rates",          NULL};
    const json_t *players = json_object_get(given, "players");
    size_t mark;
    agree_at(r, given, made, whole);
    mark = reading_enter(r, "turn");
    agree_at(r, json_object_get(given, "turn"), json_object_get(made, "turn"), of_turn);
    reading_leave(r, mark);
    mark = reading_enter(r, "players");
    for (size_t i = 0; i < json_array_size(players); i++) {
        const json_t *player = json_array_get(players, i);
        size_t seat = (size_t)json_integer_value(json_object_get(player, "seat"));
        size_t inner = reading_enter_at(r, i);
        agree_at(r, player, json_array_get(json_object_get(made, "players"), seat), of_player);
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
    struct writer w;
    json_t *made = NULL;
    buffer_init(&buffer, POSITION_DOCUMENT_MAX);
    w = writer_to(&buffer);
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
#define MEMBERS                                                                                    \
    "game", "seq", "viewer", "status", "phase", "first", "turn", "dice", "robber", "numbers",      \
        "pieces", "players", "bank", "decks", "offers", "longest_road", "agenda", "answers",       \
        "winner", "waiting_for", "offers_made"
    static const char *const base[] = {MEMBERS, "dev_removed", "largest_army", NULL};
    static const char *const knights[] = {MEMBERS,    "returned",   "metropolises",
                                          "merchant", "barbarians", NULL};
#undef MEMBERS
    struct reading r = reading_begin(errors, pointer);
    const json_t *viewer;
    const char *wrong;
    struct agenda_item head;
    unsigned steps;
    game_blank(setup, game);
    if (!reading_object(&r, value, setup->rules.knights ? knights : base))
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

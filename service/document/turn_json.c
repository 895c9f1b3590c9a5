/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The turn and its dice, written and read. */
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/cards_json.h"
#include "service/document/members.h"

enum { TURN_NUMBER_MAX = 1 << 20 /* far beyond any game, far below the counter's end */ };

/* ---- dice ---- */

void dice_write(struct writer *w, const uint8_t dice[2], unsigned event) {
    if (dice[0] == 0) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_int_member(w, "yellow", dice[0]);
    writer_int_member(w, "red", dice[1]);
    if (event != FACE_NONE)
        writer_text_member(w, "event", face_names[event]);
    writer_object_end(w);
}

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

/* ---- members ---- */

static void write_player(struct writer *w, const struct member_source *from) {
    id_write(w, from->view->first == NONE ? NONE : game_turn_player(from->setup, from->view));
}

/* Games of five and six, whose turns have parts. */
static bool has_parts(const struct member_source *from) {
    return from->setup->rules.part_last > 0;
}

void pair_write(struct writer *w, const struct game *game) {
    writer_object(w);
    writer_int_member(w, "player", game->active);
    writer_int_member(w, "part", game->part > 0 ? 2 : 1);
    writer_object_end(w);
}

static void write_pair(struct writer *w, const struct member_source *from) {
    if (from->view->phase == PHASE_SETUP)
        writer_null(w);
    else
        pair_write(w, from->view);
}

static bool has_rolled(const struct member_source *from) {
    return from->view->rolls == from->setup->rules.production_rolls ||
           from->view->step == STEP_ACTIONS;
}

static void write_rolled(struct writer *w, const struct member_source *from) {
    writer_bool(w, has_rolled(from));
}

static void write_rolls(struct writer *w, const struct member_source *from) {
    const struct game *view = from->view;
    writer_array(w);
    for (unsigned i = 0; i < view->rolls; i++)
        if (view->dice[i][0] != 0) /* a position may leave them out */
            dice_write(w, view->dice[i], view->event);
    writer_array_end(w);
}

static void read_rolls(struct reading *r, const json_t *value, const struct member_target *to) {
    const struct rules *rules = &to->setup->rules;
    struct game *game = to->game;
    struct reading_list rolls = reading_list(r, value, rules->production_rolls);
    const json_t *roll;
    while ((roll = reading_next(&rolls)) != NULL)
        read_dice(r, roll, game->dice[game->rolls++], rules->knights ? &game->event : NULL);
    if (game->rolls == 2 &&
        game->dice[0][0] + game->dice[0][1] == game->dice[1][0] + game->dice[1][1])
        reading_refuse(r, "the two rolls of a turn differ in their sum (rule T-09)");
}

static bool has_dev_deck(const struct member_source *from) {
    return from->setup->rules.dev_deck;
}

static bool turn_has_ships(const struct member_source *from) {
    return from->setup->rules.sea;
}

static bool rules_have_tokens(const struct member_source *from) {
    return from->setup->rules.tokens_max > 0;
}

static bool has_errant(const struct member_source *from) {
    return rules_variant(&from->setup->rules, VARIANT_KNIGHT_ERRANT);
}

static void write_preset(struct writer *w, const struct member_source *from) {
    dice_write(w, from->view->preset, FACE_NONE);
}

static void read_preset(struct reading *r, const json_t *value, const struct member_target *to) {
    read_dice(r, value, to->game->preset, NULL);
}

static void read_cranes(struct reading *r, const json_t *value, const struct member_target *to) {
    to->game->cranes = (uint8_t)reading_number(r, value, 0, progress_rows[PROGRESS_CRANE].count);
}

static void write_fleet(struct writer *w, const struct member_source *from) {
    writer_names(w, kind_names, KIND_COUNT, from->view->fleet);
}

static void read_fleet(struct reading *r, const json_t *value, const struct member_target *to) {
    struct reading_list fleet = reading_list(r, value, KIND_COUNT);
    const json_t *kind;
    while ((kind = reading_next(&fleet)) != NULL)
        to->game->fleet |= (uint8_t)(1U << reading_name(r, kind, kind_names, KIND_COUNT));
}

static void write_harbor(struct writer *w, const struct member_source *from) {
    if (!from->view->harbor) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_key(w, "asked");
    seats_write(w, from->view->harbor_asked);
    writer_object_end(w);
}

static void read_harbor_question(struct reading *r, const json_t *value,
                                 const struct member_target *to) {
    static const char *const known[] = {"asked", NULL};
    const json_t *asked = json_object_get(value, "asked");
    to->game->harbor = true;
    if (!reading_object(r, value, known) || asked == NULL)
        return;
    size_t mark = reading_enter(r, "asked");
    to->game->harbor_asked = (uint8_t)reading_set(r, asked, NULL, to->setup->rules.players);
    reading_leave(r, mark);
}

#define AT(member) .offset = offsetof(struct game, member)

/* Number, player and step need what else is read: turn_read reads them. */
const struct member turn_members[] = {
    {MEMBER("number"), .kind = MEMBER_COUNT, AT(turn)},
    {MEMBER("player"), .write = write_player},
    {MEMBER("pair"), .has = has_parts, .write = write_pair},
    {MEMBER("rolled"), .derived = true, .write = write_rolled},
    {MEMBER("step"), .kind = MEMBER_NAME, AT(step), .names = turn_step_names},
    {MEMBER("rolls"), .write = write_rolls, .read = read_rolls},
    {MEMBER("trade_over"), .kind = MEMBER_FLAG, AT(trade_over)},
    {MEMBER("dev_card_played"), .kind = MEMBER_FLAG, AT(dev_played), .game = MEMBER_BASE,
     .has = has_dev_deck},
    {MEMBER("ship_moved"), .kind = MEMBER_FLAG, AT(ship_moved), .has = turn_has_ships},
    {MEMBER("knight_traded_in"), .kind = MEMBER_FLAG, AT(knight_traded), .game = MEMBER_BASE,
     .has = rules_have_tokens},
    {MEMBER("preset_dice"), .game = MEMBER_KNIGHTS, .write = write_preset, .read = read_preset},
    {MEMBER("errant_used"), .kind = MEMBER_FLAG, AT(errant_used), .game = MEMBER_KNIGHTS,
     .has = has_errant},
    {MEMBER("cranes"), .kind = MEMBER_NUMBER, AT(cranes), .game = MEMBER_KNIGHTS,
     .read = read_cranes},
    {MEMBER("fleet"), .game = MEMBER_KNIGHTS, .write = write_fleet, .read = read_fleet},
    {MEMBER("harbor"), .game = MEMBER_KNIGHTS, .write = write_harbor, .read = read_harbor_question},
};
const size_t turn_members_count = sizeof turn_members / sizeof *turn_members;

/* ---- reading ---- */

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

static unsigned default_step(const json_t *turn, const struct setup *setup, const struct game *game,
                             bool chain) {
    if (chain && game->phase == PHASE_PLAY)
        return STEP_RESOLVING;
    if (game->rolls == setup->rules.production_rolls || game->part > 0 ||
        json_is_true(json_object_get(turn, "rolled")))
        return STEP_ACTIONS;
    return game->rolls > 0 ? STEP_BETWEEN_ROLLS : STEP_BEFORE_ROLL;
}

static void check_turn_members(struct reading *r, const struct setup *setup,
                               const struct game *game) {
    if (game->errant_used && !rules_variant(&setup->rules, VARIANT_KNIGHT_ERRANT))
        reading_refuse_at(r, "errant_used", "is for the variant \"knight_errant\" (rule V-10)");
    if (game->ship_moved && !setup->rules.sea)
        reading_refuse_at(r, "ship_moved", "is for games with a scenario (rule S-21)");
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

/* Who acts now: the player whose turn it is, unless another has a part of it. */
static void read_pair(struct reading *r, const json_t *turn, const struct setup *setup,
                      struct game *game) {
    static const char *const known[] = {"player", "part", NULL};
    const json_t *pair = reading_member(r, turn, "pair", false);
    unsigned players = setup->rules.players, player, part;
    if (pair == NULL || json_is_null(pair))
        return;
    size_t mark = reading_enter(r, "pair");
    if (setup->rules.part_last == 0) {
        reading_refuse(r, "is for games of five and six (rule X-14)");
    } else if (reading_object(r, pair, known)) {
        player = reading_number_of(r, pair, "player", 0, players - 1, READING_REQUIRED);
        part = reading_number_of(r, pair, "part", 1, 2, READING_REQUIRED);
        if (part == 1 && player != game->active)
            reading_refuse_at(r, "player", "part 1 is that of the player whose turn it is");
        if (part == 2)
            game->part = (uint8_t)((player + players - game->active) % players);
        if (part == 2 && game->part == 0)
            reading_refuse_at(r, "player", "part 2 is that of another player (rule X-35)");
        game->active = (uint8_t)player;
    }
    reading_leave(r, mark);
}

static void read_turn(struct reading *r, const json_t *turn, const struct setup *setup,
                      struct game *game, bool chain) {
    struct member_target to = {.setup = setup, .game = game};
    bool playing = game->phase != PHASE_SETUP;
    unsigned first_turn = game->phase == PHASE_PLAY;
    if (!members_read(r, turn, turn_members, turn_members_count, game, &to))
        return;
    game->turn =
        reading_number_of(r, turn, "number", first_turn, playing ? TURN_NUMBER_MAX : 0, first_turn);
    game->active =
        (uint8_t)reading_number_of(r, turn, "player", 0, setup->rules.players - 1U,
                                   playing || game->first != NONE ? (unsigned)READING_REQUIRED : 0);
    read_pair(r, turn, setup, game);
    game->step = (uint8_t)reading_name_of(r, turn, "step", turn_step_names, TURN_STEP_COUNT,
                                          default_step(turn, setup, game, chain));
    check_turn_members(r, setup, game);
}

void turn_read(struct reading *r, const json_t *value, const struct setup *setup,
               struct game *game) {
    const json_t *agenda = reading_member(r, value, "agenda", false);
    const json_t *turn = reading_member(r, value, "turn", true);
    if (turn == NULL)
        return;
    size_t mark = reading_enter(r, "turn");
    read_turn(r, turn, setup, game, json_array_size(agenda) > 0);
    reading_leave(r, mark);
    read_last_dice(r, value, setup, game);
    assume_rolls(game, setup);
}

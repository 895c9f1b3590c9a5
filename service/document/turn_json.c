/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The turn and its dice, written and read. */
#include <string.h>

#include "service/document/view_int.h"

enum { TURN_NUMBER_MAX = 1 << 20 /* far beyond any game, far below the counter's end */ };

/* ---- dice ---- */

static void dice_write(struct writer *w, const uint8_t dice[2], unsigned event) {
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

/* Reads a roll; with an event die if EVENT is not NULL and the document has one. */
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

static void write_turn_player(struct writer *w, const struct member_source *from) {
    id_write(w, from->view->first == NONE ? NONE : game_turn_player(from->setup, from->view));
}

void write_pair(struct writer *w, const struct member_source *from) {
    if (from->view->phase == PHASE_SETUP) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_int_member(w, "player", from->view->active);
    writer_int_member(w, "part", from->view->part > 0 ? 2 : 1);
    writer_object_end(w);
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
        if (view->dice[i][0] != 0) /* a position may leave dice out */
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

/* The player whom the Commercial Harbor has asked. */
static const struct member harbor_question[] = {
    {MEMBER("asked"), .kind = MEMBER_SET, .below = BELOW_PLAYERS,
     .offset = offsetof(struct game, harbor_asked)},
};

static void write_harbor(struct writer *w, const struct member_source *from) {
    if (!from->view->harbor) {
        writer_null(w);
        return;
    }
    object_write(w, ROWS(harbor_question), from->view, from);
}

static void read_harbor(struct reading *r, const json_t *value, const struct member_target *to) {
    to->game->harbor = true;
    (void)members_read(r, value, ROWS(harbor_question), to->game, to);
}

/* A position may leave out the dice of a turn's rolls: they become 0, or `dice` if there was a
 * single roll. */
static void assume_rolls(struct game *game, const struct setup *setup) {
    if (game->rolls > 0 || game->step != STEP_ACTIONS || game->phase != PHASE_PLAY)
        return;
    game->rolls = setup->rules.production_rolls;
    if (game->rolls > 1)
        return;
    memcpy(game->dice[0], game->last_dice, sizeof game->dice[0]);
    game->event = game->last_event;
}

void write_last_dice(struct writer *w, const struct member_source *from) {
    dice_write(w, from->view->last_dice, from->view->last_event);
}

/* Reads the latest roll of the game: the last of this turn, or of an earlier one. */
void read_last_dice(struct reading *r, const json_t *value, const struct member_target *to) {
    struct game *game = to->game;
    const uint8_t *last = game->dice[game->rolls > 0 ? game->rolls - 1 : 0];
    r->absent = false; /* may be left out */
    if (!is_absent(value)) {
        read_dice(r, value, game->last_dice, to->setup->rules.knights ? &game->last_event : NULL);
        if (game->rolls > 0 &&
            (memcmp(game->last_dice, last, 2) != 0 || game->last_event != game->event))
            reading_refuse(r, "is not the last of /turn/rolls");
    } else if (game->rolls > 0) {
        memcpy(game->last_dice, last, 2);
        game->last_event = game->event;
    }
    assume_rolls(game, to->setup);
}

static void read_step(struct reading *r, const json_t *value, const struct member_target *to) {
    struct game *game = to->game;
    unsigned rolls = to->setup->rules.production_rolls;
    r->absent = false; /* it is derived */
    if (!is_absent(value))
        game->step = (uint8_t)reading_name(r, value, turn_step_names, TURN_STEP_COUNT);
    else if (to->chain && game->phase == PHASE_PLAY)
        game->step = STEP_RESOLVING;
    else if (game->rolls == rolls || game->part > 0 ||
             json_is_true(json_object_get(to->object, "rolled")))
        game->step = STEP_ACTIONS;
    else
        game->step = game->rolls > 0 ? STEP_BETWEEN_ROLLS : STEP_BEFORE_ROLL;
}

static void read_turn_number(struct reading *r, const json_t *value,
                             const struct member_target *to) {
    bool playing = to->game->phase != PHASE_SETUP;
    unsigned first = to->game->phase == PHASE_PLAY;
    to->game->turn = first;
    r->absent = false;
    if (!is_absent(value))
        to->game->turn = reading_number(r, value, first, playing ? TURN_NUMBER_MAX : 0);
}

/* Before the set-up it is nobody's turn. */
static void read_turn_player(struct reading *r, const json_t *value,
                             const struct member_target *to) {
    static const struct member row = {.kind = MEMBER_NUMBER, .below = BELOW_PLAYERS};
    bool needed = to->game->phase != PHASE_SETUP || to->game->first != NONE;
    if (needed || !is_absent(value))
        value_read(r, value, &row, &to->game->active, to);
}

static void check_turn_members(struct reading *r, const struct setup *setup,
                               const struct game *game) {
    if (game->errant_used && !rules_variant(&setup->rules, VARIANT_KNIGHT_ERRANT))
        reading_refuse_at(r, "errant_used", "is for the variant \"knight_errant\" (rule V-10)");
    if (game->trade_over && setup->rules.combined_phases)
        reading_refuse_at(r, "trade_over", "only the strict order ends trade (rule B-29)");
    if (game->step == STEP_BETWEEN_ROLLS && game->rolls != 1)
        reading_refuse_at(r, "step", "between two rolls one has been made: name it in rolls");
    if (game->step == STEP_BEFORE_ROLL && game->rolls != 0)
        reading_refuse_at(r, "step", "does not fit the rolls made");
    if (game->step == STEP_ACTIONS && game->rolls != 0 &&
        game->rolls != setup->rules.production_rolls)
        reading_refuse_at(r, "step", "does not fit the rolls made");
}

/* Who may act now: the player on turn, or another player in their part of the turn. */
static void read_pair(struct reading *r, const json_t *value, const struct member_target *to) {
    static const char *const known[] = {"player", "part", NULL};
    struct game *game = to->game;
    unsigned players = to->setup->rules.players, player, part;
    if (!reading_object(r, value, known))
        return;
    player = reading_number_of(r, value, "player", 0, players - 1, READING_REQUIRED);
    part = reading_number_of(r, value, "part", 1, 2, READING_REQUIRED);
    if (part == 1 && player != game->active)
        reading_refuse_at(r, "player", "part 1 is that of the player whose turn it is");
    if (part == 2)
        game->part = (uint8_t)((player + players - game->active) % players);
    if (part == 2 && game->part == 0)
        reading_refuse_at(r, "player", "part 2 is that of another player (rule X-35)");
    game->active = (uint8_t)player;
}

/* ---- the table ---- */

#define AT(member)    .offset = offsetof(struct game, member)
#define SPECIAL(name) .write = write_##name, .read = read_##name

const struct member turn_members[] = {
    {MEMBER("number"), .kind = MEMBER_LONG, .required = READ_ALWAYS, AT(turn),
     .read = read_turn_number},
    {MEMBER("player"), .required = READ_ALWAYS, SPECIAL(turn_player)},
    {MEMBER("pair"), .has = HAS(rules.part_last), SPECIAL(pair),
     .foreign = "is for games of five and six (rule X-14)"},
    {MEMBER("rolled"), .derived = true, .write = write_rolled},
    {MEMBER("step"), .kind = MEMBER_NAME, .required = READ_ALWAYS, .pass = READ_SECOND, AT(step),
     .read = read_step, NAMES_OF(TURN_STEP_COUNT, turn_step_names)},
    {MEMBER("rolls"), SPECIAL(rolls)},
    {MEMBER("trade_over"), .kind = MEMBER_FLAG, AT(trade_over)},
    {MEMBER("dev_card_played"), .kind = MEMBER_FLAG, AT(dev_played), BASE_ONLY,
     .has = HAS(rules.dev_deck)},
    MEMBERS_ADDED(PLACE_TURN),
    {MEMBER("knight_traded_in"), .kind = MEMBER_FLAG, AT(knight_traded), BASE_ONLY,
     .has = HAS(rules.tokens_max), .foreign = "only two players trade knights in (rule T-33)"},
    {MEMBER("preset_dice"), KNIGHTS_ONLY, SPECIAL(preset)},
    {MEMBER("errant_used"), .kind = MEMBER_FLAG, AT(errant_used), KNIGHTS_ONLY,
     .shown = has_errant},
    {MEMBER("cranes"), .kind = MEMBER_NUMBER, AT(cranes), KNIGHTS_ONLY, .read = read_cranes},
    {MEMBER("fleet"), .kind = MEMBER_SET, .large = KIND_COUNT, AT(fleet), KNIGHTS_ONLY,
     NAMES_OF(KIND_COUNT, kind_names)},
    {MEMBER("harbor"), KNIGHTS_ONLY, SPECIAL(harbor)},
};
const size_t turn_members_count = sizeof turn_members / sizeof *turn_members;

void write_whole_turn(struct writer *w, const struct member_source *from) {
    object_write(w, turn_members, turn_members_count, from->view, from);
}

void read_whole_turn(struct reading *r, const json_t *value, const struct member_target *to) {
    if (!members_read(r, value, turn_members, turn_members_count, to->game, to))
        return;
    r->absent = false;
    members_read_pass(r, value, turn_members, turn_members_count, READ_SECOND, to->game, to);
    check_turn_members(r, to->setup, to->game);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/view_json.h"

#include <string.h>

#include "service/document/view_int.h"

/* ---- head ---- */

static bool has_game(const struct member_source *from) {
    return from->head->game != NULL;
}

static void write_game_name(struct writer *w, const struct member_source *from) {
    writer_text(w, from->head->game);
}

static void write_viewer(struct writer *w, const struct member_source *from) {
    if (from->viewer == VIEWER_ALL)
        writer_text(w, "all");
    else
        id_write(w, from->viewer);
}

static void write_status(struct writer *w, const struct member_source *from) {
    writer_text(w, from->head->status);
}

/* ---- bank and stacks ---- */

static bool has_new_harbors(const struct member_source *from) {
    return from->setup->board.n_gifts > 0 || from->setup->board.n_pool > 0;
}

static void write_bank(struct writer *w, const struct member_source *from) {
    cards_write_all(w, from->view->bank, from->setup->rules.kinds);
}

static void write_decks(struct writer *w, const struct member_source *from) {
    if (from->setup->rules.knights) {
        numbers_write(w, track_names, from->view->stack_count, TRACK_COUNT);
        return;
    }
    writer_object(w);
    writer_int_member(w, "dev", from->view->deck_count);
    writer_object_end(w);
}

/* Readers who see everything also see the progress cards put back under their stacks. */
static bool has_returned(const struct member_source *from) {
    return from->viewer == VIEWER_ALL;
}

static void write_returned(struct writer *w, const struct member_source *from) {
    writer_object(w);
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        writer_key_text(w, track_names[track]);
        progress_write(w, from->view->returned[track], STACK_MAX);
    }
    writer_object_end(w);
}

/* ---- players ---- */

/* A special card and its holder: {"player":1,"length":5}; null if nobody has it. */
static void write_held(struct writer *w, unsigned player, const char *what, unsigned value) {
    if (player == NONE) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_int_member(w, "player", player);
    writer_key_text(w, what);
    writer_int(w, value);
    writer_object_end(w);
}

/* Reads a special card's holder; the figure, row FIGURE, is derived from the pieces. */
static void read_award(struct reading *r, const json_t *value, const struct member_target *to,
                       enum award award, const struct member *figure) {
    const struct member rows[] = {
        {MEMBER("player"), .kind = MEMBER_NUMBER, .required = true,
         .below = game_award_neutral(award) ? BELOW_COLORS : BELOW_PLAYERS},
        *figure,
    };
    (void)members_read(r, value, ROWS(rows), &to->game->holders[award], to);
}

static void write_award(struct writer *w, const struct member_source *from, enum award award,
                        const char *figure) {
    unsigned holder = from->view->holders[award];
    write_held(w, holder, figure,
               holder == NONE ? 0 : game_award_have(from->setup, from->view, award, holder));
}

#define AWARD_FUNCTIONS(number, name, figure, of_player)                                           \
    static void read_##name(struct reading *r, const json_t *value,                                \
                            const struct member_target *to) {                                      \
        static const struct member row = {MEMBER(#figure), .derived = true};                       \
        read_award(r, value, to, AWARD_##number, &row);                                            \
    }                                                                                              \
    static void write_##name(struct writer *w, const struct member_source *from) {                 \
        write_award(w, from, AWARD_##number, #figure);                                             \
    }
AWARDS(AWARD_FUNCTIONS)

/* ---- what lies beside the board with knights ---- */

static void write_metropolises(struct writer *w, const struct member_source *from) {
    writer_object(w);
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned vertex = from->view->metropolis[track];
        writer_key_text(w, track_names[track]);
        write_held(w, vertex == NONE ? NONE : from->view->owner[vertex], "vertex", vertex);
    }
    writer_object_end(w);
}

/* ---- the course of the game ---- */

static void read_viewer(struct reading *r, const json_t *value, const struct member_target *to) {
    (void)to;
    if (value == NULL)
        return;
    if (!json_is_string(value) || strcmp(json_string_value(value), "all") != 0)
        reading_refuse(r, "must be \"all\": a position hides nothing");
}

static void read_phase(struct reading *r, const json_t *value, const struct member_target *to) {
    bool over = !is_absent(json_object_get(to->object, "winner"));
    to->game->phase = over ? PHASE_FINISHED : PHASE_PLAY;
    if (!is_absent(value))
        to->game->phase = (uint8_t)reading_name(r, value, phase_names, PHASE_COUNT);
}

static void read_first(struct reading *r, const json_t *value, const struct member_target *to) {
    static const struct member row = {.kind = MEMBER_NUMBER, .below = BELOW_PLAYERS};
    to->game->first = to->game->phase == PHASE_SETUP ? NONE : 0;
    if (!is_absent(value))
        value_read(r, value, &row, &to->game->first, to);
}

/* ---- the table ---- */

#define AT(member)    .offset = offsetof(struct game, member)
#define SPECIAL(name) .write = write_##name, .read = read_##name
#define LIST(rows, name, most)                                                                     \
    .kind = MEMBER_LIST, ROWS_OF(rows), .large = (most), .next = next_##name, .put = put_##name

/* Special cards that no edition has; only games that use them. */
#define AWARD_ROW(number, name, figure, of_player)                                                 \
    {MEMBER(#name), .derived = true, .has = HAS(award_least[AWARD_##number]), SPECIAL(name),       \
     .foreign = "is a special card that this game does not have"},

/* Order matters: later rows need earlier ones when read, such as pieces the turn. */
const struct member view_members[] = {
    {MEMBER("game"), .shown = has_game, .write = write_game_name},
    {MEMBER("seq"), .kind = MEMBER_LONG, .pass = READ_NEVER, AT(seq)},
    {MEMBER("viewer"), .required = READ_ALWAYS, SPECIAL(viewer)},
    {MEMBER("status"), .shown = has_game, .write = write_status},
    {MEMBER("phase"), .kind = MEMBER_NAME, .required = READ_ALWAYS, AT(phase), .read = read_phase,
     NAMES_OF(PHASE_COUNT, phase_names)},
    {MEMBER("first"), .kind = MEMBER_ID, .required = READ_ALWAYS, AT(first), .read = read_first},
    {MEMBER("turn"), .required = true, SPECIAL(whole_turn)},
    {MEMBER("dice"), .required = READ_ALWAYS, SPECIAL(last_dice)},
    {MEMBER("waiting_for"), .derived = true, .write = write_waiting},
    {MEMBER("robber"), .kind = MEMBER_ID, .below = BELOW_HEXES, AT(robber)},
    MEMBERS_ADDED(PLACE_THIEVES),
    MEMBERS_ADDED(PLACE_BOARD),
    {MEMBER("harbors"), .shown = has_new_harbors,
     LIST(harbor_members, harbor, HARBOR_MAX + PLACED_MAX)},
    MEMBERS_ADDED(PLACE_VILLAGES),
    {MEMBER("numbers"), .shown = has_numbers, .write = write_numbers, .read = read_number_tokens},
    {MEMBER("pieces"), .kind = MEMBER_OBJECT, .required = true, ROWS_OF(piece_members)},
    {MEMBER("bank"), .derived = true, .write = write_bank},
    {MEMBER("decks"), .derived = true, .write = write_decks},
    {MEMBER("returned"), KNIGHTS_ONLY, .shown = has_returned, SPECIAL(returned)},
    {MEMBER("dev_removed"), BASE_ONLY, .kind = MEMBER_COUNTS, AT(dev_removed),
     NAMES_OF(DEV_COUNT, dev_names)},
    {MEMBER("players"), .required = true, SPECIAL(all_players)},
    {MEMBER("longest_road"), .derived = true, SPECIAL(longest_road)},
    {MEMBER("largest_army"), BASE_ONLY, .derived = true, .has = HAS(rules.army_card_min),
     SPECIAL(largest_army)},
    {MEMBER("metropolises"), KNIGHTS_ONLY, .derived = true, .write = write_metropolises},
    {MEMBER("merchant"), KNIGHTS_ONLY, .kind = MEMBER_OBJECT, ROWS_OF(merchant_members)},
    {MEMBER("barbarians"), KNIGHTS_ONLY, .kind = MEMBER_OBJECT, ROWS_OF(barbarian_members)},
    {MEMBER("offers"), .pass = READ_THIRD, AT(offers), .size = sizeof(struct offer),
     .counter = offsetof(struct game, n_offers), LIST(offer_members, offer, OFFER_MAX)},
    {MEMBER("offers_made"), .kind = MEMBER_LONG, .pass = READ_THIRD, AT(next_offer),
     .read = read_offers_made},
    {MEMBER("agenda"), .required = READ_ALWAYS, .pass = READ_SECOND, SPECIAL(agenda)},
    {MEMBER("answers"), .pass = READ_SECOND, SPECIAL(answers)},
    {MEMBER("winner"), .kind = MEMBER_ID, .below = BELOW_PLAYERS, AT(winner)},
    ADDED_AWARDS(AWARD_ROW)};
const size_t view_members_count = sizeof view_members / sizeof *view_members;

void view_write(struct writer *w, const struct setup *setup, const struct game *view,
                unsigned viewer, const struct view_head *head) {
    struct member_source from = {.setup = setup, .view = view, .head = head, .viewer = viewer};
    object_write(w, view_members, view_members_count, view, &from);
}

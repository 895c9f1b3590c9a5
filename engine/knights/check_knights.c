/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whether what Cities & Knights adds to a state is possible: knights, cities, improvements, progress
 * cards, and what the running turn remembers of them. In a game without knights all of it is
 * blank. */
#include "engine/knights/internal.h"

/* ---- the base game ---- */

static bool bytes_all_zero(const void *bytes, size_t n) {
    const uint8_t *byte = bytes;
    unsigned any = 0;
    for (size_t i = 0; i < n; i++)
        any |= byte[i];
    return any == 0;
}

static bool player_has_no_knights(const struct player *player) {
    return bytes_all_zero(player->improvements, sizeof player->improvements) &&
           bytes_all_zero(player->progress, sizeof player->progress) &&
           vertex_set_empty(&player->knights) && !player->defender_points && !player->vp_cards;
}

static const char *check_base(const struct setup *setup, const struct game *game) {
    if (setup->rules.knights)
        return NULL;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (!player_has_no_knights(&game->players[seat]))
            return "the base game has no knights, improvements and progress cards";
    if (!vertex_set_empty(&game->walls) || !vertex_set_empty(&game->tipped) ||
        !vertex_set_empty(&game->sabotaged))
        return "the base game has no walls, and its cities stand upright";
    if (game->merchant != NONE || game->merchant_holder != NONE || game->barbarians ||
        game->attacks || !bytes_all_zero(game->returned, sizeof game->returned))
        return "the base game has no merchant, barbarians and progress stacks";
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (game->metropolis[track] != NONE)
            return "the base game has no metropolises";
    if (game->event || game->last_event || game->preset[0] || game->preset[1] ||
        game->errant_used || game->cranes || game->fleet || game->harbor || game->harbor_asked)
        return "the base game has neither event die nor progress cards";
    return NULL;
}

/* ---- knights ---- */

static bool agenda_holds(const struct game *game, enum agenda_step step) {
    for (unsigned i = 0; i < game->n_agenda && i < AGENDA_MAX; i++)
        if (game->agenda[i].step == step)
            return true;
    return false;
}

/* Until everything of the roll is done, nothing was activated or promoted in this turn, and only
 * one knight can have acted, as a knight-errant (V-11). */
static bool turn_is_early(const struct game *game) {
    return game->phase == PHASE_PLAY &&
           (game->step == STEP_BEFORE_ROLL || agenda_holds(game, AGENDA_SHIP_BACK) ||
            agenda_holds(game, AGENDA_CARD_LIMIT));
}

static const char *knight_wrong(const struct game *game, unsigned seat, unsigned vertex) {
    unsigned bits = game->knight[vertex], moved = bits & KNIGHT_THIS_TURN;
    if (!(bits & KNIGHT_RANK) || bits >> 7)
        return "a knight has no rank";
    if (!player_lines_end(game, seat, vertex))
        return "a knight stands where no road of its color ends";
    if (moved && (seat != game->active || game->phase == PHASE_SETUP))
        return "a knight has done something in the turn of another player";
    if (bits & KNIGHT_ACTIVATED && !(bits & KNIGHT_ACTIVE))
        return "a knight activated in this turn is active";
    if (bits & KNIGHT_ACTED && bits & KNIGHT_ACTIVE && !(bits & KNIGHT_ACTIVATED))
        return "a knight that has acted is active only when it was activated again";
    if (bits & KNIGHT_PROMOTED && (bits & KNIGHT_RANK) == 1)
        return "a basic knight was not promoted";
    if (turn_is_early(game) && moved && (moved != KNIGHT_ACTED || !game->errant_used))
        return "before the roll at most one knight has acted, as a knight-errant";
    return NULL;
}

/* Every vertex has at most one piece; the counts are compared because owner[] holds only one. */
static const char *check_knight_pieces(const struct setup *setup, const struct game *game) {
    unsigned n = 0, occupied = vertex_set_count(&game->occupied), errant = 0;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const struct player *player = &game->players[seat];
        if (seat >= setup->rules.players && !vertex_set_empty(&player->knights))
            return "a knight belongs to nobody who plays";
        VERTEX_EACH(&player->knights, v) {
            const char *wrong = vertex_set_has(&setup->board.vertices, v)
                                    ? knight_wrong(game, seat, v)
                                    : "a knight stands beside the board";
            if (wrong)
                return wrong;
            if (vertex_set_has(&setup->board.marked[MARK_VILLAGE], v))
                return "a knight stands at a village"; /* V-95 */
            errant += game->knight[v] & KNIGHT_ACTED ? 1 : 0;
            n++;
        }
    }
    if (n + vertex_set_count(&game->built) != occupied)
        return "a knight stands on a taken intersection";
    if (turn_is_early(game) && errant > 1)
        return "before the roll at most one knight has acted, as a knight-errant";
    return NULL;
}

/* ---- cities ---- */

static bool vertex_sets_apart(struct vertex_set a, struct vertex_set b) {
    struct vertex_set rest = vertex_set_minus(a, b);
    return memcmp(&rest, &a, sizeof a) == 0;
}

static const char *check_cities(const struct setup *setup, const struct game *game) {
    struct vertex_set cities = {{0}};
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        const struct player *player = &game->players[seat];
        cities = vertex_set_union(cities, player->cities);
        if (player->tipped && player->supply[PIECE_SETTLEMENT])
            return "a city lies on its side only while no settlement is left in the supply";
    }
    if (!vertex_set_within(game->walls, cities) || !vertex_sets_apart(game->walls, game->tipped))
        return "a wall stands under no upright city";
    if (!vertex_set_within(game->tipped, cities) || !vertex_set_within(game->sabotaged, cities))
        return "only a city lies on its side or upside down";
    if (!vertex_sets_apart(game->tipped, game->sabotaged))
        return "a city lies either on its side or upside down";
    if (setup->rules.options[OPTION_SABOTEUR] != SABOTEUR_INVERT_CITY &&
        !vertex_set_empty(&game->sabotaged))
        return "in this edition no city stands upside down";
    return NULL;
}

/* ---- improvements ---- */

/* C-107 to C-110: the first at level 4 has it, until another is at 5 first. */
static const char *metropolis_wrong(const struct setup *setup, const struct game *game,
                                    unsigned track) {
    unsigned vertex = game->metropolis[track], highest = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        unsigned level = game->players[seat].improvements[track];
        highest = level > highest ? level : highest;
    }
    if (vertex == NONE)
        return highest < LEVEL_METROPOLIS ? NULL : "a player at level 4 has won a metropolis";
    if (vertex >= setup->board.n_vertices || !vertex_set_has(&game->built, vertex))
        return "a metropolis stands on no city";
    const struct player *holder = &game->players[game->owner[vertex]];
    if (!vertex_set_has(&holder->cities, vertex) || vertex_set_has(&game->tipped, vertex))
        return "a metropolis stands on an upright city";
    if (holder->improvements[track] < LEVEL_METROPOLIS || holder->improvements[track] < highest)
        return "a metropolis belongs to the player furthest in its area, from level 4 on";
    for (unsigned other = 0; other < track; other++)
        if (game->metropolis[other] == vertex)
            return "a city carries one metropolis";
    return NULL;
}

static const char *check_improvements(const struct setup *setup, const struct game *game) {
    unsigned defenders = 0;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const struct player *player = &game->players[seat];
        for (unsigned track = 0; track < TRACK_COUNT; track++)
            if (player->improvements[track] > LEVEL_MAX)
                return "an area has five levels";
        if (seat >= setup->rules.players && !player_has_no_knights(player))
            return "a color without a player has improvements or cards";
        defenders += player->defender_points;
        /* At most one comes between two turns of the same player, who would win in the next one,
         * unless the points alone do not win (V-94). */
        if (player->defender_points > setup->rules.points_target && !setup->rules.wonders)
            return "a player with more Defender points than the target would have won";
    }
    /* A game that ends by such a point ends before the ship goes back (O-35). */
    unsigned attacks = game->attacks;
    if (game->phase == PHASE_FINISHED && game->barbarians + 1 == setup->rules.barbarian_steps)
        attacks++;
    if (game->attacks < UINT16_MAX && defenders > attacks)
        return "there are more Defender points than attacks";
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        const char *wrong = metropolis_wrong(setup, game, track);
        if (wrong)
            return wrong;
    }
    return NULL;
}

/* ---- robber, merchant and barbarians ---- */

static const char *check_figures(const struct setup *setup, const struct game *game) {
    bool beside = setup->rules.options[OPTION_ROBBER_START] == START_PENINSULA;
    unsigned start = beside ? NONE : setup->board.robber;
    if (game->barbarians >= setup->rules.barbarian_steps)
        return "the barbarians are further than their track goes";
    if (game_robber_frozen(setup, game) && game->robber != start)
        return "the robber has moved before the first attack";
    bool track = setup->rules.options[OPTION_PIRATE_START] == PIRATE_AT_TRACK;
    bool released = setup->rules.options[OPTION_ROBBER_RELEASE] == RELEASE_TO_DESERT &&
                    game->attacks > 0 && robber_home(setup) != NONE;
    if (game_pirate_frozen(setup, game) && game->pirate != (track ? NONE : setup->board.pirate))
        return "the pirate has moved before the first attack";
    if (game->robber == NONE && (start != NONE || released))
        return "the robber is on the island and does not leave it";
    if ((game->merchant == NONE) != (game->merchant_holder == NONE))
        return "the merchant stands on the board if and only if somebody controls it";
    if (game->merchant != NONE &&
        (game->merchant >= setup->board.n_hexes || game->merchant_holder >= setup->rules.players ||
         !place_builds_at(setup, game, game->merchant_holder, game->merchant)))
        return "the merchant stands at no settlement or city of the player who controls it";
    return NULL;
}

/* ---- progress cards ---- */

/* A fifth card is held until its owner has decided: off turn at the end of the draws, on turn at
 * once or at the end of the turn, depending on the edition (C-148, C-149). */
static bool fifth_allowed(const struct setup *setup, const struct game *game, unsigned seat) {
    if (game->phase == PHASE_FINISHED)
        return true;
    if (seat != game->active)
        return agenda_holds(game, AGENDA_CARD_LIMIT);
    return progress_play_now(setup) ? agenda_holds(game, AGENDA_FIFTH_CARD) : game->rolls > 0;
}

static const char *check_hand(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++) {
        unsigned place = player->progress[i];
        if (place > PROGRESS_COUNT || (place && progress_rows[place - 1].point))
            return "a hand holds a progress card that does not exist or is laid out when drawn";
        if (place && i > 0 && !player->progress[i - 1])
            return "a hand of progress cards has a gap";
    }
    if (player->progress_count > setup->rules.progress_limit && !fifth_allowed(setup, game, seat))
        return "a player holds more progress cards than allowed now";
    if (player->vp_cards & ~(VP_PRINTER | VP_CONSTITUTION))
        return "a card laid out is none of the two that there are";
    return NULL;
}

static const char *check_progress(const struct setup *setup, const struct game *game) {
    uint8_t sum[PROGRESS_COUNT] = {0};
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        const char *wrong = check_hand(setup, game, seat);
        if (wrong)
            return wrong;
        for (unsigned i = 0; i < game->players[seat].progress_count; i++)
            sum[game->players[seat].progress[i] - 1]++;
        sum[PROGRESS_PRINTER] += game->players[seat].vp_cards & VP_PRINTER ? 1 : 0;
        sum[PROGRESS_CONSTITUTION] += game->players[seat].vp_cards & VP_CONSTITUTION ? 1 : 0;
    }
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        for (unsigned i = 0; i < STACK_MAX; i++) {
            unsigned place = game->returned[track][i];
            if (place > PROGRESS_COUNT || (place && i >= game->returned_count[track]))
                return "the returned progress cards of a stack have a gap";
            if (place &&
                (progress_rows[place - 1].track != track || progress_rows[place - 1].point))
                return "a progress card lies under the wrong stack";
            if (place)
                sum[place - 1]++;
        }
    for (unsigned card = 0; card < PROGRESS_COUNT; card++)
        if (sum[card] > progress_rows[card].count)
            return "there are more progress cards of a kind than the game has";
    return NULL;
}

/* ---- the running turn ---- */

enum { CRANES = 2, FLEETS = 2 }; /* cards of each there are (C-156, C-168) */

/* Copies of CARD that players hold. */
static unsigned copies_held(const struct setup *setup, const struct game *game, unsigned card) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++)
            n += game->players[seat].progress[i] == card + 1;
    return n;
}

/* Preset dice are two faces, and the roll shows the same (C-181). */
static bool preset_sound(const struct setup *setup, const struct game *game) {
    const uint8_t *preset = game->preset;
    if (!preset[0] && !preset[1])
        return true;
    if (preset[0] < 1 || preset[0] > 6 || preset[1] < 1 || preset[1] > 6 ||
        game->phase == PHASE_SETUP ||
        (game_no_seven(setup, game) && preset[0] + preset[1] == 7)) /* V-14, H-02 */
        return false;
    return game->rolls == 0 || !game->dice[0][0] || memcmp(preset, game->dice[0], 2) == 0;
}

/* Whether a card other than the Alchemist can have been played in this turn: within the chain of a
 * roll only a fifth card, which comes after all draws (C-142, C-149). */
static bool progress_can_have_been_played(const struct setup *setup, const struct game *game) {
    if (game->phase == PHASE_SETUP || game->rolls == 0 || turn_is_early(game))
        return false;
    return !agenda_holds(game, AGENDA_AFTER_ROLL) || progress_play_now(setup);
}

static const char *check_turn(const struct setup *setup, const struct game *game) {
    unsigned opponents = ((1u << setup->rules.players) - 1) & ~(1u << game->active);
    bool rolled = game->rolls > 0 && game->phase != PHASE_SETUP;
    if (game->event >= FACE_COUNT || game->last_event >= FACE_COUNT)
        return "the event die has no such face";
    if (game->event && (!rolled || game_easy_turn(setup, game)))
        return "the event die was not rolled in this turn";
    if (rolled && game_no_seven(setup, game) && game->dice[0][0] + game->dice[0][1] == 7)
        return "no seven counts in an easy start";
    if (!preset_sound(setup, game))
        return "the dice set beforehand are not two faces, or not those rolled";
    if (game->errant_used &&
        (!rules_variant(&setup->rules, VARIANT_KNIGHT_ERRANT) || game->phase == PHASE_SETUP))
        return "there is no knight-errant in this game";
    if (!progress_can_have_been_played(setup, game) &&
        (game->cranes || game->fleet || game->harbor || game->harbor_asked))
        return "until the roll is worked off no progress card but the Alchemist is played";
    if (game->cranes + copies_held(setup, game, PROGRESS_CRANE) > CRANES ||
        bit_count(game->fleet) + copies_held(setup, game, PROGRESS_MERCHANT_FLEET) > FLEETS)
        return "more Cranes or Merchant Fleets are at work than there are cards";
    if (game->harbor_asked & ~(game->harbor ? opponents : 0))
        return "a Commercial Harbor asks opponents of the player on turn, once it is played";
    if (game->dev_played || game->trade_over)
        return "this game has no development cards and no strict order";
    return NULL;
}

/* Checks everything of the expansion; all of it is blank in the base game. */
const char *check_knights(const struct setup *setup, const struct game *game) {
    static check_function *const checks[] = {
        check_knight_pieces, check_cities, check_improvements, check_figures, check_progress,
        check_turn,          NULL};
    const char *wrong = check_base(setup, game);
    if (wrong || !setup->rules.knights)
        return wrong;
    return check_all(checks, setup, game);
}

/* ---- answers ---- */

bool answer_id_sound(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct agenda_item *item = &game->agenda[0];
    unsigned id = game->answer_ids[seat] - 1u;
    if (game->n_agenda == 0 || seat >= setup->rules.players)
        return false;
    if (item->step == AGENDA_CARD_LIMIT)
        return seat != game->active && progress_surplus(setup, game, seat) &&
               progress_among(game->players[seat].progress, id);
    if (item->step != AGENDA_PILLAGE || !(item->arg >> seat & 1) || id >= VERTEX_MAX)
        return false;
    struct vertex_set plain = game_plain_cities(game, seat);
    return vertex_set_has(&plain, id) && vertex_set_count(&plain) > 1;
}

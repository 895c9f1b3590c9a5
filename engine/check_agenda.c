/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whether an agenda can stand as it does, and the answers that are in already: each step in itself,
 * the steps in their order, and what the steps of an attack say against the strengths on the board. */
#include "engine/internal.h"

/* ---- order ---- */

/* A chain is worked off in the order of these places. What a card, a knight or a piece asks stands
 * before everything else (place 0), and each agenda ends with a step of the last place. */
enum {
    PLACE_FRONT,
    PLACE_LIMIT = 3,
    PLACE_SHIP_BACK,
    PLACE_FIFTH,
    PLACE_PRODUCE,
    PLACE_ROBBER,
    PLACE_LAST
};

static const uint8_t places[AGENDA_STEP_COUNT] = {
    [AGENDA_COMMIT] = 1,
    [AGENDA_BATTLE] = 2,
    [AGENDA_PILLAGE] = 2,
    [AGENDA_TIE_DRAW] = 2,
    [AGENDA_CARD_LIMIT] = PLACE_LIMIT,
    [AGENDA_SHIP_BACK] = PLACE_SHIP_BACK,
    [AGENDA_FIFTH_CARD] = PLACE_FIFTH,
    [AGENDA_PRODUCE] = PLACE_PRODUCE,
    [AGENDA_AQUEDUCT] = PLACE_PRODUCE,
    [AGENDA_DISCARD] = PLACE_PRODUCE,
    [AGENDA_ROBBER] = PLACE_ROBBER,
    [AGENDA_AFTER_ROLL] = PLACE_LAST,
    [AGENDA_RESUME] = PLACE_LAST,
    [AGENDA_END_TURN] = PLACE_LAST,
    [AGENDA_SETUP] = PLACE_LAST,
};

static unsigned place_of(const struct agenda_item *item) {
    bool card = item->step == AGENDA_DISCARD && item->arg; /* the Saboteur's */
    return card ? PLACE_FRONT : places[item->step];
}

/* The step at place P, or AGENDA_NONE. */
static unsigned step_at(const struct game *game, unsigned place) {
    for (unsigned i = 0; i < game->n_agenda; i++)
        if (place_of(&game->agenda[i]) == place)
            return game->agenda[i].step;
    return AGENDA_NONE;
}

static bool order_sound(const struct setup *setup, const struct game *game) {
    bool play_now = setup->rules.options[OPTION_FIFTH_CARD_ON_TURN] == FIFTH_PLAY_NOW;
    unsigned before = 0, n = game->n_agenda, last = n ? game->agenda[n - 1].step : AGENDA_NONE;
    for (unsigned i = 0; i < n; i++) {
        unsigned place = place_of(&game->agenda[i]);
        if ((i > 0 && place <= before) || (i + 1 == n) != (place == PLACE_LAST))
            return false;
        bool of_roll = place != PLACE_FRONT && place != PLACE_FIFTH && place != PLACE_LAST;
        if (of_roll && last != AGENDA_AFTER_ROLL)
            return false;
        before = place;
    }
    if ((last == AGENDA_SETUP || last == AGENDA_END_TURN) && n > 1)
        return false;
    /* In the chain of a roll only a fifth card is played, which comes late in it (O-34). */
    if (last == AGENDA_AFTER_ROLL && place_of(&game->agenda[0]) == PLACE_FRONT &&
        (!play_now || n < 2 || place_of(&game->agenda[1]) < PLACE_FIFTH))
        return false;
    bool battle = step_at(game, 1) || step_at(game, 2);
    if (battle && (!step_at(game, PLACE_LIMIT) || !step_at(game, PLACE_SHIP_BACK) ||
                   (play_now && !step_at(game, PLACE_FIFTH))))
        return false;
    return !step_at(game, 1) || step_at(game, 2) == AGENDA_BATTLE;
}

/* ---- steps ---- */

typedef bool step_check(const struct setup *, const struct game *, const struct agenda_item *);

static bool fields_blank(const struct agenda_item *item) {
    return !item->seat && !item->vertex && !item->origin;
}

static bool bare(const struct agenda_item *item) {
    return fields_blank(item) && !item->arg && !item->count;
}

static bool opponent(const struct setup *setup, const struct game *game, unsigned seat) {
    return seat < setup->rules.players && seat != game->active;
}

/* Every seat of SEATS is an opponent with WANTED cards at least and, as the points go, ahead of the
 * player on turn by MARGIN at least (C-205, C-236, C-242). */
static bool targets_sound(const struct setup *setup, const struct game *game, uint64_t seats,
                          unsigned wanted, unsigned margin) {
    unsigned points = game_points_visible(setup, game, game->active);
    if (!seats)
        return false;
    while (seats) {
        unsigned seat = bit_take(&seats);
        if (!opponent(setup, game, seat) || game->players[seat].hand_count < wanted ||
            game_points_visible(setup, game, seat) < points + margin)
            return false;
    }
    return true;
}

/* Of ALL who are heard clockwise from the player on turn, LEFT are those still to come. */
static bool left_sound(const struct setup *setup, const struct game *game, unsigned all,
                       unsigned left) {
    bool begun = false;
    for (unsigned i = 0; i < setup->rules.players; i++) {
        unsigned seat = (game->active + i) % setup->rules.players;
        if (left >> seat & 1)
            begun = true;
        else if (begun && all >> seat & 1)
            return false;
    }
    return left && !(left & ~all);
}

static bool setup_sound(const struct setup *setup, const struct game *game,
                        const struct agenda_item *item) {
    (void)setup;
    return game->phase == PHASE_SETUP && bare(item);
}

static bool produce_sound(const struct setup *setup, const struct game *game,
                          const struct agenda_item *item) {
    (void)setup, (void)game;
    return fields_blank(item) && item->arg >= 2 && item->arg <= NUMBER_MAX && !item->count;
}

static bool discard_sound(const struct setup *setup, const struct game *game,
                          const struct agenda_item *item) {
    if (!fields_blank(item) || item->count)
        return false;
    return !item->arg || (setup->rules.knights &&
                          setup->rules.options[OPTION_SABOTEUR] == SABOTEUR_DISCARD_HALF &&
                          targets_sound(setup, game, item->arg, 2, 0));
}

static bool bare_sound(const struct setup *setup, const struct game *game,
                       const struct agenda_item *item) {
    (void)setup, (void)game;
    return bare(item);
}

static bool neutral_sound(const struct setup *setup, const struct game *game,
                          const struct agenda_item *item) {
    (void)game;
    return setup->rules.colors > setup->rules.players && fields_blank(item) &&
           item->arg <= PIECE_SETTLEMENT && item->count >= 1 && item->count <= 2;
}

static bool return_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    return setup->rules.tokens_max && fields_blank(item) && item->arg == 1 - game->active &&
           item->count >= 1 && item->count <= game->players[game->active].hand_count;
}

static bool after_roll_sound(const struct setup *setup, const struct game *game,
                             const struct agenda_item *item) {
    (void)setup;
    return game->rolls > 0 && bare(item);
}

/* With knights nothing before the roll asks anybody. */
static bool resume_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    bool early = item->arg == STEP_BEFORE_ROLL && !setup->rules.knights;
    return fields_blank(item) && !item->count && (early || item->arg == STEP_ACTIONS) &&
           game->rolls == (early ? 0 : setup->rules.production_rolls);
}

static bool commit_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    return rules_variant(&setup->rules, VARIANT_NASTY) && fields_blank(item) && !item->count &&
           left_sound(setup, game, with_active(setup, game), item->arg);
}

static bool pillage_sound(const struct setup *setup, const struct game *game,
                          const struct agenda_item *item) {
    unsigned losers, defenders;
    battle_result(setup, game, &losers, &defenders);
    return losers && item->arg == losers && fields_blank(item) && !item->count;
}

static bool tie_sound(const struct setup *setup, const struct game *game,
                      const struct agenda_item *item) {
    unsigned losers, defenders;
    battle_result(setup, game, &losers, &defenders);
    return defenders & (defenders - 1) && left_sound(setup, game, defenders, item->arg) &&
           fields_blank(item) && !item->count;
}

/* A landing: the ship has gone all the steps before it, and shows on the die where that is known. */
static bool ship_back_sound(const struct setup *setup, const struct game *game,
                            const struct agenda_item *item) {
    return bare(item) && game->barbarians + 1 == setup->rules.barbarian_steps &&
           (game->event == FACE_SHIP || game->event == FACE_NONE) && !game_easy_turn(setup, game);
}

static bool fifth_sound(const struct setup *setup, const struct game *game,
                        const struct agenda_item *item) {
    (void)game;
    return bare(item) && setup->rules.options[OPTION_FIFTH_CARD_ON_TURN] == FIFTH_PLAY_NOW;
}

static bool aqueduct_sound(const struct setup *setup, const struct game *game,
                           const struct agenda_item *item) {
    for (unsigned seat = 0; seat < 8; seat++)
        if (item->arg >> seat & 1 &&
            (seat >= setup->rules.players ||
             game->players[seat].improvements[TRACK_SCIENCE] < LEVEL_ABILITY))
            return false;
    return item->arg && fields_blank(item) && !item->count;
}

static bool end_turn_sound(const struct setup *setup, const struct game *game,
                           const struct agenda_item *item) {
    return bare(item) && game->rolls == setup->rules.production_rolls &&
           game->players[game->active].progress_count > setup->rules.progress_limit;
}

/* The knight driven away, and the stronger one that takes its place (C-84) or none (C-232). */
static bool relocate_sound(const struct setup *setup, const struct game *game,
                           const struct agenda_item *item) {
    const struct player *attacker = &game->players[game->active];
    struct vertex_set free, foes;
    if (item->arg || item->count || !opponent(setup, game, item->seat) ||
        item->vertex >= VERTEX_MAX ||
        !vertex_set_has(&game->players[item->seat].knights, item->vertex))
        return false;
    if (item->origin == NONE)
        return vertex_set_has(&attacker->touched, item->vertex);
    if (item->origin >= VERTEX_MAX || !vertex_set_has(&attacker->knights, item->origin) ||
        game->knight[item->origin] & (KNIGHT_ACTIVATED | KNIGHT_ACTED) ||
        !(game->knight[item->origin] & KNIGHT_ACTIVE) ||
        knight_rank(game, item->origin) <= knight_rank(game, item->vertex))
        return false;
    knight_reach(setup, game, game->active, item->origin, &free, &foes);
    return vertex_set_has(&foes, item->vertex);
}

static bool remove_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    return opponent(setup, game, item->seat) && !item->arg && !item->count && !item->vertex &&
           !item->origin && !vertex_set_empty(&game->players[item->seat].knights);
}

static bool place_sound(const struct setup *setup, const struct game *game,
                        const struct agenda_item *item) {
    (void)setup;
    if (!item->arg || item->arg & 1 || item->arg >> (RANK_COUNT + 1))
        return false;
    for (unsigned rank = 1; rank <= RANK_COUNT; rank++)
        if (item->arg >> rank & 1 && !game->players[game->active].supply[PIECE_BASIC + rank - 1])
            return false;
    return item->count <= 1 && fields_blank(item);
}

static bool give_cards_sound(const struct setup *setup, const struct game *game,
                             const struct agenda_item *item) {
    return item->count == GIFT_CARDS && fields_blank(item) &&
           targets_sound(setup, game, item->arg, 0, 1);
}

static bool take_cards_sound(const struct setup *setup, const struct game *game,
                             const struct agenda_item *item) {
    return item->seat < setup->rules.players && !item->arg && !item->vertex && !item->origin &&
           item->count >= 1 && item->count <= TAKEN_CARDS &&
           targets_sound(setup, game, 1u << item->seat, item->count, 1);
}

static bool take_progress_sound(const struct setup *setup, const struct game *game,
                                const struct agenda_item *item) {
    return opponent(setup, game, item->seat) && !item->arg && !item->count && !item->vertex &&
           !item->origin && game->players[item->seat].progress_count > 0 &&
           game->players[game->active].progress_count < PROGRESS_HAND_MAX;
}

static bool give_commodity_sound(const struct setup *setup, const struct game *game,
                                 const struct agenda_item *item) {
    if (!opponent(setup, game, item->seat) || item->arg >= RESOURCE_COUNT || item->count ||
        item->vertex || item->origin)
        return false;
    unsigned kinds = cards_kinds(game->players[item->seat].hand);
    return game->harbor && game->harbor_asked >> item->seat & 1 && kinds >> RESOURCE_COUNT &&
           game->players[game->active].hand.n[item->arg];
}

struct step_row {
    step_check *sound;
    bool expansion; /* only with knights */
};

static const struct step_row rows[AGENDA_STEP_COUNT] = {
    [AGENDA_SETUP] = {setup_sound, false},
    [AGENDA_PRODUCE] = {produce_sound, false},
    [AGENDA_DISCARD] = {discard_sound, false},
    [AGENDA_ROBBER] = {bare_sound, false},
    [AGENDA_AFTER_ROLL] = {after_roll_sound, false},
    [AGENDA_NEUTRAL] = {neutral_sound, false},
    [AGENDA_RETURN_CARDS] = {return_sound, false},
    [AGENDA_RESUME] = {resume_sound, false},
    [AGENDA_COMMIT] = {commit_sound, true},
    [AGENDA_BATTLE] = {bare_sound, true},
    [AGENDA_PILLAGE] = {pillage_sound, true},
    [AGENDA_TIE_DRAW] = {tie_sound, true},
    [AGENDA_CARD_LIMIT] = {bare_sound, true},
    [AGENDA_SHIP_BACK] = {ship_back_sound, true},
    [AGENDA_FIFTH_CARD] = {fifth_sound, true},
    [AGENDA_AQUEDUCT] = {aqueduct_sound, true},
    [AGENDA_END_TURN] = {end_turn_sound, true},
    [AGENDA_RELOCATE] = {relocate_sound, true},
    [AGENDA_REMOVE_KNIGHT] = {remove_sound, true},
    [AGENDA_PLACE_KNIGHT] = {place_sound, true},
    [AGENDA_GIVE_CARDS] = {give_cards_sound, true},
    [AGENDA_TAKE_CARDS] = {take_cards_sound, true},
    [AGENDA_TAKE_PROGRESS] = {take_progress_sound, true},
    [AGENDA_GIVE_COMMODITY] = {give_commodity_sound, true},
};

static bool item_sound(const struct setup *setup, const struct game *game, unsigned i) {
    const struct agenda_item *item = &game->agenda[i];
    if (game->phase == PHASE_FINISHED || item->step >= AGENDA_STEP_COUNT || item->pad[0] ||
        item->pad[1])
        return false;
    const struct step_row *row = &rows[item->step];
    return row->sound && (!row->expansion || setup->rules.knights) &&
           row->sound(setup, game, item) &&
           (game->phase == PHASE_PLAY || item->step == AGENDA_SETUP);
}

/* What the dice of the latest roll brought, where they are known: production, or a seven's discards
 * and the robber (B-27, B-38, B-40). */
static bool dice_sound(const struct game *game) {
    const uint8_t *dice = game->rolls ? game->dice[game->rolls - 1] : NULL;
    if (!dice || !dice[0])
        return true;
    unsigned sum = (unsigned)dice[0] + dice[1];
    for (unsigned i = 0; i < game->n_agenda; i++) {
        const struct agenda_item *item = &game->agenda[i];
        bool produces = item->step == AGENDA_PRODUCE, aqueduct = item->step == AGENDA_AQUEDUCT;
        if (place_of(item) == PLACE_ROBBER ||
            (place_of(item) == PLACE_PRODUCE && !produces && !aqueduct)) {
            if (sum != SEVEN)
                return false;
        } else if ((produces && item->arg != sum) || (aqueduct && sum == SEVEN)) {
            return false;
        }
    }
    return true;
}

/* Before the battle has dealt its cards nobody holds one too many: not even whoever is still to draw. */
static bool hands_sound(const struct setup *setup, const struct game *game) {
    unsigned step = step_at(game, 2), none = ~0u;
    if (!step)
        return true;
    if (step == AGENDA_TIE_DRAW) /* with draws left it is the first step there is */
        none = game->agenda[0].arg;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (none >> seat & 1 && game->players[seat].progress_count > setup->rules.progress_limit)
            return false;
    return true;
}

/* ---- commitments ---- */

/* V-04: knights are committed while the battle is on, by players who have declared. */
static bool committed_sound(const struct setup *setup, const struct game *game) {
    bool battle = rules_variant(&setup->rules, VARIANT_NASTY) &&
                  step_at(game, PLACE_SHIP_BACK) == AGENDA_SHIP_BACK;
    unsigned undeclared = step_at(game, 1) ? game->agenda[0].arg : 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        VERTEX_EACH(&game->players[seat].knights, v)
    if (game->knight[v] & KNIGHT_COMMITTED &&
        (!battle || undeclared >> seat & 1 || !(game->knight[v] & KNIGHT_ACTIVE)))
        return false;
    return true;
}

/* ---- answers ---- */

static bool id_sound(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct agenda_item *item = &game->agenda[0];
    unsigned id = game->answer_ids[seat] - 1u;
    if (game->n_agenda == 0 || seat >= setup->rules.players)
        return false;
    if (item->step == AGENDA_CARD_LIMIT)
        return seat != game->active &&
               game->players[seat].progress_count > setup->rules.progress_limit &&
               id < PROGRESS_COUNT && progress_held(game, seat, id);
    if (item->step != AGENDA_PILLAGE || !(item->arg >> seat & 1) || id >= VERTEX_MAX)
        return false;
    struct vertex_set plain = game_plain_cities(game, seat);
    return vertex_set_has(&plain, id) && vertex_set_count(&plain) > 1;
}

static bool answers_sound(const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        struct cards answer = game->answers[seat];
        if (game->answer_ids[seat] && !id_sound(setup, game, seat))
            return false;
        if (cards_empty(answer))
            continue;
        if (seat >= setup->rules.players || !cards_cover(game->players[seat].hand, answer) ||
            cards_total(answer) != cards_asked(setup, game, seat))
            return false;
    }
    return true;
}

const char *check_agenda(const struct setup *setup, const struct game *game) {
    if (game->n_agenda > AGENDA_MAX)
        return "the agenda is too long";
    for (unsigned i = 0; i < game->n_agenda; i++)
        if (!item_sound(setup, game, i))
            return "a step of the agenda cannot stand there";
    if (game->phase == PHASE_PLAY && (game->step == STEP_RESOLVING) != (game->n_agenda > 0))
        return "a turn is being resolved if and only if its agenda holds steps";
    if (!order_sound(setup, game))
        return "the steps of the agenda cannot follow each other like this";
    if (!dice_sound(game))
        return "the dice of this turn bring something else than the agenda holds";
    if (!hands_sound(setup, game))
        return "a player holds too many progress cards before they are drawn";
    if (!committed_sound(setup, game))
        return "a knight is committed to no battle";
    if (!answers_sound(setup, game))
        return "an answer does not fit what is asked";
    return NULL;
}

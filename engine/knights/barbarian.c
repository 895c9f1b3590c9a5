/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The barbarians: their ship, the battle and what it brings (rules C-28, C-29, C-114 to C-135, V-02 to
 * V-09). The steps follow each other as O-34 says. */
#include "engine/knights/internal.h"

static bool barbarians_nasty(const struct setup *setup) {
    return rules_variant(&setup->rules, VARIANT_NASTY);
}

static bool knight_active(const struct game *game, unsigned seat, unsigned vertex) {
    return vertex_set_has(&game->players[seat].knights, vertex) &&
           game->knight[vertex] & KNIGHT_ACTIVE;
}

static unsigned barbarians_active_seats(const struct setup *setup, const struct game *game) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        seats |= (unsigned)(game_strength(game, seat, false) > 0) << seat;
    return seats;
}

void barbarians_step(const struct setup *setup, struct game *game) {
    if (game->barbarians + 1 < setup->rules.barbarian_steps) {
        game->barbarians++;
        return;
    }
    unsigned declaring = barbarians_nasty(setup) ? barbarians_active_seats(setup, game) : 0;
    if (declaring)
        agenda_push(game, AGENDA_COMMIT, declaring, 0);
    agenda_push(game, AGENDA_BATTLE, 0, 0);
    agenda_push(game, AGENDA_CARD_LIMIT, 0, 0);
    agenda_push(game, AGENDA_SHIP_BACK, 0, 0);
    if (progress_play_now(setup))
        agenda_push(game, AGENDA_FIFTH_CARD, 0, 0);
}

/* ---- commitments (V-02, V-03) ---- */

static void step_commit(const struct setup *setup, struct game *game) {
    (void)setup;
    if (game->agenda[0].arg)
        agenda_ask(game, DECIDE_COMMIT_KNIGHTS, seats_first(game, game->agenda[0].arg));
    else
        agenda_pop(game);
}

static bool commit_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    return barbarians_nasty(setup) &&
           agenda_rest_sound(setup, game, barbarians_active_seats(setup, game), item->arg);
}

const struct agenda_row agenda_commit = {.run = step_commit,
                                         .place = PLACE_COMMIT,
                                         .uses = USES_ARG,
                                         .needs = 1u << EXPANSION_KNIGHTS,
                                         .sound = commit_sound};

static enum reason commit_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    struct vertex_set named = {{0}};
    (void)setup;
    for (unsigned i = 0; i < VERTICES_MAX && action->vertices[i] != NONE; i++) {
        unsigned vertex = action->vertices[i];
        if (!knight_active(game, seat, vertex))
            return REASON_NO_ACTIVE_KNIGHT;
        if (vertex_set_has(&named, vertex))
            return REASON_KNIGHT_TWICE;
        vertex_set_add(&named, vertex);
    }
    return REASON_OK;
}

/* Every subset of the active knights. */
static void commit_list(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *blank, struct move_list *list) {
    uint8_t active[KNIGHT_PIECES_MAX];
    unsigned n = 0;
    (void)setup;
    VERTEX_EACH(&game->players[seat].knights, v)
        if (game->knight[v] & KNIGHT_ACTIVE)
            active[n++] = (uint8_t)v;
    for (unsigned subset = 0; subset < 1u << n; subset++) {
        struct action *action = list_add(list, blank);
        unsigned named = 0;
        memset(action->vertices, NONE, sizeof action->vertices);
        for (unsigned i = 0; i < n; i++)
            if (subset >> i & 1)
                action->vertices[named++] = active[i];
    }
}

static void commit_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    for (unsigned i = 0; i < VERTICES_MAX && event->action.vertices[i] != NONE; i++)
        game->knight[event->action.vertices[i]] |= KNIGHT_COMMITTED;
    agenda_seat_done(game, event->player);
}

const struct action_rule rule_commit_knights = {RULE(
    FIELDS(FIELD("vertices", FIELD_VERTICES, vertices)), commit_legal, commit_list, commit_apply)};

/* V-02: all that are active defend. */
void default_commit(const struct setup *setup, const struct game *game, unsigned seat,
                    const struct decision *decision, struct action *move) {
    unsigned n = 0;
    (void)setup, (void)decision;
    memset(move->vertices, NONE, sizeof move->vertices);
    VERTEX_EACH(&game->players[seat].knights, v)
        if (game->knight[v] & KNIGHT_ACTIVE)
            move->vertices[n++] = (uint8_t)v;
}

/* ---- the battle ---- */

/* C-118 to C-120: of the players who have a city to lose, the weakest. */
static unsigned battle_weakest(const struct setup *setup, const struct game *game,
                               const unsigned strength[SEAT_MAX]) {
    unsigned seats = 0, least = UINT32_MAX;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        struct vertex_set plain = game_plain_cities(game, seat);
        if (vertex_set_empty(&plain) || strength[seat] > least)
            continue;
        if (strength[seat] < least)
            seats = 0;
        least = strength[seat];
        seats |= 1u << seat;
    }
    return seats;
}

/* C-124, C-125, C-129: the strongest; nobody if nobody has any strength. */
static unsigned battle_strongest(const struct setup *setup, const unsigned strength[SEAT_MAX]) {
    unsigned seats = 0, highest = 1;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        if (strength[seat] < highest)
            continue;
        if (strength[seat] > highest)
            seats = 0;
        highest = strength[seat];
        seats |= 1u << seat;
    }
    return seats;
}

/* What a battle with the strengths on the board comes to, as sets of seats: who loses a city when the
 * barbarians win (C-118 to C-120), or who are the strongest when they do not (C-124, C-125). */
static void battle_result(const struct setup *setup, const struct game *game, unsigned *losers,
                          unsigned *defenders) {
    unsigned strength[SEAT_MAX] = {0}, sum = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        strength[seat] = game_strength(game, seat, barbarians_nasty(setup));
        sum += strength[seat];
    }
    bool lost = sum < game_barbarian_strength(setup, game);
    *losers = lost ? battle_weakest(setup, game, strength) : 0;
    *defenders = lost ? 0 : battle_strongest(setup, strength);
}

static void step_battle(const struct setup *setup, struct game *game) {
    unsigned losers, defenders;
    battle_result(setup, game, &losers, &defenders);
    if (losers) {
        agenda_become(game, AGENDA_PILLAGE, losers, 0);
    } else if (defenders & (defenders - 1)) {
        agenda_become(game, AGENDA_TIE_DRAW, defenders, 0);
    } else {
        if (defenders)
            game->players[__builtin_ctz(defenders)].defender_points++;
        agenda_pop(game);
    }
}

const struct agenda_row agenda_battle = {
    .run = step_battle, .place = PLACE_BATTLE, .needs = 1u << EXPANSION_KNIGHTS};

/* ---- the city that is lost (C-121, C-122) ---- */

/* All of them at once: a player with a single plain city was not asked. */
static void pillage_all(struct game *game) {
    uint64_t seats = game->agenda[0].arg;
    while (seats) {
        unsigned seat = bit_take(&seats), lost = game->answer_ids[seat];
        if (!lost)
            lost = 1 + vertex_set_first(game_plain_cities(game, seat));
        game->answer_ids[seat] = 0;
        city_pillage(game, lost - 1);
    }
    agenda_pop(game);
}

static void step_pillage(const struct setup *setup, struct game *game) {
    (void)setup;
    for (uint64_t seats = game->agenda[0].arg; seats;) {
        unsigned seat = bit_take(&seats);
        struct vertex_set plain = game_plain_cities(game, seat);
        if (vertex_set_count(&plain) > 1)
            agenda_ask(game, DECIDE_CHOOSE_PILLAGED_CITY, seat)->answered =
                game->answer_ids[seat] != 0;
    }
    if (game->n_pending == 0)
        pillage_all(game);
}

static bool pillage_sound(const struct setup *setup, const struct game *game,
                          const struct agenda_item *item) {
    unsigned losers, defenders;
    battle_result(setup, game, &losers, &defenders);
    return losers && item->arg == losers;
}

const struct agenda_row agenda_pillage = {.run = step_pillage,
                                          .place = PLACE_BATTLE,
                                          .uses = USES_ARG,
                                          .needs = 1u << EXPANSION_KNIGHTS,
                                          .sound = pillage_sound};

static enum reason pillaged_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    struct vertex_set plain = game_plain_cities(game, seat);
    (void)setup;
    return vertex_set_has(&plain, action->vertex) ? REASON_OK : REASON_NOT_PLAIN_CITY;
}

static void pillaged_list(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *blank, struct move_list *list) {
    struct vertex_set plain = game_plain_cities(game, seat);
    (void)setup;
    list_add_vertices(list, blank, &plain);
}

static void pillaged_apply(const struct setup *setup, struct game *game,
                           const struct event *event) {
    unsigned seat = event->player;
    (void)setup;
    game->answer_ids[seat] = (uint8_t)(1 + event->action.vertex);
    if (agenda_answered(game, seat))
        pillage_all(game);
}

const struct action_rule rule_choose_pillaged_city = {
    RULE(VERTEX_FIELD, pillaged_legal, pillaged_list, pillaged_apply),
    .hides = HIDDEN_ACTION_VERTEX, .flags = ACTION_TOGETHER};

/* How often the numbers around VERTEX come up in 36 rolls. */
static unsigned vertex_pips(const struct setup *setup, const struct game *game, unsigned vertex) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned hex = setup->board.vertex[vertex].hexes[i];
        sum += hex == NONE ? 0 : (unsigned)number_pips(game->numbers[hex]);
    }
    return sum;
}

/* O-09: a city without a wall before one with a wall, then the one with the fewest pips. */
void default_pillaged(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct decision *decision, struct action *move) {
    enum { WALL = 1000 }; /* more than all pips */
    struct vertex_set plain = game_plain_cities(game, seat);
    unsigned least = UINT32_MAX;
    (void)decision;
    VERTEX_EACH(&plain, v) {
        unsigned worth = vertex_pips(setup, game, v) + (vertex_set_has(&game->walls, v) ? WALL : 0);
        if (worth < least) {
            least = worth;
            move->vertex = (uint8_t)v;
        }
    }
}

/* ---- cards for a tie (C-125 to C-128) ---- */

static bool progress_stacks_empty(const struct game *game) {
    unsigned cards = 0;
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        cards += game->stack_count[track];
    return cards == 0;
}

static void step_tie_draw(const struct setup *setup, struct game *game) {
    (void)setup;
    if (game->agenda[0].arg && !progress_stacks_empty(game))
        agenda_ask(game, DECIDE_CHOOSE_PROGRESS_DECK, seats_first(game, game->agenda[0].arg));
    else
        agenda_pop(game);
}

static bool tie_sound(const struct setup *setup, const struct game *game,
                      const struct agenda_item *item) {
    unsigned losers, defenders;
    battle_result(setup, game, &losers, &defenders);
    return defenders & (defenders - 1) && agenda_rest_sound(setup, game, defenders, item->arg);
}

const struct agenda_row agenda_tie_draw = {.run = step_tie_draw,
                                           .place = PLACE_BATTLE,
                                           .uses = USES_ARG,
                                           .needs = 1u << EXPANSION_KNIGHTS,
                                           .sound = tie_sound};

static enum reason tie_deck_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)setup, (void)seat;
    return game->stack_count[action->track] ? REASON_OK : REASON_STACK_EMPTY;
}

static void tie_deck_list(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *blank, struct move_list *list) {
    (void)setup, (void)seat;
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (game->stack_count[track])
            list_add(list, blank)->track = (uint8_t)track;
}

static void tie_deck_apply(const struct setup *setup, struct game *game,
                           const struct event *event) {
    unsigned seat = event->player;
    (void)setup;
    progress_draw(game, seat, event->outcome.card);
    agenda_seat_done(game, seat);
}

const struct action_rule rule_choose_progress_deck = {
    RULE(FIELDS(FIELD("track", FIELD_TRACK, track)), tie_deck_legal, tie_deck_list, tie_deck_apply),
    .chance = &chance_stack};

/* O-10: their best area of those whose stack has cards; the areas stand in the order that breaks
 * ties. */
void default_deck(const struct setup *setup, const struct game *game, unsigned seat,
                  const struct decision *decision, struct action *move) {
    const struct player *player = &game->players[seat];
    unsigned best = NONE;
    (void)setup, (void)decision;
    for (unsigned i = 0; i < TRACK_COUNT; i++)
        if (game->stack_count[i] &&
            (best == NONE || player->improvements[i] > player->improvements[best]))
            best = i;
    assert(best < TRACK_COUNT);
    move->track = (uint8_t)best;
}

/* ---- afterwards (C-131 to C-133, C-54, V-07) ---- */

/* On a board of several deserts the robber stays on any of them. */
static void step_ship_back(const struct setup *setup, struct game *game) {
    const unsigned fought = barbarians_nasty(setup) ? KNIGHT_COMMITTED : KNIGHT_ACTIVE;
    agenda_pop(game);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        VERTEX_EACH(&game->players[seat].knights, v)
            if (game->knight[v] & fought)
                game->knight[v] &= (uint8_t) ~(KNIGHT_ACTIVE | KNIGHT_COMMITTED);
    game->barbarians = 0;
    if (game->attacks == 0 && setup->rules.options[OPTION_ROBBER_RELEASE] == RELEASE_TO_DESERT &&
        robber_home(setup) != NONE && !board_is_desert(&setup->board, game->robber))
        game->robber = (uint8_t)robber_home(setup);
    if (game->attacks == 0 && game->pirate == NONE)
        game->pirate = setup->board.pirate; /* V-45 */
    if (game->attacks < UINT16_MAX)
        game->attacks++;
}

/* At a landing the ship has made all its steps, and the event die, if known, shows the ship. */
static bool ship_back_sound(const struct setup *setup, const struct game *game,
                            const struct agenda_item *item) {
    (void)item;
    return game->barbarians + 1 == setup->rules.barbarian_steps &&
           (game->event == FACE_SHIP || game->event == FACE_NONE) && !game_easy_turn(setup, game);
}

const struct agenda_row agenda_ship_back = {.run = step_ship_back,
                                            .place = PLACE_SHIP_BACK,
                                            .needs = 1u << EXPANSION_KNIGHTS,
                                            .sound = ship_back_sound,
                                            .pointless = true};

/* ---- positions in the middle of an attack ---- */

/* Before the battle has dealt its cards nobody holds too many, not even with those still to be
 * drawn. */
static bool attack_hands_sound(const struct setup *setup, const struct game *game) {
    unsigned step = agenda_step_at(game, PLACE_BATTLE), seats = step ? ~0u : 0;
    if (step == AGENDA_TIE_DRAW) /* while draws remain, it is the first step */
        seats = game->agenda[0].arg;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (seats >> seat & 1 && progress_surplus(setup, game, seat))
            return false;
    return true;
}

/* V-04: knights are committed while the battle is on, by players who have declared. */
static bool attack_knights_sound(const struct setup *setup, const struct game *game) {
    bool battle =
        barbarians_nasty(setup) && agenda_step_at(game, PLACE_SHIP_BACK) == AGENDA_SHIP_BACK;
    unsigned undeclared = agenda_step_at(game, PLACE_COMMIT) ? game->agenda[0].arg : 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        VERTEX_EACH(&game->players[seat].knights, v)
            if (game->knight[v] & KNIGHT_COMMITTED &&
                (!battle || undeclared >> seat & 1 || !(game->knight[v] & KNIGHT_ACTIVE)))
                return false;
    return true;
}

const char *check_attack(const struct setup *setup, const struct game *game) {
    if (!attack_hands_sound(setup, game))
        return "a player holds too many progress cards before they are drawn";
    return attack_knights_sound(setup, game) ? NULL : "a knight is committed to no battle";
}

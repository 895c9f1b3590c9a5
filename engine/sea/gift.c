/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Gifts of the Forgotten Tribe: points, development cards, and harbors to be placed (rules S-102 to S-109); and the
 * harbors that players place before the settlements (S-161, S-162). Which cards lie there and which harbor comes
 * next is drawn only when a player gets there, from the deck and the pieces left. The chances are those of pieces
 * laid out at the start, and a state holds nothing that a view would have to hide. */
#include "engine/sea/sea.h"

/* ---- the board ---- */

/* A path for ships, each with one gift, and no more of a kind than a state can keep (S-102). */
static bool gift_mark(struct board *board, const struct mark_spec *mark, unsigned edge) {
    unsigned cards = 0, harbors = 0;
    if (mark->value >= GIFT_COUNT || board->n_gifts == GIFT_MAX ||
        !edge_set_has(&board->ship_paths, edge))
        return false;
    for (unsigned i = 0; i < board->n_gifts; i++)
        if (board->gifts[i].edge == edge)
            return false;
    board->gifts[board->n_gifts++] = (struct gift_place){(uint8_t)edge, mark->value};
    for (unsigned i = 0; i < board->n_gifts; i++) {
        cards += board->gifts[i].gift == GIFT_CARD;
        harbors += board->gifts[i].gift >= GIFT_HARBOR;
    }
    return cards <= GIFT_CARDS_MAX && harbors <= GIFT_HARBORS_MAX;
}

/* ---- which gifts an action takes ---- */

/* The gift that still lies on EDGE, or NONE. */
static unsigned gift_on(const struct setup *setup, const struct game *game, unsigned edge) {
    for (unsigned i = 0; i < setup->board.n_gifts; i++)
        if (setup->board.gifts[i].edge == edge && !(game->gifts >> i & 1))
            return i;
    return NONE;
}

/* The gifts that ACTION's ships come upon, in their order; returns how many. Those of the set-up take none. */
static unsigned gifts_of(const struct setup *setup, const struct game *game,
                         const struct action *action, uint8_t gifts[2]) {
    unsigned ships = 0, n = 0;
    if (!setup->board.n_gifts || game->phase == PHASE_SETUP)
        return 0;
    switch (action->type) {
    case BUILD_SHIP: ships = 1; break;
    case MOVE_SHIP: ships = 2; break; /* the second path is the target */
    case PLAY_DEV_CARD: ships = action->card == ROAD_BUILDING ? action->seats : 0; break;
    default: break;
    }
    for (unsigned i = 0; i < 2; i++) {
        unsigned gift = ships >> i & 1 ? gift_on(setup, game, action->edges[i]) : (unsigned)NONE;
        if (gift != NONE)
            gifts[n++] = (uint8_t)gift;
    }
    return n;
}

static unsigned gift_cards_due(const struct setup *setup, const struct game *game,
                               const struct action *action) {
    uint8_t gifts[2];
    unsigned cards = 0, n = gifts_of(setup, game, action, gifts);
    for (unsigned i = 0; i < n; i++)
        cards += setup->board.gifts[gifts[i]].gift == GIFT_CARD;
    return cards;
}

static unsigned gift_cards_left(const struct setup *setup, const struct game *game) {
    unsigned cards = 0;
    for (unsigned i = 0; i < setup->board.n_gifts; i++)
        cards += setup->board.gifts[i].gift == GIFT_CARD && !(game->gifts >> i & 1);
    return cards;
}

/* ---- chance ---- */

static unsigned gift_parts(const struct setup *setup, const struct game *game,
                           const struct action *action) {
    return gift_cards_due(setup, game, action) ? PART_CARD : 0;
}

static void gift_draw(const struct setup *setup, const struct game *game,
                      const struct action *action, unsigned parts, struct chance *chance,
                      struct outcome *outcome) {
    uint8_t deck[DEV_COUNT];
    uint8_t *cards[] = {&outcome->card, &outcome->second};
    if (!(parts & PART_CARD) || !action_discovers(action))
        return;
    memcpy(deck, game->deck, sizeof deck);
    outcome->n_gifts = (uint8_t)gift_cards_due(setup, game, action);
    for (unsigned i = 0; i < outcome->n_gifts; i++) {
        *cards[i] = (uint8_t)chance_kind(deck, DEV_COUNT, chance);
        deck[*cards[i]]--;
    }
}

static enum reason gift_possible(const struct setup *setup, const struct game *game,
                                 const struct action *action, const struct outcome *outcome) {
    const unsigned cards[] = {outcome->card, outcome->second};
    uint8_t deck[DEV_COUNT];
    if (!action_discovers(action))
        return REASON_OK;
    memcpy(deck, game->deck, sizeof deck);
    if (outcome->n_gifts != gift_cards_due(setup, game, action))
        return REASON_GIFT_CARDS;
    for (unsigned i = 0; i < outcome->n_gifts; i++)
        if (cards[i] >= DEV_COUNT || !deck[cards[i]]--)
            return REASON_CARD_NOT_IN_DECK;
    return REASON_OK;
}

/* ---- what comes of it ---- */

static void gift_card_take(struct game *game, unsigned seat, unsigned card) {
    struct player *player = &game->players[seat];
    assert(card < DEV_COUNT && game->deck[card] > 0);
    game->deck[card]--; /* not deck_count: it lay beside the cards that can be bought */
    player->dev_count++;
    player->dev[card]++;
    player->dev_new[card]++; /* S-104: as bought in this turn */
}

static bool gift_harbor_fits(const struct setup *setup, const struct game *game, unsigned seat);

static void gifts_take(const struct setup *setup, struct game *game, const struct event *event) {
    const unsigned cards[] = {event->outcome.card, event->outcome.second};
    unsigned seat = event->player, drawn = 0, n_harbors = 0;
    unsigned harbors[2] = {0};
    uint8_t gifts[2];
    unsigned n = gifts_of(setup, game, &event->action, gifts);
    for (unsigned i = 0; i < n; i++) {
        unsigned gift = setup->board.gifts[gifts[i]].gift;
        game->gifts |= UINT32_C(1) << gifts[i];
        if (gift == GIFT_POINT)
            game->players[seat].gift_points++;
        else if (gift == GIFT_CARD)
            gift_card_take(game, seat, cards[drawn++]);
        else
            game->players[seat].kept[harbors[n_harbors++] = gift - GIFT_HARBOR]++;
    }
    if (n_harbors && gift_harbor_fits(setup, game, seat)) /* S-108 */
        agenda_interrupt(game, AGENDA_PLACE_HARBOR, harbors[0],
                         n_harbors == 2 ? 1 + harbors[1] : 0);
}

/* ---- harbors to be placed ---- */

/* Whether a harbor serves VERTEX. */
static bool harbor_near(const struct setup *setup, const struct game *game, unsigned vertex) {
    return game_harbors_at(setup, game, vertex) != 0;
}

/* Whether the path lies at the coast of land where one settles (S-106, S-162). */
static bool harbor_coast(const struct setup *setup, const struct game *game, unsigned edge) {
    const struct vertex *place = &setup->board.vertex[setup->board.edge[edge].vertices[0]];
    if (!edge_set_has(&game->road_paths, edge) || !edge_set_has(&game->ship_paths, edge))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        const struct hex *hex =
            place->hexes[i] == NONE ? NULL : &setup->board.hexes[place->hexes[i]];
        bool at_hex = false;
        for (unsigned side = 0; side < SIDE_COUNT && hex; side++)
            at_hex |= hex->edges[side] == edge;
        if (at_hex && game_terrain(setup, game, place->hexes[i]) != SEA)
            return !hex->region ||
                   !(setup->board.regions[hex->region - 1].flags & REGION_NO_SETTLING);
    }
    return false;
}

/* Whether SEAT could place a harbor on the path EDGE (S-106). */
static bool game_harbor_place(const struct setup *setup, const struct game *game, unsigned seat,
                              unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    bool own = game->phase == PHASE_SETUP; /* S-162: nobody has any yet */
    for (unsigned i = 0; i < 2; i++)
        own |= vertex_set_has(&game->built, ends[i]) && game->owner[ends[i]] == seat;
    return own && harbor_coast(setup, game, edge) && !harbor_near(setup, game, ends[0]) &&
           !harbor_near(setup, game, ends[1]);
}

static bool gift_harbor_fits(const struct setup *setup, const struct game *game, unsigned seat) {
    for (unsigned edge = 0; edge < setup->board.n_edges; edge++)
        if (game_harbor_place(setup, game, seat, edge))
            return true;
    return false;
}

/* ---- before the settlements ---- */

/* How many harbors of each kind lie face down; returns their number. KIND is in hand. */
static unsigned harbors_left(const struct setup *setup, const struct game *game, unsigned kind,
                             uint8_t left[HARBOR_KIND_COUNT]) {
    memcpy(left, setup->board.pool, sizeof setup->board.pool);
    left[kind]--;
    for (unsigned i = 0; i < game->n_harbors; i++)
        left[game->harbors[i].kind]--;
    return setup->board.n_pool - game->n_harbors - 1U;
}

/* Whether a harbor of KIND can be in hand: together with those placed there are enough pieces. */
static bool harbor_in_hand(const struct setup *setup, const struct game *game, unsigned kind) {
    uint8_t left[HARBOR_KIND_COUNT];
    bool sound = true;
    (void)harbors_left(setup, game, kind, left);
    for (unsigned i = 0; i < HARBOR_KIND_COUNT; i++)
        sound &= left[i] <= POOL_MAX; /* otherwise it wrapped around */
    return sound;
}

/* Whether there is a place for one more harbor beside one at EDGE (S-162). */
static bool harbor_fits_beside(const struct setup *setup, const struct game *game, unsigned seat,
                               unsigned edge) {
    const uint8_t *taken = setup->board.edge[edge].vertices;
    for (unsigned e = 0; e < setup->board.n_edges; e++) {
        const uint8_t *ends = setup->board.edge[e].vertices;
        if (ends[0] != taken[0] && ends[0] != taken[1] && ends[1] != taken[0] &&
            ends[1] != taken[1] && game_harbor_place(setup, game, seat, e))
            return true;
    }
    return false;
}

static bool harbor_due(const struct setup *setup, const struct game *game,
                       const struct action *action) {
    uint8_t left[HARBOR_KIND_COUNT];
    return action->type == PLACE_HARBOR && game->phase == PHASE_SETUP && game->n_agenda &&
           harbors_left(setup, game, game->agenda[0].arg, left) &&
           harbor_fits_beside(setup, game, game->active, action->edges[0]);
}

static unsigned harbor_parts(const struct setup *setup, const struct game *game,
                             const struct action *action) {
    return harbor_due(setup, game, action) ? PART_CARD : 0;
}

static void harbor_draw(const struct setup *setup, const struct game *game,
                        const struct action *action, unsigned parts, struct chance *chance,
                        struct outcome *outcome) {
    uint8_t left[HARBOR_KIND_COUNT];
    if (!(parts & PART_CARD) || action->type != PLACE_HARBOR)
        return;
    (void)harbors_left(setup, game, game->agenda[0].arg, left);
    outcome->harbor = (uint8_t)(1 + chance_kind(left, HARBOR_KIND_COUNT, chance));
}

static enum reason harbor_possible(const struct setup *setup, const struct game *game,
                                   const struct action *action, const struct outcome *outcome) {
    uint8_t left[HARBOR_KIND_COUNT];
    if (action->type != PLACE_HARBOR)
        return REASON_OK;
    if (!harbor_due(setup, game, action))
        return outcome->harbor ? REASON_NO_HARBOR_LEFT : REASON_OK;
    (void)harbors_left(setup, game, game->agenda[0].arg, left);
    return outcome->harbor && left[outcome->harbor - 1] ? REASON_OK : REASON_NO_HARBOR_LEFT;
}

/* S-84: the first side in reading order; S-80: what was found is kept. */
static void default_harbor(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct decision *decision, struct action *move) {
    (void)decision;
    for (unsigned hex = 0; game->phase == PHASE_SETUP && hex < setup->board.n_hexes; hex++)
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            unsigned edge = setup->board.hexes[hex].edges[side];
            if (game_is_sea(setup, game, hex) || !game_harbor_place(setup, game, seat, edge))
                continue;
            *move =
                (struct action){.type = PLACE_HARBOR, .edges = {(uint8_t)edge, 0}, .kind = NONE};
            return;
        }
}

/* ---- putting them down ---- */

/* The kinds that SEAT keeps, as a set. */
static unsigned harbors_kept(const struct game *game, unsigned seat) {
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++)
        kinds |= (unsigned)(game->players[seat].kept[kind] > 0) << kind;
    return kinds;
}

/* Which harbor ACTION means: the one just found, the only kind kept, or the one it names where there are several;
 * NONE: none of these. */
static unsigned harbor_meant(const struct game *game, unsigned seat, const struct action *action) {
    uint64_t kinds = game->n_agenda ? 1u << game->agenda[0].arg : harbors_kept(game, seat);
    if (bit_count(kinds) == 1)
        return action->kind == NONE ? bit_take(&kinds) : (unsigned)NONE;
    return action->kind != NONE && kinds >> action->kind & 1 ? action->kind : (unsigned)NONE;
}

static enum reason harbor_place_legal(const struct setup *setup, const struct game *game,
                                      unsigned seat, const struct action *action) {
    if (!game->n_agenda && !harbors_kept(game, seat))
        return REASON_NO_HARBOR_KEPT;
    if (harbor_meant(game, seat, action) == NONE)
        return REASON_HARBOR_KIND_NAMED;
    if (game_harbor_place(setup, game, seat, action->edges[0]))
        return REASON_OK;
    return game->phase == PHASE_SETUP ? REASON_HARBOR_COAST : REASON_HARBOR_SITE;
}

static void harbor_place_list(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *blank, struct move_list *list) {
    unsigned kinds = game->n_agenda ? 1U << game->agenda[0].arg : harbors_kept(game, seat);
    bool named = bit_count(kinds) > 1;
    for (unsigned edge = 0; kinds && edge < setup->board.n_edges; edge++) {
        if (!game_harbor_place(setup, game, seat, edge))
            continue;
        uint64_t rest = kinds;
        do {
            struct action *action = list_add(list, blank);
            action->edges[0] = (uint8_t)edge;
            action->kind = named ? (uint8_t)bit_take(&rest) : NONE;
        } while (named && rest);
    }
}

/* The harbor at hand is dealt with; with Road Building there can be a second. */
static void harbor_next(struct game *game) {
    unsigned next = game->agenda[0].count;
    if (next)
        agenda_become(game, AGENDA_PLACE_HARBOR, next - 1, 0);
    else
        agenda_pop(game);
}

static void harbor_place_apply(const struct setup *setup, struct game *game,
                               const struct event *event) {
    unsigned kind = harbor_meant(game, event->player, &event->action);
    const uint8_t *ends = setup->board.edge[event->action.edges[0]].vertices;
    assert(kind != NONE && game->n_harbors < PLACED_MAX);
    if (game->phase != PHASE_SETUP)
        game->players[event->player].kept[kind]--;
    game->harbors[game->n_harbors++] = (struct harbor){event->action.edges[0], (uint8_t)kind};
    for (unsigned i = 0; i < 2; i++)
        if (vertex_set_has(&game->built, ends[i])) /* S-106: for everyone */
            game->players[game->owner[ends[i]]].harbors |= (uint8_t)(1u << kind);
    if (event->outcome.harbor) /* S-161: for the next player */
        agenda_become(game, AGENDA_PLACE_HARBOR, event->outcome.harbor - 1U, 0);
    else if (game->n_agenda)
        harbor_next(game);
}

static const struct action_rule rule_place_harbor = {RULE(
    FIELDS(FIELD("edge", FIELD_EDGE, edges), FIELD_OPTIONAL("kind", FIELD_HARBOR_OPTIONAL, kind)),
    harbor_place_legal, harbor_place_list, harbor_place_apply)};

/* The first of two harbors may have taken the last place: then the second is kept. */
static void step_harbor(const struct setup *setup, struct game *game) {
    if (game->phase == PHASE_SETUP)
        game->active = (uint8_t)((game->first + game->n_harbors) % setup->rules.players);
    if (gift_harbor_fits(setup, game, game->active))
        agenda_ask(game, DECIDE_PLACE_HARBOR, game->active)->resource = game->agenda[0].arg;
    else
        agenda_pop(game);
}

static bool harbor_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    const uint8_t *kept = game->players[game->active].kept;
    unsigned second = item->count;
    if (game->phase == PHASE_SETUP) { /* S-161 */
        return !second && !game->setup_done && game->n_harbors < setup->board.n_pool &&
               item->arg < HARBOR_KIND_COUNT && harbor_in_hand(setup, game, item->arg);
    }
    if (!setup->board.n_gifts || item->arg >= HARBOR_KIND_COUNT || !kept[item->arg] ||
        second > HARBOR_KIND_COUNT)
        return false;
    return !second || kept[second - 1] > (second - 1 == item->arg);
}

static const struct agenda_row agenda_place_harbor = {.run = step_harbor,
                                                      .place = PLACE_FRONT,
                                                      .uses = USES_ARG | USES_COUNT,
                                                      .needs = 1u << EXPANSION_SEA,
                                                      .sound = harbor_sound,
                                                      .in_setup = true,
                                                      .kept = REASON_HARBOR_DUE,
                                                      .pointless = true};

/* ---- positions ---- */

/* Each harbor lies at a coast where it may (its builder's settlement stays for good; S-162: anywhere), none beside
 * another. */
static bool harbors_sound(const struct setup *setup, const struct game *game) {
    for (unsigned i = 0; i < game->n_harbors; i++) {
        const struct harbor *harbor = &game->harbors[i];
        struct game before = *game;
        bool fits = false;
        if (harbor->edge >= setup->board.n_edges || harbor->kind >= HARBOR_KIND_COUNT)
            return false;
        before.harbors[i] = before.harbors[--before.n_harbors];
        if (setup->board.n_pool)
            before.phase = PHASE_SETUP;
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            fits |= game_harbor_place(setup, &before, seat, harbor->edge);
        if (!fits)
            return false;
    }
    return true;
}

static const char *check_gifts(const struct setup *setup, const struct game *game) {
    unsigned taken[GIFT_COUNT] = {0}, points = 0, harbors[HARBOR_KIND_COUNT] = {0};
    if (game->n_harbors > PLACED_MAX ||
        (setup->board.n_gifts < GIFT_MAX && game->gifts >> setup->board.n_gifts))
        return "a gift has been taken that the board does not have";
    for (unsigned i = 0; i < setup->board.n_gifts; i++)
        taken[setup->board.gifts[i].gift] += game->gifts >> i & 1;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        points += game->players[seat].gift_points;
        for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++)
            harbors[kind] += game->players[seat].kept[kind];
    }
    if (!harbors_sound(setup, game))
        return "a harbor lies where none may be placed";
    for (unsigned i = 0; i < game->n_harbors; i++)
        harbors[game->harbors[i].kind]++;
    for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++)
        if (harbors[kind] < taken[GIFT_HARBOR + kind] ||
            harbors[kind] > taken[GIFT_HARBOR + kind] + setup->board.pool[kind])
            return "harbors kept and placed are not those that have been taken";
    return points == taken[GIFT_POINT] ? NULL
                                       : "the points for gifts are not those that have been taken";
}

/* ---- the rows ---- */

static bool gifts_play(const struct setup *setup) {
    return setup->board.n_gifts > 0;
}

/* V-38: gifts are development cards, too. */
static bool gifts_fit(struct setup *setup) {
    return setup->rules.dev_deck;
}

/* S-104: the cards that lie on paths are not among those that can be bought. */
static void gifts_lay_out(const struct setup *setup, struct game *game) {
    game->deck_count = (uint8_t)(game->deck_count - gift_cards_left(setup, game));
}

static unsigned gifts_points(const struct setup *setup, const struct game *game, unsigned seat) {
    (void)setup;
    return game->players[seat].gift_points;
}

#define TYPE(type) (UINT64_C(1) << (type))

static const struct action_row harbor_actions[] = {
    ACTION_FROM(PLACE_HARBOR, PLACE_HARBOR, place_harbor)};
static const struct agenda_row *const harbor_steps[] = {&agenda_place_harbor};
static const struct decision_row harbor_decisions[] = {
    {"S-108", TYPE(PLACE_HARBOR) | TYPE(SKIP), SKIP, default_harbor}};

const struct expansion expansion_gifts = {
    .name = "gifts",
    .plays = gifts_play,
    .types = TYPE(PLACE_HARBOR) | TYPE(SKIP),
    .windows = {[STEP_ACTIONS] = TYPE(PLACE_HARBOR)},
    .marks = 1u << MARK_GIFT,
    .mark = gift_mark,
    .fit = gifts_fit,
    .begin = gifts_lay_out,
    .acted = gifts_take,
    .drawn = ~UINT64_C(0), /* ships can be placed by many types of action */
    .parts = gift_parts,
    .draw = gift_draw,
    .possible = gift_possible,
    .points = gifts_points,
    .source = POINTS_GIFTS,
    .derive_cards = gifts_lay_out,
    .check = check_gifts,
};

/* S-160 */
static void harbors_complete(struct rules *rules) {
    rules->robber_beside |= rules->scenario == SCENARIO_NEW_WORLD;
}

static bool harbors_play(const struct setup *setup) {
    return setup->board.n_pool > 0;
}

static void harbors_start(const struct setup *setup, struct game *game) {
    agenda_interrupt(game, AGENDA_PLACE_HARBOR, setup->board.pool_first, 0);
}

const struct expansion expansion_harbors = {
    .name = "harbors",
    .complete = harbors_complete,
    .plays = harbors_play,
    .types = TYPE(PLACE_HARBOR),
    .actions = harbor_actions,
    .first_action = PLACE_HARBOR,
    .n_actions = 1,
    .steps = harbor_steps,
    .first_step = AGENDA_PLACE_HARBOR,
    .n_steps = 1,
    .decisions = harbor_decisions,
    .first_decision = DECIDE_PLACE_HARBOR,
    .n_decisions = 1,
    .windows = {[STEP_ACTIONS] = TYPE(PLACE_HARBOR)},
    .start = harbors_start,
    .drawn = TYPE(PLACE_HARBOR),
    .parts = harbor_parts,
    .draw = harbor_draw,
    .possible = harbor_possible,
};

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whether a state is possible: sums, ranges, geometry, and derived figures against base facts. Runs
 * after every move in tests, and on every position that is sent in. */
#include "engine/expansion.h"

/* ---- ranges ---- */

static bool holder_plays(const struct setup *setup, const struct game *game, unsigned award) {
    unsigned n = game_award_neutral(award) ? setup->rules.colors : setup->rules.players;
    return game->holders[award] < n || game->holders[award] == NONE;
}

static const char *check_ranges(const struct setup *setup, const struct game *game) {
    unsigned players = setup->rules.players;
    if (game->phase > PHASE_FINISHED || game->step > STEP_ACTIONS)
        return "the phase or the step of the turn does not exist";
    if (game->first != NONE && game->first >= players)
        return "the starting player is not one of the players";
    if (game->active >= players)
        return "the player on turn is not one of the players";
    if (game->robber != NONE &&
        (game->robber >= setup->board.n_hexes || game_is_sea(setup, game, game->robber) ||
         game_terrain(setup, game, game->robber) == FOG))
        return "the robber stands on no hex";
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (!holder_plays(setup, game, award))
            return "a special card is held by nobody who plays";
    if (game->winner != NONE && (game->winner >= players || game->phase != PHASE_FINISHED))
        return "there is a winner but the game is not over";
    if (game->phase == PHASE_PLAY && game->turn == 0)
        return "the first turn has number 1";
    if (game->trade_over && setup->rules.combined_phases)
        return "with combined phases trading is never over";
    if (game->part && (game->phase == PHASE_SETUP || game->part < setup->rules.part_first ||
                       game->part > setup->rules.part_last))
        return "nobody has this part of a turn";
    if (game->knight_traded && setup->rules.tokens_max == 0)
        return "knights are traded in only in the two-player game";
    return NULL;
}

static const char *check_numbers(const struct setup *setup, const struct game *game) {
    uint8_t moved[NUMBER_MAX + 1] = {0};
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        unsigned was = setup->board.hexes[hex].number, is = game->numbers[hex];
        if (was == is)
            continue;
        if (setup->board.hexes[hex].fog) { /* what came out of the stack: check_fog */
            moved[is]--;
            continue;
        }
        if (!setup->rules.tokens_move || !token_moves(was) || !token_moves(is))
            return "a number token does not lie where the board has it";
        moved[was]++; /* a byte that comes back to 0 when each token lies somewhere, or to less by
                       * those out of fog */
        moved[is]--;
    }
    for (unsigned number = 2; number <= NUMBER_MAX; number++)
        if (moved[number] && (uint8_t)(moved[number] + setup->board.fog.numbers[number]) >
                                 setup->board.fog.numbers[number])
            return "the number tokens are not those of the board";
    return NULL;
}

/* A roll of this turn shows two dice; those of a position can be unknown, then both are 0. */
static bool roll_sound(const uint8_t dice[2]) {
    bool unknown = dice[0] == 0 && dice[1] == 0;
    return unknown || (dice[0] >= 1 && dice[0] <= 6 && dice[1] >= 1 && dice[1] <= 6);
}

/* The dice must fit the step: none before the roll, all of them in the action phase. */
static const char *check_dice(const struct setup *setup, const struct game *game) {
    unsigned rolls = game->rolls, due = setup->rules.production_rolls;
    if (rolls > due)
        return "too many rolls in this turn";
    for (unsigned i = 0; i < 2; i++)
        if (i < rolls ? !roll_sound(game->dice[i]) : game->dice[i][0] || game->dice[i][1])
            return "the dice of this turn are not those of its rolls";
    if (game->last_dice[0] > 6 || game->last_dice[1] > 6 ||
        !game->last_dice[0] != !game->last_dice[1])
        return "a die shows 1 to 6";
    if (rolls == 2 && game->dice[0][0] &&
        game->dice[0][0] + game->dice[0][1] == game->dice[1][0] + game->dice[1][1])
        return "both rolls of a turn have the same sum";
    if (game->part && rolls != due)
        return "parts of a turn come after its rolls";
    if (game->phase != PHASE_PLAY)
        return NULL;
    if ((game->step == STEP_BEFORE_ROLL && rolls != 0) ||
        (game->step == STEP_BETWEEN_ROLLS && (rolls != 1 || due != 2)) ||
        (game->step == STEP_ACTIONS && rolls != due))
        return "the step of the turn does not fit its rolls";
    return NULL;
}

/* ---- cards ---- */

static const char *check_cards(const struct setup *setup, const struct game *game) {
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        unsigned sum = game->bank.n[kind];
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            sum += game->players[seat].hand.n[kind];
        if (sum != setup->rules.bank.n[kind])
            return "bank and hands do not add up to the cards there are";
    }
    for (unsigned card = 0; card < DEV_COUNT; card++) {
        unsigned sum = (unsigned)game->deck[card] + game->dev_removed[card];
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            sum += game->players[seat].dev[card] +
                   (card == KNIGHT ? game->players[seat].knights_played : 0u);
        if (sum != setup->rules.deck[card])
            return "the development cards do not add up";
    }
    return NULL;
}

static const char *check_players(const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const struct player *player = &game->players[seat];
        bool real = seat < setup->rules.players;
        if (player->tokens > setup->rules.tokens_max)
            return "more trade cards than anybody may hold";
        for (unsigned card = 0; card < DEV_COUNT; card++)
            if (player->dev_new[card] > player->dev[card] ||
                (player->dev_new[card] && seat != game->active))
                return "a development card is new that is not held, or not bought in this turn";
        if (!real && (player->hand_count || player->dev_count || player->knights_played ||
                      player->tokens || player->resigned))
            return "a neutral color holds no cards";
        if (player->hidden)
            return "a hand is hidden";
    }
    return NULL;
}

/* ---- pieces ---- */

static const char *check_supply(const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.colors; seat++) {
        const struct player *player = &game->players[seat];
        for (unsigned piece = 0; piece < PIECE_COUNT; piece++)
            if (player->supply[piece] > setup->rules.supply[piece])
                return "more pieces on the board than a color has";
        if (rules_neutral(&setup->rules, seat) &&
            player->supply[PIECE_CITY] != setup->rules.supply[PIECE_CITY])
            return "a neutral color has no cities";
    }
    return NULL;
}

static const char *check_places(const struct setup *setup, const struct game *game) {
    unsigned buildings = 0, lines = 0;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const struct player *player = &game->players[seat];
        if (!vertex_set_within(player->settlements, setup->board.vertices) ||
            !vertex_set_within(player->cities, setup->board.vertices))
            return "a building stands beside the board";
        buildings += vertex_set_count(&player->settlements) + vertex_set_count(&player->cities);
        lines += edge_set_count(&player->roads) + edge_set_count(&player->ships);
    }
    if (buildings != vertex_set_count(&game->built) || lines != edge_set_count(&game->paved))
        return "two pieces stand on one place";
    VERTEX_EACH(&game->built, v) {
        const struct vertex *place = &setup->board.vertex[v];
        for (unsigned i = 0; i < place->n_edges; i++)
            if (vertex_set_has(&game->built, place->neighbors[i]))
                return "two buildings stand closer than the distance rule allows";
    }
    return NULL;
}

/* Whether every piece of REST leads, over others of them, to one of REACHED. */
static bool lines_join(const struct setup *setup, struct vertex_set reached, struct edge_set rest) {
    bool grew = true;
    while (grew) {
        grew = false;
        EDGE_EACH(&rest, e) {
            const uint8_t *ends = setup->board.edge[e].vertices;
            if (!vertex_set_has(&reached, ends[0]) && !vertex_set_has(&reached, ends[1]))
                continue;
            vertex_set_add(&reached, ends[0]);
            vertex_set_add(&reached, ends[1]);
            edge_set_remove(&rest, e);
            grew = true;
        }
    }
    return edge_set_empty(&rest);
}

/* Every road leads, over roads of its color, to a building of its color, since it was built from
 * there. The same holds for ships. */
static const char *check_lines(const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.colors; seat++) {
        const struct player *player = &game->players[seat];
        struct vertex_set buildings = vertex_set_union(player->settlements, player->cities);
        if (!lines_join(setup, buildings, player->roads) ||
            !lines_join(setup, buildings, player->ships))
            return "a road or ship is joined to no building of its color";
    }
    return NULL;
}

/* ---- the set-up phase ---- */

/* B-22, C-20: whoever has had their turn has placed a building and a road, the last time round (with
 * knights) a city; nobody holds or has anything else yet. */
static const char *check_setup(const struct setup *setup, const struct game *game) {
    const struct rules *rules = &setup->rules;
    unsigned players = rules->players;
    if (game->phase != PHASE_SETUP)
        return NULL;
    for (unsigned seat = 0; seat < players && game->first != NONE; seat++) {
        const struct player *player = &game->players[seat];
        unsigned place = (seat + players - game->first) % players, due[PIECE_COUNT] = {0};
        for (unsigned turn = 0; turn < rules->setup_rounds * players; turn++) {
            if (rules_setup_place(rules, turn) != place)
                continue;
            due[rules->setup_city && rules_setup_last(rules, turn) ? PIECE_CITY
                                                                   : PIECE_SETTLEMENT] +=
                2 * turn < game->setup_done;
            due[PIECE_ROAD] += 2 * turn + 1 < game->setup_done;
        }
        /* where a road is due it can be a ship (S-73), but for the pieces that are printed (S-124) */
        due[PIECE_SHIP] = (unsigned)(setup->rules.supply[PIECE_SHIP] - player->supply[PIECE_SHIP]);
        due[PIECE_ROAD] -= rules->printed ? 0 : due[PIECE_SHIP];
        due[PIECE_SETTLEMENT] += rules->printed;
        for (unsigned piece = 0; piece < PIECE_COUNT; piece++)
            if (player->supply[piece] + due[piece] != setup->rules.supply[piece])
                return "the pieces are not those of a set-up phase";
        if (player->improvements[0] || player->improvements[1] || player->improvements[2] ||
            player->progress_count || player->vp_cards || player->defender_points ||
            player->dev_count || player->knights_played)
            return "during the set-up phase nobody has bought or drawn anything";
    }
    return NULL;
}

/* ---- special cards ---- */

static const char *check_holders(const struct setup *setup, const struct game *game) {
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (award_holder(setup, game, award) != game->holders[award])
            return "a special card lies with the wrong player";
    return NULL;
}

/* ---- offers ---- */

static bool offer_sound(const struct setup *setup, const struct game *game,
                        const struct offer *offer) {
    unsigned players = (1u << setup->rules.players) - 1;
    if (offer->id > game->next_offer || offer->counters >= offer->id ||
        offer->player >= setup->rules.players || !offer->to ||
        offer->to & ~(players & ~(1u << offer->player)) || offer->accepted & offer->declined ||
        (offer->accepted | offer->declined) & ~offer->to || offer->declined == offer->to)
        return false;
    if (offer->player != game->active &&
        (offer->to != 1u << game->active || offer->auto_confirm || offer->accepted))
        return false;
    if (cards_empty(offer->give) || cards_empty(offer->want) ||
        cards_kinds(offer->give) & cards_kinds(offer->want) ||
        (cards_kinds(offer->give) | cards_kinds(offer->want)) >> setup->rules.kinds ||
        !hand_covers(game, offer->player, offer->give))
        return false;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (offer->accepted >> seat & 1 && !hand_covers(game, seat, offer->want))
            return false;
    return true;
}

/* Offers can be open in the action phase, also while a card played there asks somebody. */
static bool offers_can_stand(const struct game *game) {
    const struct agenda_item *last = game->n_agenda ? &game->agenda[game->n_agenda - 1] : NULL;
    if (game->phase != PHASE_PLAY || game->trade_over || game->part)
        return false;
    return last ? last->step == AGENDA_RESUME && last->arg == STEP_ACTIONS
                : game->step == STEP_ACTIONS;
}

static const char *check_offers(const struct setup *setup, const struct game *game) {
    uint8_t by[SEAT_MAX] = {0};
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        const struct offer *offer = &game->offers[i];
        if (!offer->id)
            continue;
        if (!offers_can_stand(game) || !offer_sound(setup, game, offer) ||
            ++by[offer->player] > OFFERS_PER_SEAT_MAX)
            return "an open offer cannot stand";
        for (unsigned j = 0; j < i; j++)
            if (game->offers[j].id == offer->id)
                return "two offers have one number";
    }
    return NULL;
}

/* ---- derived figures ---- */

const char *check_all(check_function *const *checks, const struct setup *setup,
                      const struct game *game) {
    const char *wrong = NULL;
    for (; *checks && !wrong; checks++)
        wrong = (*checks)(setup, game);
    return wrong;
}

const char *game_pieces_ok(const struct setup *setup, const struct game *game) {
    static check_function *const checks[] = {check_ranges, check_supply, check_places, check_lines,
                                             NULL};
    return check_all(checks, setup, game);
}

/* What expansions add. */
static const char *check_added(const struct setup *setup, const struct game *game) {
    const char *wrong = NULL;
    EXPANSION_EACH(check, row)
        wrong = wrong ? wrong : row->check(setup, game);
    return wrong;
}

static const char *check_chains(const struct setup *setup, const struct game *game) {
    const char *wrong = NULL;
    EXPANSION_EACH(check_chain, row)
        wrong = wrong ? wrong : row->check_chain(setup, game);
    return wrong;
}

const char *check_facts(const struct setup *setup, const struct game *game) {
    static check_function *const checks[] = {
        check_ranges, check_numbers, check_dice,   check_players, check_cards,   check_setup,
        check_added,  check_agenda,  check_chains, check_offers,  check_holders, NULL};
    return check_all(checks, setup, game);
}

const char *game_ok(const struct setup *setup, const struct game *game) {
    struct game again = *game;
    const char *wrong = game_derive(setup, &again);
    if (wrong || memcmp(&again, game, sizeof again) == 0)
        return wrong;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (memcmp(&again.players[seat], &game->players[seat], sizeof again.players[seat]) != 0)
            return "a player's figures do not follow from their pieces and cards";
    if (again.n_pending != game->n_pending ||
        memcmp(again.pending, game->pending, sizeof again.pending) != 0)
        return "what is waited for does not follow from the agenda";
    return "a figure of the game does not follow from its base facts";
}

/* ---- hash ---- */

_Static_assert(sizeof(struct game) % sizeof(uint64_t) == 0, "a state is whole words");

/* FNV-1a taken a word at a time, with the high bits folded back so that each byte counts. */
uint64_t game_hash(const struct game *game) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325), word;
    for (size_t at = 0; at < sizeof *game; at += sizeof word) {
        memcpy(&word, (const uint8_t *)game + at, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
        hash ^= hash >> 32;
    }
    return hash;
}

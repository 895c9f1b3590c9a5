/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the engine's files share among themselves and nobody else may use. */
#ifndef ENGINE_INTERNAL_H
#define ENGINE_INTERNAL_H

#include <assert.h>
#include <string.h>

#include "engine/game.h"

/* ---- one row an action ---- */

/* Everything the engine knows of one action. PLAY_DEV_CARD has a row for each card. legal may rely
 * on the action being one of game_types and its shape being sound; the others on legal. */
struct action_rule {
    const char *name;
    const struct field *fields;
    enum reason (*legal)(const struct setup *, const struct game *, unsigned seat,
                         const struct action *);
    void (*list)(const struct setup *, const struct game *, unsigned seat, struct move_list *);
    void (*apply)(const struct setup *, struct game *, unsigned seat, const struct action *,
                  const struct outcome *);
};

/* The table of all actions: by type, and where a type has several forms an array of them. */
struct action_row {
    const struct action_rule *rules;
    uint8_t forms;
    const char *name; /* of a type whose rows are named by their forms, or that has no row */
};

extern const struct action_row action_table[EVENT_TYPE_COUNT];

/* The row of an action in one of its forms (see action_forms), or NULL. */
static inline const struct action_rule *action_rule(unsigned type, unsigned form) {
    return type < EVENT_TYPE_COUNT && form < action_table[type].forms
               ? &action_table[type].rules[form]
               : NULL;
}

extern const struct action_rule rule_build_settlement, rule_build_city, rule_build_road, rule_roll,
    rule_discard, rule_move_robber, rule_maritime_trade, rule_offer_trade, rule_accept_trade,
    rule_decline_trade, rule_counter_trade, rule_confirm_trade, rule_cancel_trade,
    rule_buy_dev_card, rule_end_turn, rule_resign, rule_forced_trade, rule_return_cards,
    rule_robber_to_desert, rule_trade_in_knight;
/* Cities & Knights: engine/city.c, knight.c, barbarian.c, progress.c, card_*.c */
extern const struct action_rule rule_build_city_wall, rule_improve_city, rule_repair_city,
    rule_build_knight, rule_activate_knight, rule_promote_knight, rule_move_knight,
    rule_displace_knight, rule_chase_robber, rule_relocate_knight, rule_commit_knights,
    rule_choose_pillaged_city, rule_choose_progress_deck, rule_discard_progress_card,
    rule_take_resource, rule_harbor_offer, rule_give_commodity, rule_give_cards, rule_take_cards,
    rule_take_progress_card, rule_remove_knight, rule_place_knight, rule_skip;
extern const struct action_rule rule_progress[PROGRESS_COUNT];
extern const struct action_rule rule_dev[DEV_COUNT], rule_neutral[PIECE_SETTLEMENT + 1];

/* A row's field table, for example FIELDS({"vertex", FIELD_VERTEX, offsetof(...), false}). */
#define FIELD(name, type, member)                                                                  \
    { name, type, offsetof(struct action, member), false }
#define FIELD_OPTIONAL(name, type, member)                                                         \
    { name, type, offsetof(struct action, member), true }
#define FIELDS(...) ((const struct field[]){__VA_ARGS__, {NULL, FIELD_END, 0, false}})
#define NO_FIELDS   ((const struct field[]){{NULL, FIELD_END, 0, false}})

static inline struct action *list_add(struct move_list *list, unsigned type) {
    assert(list->n < LIST_MAX);
    struct action *action = &list->items[list->n++];
    *action = (struct action){.type = (uint8_t)type};
    return action;
}

/* ---- cards changing hands (engine/hand.c) ---- */

/* In a view a hidden hand has only its count; these keep both right. */
void hand_gain(struct game *game, unsigned seat, struct cards cards);

/* Also ends what SEAT offered and accepted: an offer stands only while its maker has lost no card. */
void hand_lose(struct game *game, unsigned seat, struct cards cards);

void bank_pay(struct game *game, unsigned seat, struct cards cards);  /* bank to hand */
void bank_take(struct game *game, unsigned seat, struct cards cards); /* hand to bank */

/* Whether the hand, as far as it is known, covers CARDS. */
static inline bool hand_covers(const struct game *game, unsigned seat, struct cards cards) {
    return cards_cover(game->players[seat].hand, cards);
}

/* ---- buying (engine/build.c) ---- */

/* Whether SEAT has PIECE in his supply and its price in his hand. */
enum reason can_buy(const struct game *game, unsigned seat, unsigned piece);
void pay_for(const struct setup *setup, struct game *game, unsigned seat, unsigned piece);

/* Whether NAMED are COUNT cards out of HELD; else which of the two reasons forbids it. */
static inline enum reason cards_named(struct cards named, unsigned count, struct cards held,
                                      enum reason wrong_count, enum reason not_held) {
    if (cards_total(named) != count)
        return wrong_count;
    return cards_cover(held, named) ? REASON_OK : not_held;
}

/* ---- places (engine/place.c) ---- */

/* Vertices from which SEAT may go on building roads (B-61). */
struct vertex_set place_support(const struct game *game, unsigned seat);
bool place_supported(const struct game *game, unsigned seat, unsigned vertex);

/* Whether SEAT has a settlement or city at HEX. */
bool builds_at(const struct setup *setup, const struct game *game, unsigned seat, unsigned hex);

/* Why SEAT may not put a road, a settlement there, supply and cost aside: REASON_OK if it may. */
enum reason place_road(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned edge);
enum reason place_settlement(const struct game *game, unsigned seat, unsigned vertex);

/* All such places. */
struct edge_set place_roads(const struct setup *setup, const struct game *game, unsigned seat);
struct vertex_set place_settlements(const struct game *game, unsigned seat);

/* Put the piece there, out of the supply, with all that follows for figures and special cards. */
void put_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);
void put_settlement(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex);
void put_city(struct game *game, unsigned seat, unsigned vertex);

/* The city of the set-up, which replaces no settlement (C-20). */
void put_setup_city(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex);

/* Only the facts of a piece, without supply, lengths and special cards: game_derive uses it too. */
void mark_building(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex,
                   enum building building);
void mark_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);

/* ---- roads from a card (engine/free_roads.c) ---- */

/* ACTION names one or two edges in the order in which they get their roads. The list has every single
 * road, every pair that may be built in either order once, and every pair of which the first makes
 * the second possible, each a copy of PROTOTYPE; with too many it is one open entry. Putting them
 * returns how many they were. */
enum reason free_roads_legal(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *action);
void free_roads_list(const struct setup *setup, const struct game *game, unsigned seat,
                     struct move_list *list, const struct action *prototype);
unsigned free_roads_put(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action);

/* ---- Longest Road and Largest Army (engine/special.c) ---- */

/* Longest line of SEAT that uses EDGE, one of its roads. */
unsigned road_through(const struct setup *setup, const struct game *game, unsigned seat,
                      unsigned edge);
void road_card_check(const struct setup *setup, struct game *game); /* B-80 to B-83 */
void army_card_check(const struct setup *setup, struct game *game); /* B-85, B-86, T-34 */

/* ---- the robber (engine/robber.c) ---- */

/* Seats that can be stolen from at HEX (B-41, B-42), as a set. */
unsigned robber_victims(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned hex);
enum reason robber_legal(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned hex, unsigned victim);

/* One entry for each of HEXES, the robber's own left out, and victim, each a copy of PROTOTYPE. */
void robber_list(const struct setup *setup, const struct game *game, unsigned seat,
                 struct move_list *list, const struct action *prototype, uint64_t hexes);
void robber_move(struct game *game, unsigned seat, const struct action *action,
                 const struct outcome *outcome);

/* ---- the turn and the agenda (engine/turn.c) ---- */

/* Queues a step behind those already there. */
void agenda_push(struct game *game, enum agenda_step step, unsigned arg, unsigned count);

/* The step being worked on is done. */
void agenda_pop(struct game *game);

/* Works steps off until somebody is waited for; with an empty agenda the player on turn is. */
void agenda_run(const struct setup *setup, struct game *game);

/* Puts a step before everything else that is to be done: out of a window of the turn, to come back to
 * it afterwards, or in the middle of a chain (a card played there, C-149). Returns the new item,
 * whose further members the caller fills in. */
struct agenda_item *turn_interrupt(struct game *game, enum agenda_step step, unsigned arg,
                                   unsigned count);

/* The step being worked on turns into another; returns it like turn_interrupt. */
struct agenda_item *agenda_become(struct game *game, enum agenda_step step, unsigned arg,
                                  unsigned count);

/* For use by steps: PLAYER is waited for. */
struct decision *agenda_ask(struct game *game, enum decision_kind kind, unsigned player);

/* SEAT's answer to a decision that several owe at the same time has been noted in game.answers or
 * game.answer_ids: marks it. Returns whether it was the last one missing; the caller then carries
 * all of them out, blanks them and pops the step. */
bool agenda_answered(struct game *game, unsigned seat);

/* Cards that SEAT has to choose for the first step, as one of several who answer at the same time:
 * half of a hand (B-38, C-236) or a gift (C-242); 0: he is not asked. */
unsigned cards_asked(const struct setup *setup, const struct game *game, unsigned seat);

/* SEAT has decided: takes it off the set of seats that the step being worked on still has to hear. */
static inline void agenda_heard(struct game *game, unsigned seat) {
    game->agenda[0].arg &= (uint8_t) ~(1u << seat);
}

void turn_begin(struct game *game, unsigned seat);

/* Of a set of seats, which must not be empty, the first one clockwise from the player on turn. */
static inline unsigned seats_first(const struct game *game, unsigned seats) {
    unsigned later = seats >> game->active << game->active;
    assert(seats);
    return (unsigned)__builtin_ctz(later ? later : seats);
}

/* Strict phases: the first building or purchase ends trading (B-29). */
void turn_built(const struct setup *setup, struct game *game);

/* The game is over: nothing waits, nothing is queued, no offer stands. */
void turn_close(const struct setup *setup, struct game *game);

/* Ends every open offer. */
void offers_end(struct game *game);

/* Whether the window for trading and answering offers is open. */
static inline bool trade_open(const struct game *game) {
    return game->n_agenda == 0 && game->step == STEP_ACTIONS && game->phase == PHASE_PLAY &&
           !game->trade_over;
}

/* ---- roads and knights that go (engine/place.c) ---- */

/* Takes SEAT's road away, back into its supply, with all that follows but the special card, which
 * the caller checks when his whole effect is done (C-154). */
void remove_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);

/* Roads of SEAT that meet at VERTEX. */
unsigned roads_at(const struct setup *setup, const struct game *game, unsigned seat,
                  unsigned vertex);

/* A piece of SEAT came to VERTEX or left it: measures anew every other color's lines that pass
 * there (C-75, C-76) and returns whether there were any; the caller then checks the special card
 * when his whole effect is done (C-154). */
bool lines_changed(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex);

/* ---- knights (engine/knight.c) ---- */

static inline unsigned knight_rank(const struct game *game, unsigned vertex) {
    return game->knight[vertex] & KNIGHT_RANK;
}

/* Facts alone, without supply and lines; game_derive uses it too. BITS: enum knight_bits. */
void mark_knight(struct game *game, unsigned seat, unsigned vertex, unsigned bits);

/* A knight out of the supply onto the board, or off it and back into the supply, lines included,
 * special card not. */
void put_knight(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex,
                unsigned bits);
void take_knight(const struct setup *setup, struct game *game, unsigned vertex);

/* Why SEAT may not put a knight there, supply and cost aside (C-66). */
enum reason place_knight(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned vertex);
struct vertex_set place_knights(const struct game *game, unsigned seat);

/* Vertices that SEAT reaches from FROM over its own roads, FROM left out, passing nothing that
 * belongs to others (C-80 to C-83, C-85 to C-87): *FREE those without any piece, *FOES those with
 * an opponent's knight at which a line ends. */
void knight_reach(const struct setup *setup, const struct game *game, unsigned seat, unsigned from,
                  struct vertex_set *free, struct vertex_set *foes);

/* By grain or by card: active, and not to act in this turn (C-69). */
void knight_activate(struct game *game, unsigned vertex);

/* Why SEAT's knight at VERTEX may not become one of the next rank, the price aside (C-71 to C-73);
 * and making it one. */
enum reason knight_may_rise(const struct game *game, unsigned seat, unsigned vertex);
void knight_rise(struct game *game, unsigned vertex);

/* The knight at VERTEX is driven away; ORIGIN: where the knight that displaces it stands, which then
 * takes its place and is done for this turn, or NONE (Intrigue). Its owner chooses where it goes
 * when there are several places (AGENDA_RELOCATE); without any it returns to his supply. */
void knight_displace(const struct setup *setup, struct game *game, unsigned vertex,
                     unsigned origin);

/* ---- cities (engine/city.c) ---- */

bool city_plain(const struct game *game, unsigned vertex);
enum reason place_wall(const struct game *game, unsigned seat, unsigned vertex); /* C-62 */
void put_wall(struct game *game, unsigned seat, unsigned vertex);

/* Why the settlement or tipped city at VERTEX may not become a city, the price aside (C-137, C-140).
 * place_cities: all those that may. */
enum reason place_city(const struct game *game, unsigned seat, unsigned vertex);
struct vertex_set place_cities(const struct game *game, unsigned seat);

/* The city is lost to the barbarians: C-123, C-63, C-136, C-238. */
void city_pillage(const struct setup *setup, struct game *game, unsigned vertex);

/* ---- barbarians (engine/barbarian.c) ---- */

/* Seats with an active knight (V-09), as a set. */
unsigned with_active(const struct setup *setup, const struct game *game);

/* The ship goes on a step; on landing the chain of an attack is queued (O-34). */
void barbarians_step(const struct setup *setup, struct game *game);

/* What a battle with the strengths on the board comes to, as sets of seats: who loses a city when the
 * barbarians win (C-118 to C-120), or who are the strongest when they do not (C-124, C-125). */
void battle_result(const struct setup *setup, const struct game *game, unsigned *losers,
                   unsigned *defenders);

/* ---- progress cards (engine/progress.c) ---- */

/* A card comes off its stack into the hand of SEAT, or is laid out (C-143). */
void progress_draw(struct game *game, unsigned seat, unsigned card);

/* Queues what has to be done about players who hold too many (C-148, C-149). */
void progress_limits(const struct setup *setup, struct game *game);

/* In and out of a hand, keeping counts, backs and, where the hand is known, the cards. */
void progress_gain(struct game *game, unsigned seat, unsigned card);
void progress_lose(struct game *game, unsigned seat, unsigned card);

/* Under its stack (C-144). */
void progress_under(struct game *game, unsigned card);

static inline bool progress_held(const struct game *game, unsigned seat, unsigned card) {
    for (unsigned i = 0; i < game->players[seat].progress_count && i < PROGRESS_HAND_MAX; i++)
        if (game->players[seat].progress[i] == card + 1)
            return true;
    return false;
}

/* Whether an Inventor may exchange this token (C-188). */
bool token_moves(unsigned number);

/* Whether SEAT, to move, can play any of his progress cards now. */
bool progress_playable(const struct setup *setup, const struct game *game, unsigned seat);

/* What holds for every progress card (C-142, C-180): the reason why CARD may not be played now
 * whatever its targets are, or REASON_OK. */
enum reason progress_window(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned card);

/* ---- steps of the agenda outside turn.c; each asks somebody, changes the head, or pops it ---- */

typedef void agenda_step_function(const struct setup *, struct game *);
agenda_step_function step_commit, step_battle, step_pillage, step_tie_draw, step_ship_back;
agenda_step_function step_card_limit, step_fifth_card, step_end_turn;
agenda_step_function step_produce, step_aqueduct;
agenda_step_function step_relocate;
agenda_step_function step_remove_knight, step_place_knight, step_give_cards, step_take_cards,
    step_take_progress, step_give_commodity;

/* ---- checks (engine/check.c, check_knights.c, check_agenda.c) ---- */

/* NULL, or what is wrong, for the person who sent a position (static text). */
typedef const char *(*check)(const struct setup *, const struct game *);

/* The first complaint of CHECKS, which end with NULL. */
const char *check_run(const check *checks, const struct setup *setup, const struct game *game);

/* What Cities & Knights adds; the agenda and the answers to it. */
const char *check_expansion(const struct setup *setup, const struct game *game);
const char *check_agenda(const struct setup *setup, const struct game *game);

/* Pieces alone: numbers and places. Needs nothing derived but supply and the sets of places. */
const char *check_pieces(const struct setup *setup, const struct game *game);

/* Everything but what is pending. */
const char *check_facts(const struct setup *setup, const struct game *game);

/* ---- two players (engine/neutral.c) ---- */

void tokens_for_settlement(const struct setup *setup, struct game *game, unsigned seat,
                           unsigned vertex); /* T-36 to T-38 */
/* The player on turn owes the neutral colors COUNT pieces (T-14, T-19); nothing without such. */
void neutral_owe(const struct setup *setup, struct game *game, unsigned piece, unsigned count);
/* Whether a neutral color can build PIECE anywhere. */
bool neutral_can(const struct setup *setup, const struct game *game, unsigned piece);

#endif

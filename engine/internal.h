/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Shared among the engine's files; no other file may include it. */
#ifndef ENGINE_INTERNAL_H
#define ENGINE_INTERNAL_H

#include <assert.h>
#include <string.h>

#include "engine/game.h"

/* ---- one row per action ---- */

typedef enum reason legal_function(const struct setup *, const struct game *, unsigned seat,
                                   const struct action *);

/* Adds the legal moves of one type and form. BLANK has these two set and nothing else. */
typedef void list_function(const struct setup *, const struct game *, unsigned seat,
                           const struct action *blank, struct move_list *);
typedef void apply_function(const struct setup *, struct game *, const struct event *);

/* What chance decides of an action. */
struct chance_rule {
    uint8_t parts;      /* enum outcome_part */
    uint8_t card_limit; /* limit of outcome.card and of the cards in outcome.dealt (exclusive) */
    bool victim; /* nothing is drawn where the action names nobody (its seat is NONE), or takes
                         * cloth from them */
    void (*draw)(const struct setup *, const struct game *, unsigned seat, const struct action *,
                 unsigned parts, struct chance *, struct outcome *);
    enum reason (*possible)(const struct setup *, const struct game *, unsigned seat,
                            const struct action *, const struct outcome *);
};

extern const struct chance_rule chance_roll, chance_dev, chance_forced;
extern const struct chance_rule chance_theft; /* one random card from the victim's hand */

enum action_flag {
    ACTION_SHOWS = 1,    /* shows its player what they did not know, without any draw */
    ACTION_TOGETHER = 2, /* several owe this answer at once; the last one in carries out all of
                          * them */
    ACTION_SHARED = 4,   /* changes what others hold: earlier moves can no longer be undone */
    ACTION_SHIPS = 8, /* `seats` says which of `edges` get ships (S-70); in a log it follows the
                       * fields if any does */
    ACTION_DISCOVERS = 16, /* its pieces can reveal hexes in fog: these end its outcome */
    ACTION_POINTLESS = 32, /* whatever it does changes nobody's points, nor whose turn it is */
};

/* Seats (as a set) that lose cards to the player of EVENT, or exchange cards with them, unseen by
 * everybody else. BEFORE is the state that EVENT was applied to. */
typedef unsigned givers_function(const struct setup *, const struct game *before,
                                 const struct event *);

/* What SEAT pays the bank for an action whose price varies. */
typedef struct cards cost_function(const struct setup *, const struct game *, unsigned seat,
                                   const struct action *);

/* Everything the engine knows of an action in one form. */
struct action_rule {
    const struct field *fields;
    legal_function *legal; /* relies on the type being one of game_types, and on a sound shape */
    list_function *list;   /* relies on the same; NULL: nothing to ask (PLAIN_TYPES) */
    apply_function *apply; /* relies on legal */
    const struct chance_rule *chance; /* NULL: nothing is left to chance */
    givers_function *givers;          /* NULL: no card changes hands unseen */
    /* The least that a move of the rule costs outside the set-up phase; NULL: nothing, or it varies.
     * Moves are listed only if the hand covers this price. */
    const struct cards *price;
    cost_function *cost; /* where it varies: what the bank gets; NULL: see price */
    uint8_t hides;       /* enum hidden_part: fields that others might not see */
    uint8_t flags;       /* enum action_flag */
};

/* A type of event. Each card has a rule of its own, as one form of its type (action_forms). */
struct action_row {
    const char *name;
    const struct action_rule *rules; /* by form; NULL: no action, or undo (engine/undo.c) */
    struct action blank; /* the blank action of listings: the type, and `open` of an offer */
    uint8_t forms;
    uint8_t form_at; /* with several forms: the member of struct action that holds the form */
    /* With several forms: those open now, whatever they are played on, as a set; for cards also why
     * a form is not open, and what happens to the card before its effect. */
    unsigned (*open_forms)(const struct setup *, const struct game *, unsigned seat);
    enum reason (*window)(const struct setup *, const struct game *, unsigned seat, unsigned form);
    void (*use)(struct game *, unsigned seat, unsigned form);
};

/* The rows of the base game, blank where a type belongs to an expansion; action_row_of finds the row of
 * any TYPE. */
extern const struct action_row base_actions[EVENT_TYPE_COUNT];
/* The same among the expansions' rows alone (engine/expansion.c). */
const struct action_row *expansion_action(unsigned type);
const struct action_rule *expansion_rule(unsigned type, unsigned form);
const struct action_rule *expansion_rule_of(const struct action *action);

static inline const struct action_row *action_row_of(unsigned type) {
    const struct action_row *row = &base_actions[type];
    return row->forms ? row : expansion_action(type);
}

/* The rule of actions of TYPE in one of its forms, or NULL. */
static inline const struct action_rule *action_rule(unsigned type, unsigned form) {
    if (type >= EVENT_TYPE_COUNT)
        return NULL;
    const struct action_row *row = &base_actions[type];
    return form < row->forms ? &row->rules[form] : expansion_rule(type, form);
}

/* The form of ACTION, whose row is ROW. */
static inline unsigned action_row_form(const struct action_row *row, const struct action *action) {
    return row->form_at ? ((const uint8_t *)action)[row->form_at] : 0;
}

/* The rule of ACTION; NULL for an undo. */
static inline const struct action_rule *action_rule_of(const struct action *action) {
    if (action->type >= EVENT_TYPE_COUNT)
        return NULL;
    const struct action_row *row = &base_actions[action->type];
    unsigned form = action_row_form(row, action);
    return form < row->forms ? &row->rules[form] : expansion_rule_of(action);
}

/* The rule of ACTION, whose type must be one that the game of SETUP has. */
static inline const struct action_rule *setup_rule_of(const struct setup *setup,
                                                      const struct action *action) {
    const struct action_row *row = setup->actions[action->type];
    unsigned form = action_row_form(row, action);
    return form < row->forms ? &row->rules[form] : NULL;
}

/* The parts of an outcome that ACTION, whose rule is RULE, leaves to chance: enum outcome_part. */
static inline unsigned action_rule_parts(const struct action_rule *rule,
                                         const struct action *action) {
    const struct chance_rule *chance = rule ? rule->chance : NULL;
    bool card = chance && (!chance->victim || (action->seat != NONE && action->loot == LOOT_CARD));
    return card ? chance->parts : 0;
}

extern const struct action_rule rule_build_settlement, rule_build_city, rule_build_road, rule_roll,
    rule_discard, rule_move_robber, rule_maritime_trade, rule_offer_trade, rule_accept_trade,
    rule_decline_trade, rule_counter_trade, rule_confirm_trade, rule_cancel_trade,
    rule_buy_dev_card, rule_end_turn, rule_resign, rule_forced_trade, rule_return_cards,
    rule_robber_to_desert, rule_trade_in_knight, rule_take_resource, rule_skip;
extern const struct action_rule rule_dev[DEV_COUNT], rule_neutral[PIECE_SETTLEMENT + 1];

/* For action_row.open_forms, window and use: development cards, and neutral pieces. */
unsigned dev_forms_open(const struct setup *setup, const struct game *game, unsigned seat);
enum reason dev_window(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned card);
void dev_use(struct game *game, unsigned seat, unsigned card);
unsigned neutral_forms_owed(const struct setup *setup, const struct game *game, unsigned seat);

/* The row of a type with one form, whose rule is rule_WORD; an expansion's table begins with the number
 * FIRST. */
#define ACTION_FROM(first, number, word)                                                           \
    [(number) - (first)] = {                                                                       \
        .name = #word, .rules = &rule_##word, .blank = {.type = (number)}, .forms = 1}

/* The members that every rule sets. */
#define RULE(fields_, legal_, list_, apply_)                                                       \
    .fields = fields_, .legal = legal_, .list = list_, .apply = apply_

/* A rule's field table, for example FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)). */
#define FIELD(name, type, member)                                                                  \
    { name, type, offsetof(struct action, member), false }
#define FIELD_OPTIONAL(name, type, member)                                                         \
    { name, type, offsetof(struct action, member), true }
#define FIELDS(...)  ((const struct field[]){__VA_ARGS__, {NULL, FIELD_END, 0, false}})
#define LOOT_FIELD   FIELD_OPTIONAL("take", FIELD_LOOT, loot)
#define NO_FIELDS    ((const struct field[]){{NULL, FIELD_END, 0, false}})
#define VERTEX_FIELD FIELDS(FIELD("vertex", FIELD_VERTEX, vertex))
#define CARDS_FIELD  FIELDS(FIELD("cards", FIELD_CARDS, give))

/* Adds a copy of MOVE and returns it, for the caller to fill in. */
static inline struct action *list_add(struct move_list *list, const struct action *move) {
    assert(list->n < LIST_MAX);
    struct action *added = &list->items[list->n++];
    *added = *move;
    return added;
}

/* Adds MOVE if LEGAL, the function of its rule, allows it. */
static inline void list_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *move, legal_function *legal,
                              struct move_list *list) {
    if (legal(setup, game, seat, move) == REASON_OK)
        list_add(list, move);
}

/* A copy of MOVE for each member of VERTICES. */
static inline void list_add_vertices(struct move_list *list, const struct action *move,
                                     const struct vertex_set *vertices) {
    VERTEX_EACH(vertices, v)
        list_add(list, move)->vertex = (uint8_t)v;
}

/* A copy of MOVE that takes two cards for each pair of the first KINDS kinds that FROM holds; without
 * PAIR one card for each kind. */
void list_add_pairs(struct move_list *list, const struct action *move, struct cards from, bool pair,
                    unsigned kinds);

/* Whether SEAT can do anything at all in this game now: it has begun and is not over, SEAT
 * plays. */
enum reason game_seat_plays(const struct setup *setup, const struct game *game, unsigned seat);

/* Functions that several rules share (engine/game.c): always legal where game_types offers the type;
 * listed as the blank if that is legal; listed open, with the number of cards that the player's
 * decision asks for. */
legal_function legal_always;
list_function list_always, list_plain, list_open;

/* Adds the moves of TYPE, which has several forms, in all of them. */
void list_forms(const struct setup *setup, const struct game *game, unsigned seat, unsigned type,
                struct move_list *list);

/* Values of a one-byte field in any game: FIRST to LIMIT - 1, and NONE if `none` is set. */
struct field_row {
    uint8_t first;
    uint16_t limit;
    bool none;
};

extern const struct field_row field_table[FIELD_TYPE_COUNT]; /* longer fields have blank rows */

/* ---- cards changing hands (engine/hand.c) ---- */

/* In a view a hidden hand has only its count; these keep hand and count right. */
void hand_gain(struct game *game, unsigned seat, struct cards cards);

/* Also ends what SEAT offered and accepted: an offer stands only while its maker has lost no card. */
void hand_lose(struct game *game, unsigned seat, struct cards cards);

void hand_move(struct game *game, unsigned from, unsigned to, struct cards cards);
void bank_pay(struct game *game, unsigned seat, struct cards cards);  /* bank to hand */
void bank_take(struct game *game, unsigned seat, struct cards cards); /* hand to bank */

/* Pays each of the first SEATS its CARDS if the bank covers all of them together; returns whether it
 * does. */
bool bank_pay_all(struct game *game, unsigned seats, const struct cards cards[SEAT_MAX]);

/* Whether the hand, as far as it is known, covers CARDS. */
static inline bool hand_covers(const struct game *game, unsigned seat, struct cards cards) {
    return cards_cover(game->players[seat].hand, cards);
}

/* REASON_OK if CHOICE is COUNT cards out of HELD; else the one of the two reasons that forbids
 * it. */
static inline enum reason cards_choice_legal(struct cards choice, unsigned count, struct cards held,
                                             enum reason wrong_count, enum reason not_held) {
    if (cards_total(choice) != count)
        return wrong_count;
    return cards_cover(held, choice) ? REASON_OK : not_held;
}

/* SEAT is owed N cards of its choice, in games with gold (engine/produce.c; S-50). */
void gold_owe(const struct setup *setup, struct game *game, unsigned seat, unsigned n);

/* ---- buying (engine/build.c) ---- */

/* Whether SEAT has PIECE in its supply and the price in its hand. */
enum reason piece_can_buy(const struct game *game, unsigned seat, unsigned piece);
void piece_pay(const struct setup *setup, struct game *game, unsigned seat, unsigned piece);

/* ---- places (engine/place.c) ---- */

/* Whether SEAT can continue its roads from there (B-61). */
bool place_supported(const struct game *game, unsigned seat, unsigned vertex);

/* Whether SEAT has a settlement or city at HEX. */
bool place_builds_at(const struct setup *setup, const struct game *game, unsigned seat,
                     unsigned hex);

/* All hexes where it has one. */
struct hex_set place_hexes_built(const struct setup *setup, const struct game *game, unsigned seat);

/* Why SEAT may not put a road, a settlement, a city there, supply of roads and settlements and cost
 * aside: REASON_OK if it may. A city replaces a settlement or sets up a tipped city (C-137, C-140). */
enum reason place_road(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned edge);
enum reason place_settlement(const struct setup *setup, const struct game *game, unsigned seat,
                             unsigned vertex);
enum reason place_city(const struct game *game, unsigned seat, unsigned vertex);

/* Which piece of an opponent at VERTEX keeps SEAT's roads or ships from continuing there; REASON_OK: none. */
enum reason place_blocked(const struct game *game, unsigned seat, unsigned vertex, bool ship);

/* Why SEAT's roads do not continue to EDGE, which is free, at either of its ends. GONE: a road of SEAT that no
 * longer counts, or NONE. */
enum reason place_road_apart(const struct setup *setup, const struct game *game, unsigned seat,
                             unsigned edge, unsigned gone);

/* Why EDGE, which has a road or ship, takes no other. */
enum reason place_path_taken(const struct game *game, unsigned edge);

/* All such places. */
struct edge_set place_roads(const struct setup *setup, const struct game *game, unsigned seat);
struct vertex_set place_settlements(const struct game *game, unsigned seat);

/* Where a building of the set-up can stand (B-23, S-74). */
struct vertex_set place_starts(const struct setup *setup, const struct game *game);
struct vertex_set place_cities(const struct game *game, unsigned seat);

/* Put the piece there, out of the supply, with all that follows for lengths and special cards. */
void put_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);
void put_settlement(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex);
void put_city(struct game *game, unsigned seat, unsigned vertex);

/* The city of the set-up, which replaces no settlement (C-20). */
void put_setup_city(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex);

/* Sets only the facts of a piece, without supply, lengths and special cards; game_derive uses it
 * too. */
void mark_building(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex,
                   enum building building);
void mark_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);

/* SEAT has put a road or ship at EDGE: what follows for its longest line and the special card. */
void line_extended(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);

/* Takes SEAT's road away, back into its supply, with all that follows but the special card, which
 * the caller checks when the whole effect is done (C-154). */
void remove_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);

/* Roads of SEAT that meet at VERTEX. */
unsigned place_roads_at(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned vertex);

/* The same of ships. */
unsigned place_ships_at(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned vertex);

/* A piece of SEAT came to VERTEX or left it: measures every other color's lines that pass there again
 * (C-75, C-76) and returns whether there were any; the caller then checks the special card when the
 * whole effect is done (C-154). */
bool lines_update(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex);

/* ---- roads from a card (engine/free_roads.c) ---- */

/* ACTION names one or two edges in the order in which they get their roads. The list has every single
 * road, every pair that can be built in either order once, and every pair of which the first makes
 * the second possible; with too many it is one open entry. Putting them returns how many they were. */
legal_function free_roads_legal;
list_function free_roads_list;
unsigned free_roads_put(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action);

/* ---- special cards for the most of something (engine/special.c) ---- */

/* Longest line of SEAT that uses EDGE, one of its roads. */
unsigned road_length_through(const struct setup *setup, const struct game *game, unsigned seat,
                             unsigned edge);

/* Longest line of SEAT, which the caller knows to be no longer than BOUND. */
unsigned road_length_within(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned bound);

/* Fills in the special cards of SETUP, whose expansions are set. */
void setup_find_awards(struct setup *setup);

/* Who should hold the card, given who holds it: a seat or NONE (B-80 to B-83; B-85, B-86, T-34). */
unsigned award_holder(const struct setup *setup, const struct game *game, enum award award);

/* Gives the card to the player who should hold it. */
void award_check(const struct setup *setup, struct game *game, enum award award);

/* The same for all special cards that are determined anew whenever points are. */
static inline void awards_recount(const struct setup *setup, struct game *game) {
    for (uint64_t awards = setup->recounted; awards;)
        award_check(setup, game, (enum award)bit_take(&awards));
}

/* ---- the robber (engine/robber.c) ---- */

/* Seats with so few points that a friendly robber spares them; those of them actually spared
 * (H-01). As sets. */
unsigned robber_poor(const struct setup *setup, const struct game *game);

static inline unsigned robber_spares(const struct setup *setup, const struct game *game) {
    bool friendly = setup->rules.options[OPTION_FRIENDLY_ROBBER] == OPTION_ON;
    return friendly ? robber_poor(setup, game) : 0;
}

/* Seats that can be stolen from at HEX (B-41, B-42), as a set. */
unsigned robber_victims(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned hex);
enum reason robber_legal(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned hex, unsigned victim);

/* One entry for each of HEXES, the robber's own left out, and victim, each a copy of MOVE. */
void robber_list(const struct setup *setup, const struct game *game, unsigned seat,
                 const struct action *move, struct hex_set hexes, struct move_list *list);

/* For rules of actions whose seat is the victim. */
givers_function givers_victim;

/* Robber or pirate (S-36): the hex says which, as each has hexes of its own. Moves it for EVENT's
 * player and steals the card drawn, or cloth (S-121). */
legal_function thief_legal;
list_function thief_list;
void thief_move(const struct setup *setup, struct game *game, const struct event *event);

/* ---- the turn and the agenda (engine/turn.c) ---- */

/* A chain of steps runs in the order of these places. Questions of cards, knights and pieces come
 * before everything else, and each agenda ends with a step of the last place. */
enum agenda_place {
    PLACE_FRONT,
    PLACE_FLEET,
    PLACE_COMMIT,
    PLACE_BATTLE,
    PLACE_LIMIT,
    PLACE_SHIP_BACK,
    PLACE_FIFTH,
    PLACE_GOLD,
    PLACE_PRODUCE,
    PLACE_ROBBER,
    PLACE_LAST
};

/* Members of an agenda item that a step uses; the others are 0. */
enum agenda_member { USES_ARG = 1, USES_COUNT = 2, USES_SEAT = 4, USES_PLACES = 8 };

typedef void step_function(const struct setup *, struct game *);

/* One kind of step. */
struct agenda_row {
    step_function
        *run;      /* asks somebody and stays first until they answer; or changes; or pops itself */
    uint8_t place; /* enum agenda_place */
    uint8_t uses;  /* enum agenda_member */
    uint8_t needs; /* set of enum expansion_kind: only in games that have these */
    /* Whether ITEM is possible on an agenda, beyond what place and uses say; NULL: it is. */
    bool (*sound)(const struct setup *, const struct game *, const struct agenda_item *item);
    /* Where several choose cards at the same time: how many SEAT has to choose while this step
     * comes first; 0: SEAT is not asked. */
    unsigned (*cards)(const struct setup *, const struct game *, unsigned seat);
    bool pointless; /* whatever it does changes nobody's points, nor whose turn it is ... */
    uint8_t scored_by; /* ... unless an expansion has this hook: 1 + enum hook, 0: none matters */
    bool from_bank; /* chosen from the bank, else from their hands */
    bool in_turn;   /* its arg is the set of seats still to be asked, one after the other */
    bool in_setup;  /* it can stand in the set-up phase, too */
    uint8_t kept;   /* enum reason: why SKIP cannot answer it */
};

/* The row of STEP; NULL: there is none. */
extern const struct agenda_row *const base_steps[AGENDA_STEP_COUNT];
const struct agenda_row *expansion_step(unsigned step); /* engine/expansion.c */

static inline const struct agenda_row *agenda_row_of(unsigned step) {
    const struct agenda_row *row = step < AGENDA_STEP_COUNT ? base_steps[step] : NULL;
    return row ? row : expansion_step(step);
}

extern const struct agenda_row agenda_produce, agenda_discard, agenda_robber, agenda_neutral,
    agenda_return_cards;

/* Queues a step behind those already there. */
void agenda_push(struct game *game, enum agenda_step step, unsigned arg, unsigned count);

/* The step being worked on is done. */
void agenda_pop(struct game *game);

/* Runs steps until the game waits for somebody; with an empty agenda for the player on turn. SCORED: what was
 * just done can have won the game. */
void agenda_run(const struct setup *setup, struct game *game, bool scored);

/* Puts a step before everything else on the agenda: from a window of the turn, which it returns to
 * afterwards, or in the middle of a chain (a card played there, C-149). Returns the new item, whose
 * further members the caller fills in. */
struct agenda_item *agenda_interrupt(struct game *game, enum agenda_step step, unsigned arg,
                                     unsigned count);

/* The step being worked on turns into another; returns it like agenda_interrupt. */
struct agenda_item *agenda_become(struct game *game, enum agenda_step step, unsigned arg,
                                  unsigned count);

/* For steps: makes the game wait for PLAYER. */
struct decision *agenda_ask(struct game *game, enum decision_kind kind, unsigned player);

/* The same of everybody who has to choose cards for the first step (agenda_row.cards). An answer that
 * is in already (a position taken in mid-chain) can still be changed. */
void agenda_ask_cards(const struct setup *setup, struct game *game, enum decision_kind kind);

/* agenda_row.run: a resource of their choice for each seat of the step's set, one after the other from the player
 * on turn, while the bank has any (C-48, S-135). Nobody is asked if they must take one and the bank has a single
 * kind. */
void agenda_ask_resource(const struct setup *setup, struct game *game);

/* Cards that SEAT has to choose for the first step as one of several; 0: SEAT is not asked. */
unsigned agenda_cards_asked(const struct setup *setup, const struct game *game, unsigned seat);

/* SEAT's answer to a decision that several owe at the same time has been noted in game.answers or
 * game.answer_ids: marks it. Returns whether it was the last one missing; the caller then carries
 * all of them out, blanks them and pops the step. */
bool agenda_answered(struct game *game, unsigned seat);

/* SEAT has decided: takes it off the set of seats that the first step still has to ask. */
static inline void agenda_seat_done(struct game *game, unsigned seat) {
    game->agenda[0].arg &= (uint8_t) ~(1u << seat);
}

/* SEAT's turn begins. */
void turn_begin(const struct setup *setup, struct game *game, unsigned seat);

/* The type of action that has to end SEAT's turn; ACTION_NONE: END_TURN does. */
unsigned turn_due(const struct setup *setup, const struct game *game, unsigned seat);

/* The turn, or the part, of the player acting is over: the next part begins, or the next turn. */
void turn_pass(const struct setup *setup, struct game *game);

/* Of a set of seats, which must not be empty, the first one clockwise from the player on turn. */
static inline unsigned seats_first(const struct game *game, unsigned seats) {
    unsigned later = seats >> game->active << game->active;
    assert(seats);
    return (unsigned)__builtin_ctz(later ? later : seats);
}

/* Ends SEAT's turn or part: what it bought is no longer new, offers end, surplus cards have to go (C-149), then
 * turn_pass. The acting player's win is checked before that. */
void turn_finish(struct game *game, unsigned seat);

/* Strict phases: the first building or purchase ends trading (B-29). */
void turn_built(const struct setup *setup, struct game *game);

/* Ends the game if the acting player has won, or if somebody has won without being on turn. */
void turn_check_won(const struct setup *setup, struct game *game);

/* The game is over: nothing waits, nothing is queued, no offer stands. */
void turn_close(const struct setup *setup, struct game *game);

/* Whether SEAT can make another offer (OFFERS_PER_SEAT_MAX). */
bool offers_room(const struct game *game, unsigned seat);

/* Ends every open offer. */
void offers_end(struct game *game);

/* Whether the window for trading and answering offers is open. */
static inline bool trade_open(const struct game *game) {
    return game->n_agenda == 0 && game->step == STEP_ACTIONS && game->phase == PHASE_PLAY &&
           !game->trade_over && !game->part; /* */
}

/* ---- decisions (engine/game.c) and their defaults (engine/absence.c) ---- */

/* Fills in MOVE, whose type is set, with the neutral default; it can change the type too. */
typedef void default_function(const struct setup *, const struct game *, unsigned seat,
                              const struct decision *, struct action *move);

struct decision_row {
    const char *rule;       /* the rule that demands it */
    uint64_t types;         /* of action that answer it; 0: that of the turn, which has windows */
    uint8_t fallback;       /* type of the default */
    default_function *fill; /* NULL: the default has no fields */
};

/* The row of decisions of KIND, which must be one. */
const struct decision_row *decision_row_of(unsigned kind);
const struct decision_row *expansion_decision(unsigned kind); /* engine/expansion.c; NULL: none */

default_function default_setup_building, default_setup_road, default_turn, default_cards,
    default_taken, default_robber, default_neutral, default_resource;

/* Of a set of seats that is not empty, the one with most cards. */
unsigned seats_richest(const struct game *game, uint64_t seats);

/* COUNT cards of HAND, always from the kind held most; ties by the fixed order of cards. */
struct cards cards_most_held(struct cards hand, unsigned count);

/* ---- chance (engine/chance.c) ---- */

/* Why a seven does not count yet (V-14, H-02); REASON_OK: it does. */
enum reason seven_refused(const struct setup *setup, const struct game *game);

/* Parts of the outcome that expansions add to those of ACTION's rule. */
unsigned expansion_parts(const struct setup *setup, const struct game *game,
                         const struct action *action);

/* The kind of one item drawn from a stack with COUNTS[i] items of each of N kinds, at least one in all. */
unsigned chance_kind(const uint8_t counts[], unsigned n, struct chance *chance);

/* The kind of one random card from the hand of VICTIM. */
unsigned chance_steal(const struct game *game, unsigned victim, struct chance *chance);

/* ---- checks (engine/check.c, check_agenda.c) ---- */

/* NULL, or what is wrong, for the person who sent a position (static text). */
typedef const char *check_function(const struct setup *, const struct game *);

/* The first complaint of CHECKS, which end with NULL. */
const char *check_all(check_function *const *checks, const struct setup *setup,
                      const struct game *game);

check_function check_agenda; /* the agenda and the answers to it */
check_function check_facts;  /* everything but what is pending */

/* Whether SEAT is another player than the one on turn. */
static inline bool seat_opposes(const struct setup *setup, const struct game *game, unsigned seat) {
    return seat < setup->rules.players && seat != game->active;
}

/* Whether every one of SEATS is an opponent with at least CARDS cards and ahead of the player on turn
 * by at least AHEAD visible points (C-205, C-236, C-242), and there is at least one. */
bool agenda_targets_sound(const struct setup *setup, const struct game *game, uint64_t seats,
                          unsigned cards, unsigned ahead);

/* Whether REST is not empty and can be what is left of ALL, who are asked clockwise from the player on
 * turn. */
bool agenda_rest_sound(const struct setup *setup, const struct game *game, unsigned all,
                       unsigned rest);

/* The step at PLACE of the agenda, or AGENDA_NONE. */
unsigned agenda_step_at(const struct game *game, enum agenda_place place);

/* ---- two players (engine/neutral.c) ---- */

void tokens_for_settlement(const struct setup *setup, struct game *game, unsigned seat,
                           unsigned vertex); /* T-36 to T-38 */

/* The player on turn owes the neutral colors COUNT pieces (T-14, T-19); nothing in games without
 * them. */
void neutral_owe(const struct setup *setup, struct game *game, unsigned piece, unsigned count);

#endif

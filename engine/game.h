/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The state of a game, and what the engine answers about it: is a move allowed (legal), which moves
 * are (list), what does chance decide (draw), what comes of it (apply), and what may a player know of
 * it (view). engine/README.md is the way in.
 *
 * The state is one flat struct without pointers: copy it with =. It holds base facts and what
 * follows from them where every move needs it; game_ok recomputes and compares all of those.
 * No function here allocates, reads a clock or does any I/O; all are re-entrant. */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/action.h"
#include "engine/cards.h"
#include "engine/chance.h"
#include "engine/limits.h"
#include "engine/reason.h"
#include "engine/rules.h"
#include "engine/set.h"

enum phase { PHASE_SETUP, PHASE_PLAY, PHASE_FINISHED, PHASE_COUNT };

/* Where a turn stands. STEP_RESOLVING: from a roll (or a card) until all that it started is
 * done. */
enum turn_step {
    STEP_BEFORE_ROLL,
    STEP_BETWEEN_ROLLS,
    STEP_RESOLVING,
    STEP_ACTIONS,
    TURN_STEP_COUNT
};
_Static_assert((int)TURN_STEP_COUNT == (int)WINDOW_COUNT, "each step has a window");

/* Decisions that the game waits for. */
enum decision_kind {
    DECIDE_NONE,
    DECIDE_SETUP_SETTLEMENT,
    DECIDE_SETUP_ROAD, /* vertex */
    DECIDE_TURN,
    DECIDE_DISCARD, /* count; piece: enum discard_for */
    DECIDE_MOVE_ROBBER,
    DECIDE_BUILD_NEUTRAL, /* piece, count */
    DECIDE_RETURN_CARDS,  /* other: who gets them, count */
    DECIDE_SETUP_CITY,
    DECIDE_COMMIT_KNIGHTS,       /* V-02 */
    DECIDE_CHOOSE_PILLAGED_CITY, /* C-121 */
    DECIDE_CHOOSE_PROGRESS_DECK, /* C-125 */
    DECIDE_DISCARD_PROGRESS,     /* C-148, C-149; count */
    DECIDE_FIFTH_CARD,           /* C-149, C-150 */
    DECIDE_TAKE_RESOURCE,        /* C-45 */
    DECIDE_RELOCATE_KNIGHT,      /* C-85: vertex it stands on, level, active */
    DECIDE_REMOVE_KNIGHT,        /* C-219; other: who played the Deserter */
    DECIDE_PLACE_KNIGHT,         /* C-219: levels as a set (bit n: rank n), active */
    DECIDE_GIVE_CARDS,           /* C-242: other: who gets them, count */
    DECIDE_TAKE_CARDS,           /* C-205: other: who loses them, count */
    DECIDE_TAKE_PROGRESS_CARD,   /* C-239: other: who loses it */
    DECIDE_GIVE_COMMODITY,       /* C-200: other: who gets it, resource: what they give for it */
    DECIDE_CHOOSE_GOLD,          /* S-77, S-78; count */
    DECIDE_SPECIAL_BUILD,        /* a part of somebody else's turn; END_TURN ends it */
    DECIDE_PLACE_HARBOR,         /* S-80; resource: kind of the harbor */
    DECIDE_DRAW_VICTIM,          /* S-82 */
    DECISION_KIND_COUNT,
};

struct decision {
    uint8_t kind; /* enum decision_kind */
    uint8_t player;
    uint8_t count;
    uint8_t vertex;
    uint8_t piece;
    uint8_t other; /* another seat that it is about */
    uint8_t level; /* a rank, or a set of ranks */
    uint8_t resource;
    bool active;   /* the knight's status */
    bool answered; /* simultaneous ones: an answer is in and can still be changed */
};

enum discard_for { DISCARD_FOR_SEVEN, DISCARD_FOR_SABOTEUR };

/* Steps of the agenda: what remains to be done before the turn goes on. The first step is the
 * current one; the pending decisions follow from it and from the state alone. */
enum agenda_step {
    AGENDA_NONE,
    AGENDA_SETUP,      /* the set-up phase: the next piece follows from setup_done */
    AGENDA_PRODUCE,    /* arg: the sum rolled */
    AGENDA_DISCARD,    /* arg: set of seats that the Saboteur hits; 0: everybody over the limit */
    AGENDA_ROBBER,     /* the player on turn moves the robber */
    AGENDA_AFTER_ROLL, /* the next roll or the action phase */
    AGENDA_NEUTRAL, /* arg: enum piece, count: pieces the player on turn owes the neutral colors */
    AGENDA_RETURN_CARDS, /* arg: seat that gets them, count */
    AGENDA_RESUME,       /* arg: enum turn_step to go back to */
    /* the chain of a roll (O-34) */
    AGENDA_COMMIT,     /* V-02; arg: set of seats that have not declared yet */
    AGENDA_BATTLE,     /* C-114 to C-130: becomes one of the next two, or nothing */
    AGENDA_PILLAGE,    /* arg: set of seats that lose a city */
    AGENDA_TIE_DRAW,   /* arg: set of seats that still draw */
    AGENDA_CARD_LIMIT, /* C-148: everybody not on turn who holds too many progress cards */
    AGENDA_SHIP_BACK,  /* C-131 to C-133 */
    AGENDA_FIFTH_CARD, /* C-149 */
    AGENDA_AQUEDUCT,   /* arg: set of seats that have not chosen yet */
    AGENDA_END_TURN,   /* C-149: surplus cards, then the next turn */
    /* questions that cards and knights ask */
    AGENDA_RELOCATE,       /* seat: whose knight; vertex: where it stands; origin: where the knight
                           * that takes its place stands, or NONE (Intrigue) */
    AGENDA_REMOVE_KNIGHT,  /* seat: whose */
    AGENDA_PLACE_KNIGHT,   /* arg: set of ranks; count: 1 active */
    AGENDA_GIVE_CARDS,     /* arg: set of givers; count: from each at most */
    AGENDA_TAKE_CARDS,     /* seat: from whom; count */
    AGENDA_TAKE_PROGRESS,  /* seat: from whom */
    AGENDA_GIVE_COMMODITY, /* seat: who gives; arg: resource they get */
    AGENDA_GOLD,           /* S-50: game.gold is still to be chosen */
    AGENDA_PLACE_HARBOR, /* S-108; arg: kind of the harbor, count: 1 + kind of a second one, or 0 */
    AGENDA_REWARD, /* S-134; arg: set of seats that have beaten the fleet and not chosen yet */
    AGENDA_VICTIM, /* S-136: the player on turn draws a card */
    AGENDA_STEP_COUNT,
};

struct agenda_item {
    uint8_t step; /* enum agenda_step */
    uint8_t arg;
    uint8_t count;
    uint8_t seat, vertex, origin; /* 0 where the step does not use them */
    uint8_t pad[2];
};

struct offer {
    uint32_t id;                /* numbered from 1 within the game */
    uint32_t counters;          /* the offer this one answers, or 0 */
    struct cards give, want;    /* from its maker's side */
    uint8_t player;             /* its maker; NONE: the slot is free */
    uint8_t to;                 /* set of seats asked */
    uint8_t accepted, declined; /* sets of seats */
    bool auto_confirm;
    uint8_t pad[3];
};

/* Kinds of building at a vertex; 0 is none. It is what the building yields: a city on its side or
 * upside down (C-136, C-237) is a BUILDING_SETTLEMENT here, and among its owner's cities. */
enum building { BUILDING_NONE, BUILDING_SETTLEMENT, BUILDING_CITY };

/* A knight at a vertex: its rank in the low bits, and what is true of it; 0 is none. */
enum knight_bits {
    KNIGHT_RANK = 3,
    KNIGHT_ACTIVE = 4,
    KNIGHT_ACTIVATED = 8,  /* in this turn: it may not act (C-69) */
    KNIGHT_ACTED = 16,     /* in this turn (C-79) */
    KNIGHT_PROMOTED = 32,  /* in this turn (C-71) */
    KNIGHT_COMMITTED = 64, /* to the battle going on (V-04) */
    KNIGHT_THIS_TURN = KNIGHT_ACTIVATED | KNIGHT_ACTED | KNIGHT_PROMOTED,
};

/* Point cards among the progress cards. */
enum vp_card { VP_PRINTER = 1, VP_CONSTITUTION = 2 };

struct player {
    struct cards hand;           /* blank in a view that may not know it */
    uint8_t hand_count;          /* public (B-36) */
    uint8_t dev_count;           /* unplayed development cards, public */
    uint8_t dev[DEV_COUNT];      /* unplayed, those bought this turn included */
    uint8_t dev_new[DEV_COUNT];  /* bought this turn (B-68) */
    uint8_t knights_played;      /* face up */
    uint8_t supply[PIECE_COUNT]; /* pieces not on the board */
    uint8_t road_length;         /* longest line (B-78) */
    uint8_t harbors;             /* bit k: holds a harbor of kind k */
    uint8_t tokens;              /* trade cards (T-02) */
    bool resigned;
    bool hidden; /* in a view: hand, dev and progress are blank because unknown */
    uint8_t improvements[TRACK_COUNT];   /* levels */
    uint8_t defender_points;             /* Defender cards (C-124) */
    uint8_t vp_cards;                    /* enum vp_card bits: laid out (C-143) */
    uint8_t tipped;                      /* cities on their side (C-136) */
    uint8_t progress_count;              /* public (C-145) */
    uint8_t progress_backs[TRACK_COUNT]; /* public */
    uint8_t progress[PROGRESS_HAND_MAX]; /* 1 + card in drawing order, 0 from the end on */
    uint8_t gold;                        /* cards for gold still to be chosen (S-47) */
    uint8_t island_points;               /* S-63 */
    uint16_t home;                       /* regions of the starting settlements (S-64), as a set */
    uint8_t wonder;                      /* 1 + enum wonder, 0: none (S-148) */
    uint8_t wonder_level;
    uint8_t gift_points;             /* S-103 */
    uint8_t kept[HARBOR_KIND_COUNT]; /* harbors still to be placed, by kind (S-108) */
    uint8_t cloth;                   /* of the villages (S-118), not the commodity (V-77) */
    uint8_t fortress; /* pieces on the player's own fortress (S-125): while there are any, its
                       * settlement is not in the supply and not on the board */
    uint8_t warships; /* how many ships of the line are, from its start on (S-131) */
    bool asked;       /* for a part that has not come yet: set by whoever keeps the settings,
                       * carried along in views, ignored by the rules */
    uint8_t pad[2];
    struct vertex_set settlements, cities; /* cities: every city piece on the board */
    struct vertex_set knights;
    struct vertex_set touched; /* vertices where a road of this color ends */
    struct vertex_set moored;  /* vertices where a ship of this color ends */
    struct edge_set roads, ships;
};

/* A village of board.villages, in play. */
struct village {
    uint8_t cloth;    /* that it still has */
    uint8_t n_linked; /* who has reached it, in this order (S-114) */
    uint8_t linked[SEAT_MAX];
};

struct game {
    uint32_t seq;              /* events applied */
    uint32_t draws;            /* numbered draws made by the game's own chance; 0 in views */
    uint32_t next_offer;       /* number of the last offer made */
    uint32_t gifts;            /* taken, as a set of board.gifts (S-102) */
    uint32_t turn;             /* players' turns, from 1; 0 during set-up; parts are none */
    uint8_t phase;             /* enum phase */
    uint8_t step;              /* enum turn_step */
    uint8_t active;            /* player on turn, in a part of a turn whoever has it */
    uint8_t first;             /* starting player; NONE before the game starts */
    uint8_t winner;            /* seat or NONE */
    uint8_t setup_done;        /* set-up settlements and roads placed, 0 .. rules_setup_pieces */
    uint8_t part;              /* how many seats the one acting sits after the player whose turn it
                                * is: 0 in a turn, else in a part of it (rules.part_first) */
    uint8_t rolls;             /* production rolls made this turn */
    uint8_t dice[2][2];        /* this turn's rolls: yellow, red */
    uint8_t last_dice[2];      /* the latest roll of the game, 0: none */
    uint8_t event, last_event; /* enum face, of this turn and of the latest roll */
    uint8_t preset[2];         /* dice set by the Alchemist (C-181), 0: none */
    bool errant_used;          /* V-11 */
    uint8_t cranes;            /* reductions not used yet (C-183) */
    uint8_t fleet;             /* bit k: kind k at 2:1 this turn (C-212) */
    bool harbor;               /* a Commercial Harbor was played this turn (C-200) */
    uint8_t harbor_asked;      /* set of seats asked (C-203) */
    bool trade_over;           /* strict phases: something was built or bought (B-29) */
    bool dev_played;           /* a development card this turn (B-68) */
    bool knight_traded;        /* T-33, once a turn */
    bool revealed;             /* the game is over and everything has been laid open */
    uint8_t robber;            /* hex or NONE */
    uint8_t pirate;            /* like the robber, or a hex of the frame. Where a fleet sails, its
                                * hex; NONE once it has left (S-143) */
    bool ship_moved;           /* in this turn (S-21) */
    uint8_t n_harbors;         /* placed in the game (S-106, S-161) */
    struct harbor harbors[PLACED_MAX];
    uint8_t merchant, merchant_holder; /* hex and seat, or NONE (C-207) */
    uint8_t metropolis[TRACK_COUNT];   /* vertex or NONE; its holder is the owner there */
    uint8_t barbarians;                /* steps the ship has gone, below rules.barbarian_steps; the
                                        * landing is on the agenda, not here */
    uint16_t attacks;                  /* landings so far; stays at its maximum */
    uint8_t n_pending, n_agenda, n_offers;
    uint8_t dev_removed[DEV_COUNT]; /* played progress cards, knights out of the game; public */
    uint8_t deck[DEV_COUNT];        /* undrawn cards; blank in views */
    uint8_t deck_count;
    uint8_t undrawn[PROGRESS_COUNT];          /* progress cards never drawn; blank in views */
    uint8_t stack_count[TRACK_COUNT];         /* cards in the stacks, returned ones too; public */
    uint8_t returned_count[TRACK_COUNT];      /* of them returned; public */
    uint8_t returned[TRACK_COUNT][STACK_MAX]; /* 1 + card, next to be drawn first; blank in views */
    uint8_t numbers[HEX_MAX];                 /* number tokens as they lie */
    uint8_t fog[FOG_MAX]; /* 1 + terrain of the hexes that lay in fog, 0: still there (hex.fog) */
    struct cards bank;
    struct decision pending[PENDING_MAX];
    struct agenda_item agenda[AGENDA_MAX]; /* first comes first */
    struct cards answers[SEAT_MAX]; /* cards of the answered simultaneous decisions, by seat */
    uint8_t answer_ids[SEAT_MAX];   /* the same where a place or a card answers: 1 + its id */
    struct cards shown;             /* hand laid open to the player who takes from it (C-205) */
    uint8_t shown_progress[PROGRESS_HAND_MAX]; /* the same with progress cards (C-239); both follow
                                                * from the agenda and are blank to everybody else */
    uint8_t pad[2];
    struct offer offers[OFFER_MAX];
    struct player players[SEAT_MAX];
    struct vertex_set built;                    /* vertices with a building of any color */
    struct vertex_set occupied;                 /* built, or with a knight */
    struct vertex_set walls, tipped, sabotaged; /* cities with a wall, on their side, upside down */
    struct vertex_set near; /* closed to settlements: built, next to built (B-63), or closed by the
                             * board (S-09, S-10) */
    struct edge_set paved;  /* edges with a road or a ship */
    struct edge_set road_paths, ship_paths; /* what each path takes now (S-07, S-59) */
    struct edge_set ships_new;              /* ships built in this turn (S-22) */
    uint8_t building[VERTEX_MAX];           /* enum building */
    uint8_t owner[VERTEX_MAX];              /* seat, where there is a building or a knight */
    uint8_t knight[VERTEX_MAX];             /* enum knight_bits */
    uint8_t road_owner[EDGE_MAX];           /* seat, where there is a road or a ship */
    struct village villages[VILLAGE_MAX];
    uint8_t cloth_supply;       /* cloth of no village (S-116) */
    uint8_t holders[AWARD_MAX]; /* of the special cards (enum award): seats or NONE */
    /* keeps the state whole words, so that it can be hashed as such */
};

_Static_assert((int)AWARD_COUNT <= (int)AWARD_MAX, "each special card has a holder");
_Static_assert(sizeof(struct game) <= 4096, "a state is copied on every request");
_Static_assert(offsetof(struct game, holders) + AWARD_MAX == sizeof(struct game),
               "no hidden padding");

/* ---- names (engine/names.c) ---- */

extern const char *const phase_names[PHASE_COUNT];
extern const char *const turn_step_names[TURN_STEP_COUNT];
extern const char *const decision_names[DECISION_KIND_COUNT]; /* [0] is NULL */
extern const char *const agenda_names[AGENDA_STEP_COUNT];     /* [0] is NULL */

/* ---- life of a state ---- */

/* A state without any fact: nothing stands anywhere, nobody holds anything, the number tokens lie as
 * the board begins, every piece is in its supply. What game_derive starts from. */
void game_blank(const struct setup *setup, struct game *game);

/* The state before the first event: board empty, everything in bank and supply, neutral
 * settlements placed (T-04). It waits for EVENT_START. */
void game_init(const struct setup *setup, struct game *game);

/* ---- what is allowed ---- */

/* Whether SEAT may do ACTION now: REASON_OK, or why not. Changes nothing. Needs nothing that the
 * view of SEAT does not show, so it answers the same on that view. ACTION's ids must lie on the
 * board (see action_shape). */
enum reason game_legal(const struct setup *setup, const struct game *game, unsigned seat,
                       const struct action *action);

/* The rule behind a refusal to SEAT for REASON. Where another decision is due first, or an action that answers
 * several kinds of decisions fits none of those pending, the rule by which SEAT decides. NULL if no rule of the
 * game says so. Static storage. */
const char *game_refusal_rule(const struct setup *setup, const struct game *game, unsigned seat,
                              enum reason reason);

/* Whether the ids and counts of ACTION exist in this game at all; otherwise returns the name of
 * the offending field, and NULL when all is well. */
const char *action_shape(const struct setup *setup, const struct action *action);

/* Types of action that SEAT may be allowed now, by what is pending and open, as a set of bits 1 <<
 * type; 0 means that it is not SEAT's decision at all. RESIGN does not count. */
uint64_t game_types(const struct setup *setup, const struct game *game, unsigned seat);

/* The decision SEAT is waited for, or NULL. An answered one is still returned (changeable). */
const struct decision *game_decision(const struct game *game, unsigned seat);

/* The same, or the part of the turn that SEAT is asked for before it has come (player.asked). */
const struct decision *game_asked(const struct game *game, unsigned seat);

/* The decisions of all seats that have not answered yet (game_asked), in the order in which they are reported:
 * those the engine waits for, then those asked ahead, from the player on turn on. Returns how many. */
enum { ASKED_MAX = PENDING_MAX + SEAT_MAX };
unsigned game_asked_all(const struct setup *setup, const struct game *game,
                        const struct decision *all[ASKED_MAX]);

/* Whether several players can owe an answer of TYPE at the same time (O-01, O-05, O-09, O-15, O-16):
 * each stays hidden, and can be changed, until the last is in. */
bool answered_together(unsigned type);

/* Whether somebody other than SEAT still owes an answer. */
bool answers_missing(const struct game *game, unsigned seat);

/* ---- the list of moves ---- */

struct move_list {
    size_t n;
    struct action items[LIST_MAX];
};

/* Writes all moves that game_legal allows SEAT, RESIGN left out. Moves with too many forms
 * (discard, give_cards, offer_trade, counter_trade, return_cards; on large boards free roads and the
 * Inventor) are listed once, with the count in `open` (cards or places to name; 255: any number)
 * and their other fields filled. */
void game_list(const struct setup *setup, const struct game *game, unsigned seat,
               struct move_list *list);

/* ---- chance ---- */

/* Parts of an outcome that ACTION has whatever the state (bits of enum outcome_part): those of a roll
 * may be fewer, and a piece that takes hexes out of fog has PART_REVEALS by the state alone
 * (action_discovers). */
unsigned action_parts(const struct action *action);

/* Whether ACTION places pieces that reveal the hexes in fog which they touch (S-55). */
bool action_discovers(const struct action *action);

/* Those of them that chance must give in this state: preset dice are not rolled, and only a game
 * with knights has an event die, but not in its easy start (V-15). */
unsigned game_parts(const struct setup *setup, const struct game *game,
                    const struct action *action);

/* Draws the PARTS that are not given into *OUTCOME, and fills in what is known already (dice set by
 * the Alchemist). Every progress card and every stolen card uses one numbered draw, also where only
 * one card is possible. chance->next is set from game.draws by the caller and left behind the last
 * draw used. */
void game_draw(const struct setup *setup, const struct game *game, unsigned seat,
               const struct action *action, unsigned parts, struct chance *chance,
               struct outcome *outcome);

/* Whether *OUTCOME could have come of legal ACTION: REASON_OK or why not (impossible-outcome). */
enum reason game_possible(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *action, const struct outcome *outcome);

/* Draws the rolls for the first turn (B-21) into EVENT (type EVENT_START). */
void game_draw_start(const struct setup *setup, struct chance *chance, struct event *event);

/* Numbered draws that *EVENT used up; game_apply adds them to game.draws. */
unsigned event_draws(const struct event *event);

/* ---- what comes of it ---- */

/* Applies one event, then works off the agenda until somebody is waited for. Asserts what
 * game_legal and game_possible promised; replay of a trusted log needs no check before. */
void game_apply(const struct setup *setup, struct game *game, const struct event *event);

/* Whether EVENT, from an untrusted log or record, is allowed to come next. */
enum reason game_accepts(const struct setup *setup, const struct game *game,
                         const struct event *event);

/* Fills EVENT_REVEAL and EVENT_FINISHED from a state that has a winner (or is abandoned). */
void game_reveal(const struct setup *setup, const struct game *game, struct event *event);
void game_finish(const struct setup *setup, const struct game *game, struct event *event);

/* Whether ACTION always draws or reveals something hidden, whatever the state. */
bool action_reveals(const struct action *action);

/* Whether ACTION, carried out now, draws or reveals something hidden: in a batch only the last may
 * (openapi.yaml). */
bool game_reveals(const struct setup *setup, const struct game *game, unsigned seat,
                  const struct action *action);

/* Whose turn it is: the player who rolled, also while another player has a part of the turn (X-35,
 * */
static inline unsigned game_turn_player(const struct setup *setup, const struct game *game) {
    unsigned players = setup->rules.players;
    return (game->active + players - game->part) % players;
}

/* ---- points, rates and strengths ---- */

enum { CITY_POINTS = 2 }; /* B-87 */

/* What gives points that everybody sees. */
enum point_source {
    POINTS_SETTLEMENTS,
    POINTS_CITIES,
    POINTS_AWARDS,                                     /* one for each special card (enum award) */
    POINTS_METROPOLISES = POINTS_AWARDS + AWARD_COUNT, /* beyond their cities */
    POINTS_DEFENDER,
    POINTS_MERCHANT,
    POINTS_PROGRESS_CARDS, /* the Printer and the Constitution */
    POINTS_ISLANDS,        /* S-63 */
    POINTS_GIFTS,          /* S-103 */
    POINTS_CLOTH,          /* S-118 */
    POINT_SOURCE_COUNT
};
extern const char *const point_source_names[POINT_SOURCE_COUNT];

/* Points of SEAT by what gives them. */
struct points {
    unsigned of[POINT_SOURCE_COUNT];
};
struct points game_points_by_source(const struct setup *setup, const struct game *game,
                                    unsigned seat);
/* Points that everybody sees, and all of them with hidden victory point cards (B-87). */
unsigned game_points_visible(const struct setup *setup, const struct game *game, unsigned seat);
unsigned game_points(const struct setup *setup, const struct game *game, unsigned seat);

/* Kinds of harbors that serve VERTEX, as a set: those of the board and those placed in the game. */
unsigned game_harbors_at(const struct setup *setup, const struct game *game, unsigned vertex);

/* Whether ACTION takes cloth of the villages instead of a card (S-121). */
bool action_takes_cloth(const struct action *action);

enum { CLOTH_TO_POINT = 2 }; /* S-118 */

enum { FORTRESS_PIECES = 3 }; /* S-125 */

/* Whether each ship can only be put where the line of the others ends (S-127). */
bool game_ships_in_line(const struct setup *setup);

/* For games with lanes: paths that continue SEAT's line along its lane (S-127), whatever lies there; ships in the
 * line; whether the line has reached the fortress (S-138); the paths of its warships (S-131). */
struct edge_set game_lane_next(const struct setup *setup, const struct game *game, unsigned seat);
unsigned game_lane_length(const struct setup *setup, const struct game *game, unsigned seat);
bool game_lane_reached(const struct setup *setup, const struct game *game, unsigned seat);
struct edge_set game_warships(const struct setup *setup, const struct game *game, unsigned seat);

/* Whether SEAT is linked with village AT of the board, or with any (S-114, S-120). */
bool game_village_linked(const struct game *game, unsigned at, unsigned seat);
bool game_linked_anywhere(const struct setup *setup, const struct game *game, unsigned seat);

/* Whether so few villages still have cloth that the game ends (S-122). */
bool game_villages_spent(const struct setup *setup, const struct game *game);

/* Price of each level of WONDER (S-149). */
struct cards game_wonder_price(const struct setup *setup, unsigned wonder);

/* Whether SEAT could build the next level of WONDER if they had its price (S-148, S-151). */
bool game_wonder_open(const struct setup *setup, const struct game *game, unsigned seat,
                      unsigned wonder);

/* Whether SEAT, on turn, has won: by points, or as its scenario says (B-88, S-153). */
bool game_has_won(const struct setup *setup, const struct game *game, unsigned seat);

/* What SEAT, on turn, pays the bank for ACTION, whether SEAT holds it or not. False if it has no price:
 * it is free, or itself names the cards that are paid. */
bool game_price(const struct setup *setup, const struct game *game, unsigned seat,
                const struct action *action, struct cards *price);

/* Cards of KIND that SEAT gives for one from the bank (B-51 to B-53). */
unsigned game_rate(const struct setup *setup, const struct game *game, unsigned seat,
                   unsigned kind);

/* Sum of the ranks of SEAT's active knights; with COMMITTED only of those committed (V-04). */
unsigned game_strength(const struct game *game, unsigned seat, bool committed);

/* Strength of the barbarians now: upright cities of all colors (C-115). */
unsigned game_barbarian_strength(const struct setup *setup, const struct game *game);

/* Cards more than this are halved on a seven: 7 and 2 for each wall (B-38, C-49). */
unsigned game_hand_limit(const struct setup *setup, const struct game *game, unsigned seat);

/* What the hex is now: one in fog is FOG until it is revealed (S-57). */
static inline unsigned game_terrain(const struct setup *setup, const struct game *game,
                                    unsigned hex) {
    unsigned fog = setup->board.hexes[hex].fog;
    return fog && game->fog[fog - 1] ? game->fog[fog - 1] - 1U : setup->board.hexes[hex].terrain;
}

/* Whether the hex is sea, of the frame too. */
static inline bool game_is_sea(const struct setup *setup, const struct game *game, unsigned hex) {
    return game_terrain(setup, game, hex) == SEA;
}

/* Whether the robber may stand there (S-37). */
static inline bool game_robber_land(const struct setup *setup, const struct game *game,
                                    unsigned hex) {
    unsigned terrain = game_terrain(setup, game, hex);
    return hex_set_has(&setup->board.land, hex) && terrain != FOG && terrain != SEA;
}

/* Tiles and numbers still face down (S-54); how many of each is public. */
struct fog_stack game_fog_left(const struct setup *setup, const struct game *game);

/* Whether SEAT's ship at EDGE lies on a line between two of its buildings (S-19). */
bool game_ship_closed(const struct setup *setup, const struct game *game, unsigned seat,
                      unsigned edge);

/* Whether nothing may move the robber yet (C-51). */
bool game_robber_frozen(const struct setup *setup, const struct game *game);

/* The same for the pirate (V-66). */
bool game_pirate_frozen(const struct setup *setup, const struct game *game);

/* Whether SEAT may move the pirate: there is one, it is not frozen, and on a map with villages SEAT is linked
 * with one (S-120, V-66). */
bool game_pirate_free(const struct setup *setup, const struct game *game, unsigned seat);

/* SEAT's cities that carry no metropolis and stand upright (glossary: plain city). */
struct vertex_set game_plain_cities(const struct game *game, unsigned seat);

/* Seats that draw a progress card when the event die shows FACE and the red die RED, as a set
 * (C-30); the stack can run out before the last of them. */
unsigned game_gate_draws(const struct setup *setup, const struct game *game, unsigned face,
                         unsigned red);

/* Whether the running turn is one of an easy start: no event die, no seven (V-14, V-15). */
bool game_easy_turn(const struct setup *setup, const struct game *game);

/* Whether a seven does not count yet: in an easy turn, or by the option for every game (H-02). */
bool game_no_seven(const struct setup *setup, const struct game *game);

/* Price in trade cards of a special action of SEAT (T-24). */
unsigned game_token_price(const struct setup *setup, const struct game *game, unsigned seat);

/* ---- what a viewer may know ---- */

enum { VIEWER_NOBODY = NONE, VIEWER_ALL = NONE - 1 };

/* Fills in *VIEW with what VIEWER (a seat, VIEWER_NOBODY or VIEWER_ALL) may know of *GAME;
 * everything else is blanked in the struct itself. VIEW can be GAME. */
void game_view(const struct setup *setup, const struct game *game, unsigned viewer,
               struct game *view);

/* What VIEWER may not know of an event. */
enum hidden_part {
    HIDDEN_ACTION_CARDS = 1,   /* /action/cards */
    HIDDEN_OUTCOME_CARD = 2,   /* /outcome/card */
    HIDDEN_OUTCOME_CARDS = 4,  /* /outcome/cards; of the Bishop the cards of hidden_dealt */
    HIDDEN_ACTION_CARD = 8,    /* /action/card: a progress card taken or put back */
    HIDDEN_ACTION_VERTEX = 16, /* /action/vertex: an answer that others do not see yet */
    HIDDEN_OUTCOME_DRAWS = 32, /* /outcome/draws, entries of event_hidden_dealt */
    HIDDEN_ACTION_TRACK = 64,  /* with HIDDEN_ACTION_CARD: not even the card's stack is known */
    HIDDEN_ACTION_TAKE = 128,  /* /action/take */
};

/* The parts of EVENT (enum hidden_part) that VIEWER may not know. BEFORE is the state it was
 * applied to. */
unsigned event_hidden(const struct setup *setup, const struct game *before,
                      const struct event *event, unsigned viewer);

/* Seats (as a set) whose entry in outcome.dealt VIEWER may not know: cards drawn by others, point
 * cards aside (C-143), and what the Bishop took from others. */
unsigned event_hidden_dealt(const struct event *event, unsigned viewer);

/* Who got and lost which cards between two states, as VIEWER may know it: for each color the kinds
 * (known) or only the numbers. Entries with nothing gained and nothing lost are left out. An undo can
 * go back over hidden cards, so of an undo everybody knows only their own cards; outside open games
 * (engine/undo.h) it never does, and VIEWER_ALL can be passed for it. */
struct effect {
    uint8_t player;
    bool known;
    struct cards gain, lose;        /* when known */
    uint8_t gain_count, lose_count; /* always */
};

size_t event_effects(const struct setup *setup, const struct game *before, const struct game *after,
                     const struct event *event, unsigned viewer, struct effect out[SEAT_MAX]);

/* Whether EVENT, between these two states, brought the production of a roll, that of last_dice in AFTER.
 * PRODUCED becomes what each color got by production (B-32 to B-35, C-36 to C-44), without other cards that
 * the same event moved, which can be hidden. Gold is chosen later (S-50). */
bool event_produced(const struct setup *setup, const struct game *before, const struct game *after,
                    const struct event *event, struct cards produced[SEAT_MAX]);

/* ---- checks and hashes ---- */

/* Recomputes everything that is derived and checks every sum. Returns NULL, or what is wrong
 * (static text). Not for views, whose hands are blank. */
const char *game_ok(const struct setup *setup, const struct game *game);

/* The same of numbers and places of pieces alone: needs only the supply and the sets of places. game_derive measures no
 * lines where something is wrong with them. */
const char *game_pieces_ok(const struct setup *setup, const struct game *game);

/* 64-bit hash of everything in the state. For comparing states in one program: it is not kept. */
uint64_t game_hash(const struct game *game);

extern const char *const award_names[AWARD_COUNT];

/* How much SEAT has of what AWARD is for; whether colors that nobody plays compete for it. setup.award_least has
 * the minimum that takes it. */
unsigned game_award_have(const struct setup *setup, const struct game *game, enum award award,
                         unsigned seat);
bool game_award_neutral(enum award award);

/* Longest line of SEAT, from scratch (B-78, B-79). */
unsigned game_longest_road(const struct setup *setup, const struct game *game, unsigned seat);

/* Completes a position given from outside. The caller sets base facts in a zeroed state: each color's settlements,
 * cities, roads (sets), hand, dev, dev_new, knights_played, tokens, resigned; seq, draws, next_offer, turn, phase,
 * step, active, first, winner, rolls, dice, last_dice, trade_over, dev_played, knight_traded, revealed, robber,
 * holders, dev_removed, numbers, fog, agenda, answers and offers; with knights each color's knights (set and
 * bits), improvements, defender_points, vp_cards and progress cards, the sets walls, tipped and sabotaged,
 * metropolis, merchant and its holder, barbarians, attacks, returned, event, last_event, preset, errant_used,
 * cranes, fleet, harbor, harbor_asked and answer_ids; with the sea each color's ships, home, gold, wonder, gifts,
 * cloth, fortress and warships, the pirate, ship_moved, ships_new, gifts, harbors, villages and cloth_supply.
 * Everything else is computed, what is pending too (an empty agenda means a plain turn or set-up). Returns NULL,
 * or why no game could come to this (static text); the state is then unspecified. Ids must lie on the board;
 * anything else is allowed to be wrong. */
const char *game_derive(const struct setup *setup, struct game *game);

/* ---- the log's bodies (engine/codec.c) ---- */

enum { EVENT_BODY_MAX = 256, EVENT_BODY_VERSION = 1, SETUP_BODY_MAX = 1024 };

/* Writes EVENT without its type and player, which are columns of their own. Returns the number of
 * bytes, at most EVENT_BODY_MAX. */
size_t event_encode(const struct event *event, uint8_t body[EVENT_BODY_MAX]);

/* Reads a body. Returns false when the bytes are not one (damaged, or of a newer version). Accepts
 * nothing that event_encode would write otherwise. */
bool event_decode(unsigned type, unsigned player, const uint8_t *body, size_t len,
                  struct event *event);

/* The same for what is fixed when a game is made. */
size_t setup_encode(const struct rules *rules, const struct board_spec *spec,
                    uint8_t body[SETUP_BODY_MAX]);
bool setup_decode(const uint8_t *body, size_t len, struct rules *rules, struct board_spec *spec);

/* Builds the set-up that every other function takes, from completed RULES. A game with neutral
 * colors whose SPEC names no places for them puts them at the top and the bottom corner of the hex
 * (0,0) (T-05); BOARD_NEUTRAL when there is no such hex. Otherwise as board_build. */
enum board_error setup_build(struct setup *setup, const struct rules *rules,
                             const struct board_spec *spec, size_t *at);

/* ---- playing for somebody ---- */

/* Completes MOVE, an entry of a listing whose `open` is set, at random but legally, from what SEAT
 * may see: which cards to discard or to return, a small offer. Returns false when it finds none. */
bool game_fill_random(const struct setup *setup, const struct game *game, unsigned seat,
                      struct chance *chance, struct action *move);

/* The neutral default for the decision SEAT is waited for (O-01 to O-33): an action that
 * is deterministic and uses only what SEAT may see. It is legal but for one case: a fifth card that
 * could be played is put back (O-06), which game_accepts takes from BY_TIMEOUT alone.
 * Needs a decision of SEAT, which may be that of a part to come (game_asked). */
struct action game_default(const struct setup *setup, const struct game *game, unsigned seat);

/* What the default does with the robber, done with the pirate, of MOVE_ROBBER's decision (S-79): the first hex where
 * something can be stolen, else the first; of the victim with most cards, and a card rather than cloth (S-83).
 * False: SEAT cannot move it, and *MOVE is left as it is. */
bool game_default_pirate(const struct setup *setup, const struct game *game, unsigned seat,
                         struct action *move);

#endif

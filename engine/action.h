/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Actions, their outcomes and the events that hold both. Which fields an action has is a table
 * (action_fields), read by the codecs of the log, of JSON and of the notation alike. */
#ifndef ENGINE_ACTION_H
#define ENGINE_ACTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/cards.h"
#include "engine/limits.h"
#include "engine/rules.h"

/* Kinds of events: the actions, then what the server itself writes. Logs store these numbers. */
enum action_type {
    ACTION_NONE,
    BUILD_SETTLEMENT,
    BUILD_CITY,
    BUILD_ROAD,
    ROLL,
    DISCARD,
    MOVE_ROBBER,
    MARITIME_TRADE,
    OFFER_TRADE,
    ACCEPT_TRADE,
    DECLINE_TRADE,
    COUNTER_TRADE,
    CONFIRM_TRADE,
    CANCEL_TRADE,
    BUY_DEV_CARD,
    PLAY_DEV_CARD,
    END_TURN,
    RESIGN,
    UNDO, /* takes events back when a log is followed: engine/undo.h */
    BUILD_NEUTRAL,
    FORCED_TRADE,
    RETURN_CARDS,
    ROBBER_TO_DESERT,
    TRADE_IN_KNIGHT,
    /* written by the server */
    EVENT_START,
    EVENT_REVEAL,
    EVENT_SEAT_CHANGED,
    EVENT_FINISHED,
    /* actions again: Cities & Knights */
    BUILD_CITY_WALL,
    BUILD_KNIGHT,
    ACTIVATE_KNIGHT,
    PROMOTE_KNIGHT,
    MOVE_KNIGHT,
    DISPLACE_KNIGHT,
    CHASE_ROBBER,
    IMPROVE_CITY,
    REPAIR_CITY,
    PLAY_PROGRESS_CARD,
    HARBOR_OFFER,
    GIVE_COMMODITY,
    GIVE_CARDS,
    TAKE_CARDS,
    TAKE_PROGRESS_CARD,
    REMOVE_KNIGHT,
    PLACE_KNIGHT,
    SKIP,
    RELOCATE_KNIGHT,
    DISCARD_PROGRESS_CARD,
    CHOOSE_PROGRESS_DECK,
    CHOOSE_PILLAGED_CITY,
    TAKE_RESOURCE,
    COMMIT_KNIGHTS,
    /* Seafarers */
    BUILD_SHIP,
    MOVE_SHIP,
    MOVE_PIRATE,
    CHOOSE_GOLD,
    BUILD_WONDER,
    PLACE_HARBOR,
    ATTACK_FORTRESS,
    DRAW_VICTIM,
    EVENT_TYPE_COUNT,
    EVENT_TYPE_MAX = 63, /* sets of types are one word */
};

_Static_assert((int)EVENT_TYPE_MAX < (int)ACTION_TYPES_MAX, "a set-up has a row for each type");

/* What a thief takes: a random card, or cloth where the pirate may (S-121). */
enum loot { LOOT_CARD, LOOT_CLOTH, LOOT_COUNT };

/* Every field that any action has. Fields an action does not have are 0, so that two equal actions
 * are equal byte for byte. */
struct action {
    uint8_t type;   /* enum action_type */
    uint8_t card;   /* enum dev_card or enum progress_card; take_progress_card: or NONE */
    uint8_t vertex; /* of a knight that moves: where it stands */
    uint8_t hex;
    union {
        uint8_t edges[2]; /* build_road: the first; unused: NONE; move_ship: from, to */
        uint8_t hexes[2]; /* inventor */
        uint8_t dice[2];  /* alchemist: yellow, red */
        uint8_t to;       /* vertex a knight moves to */
    };
    uint8_t seat;  /* victim (or NONE), trading partner, neutral color */
    uint8_t seats; /* offer_trade: bit s for each seat asked; 0: every opponent who may trade.
                        * bishop: bit s for each seat stolen from; NONE: everybody there */
    uint8_t kind;  /* enum kind; place_harbor: kind of harbor, or NONE */
    union {
        uint8_t piece;  /* enum piece */
        uint8_t level;  /* rank of a knight, from 1 */
        uint8_t track;  /* enum track */
        uint8_t wonder; /* enum wonder */
        uint8_t loot;   /* enum loot, when the pirate is moved */
    };
    bool auto_confirm; /* offer_trade: the first to accept gets it */
    uint8_t open;      /* in listings only: too many forms to list; COUNT says how many cards */
    uint32_t ref;      /* number of an offer, or of an event (undo) */
    union {
        struct cards give;              /* also the cards discarded, returned or given away */
        uint8_t vertices[VERTICES_MAX]; /* smith, commit_knights; the unused rest is NONE */
    };
    struct cards take; /* also the cards wanted, or taken */
};

_Static_assert(sizeof(struct action) == 32, "listings are written fast because moves are small");

/* A hex that comes out of fog: the tile and the number laid on it, 0 for none (S-57). */
struct reveal {
    uint8_t hex, terrain, number;
};

/* What chance decided. Parts that an event does not have are 0. */
struct outcome {
    uint8_t yellow, red; /* roll; of attack_fortress the one die is yellow */
    uint8_t event;       /* roll: enum face */
    uint8_t card;        /* kind stolen, development card bought, or progress card drawn */
    uint8_t n_gifts;     /* development cards that ships came upon (S-104): card, then second */
    uint8_t second;
    uint8_t
        harbor; /* place_harbor in the set-up: 1 + kind of the harbor drawn next (S-161), 0: none */
    /* By seat, 0 for nothing: 1 + progress card drawn by a gate's roll, 1 + kind stolen from that seat
     * by the Bishop. */
    uint8_t dealt[SEAT_MAX];
    uint8_t n_rerolled; /* rejected rolls before this one (T-08) */
    uint8_t n_reveals;
    uint8_t rerolled[REROLL_MAX][2];
    struct cards cards; /* drawn by a forced trade */
    union {
        struct cards lost[SEAT_MAX];       /* roll: to the fleet, by seat (S-134) */
        struct reveal reveals[REVEAL_MAX]; /* hexes that come out of fog, in this order (S-56) */
    };
};

_Static_assert(sizeof(struct outcome) <= 96, "logs are read fast because outcomes are small");

/* Clears OUTCOME. In two calls: for a block larger than either, the compiler emits an instruction whose
 * start-up takes longer than both. */
static inline void outcome_clear(struct outcome *outcome) {
    memset(outcome, 0, offsetof(struct outcome, lost));
    memset(outcome->lost, 0, sizeof *outcome - offsetof(struct outcome, lost));
}

/* Whether any card of `dealt` changed hands; in most events none did. */
static inline bool outcome_deals(const struct outcome *outcome) {
    uint64_t all = 0;
    memcpy(&all, outcome->dealt, sizeof outcome->dealt);
    return all != 0;
}

/* Parts of an outcome, as bits: which an action has, and which are still missing. */
enum outcome_part {
    PART_DICE = 1,
    PART_CARD = 2,
    PART_CARDS = 4, /* cards (forced trade), dealt (roll, bishop) or lost (roll) */
    PART_EVENT = 8,
    PART_REVEALS = PART_CARDS, /* hexes revealed: an action that has these draws no cards */
};

enum event_by { BY_PLAYER, BY_BOT, BY_TIMEOUT, BY_ORDER, BY_ENGINE, BY_COUNT };

/* The rolls for the first turn (B-21): each round, the seats still tied roll in seat order. */
struct start_roll {
    uint8_t seat, yellow, red;
};

enum { START_ROLLS_MAX = START_ROUND_MAX * SEAT_MAX };

/* One entry of a log. */
struct event {
    uint8_t type;   /* enum action_type */
    uint8_t player; /* seat or NONE */
    uint8_t by;     /* enum event_by */
    uint8_t drawn;  /* parts of the outcome that the game's own chance drew */
    union {
        struct { /* where event_is_action(type) */
            struct action action;
            struct outcome outcome;
        };
        struct { /* EVENT_START */
            uint8_t first, n_rolls;
            bool lot; /* still tied after START_ROUND_MAX rounds: one more draw decided */
            struct start_roll rolls[START_ROLLS_MAX];
        } start;
        struct {                              /* EVENT_REVEAL */
            uint8_t dev[SEAT_MAX][DEV_COUNT]; /* unplayed development cards */
            struct cards hand[SEAT_MAX];
            uint8_t progress[SEAT_MAX][PROGRESS_HAND_MAX]; /* 1 + card, in drawing order */
        } reveal;
        struct { /* EVENT_SEAT_CHANGED */
            uint8_t seat;
            uint8_t to_bot; /* a bot plays the seat from here on */
        } seat_changed;
        struct {                                /* EVENT_FINISHED */
            uint8_t n_points, points[SEAT_MAX]; /* every player's total */
            uint8_t winner;                     /* NONE: abandoned */
            uint8_t agreed;                     /* by those still playing; nobody has lost */
        } finished;
    };
};

_Static_assert(sizeof(struct event) - (offsetof(struct event, outcome) + sizeof(struct outcome)) <
                   _Alignof(struct event),
               "actions are the largest events");

static inline void event_clear(struct event *event) {
    memset(event, 0, offsetof(struct event, outcome));
    outcome_clear(&event->outcome);
}

/* ---- the table of fields ---- */

enum field_type {
    FIELD_END,
    FIELD_VERTEX, /* vertex id */
    FIELD_EDGE,   /* edge id in edges[0] */
    FIELD_EDGES,  /* 1..2 edge ids */
    FIELD_HEX,
    FIELD_SEAT,
    FIELD_SEAT_OR_NULL, /* NONE is null */
    FIELD_SEATS,        /* set of seats; 0 is "left out" */
    FIELD_CARDS, /* counts by kind, CARD_COUNT_MAX together at most; the rules say whether 0 will
                  * do */
    FIELD_KIND,  /* a resource */
    FIELD_COMMODITY,
    FIELD_ANY_KIND, /* a resource or commodity */
    FIELD_DEV,      /* a development card: selects the further fields */
    FIELD_PIECE,    /* road or settlement */
    FIELD_BOOL,
    FIELD_REF,             /* 32-bit number */
    FIELD_VERTEX_OPTIONAL, /* left out: NONE */
    FIELD_EDGE_OPTIONAL,   /* left out: NONE */
    FIELD_SEATS_OR_ALL,    /* set of seats, empty too; left out: NONE, everybody */
    FIELD_VERTICES,        /* 0..KNIGHT_PIECES_MAX vertex ids */
    FIELD_HEXES,           /* 2 hex ids */
    FIELD_DIE,
    FIELD_LEVEL, /* rank of a knight, from 1 */
    FIELD_TRACK,
    FIELD_PROGRESS,         /* a progress card: of PLAY_PROGRESS_CARD selects the further fields */
    FIELD_PROGRESS_OR_NULL, /* NONE is null */
    FIELD_WONDER,
    FIELD_HARBOR_OPTIONAL, /* a kind of harbor; left out: NONE */
    FIELD_LOOT,            /* enum loot; left out: a card. The last field of its action */
    FIELD_THIEF_HEX,       /* hex of a knight card; NONE where a fleet sails (S-131) */
    FIELD_THIEF_VICTIM, /* victim of a knight card: likewise NONE, else like FIELD_SEAT_OR_NULL */
    FIELD_TYPE_COUNT,
};

/* Value of a field that was left out. */
static inline uint8_t field_missing(enum field_type type) {
    return type == FIELD_VERTEX_OPTIONAL || type == FIELD_EDGE_OPTIONAL ||
                   type == FIELD_SEATS_OR_ALL || type == FIELD_HARBOR_OPTIONAL ||
                   type == FIELD_THIEF_HEX || type == FIELD_THIEF_VICTIM
               ? NONE
               : 0;
}

struct field {
    const char *name; /* as in JSON */
    uint8_t type;     /* enum field_type */
    uint8_t offset;   /* within struct action */
    bool optional;    /* can be left out of JSON: then field_missing */
};

/* Some actions have several forms, each with fields of its own: PLAY_DEV_CARD and
 * PLAY_PROGRESS_CARD one for each card, BUILD_NEUTRAL one for a road and one for a settlement. Their
 * first field selects the form (its type is FIELD_DEV, FIELD_PROGRESS or FIELD_PIECE, its value the
 * form). Returns how many forms TYPE can have; 1 when there is nothing to select, 0 when it is no
 * action. */
unsigned action_forms(unsigned type);

/* The form of ACTION: 0 unless its type has several. */
unsigned action_form(const struct action *action);

/* Fields of an action in that form, ended by FIELD_END. NULL when there is none. */
const struct field *action_fields(unsigned type, unsigned form);

/* What the interface's description says of an action in one form, independent of player and
 * state. */
struct action_facts {
    uint8_t hides; /* enum hidden_part: what may be hidden from others in it and in its outcome */
    uint8_t parts; /* enum outcome_part: what chance may decide */
    uint8_t card_limit; /* cards in these are below it: KIND_COUNT, DEV_COUNT, PROGRESS_COUNT */
    bool ships;         /* its edges may get ships (S-70) */
    bool
        discovers; /* it may take hexes out of fog (S-56) and, with ships, come upon gifts (S-104) */
};
struct action_facts action_facts(unsigned type, unsigned form);

/* Name of an event type as in JSON, or NULL. */
const char *event_type_name(unsigned type);

/* The type with this name (LEN bytes), or ACTION_NONE. */
enum action_type event_type_of(const char *name, size_t len);

static inline bool event_is_action(unsigned type) {
    return (type > ACTION_NONE && type < EVENT_START) ||
           (type > EVENT_FINISHED && type < EVENT_TYPE_COUNT);
}

extern const char *const event_by_names[BY_COUNT];
extern const char *const loot_names[LOOT_COUNT];

#endif

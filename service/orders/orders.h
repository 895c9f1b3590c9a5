/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Standing orders as a document (openapi.yaml, Orders) and as a struct. Decisions without an order
 * are left to the person. With an order, its list of wishes comes first, then the neutral default
 * of the rules, so that nobody has to wait: an empty list means the default.
 */
#ifndef SERVICE_ORDERS_ORDERS_H
#define SERVICE_ORDERS_ORDERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "service/orders/condition.h"

struct read_errors;
struct writer;

enum {
    ORDERS_OFFERS_MAX = 16,              /* rules about offers */
    ORDERS_PLAN_MAX = 16,                /* moves of a plan */
    ORDERS_LIST_MAX = 25,                /* wishes in one list: all progress cards */
    ORDERS_TIMES_MAX = 99,               /* uses of one rule */
    ORDERS_MOVE_MAX = NOTATION_MOVE_MAX, /* bytes of a plan's move */
    ORDERS_JSON_MAX = 32 << 10,          /* bytes of the document */
    DELAY_MEDIAN_MIN_S = 10,             /* an answer within seconds would show that it is
                                          * automatic */
    DELAY_MEDIAN_MAX_S = 6 * 3600,       /* so that the game goes on */
    DELAY_MEDIAN_DEFAULT_S = 120,        /* two minutes */
    DELAY_MAX_MAX_S = 24 * 3600,         /* the longest delay of all */
    DELAY_MAX_DEFAULT_S = 30 * 60,       /* half an hour */
    DELAY_SPREAD_MIN = 2,                /* the longest delay is at least this many medians */
};

/* Cards to give away: first the kinds of `first` in order, of each the cards beyond `keep`; then
 * the kinds held most; cards to keep last. */
struct order_cards {
    bool set;
    uint8_t n_first;
    uint8_t first[KIND_COUNT];
    struct cards keep;
};

/* Places, kinds, stacks or cards in the order in which they are chosen. */
struct order_list {
    bool set;
    bool skip; /* aqueduct: takes nothing */
    uint8_t n;
    uint8_t items[ORDERS_LIST_MAX];
};

enum offer_reply { OFFER_ACCEPT, OFFER_REFUSE, OFFER_ASK, OFFER_REPLIES };

/* One rule about offers, from the replying player's side, who gives and gets. */
struct order_offer {
    uint8_t reply;               /* enum offer_reply */
    uint8_t give_kinds;          /* set of kinds that may be given; 0: any */
    uint8_t get_kinds;           /* the same */
    uint8_t give_most;           /* most cards to give; 0: no limit */
    uint8_t get_least;           /* least cards to get */
    uint8_t rate_give, rate_get; /* at most rate_give cards given per rate_get got; 0: any */
    uint8_t from;                /* set of seats; 0: anybody */
    uint8_t times;               /* how often it still replies; 0: no limit */
    struct cards keep;           /* least cards to hold afterwards */
    int64_t until;               /* Unix milliseconds; 0: for good */
    uint32_t until_turn;         /* the last turn; 0: for good */
    struct condition condition;
    char condition_text[CONDITION_TEXT_MAX + 1]; /* "": always */
};

enum plan_when { PLAN_ACTIONS, PLAN_BEFORE_ROLL, PLAN_WHENS };
enum plan_otherwise { PLAN_SKIP, PLAN_WAIT, PLAN_DROP, PLAN_OTHERWISES };

struct order_step {
    uint8_t when;      /* enum plan_when */
    uint8_t otherwise; /* enum plan_otherwise: if the condition does not hold */
    struct action action;
    struct condition condition;
    char move[ORDERS_MOVE_MAX + 1]; /* as by notation_write */
    char condition_text[CONDITION_TEXT_MAX + 1];
};

/* Passing the player's own turns in which there is nothing to do. */
struct order_empty_turn {
    bool set;
    bool bank_trades; /* builds that bank trades could pay for count as something to do */
    uint8_t hand;     /* most cards in hand; 0: as many as a seven leaves */
    uint64_t ignore;  /* actions that do not count: bits of enum action_type, all in
                       * empty_turn_ignorable */
};

enum order_commit { COMMIT_ASK, COMMIT_ALL, COMMIT_NEEDED, COMMIT_NONE, COMMITS };
enum order_roll { ROLL_ASK, ROLL_IF_NOTHING, ROLL_ALWAYS, ROLLS };
enum order_thief { THIEF_ASK, THIEF_ROBBER, THIEF_PIRATE, THIEVES };
enum order_end { END_ASK, END_IF_NOTHING, END_IF_NOTHING_BUT_TRADES, ENDS };

struct orders {
    uint32_t median_s, max_s; /* of the delay */
    struct order_cards discard, saboteur, wedding;
    struct order_list harbor, pillage, relocate, deserter, aqueduct, deck, progress_discard, gold;
    uint8_t commit, roll, end_turn, thief; /* the enums above */
    struct order_empty_turn empty_turn;
    uint8_t n_offers, n_plan;
    struct order_offer offers[ORDERS_OFFERS_MAX];
    struct order_step plan[ORDERS_PLAN_MAX];
};

/* The context for reading orders. */
struct orders_context {
    const struct setup *setup;
    const struct seat_label *labels; /* NULL: the default colors of the seats */
    const struct game *view;         /* the seat's view, for shorter notation; or NULL */
    unsigned seat;
};

/* Reads VALUE strictly; true when it noted no error. */
bool orders_read(struct read_errors *errors, const json_t *value, const char *pointer,
                 const struct orders_context *context, struct orders *orders);

/* A step of a plan in words: "if CONDITION: MOVE", or a move alone. */
struct order_step_words {
    const char *condition; /* CONDITION_LEN bytes; 0: none */
    const char *move;
    size_t condition_len, move_len;
};

/* Splits the LEN bytes at TEXT, which the result borrows. False: the colon behind the condition is missing. */
bool orders_split_step(const char *text, size_t len, struct order_step_words *step);

/* How the value of a member of the document can be written in a line of text (order_text.h). */
enum order_text_form {
    ORDER_TEXT_WORD,
    ORDER_TEXT_LIST,
    ORDER_TEXT_CARDS,
    ORDER_TEXT_OFFERS,
    ORDER_TEXT_OBJECT
};

struct order_named {
    const char *name;
    size_t len; /* bytes of the line that name it */
    enum order_text_form form;
    const char *const *words; /* of a list: for the empty list, and for taking nothing or NULL */
};

/* Finds the member that a line begins with, in any case and with blanks or hyphens for underscores. False: none. The
 * plan is not among them. */
bool orders_find_named(const char *line, size_t len, struct order_named *named);

/* The name of a member that orders_find_named finds and games of SETUP ask for; NULL after the last. */
const char *orders_name_at(size_t at, const struct setup *setup);

/* Reads a document that orders_write made. */
bool orders_read_stored(const void *text, size_t len, const struct orders_context *context,
                        struct orders *orders);

/* Writes what is set; orders_read reads it back to the same struct. */
void orders_write(struct writer *w, const struct orders *orders);

#endif

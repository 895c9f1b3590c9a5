/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_PLAY_H
#define SERVICE_GAME_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/games.h"
#include "db/store.h"
#include "engine/game.h"
#include "service/game/events.h"
#include "service/game/load.h"
#include "service/parts/part_lists.h"

/*
 * Making moves in a game that has begun. Moves of persons, bots and clocks alike are judged on a
 * state just loaded (play_judge), and the resulting events appended in a job of the store
 * (play_write), which ensures that the log has not grown in between; if it has, everything is
 * judged again.
 */

enum {
    PLAY_MOVES_MAX = 64, /* moves in one batch */
    PLAY_EVENTS_MAX =
        1 + SEAT_MAX,    /* events that one move can cause, apart from the end of the game: a
                          * resignation's change of seats, or parts that are passed */
    PLAY_ENDING_MAX = 2, /* events that end a game */
    /* Builds of others' lists that come with moves; more are left to the actor of parts. */
    PLAY_BUILDS_MAX = 48,
    PLAY_LOG_MAX = RECORD_EVENTS_MAX, /* events of one game; games of people stay far below */
    PLAY_TRIES_MAX = 16, /* how often a move is judged again because others were faster */
};

struct play_move {
    bool has_seat;
    uint8_t seat;  /* who moves, if has_seat (table games) */
    uint8_t parts; /* parts of the outcome that are given */
    bool has_client_seed;
    uint8_t client_seed[FAIR_SEED_BYTES];
    struct action action;
    struct outcome outcome;
};

enum play_verdict {
    PLAY_OK,
    PLAY_OVER,        /* the game is over */
    PLAY_NOT_YOURS,   /* the game does not wait for the player */
    PLAY_ILLEGAL,     /* reason */
    PLAY_IMPOSSIBLE,  /* reason: the given outcome is impossible */
    PLAY_PEEKS,       /* reveals something and is not the last of its batch */
    PLAY_SEED_NEEDED, /* the player committed to a seed and has to send it now */
    PLAY_SEED_WRONG,  /* that is not the seed committed to */
    PLAY_SEED_UNASKED,
    PLAY_LOG_FULL,
    PLAY_UNREAD, /* the store could not be read */
    PLAY_BROKEN, /* the rules engine contradicts itself: a mistake of ours, nothing is written */
};

/* Events that N moves can cause; with 0, only parts are carried out. */
#define PLAY_ROOM(n)                                                                               \
    (((n) + 1) * (unsigned)PLAY_EVENTS_MAX + (unsigned)PLAY_BUILDS_MAX + (unsigned)PLAY_ENDING_MAX)

struct play_event {
    struct event event;
    size_t size;
    uint8_t body[EVENT_BODY_MAX];
};

struct play {
    /* input */
    enum event_by by;
    unsigned seat;   /* who moves; NONE: the creator of a table game, for everybody */
    unsigned viewer; /* the viewer for whom `each` writes events */
    int64_t now;
    const struct play_move *moves;
    unsigned n_moves; /* 0: only carries out parts of turns that need not wait for a player */
    /* A seat's new setting, which already counts and is written with the events, if there are any; may be NULL. If
     * BY_PLAYER, an answer with an impossible outcome refuses the play. */
    const struct store_part_setting *part;
    struct play_event *events; /* the caller's, with room for PLAY_ROOM(n_moves) */
    /* Called for each event as it is applied: play->game is the state after it, play->log has not
     * yet followed it. May be NULL. */
    void (*each)(struct play *play, const struct game *before, const struct event *event);
    void *context;

    /* output */
    enum play_verdict verdict;
    enum reason reason;
    unsigned index; /* of the move refused */
    int64_t game_id;
    uint32_t seq;     /* the last event when it was judged */
    uint64_t chain;   /* and the log's value at it */
    int64_t at;       /* the time of the new events */
    struct game game; /* the state afterwards */
    struct trail trail;
    struct log_reader log;
    enum store_game_mode mode;
    int category; /* that the game is rated in; 0: it is not */
    bool clocked; /* the game has a clock */
    enum store_game_status status;
    struct store_seat seats[STORE_SEATS_MAX];
    struct {
        enum store_seat_kind kind;
        int64_t account;
    } was[STORE_SEATS_MAX]; /* before */
    unsigned seat_count;
    unsigned waited;                     /* set of seats that the game waited for before */
    unsigned seats_changed;              /* set */
    struct part_use part_uses[SEAT_MAX]; /* what is used up of settings */
    unsigned n_builds;                   /* of lists, that have been made */
    bool passes;                         /* the move is an answer instead: */
    struct store_part_setting pass;
    uint8_t server_seed[FAIR_SEED_BYTES];
    unsigned n_events;
};

/* Judges the moves on *LOAD, replayed to its end. Only the members under "input" need to be set;
 * may be called again with a newer load. LOAD->setup must outlive the calls of each. */
void play_judge(struct play *play, const struct load *load);

/* Makes the event that TO plays a seat from now on, without checking whether they may. PLAY's events
 * must have room for one; of the members under "input" only NOW is used. */
void play_hand_over(struct play *play, const struct load *load, unsigned seat,
                    const struct store_seat *to);

/* Makes the events that end the game without a result, as agreed by all who still play: nobody has lost.
 * As play_hand_over; PLAY's events must have room for PLAY_ENDING_MAX. */
void play_end_agreed(struct play *play, const struct load *load);

/* The setting of parts that is written with a play; NULL: none. */
const struct store_part_setting *play_setting(const struct play *play);

/* What the listeners get of a play that has been judged (service/game/events.h). It borrows from
 * PLAY. */
struct game_events play_events_of(const struct play *play);

/* Prefetches what play_write will read, between store_ahead_begin and store_ahead_end
 * (db/ahead.h). */
void play_ahead(struct store_tx *tx, const struct play *play);

/* In a job: appends the events, and writes what follows from them. STORE_CONFLICT: the log has
 * grown since the moves were judged; then nothing may be kept. */
enum store_result play_write(struct store_tx *tx, const struct play *play);

/* By how many bytes PLAY's events increase the game's count in quotas (STORE_GAME_BYTES); 0 in usual games of
 * people. */
int64_t play_grows(const struct play *play);

/* After the commit, from any thread: wakes all that wait for the game, bots included. */
struct app;
void play_announce(const struct play *play, struct app *app);

/* ---- steps for other callers ---- */

/* Starts judging on *LOAD: sets PLAY to its state. */
void play_begin(struct play *play, const struct load *load);

/* Whether move play->index may be made, and by whom, before any chance. On true *EVENT is filled in
 * except for draws. */
bool play_allows(struct play *play, const struct load *load, struct event *event);

/* Applies an event and calls `each`. */
void play_add(struct play *play, const struct setup *setup, const struct event *event);

/* For a move refused with REASON_WRONG_DECISION: what its player has to decide first; else NULL. */
const struct decision *play_due_first(const struct play *play);

/* The rule that forbids a refused move (game_refusal_rule). */
const char *play_refusal_rule(const struct play *play, const struct setup *setup);

/* The first seat that the game waits for and that has not answered yet, or NONE. */
unsigned play_waits_for(const struct game *game);
/* All of these seats, as a set. */
unsigned play_waited(const struct game *game);
/* The seats that can still answer an open offer with a number above AFTER, as a set. The game does not wait for
 * answers to offers, so these seats may not be among those above. */
unsigned play_offered(const struct game *game, uint32_t after);
/* Whether SEAT can still answer OFFER, one of the state's slots. */
bool play_is_offered(const struct offer *offer, unsigned seat);

/* The events that end a game whose state is over, or which everybody has left: one or two, or none
 * if it goes on. Returns how many. */
unsigned play_ending(const struct setup *setup, const struct game *game, bool abandoned,
                     struct event events[PLAY_ENDING_MAX]);

#endif

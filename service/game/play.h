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
 * The only place where the log of a game that has begun grows. Whoever wants to move, a person, a
 * bot or a clock, has the moves judged upon a state just loaded (play_judge), and the events that
 * come of them appended in a store's job (play_write), which makes sure that the log has not grown
 * in between; if it has, everything is judged anew.
 */

enum {
    PLAY_MOVES_MAX = 64, /* moves in one batch */
    PLAY_EVENTS_MAX =
        1 + SEAT_MAX,    /* events that one move can cause, the end of the game not counted: a
                                     * resignation's change of seats, or parts that are passed */
    PLAY_ENDING_MAX = 2, /* events that end a game */
    /* Builds of others' lists that moves bring with them; more are left to the actor of parts. */
    PLAY_BUILDS_MAX = 48,
    PLAY_LOG_MAX = RECORD_EVENTS_MAX, /* events of one game: no game of people comes near */
    PLAY_TRIES_MAX = 16, /* how often a move is judged anew because others were faster */
};

struct play_move {
    bool has_seat;
    uint8_t seat;  /* who moves, where has_seat (table games) */
    uint8_t parts; /* of the outcome, those given */
    bool has_client_seed;
    uint8_t client_seed[FAIR_SEED_BYTES];
    struct action action;
    struct outcome outcome;
};

enum play_verdict {
    PLAY_OK,
    PLAY_OVER,        /* the game is over */
    PLAY_NOT_YOURS,   /* nothing waits for the player */
    PLAY_ILLEGAL,     /* reason */
    PLAY_IMPOSSIBLE,  /* reason: what the outcome given cannot be */
    PLAY_PEEKS,       /* reveals something and is not the last of its batch */
    PLAY_SEED_NEEDED, /* the player committed to a seed and has to send it now */
    PLAY_SEED_WRONG,  /* that is not the seed committed to */
    PLAY_SEED_UNASKED,
    PLAY_LOG_FULL,
    PLAY_UNREAD, /* the store could not be read */
    PLAY_BROKEN, /* the rules engine contradicts itself: a mistake of ours, nothing is written */
};

/* Events that N moves can cause; without any, parts are carried out. */
#define PLAY_ROOM(n)                                                                               \
    (((n) + 1) * (unsigned)PLAY_EVENTS_MAX + (unsigned)PLAY_BUILDS_MAX + (unsigned)PLAY_ENDING_MAX)

struct play_event {
    struct event event;
    size_t size;
    uint8_t body[EVENT_BODY_MAX];
};

struct play {
    /* what is asked */
    enum event_by by;
    unsigned seat;   /* who moves; NONE: the creator of a table game, for everybody */
    unsigned viewer; /* for whom `each` writes events */
    int64_t now;
    const struct play_move *moves;
    unsigned
        n_moves; /* 0: only what nobody is waited for in parts of turns is carried out. The end of a part that has
                       * not come yet is no move either: it is kept as the answer of who says it (part_is_pass) */
    /* A seat's setting that counts already and is written with the events, where there are some; NULL: none. What of
     * an answer that BY_PLAYER gives cannot come of it as it says refuses the play. */
    const struct store_part_setting *part;
    struct play_event *events; /* the caller's, PLAY_ROOM(n_moves) of them */
    /* Told each event as it is applied: play->game is the state after it, play->log has not
     * followed it yet. NULL is fine. */
    void (*each)(struct play *play, const struct game *before, const struct event *event);
    void *context;

    /* what came of it */
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

/* Judges the moves upon the whole log replayed in *LOAD. Only the members under "what is asked" need
 * to be set; may be called again with a newer load. LOAD->setup must outlive the calls of each. */
void play_judge(struct play *play, const struct load *load);

/* Judges that somebody else plays a seat from now on, TO, without being asked whether they may. PLAY's
 * events must have room for one; the members under "what is asked" but NOW are not looked at. */
void play_hand_over(struct play *play, const struct load *load, unsigned seat,
                    const struct store_seat *to);

/* Judges that the game ends without a result, as all who still play have agreed: nobody has lost. As with
 * play_hand_over; PLAY's events must have room for PLAY_ENDING_MAX. */
void play_end_agreed(struct play *play, const struct load *load);

/* The setting of parts that is written with a play; NULL: none. */
const struct store_part_setting *play_setting(const struct play *play);

/* What the listeners get of a play that has been judged (service/game/events.h). It borrows from
 * PLAY. */
struct game_events play_events_of(const struct play *play);

/* Reads what play_write will read, between store_ahead_begin and store_ahead_end (db/ahead.h). */
void play_ahead(struct store_tx *tx, const struct play *play);

/* In a job: appends the events and what follows from them to the rows. STORE_CONFLICT: the log has
 * grown since it was judged upon; nothing may be kept then. */
enum store_result play_write(struct store_tx *tx, const struct play *play);

/* By how much the game counts as more with the events of PLAY (STORE_GAME_BYTES); 0 in games as people play them. */
int64_t play_grows(const struct play *play);

/* After the commit, from any thread: wakes who waits for the game, bots included. */
struct app;
void play_announce(const struct play *play, struct app *app);

/* ---- parts of it that others use ---- */

/* Starts judging upon *LOAD: nothing has happened yet. */
void play_begin(struct play *play, const struct load *load);

/* Whether move play->index may be made at all, and by whom: chance is not asked yet. On true *EVENT
 * is filled but for what is drawn. */
bool play_allows(struct play *play, const struct load *load, struct event *event);

/* Applies an event and tells of it. */
void play_add(struct play *play, const struct setup *setup, const struct event *event);

/* Of a move refused with REASON_WRONG_DECISION: what its player has to decide first. NULL of others. */
const struct decision *play_due_first(const struct play *play);

/* The rule that forbids a refused move (game_refusal_rule). */
const char *play_refusal_rule(const struct play *play, const struct setup *setup);

/* Who the game waits for: the first one who has not answered yet; NONE for nobody. */
unsigned play_waits_for(const struct game *game);
/* Everybody it waits for who has not answered yet, as a set of seats. */
unsigned play_waited(const struct game *game);
/* Everybody who can still answer an open offer with a number above AFTER, as a set of seats. Offers wait for nobody:
 * these need not be waited for. */
unsigned play_offered(const struct game *game, uint32_t after);
/* Whether SEAT can still answer OFFER, one of the state's slots. */
bool play_is_offered(const struct offer *offer, unsigned seat);

/* The events that end a game whose state is over, or which everybody has left: one or two, or none
 * where it goes on. Returns how many. */
unsigned play_ending(const struct setup *setup, const struct game *game, bool abandoned,
                     struct event events[PLAY_ENDING_MAX]);

#endif

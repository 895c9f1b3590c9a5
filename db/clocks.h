/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_CLOCKS_H
#define DB_CLOCKS_H

#include "db/store.h"

/*
 * The clocks of games, the timers by which the server returns to a game, players' calendars, and
 * seats that pass to another player. Conventions as in db/store.h; spans of time are milliseconds.
 */

enum {
    STORE_ZONE_SIZE = 64,     /* names of time zones */
    STORE_VACATIONS_MAX = 32, /* ranges of days in one calendar */
};

/* -------------------------------------------------------------------------------- timers -- */

enum store_timer_kind { STORE_TIMER_DEADLINE, STORE_TIMER_ORDER, STORE_TIMER_KINDS };

struct store_timer {
    int64_t game;
    int seat;
    enum store_timer_kind kind;
    int64_t at;
};

/* Each seat has one timer per kind; setting it again moves it. */
enum store_result store_timer_set(struct store_tx *tx, int64_t game, int seat,
                                  enum store_timer_kind kind, int64_t at);
/* STORE_OK even if there is none. */
enum store_result store_timer_clear(struct store_tx *tx, int64_t game, int seat,
                                    enum store_timer_kind kind);
/* at[seat] becomes the time of the seat's timer of KIND, 0 where there is none. */
enum store_result store_timers_of(struct store_reader *reader, int64_t game,
                                  enum store_timer_kind kind, int64_t at[STORE_SEATS_MAX]);
/* The earliest timer of all; STORE_NONE: there is none. */
enum store_result store_timer_next(struct store_reader *reader, int64_t *at);
/* Games that have timers at or before NOW, ascending, with ids above AFTER; for going through all
 * of them. */
enum store_result store_timers_due(struct store_reader *reader, int64_t now, int64_t after,
                                   int64_t *games, size_t max, size_t *count);

/* -------------------------------------------------------------------------------- clocks -- */

enum store_on_timeout { STORE_TIMEOUT_DEFAULT, STORE_TIMEOUT_BOT };

struct store_clock {
    int64_t turn, decision; /* both 0: a time bank instead */
    int64_t bank_start, bank_increment, bank_max;
    enum store_on_timeout on_timeout;
    int vote_after;       /* deadlines missed in a row */
    int64_t paused_until; /* may be in the past */
};

enum store_wait { STORE_WAIT_NONE, STORE_WAIT_TURN, STORE_WAIT_DECISION };

/* A seat's time (migrations/0005_clocks.sql). */
struct store_clock_seat {
    enum store_wait wait;
    int64_t turn;
    int64_t allowance;
    int64_t remaining;
    int64_t started_at;
    int64_t deadline;
    int64_t bank;
    bool lost;
    int missed;
};

enum store_result store_clock_create(struct store_tx *tx, int64_t game,
                                     const struct store_clock *clock);
/* STORE_NONE: the game has no clock. */
enum store_result store_clock_get(struct store_reader *reader, int64_t game,
                                  struct store_clock *clock);
/* until 0: no pause. */
enum store_result store_clock_pause(struct store_tx *tx, int64_t game, int64_t until);
/* Seats that have none get zeros. */
enum store_result store_clock_seats(struct store_reader *reader, int64_t game,
                                    struct store_clock_seat seats[STORE_SEATS_MAX]);
enum store_result store_clock_seat_set(struct store_tx *tx, int64_t game, int seat,
                                       const struct store_clock_seat *now);

/* ----------------------------------------------------------------------------- calendars -- */

struct store_vacation {
    int32_t first, last; /* days since 1970-01-01, both included */
};

struct store_calendar {
    char zone[STORE_ZONE_SIZE]; /* "" where there is no calendar */
    int quiet_from, quiet_to;   /* minutes of the day; -1: no quiet hours */
    bool weekends_free;
    int changes; /* of everything except vacations, since changes_since */
    int64_t changes_since;
    size_t n_vacations;
    struct store_vacation vacations[STORE_VACATIONS_MAX]; /* in ascending order */
};

/* STORE_NONE: the account has none; *calendar is then an empty one. */
enum store_result store_calendar_get(struct store_reader *reader, int64_t account,
                                     struct store_calendar *calendar);
/* The calendars of those who play a game, by seat; an empty one where a seat has none. */
enum store_result store_calendars_of_game(struct store_reader *reader, int64_t game,
                                          struct store_calendar calendars[STORE_SEATS_MAX]);
/* Replaces the account's calendar. */
enum store_result store_calendar_set(struct store_tx *tx, int64_t account,
                                     const struct store_calendar *calendar);
/* Running games with a clock in which the account has a seat; ascending, with ids above AFTER. */
enum store_result store_clock_games(struct store_reader *reader, int64_t account, int64_t after,
                                    int64_t *games, size_t max, size_t *count);

/* ---------------------------------------------------------------------- pauses and votes -- */

/* until[seat]: until when the seat wants the game paused; 0: it does not. */
enum store_result store_pause_votes(struct store_reader *reader, int64_t game,
                                    int64_t until[STORE_SEATS_MAX]);
enum store_result store_pause_vote(struct store_tx *tx, int64_t game, int seat, int64_t until,
                                   int64_t now);
/* Withdraws one seat's vote; seat -1: everybody's. */
enum store_result store_pause_forget(struct store_tx *tx, int64_t game, int seat);

/* A pause or a vote of another player that a seat has not answered. */
struct store_proposal {
    int64_t game;
    int by;   /* seat */
    int seat; /* that a vote is about; -1: a pause is proposed */
};
/* The proposals in running games that ACCOUNT has not answered, by game; without pauses that would end before
 * NOW and without votes about its own seat. At most MAX. */
enum store_result store_proposals(struct store_reader *reader, int64_t account, int64_t now,
                                  struct store_proposal *proposals, size_t max, size_t *count);

/* What should be done about a seat. */
enum store_remedy { STORE_REMEDY_SEAT, STORE_REMEDY_CLOCK, STORE_REMEDY_END, STORE_REMEDIES };
enum { STORE_VOTE_CLOCK_SIZE = 256 };

struct store_seat_vote {
    int seat;  /* that the vote is about */
    int voter; /* seat */
    enum store_remedy remedy;
    int64_t account;                   /* of SEAT: who should have it; 0: a bot */
    char clock[STORE_VOTE_CLOCK_SIZE]; /* of CLOCK: its rules, in JSON */
    char name[STORE_NAME_SIZE];        /* read only: the account's */
    int64_t at;
};
/* All votes of a game by seat and voter; *count is at most STORE_SEATS_MAX * STORE_SEATS_MAX. */
enum { STORE_SEAT_VOTES_MAX = STORE_SEATS_MAX * STORE_SEATS_MAX };
enum store_result store_seat_votes(struct store_reader *reader, int64_t game,
                                   struct store_seat_vote votes[STORE_SEAT_VOTES_MAX],
                                   size_t *count);
enum store_result store_seat_vote(struct store_tx *tx, int64_t game,
                                  const struct store_seat_vote *vote);
/* Withdraws one voter's vote on a seat; voter -1: everybody's. */
enum store_result store_seat_vote_forget(struct store_tx *tx, int64_t game, int seat, int voter);

/* The seats that somebody other than their own player has a vote about, as a set. */
enum store_result store_seats_voted(struct store_reader *reader, int64_t game, unsigned *seats);

/* account[seat]: who may take the seat; 0: nobody. */
enum store_result store_seat_offers(struct store_reader *reader, int64_t game,
                                    int64_t account[STORE_SEATS_MAX]);
enum store_result store_seat_offer(struct store_tx *tx, int64_t game, int seat, int64_t account,
                                   int64_t now);
enum store_result store_seat_offer_forget(struct store_tx *tx, int64_t game, int seat);
/* Notes that the account has had the seat. */
enum store_result store_seat_past(struct store_tx *tx, int64_t game, int seat, int64_t account,
                                  int64_t now);

#endif

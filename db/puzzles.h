/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_PUZZLES_H
#define DB_PUZZLES_H

#include "db/store.h"

/* Puzzles, and who has solved them (service/puzzle/). All reads pass over puzzles whose game is not public now. Conventions as
 * in db/store.h. */

enum { STORE_PUZZLE_MOVE_SIZE = 512 };

enum store_puzzle_answered { STORE_PUZZLE_OPEN, STORE_PUZZLE_FAILED, STORE_PUZZLE_SOLVED };

struct store_puzzle {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t game;
    char game_id[STORE_ID_SIZE]; /* its public id */
    uint32_t after;              /* the last event before the decision */
    unsigned seat;
    unsigned theme;                    /* the service's number */
    char best[STORE_PUZZLE_MOVE_SIZE]; /* a document */
    int chance, next;  /* of winning, in thousandths: after it, after the best other move */
    int64_t day;       /* since 1970, whose puzzle it is; 0: of none */
    unsigned answered; /* by the reader: enum store_puzzle_answered */
};

/* Adds a puzzle, which has no day yet. STORE_CONFLICT: there is one at this place, or with this id. */
enum store_result store_puzzle_add(struct store_tx *tx, const struct store_puzzle *puzzle);

/* For a reader, 0 without an account: the puzzle with this public id; that of a DAY. */
enum store_result store_puzzle_get(struct store_reader *reader, int64_t account,
                                   const char *public_id, struct store_puzzle *puzzle);
enum store_result store_puzzle_of_day(struct store_reader *reader, int64_t account, int64_t day,
                                      struct store_puzzle *puzzle);
/* At most MAX puzzles of a theme that the account has not answered, with ids below BEFORE (0: from the newest), the newest
 * first, until ROW says false. */
enum store_result store_puzzles_list(struct store_reader *reader, int64_t account, unsigned theme,
                                     int64_t before, unsigned max,
                                     bool (*row)(void *context, const struct store_puzzle *puzzle),
                                     void *context);

/* Gives DAY the oldest puzzle without a day, unless it has one. STORE_CONFLICT: nothing was changed. */
enum store_result store_puzzle_give_day(struct store_tx *tx, int64_t day);

/* Keeps an account's answer. STORE_CONFLICT: there is one, which stays. */
enum store_result store_puzzle_answer(struct store_tx *tx, int64_t account, int64_t puzzle,
                                      bool solved, int64_t now);
/* An account's answers, the oldest first, until ROW says false. */
struct store_puzzle_answer {
    char puzzle[STORE_ID_SIZE]; /* its public id */
    bool solved;
    int64_t at;
};
enum store_result store_puzzle_answers_of(struct store_reader *reader, int64_t account,
                                          bool (*row)(void *context,
                                                      const struct store_puzzle_answer *answer),
                                          void *context);
struct store_puzzle_score {
    int64_t answered, solved;
};
enum store_result store_puzzle_score(struct store_reader *reader, int64_t account,
                                     struct store_puzzle_score *score);
/* The latest days, falling, whose puzzle the account has solved on the day itself. */
enum store_result store_puzzle_days(struct store_reader *reader, int64_t account, int64_t *days,
                                    size_t max, size_t *count);

/* The first public `play` game that was finished after those of which puzzles have been cut. */
struct store_puzzle_game {
    int64_t id, finished_at;
};
enum store_result store_puzzle_next_game(struct store_reader *reader,
                                         struct store_puzzle_game *game);
/* Puzzles of this game have been cut. */
enum store_result store_puzzle_game_done(struct store_tx *tx, const struct store_puzzle_game *game);

#endif

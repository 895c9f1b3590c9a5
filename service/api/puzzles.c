/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/puzzles.h"

#include <stdlib.h>
#include <string.h>

#include "db/puzzles.h"
#include "service/api/game.h"
#include "service/api/hint.h"
#include "service/app/endpoint.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/time_text.h"
#include "service/bots/puzzle.h"
#include "service/document/action_json.h"
#include "service/document/refusal.h"
#include "service/game/access.h"
#include "service/puzzle/cut.h"

enum {
    PUZZLE_JSON_MAX = 16 << 10,
    ACTIONS_JSON_MAX = 256 << 10,
    PUZZLES_LIMIT = 50,
    PUZZLES_LIMIT_DEFAULT = 10,
    STREAK_MAX = 1000, /* days that are looked at */
    DATE_LENGTH = 10,
    ANSWER_PRICE = 3, /* requests that one counts as */
};

/* ---- reading ---- */

static void puzzle_write_members(struct writer *w, const struct store_puzzle *puzzle) {
    char day[TIME_TEXT_SIZE];

    writer_text_member(w, "id", puzzle->public_id);
    writer_key(w, "day");
    if (puzzle->day == 0) {
        writer_null(w);
    } else {
        time_write(day, puzzle->day * PUZZLE_DAY_MS);
        writer_string(w, day, DATE_LENGTH);
    }
    writer_text_member(w, "theme", puzzle_theme_names[puzzle->theme % PUZZLE_THEMES]);
    writer_text_member(w, "game", puzzle->game_id);
    writer_int_member(w, "after", puzzle->after);
    writer_int_member(w, "seat", puzzle->seat);
    writer_int_member(w, "lead", puzzle->chance - puzzle->next);
    writer_key(w, "solved");
    if (puzzle->answered == STORE_PUZZLE_OPEN)
        writer_null(w);
    else
        writer_bool(w, puzzle->answered == STORE_PUZZLE_SOLVED);
}

static void puzzle_write(struct writer *w, const struct store_puzzle *puzzle) {
    writer_object(w);
    puzzle_write_members(w, puzzle);
    writer_object_end(w);
}

/* How many days up to today, or to yesterday while today's is open, were solved without a gap. */
static int64_t streak_of(const int64_t *days, size_t count, int64_t today) {
    const int64_t latest = count > 0 && days[0] == today - 1 ? today - 1 : today;
    size_t streak = 0;

    while (streak < count && days[streak] == latest - (int64_t)streak)
        streak++;
    return (int64_t)streak;
}

static enum store_result write_puzzle_score(struct writer *w, struct store_reader *reader,
                                            int64_t account, int64_t today) {
    struct store_puzzle_score score;
    int64_t days[STREAK_MAX];
    size_t count = 0;
    enum store_result result;

    writer_key(w, "score");
    if (account == 0) {
        writer_null(w);
        return STORE_OK;
    }
    result = store_puzzle_score(reader, account, &score);
    if (result == STORE_OK)
        result = store_puzzle_days(reader, account, days, STREAK_MAX, &count);
    if (result != STORE_OK)
        return result;
    writer_object(w);
    writer_int_member(w, "answered", score.answered);
    writer_int_member(w, "solved", score.solved);
    writer_int_member(w, "streak", streak_of(days, count, today));
    writer_object_end(w);
    return STORE_OK;
}

void puzzles_today(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    const int64_t today = app_now() / PUZZLE_DAY_MS;
    struct store_puzzle puzzle;
    struct buffer body;
    struct writer w = writer_begin(&body, PUZZLE_JSON_MAX);
    enum store_result result;

    if (reader == NULL)
        return;
    result = store_puzzle_of_day(reader, rq->caller.account, today, &puzzle);
    writer_object(&w);
    writer_key(&w, "puzzle");
    if (result == STORE_OK)
        puzzle_write(&w, &puzzle);
    else
        writer_null(&w);
    if (result == STORE_OK || result == STORE_NONE)
        result = write_puzzle_score(&w, reader, rq->caller.account, today);
    writer_object_end(&w);
    reply_stored(rq, result, &body);
}

/* The puzzle of the route. False: has answered. */
static bool find_puzzle(struct request *rq, struct store_puzzle *puzzle) {
    struct store_reader *reader = api_reader(rq);

    return reader != NULL && check_stored(rq, store_puzzle_get(reader, rq->caller.account,
                                                               request_param(rq, 0), puzzle));
}

static bool puzzles_add(void *context, const struct store_puzzle *puzzle) {
    struct list *list = context;

    if (!list_takes(list))
        return false;
    puzzle_write(&list->w, puzzle);
    list_mark(list, "%lld", (long long)puzzle->id);
    return true;
}

void puzzles_list(struct request *rq) {
    int64_t limit = PUZZLES_LIMIT_DEFAULT, before = 0;
    int theme = PUZZLE_OPENING;
    const char *cursor = NULL;
    const struct read_field fields[] = {
        {"theme", READ_CHOICE, .to.choice = &theme, .choices = puzzle_theme_names},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = PUZZLES_LIMIT},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };
    struct store_reader *reader;
    struct list list;

    if (!request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !list_read_cursor(rq, cursor, 1, INT64_MAX, &before) || (reader = api_reader(rq)) == NULL)
        return;
    list_begin(&list, (unsigned)limit, PUZZLES_LIMIT * PUZZLE_JSON_MAX);
    list_reply(rq, &list,
               store_puzzles_list(reader, rq->caller.account, (unsigned)theme, before,
                                  list.limit + 1, puzzles_add, &list));
}

/* ---- a position ---- */

/* A puzzle's position: its game before the decision, and what its seat knew then. All that is said of it comes from the view. */
struct puzzle_position {
    struct store_puzzle puzzle;
    bool opened;
    struct load load;
    struct game view;
};

/* Opens the position of position->puzzle; close_position afterwards, whatever it returns. False: has answered. */
static bool open_position(struct request *rq, struct puzzle_position *position) {
    struct load *load = &position->load;
    struct store_reader *reader = api_reader(rq);
    enum store_result result;

    if (reader == NULL)
        return false;
    position->opened = true;
    result = access_open_by_id(load, reader, position->puzzle.game, rq->caller.account);
    if (result == STORE_OK)
        result = load_replay(load, position->puzzle.after, NULL, NULL);
    if (!check_stored(rq, result))
        return false;
    game_view(&load->setup, &load->game, position->puzzle.seat, &position->view);
    return true;
}

static void close_position(struct puzzle_position *position) {
    if (position->opened)
        load_end(&position->load);
    position->opened = false;
}

static void write_listed(struct writer *w, const struct puzzle_position *position) {
    struct move_list *list = calloc(1, sizeof *list);

    if (list == NULL) {
        w->out->failed = w->out->no_memory = true;
        return;
    }
    game_list(&position->load.setup, &position->view, position->puzzle.seat, list);
    writer_key(w, "actions");
    action_write_list(w, list);
    free(list);
}

void puzzles_get(struct request *rq) {
    struct puzzle_position *position = request_alloc(rq, sizeof *position);
    struct buffer body;
    struct writer w = writer_begin(&body, ACTIONS_JSON_MAX);

    if (position == NULL) {
        reply_no_memory(rq);
        return;
    }
    position->opened = false;
    if (find_puzzle(rq, &position->puzzle) && open_position(rq, position)) {
        writer_object(&w);
        puzzle_write_members(&w, &position->puzzle);
        write_listed(&w, position);
        writer_object_end(&w);
        reply_json(rq, 200, &body);
    }
    close_position(position);
}

/* ---- an answer ---- */

struct puzzle_answer {
    struct endpoint_call call; /* first */
    const json_t *document;
    bool solved;
    struct puzzle_position position;
};

static bool puzzles_answer_read(struct request *rq, void *state) {
    struct puzzle_answer *answer = state;
    const struct read_field fields[] = {
        {"action", READ_OBJECT, .required = true, .to.json = &answer->document},
    };

    return request_fields(rq, fields, 1) && request_charge(rq, ANSWER_PRICE - 1) &&
           find_puzzle(rq, &answer->position.puzzle);
}

static bool read_move(struct request *rq, const struct puzzle_answer *answer,
                      struct action *action) {
    const struct setup *setup = &answer->position.load.setup;
    struct read_errors errors = {0};
    enum reason reason;

    if (!action_read(&errors, answer->document, "/action", setup, action))
        return check_valid(rq, &errors);
    reason = game_legal(setup, &answer->position.view, answer->position.puzzle.seat, action);
    if (reason == REASON_OK)
        return true;
    reply_problem_more(
        rq, PROBLEM_ILLEGAL_MOVE,
        &(struct problem_more){.reason = reasons[reason].code, .rule = reasons[reason].rule}, "%s",
        refusal_text(LANGUAGE_ENGLISH, reason));
    return false;
}

static void write_puzzle_move(struct writer *w, const struct puzzle_answer *answer,
                              const struct action *action) {
    double chance = 0;

    writer_key(w, "yours");
    writer_object(w);
    hint_write_move(w, &answer->position.load, action);
    writer_key(w, "chance");
    if (puzzle_judge(&answer->position.load.setup, &answer->position.view,
                     answer->position.puzzle.seat, action, &chance))
        writer_int(w, chance_thousandths(chance));
    else
        writer_null(w);
    writer_object_end(w);
}

/* The reasons are those that bots know today; where they would play another move by now, there are none. */
static void write_puzzle_best(struct writer *w, const struct puzzle_answer *answer,
                              const struct action *best) {
    struct hint hint;

    bot_hint(&answer->position.load.setup, &answer->position.view, answer->position.puzzle.seat,
             BOT_OFFERS_MAX, HINT_LINE_MAX, &hint);
    if (memcmp(&hint.action, best, sizeof *best) != 0)
        hint.n = hint.n_line = 0;
    writer_key(w, "best");
    writer_object(w);
    hint_write_move(w, &answer->position.load, best);
    writer_int_member(w, "chance", answer->position.puzzle.chance);
    hint_write_reasons(w, &hint);
    hint_write_then(w, &answer->position.load, &hint);
    writer_object_end(w);
}

/* The move that was found when the puzzle was cut decides, so that an answer stays right or wrong. */
static bool puzzles_answer_judge(struct request *rq, void *state) {
    struct puzzle_answer *answer = state;
    struct writer w = writer_to(&answer->call.reply.body);
    struct action action, best;
    struct read_errors errors = {0};
    json_t *stored;

    if (!open_position(rq, &answer->position) || !read_move(rq, answer, &action))
        return false;
    stored = json_loads(answer->position.puzzle.best, 0, NULL);
    if (stored == NULL || !action_read(&errors, stored, "", &answer->position.load.setup, &best)) {
        json_decref(stored);
        reply_store_failure(rq, STORE_DAMAGED);
        return false;
    }
    json_decref(stored);
    answer->solved = memcmp(&action, &best, sizeof best) == 0;
    writer_object(&w);
    writer_bool_member(&w, "solved", answer->solved);
    write_puzzle_move(&w, answer, &action);
    write_puzzle_best(&w, answer, &best);
    writer_object_end(&w);
    return true;
}

static enum store_result puzzles_answer_run(struct store_tx *tx, void *state) {
    const struct puzzle_answer *answer = state;
    enum store_result result =
        answer->call.account == 0
            ? STORE_OK
            : store_puzzle_answer(tx, answer->call.account, answer->position.puzzle.id,
                                  answer->solved, answer->call.now);

    return result == STORE_CONFLICT ? STORE_OK : result; /* the first one counts */
}

static void puzzles_answer_close(void *state) {
    struct puzzle_answer *answer = state;

    close_position(&answer->position);
}

const struct endpoint puzzles_answer = {
    .size = sizeof(struct puzzle_answer),
    .body_max = PUZZLE_JSON_MAX,
    .status = 200,
    .read = puzzles_answer_read,
    .judge = puzzles_answer_judge,
    .run = puzzles_answer_run,
    .close = puzzles_answer_close,
};

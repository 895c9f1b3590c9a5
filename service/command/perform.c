/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/perform.h"

#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "service/app/app.h"
#include "service/base/language.h"
#include "service/game/access.h"
#include "service/game/timekeeper.h"
#include "service/words/sentence.h"

enum { NARRATION_MAX = 64 << 10 /* bytes of the sentences of one batch */ };

/* The state of attempts to make the moves. */
struct attempt {
    struct store_job job; /* first: it leads back here */
    struct perform *asked;
    struct buffer *out;
    struct load load;
    struct labels labels;
    struct told_state told; /* used if there is something to compare with */
    struct play play;
    struct play_move moves[NOTATION_MOVES_MAX];
    struct play_event events[PLAY_ROOM(NOTATION_MOVES_MAX)];
    struct buffer own;  /* sentences by the account's view */
    struct buffer open; /* sentences by a bystander's view */
};

_Static_assert((int)NOTATION_MOVES_MAX <= (int)PLAY_MOVES_MAX, "what is read can be played");

static void perform_tell(const struct attempt *attempt, enum text words) {
    buffer_text(attempt->out, text_in(attempt->asked->language, words));
}

/* ---- results ---- */

static void perform_narrate(struct play *play, const struct game *before,
                            const struct event *event) {
    struct attempt *attempt = play->context;
    struct sentence to = {.setup = &attempt->load.setup,
                          .labels = attempt->labels.seats,
                          .viewer = play->viewer,
                          .language = attempt->asked->language,
                          .over = play->status != STORE_GAME_ACTIVE};

    sentence_write(&attempt->own, &to, before, &play->game, event);
    buffer_byte(&attempt->own, '\n');
    to.viewer = VIEWER_NOBODY;
    sentence_write(&attempt->open, &to, before, &play->game, event);
    buffer_byte(&attempt->open, '\n');
}

static void perform_write_waiting(const struct attempt *attempt, const struct game *game) {
    struct sentence to = {.setup = &attempt->load.setup,
                          .labels = attempt->labels.seats,
                          .viewer = attempt->play.viewer,
                          .language = attempt->asked->language};
    int64_t deadlines[STORE_SEATS_MAX];

    if (game == &attempt->load.game) /* deadlines after the move are not known yet */
        to.deadlines = clock_deadlines(&attempt->load.clock, deadlines);
    sentence_waiting(attempt->out, &to, game);
    buffer_byte(attempt->out, '\n');
}

static void perform_write_done(struct attempt *attempt) {
    const struct buffer *own = &attempt->own, *open = &attempt->open;

    attempt->asked->last_seq = attempt->play.game.seq;
    attempt->asked->over = attempt->play.status != STORE_GAME_ACTIVE;
    attempt->asked->hidden = !buffer_equal(own, open);
    if (own->failed || open->failed || attempt->play.passes)
        perform_tell(attempt, TEXT_COMMAND_DONE);
    else
        buffer_append(attempt->out, own->data, own->size);
    if (!attempt->asked->over)
        perform_write_waiting(attempt, &attempt->play.game);
}

/* ---- refusals ---- */

static void perform_refuse_move(const struct attempt *attempt) {
    const struct play *play = &attempt->play;
    enum language language = attempt->asked->language;
    const struct sentence to = {.setup = &attempt->load.setup,
                                .labels = attempt->labels.seats,
                                .viewer = play->viewer,
                                .language = language};
    const char *rule = play_refusal_rule(play, to.setup);
    struct buffer move, reason;

    buffer_init(&reason, SENTENCE_MAX);
    sentence_refusal(&reason, &to, play->reason, play_due_first(play));
    buffer_byte(&reason, '\0');
    buffer_init(&move, NOTATION_MOVE_MAX);
    notation_write(&move, &attempt->load.setup, attempt->labels.seats,
                   &attempt->moves[play->index].action);
    buffer_byte(&move, '\0');
    text_fill(attempt->out, language, TEXT_COMMAND_REFUSED,
              TEXT_ARGS(move.failed ? "" : move.data, reason.failed ? "" : reason.data));
    buffer_free(&move);
    buffer_free(&reason);
    if (rule != NULL)
        text_fill(attempt->out, language, TEXT_COMMAND_RULE, TEXT_ARGS(rule));
    if (play->n_moves > 1)
        perform_tell(attempt, TEXT_COMMAND_NONE_MADE);
    else
        buffer_text(attempt->out, ".\n");
}

/* Says why the moves were refused. */
static void perform_refuse(const struct attempt *attempt) {
    static const struct {
        bool said;
        enum text words;
    } verdicts[] = {
        [PLAY_OVER] = {true, TEXT_COMMAND_OVER},
        [PLAY_PEEKS] = {true, TEXT_COMMAND_PEEKS},
        [PLAY_SEED_NEEDED] = {true, TEXT_COMMAND_SEED},
        [PLAY_SEED_WRONG] = {true, TEXT_COMMAND_SEED},
        [PLAY_SEED_UNASKED] = {true, TEXT_COMMAND_SEED},
        [PLAY_LOG_FULL] = {true, TEXT_COMMAND_LOG_FULL},
        [PLAY_UNREAD] = {true, TEXT_COMMAND_PROBLEM_UNCHANGED},
        [PLAY_BROKEN] = {true, TEXT_COMMAND_BROKEN},
        [PLAY_NOT_YOURS] = {false, TEXT_COMMAND_NOT_YOURS},
        [PLAY_ILLEGAL] = {false, TEXT_COMMAND_REFUSED},
    };
    const struct play *play = &attempt->play;

    attempt->asked->hidden = true; /* a refusal can reveal a hand */
    if ((size_t)play->verdict < sizeof verdicts / sizeof *verdicts &&
        verdicts[play->verdict].said) {
        perform_tell(attempt, verdicts[play->verdict].words);
    } else if (play->verdict != PLAY_NOT_YOURS) {
        perform_refuse_move(attempt);
    } else if (play->reason == REASON_RESIGNED) {
        perform_tell(attempt, TEXT_COMMAND_RESIGNED);
    } else if (attempt->load.game.players[play->seat].asked) {
        perform_tell(attempt, TEXT_COMMAND_PART_LATER);
    } else {
        perform_tell(attempt, TEXT_COMMAND_NOT_YOURS);
        perform_write_waiting(attempt, &attempt->load.game);
    }
}

static void perform_write_failure(struct buffer *out, enum language language,
                                  enum store_result result) {
    bool busy = result == STORE_BUSY || result == STORE_FULL || result == STORE_CONFLICT ||
                result == STORE_MEMORY;

    buffer_text(out, text_in(language, result == STORE_NONE        ? TEXT_COMMAND_UNKNOWN_GAME
                                       : result == STORE_UNSETTLED ? TEXT_COMMAND_UNSETTLED
                                       : result == STORE_DAMAGED   ? TEXT_COMMAND_SET_ASIDE
                                       : busy                      ? TEXT_COMMAND_BUSY_UNCHANGED
                                              : TEXT_COMMAND_PROBLEM_UNCHANGED));
}

/* ---- one attempt ---- */

/* Whether the account may move in the game just loaded; otherwise says why not. */
static bool perform_is_allowed(struct attempt *attempt) {
    const struct store_game *row = &attempt->load.row;
    struct perform *asked = attempt->asked;
    enum text why = TEXT_COMMAND_MOVED_ON;

    asked->last_seq = attempt->load.game.seq;
    if (row_seat(row, asked->account) == NONE)
        why = row->mode == STORE_MODE_TABLE ? TEXT_COMMAND_TABLE_GAME : TEXT_COMMAND_NO_SEAT;
    else if (row->status == STORE_GAME_OPEN)
        why = TEXT_COMMAND_NOT_BEGUN;
    else if (row_over(row))
        why = TEXT_COMMAND_OVER;
    else if (!asked->has_seq || asked->seq == attempt->load.game.seq)
        return true;
    perform_tell(attempt, why);
    if (why == TEXT_COMMAND_MOVED_ON)
        perform_write_waiting(attempt, &attempt->load.game);
    return false;
}

/* VIEW is SEAT's view. */
static size_t read_in_view(const struct load *load, const struct game *view, unsigned seat,
                           enum language language, enum notation_style style, const char *words,
                           size_t len, struct play_move *moves, struct notation_error *error) {
    struct action actions[NOTATION_MOVES_MAX] = {{0}};
    struct labels labels;
    size_t n;

    row_names(&load->row, &labels);
    n = notation_read_all(&load->setup, seat == NONE ? NULL : view, seat, labels.seats, language,
                          style, words, len, actions, NOTATION_MOVES_MAX, error);
    for (size_t i = 0; i < n; i++)
        moves[i] = (struct play_move){.action = actions[i]};
    return n;
}

size_t perform_read(const struct load *load, unsigned seat, enum language language,
                    const char *words, size_t len, struct play_move *moves,
                    struct notation_error *error) {
    struct game view;

    game_view(&load->setup, &load->game, seat, &view);
    return read_in_view(load, &view, seat, language, NOTATION_PROGRAM, words, len, moves, error);
}

/* Whether the text does not begin with a move. */
static bool begins_with_none(const struct perform *asked, const struct notation_error *error) {
    size_t first = 0;

    while (first < asked->words_len && strchr(" \t\r\n;", asked->words[first]) != NULL)
        first++;
    return error->at <= first;
}

/* Reads the moves as meant when written: what they leave out refers to what the sender had been shown.
 * False: has said why not. */
static bool perform_read_asked(struct attempt *attempt) {
    const struct load *load = &attempt->load;
    struct perform *asked = attempt->asked;
    struct play *play = &attempt->play;
    struct notation_error error, other;
    struct game view;
    bool later = false;

    game_view(&load->setup, &load->game, play->seat, &view);
    if (asked->told != NULL)
        later = told_hide_offers(&attempt->told, play->seat, &view);
    play->n_moves = (unsigned)read_in_view(load, &view, play->seat, asked->language, asked->style,
                                           asked->words, asked->words_len, attempt->moves, &error);
    asked->unread = play->n_moves == 0 && begins_with_none(asked, &error);
    for (unsigned i = 0; asked->told != NULL && i < play->n_moves; i++)
        attempt->told.past |=
            told_renumbered(&attempt->told, &load->game, &attempt->moves[i].action);
    asked->past = asked->told != NULL && attempt->told.past && !asked->unread;
    asked->told_seq = attempt->told.seq;
    asked->hidden = asked->past || play->n_moves == 0;
    if (!asked->hidden)
        return true;
    if (asked->past) {
        perform_tell(attempt, TEXT_COMMAND_PAST);
        return false;
    }
    if (later && perform_read(load, play->seat, asked->language, asked->words, asked->words_len,
                              attempt->moves, &other) > 0)
        perform_tell(attempt, TEXT_COMMAND_OFFERS_LATER);
    else
        text_fill(attempt->out, asked->language, TEXT_COMMAND_UNREAD, TEXT_ARGS(error.detail));
    return false;
}

/* Judges the moves upon the game just loaded; false where it has said why they cannot be made. */
static bool perform_judge(struct attempt *attempt) {
    struct perform *asked = attempt->asked;
    struct play *play = &attempt->play;
    struct notation_error error;

    row_names(&attempt->load.row, &attempt->labels);
    play->seat = play->viewer = row_seat(&attempt->load.row, asked->account);
    if (!perform_is_allowed(attempt)) {
        asked->unread = read_in_view(&attempt->load, NULL, NONE, asked->language, asked->style,
                                     asked->words, asked->words_len, attempt->moves, &error) == 0 &&
                        begins_with_none(asked, &error);
        return false;
    }
    if (!perform_read_asked(attempt))
        return false;
    play->now = app_now();
    buffer_clear(&attempt->own);
    buffer_clear(&attempt->open);
    play_judge(play, &attempt->load);
    if (play->verdict != PLAY_OK)
        perform_refuse(attempt);
    return play->verdict == PLAY_OK;
}

static enum store_result perform_write(struct store_tx *tx, struct store_job *job) {
    const struct attempt *attempt = (const struct attempt *)job;

    return timekeeper_write_play(tx, &attempt->play, attempt->play.at);
}

/* Judges and writes. *MADE: the moves were made; if not, and STORE_OK, it has said why not. */
static enum store_result perform_attempt(struct attempt *attempt, struct app *app,
                                         struct store_reader *reader, bool *made) {
    struct load *load = &attempt->load;
    enum store_result result =
        access_open(load, reader, attempt->asked->game, attempt->asked->account);

    if (result == STORE_OK && attempt->asked->told != NULL)
        result = told_replay(load, row_seat(&load->row, attempt->asked->account),
                             attempt->asked->told, &attempt->told);
    else if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, NULL, NULL);
    *made = result == STORE_OK && perform_judge(attempt);
    attempt->job.key = load->row.id;
    load_end(load);
    return *made ? store_call(app->store, &attempt->job) : result;
}

bool perform_moves(struct app *app, struct perform *asked, struct buffer *out) {
    struct store_reader *reader = store_reader_get(app->store);
    struct attempt *attempt = calloc(1, sizeof *attempt);
    enum store_result result = STORE_CONFLICT;
    bool made = false;

    asked->last_seq = 0;
    asked->unread = asked->over = asked->hidden = asked->past = false;
    if (attempt == NULL || reader == NULL) {
        free(attempt);
        perform_write_failure(out, asked->language, STORE_ERROR);
        return false;
    }
    attempt->job.run = perform_write;
    attempt->asked = asked;
    attempt->out = out;
    attempt->play.by = BY_PLAYER;
    attempt->play.moves = attempt->moves;
    attempt->play.events = attempt->events;
    attempt->play.each = perform_narrate;
    attempt->play.context = attempt;
    buffer_init(&attempt->own, NARRATION_MAX);
    buffer_init(&attempt->open, NARRATION_MAX);
    for (unsigned tries = 0; result == STORE_CONFLICT && tries < PLAY_TRIES_MAX; tries++)
        result = perform_attempt(attempt, app, reader, &made);
    if (result != STORE_OK) {
        perform_write_failure(out, asked->language, result);
    } else if (made) {
        play_announce(&attempt->play, app);
        perform_write_done(attempt);
    }
    buffer_free(&attempt->own);
    buffer_free(&attempt->open);
    free(attempt);
    return result == STORE_OK && made;
}

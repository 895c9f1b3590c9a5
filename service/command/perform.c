/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/perform.h"

#include <stdlib.h>
#include <string.h>

#include "service/app/app.h"
#include "service/game/access.h"
#include "service/game/play.h"
#include "service/words/notation.h"
#include "service/words/sentence.h"

enum {
    TALE_MAX = 64 << 10, /* bytes of the sentences of one batch */
};

/* One attempt after the other to make the moves. */
struct attempt {
    struct store_job job; /* first: it leads back here */
    struct app *app;
    struct perform *asked;
    struct load load;
    struct labels labels;
    struct play play;
    struct play_move moves[NOTATION_MOVES_MAX];
    struct play_event events[PLAY_ROOM(NOTATION_MOVES_MAX)];
    struct buffer own;  /* sentences as the account sees them */
    struct buffer open; /* as a bystander does */
};

_Static_assert((int)NOTATION_MOVES_MAX <= (int)PLAY_MOVES_MAX, "what is read can be played");

/* ---- what came of it ---- */

static void tell(struct play *play, const struct game *before, const struct event *event) {
    struct attempt *attempt = play->context;
    struct sentence to = {.setup = &attempt->load.setup,
                          .labels = attempt->labels.seats,
                          .viewer = play->viewer,
                          .over = play->status != STORE_GAME_ACTIVE};

    sentence_write(&attempt->own, &to, before, &play->game, event);
    buffer_byte(&attempt->own, '\n');
    to.viewer = VIEWER_NOBODY;
    sentence_write(&attempt->open, &to, before, &play->game, event);
    buffer_byte(&attempt->open, '\n');
}

static void tell_waiting(const struct attempt *attempt, const struct game *game,
                         struct buffer *out) {
    struct sentence to = {.setup = &attempt->load.setup,
                          .labels = attempt->labels.seats,
                          .viewer = attempt->play.viewer};
    int64_t deadlines[STORE_SEATS_MAX];

    if (game == &attempt->load.game) /* those after a move are not known yet */
        to.deadlines = clock_deadlines(&attempt->load.clock, deadlines);
    sentence_waiting(out, &to, game);
    buffer_byte(out, '\n');
}

static enum perform_result done(struct attempt *attempt, struct buffer *out) {
    const struct buffer *own = &attempt->own, *open = &attempt->open;

    attempt->asked->last_seq = attempt->play.game.seq;
    attempt->asked->over = attempt->play.status != STORE_GAME_ACTIVE;
    attempt->asked->hidden =
        own->size != open->size || memcmp(own->data, open->data, own->size) != 0;
    if (own->failed || open->failed)
        buffer_text(out, "Done.\n");
    else
        buffer_append(out, own->data, own->size);
    if (!attempt->asked->over)
        tell_waiting(attempt, &attempt->play.game, out);
    return PERFORM_DONE;
}

/* ---- refusals ---- */

static void refuse_move(const struct attempt *attempt, struct buffer *out) {
    const struct play *play = &attempt->play;
    const struct reason_row *reason = &reasons[play->reason];

    buffer_byte(out, '"');
    notation_write(out, &attempt->load.setup, attempt->labels.seats,
                   &attempt->moves[play->index].action);
    buffer_format(out, "\" is not possible: %s", reason->text);
    if (reason->rule != NULL)
        buffer_format(out, " (rule %s)", reason->rule);
    buffer_text(out, play->n_moves > 1 ? ". None of the moves was made.\n" : ".\n");
}

static enum perform_result refuse(struct attempt *attempt, struct buffer *out) {
    attempt->asked->hidden = true; /* a hand can be read from what is refused */
    switch (attempt->play.verdict) {
    case PLAY_OVER: buffer_text(out, "This game is over.\n"); return PERFORM_OVER;
    case PLAY_NOT_YOURS:
        if (attempt->play.reason == REASON_RESIGNED) {
            buffer_text(out, "You have resigned in this game.\n");
        } else {
            buffer_text(out, "It is not for you to decide now. ");
            tell_waiting(attempt, &attempt->load.game, out);
        }
        return PERFORM_REFUSED;
    case PLAY_ILLEGAL:
    case PLAY_IMPOSSIBLE: refuse_move(attempt, out); return PERFORM_REFUSED;
    case PLAY_PEEKS:
        buffer_text(out, "A move that draws or reveals something has to be the last of its line. "
                         "None of the moves was made.\n");
        return PERFORM_REFUSED;
    case PLAY_SEED_NEEDED:
    case PLAY_SEED_WRONG:
    case PLAY_SEED_UNASKED:
        buffer_text(out, "You have committed to a seed for the dice: your first move has to bring "
                         "it, through the program with which you joined.\n");
        return PERFORM_REFUSED;
    case PLAY_LOG_FULL: buffer_text(out, "The log of this game is full.\n"); return PERFORM_REFUSED;
    default:
        buffer_text(out, "The rules engine made a mistake; nothing has changed.\n");
        return PERFORM_BROKEN;
    }
}

static enum perform_result fail(struct buffer *out, enum store_result result) {
    bool busy = result == STORE_BUSY || result == STORE_FULL || result == STORE_CONFLICT;

    buffer_text(out, busy ? "The server is busy; nothing has changed. Try again in a moment.\n"
                          : "The server has a problem; nothing has changed.\n");
    return busy ? PERFORM_BUSY : PERFORM_BROKEN;
}

/* ---- one attempt ---- */

/* Whether the account may move in the game just loaded; otherwise says why not. */
static enum perform_result may_move(struct attempt *attempt, struct buffer *out) {
    const struct store_game *row = &attempt->load.row;
    struct perform *asked = attempt->asked;

    asked->last_seq = attempt->load.game.seq;
    if (row_seat(row, asked->account) == NONE) {
        buffer_text(out, row->mode == STORE_MODE_TABLE
                             ? "The moves of a table game are told through its own page.\n"
                             : "You have no seat in this game.\n");
        return PERFORM_NO_SEAT;
    }
    if (row->status == STORE_GAME_OPEN) {
        buffer_text(out, "This game has not begun yet: seats are still free.\n");
        return PERFORM_NOT_BEGUN;
    }
    if (row_over(row)) {
        buffer_text(out, "This game is over.\n");
        return PERFORM_OVER;
    }
    if (asked->has_seq && asked->seq != attempt->load.game.seq) {
        buffer_text(out, "The game has moved on since; nothing has been done. ");
        tell_waiting(attempt, &attempt->load.game, out);
        return PERFORM_STALE;
    }
    return PERFORM_DONE;
}

static bool read_moves(struct attempt *attempt, struct buffer *out) {
    const struct load *load = &attempt->load;
    const struct perform *asked = attempt->asked;
    struct action actions[NOTATION_MOVES_MAX] = {{0}};
    struct notation_error error;
    struct game view;
    unsigned seat = attempt->play.seat;
    size_t n = 1;

    if (asked->action != NULL) {
        actions[0] = *asked->action;
    } else {
        game_view(&load->setup, &load->game, seat, &view);
        n = notation_read_all(&load->setup, &view, seat, attempt->labels.seats, asked->words,
                              asked->words_len, actions, NOTATION_MOVES_MAX, &error);
        if (n == 0)
            buffer_format(out, "I cannot read that: %s.\n", error.detail);
    }
    memset(attempt->moves, 0, sizeof attempt->moves);
    for (size_t i = 0; i < n; i++)
        attempt->moves[i].action = actions[i];
    attempt->play.n_moves = (unsigned)n;
    return n > 0;
}

static enum store_result write_moves(struct store_tx *tx, struct store_job *job) {
    return play_write(tx, &((struct attempt *)job)->play);
}

/* Judges and writes; *CONFLICT becomes true where others were faster and nothing has been said. */
static enum perform_result attempt_once(struct attempt *attempt, struct store_reader *reader,
                                        struct buffer *out, bool *conflict) {
    struct load *load = &attempt->load;
    enum store_result result =
        access_open(load, reader, attempt->asked->game, attempt->asked->account);
    enum perform_result verdict = PERFORM_DONE;
    bool judged = false;

    if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, NULL, NULL);
    if (result == STORE_OK) {
        row_labels(&load->row, &attempt->labels);
        attempt->play.seat = attempt->play.viewer = row_seat(&load->row, attempt->asked->account);
        verdict = may_move(attempt, out);
    }
    if (result == STORE_OK && verdict == PERFORM_DONE) {
        judged = read_moves(attempt, out);
        attempt->asked->hidden = !judged;
        verdict = judged ? PERFORM_DONE : PERFORM_UNREAD;
    }
    if (judged) {
        attempt->play.now = app_now();
        buffer_clear(&attempt->own);
        buffer_clear(&attempt->open);
        play_judge(&attempt->play, load);
        if (attempt->play.verdict != PLAY_OK)
            verdict = refuse(attempt, out);
    }
    load_end(load);
    if (result == STORE_NONE) {
        buffer_text(out, "There is no such game.\n");
        return PERFORM_NO_GAME;
    }
    if (result != STORE_OK)
        return fail(out, result);
    if (verdict != PERFORM_DONE)
        return verdict;
    result = store_call(attempt->app->store, &attempt->job);
    *conflict = result == STORE_CONFLICT;
    if (result != STORE_OK)
        return *conflict ? PERFORM_BUSY : fail(out, result);
    play_announce(&attempt->play, attempt->app);
    return done(attempt, out);
}

enum perform_result perform(struct app *app, struct perform *asked, struct buffer *out) {
    struct store_reader *reader = store_reader_get(app->store);
    struct attempt *attempt = calloc(1, sizeof *attempt);
    enum perform_result result = PERFORM_BUSY;
    bool conflict = true;

    asked->last_seq = 0;
    asked->over = asked->hidden = false;
    if (attempt == NULL || reader == NULL) {
        free(attempt);
        return fail(out, STORE_ERROR);
    }
    attempt->job.run = write_moves;
    attempt->app = app;
    attempt->asked = asked;
    attempt->play.by = BY_PLAYER;
    attempt->play.moves = attempt->moves;
    attempt->play.events = attempt->events;
    attempt->play.each = tell;
    attempt->play.context = attempt;
    buffer_init(&attempt->own, TALE_MAX);
    buffer_init(&attempt->open, TALE_MAX);
    for (unsigned tries = 0; conflict && tries < PLAY_TRIES_MAX; tries++) {
        conflict = false;
        result = attempt_once(attempt, reader, out, &conflict);
    }
    if (conflict)
        result = fail(out, STORE_CONFLICT);
    buffer_free(&attempt->own);
    buffer_free(&attempt->open);
    free(attempt);
    return result;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/perform.h"

#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "service/app/app.h"
#include "service/game/access.h"
#include "service/words/sentence.h"

enum { NARRATION_MAX = 64 << 10 /* bytes of the sentences of one batch */ };

/* One attempt after the other to make the moves. */
struct attempt {
    struct store_job job; /* first: it leads back here */
    struct perform *asked;
    struct buffer *out;
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

static void perform_narrate(struct play *play, const struct game *before,
                            const struct event *event) {
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

static void perform_write_waiting(const struct attempt *attempt, const struct game *game) {
    struct sentence to = {.setup = &attempt->load.setup,
                          .labels = attempt->labels.seats,
                          .viewer = attempt->play.viewer};
    int64_t deadlines[STORE_SEATS_MAX];

    if (game == &attempt->load.game) /* those after a move are not known yet */
        to.deadlines = clock_deadlines(&attempt->load.clock, deadlines);
    sentence_waiting(attempt->out, &to, game);
    buffer_byte(attempt->out, '\n');
}

static void perform_write_done(struct attempt *attempt) {
    const struct buffer *own = &attempt->own, *open = &attempt->open;

    attempt->asked->last_seq = attempt->play.game.seq;
    attempt->asked->over = attempt->play.status != STORE_GAME_ACTIVE;
    attempt->asked->hidden =
        own->size != open->size || memcmp(own->data, open->data, own->size) != 0;
    if (own->failed || open->failed)
        buffer_text(attempt->out, "Done.\n");
    else
        buffer_append(attempt->out, own->data, own->size);
    if (!attempt->asked->over)
        perform_write_waiting(attempt, &attempt->play.game);
}

/* ---- refusals ---- */

static void perform_refuse_move(const struct attempt *attempt) {
    const struct play *play = &attempt->play;
    const struct reason_row *reason = &reasons[play->reason];
    struct buffer *out = attempt->out;

    buffer_byte(out, '"');
    notation_write(out, &attempt->load.setup, attempt->labels.seats,
                   &attempt->moves[play->index].action);
    buffer_format(out, "\" is not possible: %s", reason->text);
    if (reason->rule != NULL)
        buffer_format(out, " (rule %s)", reason->rule);
    buffer_text(out, play->n_moves > 1 ? ". None of the moves was made.\n" : ".\n");
}

/* Says why the moves were not judged to be right. */
static void perform_refuse(const struct attempt *attempt) {
    static const char seed[] = "You have committed to a seed for the dice: your first move has to "
                               "bring it, through the program with which you joined.\n";
    static const char peeks[] = "A move that draws or reveals something has to be the last of its "
                                "line. None of the moves was made.\n";
    static const char *const texts[] = {
        [PLAY_OVER] = "This game is over.\n",
        [PLAY_PEEKS] = peeks,
        [PLAY_SEED_NEEDED] = seed,
        [PLAY_SEED_WRONG] = seed,
        [PLAY_SEED_UNASKED] = seed,
        [PLAY_LOG_FULL] = "The log of this game is full.\n",
        [PLAY_BROKEN] = "The rules engine made a mistake; nothing has changed.\n",
    };
    const struct play *play = &attempt->play;

    attempt->asked->hidden = true; /* a hand can be read from what is refused */
    if (texts[play->verdict] != NULL) {
        buffer_text(attempt->out, texts[play->verdict]);
    } else if (play->verdict != PLAY_NOT_YOURS) {
        perform_refuse_move(attempt);
    } else if (play->reason == REASON_RESIGNED) {
        buffer_text(attempt->out, "You have resigned in this game.\n");
    } else {
        buffer_text(attempt->out, "It is not for you to decide now. ");
        perform_write_waiting(attempt, &attempt->load.game);
    }
}

static void perform_write_failure(struct buffer *out, enum store_result result) {
    bool busy = result == STORE_BUSY || result == STORE_FULL || result == STORE_CONFLICT;

    if (result == STORE_NONE)
        buffer_text(out, "There is no such game.\n");
    else if (result == STORE_UNSETTLED)
        buffer_text(out,
                    "The server's disk failed just then, and it is not known yet whether that was "
                    "done. Look at the game in a few minutes.\n");
    else if (result == STORE_DAMAGED)
        buffer_text(out, "This game is set aside: what is stored of it is damaged.\n");
    else
        buffer_text(out, busy ? "The server is busy; nothing has changed. Try again in a moment.\n"
                              : "The server has a problem; nothing has changed.\n");
}

/* ---- one attempt ---- */

/* Whether the account may move in the game just loaded; otherwise says why not. */
static bool perform_is_allowed(struct attempt *attempt) {
    const struct store_game *row = &attempt->load.row;
    struct perform *asked = attempt->asked;
    const char *why = NULL;
    bool moved_on = false;

    asked->last_seq = attempt->load.game.seq;
    if (row_seat(row, asked->account) == NONE)
        why = row->mode == STORE_MODE_TABLE
                  ? "The moves of a table game are told through its own page.\n"
                  : "You have no seat in this game.\n";
    else if (row->status == STORE_GAME_OPEN)
        why = "This game has not begun yet: seats are still free.\n";
    else if (row_over(row))
        why = "This game is over.\n";
    else if (asked->has_seq && asked->seq != attempt->load.game.seq)
        moved_on = true;
    else
        return true;
    buffer_text(attempt->out,
                moved_on ? "The game has moved on since; nothing has been done. " : why);
    if (moved_on)
        perform_write_waiting(attempt, &attempt->load.game);
    return false;
}

size_t perform_read(const struct load *load, unsigned seat, const char *words, size_t len,
                    struct play_move *moves, struct notation_error *error) {
    struct action actions[NOTATION_MOVES_MAX] = {{0}};
    struct labels labels;
    struct game view;
    size_t n;

    row_names(&load->row, &labels);
    game_view(&load->setup, &load->game, seat, &view);
    n = notation_read_all(&load->setup, seat == NONE ? NULL : &view, seat, labels.seats, words, len,
                          actions, NOTATION_MOVES_MAX, error);
    for (size_t i = 0; i < n; i++)
        moves[i] = (struct play_move){.action = actions[i]};
    return n;
}

/* Judges the moves upon the game just loaded; false where it has said why they cannot be made. */
static bool perform_judge(struct attempt *attempt) {
    struct perform *asked = attempt->asked;
    struct play *play = &attempt->play;
    struct notation_error error;

    row_names(&attempt->load.row, &attempt->labels);
    play->seat = play->viewer = row_seat(&attempt->load.row, asked->account);
    if (!perform_is_allowed(attempt))
        return false;
    play->n_moves = (unsigned)perform_read(&attempt->load, play->seat, asked->words,
                                           asked->words_len, attempt->moves, &error);
    asked->unread = asked->hidden = play->n_moves == 0;
    if (asked->unread) {
        buffer_format(attempt->out, "I cannot read that: %s.\n", error.detail);
        return false;
    }
    play->now = app_now();
    buffer_clear(&attempt->own);
    buffer_clear(&attempt->open);
    play_judge(play, &attempt->load);
    if (play->verdict != PLAY_OK)
        perform_refuse(attempt);
    return play->verdict == PLAY_OK;
}

static enum store_result perform_write(struct store_tx *tx, struct store_job *job) {
    return play_write(tx, &((struct attempt *)job)->play);
}

/* Judges and writes. *MADE: the moves were made; otherwise, with STORE_OK, it has said why not. */
static enum store_result perform_attempt(struct attempt *attempt, struct app *app,
                                         struct store_reader *reader, bool *made) {
    struct load *load = &attempt->load;
    enum store_result result =
        access_open(load, reader, attempt->asked->game, attempt->asked->account);

    if (result == STORE_OK)
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
    asked->unread = asked->over = asked->hidden = false;
    if (attempt == NULL || reader == NULL) {
        free(attempt);
        perform_write_failure(out, STORE_ERROR);
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
        perform_write_failure(out, result);
    } else if (made) {
        play_announce(&attempt->play, app);
        perform_write_done(attempt);
    }
    buffer_free(&attempt->own);
    buffer_free(&attempt->open);
    free(attempt);
    return result == STORE_OK && made;
}

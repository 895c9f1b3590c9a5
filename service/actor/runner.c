/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/runner.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "db/games.h"
#include "service/actor/actor.h"
#include "service/actor/release.h"
#include "service/actor/turns.h"
#include "service/app/app.h"
#include "service/app/several.h"
#include "service/base/log.h"
#include "service/base/worker.h"
#include "service/game/guard.h"
#include "service/game/play.h"
#include "service/game/timekeeper.h"

enum {
    BUCKETS = 1 << 10,
    IDS_PAGE = 256, /* games looked up at once at the start */
    /* The pause of all moves when the store cannot take one: a full disk, a full queue. It doubles each time in
     * a row. */
    PAUSE_FIRST_MS = 60,
    PAUSE_MAX_MS = 2000,
};
_Static_assert(RUNNER_THINKERS <= WORKER_THREADS_MAX, "a worker has room for them");

/* A game in which there may be something to do. */
struct runner_game {
    struct turn turn; /* first; of the account that made the game, once known */
    int64_t id;
    struct runner *runner;
    bool queued;              /* is in the queue */
    bool busy;                /* being looked at, or its move is being written */
    bool again;               /* woken meanwhile */
    struct runner_game *next; /* in its bucket */
};

/* A deleted account whose games have not been looked up yet. */
struct gone {
    int64_t account;
    struct gone *next;
};

/* A game to be looked at again at a given time, even if nothing happens. */
struct again {
    int64_t game, at;
    struct again *next;
};

struct runner {
    struct store *store;
    struct server *server;
    struct several *several; /* which games are looked at here */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* for those who wait until it settles or stops */
    struct worker worker, thinkers;
    bool stopping;
    bool awake;            /* has looked up the running games */
    bool to_look_up;       /* games of newly gained shares have not been looked up yet */
    int64_t pause_until;   /* request_now() */
    int64_t pause_ms;      /* length of the last pause; 0: the store takes moves */
    bool refused;          /* the store has refused a move since runner_settle was last called */
    unsigned busy;         /* games that are busy */
    struct turns games;    /* to be looked at */
    struct turns thoughts; /* busy: to be thought about */
    struct again *again;
    struct gone *gone;
    struct runner_game *buckets[BUCKETS];
};

/* A move being written, what an actor has to write without a move, or leaving a game that has not
 * begun. */
struct runner_job {
    struct store_job job;
    struct runner_game *game;
    struct runner *runner;
    struct automatic_move automatic;
    bool silent; /* the game itself does not change */
    struct play_move move;
    struct play play;
    struct play_event events[PLAY_ROOM(1)];
};

/* ---- the games that wait; under the lock ---- */

static struct runner_game **game_bucket(struct runner *runner, int64_t id) {
    return &runner->buckets[(uint64_t)id % BUCKETS];
}

static struct runner_game *runner_find_game(struct runner *runner, int64_t id) {
    struct runner_game **bucket = game_bucket(runner, id);
    struct runner_game *game = *bucket;

    while (game != NULL && game->id != id)
        game = game->next;
    if (game != NULL)
        return game;
    game = calloc(1, sizeof *game);
    if (game == NULL) {
        log_line("error",
                 "no memory to look at game number %lld; its bots wait until its next move",
                 (long long)id);
        return NULL;
    }
    game->id = id;
    game->runner = runner;
    game->next = *bucket;
    *bucket = game;
    return game;
}

static void runner_forget_game(struct runner *runner, struct runner_game *game) {
    struct runner_game **at = game_bucket(runner, game->id);

    while (*at != game)
        at = &(*at)->next;
    *at = game->next;
    free(game);
}

static void enqueue_game(struct runner *runner, struct runner_game *game) {
    game->queued = true;
    game->again = false;
    turns_add(&runner->games, &game->turn);
    worker_wake(&runner->worker);
}

static struct runner_game *dequeue_game(struct runner *runner) {
    struct runner_game *game = (struct runner_game *)turns_take(&runner->games);

    game->queued = false;
    game->busy = true;
    runner->busy++;
    return game;
}

/* Whether one more game of the account can be thought about: an account gets at most half of the
 * places. */
static bool has_room_for_thought(struct runner *runner, int64_t account) {
    bool room;

    pthread_mutex_lock(&runner->lock);
    room = worker_running(&runner->thinkers) > 0 && runner->thoughts.count < RUNNER_THOUGHTS_MAX &&
           turns_count(&runner->thoughts, account) < RUNNER_THOUGHTS_ACCOUNT_MAX &&
           !runner->stopping;
    pthread_mutex_unlock(&runner->lock);
    return room;
}

/* False while stopping, as the thinkers may have ended already. */
static bool enqueue_thought(struct runner *runner, struct runner_game *game) {
    bool taken;

    pthread_mutex_lock(&runner->lock);
    taken = !runner->stopping;
    if (taken) {
        turns_add(&runner->thoughts, &game->turn);
        worker_wake(&runner->thinkers);
    }
    pthread_mutex_unlock(&runner->lock);
    return taken;
}

static void pause_all(struct runner *runner) {
    int64_t now = request_now();

    pthread_mutex_lock(&runner->lock);
    runner->refused = true;
    if (now >= runner->pause_until) { /* count moves that failed together once */
        runner->pause_ms *= 2;
        if (runner->pause_ms < PAUSE_FIRST_MS)
            runner->pause_ms = PAUSE_FIRST_MS;
        else if (runner->pause_ms > PAUSE_MAX_MS)
            runner->pause_ms = PAUSE_MAX_MS;
        runner->pause_until = now + runner->pause_ms;
        pthread_cond_broadcast(&runner->changed);
    }
    pthread_mutex_unlock(&runner->lock);
}

/* The same if a thread has no reader. */
static void pause_unread(struct runner *runner) {
    log_line("error", "the runner could not read the database; bots and clocks wait, will retry");
    pause_all(runner);
}

/* Called when the store takes moves again. */
static void end_pauses(struct runner *runner) {
    pthread_mutex_lock(&runner->lock);
    runner->pause_ms = 0;
    pthread_mutex_unlock(&runner->lock);
}

/* Ends a game's being busy: it is looked at again, or forgotten until it is woken. */
static void runner_put_back(struct runner *runner, struct runner_game *game, bool again) {
    pthread_mutex_lock(&runner->lock);
    runner->busy--;
    game->busy = false;
    if ((again || game->again) && !runner->stopping)
        enqueue_game(runner, game);
    else
        runner_forget_game(runner, game);
    pthread_cond_broadcast(&runner->changed);
    pthread_mutex_unlock(&runner->lock);
}

void runner_wake(struct runner *runner, int64_t game) {
    struct runner_game *found;

    if (runner == NULL || !several_claim(runner->several, several_share(game), NULL))
        return;
    pthread_mutex_lock(&runner->lock);
    found = runner->stopping ? NULL : runner_find_game(runner, game);
    if (found != NULL && found->busy)
        found->again = true;
    else if (found != NULL && !found->queued)
        enqueue_game(runner, found);
    pthread_mutex_unlock(&runner->lock);
}

/* Has the game looked at again at a given time. */
static void ask_again_at(struct runner *runner, int64_t game, int64_t at) {
    struct again *again;

    pthread_mutex_lock(&runner->lock);
    again = runner->again;
    while (again != NULL && again->game != game)
        again = again->next;
    if (again == NULL && (again = malloc(sizeof *again)) != NULL) {
        again->game = game;
        again->next = runner->again;
        runner->again = again;
    }
    if (again != NULL)
        again->at = at;
    pthread_mutex_unlock(&runner->lock);
    if (again == NULL)
        log_line(
            "error",
            "no memory to wait for answers; the bots of game number %lld wait until its next move",
            (long long)game);
}

/* Removes one that is due from the list; 0: none is. */
static int64_t take_again(struct runner *runner, int64_t now) {
    struct again **at, *due;
    int64_t game = 0;

    pthread_mutex_lock(&runner->lock);
    at = &runner->again;
    while (*at != NULL && (*at)->at > now)
        at = &(*at)->next;
    due = *at;
    if (due != NULL) {
        *at = due->next;
        game = due->game;
        free(due);
    }
    pthread_mutex_unlock(&runner->lock);
    return game;
}

int runner_wake_again(struct runner *runner, int64_t now) {
    int woken = 0;
    int64_t game;

    while (runner != NULL && (game = take_again(runner, now)) != 0) {
        runner_wake(runner, game);
        woken++;
    }
    return woken;
}

int64_t runner_next_again(struct runner *runner) {
    int64_t next = INT64_MAX;

    if (runner == NULL)
        return next;
    pthread_mutex_lock(&runner->lock);
    for (const struct again *again = runner->again; again != NULL; again = again->next)
        next = again->at < next ? again->at : next;
    pthread_mutex_unlock(&runner->lock);
    return next;
}

void runner_shares_gained(struct runner *runner, uint64_t shares) {
    if (runner == NULL)
        return;
    pthread_mutex_lock(&runner->lock);
    runner->to_look_up |= shares != 0;
    pthread_mutex_unlock(&runner->lock);
    worker_wake(&runner->worker);
}

void runner_game_changed(struct app *app, int64_t game) {
    runner_wake(app->runner, game);
}

/* With the lock held: whether a move may still be made, or is being written. */
static bool is_moving(const struct runner *runner) {
    if (runner->stopping)
        return false;
    if (runner->refused || runner->pause_until > request_now())
        return runner->busy > 0;
    return !runner->awake || runner->to_look_up || runner->games.count > 0 || runner->busy > 0 ||
           runner->gone != NULL;
}

bool runner_settle(struct runner *runner) {
    bool rests;

    if (runner == NULL)
        return true;
    pthread_mutex_lock(&runner->lock);
    while (is_moving(runner))
        pthread_cond_wait(&runner->changed, &runner->lock);
    /* A pause that is over by now counts as well: a simulation's result must not depend on how fast it
     * runs. */
    rests = runner->refused || runner->pause_until > request_now();
    runner->refused = false;
    pthread_mutex_unlock(&runner->lock);
    return !rests;
}

void runner_release_account(struct runner *runner, int64_t account) {
    struct gone *gone = runner == NULL ? NULL : malloc(sizeof *gone);

    if (gone == NULL) {
        if (runner != NULL)
            log_line("error",
                     "no memory to release the seats of account number %lld; the next start "
                     "releases them",
                     (long long)account);
        return;
    }
    pthread_mutex_lock(&runner->lock);
    *gone = (struct gone){account, runner->gone};
    runner->gone = gone;
    pthread_mutex_unlock(&runner->lock);
    worker_wake(&runner->worker);
}

/* ---- moving ---- */

/* Resigns the seat of a deleted account. */
enum store_result runner_resign_due(const struct load *load, int64_t now,
                                    struct automatic_move *automatic) {
    struct release due;
    enum store_result result = release_due(load, &due);

    (void)now;
    if (result != STORE_OK || due.kind != RELEASE_RESIGN)
        return result;
    automatic->by = BY_PLAYER;
    automatic->seat = due.seat;
    automatic->action.type = RESIGN;
    return STORE_OK;
}

static enum store_result runner_write_move(struct store_tx *tx, struct store_job *job) {
    const struct runner_job *move = (const struct runner_job *)job;
    enum store_result result = timekeeper_write_play(tx, &move->play, move->play.at);

    if (result == STORE_OK && move->automatic.with != NULL)
        result = move->automatic.with(tx, &move->automatic, &move->play);
    return result;
}

static void runner_finish_move(struct store_job *job, enum store_result result) {
    struct runner_job *move = (struct runner_job *)job; /* its first member */
    struct runner_game *game = move->game;
    struct runner *runner = move->runner;
    bool over = result == STORE_OK && move->play.status != STORE_GAME_ACTIVE;

    if (result != STORE_OK && result != STORE_CONFLICT)
        pause_all(runner);
    else
        end_pauses(runner);
    if (result == STORE_OK && !move->silent)
        app_wake_watchers(runner->server, move->play.game_id);
    free(move);
    runner_put_back(runner, game,
                    !over && several_claim(runner->several, several_share(game->id), NULL));
}

enum sent { SENT, NOTHING_TO_SEND, NOT_TAKEN, PUT_OFF };

static enum store_result run_silent(struct store_tx *tx, struct store_job *job) {
    const struct automatic_move *automatic = &((const struct runner_job *)job)->automatic;

    return automatic->with(tx, automatic, NULL);
}

static enum store_result run_leave(struct store_tx *tx, struct store_job *job) {
    return release_open_game(tx, ((struct runner_job *)job)->game->id);
}

/* Frees the job if it is not taken. */
static enum sent runner_submit_move(struct runner *runner, struct runner_job *move) {
    if (store_submit(runner->store, &move->job) == STORE_OK)
        return SENT;
    free(move);
    return NOT_TAKEN;
}

static struct runner_job *new_move(struct runner *runner, struct runner_game *game,
                                   enum store_result (*run_move)(struct store_tx *tx,
                                                                 struct store_job *job)) {
    struct runner_job *move = calloc(1, sizeof *move);

    if (move == NULL)
        return NULL;
    move->job = (struct store_job){.run = run_move, .done = runner_finish_move, .key = game->id};
    /* If the game now belongs to another process, the job is refused. */
    if (!several_claim(runner->several, several_share(game->id), &move->job))
        move->job.fence = -1;
    move->game = game;
    move->runner = runner;
    return move;
}

/* Judges a move and submits it. */
static enum sent send_move(struct runner *runner, struct runner_game *game, const struct load *load,
                           const struct automatic_move *automatic) {
    struct runner_job *move = new_move(runner, game, runner_write_move);

    if (move == NULL)
        return NOT_TAKEN;
    move->automatic = *automatic;
    move->move.action = automatic->action;
    move->play.by = automatic->by;
    move->play.seat = automatic->seat;
    move->play.now = app_now();
    move->play.moves = &move->move;
    move->play.n_moves = automatic->parts ? 0 : 1;
    move->play.events = move->events;
    play_judge(&move->play, load);
    if (move->play.verdict == PLAY_OK && (move->play.n_events > 0 || move->play.passes))
        return runner_submit_move(runner, move);
    if (move->play.verdict == PLAY_OK || move->play.verdict == PLAY_UNREAD) {
        const bool unread = move->play.verdict == PLAY_UNREAD;

        free(move); /* else settings of parts have changed just now: that wakes again */
        return unread ? NOT_TAKEN : NOTHING_TO_SEND;
    }
    log_line("error", "the rules refused a %s's move (verdict %d, %s) in game %s",
             event_by_names[automatic->by], (int)move->play.verdict,
             reasons[move->play.reason].code, load->row.public_id);
    if (move->play.verdict != PLAY_LOG_FULL)
        guard_set_aside(load->reader, &load->row, GUARD_MOVE, load->game.seq + 1);
    free(move);
    return NOTHING_TO_SEND;
}

/* Submits what an actor has to write without a move. */
static enum sent send_silent(struct runner *runner, struct runner_game *game,
                             const struct automatic_move *automatic) {
    struct runner_job *move = new_move(runner, game, run_silent);

    if (move == NULL)
        return NOT_TAKEN;
    move->automatic = *automatic;
    move->silent = true;
    move->play.status = STORE_GAME_ACTIVE; /* it is looked at again */
    return runner_submit_move(runner, move);
}

static enum sent send_leave(struct runner *runner, struct runner_game *game) {
    struct runner_job *move = new_move(runner, game, run_leave);

    if (move == NULL)
        return NOT_TAKEN;
    move->play.game_id = game->id; /* for those waiting for its news */
    move->play.status = STORE_GAME_OPEN;
    return runner_submit_move(runner, move);
}

/* Finds what is due in an active game, and submits it. */
static enum sent runner_ask_actors(struct runner *runner, struct runner_game *game,
                                   const struct load *load, enum actor_time time) {
    int64_t now = app_now();

    for (size_t i = 0; actors[i] != NULL; i++) {
        struct automatic_move automatic = {.time = time, .seat = NONE, .game = load->row.id};

        if (actors[i](load, now, &automatic) != STORE_OK)
            return NOT_TAKEN;
        if (automatic.put_off)
            return PUT_OFF;
        if (automatic.action.type != ACTION_NONE || automatic.parts)
            return send_move(runner, game, load, &automatic);
        if (automatic.with != NULL)
            return send_silent(runner, game, &automatic);
        if (automatic.again_at != 0)
            ask_again_at(runner, game->id, automatic.again_at);
    }
    return NOTHING_TO_SEND;
}

/* Lets deleted accounts leave a game that has not begun. */
static enum sent leave_open(struct runner *runner, struct runner_game *game,
                            const struct load *load) {
    struct release due;

    if (release_due(load, &due) != STORE_OK)
        return NOT_TAKEN;
    return due.kind == RELEASE_LEAVE ? send_leave(runner, game) : NOTHING_TO_SEND;
}

static enum sent runner_judge_game(struct runner *runner, struct runner_game *game,
                                   const struct load *load, enum actor_time time) {
    switch (load->row.status) {
    case STORE_GAME_ACTIVE: return runner_ask_actors(runner, game, load, time);
    case STORE_GAME_OPEN: return leave_open(runner, game, load);
    default: return NOTHING_TO_SEND;
    }
}

static enum actor_time runner_time(struct runner *runner, const struct runner_game *game,
                                   bool is_long) {
    if (is_long)
        return ACTOR_TIME_LONG;
    return has_room_for_thought(runner, game->turn.account) ? ACTOR_TIME_SHORT : ACTOR_TIME_NONE;
}

/* IS_LONG: running on a thread that others do not wait for. */
static void runner_play_game(struct runner *runner, struct store_reader *reader,
                             struct runner_game *game, bool is_long) {
    struct load *load = malloc(sizeof *load);
    enum sent sent = NOT_TAKEN;

    if (load != NULL) {
        enum store_result result = load_open_by_id(load, reader, game->id);

        if (result == STORE_OK) {
            game->turn.account = load->row.creator;
            result = load_replay(load, LOAD_LATEST, NULL, NULL);
        }
        if (result == STORE_OK)
            sent = runner_judge_game(runner, game, load, runner_time(runner, game, is_long));
        else if (result != STORE_NONE && result != STORE_DAMAGED) /* an open game may be deleted */
            log_line("error", "cannot load game number %lld (%s)", (long long)game->id,
                     store_result_name(result));
        if (result == STORE_NONE || result == STORE_DAMAGED) /* trying again would not help */
            sent = NOTHING_TO_SEND;
        load_end(load);
        free(load);
    }
    if (sent == NOT_TAKEN)
        pause_all(runner);
    if (sent == SENT || (sent == PUT_OFF && enqueue_thought(runner, game)))
        return;
    runner_put_back(runner, game, sent == NOT_TAKEN);
}

/* Wakes the active and open games of this process's shares: at the start, and when it gains shares. False
 * when they cannot be read. */
static bool wake_all(struct runner *runner, struct store_reader *reader,
                     enum store_game_status status) {
    int64_t ids[IDS_PAGE];
    int64_t after = 0;
    size_t count;

    do {
        if (store_game_ids(reader, status, after, ids, IDS_PAGE, &count) != STORE_OK)
            return false;
        for (size_t i = 0; i < count; i++)
            runner_wake(runner, ids[i]);
        after = count > 0 ? ids[count - 1] : after;
    } while (count == IDS_PAGE);
    return true;
}

static bool wake_row(void *context, const struct store_game *row) {
    runner_wake(context, row->id);
    return true;
}

/* Wakes the games in which a deleted account has something to give up. */
static void wake_games_of(struct runner *runner, struct store_reader *reader, int64_t account) {
    const struct store_game_filter filter = {
        .statuses = 1u << STORE_GAME_OPEN | 1u << STORE_GAME_ACTIVE,
        .mine = account,
        .viewer = account,
    };

    if (store_game_list(reader, &filter, wake_row, runner) != STORE_OK)
        log_line("error",
                 "cannot list the games of account number %lld; the next start releases its seats",
                 (long long)account);
}

/* Called with the lock held, which it releases meanwhile. */
static void next_gone(struct runner *runner, struct store_reader *reader) {
    struct gone *gone = runner->gone;

    runner->gone = gone->next;
    runner->busy++;
    pthread_mutex_unlock(&runner->lock);
    wake_games_of(runner, reader, gone->account);
    free(gone);
    pthread_mutex_lock(&runner->lock);
    runner->busy--;
    pthread_cond_broadcast(&runner->changed);
}

/* Called with the lock held, which it releases meanwhile. If games cannot be read, they are looked up again after
 * a pause: nothing else would wake them. */
static void look_up_games(struct runner *runner, struct store_reader *reader) {
    bool found;

    runner->to_look_up = false;
    runner->busy++;
    pthread_mutex_unlock(&runner->lock);
    found =
        wake_all(runner, reader, STORE_GAME_ACTIVE) && wake_all(runner, reader, STORE_GAME_OPEN);
    if (!found)
        pause_all(runner);
    pthread_mutex_lock(&runner->lock);
    runner->busy--;
    runner->to_look_up |= !found;
    runner->awake |= found;
    pthread_cond_broadcast(&runner->changed);
}

/* Does the next thing: looks up games, looks at one, or nothing; returns for how many ms there is nothing to do.
 * Called with the lock held, which it releases meanwhile. */
static int64_t runner_next(struct runner *runner, struct store_reader *reader) {
    int64_t pause = runner->pause_until - request_now();

    if (runner->stopping)
        return WORKER_RESTS;
    if (runner->gone != NULL) {
        next_gone(runner, reader);
        return 0;
    }
    if (runner->games.count == 0 && !runner->to_look_up)
        return WORKER_RESTS;
    if (pause > 0)
        return pause;
    if (runner->to_look_up) {
        look_up_games(runner, reader);
        return 0;
    }
    struct runner_game *game = dequeue_game(runner);

    pthread_mutex_unlock(&runner->lock);
    runner_play_game(runner, reader, game, false);
    pthread_mutex_lock(&runner->lock);
    return 0;
}

static int64_t runner_step(void *context) {
    struct runner *runner = context;
    struct store_reader *reader = store_reader_get(runner->store);
    int64_t ms;

    if (reader == NULL)
        pause_unread(runner);
    pthread_mutex_lock(&runner->lock);
    ms = reader == NULL ? runner->pause_until - request_now() : runner_next(runner, reader);
    pthread_mutex_unlock(&runner->lock);
    return ms;
}

/* The step of the thinkers. While stopping they put back the games they were given. */
static int64_t runner_think(void *context) {
    struct runner *runner = context;
    struct store_reader *reader = store_reader_get(runner->store);
    struct runner_game *game;
    bool stopping;

    pthread_mutex_lock(&runner->lock);
    game = (struct runner_game *)turns_take(&runner->thoughts);
    stopping = runner->stopping;
    pthread_mutex_unlock(&runner->lock);
    if (game == NULL)
        return WORKER_RESTS;
    if (reader == NULL)
        pause_unread(runner);
    if (stopping || reader == NULL)
        runner_put_back(runner, game, true);
    else
        runner_play_game(runner, reader, game, true);
    return 0;
}

/* ---- life ---- */

struct runner *runner_new(struct store *store) {
    struct runner *runner = calloc(1, sizeof *runner);

    if (runner == NULL)
        return NULL;
    runner->store = store;
    runner->to_look_up = true;
    pthread_mutex_init(&runner->lock, NULL);
    pthread_cond_init(&runner->changed, NULL);
    worker_init(&runner->worker, runner_step, runner);
    worker_init(&runner->thinkers, runner_think, runner);
    return runner;
}

void runner_share_with(struct runner *runner, struct several *several) {
    runner->several = several;
}

bool runner_start(struct runner *runner, struct server *server) {
    runner->server = server;
    (void)worker_start(&runner->thinkers, RUNNER_THINKERS); /* without them bots play more simply */
    return worker_start(&runner->worker, 1);
}

void runner_stop(struct runner *runner) {
    if (runner == NULL)
        return;
    pthread_mutex_lock(&runner->lock);
    runner->stopping = true;
    pthread_cond_broadcast(&runner->changed);
    while (runner->busy > 0)
        pthread_cond_wait(&runner->changed, &runner->lock);
    pthread_mutex_unlock(&runner->lock);
    worker_stop(&runner->worker);
    worker_stop(&runner->thinkers);
}

void runner_free(struct runner *runner) {
    if (runner == NULL)
        return;
    while (runner->gone != NULL) {
        struct gone *next = runner->gone->next;

        free(runner->gone);
        runner->gone = next;
    }
    while (runner->again != NULL) {
        struct again *next = runner->again->next;

        free(runner->again);
        runner->again = next;
    }
    turns_clear(&runner->games);
    turns_clear(&runner->thoughts);
    for (unsigned i = 0; i < BUCKETS; i++) {
        struct runner_game *game = runner->buckets[i];

        while (game != NULL) {
            struct runner_game *next = game->next;

            free(game);
            game = next;
        }
    }
    worker_free(&runner->thinkers);
    worker_free(&runner->worker);
    pthread_cond_destroy(&runner->changed);
    pthread_mutex_destroy(&runner->lock);
    free(runner);
}

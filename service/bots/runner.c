/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/runner.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "service/app.h"
#include "service/bots/bot.h"
#include "service/clock/timeout.h"
#include "service/deed.h"
#include "service/farewell.h"
#include "service/log.h"
#include "service/orders/deed.h"
#include "service/play.h"

enum {
    BUCKETS = 1 << 10,
    IDS_PAGE = 256, /* games looked up at once at the start */
    PAUSE_MS =
        1000, /* all bots rest when the store cannot take a move: a full disk, a full queue */
};

/* A game in which bots may have something to do. */
struct bot_game {
    int64_t id;
    struct bots *bots;
    bool queued;              /* stands in the queue */
    bool busy;                /* looked at, or a move of it is on its way */
    bool again;               /* woken meanwhile */
    struct bot_game *next;    /* in its bucket */
    struct bot_game *waiting; /* behind it in the queue */
};

/* A deleted account whose games have not been looked up yet. */
struct gone {
    int64_t account;
    struct gone *next;
};

struct bots {
    struct store *store;
    struct server *server;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool started, stopping;
    bool awake;          /* has looked up the games that go on */
    int64_t pause_until; /* request_now() */
    unsigned busy;       /* games that are busy */
    struct bot_game *first, *last;
    struct gone *gone;
    struct bot_game *buckets[BUCKETS];
};

/* A move on its way to the disk, what a deed has to write without one, or the leaving of a game that
 * has not begun. */
struct bot_move {
    struct store_job job;
    struct bot_game *game;
    struct bots *bots;
    struct deed deed;
    bool silent; /* nothing happens in the game */
    struct play_move move;
    struct play play;
    struct play_event events[PLAY_ROOM(1)];
};

/* ---- the games that wait; under the lock ---- */

static struct bot_game **bucket_of(struct bots *bots, int64_t id) {
    return &bots->buckets[(uint64_t)id % BUCKETS];
}

static struct bot_game *find(struct bots *bots, int64_t id) {
    struct bot_game **bucket = bucket_of(bots, id);
    struct bot_game *game = *bucket;

    while (game != NULL && game->id != id)
        game = game->next;
    if (game != NULL)
        return game;
    game = calloc(1, sizeof *game);
    if (game == NULL) {
        log_line("error", "no memory to play the bots of a game; they wait for its next move");
        return NULL;
    }
    game->id = id;
    game->bots = bots;
    game->next = *bucket;
    *bucket = game;
    return game;
}

static void forget(struct bots *bots, struct bot_game *game) {
    struct bot_game **at = bucket_of(bots, game->id);

    while (*at != game)
        at = &(*at)->next;
    *at = game->next;
    free(game);
}

static void enqueue(struct bots *bots, struct bot_game *game) {
    game->queued = true;
    game->again = false;
    game->waiting = NULL;
    if (bots->last != NULL)
        bots->last->waiting = game;
    else
        bots->first = game;
    bots->last = game;
    pthread_cond_broadcast(&bots->changed);
}

static struct bot_game *dequeue(struct bots *bots) {
    struct bot_game *game = bots->first;

    bots->first = game->waiting;
    if (bots->first == NULL)
        bots->last = NULL;
    game->queued = false;
    game->busy = true;
    bots->busy++;
    return game;
}

static void pause_all(struct bots *bots) {
    pthread_mutex_lock(&bots->lock);
    bots->pause_until = request_now() + PAUSE_MS;
    pthread_cond_broadcast(&bots->changed);
    pthread_mutex_unlock(&bots->lock);
}

/* Until there may be something to do. */
static void rest(struct bots *bots) {
    struct timespec until = {.tv_sec = (time_t)(bots->pause_until / 1000),
                             .tv_nsec = (long)(bots->pause_until % 1000) * 1000000};

    if (bots->first == NULL)
        pthread_cond_wait(&bots->changed, &bots->lock);
    else
        pthread_cond_timedwait(&bots->changed, &bots->lock, &until);
}

/* A busy game is looked at again, or forgotten until somebody wakes it. */
static void leave(struct bots *bots, struct bot_game *game, bool again) {
    pthread_mutex_lock(&bots->lock);
    bots->busy--;
    game->busy = false;
    if ((again || game->again) && !bots->stopping)
        enqueue(bots, game);
    else
        forget(bots, game);
    pthread_cond_broadcast(&bots->changed);
    pthread_mutex_unlock(&bots->lock);
}

void bots_wake(struct bots *bots, int64_t game) {
    struct bot_game *found;

    if (bots == NULL)
        return;
    pthread_mutex_lock(&bots->lock);
    found = bots->stopping ? NULL : find(bots, game);
    if (found != NULL && found->busy)
        found->again = true;
    else if (found != NULL && !found->queued)
        enqueue(bots, found);
    pthread_mutex_unlock(&bots->lock);
}

bool bots_settle(struct bots *bots) {
    bool rests;

    if (bots == NULL)
        return true;
    pthread_mutex_lock(&bots->lock);
    while (!bots->stopping && bots->pause_until <= request_now() &&
           (!bots->awake || bots->first != NULL || bots->busy > 0 || bots->gone != NULL))
        pthread_cond_wait(&bots->changed, &bots->lock);
    rests = bots->pause_until > request_now();
    pthread_mutex_unlock(&bots->lock);
    return !rests;
}

void bots_farewell(struct bots *bots, int64_t account) {
    struct gone *gone = bots == NULL ? NULL : malloc(sizeof *gone);

    if (gone == NULL) {
        if (bots != NULL)
            log_line("error", "no memory to give up an account's seats; the next start does it");
        return;
    }
    pthread_mutex_lock(&bots->lock);
    *gone = (struct gone){account, bots->gone};
    bots->gone = gone;
    pthread_cond_broadcast(&bots->changed);
    pthread_mutex_unlock(&bots->lock);
}

/* ---- moving ---- */

/* What the bot on a seat would do now, from its own view and a stream of chance of its own. */
static struct action choose(const struct load *load, unsigned seat) {
    struct fair fair;
    struct game view;
    struct action action;

    fair_bot(&fair, load->row.server_seed, load->game.seq);
    fair.chance.next = 0;
    game_view(&load->setup, &load->game, seat, &view);
    action = bot_choose(bot_of(load->row.seats[seat].bot), &load->setup, &view, seat, &fair.chance);
    if (action.type == ACTION_NONE ||
        game_legal(&load->setup, &load->game, seat, &action) == REASON_OK)
        return action;
    assert(false && "a bot chose an illegal move");
    log_line("error", "the bot %s chose an illegal move", load->row.seats[seat].bot);
    return game_decision(&view, seat) != NULL ? game_default(&load->setup, &view, seat)
                                              : (struct action){.type = ACTION_NONE};
}

/* The first bot that wants to move, those asked for an answer before the player on turn. */
static enum store_result bot_due(const struct load *load, int64_t now, struct deed *deed) {
    unsigned bots = row_bots(&load->row);
    unsigned players = (unsigned)load->row.seat_count;

    (void)now; /* bots do not let anybody wait */
    deed->by = BY_BOT;
    for (unsigned i = 1; i <= players && deed->action.type == ACTION_NONE; i++) {
        deed->seat = (load->game.active + i) % players;
        if (bots >> deed->seat & 1)
            deed->action = choose(load, deed->seat);
    }
    return STORE_OK;
}

/* The seat of a deleted account is resigned. */
static enum store_result resign_due(const struct load *load, int64_t now, struct deed *deed) {
    struct farewell due;
    enum store_result result = farewell_due(load, &due);

    (void)now;
    if (result != STORE_OK || due.kind != FAREWELL_RESIGN)
        return result;
    deed->by = BY_PLAYER;
    deed->seat = due.seat;
    deed->action.type = RESIGN;
    return STORE_OK;
}

/* Asked in this order; the first that has something to do does it. */
static deed_due *const deeds[] = {
    resign_due,
    timeout_due,
    /* standing orders */
    orders_due,
    bot_due,
};

static enum store_result run(struct store_tx *tx, struct store_job *job) {
    const struct bot_move *move = (const struct bot_move *)job;
    enum store_result result = play_write(tx, &move->play);

    if (result == STORE_OK && move->deed.with != NULL)
        result = move->deed.with(tx, &move->deed, &move->play);
    return result;
}

static void done(struct store_job *job, enum store_result result) {
    struct bot_move *move = (struct bot_move *)job; /* its first member */
    struct bot_game *game = move->game;
    struct bots *bots = move->bots;
    bool over = result == STORE_OK && move->play.status != STORE_GAME_ACTIVE;

    if (result != STORE_OK && result != STORE_CONFLICT)
        pause_all(bots);
    else if (result == STORE_OK && !move->silent)
        play_announce(&move->play, bots->server, NULL);
    free(move);
    leave(bots, game, !over);
}

enum sent { SENT, NOTHING_TO_SEND, NOT_TAKEN };

static enum store_result run_silent(struct store_tx *tx, struct store_job *job) {
    const struct deed *deed = &((const struct bot_move *)job)->deed;

    return deed->with(tx, deed, NULL);
}

static enum store_result run_leave(struct store_tx *tx, struct store_job *job) {
    return farewell_leave(tx, ((struct bot_move *)job)->game->id);
}

/* The job is freed where it is not taken. */
static enum sent submit(struct bots *bots, struct bot_move *move) {
    if (store_submit(bots->store, &move->job) == STORE_OK)
        return SENT;
    free(move);
    return NOT_TAKEN;
}

static struct bot_move *new_move(struct bots *bots, struct bot_game *game,
                                 enum store_result (*run_move)(struct store_tx *tx,
                                                               struct store_job *job)) {
    struct bot_move *move = calloc(1, sizeof *move);

    if (move == NULL)
        return NULL;
    move->job = (struct store_job){.run = run_move, .done = done};
    move->game = game;
    move->bots = bots;
    return move;
}

/* Has a move judged and sent on its way. */
static enum sent send_move(struct bots *bots, struct bot_game *game, const struct load *load,
                           const struct deed *deed) {
    struct bot_move *move = new_move(bots, game, run);

    if (move == NULL)
        return NOT_TAKEN;
    move->deed = *deed;
    move->move.action = deed->action;
    move->play.by = deed->by;
    move->play.seat = deed->seat;
    move->play.now = app_now();
    move->play.moves = &move->move;
    move->play.n_moves = 1;
    move->play.events = move->events;
    play_judge(&move->play, load);
    if (move->play.verdict == PLAY_OK)
        return submit(bots, move);
    log_line("error", "a move for a %s is refused (verdict %d)", event_by_names[deed->by],
             (int)move->play.verdict);
    free(move);
    return NOTHING_TO_SEND;
}

/* What a deed has to write without a move. */
static enum sent send_silent(struct bots *bots, struct bot_game *game, const struct deed *deed) {
    struct bot_move *move = new_move(bots, game, run_silent);

    if (move == NULL)
        return NOT_TAKEN;
    move->deed = *deed;
    move->silent = true;
    move->play.status = STORE_GAME_ACTIVE; /* it is looked at again */
    return submit(bots, move);
}

static enum sent send_leave(struct bots *bots, struct bot_game *game) {
    struct bot_move *move = new_move(bots, game, run_leave);

    if (move == NULL)
        return NOT_TAKEN;
    move->play.game_id = game->id; /* for those who wait for news of it */
    move->play.status = STORE_GAME_OPEN;
    return submit(bots, move);
}

/* What is due in a game that goes on. */
static enum sent act(struct bots *bots, struct bot_game *game, const struct load *load) {
    int64_t now = app_now();

    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        struct deed deed = {.seat = NONE, .game = load->row.id};

        if (deeds[i](load, now, &deed) != STORE_OK)
            return NOT_TAKEN;
        if (deed.action.type != ACTION_NONE)
            return send_move(bots, game, load, &deed);
        if (deed.with != NULL)
            return send_silent(bots, game, &deed);
    }
    return NOTHING_TO_SEND;
}

/* What is due in a game that has not begun: deleted accounts leave it. */
static enum sent leave_open(struct bots *bots, struct bot_game *game, const struct load *load) {
    struct farewell due;

    if (farewell_due(load, &due) != STORE_OK)
        return NOT_TAKEN;
    return due.kind == FAREWELL_LEAVE ? send_leave(bots, game) : NOTHING_TO_SEND;
}

static enum sent look(struct bots *bots, struct bot_game *game, const struct load *load) {
    switch (load->row.status) {
    case STORE_GAME_ACTIVE: return act(bots, game, load);
    case STORE_GAME_OPEN: return leave_open(bots, game, load);
    default: return NOTHING_TO_SEND;
    }
}

static void work(struct bots *bots, struct store_reader *reader, struct bot_game *game) {
    struct load *load = malloc(sizeof *load);
    enum sent sent = NOT_TAKEN;

    if (load != NULL) {
        enum store_result result = load_open_by_id(load, reader, game->id);

        if (result == STORE_OK)
            result = load_replay(load, LOAD_LATEST, NULL, NULL);
        if (result == STORE_OK)
            sent = look(bots, game, load);
        else if (result != STORE_NONE) /* an open game may have been deleted meanwhile */
            log_line("error", "a game cannot be read to play its bots (%s)",
                     store_result_name(result));
        if (result == STORE_NONE || result == STORE_CORRUPT) /* trying again would not help */
            sent = NOTHING_TO_SEND;
        load_end(load);
        free(load);
    }
    if (sent == NOT_TAKEN)
        pause_all(bots);
    if (sent != SENT)
        leave(bots, game, sent == NOT_TAKEN);
}

/* The games that were going on, or had not begun, when the server was started. */
static void wake_all(struct bots *bots, struct store_reader *reader,
                     enum store_game_status status) {
    int64_t ids[IDS_PAGE];
    int64_t after = 0;
    size_t count;

    do {
        if (store_game_ids(reader, status, after, ids, IDS_PAGE, &count) != STORE_OK)
            return;
        for (size_t i = 0; i < count; i++)
            bots_wake(bots, ids[i]);
        after = count > 0 ? ids[count - 1] : after;
    } while (count == IDS_PAGE);
}

struct page {
    struct bots *bots;
    int64_t last; /* the id of the last game */
    unsigned count;
};

static bool wake_row(void *context, const struct store_game *row) {
    struct page *page = context;

    bots_wake(page->bots, row->id);
    page->last = row->id;
    page->count++;
    return true;
}

/* The games in which a deleted account has something to give up. */
static void wake_games_of(struct bots *bots, struct store_reader *reader, int64_t account) {
    struct store_game_filter filter = {
        .statuses = 1u << STORE_GAME_OPEN | 1u << STORE_GAME_ACTIVE,
        .mine = account,
        .viewer = account,
        .limit = STORE_LIST_MAX,
    };
    struct page page = {.bots = bots};

    do {
        filter.before = page.last;
        page.count = 0;
        if (store_game_list(reader, &filter, wake_row, &page) != STORE_OK) {
            log_line("error", "an account's games cannot be listed; the next start gives up its "
                              "seats");
            return;
        }
    } while (page.count == STORE_LIST_MAX);
}

/* Called with the lock held, which it lets go of meanwhile. */
static void next_gone(struct bots *bots, struct store_reader *reader) {
    struct gone *gone = bots->gone;

    bots->gone = gone->next;
    bots->busy++;
    pthread_mutex_unlock(&bots->lock);
    wake_games_of(bots, reader, gone->account);
    free(gone);
    pthread_mutex_lock(&bots->lock);
    bots->busy--;
    pthread_cond_broadcast(&bots->changed);
}

static void *run_thread(void *context) {
    struct bots *bots = context;
    struct store_reader *reader = store_reader_get(bots->store);

    if (reader == NULL) {
        log_line("error", "bots cannot read the database; they do not move");
        pthread_mutex_lock(&bots->lock);
        bots->pause_until = INT64_MAX; /* nobody waits for them */
        pthread_cond_broadcast(&bots->changed);
        pthread_mutex_unlock(&bots->lock);
        return NULL;
    }
    wake_all(bots, reader, STORE_GAME_ACTIVE);
    wake_all(bots, reader, STORE_GAME_OPEN);
    pthread_mutex_lock(&bots->lock);
    bots->awake = true;
    pthread_cond_broadcast(&bots->changed);
    while (!bots->stopping) {
        if (bots->gone != NULL) {
            next_gone(bots, reader);
            continue;
        }
        if (bots->first == NULL || request_now() < bots->pause_until) {
            rest(bots);
            continue;
        }
        struct bot_game *game = dequeue(bots);

        pthread_mutex_unlock(&bots->lock);
        work(bots, reader, game);
        pthread_mutex_lock(&bots->lock);
    }
    pthread_mutex_unlock(&bots->lock);
    return NULL;
}

/* ---- life ---- */

struct bots *bots_new(struct store *store) {
    struct bots *bots = calloc(1, sizeof *bots);
    pthread_condattr_t attributes;

    if (bots == NULL)
        return NULL;
    bots->store = store;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&bots->lock, NULL);
    pthread_cond_init(&bots->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    return bots;
}

bool bots_start(struct bots *bots, struct server *server) {
    bots->server = server;
    bots->started = pthread_create(&bots->thread, NULL, run_thread, bots) == 0;
    return bots->started;
}

void bots_stop(struct bots *bots) {
    if (bots == NULL)
        return;
    pthread_mutex_lock(&bots->lock);
    bots->stopping = true;
    pthread_cond_broadcast(&bots->changed);
    while (bots->busy > 0)
        pthread_cond_wait(&bots->changed, &bots->lock);
    pthread_mutex_unlock(&bots->lock);
    if (bots->started)
        pthread_join(bots->thread, NULL);
    bots->started = false;
}

void bots_free(struct bots *bots) {
    if (bots == NULL)
        return;
    while (bots->gone != NULL) {
        struct gone *next = bots->gone->next;

        free(bots->gone);
        bots->gone = next;
    }
    for (unsigned i = 0; i < BUCKETS; i++) {
        struct bot_game *game = bots->buckets[i];

        while (game != NULL) {
            struct bot_game *next = game->next;

            free(game);
            game = next;
        }
    }
    pthread_cond_destroy(&bots->changed);
    pthread_mutex_destroy(&bots->lock);
    free(bots);
}

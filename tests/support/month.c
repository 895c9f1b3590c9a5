/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/month.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "db/clocks.h"
#include "db/events.h"
#include "db/games.h"
#include "db/outbox.h"
#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "service/bots/bot.h"
#include "service/game/play.h"
#include "service/notify/sender.h"
#include "service/parts/parts.h"

/* The only simulation in this process; the program uses its time. */
static const struct month *running;

enum {
    GAMES_EACH = 5, /* of one person, about */
    DAYS_PRESENT = 6,
    PACE_MIN_S = 4, /* between two moves of a person during a visit */
    PACE_MAX_S = 40,
    STEP_MINUTES = 15, /* the step of the search for waking hours */
    SEARCH_MAX = 14 * 24 * 4,
    RANDOM_MOVES = 20, /* one in this many moves is random instead of the best */
    BOT_SEATS = 12,    /* one in this many seats is a bot's */
};

const struct month_zone month_zones[] = {
    {"Europe/Berlin", 60}, {"America/New_York", -300},
    {"Asia/Tokyo", 540},   {"Australia/Lord_Howe", 660},
    {"Etc/UTC", 0},
};
enum { ZONES = sizeof month_zones / sizeof *month_zones };

void month_fail(const struct month *month, const char *format, ...) {
    va_list args;

    fprintf(stderr, "month (seed %llu, day %.2f): ", (unsigned long long)month->seed,
            (double)(month->now - MONTH_BEGIN) / (double)MONTH_DAY);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    fflush(NULL);
    _exit(MONTH_FAILED);
}

/* ---- how people live ---- */

static const struct habit {
    unsigned every_min, every_max; /* minutes */
    unsigned from, to;             /* hours of their day */
    bool weekends;
    unsigned share; /* their share among people */
} habits[MONTH_HABITS] = {
    [MONTH_EAGER] = {5, 40, 7, 23, true, 4},      [MONTH_STEADY] = {90, 300, 8, 22, true, 4},
    [MONTH_EVENINGS] = {10, 60, 19, 23, true, 3}, [MONTH_WEEKDAYS] = {60, 240, 8, 18, false, 2},
    [MONTH_SLOW] = {900, 2400, 8, 22, true, 2},   [MONTH_ABSENT] = {90, 300, 8, 22, true, 1},
};

static unsigned between(struct random *random, unsigned least, unsigned most) {
    return least + random_below(random, most - least + 1);
}

static bool awake(const struct month_person *person, int64_t at) {
    const struct habit *habit = &habits[person->habit];
    int64_t local = at + month_zones[person->zone].minutes * MONTH_MINUTE;
    unsigned hour = (unsigned)(local / MONTH_HOUR % 24);
    unsigned weekday = (unsigned)((local / MONTH_DAY + 3) % 7); /* 0: Monday */

    return hour >= habit->from && hour < habit->to && (habit->weekends || weekday < 5);
}

/* The time of their next visit after NOW. */
static int64_t next_look(struct month_person *person, int64_t now) {
    const struct habit *habit = &habits[person->habit];
    int64_t at = now + between(&person->random, habit->every_min, habit->every_max) * MONTH_MINUTE +
                 random_below(&person->random, 60) * MONTH_SECOND;

    for (int i = 0; i < SEARCH_MAX && !awake(person, at); i++)
        at += STEP_MINUTES * MONTH_MINUTE;
    return person->gone_at != 0 && at >= person->gone_at ? INT64_MAX : at;
}

/* ---- drawing people and games ---- */

static enum month_habit draw_habit(struct random *random) {
    unsigned all = 0, at;
    unsigned habit = 0;

    for (unsigned i = 0; i < MONTH_HABITS; i++)
        all += habits[i].share;
    for (at = random_below(random, all); at >= habits[habit].share; habit++)
        at -= habits[habit].share;
    return (enum month_habit)habit;
}

static void draw_person(struct month *month, unsigned number, bool clocks) {
    struct month_person *person = &month->people[number];
    struct random *random = &month->random;

    *person = (struct month_person){
        .habit = draw_habit(random),
        .zone = random_below(random, ZONES),
        .random = random_seeded(month->seed * 1000 + number),
    };
    snprintf(person->name, sizeof person->name, "human%u", number);
    /* Without clocks a game would wait for them forever. */
    if (person->habit == MONTH_ABSENT && clocks)
        person->gone_at = MONTH_BEGIN + (1 + random_below(random, DAYS_PRESENT)) * MONTH_DAY;
    person->next_at = next_look(person, MONTH_BEGIN);
}

static bool sits(const struct month_game *game, unsigned seats, unsigned person) {
    for (unsigned seat = 0; seat < seats; seat++)
        if (game->people[seat] == person)
            return true;
    return false;
}

/* Draws a player for a seat who has no other seat in the game. STAYS: a person who does not leave. */
static void draw_seat(struct month *month, unsigned number, unsigned seat, bool stays) {
    struct month_game *game = &month->games[number];
    struct month_person *person;
    unsigned found;

    if (!stays && random_below(&month->random, BOT_SEATS) == 0) {
        game->people[seat] = MONTH_BOT;
        return;
    }
    do {
        found = random_below(&month->random, month->n_people);
        person = &month->people[found];
    } while (sits(game, seat, found) || person->n_games == MONTH_GAMES_EACH_MAX ||
             (stays && person->habit == MONTH_ABSENT));
    game->people[seat] = (uint16_t)found;
    person->games[person->n_games++] = (uint16_t)number;
}

/* Whether the game is one of SHARE games, which are spread evenly among all. */
static bool is_among(const struct month *month, unsigned number, unsigned share) {
    return (number + 1) * share / month->n_games > number * share / month->n_games;
}

/* The number of players: large games first, since the share of the others is taken from the rest. */
static void draw_kind(struct month *month, unsigned number, const struct month_wish *wish) {
    struct month_game *game = &month->games[number];

    if (is_among(month, number, wish->large)) {
        const bool paired = number * wish->large / month->n_games % 2 == 0;

        game->turns = wish->turns != MONTH_WITHOUT_PARTS ? wish->turns
                      : paired                           ? MONTH_PAIRED
                                                         : MONTH_SPECIAL_BUILD;
        game->players = (uint8_t)between(&month->random, 5, 6);
        return;
    }
    game->knights = is_among(month, number, wish->knights);
    game->players =
        (uint8_t)(game->knights ? between(&month->random, 3, 4) : between(&month->random, 2, 4));
}

static void draw_game(struct month *month, unsigned number, const struct month_wish *wish) {
    struct month_game *game = &month->games[number];

    *game = (struct month_game){
        .clock = wish->clocks == 0 ? 0 : random_below(&month->random, wish->clocks),
        .start_at = MONTH_BEGIN,
    };
    if (wish->spread > 0)
        game->start_at += wish->spread * number / month->n_games;
    draw_kind(month, number, wish);
    for (unsigned seat = 0; seat < game->players; seat++)
        draw_seat(month, number, seat, seat == 0);
}

void month_draw(struct month *month, const struct month_wish *wish) {
    *month = (struct month){
        .seed = wish->seed,
        .random = random_seeded(wish->seed),
        .now = MONTH_BEGIN,
        .up_at = MONTH_BEGIN,
        .spread = wish->spread,
        .n_games = wish->base + wish->knights + wish->large,
    };
    month->n_people = 8 + month->n_games * 3 / GAMES_EACH;
    assert(month->n_games <= MONTH_GAMES_MAX && month->n_people <= MONTH_PEOPLE_MAX);
    for (unsigned i = 0; i < month->n_people; i++)
        draw_person(month, i, wish->clocks > 0);
    for (unsigned i = 0; i < month->n_games; i++)
        draw_game(month, i, wish);
}

void month_down_for(struct month *month, int64_t ms) {
    if (month->n_downs == MONTH_DOWNS_MAX)
        return;
    month->downs[month->n_downs++] = (struct month_down){month->now, month->now + ms};
    month->now += ms;
    month->up_at = month->now;
}

/* ---- games begin ---- */

static json_t *game_body(const struct month_app *app, const struct month_game *game) {
    const char *clock = app->hooks->clock == NULL ? NULL : app->hooks->clock(app->month, game);
    json_t *seats = json_array();
    json_t *body;

    for (unsigned seat = 0; seat < game->players; seat++)
        json_array_append_new(seats, seat == 0 ? json_pack("{s:s}", "account", "me")
                                     : game->people[seat] == MONTH_BOT
                                         ? json_pack("{s:s}", "bot", "greedy")
                                         : json_pack("{s:b}", "open", 1));
    body = json_pack("{s:{s:s,s:i},s:o}", "rules", "game",
                     game->knights ? "cities_and_knights" : "base", "players", (int)game->players,
                     "seats", seats);
    if (game->turns != MONTH_WITHOUT_PARTS)
        json_object_set_new(json_object_get(body, "rules"), "options",
                            json_pack("{s:s}", "turns56",
                                      game->turns == MONTH_PAIRED ? "paired" : "special_build"));
    if (clock != NULL)
        json_object_set_new(body, "clock", json_loads(clock, 0, NULL));
    return body;
}

static int64_t internal_id(struct month_app *app, const char *public_id) {
    struct store_game row;
    int64_t id;

    MONTH_NEED(app->month,
               store_game_get(store_reader_get(app->app->store), public_id, &row) == STORE_OK,
               "a game that was made is not there");
    id = row.id;
    store_game_clear(&row);
    return id;
}

/* Creates the game and seats everybody. Finds out what had been done before the program was killed. */
static void begin_game(struct month_app *app, unsigned number) {
    struct month *month = app->month;
    struct month_game *game = &month->games[number];
    char headers[64];

    snprintf(headers, sizeof headers, "Idempotency-Key: game-%u\r\n", number);
    if (!game->made) {
        json_t *body = game_body(app, game);
        char *text = json_dumps(body, JSON_COMPACT);
        json_t *answer = program_json(app->program, 201, month->people[game->people[0]].token,
                                      "POST", headers, text, "/v1/games");

        snprintf(game->public_id, sizeof game->public_id, "%s",
                 json_string_value(json_object_get(answer, "id")));
        game->id = internal_id(app, game->public_id);
        game->made = true;
        json_decref(answer);
        json_decref(body);
        free(text);
    }
    for (unsigned seat = 1; seat < game->players; seat++) {
        char body[32];

        if (game->people[seat] == MONTH_BOT)
            continue;
        snprintf(body, sizeof body, "{'seat':%u}", seat);
        json_decref(program_json(app->program, 200, month->people[game->people[seat]].token, "POST",
                                 headers, body, "/v1/games/%s/join", game->public_id));
    }
    if (app->hooks->begun != NULL)
        app->hooks->begun(app, game);
    game->begun_at = month->now;
    game->begun = true;
    month->next_game = number + 1;
}

/* ---- moves ---- */

struct month_move {
    struct store_job job;
    struct play play;
    struct play_move move;
    struct play_event events[PLAY_ROOM(1)];
};

static enum store_result run_move(struct store_tx *tx, struct store_job *job) {
    return play_write(tx, &((const struct month_move *)job)->play);
}

/* What they do, from their own view; usually the best move they see. */
static struct action choose(struct month_person *person, const struct load *load, unsigned seat) {
    struct random_chance chance = random_chance(&person->random);
    struct game view;
    enum bot_kind kind = random_below(&person->random, RANDOM_MOVES) == 0 ? BOT_RANDOM : BOT_GREEDY;

    game_view(&load->setup, &load->game, seat, &view);
    return bot_choose(kind, &load->setup, &view, seat, trail_offers(&load->trail, seat),
                      &chance.chance);
}

static bool write_move(struct month_app *app, const struct load *load, unsigned seat,
                       const struct action *action) {
    struct month *month = app->month;
    struct month_move *move = calloc(1, sizeof *move);
    enum store_result result;
    bool troubled;

    MONTH_NEED(month, move != NULL, "no memory");
    move->job.run = run_move;
    move->move.action = *action;
    move->play.by = BY_PLAYER;
    move->play.seat = move->play.viewer = seat;
    move->play.now = month->now;
    move->play.moves = &move->move;
    move->play.n_moves = 1;
    move->play.events = move->events;
    play_judge(&move->play, load);
    MONTH_NEED(month, move->play.verdict == PLAY_OK, "game %s: a move of seat %u is refused (%d)",
               load->row.public_id, seat, (int)move->play.verdict);
    if (app->hooks->before_write != NULL)
        app->hooks->before_write(app);
    result = store_call(app->app->store, &move->job);
    troubled = app->hooks->after_write != NULL && app->hooks->after_write(app);
    MONTH_NEED(month, result == STORE_OK || result == STORE_CONFLICT || troubled,
               "a move cannot be written");
    if (result == STORE_OK)
        play_announce(&move->play, app->app);
    month->moves += result == STORE_OK;
    month->conflicts += result == STORE_CONFLICT;
    month->failed += result != STORE_OK && result != STORE_CONFLICT;
    free(move);
    MONTH_NEED(month, runner_settle(app->app->runner), "the bots cannot move");
    return result == STORE_OK;
}

/* Answers in advance for their part of the turn: as they would act if it were there now. */
static void answer_ahead(struct month_app *app, struct month_person *person,
                         const struct month_game *game, const struct load *load, unsigned seat) {
    struct random_chance chance = random_chance(&person->random);
    struct part_list list = {.n = 0};
    struct load then = *load;
    char builds[STORE_PART_LIST_SIZE], body[STORE_PART_LIST_SIZE + 64];
    struct event event = {.by = BY_PLAYER};

    do { /* those before them pass */
        event.type = event.action.type = END_TURN;
        event.player = then.game.active;
        game_apply(&then.setup, &then.game, &event);
    } while (then.game.active != seat);
    while (list.n < PART_BUILDS_MAX && then.game.active == seat && then.game.n_agenda == 0) {
        event.action = choose(person, &then, seat);
        if (!part_allows(&then.setup.rules, event.action.type))
            break;
        list.builds[list.n++] = event.action;
        event.type = event.action.type;
        event.player = (uint8_t)seat;
        game_draw(&then.setup, &then.game, seat, &event.action,
                  (uint8_t)game_parts(&then.setup, &then.game, &event.action), &chance.chance,
                  &event.outcome);
        game_apply(&then.setup, &then.game, &event);
    }
    MONTH_NEED(app->month, part_list_write(&list, NULL, builds), "a list of builds has no room");
    snprintf(body, sizeof body, "{'action':{'type':'special_build','builds':%s}}", builds);
    json_decref(program_json(app->program, 201, person->token, "POST", "", body,
                             "/v1/games/%s/moves", game->public_id));
}

static void note_end(struct month *month, struct month_game *game, const struct load *load) {
    if (game->over)
        return;
    game->over = true;
    game->over_at = load->last_at;
    game->events = load->game.seq;
    month->n_over++;
}

/* Makes one move for a person in a game if they want to; false if there is nothing to do. */
static bool move_in(struct month_app *app, struct month_person *person, struct month_game *game,
                    unsigned seat) {
    static struct load load;
    struct month *month = app->month;
    struct store_reader *reader = store_reader_get(app->app->store);
    bool moved = false;
    uint32_t seq;

    MONTH_NEED(month, store_events_last(reader, game->id, &seq, NULL) == STORE_OK, "no log");
    if (seq == game->seen[seat])
        return false;
    MONTH_NEED(month,
               load_open_by_id(&load, reader, game->id) == STORE_OK &&
                   load_replay(&load, LOAD_LATEST, NULL, NULL) == STORE_OK,
               "game %s cannot be replayed", game->public_id);
    if (row_over(&load.row)) {
        note_end(month, game, &load);
    } else if (load.row.seats[seat].kind == STORE_SEAT_HUMAN &&
               load.row.seats[seat].account == person->account) {
        const bool ahead = load.game.players[seat].asked;
        struct action action = {.type = ACTION_NONE};

        if (!ahead)
            action = choose(person, &load, seat);
        load_end(&load); /* a reader must not hold its snapshot while the log grows */
        moved = action.type != ACTION_NONE;
        if (moved)
            write_move(app, &load, seat, &action);
        if (ahead)
            answer_ahead(app, person, game, &load, seat);
    }
    if (!moved)
        game->seen[seat] = load.game.seq;
    load_end(&load);
    return moved;
}

static bool look_in(struct month_app *app, struct month_person *person) {
    struct month *month = app->month;
    unsigned from = random_below(&person->random, person->n_games + 1);

    for (unsigned i = 0; i < person->n_games; i++) {
        struct month_game *game = &month->games[person->games[(from + i) % person->n_games]];

        if (!game->begun || game->over)
            continue;
        for (unsigned seat = 0; seat < game->players; seat++)
            if (game->people[seat] == person - month->people && move_in(app, person, game, seat))
                return true;
    }
    return false;
}

/* A person visits and makes one move; they stay as long as they find more to do. */
static void live(struct month_app *app, struct month_person *person) {
    struct month *month = app->month;

    if (app->hooks->looks_in != NULL) {
        app->hooks->looks_in(app, person);
        MONTH_NEED(month, runner_settle(app->app->runner), "the bots cannot move");
    }
    month->looks++;
    if (look_in(app, person))
        person->next_at =
            month->now + between(&person->random, PACE_MIN_S, PACE_MAX_S) * MONTH_SECOND;
    else
        person->next_at = next_look(person, month->now);
}

/* ---- what happens next ---- */

static int64_t next_timer(struct month_app *app) {
    struct store_reader *reader = store_reader_get(app->app->store);
    int64_t at;
    enum store_result result = store_timer_next(reader, &at);

    MONTH_NEED(app->month, result == STORE_OK || result == STORE_NONE, "no timers");
    return result == STORE_OK ? at : INT64_MAX;
}

/* Runs the timers that are due. Up to a tick late, like a thread that was not woken. */
static void run_timers(struct month_app *app, int64_t at) {
    struct month *month = app->month;
    int64_t due = at > month->up_at ? at : month->up_at;

    MONTH_NEED(month, waker_run_due(app->app, month->now) >= 0, "the clock cannot look");
    MONTH_NEED(month, runner_settle(app->app->runner), "the clock's moves cannot be made");
    month->timers++;
    if (month->now - due > month->latest)
        month->latest = month->now - due;
    at = next_timer(app);
    MONTH_NEED(month, at > month->now, "a timer that was due %.1f s ago is still there",
               (double)(month->now - at) / (double)MONTH_SECOND);
}

static unsigned next_person(const struct month *month) {
    unsigned next = 0;

    for (unsigned i = 1; i < month->n_people; i++)
        if (month->people[i].next_at < month->people[next].next_at)
            next = i;
    return next;
}

/* Checks games that no person visits any more: bots may have ended them. */
static void look_for_ends(struct month_app *app) {
    static struct load load;

    for (unsigned i = 0; i < app->month->next_game; i++) {
        struct month_game *game = &app->month->games[i];

        if (game->over)
            continue;
        MONTH_NEED(app->month,
                   load_open_by_id(&load, store_reader_get(app->app->store), game->id) == STORE_OK,
                   "a game is gone");
        if (row_over(&load.row) && load_replay(&load, LOAD_LATEST, NULL, NULL) == STORE_OK)
            note_end(app->month, game, &load);
        load_end(&load);
    }
}

/* When the next message is due. */
static int64_t next_post(struct month_app *app) {
    int64_t at;
    enum store_result result = store_outbox_next(store_reader_get(app->app->store), 0, &at);

    MONTH_NEED(app->month, result == STORE_OK || result == STORE_NONE, "no outbox");
    return result == STORE_OK ? at : INT64_MAX;
}

/* Sends what is due, and first what a killed program had in transit. Sending can cause more messages. */
static void run_posts(struct month_app *app) {
    while (!app->posted || next_post(app) <= app->month->now) {
        app->posted = true;
        MONTH_NEED(app->month, sender_run_due(app->app->sender, app->month->now), "no outbox");
        app->month->rounds++;
    }
}

/* ---- the order of events ---- */

enum source { GAME, TIMER, POST, PERSON, OWN, SOURCES };

struct coming {
    int64_t at[SOURCES]; /* the time of each source's next event */
    int64_t timer_due;
    unsigned person;
};

static enum source look_ahead(struct month_app *app, struct coming *coming) {
    struct month *month = app->month;
    bool over = month->n_over == month->n_games; /* only messages still to be sent matter */
    enum source first = GAME;

    for (unsigned i = 0; i < SOURCES; i++)
        coming->at[i] = INT64_MAX;
    coming->person = next_person(month);
    coming->timer_due = next_timer(app);
    if (coming->timer_due != INT64_MAX)
        coming->at[TIMER] = coming->timer_due + random_below(&month->random, WAKER_TICK_MS + 1);
    coming->at[POST] = next_post(app);
    if (!over) {
        if (month->next_game < month->n_games)
            coming->at[GAME] = month->games[month->next_game].start_at;
        coming->at[PERSON] = month->people[coming->person].next_at;
        coming->at[OWN] = app->hooks->next == NULL ? INT64_MAX : app->hooks->next(app);
    }
    for (unsigned i = 0; i < SOURCES; i++)
        if (coming->at[i] < coming->at[first])
            first = (enum source)i;
    return first;
}

bool month_step(struct month_app *app) {
    struct month *month = app->month;
    struct coming coming;
    enum source first;

    month->steps++;
    run_posts(app); /* left over from a killed program */
    first = look_ahead(app, &coming);

    if (coming.at[first] == INT64_MAX || month->stop)
        look_for_ends(app);
    if (month->stop || (coming.at[first] == INT64_MAX && month->n_over == month->n_games))
        return false;
    MONTH_NEED(month, coming.at[first] < INT64_MAX,
               "nothing happens any more, and %u of %u games are not over",
               month->n_games - month->n_over, month->n_games);
    if (coming.at[first] > month->now)
        month->now = coming.at[first];
    switch (first) {
    case GAME: begin_game(app, month->next_game); break;
    case TIMER: run_timers(app, coming.timer_due); break;
    case PERSON: live(app, &month->people[coming.person]); break;
    default: break;
    }
    /* Finish all consequences of one moment before the next. */
    MONTH_NEED(month, runner_settle(app->app->runner), "the bots cannot move");
    run_posts(app);
    if (app->hooks->moment != NULL)
        app->hooks->moment(app);
    return true;
}

/* ---- up and down ---- */

static int64_t simulated_now(void) {
    return running->now;
}

struct month_app *month_up(struct month *month, const char *db, char *const flags[],
                           const struct month_hooks *hooks) {
    struct month_app *app = calloc(1, sizeof *app);

    MONTH_NEED(month, app != NULL, "no memory");
    running = month;
    month->up_at = month->now;
    *app = (struct month_app){.month = month, .hooks = hooks};
    app->program = program_up(db, flags, simulated_now);
    app->app = &app->program->app;
    for (unsigned i = 0; i < month->n_people; i++) {
        struct month_person *person = &month->people[i];

        if (person->token[0] != '\0')
            continue;
        person->account = program_sign_up(app->program, person->name, person->token);
        if (hooks->signed_up != NULL)
            hooks->signed_up(app, person);
    }
    month->ready = true;
    return app;
}

void month_down(struct month_app *app) {
    program_down(app->program);
    free(app);
}

/* ---- figures ---- */

struct waits {
    int64_t gap, last;
    unsigned count;
};

static bool count_wait(void *context, const struct store_event *event) {
    struct waits *waits = context;

    if (waits->last != 0 && event->at - waits->last > waits->gap)
        waits->count++;
    waits->last = event->at;
    return true;
}

unsigned month_waits(struct store_reader *reader, const struct month_game *game, int64_t gap) {
    struct waits waits = {.gap = gap};
    const struct store_window window = {.times = true};

    return store_events_read(reader, game->id, &window, count_wait, &waits) == STORE_OK
               ? waits.count
               : 0;
}

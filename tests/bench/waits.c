/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * bench/waits FOLDER [GAMES]: how often games have to wait for a person. The same games (boards, seats, dice) are
 * played in several ways by the same simulated people, who visit at their own hours.
 *
 * With up to four players, for both games: once without orders, once with the same sensible orders by all players in
 * every game, once with a plan as well, left at each visit while not on turn (cities, settlements and improvements that
 * can be paid for, and the end of the turn with few cards left), and the last two once more with orders that skip turns
 * in which there is nothing to do but what rarely matters.
 *
 * With five and six players, who have parts of others' turns, for both kinds of parts: once with the default of the
 * private setting, once with the other setting for all, and once with a plan by all for their parts (cities,
 * settlements and cards, made again at each visit).
 *
 * One JSON object on stdout, a table on stderr. A wait is a time of more than WAIT_MINUTES in which a game does not
 * move until a player whom it waits for moves in person; a wait off turn is one for a player other than the player on
 * turn, one in a part for the player who has it.
 */
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/game/load.h"
#include "tests/support/month.h"

enum {
    WAIT_MINUTES = 15,
    GAMES = 40,
    GAMES_MAX = 1000,
    DAYS_MAX = 400,
    SEED = 20260316,
    PLACES = 4,      /* in a plan, of each kind */
    PLAN_MAX = 2048, /* bytes */
};

/* Which games are played, and what their people do about waiting. */
enum played { BASE, KNIGHTS, PAIRED, SPECIAL_BUILD, KINDS };
enum { RUNS = 5 };

struct run {
    const char *name;
    struct month_hooks hooks;
};

/* The game's turn in which a player's plan was made. */
static uint32_t planned[GAMES_MAX][MONTH_SEATS];

/* The results of one run. */
struct statistics {
    unsigned games, waits, off_turn, in_parts, by_order;
    uint64_t events;
    double days, hours; /* length of a game; waiting in it. Sums over all games */
};

/* The orders of all players. Offers are left to people: no game waits for an answer to one. */
#define REPLIES_KNIGHTS                                                                            \
    "'saboteur':{},'wedding':{},'harbor':'most_held','pillage':'fewest_pips',"                     \
    "'relocate':'nearest','deserter':'weakest','aqueduct':'least_held','deck':'best',"             \
    "'progress_discard':'last_drawn','commit':'all',"
#define OWN_TURN "'discard':{},'roll':'if_nothing_before','end_turn':'if_nothing_but_trades'"

/* The robber goes where it goes by default; roads can wait, and so can two players' tokens. */
#define EMPTY_TURN(more)                                                                           \
    "'discard':{},'move_robber':'robber','end_turn':'if_nothing_but_trades',"                      \
    "'empty_turn':{'ignore':['build_road','forced_trade','robber_to_desert','trade_in_"            \
    "knight'" more "]}"

static const char orders_base[] = OWN_TURN;
static const char orders_knights[] = REPLIES_KNIGHTS OWN_TURN;
static const char empty_turns_base[] = EMPTY_TURN("");
static const char empty_turns_knights[] =
    REPLIES_KNIGHTS EMPTY_TURN(",'activate_knight','move_knight','displace_knight','chase_robber',"
                               "'build_city_wall','play_progress_card'");

/* ---- the same chance in both runs ---- */

/* The seeds of games, boards and tokens are the same in each run, because all games are created before anything else is
 * drawn. Only for this bench: with the seed everything is predictable. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct random chance;

static const char *chance_name(void) {
    return "seeded";
}

static void chance_bytes(void *const buffer, const size_t size) {
    uint8_t *bytes = buffer;

    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)random_below(&chance, UINT8_MAX + 1);
    pthread_mutex_unlock(&lock);
}

static uint32_t chance_number(void) {
    uint32_t number;

    chance_bytes(&number, sizeof number);
    return number;
}

static void seed_chance(void) {
    static struct randombytes_implementation seeded = {
        .implementation_name = chance_name, .random = chance_number, .buf = chance_bytes};

    chance = random_seeded(SEED);
    if (randombytes_set_implementation(&seeded) != 0 || sodium_init() < 0)
        abort();
}

/* ---- one run ---- */

/* PLAN is a list, or "". */
static void give_orders(struct month_app *app, const struct month_game *game, unsigned seat,
                        const char *orders, const char *plan) {
    char body[4096];

    snprintf(body, sizeof body, "{'orders':{%s%s%s}}", orders,
             plan[0] == '\0' ? "" : ",'plan':", plan);
    json_decref(program_json(app->program, 200, app->month->people[game->people[seat]].token, "PUT",
                             "", body, "/v1/games/%s/orders", game->public_id));
}

typedef void give(struct month_app *app, const struct month_game *game, unsigned seat);

/* After the last game has begun, when all draws that have to be the same are made, calls SOMETHING for all players. */
static void give_everywhere(struct month_app *app, const struct month_game *begun,
                            give *something) {
    const struct month *month = app->month;

    if (begun != &month->games[month->n_games - 1])
        return;
    for (unsigned i = 0; i < month->n_games; i++)
        for (unsigned seat = 0; seat < month->games[i].players; seat++)
            if (month->games[i].people[seat] != MONTH_BOT)
                something(app, &month->games[i], seat);
}

static const char *plain_orders(const struct month_game *game) {
    return game->knights ? orders_knights : orders_base;
}

static const char *empty_turns(const struct month_game *game) {
    return game->knights ? empty_turns_knights : empty_turns_base;
}

static void give_plain(struct month_app *app, const struct month_game *game, unsigned seat) {
    give_orders(app, game, seat, plain_orders(game), "");
}

static void give_empty(struct month_app *app, const struct month_game *game, unsigned seat) {
    give_orders(app, game, seat, empty_turns(game), "");
}

static void orders_begun(struct month_app *app, struct month_game *game) {
    give_everywhere(app, game, give_plain);
}

static void empty_begun(struct month_app *app, struct month_game *game) {
    give_everywhere(app, game, give_empty);
}

static void add_moves(struct buffer *plan, const char *move, const char *condition,
                      const struct vertex_set *places) {
    unsigned n = 0;

    VERTEX_EACH(places, v)
        if (n++ < PLACES)
            buffer_format(plan, "{'move':'%s %u','if':'%s'},", move, v, condition);
}

/* What they would build if they could pay for it, judged from their view. */
static void write_plan(struct buffer *plan, bool knights, const struct game *view, unsigned seat) {
    const struct player *player = &view->players[seat];
    struct vertex_set free = player->touched;

    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        free.w[w] &= ~view->near.w[w];
    buffer_byte(plan, '[');
    add_moves(plan, "city", "3 ore and 2 grain", &player->settlements);
    add_moves(plan, "settle", "1 brick and 1 lumber and 1 wool and 1 grain", &free);
    for (unsigned track = 0; knights && track < TRACK_COUNT; track++)
        if (player->improvements[track] < LEVEL_MAX)
            buffer_format(plan, "{'move':'improve %s','if':'%u %s'},", track_names[track],
                          player->improvements[track] + 1U, kind_names[CLOTH + track]);
    buffer_text(plan, "{'move':'end','if':'at most 4 cards'}]");
    buffer_byte(plan, '\0');
}

/* Their view of a game in which they have to wait; false if they do not, or have planned for this turn. */
static bool look_ahead(struct month_app *app, const struct month_game *game, unsigned seat,
                       struct game *view) {
    static struct load load;
    uint32_t *turn = &planned[game - app->month->games][seat];

    MONTH_NEED(app->month,
               load_open_by_id(&load, store_reader_get(app->app->store), game->id) == STORE_OK &&
                   load_replay(&load, LOAD_LATEST, NULL, NULL) == STORE_OK,
               "game %s cannot be read", game->public_id);
    game_view(&load.setup, &load.game, seat, view);
    bool wanted = !row_over(&load.row) && view->phase == PHASE_PLAY && view->active != seat &&
                  *turn != view->turn;

    load_end(&load);
    if (wanted)
        *turn = view->turn;
    return wanted;
}

/* Leaves a plan with ORDERS, once for each of their turns. */
static void plan_with(struct month_app *app, const struct month_game *game, unsigned seat,
                      const char *orders) {
    struct buffer plan;
    struct game view;

    if (!look_ahead(app, game, seat, &view))
        return;
    buffer_init(&plan, PLAN_MAX);
    write_plan(&plan, game->knights, &view, seat);
    MONTH_NEED(app->month, !plan.failed, "no memory for a plan");
    give_orders(app, game, seat, orders, plan.data);
    buffer_free(&plan);
}

static void plan_plain(struct month_app *app, const struct month_game *game, unsigned seat) {
    plan_with(app, game, seat, plain_orders(game));
}

static void plan_empty(struct month_app *app, const struct month_game *game, unsigned seat) {
    plan_with(app, game, seat, empty_turns(game));
}

static void do_everywhere(struct month_app *app, const struct month_person *person,
                          give *something) {
    struct month *month = app->month;

    for (unsigned i = 0; i < person->n_games; i++) {
        struct month_game *game = &month->games[person->games[i]];

        for (unsigned seat = 0; seat < game->players; seat++)
            if (game->begun && !game->over && game->people[seat] == person - month->people)
                something(app, game, seat);
    }
}

static void plans_look(struct month_app *app, struct month_person *person) {
    do_everywhere(app, person, plan_plain);
}

static void empty_plans_look(struct month_app *app, struct month_person *person) {
    do_everywhere(app, person, plan_empty);
}

/* ---- parts of others' turns ---- */

static void set_part(struct month_app *app, const struct month_game *game, unsigned seat,
                     const char *setting, const char *builds) {
    char body[PLAN_MAX + 64];

    snprintf(body, sizeof body, "{'setting':'%s'%s%s}", setting,
             builds[0] == '\0' ? "" : ",'builds':", builds);
    json_decref(program_json(app->program, 200, app->month->people[game->people[seat]].token, "PUT",
                             "", body, "/v1/games/%s/special-build", game->public_id));
}

static void pass_part(struct month_app *app, const struct month_game *game, unsigned seat) {
    set_part(app, game, seat, "pass", "");
}

static void pass_begun(struct month_app *app, struct month_game *game) {
    give_everywhere(app, game, pass_part);
}

static void ask_part(struct month_app *app, const struct month_game *game, unsigned seat) {
    set_part(app, game, seat, "ask", "");
}

static void ask_begun(struct month_app *app, struct month_game *game) {
    give_everywhere(app, game, ask_part);
}

static void add_builds(struct buffer *list, const char *type, const struct vertex_set *places) {
    unsigned n = 0;

    VERTEX_EACH(places, v)
        if (n++ < PLACES)
            buffer_format(list, "{'type':'%s','vertex':%u},", type, v);
}

static void plan_part(struct month_app *app, const struct month_game *game, unsigned seat) {
    struct vertex_set free;
    struct buffer list;
    struct game view;

    if (!look_ahead(app, game, seat, &view))
        return;
    free = view.players[seat].touched;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        free.w[w] &= ~view.near.w[w];
    buffer_init(&list, PLAN_MAX);
    buffer_byte(&list, '[');
    add_builds(&list, "build_city", &view.players[seat].settlements);
    add_builds(&list, "build_settlement", &free);
    buffer_text(&list, "{'type':'buy_dev_card'},{'type':'buy_dev_card'}]");
    buffer_byte(&list, '\0');
    MONTH_NEED(app->month, !list.failed, "no memory for a plan");
    set_part(app, game, seat, "plan", list.data);
    buffer_free(&list);
}

static void empty_plan(struct month_app *app, const struct month_game *game, unsigned seat) {
    set_part(app, game, seat, "plan", "");
}

static void part_plans_begun(struct month_app *app, struct month_game *game) {
    give_everywhere(app, game, empty_plan);
}

static void part_plans_look(struct month_app *app, struct month_person *person) {
    do_everywhere(app, person, plan_part);
}

/* ---- the games ---- */

static const struct {
    const char *name;
    struct run runs[RUNS];
} kinds[KINDS] = {
    [BASE] = {"base",
              {{"without", {0}},
               {"with", {.begun = orders_begun}},
               {"with_plans", {.begun = orders_begun, .looks_in = plans_look}},
               {"empty_turns", {.begun = empty_begun}},
               {"empty_and_plans", {.begun = empty_begun, .looks_in = empty_plans_look}}}},
    [KNIGHTS] = {"cities_and_knights",
                 {{"without", {0}},
                  {"with", {.begun = orders_begun}},
                  {"with_plans", {.begun = orders_begun, .looks_in = plans_look}},
                  {"empty_turns", {.begun = empty_begun}},
                  {"empty_and_plans", {.begun = empty_begun, .looks_in = empty_plans_look}}}},
    [PAIRED] = {"paired",
                {{"ask", {0}},
                 {"pass", {.begun = pass_begun}},
                 {"plan", {.begun = part_plans_begun, .looks_in = part_plans_look}}}},
    [SPECIAL_BUILD] = {"special_build",
                       {{"pass", {0}},
                        {"ask", {.begun = ask_begun}},
                        {"plan", {.begun = part_plans_begun, .looks_in = part_plans_look}}}},
};

static struct month_wish wish_of(enum played kind, unsigned games) {
    struct month_wish wish = {.seed = SEED};

    switch (kind) {
    case BASE: wish.base = games; break;
    case KNIGHTS: wish.knights = games; break;
    default: wish.large = games; wish.turns = kind == PAIRED ? MONTH_PAIRED : MONTH_SPECIAL_BUILD;
    }
    return wish;
}

struct count {
    struct statistics *figures;
    int64_t begun_at, last;
};

static bool count_event(void *context, struct load *load, const struct game *before,
                        const struct event *event, int64_t at) {
    struct count *count = context;
    /* The log has what was carried out in a part that was answered in advance, as soon as the last answer was in. */
    bool by_answer = event->by == BY_ORDER && before->part > 0;
    bool by_player = by_answer || (event->by == BY_PLAYER && event->player != NONE);
    const struct decision *decision = by_player ? game_decision(before, event->player) : NULL;

    (void)load;
    count->figures->by_order += event->by == BY_ORDER;
    /* The game does not wait for trades that other players answer or offer. */
    if (by_player && (decision == NULL || decision->answered))
        return true;
    if (count->last == 0)
        count->begun_at = at;
    else if (by_player && at - count->last > WAIT_MINUTES * MONTH_MINUTE) {
        count->figures->waits++;
        count->figures->off_turn += event->player != before->active;
        count->figures->in_parts += before->part > 0;
        count->figures->hours += (double)(at - count->last) / (double)MONTH_HOUR;
    }
    count->last = at;
    return true;
}

static void count_game(struct month_app *app, const struct month_game *game,
                       struct statistics *figures) {
    static struct load load;
    struct count count = {.figures = figures};

    MONTH_NEED(app->month,
               load_open_by_id(&load, store_reader_get(app->app->store), game->id) == STORE_OK &&
                   load_replay(&load, LOAD_LATEST, count_event, &count) == STORE_OK,
               "game %s cannot be read", game->public_id);
    figures->games++;
    figures->events += load.game.seq;
    figures->days += (double)(count.last - count.begun_at) / (double)MONTH_DAY;
    load_end(&load);
}

static void play(struct month *month, const char *db, const struct month_hooks *hooks,
                 struct statistics *figures) {
    static char *const flags[] = {NULL};
    struct month_app *app;

    seed_chance();
    app = month_up(month, db, flags, hooks);
    while (month_step(app))
        MONTH_NEED(month, month->now - MONTH_BEGIN < DAYS_MAX * MONTH_DAY,
                   "%u of %u games are not over after %d days", month->n_games - month->n_over,
                   month->n_games, DAYS_MAX);
    for (unsigned i = 0; i < month->n_games; i++)
        count_game(app, &month->games[i], figures);
    month_down(app);
}

/* Each run has a process of its own, because there is one simulated clock per process. */
static bool play_apart(const char *folder, unsigned games, enum played kind, unsigned run,
                       struct statistics *figures) {
    struct month *month = malloc(sizeof *month);
    char db[4096];
    int status;
    pid_t child;

    if (month == NULL ||
        snprintf(db, sizeof db, "%s/waits-%d%u.db", folder, kind, run) >= (int)sizeof db) {
        free(month);
        return false;
    }
    fflush(NULL);
    child = fork();
    if (child == 0) {
        const struct month_wish wish = wish_of(kind, games);

        month_draw(month, &wish);
        play(month, db, &kinds[kind].runs[run].hooks, figures);
        _exit(0);
    }
    free(month);
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

/* ---- output ---- */

static void print_json(const char *name, const struct statistics *f) {
    printf("\"%s\":{\"waits_per_game\":%.1f,\"waits_off_turn_per_game\":%.1f,"
           "\"waits_in_parts_per_game\":%.1f,\"hours_waited_per_game\":%.1f,\"days_per_game\":%.1f,"
           "\"events_per_game\":%.0f,"
           "\"events_by_order_per_game\":%.1f}",
           name, (double)f->waits / f->games, (double)f->off_turn / f->games,
           (double)f->in_parts / f->games, f->hours / f->games, f->days / f->games,
           (double)f->events / f->games, (double)f->by_order / f->games);
}

static void print_row(const char *game, const char *orders, const struct statistics *f) {
    fprintf(stderr, "%-18s %-15s %8.1f %9.1f %9.1f %8.1f %9.1f\n", game, orders,
            (double)f->waits / f->games, (double)f->off_turn / f->games,
            (double)f->in_parts / f->games, f->days / f->games, (double)f->by_order / f->games);
}

int main(int argc, char **argv) {
    unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : GAMES;
    struct statistics(*figures)[RUNS] =
        mmap(NULL, sizeof(struct statistics[KINDS][RUNS]), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (argc < 2 || games == 0 || games > GAMES_MAX || figures == MAP_FAILED) {
        fprintf(stderr, "usage: waits FOLDER [GAMES], 1 to %d games\n", GAMES_MAX);
        return 2;
    }
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned run = 0; run < RUNS && kinds[kind].runs[run].name != NULL; run++)
            if (!play_apart(argv[1], games, (enum played)kind, run, &figures[kind][run]))
                return 1;
    fprintf(stderr, "%-18s %-15s %8s %9s %9s %8s %9s\n", "per game", "orders", "waits", "off turn",
            "in parts", "days", "by order");
    printf("{\"games\":%u,\"wait_minutes\":%d", games, WAIT_MINUTES);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        printf(",\"%s\":{", kinds[kind].name);
        for (unsigned run = 0; run < RUNS && kinds[kind].runs[run].name != NULL; run++) {
            if (run > 0)
                printf(",");
            print_json(kinds[kind].runs[run].name, &figures[kind][run]);
            print_row(kinds[kind].name, kinds[kind].runs[run].name, &figures[kind][run]);
        }
        printf("}");
    }
    printf("}\n");
    return 0;
}

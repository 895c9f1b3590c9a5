/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost rate: all ratings anew, after games were annulled or restored. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/account/name.h"
#include "service/app/app.h"
#include "service/base/time_text.h"
#include "service/cli/cli.h"
#include "service/rating/rating.h"
#include "service/rating/recount.h"

struct rate {
    struct store_job job; /* first */
    bool chosen;          /* some games are to be annulled or restored */
    struct store_rated_choice choice;
    bool restore, rehearse;
    int64_t now;
    unsigned annulled;
    struct recount recount;
    struct store_reader *reader;
};

/* ---- arguments ---- */

static bool take_flag(const char *name, int *argc, char **argv) {
    bool found = false;
    int kept = 0;

    for (int i = 0; i < *argc; i++)
        if (strcmp(argv[i], name) == 0)
            found = true;
        else
            argv[kept++] = argv[i];
    *argc = kept;
    return found;
}

static bool read_rate_time(const char *name, const char *text, int64_t *at) {
    if (text == NULL || time_read(text, at))
        return true;
    fprintf(stderr, "hexpost: %s takes a time such as 2026-11-30T08:00:00Z\n", name);
    return false;
}

static bool find_rate_game(struct rate *rate, const char *id) {
    struct store_game row = {0};
    enum store_result result;

    if (id == NULL)
        return true;
    result = store_game_get(rate->reader, id, &row);
    if (result == STORE_OK)
        rate->choice.game = row.id;
    else
        fprintf(stderr, "hexpost: cannot find game %s (%s)\n", id, store_result_name(result));
    store_game_clear(&row);
    return result == STORE_OK;
}

static bool find_rate_player(struct rate *rate, const char *name) {
    struct store_account account;
    enum store_result result;

    if (name == NULL)
        return true;
    result = account_by_name(rate->reader, name, &account);
    if (result == STORE_OK)
        rate->choice.account = account.id;
    else
        fprintf(stderr, "hexpost: cannot find account %s (%s)\n", name, store_result_name(result));
    return result == STORE_OK;
}

/* ---- the work ---- */

static void print_change(void *context, const struct store_rating *before,
                         const struct store_rating *after) {
    const struct rate *rate = context;
    struct store_account account = {0};
    const char *verb = rate->rehearse ? "would become" : "is now";

    if (store_account_get(rate->reader, after->account, &account) != STORE_OK ||
        account.name[0] == '\0')
        snprintf(account.name, sizeof account.name, "(deleted)");
    printf("%s, %s: ", account.name, rating_category_name(after->category));
    if (before->games > 0)
        printf("%d after %" PRId64 " games, ", rating_shown(before->mu), before->games);
    else
        printf("none, ");
    if (after->games > 0)
        printf("%s %d after %" PRId64 "\n", verb, rating_shown(after->mu), after->games);
    else
        printf("%s none\n", verb);
}

/* STORE_CONFLICT undoes what was only to be looked at. */
static enum store_result run_rate(struct store_tx *tx, struct store_job *job) {
    struct rate *rate = (struct rate *)job;
    enum store_result result = STORE_OK;

    rate->annulled = 0;
    if (rate->chosen)
        result =
            store_rated_annul(tx, &rate->choice, rate->restore ? 0 : rate->now, &rate->annulled);
    if (result == STORE_OK)
        result = rating_recount(tx, rate->now, &rate->recount);
    return result == STORE_OK && rate->rehearse ? STORE_CONFLICT : result;
}

static int report_rate(const struct rate *rate, enum store_result result) {
    if (result != STORE_OK && !(rate->rehearse && result == STORE_CONFLICT)) {
        fprintf(stderr, "hexpost: nothing was changed (%s)\n", store_result_name(result));
        return 1;
    }
    if (rate->chosen)
        printf("%u games %s%s\n", rate->annulled, rate->rehearse ? "would be " : "",
               rate->restore ? "restored" : "annulled");
    printf("%" PRId64 " rated games, %" PRId64 " of them count; %" PRId64 " ratings %s\n",
           rate->recount.games, rate->recount.counted, rate->recount.changes,
           rate->rehearse ? "would change" : "changed");
    return 0;
}

static int rate_store(struct rate *rate, struct store *store, const char *game,
                      const char *player) {
    rate->reader = store_reader_get(store);
    if (rate->reader == NULL || !find_rate_game(rate, game) || !find_rate_player(rate, player))
        return 1;
    return report_rate(rate, store_call(store, &rate->job));
}

int cli_rate(int argc, char **argv) {
    struct rate rate = {.job = {.run = run_rate}, .choice = {.until = INT64_MAX}};
    const char *game = cli_take_argument("--game", &argc, argv);
    const char *player = cli_take_argument("--player", &argc, argv);
    const char *from = cli_take_argument("--from", &argc, argv);
    const char *until = cli_take_argument("--until", &argc, argv);
    struct config config;
    struct store *store;
    int status;

    rate.restore = take_flag("--restore", &argc, argv);
    rate.rehearse = take_flag("--dry-run", &argc, argv);
    rate.chosen = game != NULL || player != NULL || from != NULL || until != NULL;
    rate.now = app_now();
    rate.recount.changed = print_change;
    rate.recount.context = &rate;
    if (!read_rate_time("--from", from, &rate.choice.from) ||
        !read_rate_time("--until", until, &rate.choice.until) || !cli_config(&config, argc, argv))
        return 2;
    if (rate.restore && !rate.chosen) {
        fprintf(stderr, "hexpost: say which games to restore: --game, --player, --from, --until\n");
        return 2;
    }
    if (store_open(&store, &(struct store_options){.path = config.db, .log = cli_store_log}) !=
        STORE_OK)
        return 1;
    status = rate_store(&rate, store, game, player);
    store_close(store);
    return status;
}

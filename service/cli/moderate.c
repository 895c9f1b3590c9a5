/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost moderator, hexpost moderate: what moderators do over HTTP, for the operator. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/account/name.h"
#include "service/app/app.h"
#include "service/base/seen.h"
#include "service/base/text.h"
#include "service/base/time_text.h"
#include "service/cli/cli.h"
#include "service/moderation/collusion.h"
#include "service/moderation/moderation.h"
#include "service/rating/recount.h"

enum { WORDS_MAX = 4, LISTED_MAX = 1000, PAIRS_LISTED = 100 };

struct order {
    struct store_job job; /* first */
    struct store_reader *reader;
    struct moderation_hand hand;
    const struct order_row *row;
    const char *words[WORDS_MAX]; /* behind the order's name */
    int64_t days;
    char text[STORE_REPORT_TEXT_SIZE];
    enum ruling ruling;
    struct store_account account; /* id 0: none is named */
    int64_t game;
    char game_id[STORE_ID_SIZE];
    struct store_report report;
    struct store_sanction sanction;
    bool yes; /* the first of two words */
};

/* What a word behind an order names. */
enum order_word {
    WORD_NONE,
    WORD_ACCOUNT,
    WORD_GAME,
    WORD_REPORT,
    WORD_SANCTION,
    WORD_RULING,
    WORD_KEPT,
    WORD_TEXT
};

struct order_row {
    const char *name;
    enum order_word words[WORDS_MAX];
    enum store_result (*run)(struct store_tx *tx, struct order *order); /* NULL: only prints */
    enum store_result (*print)(struct order *order);                    /* NULL: only changes */
};

/* ---- printing ---- */

static const char *or_nobody(const char *name) {
    return name[0] == '\0' ? "-" : name;
}

static void print_moment(int64_t at) {
    char text[TIME_TEXT_SIZE];

    time_write(text, at);
    printf("%s  ", text);
}

static bool print_report(void *context, const struct store_report *report) {
    (void)context;
    print_moment(report->at);
    printf("%s  %s about %s, game %s, by %s (%" PRId64 " of %" PRId64 " reports led to something)\n"
           "    %s\n",
           report->public_id, report_kind_names[report->kind], or_nobody(report->about_name),
           or_nobody(report->game_id), or_nobody(report->by), report->upheld, report->reports,
           report->text);
    if (report->said[0] != '\0')
        printf("    said: %s\n", report->said);
    return true;
}

static bool print_sanction(void *context, const struct store_sanction *sanction) {
    const struct order *order = context;

    print_moment(sanction->at);
    printf("%s  %s for %s%s\n    %s\n", sanction->public_id, ruling_names[sanction->kind],
           or_nobody(sanction->name), sanction_is_active(sanction, order->hand.now) ? "" : ", over",
           sanction->reason);
    if (sanction->appealed_at != 0)
        printf("    appeal%s: %s\n", sanction->answered_at == 0 ? ", to be answered" : "",
               sanction->appeal);
    return true;
}

static bool print_entry(void *context, const struct store_moderation_entry *entry) {
    (void)context;
    print_moment(entry->at);
    printf("%s: %s, %s%s%s  %s\n", entry->by == 0 ? "operator" : or_nobody(entry->by_name),
           entry->what, or_nobody(entry->about_name), entry->game[0] == '\0' ? "" : ", game ",
           entry->game, entry->text);
    return true;
}

static enum store_result print_reports(struct order *order) {
    return store_report_list(order->reader, false, INT64_MAX, LISTED_MAX, print_report, order);
}

static enum store_result print_sanctions(struct order *order) {
    return store_sanction_list(order->reader, false, INT64_MAX, LISTED_MAX, print_sanction, order);
}

static enum store_result print_appeals(struct order *order) {
    return store_sanction_list(order->reader, true, INT64_MAX, LISTED_MAX, print_sanction, order);
}

static void print_side(const struct store_pair *pair, const struct collusion_side sides[2],
                       unsigned i) {
    const struct dealing *with = &sides[i].with;

    printf("    %s to %s: %" PRId64 " trades cost %.2f %% of chance each (others: %.2f %%), robber "
           "%" PRId64 " of %" PRId64 " (expected %.1f), alone %" PRId64 " of %" PRId64
           " offers (expected %.1f)\n",
           or_nobody(pair->names[i]), or_nobody(pair->names[1 - i]), with->trades,
           100 * with->lost / fmax(1, (double)with->trades),
           100 * sides[i].others.lost / fmax(1, (double)sides[i].others.trades), with->hits,
           with->chances, with->hits_expected, with->alone, with->offers, with->alone_expected);
}

static enum store_result print_pairs(struct order *order) {
    struct store_pair pairs[PAIRS_LISTED];
    size_t n = 0;
    enum store_result result = store_pair_list(order->reader, collusion_least(),
                                               &(struct store_pair){0}, pairs, PAIRS_LISTED, &n);

    for (size_t i = 0; i < n && result == STORE_OK; i++) {
        struct collusion_side sides[2];

        result = collusion_look(order->reader, pairs[i].account, pairs[i].other, sides);
        if (result != STORE_OK)
            break;
        printf("%s and %s: %" PRId64 " games, score %.2f\n", or_nobody(pairs[i].names[0]),
               or_nobody(pairs[i].names[1]), sides[0].with.games, (double)pairs[i].score / 1000);
        print_side(&pairs[i], sides, 0);
        print_side(&pairs[i], sides, 1);
    }
    return result;
}

static enum store_result print_moderation_log(struct order *order) {
    return store_moderation_list(order->reader, INT64_MAX, LISTED_MAX, print_entry, order);
}

/* ---- changing ---- */

static enum store_result run_decide(struct store_tx *tx, struct order *order) {
    return moderation_decide(tx, &order->hand, order->account.id, order->ruling, order->days,
                             order->text);
}

static enum store_result run_report_answer(struct store_tx *tx, struct order *order) {
    int64_t account = order->account.id != 0 ? order->account.id : order->report.about;

    if (account == 0 && order->ruling != RULING_NONE) {
        fprintf(stderr, "hexpost: the report is about all players; name one with --account\n");
        return STORE_CONFLICT;
    }
    return moderation_answer(tx, &order->hand, &order->report, account, order->ruling, order->days,
                             order->text);
}

static enum store_result run_appeal(struct store_tx *tx, struct order *order) {
    return moderation_appeal_answer(tx, &order->hand, &order->sanction, order->yes, order->text);
}

static enum store_result run_lift(struct store_tx *tx, struct order *order) {
    return moderation_lift(tx, &order->hand, &order->sanction, order->text);
}

static enum store_result run_annul(struct store_tx *tx, struct order *order) {
    struct recount recount = {0};
    unsigned annulled;

    return moderation_annul(tx, &order->hand, order->game, order->game_id, order->account.id,
                            order->text, &recount, &annulled);
}

static enum store_result run_appoint(struct store_tx *tx, struct order *order) {
    return moderation_appoint(tx, &order->hand, order->account.id, true);
}

static enum store_result run_dismiss(struct store_tx *tx, struct order *order) {
    return moderation_appoint(tx, &order->hand, order->account.id, false);
}

static const struct order_row order_rows[] = {
    {"reports", {WORD_NONE}, NULL, print_reports},
    {"sanctions", {WORD_NONE}, NULL, print_sanctions},
    {"appeals", {WORD_NONE}, NULL, print_appeals},
    {"log", {WORD_NONE}, NULL, print_moderation_log},
    {"pairs", {WORD_NONE}, NULL, print_pairs},
    {"answer", {WORD_REPORT, WORD_RULING, WORD_TEXT}, run_report_answer, NULL},
    {"decide", {WORD_ACCOUNT, WORD_RULING, WORD_TEXT}, run_decide, NULL},
    {"appeal", {WORD_SANCTION, WORD_KEPT, WORD_TEXT}, run_appeal, NULL},
    {"lift", {WORD_SANCTION, WORD_TEXT}, run_lift, NULL},
    {"annul-game", {WORD_GAME, WORD_TEXT}, run_annul, NULL},
    {"annul-player", {WORD_ACCOUNT, WORD_TEXT}, run_annul, NULL},
};
enum { ORDER_ROWS = sizeof order_rows / sizeof *order_rows };
static const struct order_row appoint_row = {"appoint", {WORD_ACCOUNT}, run_appoint, NULL};
static const struct order_row dismiss_row = {"dismiss", {WORD_ACCOUNT}, run_dismiss, NULL};

/* ---- reading words ---- */

static bool complain_missing(const char *what, const char *word, enum store_result result) {
    fprintf(stderr, "hexpost: cannot find %s %s (%s)\n", what, word, store_result_name(result));
    return false;
}

static bool take_account(struct order *order, const char *word) {
    enum store_result result = account_by_name(order->reader, word, &order->account);

    return result == STORE_OK || complain_missing("account", word, result);
}

static bool take_order_game(struct order *order, const char *word) {
    struct store_game row = {0};
    enum store_result result = store_game_get(order->reader, word, &row);

    order->game = row.id;
    memcpy(order->game_id, row.public_id, sizeof order->game_id);
    store_game_clear(&row);
    return result == STORE_OK || complain_missing("game", word, result);
}

static bool take_ruling(struct order *order, const char *word) {
    const char *fault = NULL;

    for (int i = 0; ruling_names[i] != NULL; i++)
        if (strcmp(word, ruling_names[i]) == 0) {
            order->ruling = (enum ruling)i;
            fault = ruling_fault(order->ruling, order->days);
            if (fault != NULL)
                fprintf(stderr, "hexpost: --days %s\n", fault);
            return fault == NULL;
        }
    fprintf(stderr, "hexpost: \"%s\" must be none, warn, mute, unrated or close\n", word);
    return false;
}

static bool take_kept(struct order *order, const char *word) {
    order->yes = strcmp(word, "kept") == 0;
    if (order->yes || strcmp(word, "lifted") == 0)
        return true;
    fprintf(stderr, "hexpost: \"%s\" must be kept or lifted\n", word);
    return false;
}

static bool take_text(struct order *order, const char *word) {
    if (strlen(word) <= MODERATION_REASON_MAX && seen_copy(order->text, sizeof order->text, word))
        return true;
    fprintf(stderr, "hexpost: the text must be one that can be seen, of at most %d bytes\n",
            MODERATION_REASON_MAX);
    return false;
}

static bool take_order_word(struct order *order, enum order_word kind, const char *word) {
    enum store_result result;

    switch (kind) {
    case WORD_ACCOUNT: return take_account(order, word);
    case WORD_GAME: return take_order_game(order, word);
    case WORD_RULING: return take_ruling(order, word);
    case WORD_KEPT: return take_kept(order, word);
    case WORD_TEXT: return take_text(order, word);
    case WORD_REPORT:
        result = store_report_get(order->reader, word, &order->report);
        return result == STORE_OK || complain_missing("report", word, result);
    case WORD_SANCTION:
        result = store_sanction_get(order->reader, word, &order->sanction);
        return result == STORE_OK || complain_missing("sanction", word, result);
    default: return true;
    }
}

/* Takes the order's words from the front of the arguments. */
static bool take_words(struct order *order, int *argc, char ***argv) {
    for (int i = 0; i < WORDS_MAX && order->row->words[i] != WORD_NONE; i++) {
        if (*argc < 1 || (*argv)[0][0] == '-') {
            fprintf(stderr, "hexpost: \"%s\" needs more words; see `hexpost help moderate`\n",
                    order->row->name);
            return false;
        }
        order->words[i] = (*argv)[0];
        ++*argv, --*argc;
    }
    return true;
}

/* ---- running ---- */

static enum store_result run_order(struct store_tx *tx, struct store_job *job) {
    struct order *order = (struct order *)job;

    return order->row->run(tx, order);
}

static enum store_result carry_out_order(struct order *order, struct store *store) {
    order->reader = store_reader_get(store);
    if (order->reader == NULL)
        return STORE_MEMORY;
    for (int i = 0; i < WORDS_MAX && order->row->words[i] != WORD_NONE; i++)
        if (order->words[i] == NULL ||
            !take_order_word(order, order->row->words[i], order->words[i]))
            return STORE_NONE;
    if (order->row->print != NULL)
        return order->row->print(order);
    order->job.run = run_order;
    return store_call(store, &order->job);
}

static int open_for_order(struct order *order, const char *name, int argc, char **argv) {
    struct config config;
    struct store *store;
    enum store_result result = STORE_OK;

    if (!cli_config(&config, argc, argv))
        return 2;
    order->hand.now = app_now();
    if (store_open(&store, &(struct store_options){.path = config.db, .log = cli_store_log}) !=
        STORE_OK)
        return 1;
    if (name != NULL) {
        order->reader = store_reader_get(store);
        result = order->reader != NULL && take_account(order, name) ? STORE_OK : STORE_NONE;
    }
    if (result == STORE_OK)
        result = carry_out_order(order, store);
    if (result != STORE_OK)
        fprintf(stderr, "hexpost: nothing was changed (%s)\n",
                result == STORE_CONFLICT ? "that is done or decided already"
                                         : store_result_name(result));
    store_close(store);
    return result == STORE_OK ? 0 : 1;
}

int cli_moderate(int argc, char **argv) {
    struct order *order = calloc(1, sizeof *order);
    const char *days = cli_take_argument("--days", &argc, argv);
    const char *name = cli_take_argument("--account", &argc, argv);
    int status = 2;

    for (int i = 0; order != NULL && i < ORDER_ROWS && argc > 0; i++)
        if (strcmp(argv[0], order_rows[i].name) == 0)
            order->row = &order_rows[i];
    if (order == NULL || order->row == NULL) {
        fprintf(stderr, "hexpost: moderate needs an order; see `hexpost help moderate`\n");
    } else if (days != NULL && !text_read_number(days, 1, MODERATION_DAYS_MAX, &order->days)) {
        fprintf(stderr, "hexpost: --days takes a number from 1 to %d\n", MODERATION_DAYS_MAX);
    } else {
        argc--, argv++;
        if (take_words(order, &argc, &argv))
            status = open_for_order(order, name, argc, argv);
    }
    free(order);
    return status;
}

int cli_moderator(int argc, char **argv) {
    struct order *order = calloc(1, sizeof *order);
    bool dismissed = argc > 0 && strcmp(argv[0], "--remove") == 0;
    int status = 2;

    if (order == NULL)
        return 1;
    argc -= dismissed, argv += dismissed;
    order->row = dismissed ? &dismiss_row : &appoint_row;
    if (take_words(order, &argc, &argv))
        status = open_for_order(order, NULL, argc, argv);
    free(order);
    return status;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost check: is the database as it was written, and does each game follow the rules? */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/check.h"
#include "db/games.h"
#include "service/cli/cli.h"
#include "service/game/load.h"

struct check {
    struct store_reader *reader;
    int64_t games, events;
    int64_t findings;
    int64_t told; /* the game named last, */
    char name[STORE_ID_SIZE];
};

/* Prints the public id, which players know, and the number for a database shell. */
static void name_game(struct check *check, int64_t game) {
    struct store_game row;

    if (check->told == game)
        return;
    check->told = game;
    check->name[0] = '\0';
    if (store_game_get_by_id(check->reader, game, &row) == STORE_OK)
        memcpy(check->name, row.public_id, sizeof check->name);
    store_game_clear(&row);
}

static void report_finding(void *context, const struct store_finding *finding) {
    struct check *check = context;

    if (finding->advice) {
        printf("note: %s\n", finding->text);
        return;
    }
    check->findings++;
    if (finding->game == 0) {
        printf("database: %s\n", finding->text);
        return;
    }
    name_game(check, finding->game);
    printf("game %s (number %" PRId64 "): %s\n", check->name[0] == '\0' ? "?" : check->name,
           finding->game, finding->text);
}

static void report_fault(struct check *check, const struct load *load) {
    static const char *const faults[GUARD_FAULTS] = {
        [GUARD_SETUP] = "its start is not as it was written",
        [GUARD_CHECKSUM] = "is not as it was written",
        [GUARD_EVENT] = "cannot be read",
        [GUARD_ILLEGAL] = "breaks a rule",
        [GUARD_LOG] = "is missing, or the game's row does not agree with its log",
        [GUARD_MOVE] = "",
    };
    struct store_finding finding = {.game = load->row.id};

    if (load->fault == GUARD_SETUP)
        snprintf(finding.text, sizeof finding.text, "%s", faults[load->fault]);
    else
        snprintf(finding.text, sizeof finding.text, "event %u %s", (unsigned)load->fault_seq,
                 faults[load->fault]);
    report_finding(check, &finding);
}

/* Checks what the row repeats of the log. */
static void check_result(struct check *check, const struct load *load, const struct event *last) {
    const struct store_game *row = &load->row;
    size_t n = last->finished.n_points;
    int winner = last->finished.winner == NONE ? -1 : last->finished.winner;

    if (last->type == EVENT_FINISHED && (row->winner != winner || row->points.len != n ||
                                         memcmp(row->points.data, last->finished.points, n) != 0))
        report_finding(check, &(struct store_finding){
                                  .game = row->id,
                                  .text = "winner or points in its row are not those of its log"});
}

static bool note_event(void *context, struct load *load, const struct game *before,
                       const struct event *event, int64_t at) {
    (void)load, (void)before, (void)at;
    *(struct event *)context = *event;
    return true;
}

static enum store_result check_game(struct check *check, int64_t id) {
    struct event last = {.type = ACTION_NONE};
    struct load load;
    enum store_result result = load_open_by_id(&load, check->reader, id);

    if (result == STORE_OK)
        result = load_replay(&load, LOAD_LATEST, note_event, &last);
    if (result == STORE_OK)
        check_result(check, &load, &last);
    else if (result == STORE_DAMAGED)
        report_fault(check, &load);
    else if (result == STORE_CORRUPT)
        report_finding(check,
                       &(struct store_finding){.game = id, .text = "its row cannot be read"});
    check->games++;
    check->events += result == STORE_OK ? load.game.seq : 0;
    load_end(&load);
    return result == STORE_DAMAGED || result == STORE_CORRUPT || result == STORE_NONE ? STORE_OK
                                                                                      : result;
}

static enum store_result check_games(struct check *check) {
    enum store_result result = STORE_OK;
    int64_t id = 0;

    while (result == STORE_OK) {
        result = store_game_next(check->reader, id, &id);
        if (result == STORE_OK)
            result = check_game(check, id);
    }
    return result == STORE_NONE ? STORE_OK : result;
}

static int check_store(struct store *store) {
    struct check check = {.reader = store_reader_get(store)};
    enum store_result result;

    if (check.reader == NULL)
        return 1;
    result = store_check(check.reader, report_finding, &check);
    if (result == STORE_OK || result == STORE_CORRUPT) {
        enum store_result games = check_games(&check);

        result = games == STORE_OK ? result : games;
    }
    if (result == STORE_CORRUPT) {
        report_finding(&check, &(struct store_finding){.text = "parts of it cannot be read"});
        result = STORE_OK;
    }
    if (result != STORE_OK) {
        fprintf(stderr, "hexpost: the check could not be finished (%s)\n",
                store_result_name(result));
        return 1;
    }
    printf("%s: games read: %" PRId64 ", events: %" PRId64 ", faults: %" PRId64 "\n",
           check.findings == 0 ? "ok" : "DAMAGED", check.games, check.events, check.findings);
    return check.findings == 0 && fflush(stdout) == 0 ? 0 : 1;
}

int cli_check(int argc, char **argv) {
    struct config config;
    struct store *store;
    int status;

    if (!cli_config(&config, argc, argv))
        return 2;
    if (store_open(&store, &(struct store_options){.path = config.db,
                                                   .read_only = true,
                                                   .log = cli_store_log}) != STORE_OK)
        return 1;
    status = check_store(store);
    store_close(store);
    return status;
}

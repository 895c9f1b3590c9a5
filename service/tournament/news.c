/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/news.h"

#include <stdio.h>
#include <stdlib.h>

#include "db/mailboxes.h"
#include "service/notify/tell.h"
#include "service/tournament/contest.h"

enum { NUMBER_SIZE = 16 };

static enum store_result
inform_player(struct store_tx *tx, const struct store_tournament *tournament, struct tell *tell) {
    tell->path = "/tournaments/";
    tell->id = tournament->public_id;
    return inform_person(tx, tell);
}

enum store_result news_bye(struct store_tx *tx, const struct store_tournament *tournament,
                           int64_t account, unsigned round, int64_t now) {
    char number[NUMBER_SIZE];
    const char *const args[] = {tournament->name, number};

    snprintf(number, sizeof number, "%u", round);
    return inform_player(tx, tournament,
                         &(struct tell){.account = account,
                                        .about = "tournament.bye",
                                        .subject = TEXT_NOTIFY_TOURNAMENT_BYE_SUBJECT,
                                        .text = TEXT_NOTIFY_TOURNAMENT_BYE_TEXT,
                                        .args = args,
                                        .n_args = 2,
                                        .needs = STORE_MAIL_KINDS,
                                        .now = now});
}

enum store_result news_over(struct store_tx *tx, const struct store_tournament *tournament,
                            int64_t account, const char *first, unsigned rank, int64_t now) {
    char number[NUMBER_SIZE];
    const char *const args[] = {tournament->name, first, number};

    snprintf(number, sizeof number, "%u", rank);
    return inform_player(tx, tournament,
                         &(struct tell){.account = account,
                                        .about = "tournament.over",
                                        .subject = TEXT_NOTIFY_TOURNAMENT_OVER_SUBJECT,
                                        .text = rank == 1 ? TEXT_NOTIFY_TOURNAMENT_WON_TEXT
                                                          : TEXT_NOTIFY_TOURNAMENT_OVER_TEXT,
                                        .args = args,
                                        .n_args = 3,
                                        .needs = STORE_MAIL_GAME_OVER,
                                        .now = now});
}

enum store_result news_cancelled(struct store_tx *tx, const struct store_tournament *tournament,
                                 int64_t now) {
    struct store_tournament_player *players = calloc(CONTEST_PLAYERS_MAX, sizeof *players);
    const char *const args[] = {tournament->name};
    size_t n = 0;
    enum store_result result = players == NULL
                                   ? STORE_MEMORY
                                   : store_tournament_players(store_tx_reader(tx), tournament->id,
                                                              players, CONTEST_PLAYERS_MAX, &n);

    for (size_t i = 0; i < n && result == STORE_OK; i++)
        if (!players[i].out)
            result =
                inform_player(tx, tournament,
                              &(struct tell){.account = players[i].account,
                                             .about = "tournament.cancelled",
                                             .subject = TEXT_NOTIFY_TOURNAMENT_CANCELLED_SUBJECT,
                                             .text = TEXT_NOTIFY_TOURNAMENT_CANCELLED_TEXT,
                                             .args = args,
                                             .n_args = 1,
                                             .needs = STORE_MAIL_KINDS,
                                             .now = now});
    free(players);
    return result;
}

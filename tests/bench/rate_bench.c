/* SPDX-License-Identifier: AGPL-3.0-or-later */

/*
 * Measures what it costs to count all ratings again, and to annul a player's games, with 100,000 rated games of 5,000 people.
 * Prints one JSON object. The database is created in the folder of the first argument (default: the current one).
 */
#include "db/accounts.h"
#include "db/ratings.h"
#include "db/store.h"
#include "service/rating/recount.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PEOPLE = 5000, GAMES = 100000, SEATS = 4, PIECE = 1000, PLAYER = 17 };

static struct store *store;

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void must(enum store_result result, const char *doing) {
    if (result == STORE_OK)
        return;
    fprintf(stderr, "rate_bench: %s: %s\n", doing, store_result_name(result));
    exit(1);
}

struct rate_work {
    struct store_job job; /* first */
    int first;
    bool rehearse;
    int64_t annul; /* the account whose games are annulled; 0: nobody's */
    unsigned annulled;
    struct recount recount;
};

static enum store_result make_people(struct store_tx *tx, struct store_job *job) {
    struct rate_work *work = (struct rate_work *)job;
    enum store_result result = STORE_OK;
    for (int i = work->first; i < work->first + PIECE && result == STORE_OK; i++) {
        struct store_account account = {.created_at = 1764000000000};
        snprintf(account.public_id, sizeof account.public_id, "a%015d", i);
        snprintf(account.name, sizeof account.name, "p%d", i);
        snprintf(account.name_key, sizeof account.name_key, "p%d", i);
        memcpy(account.alike, &i, sizeof i);
        account.alike[STORE_HASH_SIZE - 1] = 1;
        result = store_account_create(tx, &account);
    }
    return result;
}

/* A number that looks drawn by chance (splitmix64). */
static uint64_t mixed(uint64_t at) {
    at = (at + 1) * UINT64_C(0x9e3779b97f4a7c15);
    at = (at ^ at >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    at = (at ^ at >> 27) * UINT64_C(0x94d049bb133111eb);
    return at ^ at >> 31;
}

/* Four different people a game, by a sequence that is the same each time. */
static enum store_result make_games(struct store_tx *tx, struct store_job *job) {
    struct rate_work *work = (struct rate_work *)job;
    enum store_result result = STORE_OK;
    for (int i = work->first; i < work->first + PIECE && result == STORE_OK; i++) {
        struct store_rated_game game = {.id = i + 1,
                                        .category = 1,
                                        .finished_at = 1764000000000 + i * INT64_C(60000),
                                        .seat_count = SEATS};
        for (int seat = 0; seat < SEATS; seat++) {
            uint64_t at = mixed((uint64_t)i * SEATS + (unsigned)seat);
            game.seats[seat] = (struct store_rated_seat){
                .game = game.id,
                .seat = seat,
                .account = 1 + (int64_t)((at >> 33) % (PEOPLE / SEATS)) + seat * (PEOPLE / SEATS),
                .rank = seat + 1};
        }
        result = store_rating_place(tx, &game.place);
        if (result == STORE_OK)
            result = store_rated_put(tx, &game);
    }
    return result;
}

static enum store_result count_all(struct store_tx *tx, struct store_job *job) {
    struct rate_work *work = (struct rate_work *)job;
    struct store_rated_choice choice = {.account = work->annul, .until = INT64_MAX};
    enum store_result result = work->annul == 0
                                   ? STORE_OK
                                   : store_rated_annul(tx, &choice, 1774000000000, &work->annulled);
    if (result == STORE_OK)
        result = rating_recount(tx, 1774000000000, &work->recount);
    return result == STORE_OK && work->rehearse ? STORE_CONFLICT : result;
}

static void fill(enum store_result (*make)(struct store_tx *tx, struct store_job *job), int n) {
    for (int first = 0; first < n; first += PIECE) {
        struct rate_work work = {.job = {.run = make}, .first = first};
        must(store_call(store, &work.job), "filling the database");
    }
}

static void measure(const char *name, struct rate_work work) {
    double wall = seconds_of(CLOCK_MONOTONIC), cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    work.job.run = count_all;
    enum store_result result = store_call(store, &work.job);
    if (!work.rehearse || result != STORE_CONFLICT)
        must(result, name);
    printf(",\"%s\":{\"seconds\":%.3f,\"cpu_seconds\":%.3f,\"annulled\":%u,\"changes\":%lld}", name,
           seconds_of(CLOCK_MONOTONIC) - wall, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu,
           work.annulled, (long long)work.recount.changes);
}

int main(int argc, char **argv) {
    char path[512];
    snprintf(path, sizeof path, "%s/rate_bench.db", argc > 1 ? argv[1] : ".");
    remove(path);
    must(store_open(&store, &(struct store_options){.path = path}), "opening the database");
    fill(make_people, PEOPLE);
    fill(make_games, GAMES);
    printf("{\"bench\":\"ratings\",\"games\":%d,\"people\":%d", GAMES, PEOPLE);
    measure("all", (struct rate_work){.rehearse = false});
    measure("again", (struct rate_work){.rehearse = false});
    measure("annul_rehearsed", (struct rate_work){.annul = PLAYER, .rehearse = true});
    measure("annul", (struct rate_work){.annul = PLAYER});
    printf("}\n");
    store_close(store);
    remove(path);
    return 0;
}

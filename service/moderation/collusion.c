/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/moderation/collusion.h"

#include <math.h>
#include <stdlib.h>

#include "db/ahead.h"
#include "service/game/load.h"

static const double chance_unit = 1e9, expected_unit = 1e6; /* of what is stored */

int64_t collusion_least(void) {
    return llround(suspicion_least * COLLUSION_SCORE_UNIT);
}

/* ---- what is stored ---- */

static void pack_dealing(const struct dealing *dealing, struct store_dealing *packed) {
    packed->games = dealing->games;
    packed->trades = dealing->trades;
    packed->lost = llround(dealing->lost * chance_unit);
    packed->lost_squares = llround(dealing->lost_squares * chance_unit);
    packed->chances = dealing->chances;
    packed->hits = dealing->hits;
    packed->hits_expected = llround(dealing->hits_expected * expected_unit);
    packed->hits_variance = llround(dealing->hits_variance * expected_unit);
    packed->offers = dealing->offers;
    packed->alone = dealing->alone;
    packed->alone_expected = llround(dealing->alone_expected * expected_unit);
    packed->alone_variance = llround(dealing->alone_variance * expected_unit);
}

/* SIGN -1: what is to be taken away from a sum. */
static struct dealing unpack_dealing(const struct store_dealing *packed, int sign) {
    return (struct dealing){
        .games = sign * packed->games,
        .trades = sign * packed->trades,
        .lost = sign * (double)packed->lost / chance_unit,
        .lost_squares = sign * (double)packed->lost_squares / chance_unit,
        .chances = sign * packed->chances,
        .hits = sign * packed->hits,
        .hits_expected = sign * (double)packed->hits_expected / expected_unit,
        .hits_variance = sign * (double)packed->hits_variance / expected_unit,
        .offers = sign * packed->offers,
        .alone = sign * packed->alone,
        .alone_expected = sign * (double)packed->alone_expected / expected_unit,
        .alone_variance = sign * (double)packed->alone_variance / expected_unit,
    };
}

static enum store_result look_at_side(struct store_reader *reader, int64_t account, int64_t other,
                                      struct collusion_side *side) {
    struct store_dealing with, all;
    struct dealing less;
    enum store_result result = store_dealing_get(reader, account, other, &with);

    if (result == STORE_OK)
        result = store_dealing_sum(reader, account, &all);
    if (result != STORE_OK)
        return result;
    side->with = unpack_dealing(&with, 1);
    side->others = unpack_dealing(&all, 1);
    less = unpack_dealing(&with, -1);
    dealing_add(&side->others, &less);
    dealing_judge(&side->with, &side->others, &side->suspicion);
    return STORE_OK;
}

enum store_result collusion_look(struct store_reader *reader, int64_t account, int64_t other,
                                 struct collusion_side sides[2]) {
    enum store_result result = look_at_side(reader, account, other, &sides[0]);

    return result == STORE_OK ? look_at_side(reader, other, account, &sides[1]) : result;
}

/* ---- a game ---- */

static bool observe_event(void *context, struct load *load, const struct game *before,
                          const struct event *event, int64_t at) {
    (void)at;
    dealings_follow(context, before, event, &load->game);
    return true;
}

static enum store_result observe_game(struct load *load, struct dealings *dealings) {
    dealings_begin(dealings, &load->setup);
    return load_replay_kept(load, observe_event, dealings);
}

/* ---- its people ---- */

struct people {
    int64_t accounts
        [STORE_SEATS_MAX]; /* rising, so that two games that end never wait for each other in a circle */
    unsigned seats[STORE_SEATS_MAX];
    unsigned n;
};

static void find_people(const struct store_game *row, struct people *people) {
    people->n = 0;
    for (unsigned seat = 0; seat < (unsigned)row->seat_count; seat++) {
        unsigned at = people->n;

        if (row->seats[seat].kind != STORE_SEAT_HUMAN || row->seats[seat].account == 0)
            continue;
        for (; at > 0 && people->accounts[at - 1] > row->seats[seat].account; at--) {
            people->accounts[at] = people->accounts[at - 1];
            people->seats[at] = people->seats[at - 1];
        }
        people->accounts[at] = row->seats[seat].account;
        people->seats[at] = seat;
        people->n++;
    }
}

static enum store_result add_dealings(struct store_tx *tx, const struct dealings *dealings,
                                      const struct people *people, int64_t now) {
    enum store_result result = STORE_OK;

    for (unsigned a = 0; a < people->n; a++)
        for (unsigned b = 0; b < people->n && result == STORE_OK; b++) {
            struct store_dealing packed = {
                .account = people->accounts[a], .other = people->accounts[b], .last_at = now};

            if (a == b)
                continue;
            pack_dealing(&dealings->of[people->seats[a]][people->seats[b]], &packed);
            result = store_dealing_add(tx, &packed);
        }
    return result;
}

static enum store_result judge_pair(struct store_tx *tx, int64_t account, int64_t other) {
    struct collusion_side sides[2];
    struct store_pair pair = {.account = account, .other = other};
    enum store_result result = collusion_look(store_tx_reader(tx), account, other, sides);

    if (result != STORE_OK || sides[0].with.games < SUSPICION_GAMES_LEAST)
        return result;
    pair.score =
        llround(suspicion_score(&sides[0].suspicion, &sides[1].suspicion) * COLLUSION_SCORE_UNIT);
    return store_pair_set(tx, &pair);
}

static enum store_result judge_people(struct store_tx *tx, const struct people *people) {
    enum store_result result = STORE_OK;

    for (unsigned a = 0; a < people->n; a++)
        for (unsigned b = a + 1; b < people->n && result == STORE_OK; b++)
            result = judge_pair(tx, people->accounts[a], people->accounts[b]);
    return result;
}

enum store_result collusion_on_events(struct store_tx *tx, const struct game_events *events) {
    struct load *load;
    struct dealings dealings;
    struct people people = {.n = 0};
    enum store_result result;

    if ((events->types >> EVENT_FINISHED & 1) == 0 || events->mode != STORE_MODE_PLAY ||
        store_is_ahead(store_tx_reader(tx)))
        return STORE_OK;
    load = calloc(1, sizeof *load);
    result =
        load == NULL ? STORE_MEMORY : load_open_by_id(load, store_tx_reader(tx), events->game_id);
    if (result == STORE_OK)
        find_people(&load->row, &people);
    if (result == STORE_OK && people.n >= 2)
        result = observe_game(load, &dealings);
    if (result == STORE_OK && people.n >= 2)
        result = add_dealings(tx, &dealings, &people, events->now);
    if (result == STORE_OK)
        result = judge_people(tx, &people);
    if (load != NULL)
        load_end(load);
    free(load);
    return result == STORE_DAMAGED ? STORE_OK : result;
}

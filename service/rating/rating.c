/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/rating/rating.h"

#include <assert.h>
#include <math.h>

#include "db/ahead.h"
#include "service/app/app.h"

_Static_assert((int)WENG_LIN_PLAYERS_MAX == (int)STORE_SEATS_MAX, "each seat is a player");

const char *const rating_fault_names[] = {
    [RATING_COUNTS] = NULL,
    [RATING_TOO_SHORT] = "too_short",
    [RATING_GIVEN_UP] = "given_up",
    [RATING_ANNULLED] = "annulled",
};

static const double unit = 1e12; /* of what is stored */
static const double mu_first = 25, sigma_first = 5;

enum {
    SHOWN_FIRST = 1500, /* the rating that people read at first, */
    SHOWN_EACH = 40,    /* and by how much it differs for each unit of the mean */
    GAMES_LEAST = 10,   /* for a place on a ladder, */
    TURNS_EACH = 3,     /* and of each player, for a game to count */
    GIVEN_UP_MOST = 1,  /* seats */
    DEVIATIONS = 3,     /* that a ladder's score is below the mean */
};
static const int64_t sigma_most = INT64_C(4400000000000); /* on a ladder */
static const int64_t idle_most = INT64_C(183) * 24 * 60 * 60 * 1000;

struct strength rating_strength(int64_t mu, int64_t sigma) {
    return (struct strength){(double)mu / unit, (double)sigma / unit};
}

int rating_shown(int64_t mu) {
    return (int)lround(SHOWN_FIRST + SHOWN_EACH * ((double)mu / unit - mu_first));
}

bool rating_provisional(const struct store_rating *rating) {
    return rating->games < GAMES_LEAST || rating->sigma > sigma_most;
}

int64_t rating_idle_since(int64_t now) {
    return now - idle_most;
}

/* ---- a game's result ---- */

static bool comes_before(const uint8_t points[], unsigned winner, unsigned given_up, unsigned a,
                         unsigned b) {
    bool last_a = given_up >> a & 1, last_b = given_up >> b & 1;

    if (last_a || last_b)
        return !last_a;
    if (a == winner || b == winner)
        return a == winner && b != winner;
    return points[a] > points[b];
}

void rating_ranks(const uint8_t points[], unsigned n, unsigned winner, unsigned given_up,
                  int ranks[]) {
    for (unsigned seat = 0; seat < n; seat++) {
        ranks[seat] = 1;
        for (unsigned other = 0; other < n; other++)
            ranks[seat] += comes_before(points, winner, given_up, other, seat) &&
                           !comes_before(points, winner, given_up, seat, other);
    }
}

static unsigned given_up_seats(const struct store_game *row) {
    unsigned seats = 0;

    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].kind != STORE_SEAT_HUMAN || row->seats[seat].resigned_at != 0)
            seats |= 1u << seat;
    return seats;
}

void rating_describe(struct store_rated_game *rated, const struct store_game *row, unsigned turns) {
    unsigned given_up = given_up_seats(row);
    uint8_t points[STORE_SEATS_MAX] = {0};
    int ranks[STORE_SEATS_MAX];

    *rated = (struct store_rated_game){
        .id = row->id,
        .category = rating_category_of_row(row),
        .finished_at = row->finished_at,
        .seat_count = row->seat_count,
    };
    for (int seat = 0; seat < row->seat_count && (size_t)seat < row->points.len; seat++)
        points[seat] = ((const uint8_t *)row->points.data)[seat];
    if (turns < TURNS_EACH * (unsigned)row->seat_count)
        rated->unrated = RATING_TOO_SHORT;
    else if (row->winner < 0 || bit_count(given_up) > GIVEN_UP_MOST)
        rated->unrated = RATING_GIVEN_UP;
    rating_ranks(points, (unsigned)row->seat_count, row->winner < 0 ? NONE : (unsigned)row->winner,
                 given_up, ranks);
    for (int seat = 0; seat < row->seat_count; seat++)
        rated->seats[seat] = (struct store_rated_seat){
            .game = row->id,
            .seat = seat,
            .account = row->seats[seat].account,
            .rank = ranks[seat],
        };
}

/* ---- a step ---- */

void rating_begin(struct store_rating *rating) {
    if (rating->games > 0)
        return;
    rating->mu = llround(mu_first * unit);
    rating->sigma = llround(sigma_first * unit);
}

static void note_after(struct store_rated_seat *seat, struct store_rating *rating,
                       const struct strength *after, int64_t at) {
    seat->mu_before = rating->mu;
    seat->sigma_before = rating->sigma;
    seat->mu = rating->mu = llround(after->mu * unit);
    seat->sigma = rating->sigma = llround(after->sigma * unit);
    rating->games++;
    rating->last_at = at;
}

void rating_step(struct store_rated_game *rated, struct store_rating ratings[]) {
    struct strength players[STORE_SEATS_MAX];
    unsigned ranks[STORE_SEATS_MAX] = {0};
    unsigned n = (unsigned)rated->seat_count;

    assert(n <= STORE_SEATS_MAX);
    for (unsigned i = 0; i < n; i++) {
        struct store_rated_seat *seat = &rated->seats[i];

        seat->mu_before = seat->sigma_before = seat->mu = seat->sigma = 0;
    }
    if (rated->unrated != RATING_COUNTS || rated->annulled_at != 0)
        return;
    for (unsigned i = 0; i < n; i++) {
        rating_begin(&ratings[i]);
        players[i] = rating_strength(ratings[i].mu, ratings[i].sigma);
        ranks[i] = (unsigned)rated->seats[i].rank;
    }
    weng_lin_update(players, ranks, n);
    for (unsigned i = 0; i < n; i++)
        note_after(&rated->seats[i], &ratings[i], &players[i], rated->finished_at);
}

void rating_complete(struct store_rating *rating, int64_t now) {
    rating->score = rating->mu - DEVIATIONS * rating->sigma;
    rating->listed = !rating_provisional(rating) && rating->last_at >= rating_idle_since(now);
}

/* ---- the listener ---- */

static enum store_result describe_ended(struct store_tx *tx, const struct game_events *events,
                                        struct store_rated_game *rated) {
    struct store_game row;
    enum store_result result = store_game_get_by_id(store_tx_reader(tx), events->game_id, &row);

    if (result == STORE_OK)
        rating_describe(rated, &row, events->game->turn);
    store_game_clear(&row);
    return result;
}

/* Between the game's place and the end of the transaction no other game is counted. */
enum store_result rating_count(struct store_tx *tx, struct store_rated_game *rated, int64_t now) {
    struct store_rating ratings[STORE_SEATS_MAX];
    int64_t accounts[STORE_SEATS_MAX];
    unsigned n = (unsigned)rated->seat_count;
    enum store_result result = store_rating_place(tx, &rated->place);

    for (unsigned i = 0; i < n; i++)
        accounts[i] = rated->seats[i].account;
    if (result == STORE_OK)
        result = store_ratings_get(store_tx_reader(tx), rated->category, accounts, n, ratings);
    if (result != STORE_OK)
        return result;
    rating_step(rated, ratings);
    result = store_rated_put(tx, rated);
    for (unsigned i = 0; i < n && result == STORE_OK; i++)
        if (rated->seats[i].mu != 0) {
            rating_complete(&ratings[i], now);
            result = store_rating_put(tx, &ratings[i]);
        }
    return result;
}

enum store_result rating_on_events(struct store_tx *tx, const struct game_events *events) {
    struct store_rated_game rated;
    enum store_result result;

    /* Nothing is asked ahead: what is read before the game has its place may change until then. */
    if (events->category == RATING_NONE || (events->types >> EVENT_FINISHED & 1) == 0 ||
        store_is_ahead(store_tx_reader(tx)))
        return STORE_OK;
    result = describe_ended(tx, events, &rated);
    return result == STORE_OK ? rating_count(tx, &rated, events->now) : result;
}

/* ---- housekeeping ---- */

struct clearing_ladders {
    struct store_job job; /* first */
    int64_t since;
};

static enum store_result clear_ladders(struct store_tx *tx, struct store_job *job) {
    return store_ladder_clear(tx, ((struct clearing_ladders *)job)->since);
}

enum chore_end rating_clear_ladders(struct app *app, int64_t now) {
    struct clearing_ladders clearing = {{.run = clear_ladders}, rating_idle_since(now)};

    return store_call(app->store, &clearing.job) == STORE_OK ? CHORE_DONE : CHORE_FAILED;
}

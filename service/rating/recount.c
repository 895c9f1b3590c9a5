/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/rating/recount.h"

#include <stdlib.h>
#include <string.h>

#include "service/rating/rating.h"

enum {
    PIECE = 1000,      /* places, or ratings, that are read at once */
    SLOTS_FIRST = 1024 /* a power of two */
};

/* The ratings so far, by account and category; slots without an account are free. */
struct standing {
    struct store_rating *slots;
    size_t size, used;
};

struct counting {
    struct store_tx *tx;
    int64_t now;
    struct recount *recount;
    struct standing standing;
    struct store_rated_game games[PIECE];
    size_t n;
};

/* ---- the table ---- */

static size_t slot_of(const struct standing *standing, int64_t account, int category) {
    uint64_t key =
        ((uint64_t)account * RATING_CATEGORIES + (unsigned)category) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(key >> 32) & (standing->size - 1);

    while (standing->slots[at].account != 0 &&
           (standing->slots[at].account != account || standing->slots[at].category != category))
        at = (at + 1) & (standing->size - 1);
    return at;
}

static bool grow_standing(struct standing *standing) {
    struct standing larger = {.size = standing->size == 0 ? SLOTS_FIRST : 2 * standing->size,
                              .used = standing->used};

    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (larger.slots == NULL)
        return false;
    for (size_t i = 0; i < standing->size; i++) {
        const struct store_rating *rating = &standing->slots[i];

        if (rating->account != 0)
            larger.slots[slot_of(&larger, rating->account, rating->category)] = *rating;
    }
    free(standing->slots);
    *standing = larger;
    return true;
}

/* The slot of a rating, which is made where there is none; NULL: no memory. The next call may move it. */
static struct store_rating *standing_rating(struct standing *standing, int64_t account,
                                            int category) {
    struct store_rating *rating;

    if (2 * standing->used >= standing->size && !grow_standing(standing))
        return NULL;
    rating = &standing->slots[slot_of(standing, account, category)];
    if (rating->account == 0) {
        *rating = (struct store_rating){.account = account, .category = category};
        standing->used++;
    }
    return rating;
}

/* ---- the games ---- */

static bool same_step(const struct store_rated_seat *a, const struct store_rated_seat *b) {
    return a->mu_before == b->mu_before && a->sigma_before == b->sigma_before && a->mu == b->mu &&
           a->sigma == b->sigma;
}

static enum store_result count_again(struct counting *counting, struct store_rated_game *game) {
    struct store_rating ratings[STORE_SEATS_MAX];
    const struct store_rated_game was = *game;
    enum store_result result = STORE_OK;
    bool counts = game->unrated == RATING_COUNTS && game->annulled_at == 0;

    counting->recount->games++;
    counting->recount->counted += counts;
    for (int i = 0; i < game->seat_count; i++) {
        const struct store_rating *rating =
            standing_rating(&counting->standing, game->seats[i].account, game->category);

        if (rating == NULL)
            return STORE_MEMORY;
        ratings[i] = *rating;
    }
    rating_step(game, ratings);
    for (int i = 0; i < game->seat_count && result == STORE_OK; i++) {
        *standing_rating(&counting->standing, ratings[i].account, ratings[i].category) = ratings[i];
        if (!same_step(&was.seats[i], &game->seats[i]))
            result = store_rated_seat_set(counting->tx, &game->seats[i]);
    }
    return result;
}

static void take_rated_game(void *context, const struct store_rated_game *game) {
    struct counting *counting = context;

    counting->games[counting->n++] = *game;
}

static enum store_result count_games(struct counting *counting, int64_t last) {
    enum store_result result = STORE_OK;

    for (int64_t first = 1; first <= last && result == STORE_OK; first += PIECE) {
        counting->n = 0;
        result = store_rated_list(store_tx_reader(counting->tx), first, first + PIECE - 1,
                                  take_rated_game, counting);
        for (size_t i = 0; i < counting->n && result == STORE_OK; i++)
            result = count_again(counting, &counting->games[i]);
    }
    return result;
}

/* ---- the ratings ---- */

static enum store_result replace_rating(struct counting *counting,
                                        const struct store_rating *before,
                                        const struct store_rating *after) {
    struct recount *recount = counting->recount;

    if (before->mu == after->mu && before->sigma == after->sigma && before->games == after->games &&
        before->last_at == after->last_at && before->score == after->score &&
        before->listed == after->listed)
        return STORE_OK;
    if (before->mu != after->mu || before->sigma != after->sigma || before->games != after->games) {
        recount->changes++;
        if (recount->changed != NULL)
            recount->changed(recount->context, before, after);
    }
    return store_rating_put(counting->tx, after);
}

/* Compares what is stored with what it should be, which is then taken out of the table. */
static enum store_result replace_stored(struct counting *counting) {
    enum { PAGE = 256 };
    struct store_rating page[PAGE], none, *after;
    int64_t account = 0;
    int category = 0;
    size_t n = PAGE;
    enum store_result result = STORE_OK;

    while (n == PAGE && result == STORE_OK) {
        result =
            store_ratings_next(store_tx_reader(counting->tx), account, category, page, PAGE, &n);
        for (size_t i = 0; i < n && result == STORE_OK; i++) {
            account = page[i].account;
            category = page[i].category;
            none = (struct store_rating){.account = account, .category = category};
            after =
                counting->standing.size == 0
                    ? &none
                    : &counting->standing.slots[slot_of(&counting->standing, account, category)];
            result = replace_rating(counting, &page[i], after->games > 0 ? after : &none);
            after->games = 0;
        }
    }
    return result;
}

static enum store_result replace_ratings(struct counting *counting) {
    struct standing *standing = &counting->standing;
    enum store_result result;

    for (size_t i = 0; i < standing->size; i++)
        if (standing->slots[i].games > 0)
            rating_complete(&standing->slots[i], counting->now);
    result = replace_stored(counting);
    for (size_t i = 0; i < standing->size && result == STORE_OK; i++) {
        const struct store_rating *after = &standing->slots[i];

        if (after->games > 0)
            result = replace_rating(
                counting,
                &(struct store_rating){.account = after->account, .category = after->category},
                after);
    }
    return result;
}

enum store_result rating_recount(struct store_tx *tx, int64_t now, struct recount *recount) {
    struct counting *counting = calloc(1, sizeof *counting);
    int64_t last = 0;
    enum store_result result = counting == NULL ? STORE_MEMORY : store_rating_place(tx, &last);

    recount->games = recount->counted = recount->changes = 0;
    if (result == STORE_OK) {
        counting->tx = tx;
        counting->now = now;
        counting->recount = recount;
        result = count_games(counting, last);
    }
    if (result == STORE_OK)
        result = replace_ratings(counting);
    if (counting != NULL)
        free(counting->standing.slots);
    free(counting);
    return result;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/ratings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/account/name.h"
#include "service/api/clubs.h"
#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/rating/rating.h"
#include "service/rating/rating_json.h"

enum {
    STEPS_MAX = 200, /* of one category, in a document */
    LADDER_DEFAULT = 50,
    LADDER_MAX = 100,
    RATINGS_JSON_MAX = 256 << 10,
};

/* ---- of an account ---- */

static enum store_result write_steps(struct writer *w, struct store_reader *reader,
                                     const struct store_rating *rating, int64_t viewer) {
    struct store_rating_step *steps = calloc(STEPS_MAX, sizeof *steps);
    size_t n = 0;
    enum store_result result = steps == NULL
                                   ? STORE_MEMORY
                                   : store_rating_steps(reader, rating->account, rating->category,
                                                        viewer, steps, STEPS_MAX, &n);

    writer_key(w, "history");
    writer_array(w);
    for (size_t i = n; i-- > 0;) { /* the oldest first */
        writer_object(w);
        writer_text_or_null_member(w, "game", steps[i].game);
        writer_time_member(w, "at", steps[i].at);
        rating_write_strength(w, steps[i].mu, steps[i].sigma);
        writer_object_end(w);
    }
    writer_array_end(w);
    free(steps);
    return result;
}

static enum store_result find_rank(struct store_reader *reader, const struct store_rating *rating,
                                   int64_t *rank) {
    enum store_result result;

    *rank = 0;
    if (!rating->listed || rating->last_at < rating_idle_since(app_now()))
        return STORE_OK;
    result = store_ladder_above(reader, rating->category, rating->score, rank);
    ++*rank;
    return result;
}

enum store_result ratings_write_account(struct writer *w, struct store_reader *reader,
                                        int64_t account, int64_t viewer, bool steps) {
    struct store_rating ratings[RATING_CATEGORIES];
    size_t n = 0;
    enum store_result result = store_ratings_of(reader, account, ratings, RATING_CATEGORIES, &n);

    writer_array(w);
    for (size_t i = 0; i < n && result == STORE_OK; i++) {
        int64_t rank;

        result = find_rank(reader, &ratings[i], &rank);
        writer_object(w);
        rating_write_members(w, &ratings[i], rank);
        if (steps && result == STORE_OK)
            result = write_steps(w, reader, &ratings[i], viewer);
        writer_object_end(w);
    }
    writer_array_end(w);
    return result;
}

void ratings_of_account(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_account account;
    struct buffer body;
    struct writer w;
    enum store_result result;

    if (reader == NULL ||
        !check_stored(rq, account_by_name(reader, request_param(rq, 0), &account)))
        return;
    w = writer_begin(&body, RATINGS_JSON_MAX);
    writer_object(&w);
    writer_key(&w, "items");
    result = ratings_write_account(&w, reader, account.id, rq->caller.account, true);
    writer_object_end(&w);
    reply_stored(rq, result, &body);
}

/* ---- ladders ---- */

struct ladder_page {
    struct list list;
    int64_t rank, score; /* of the last item; rank 0: there is none yet */
    int64_t place;       /* how many are before the next one */
};

static bool add_ranked(void *context, const struct store_ladder_row *row) {
    struct ladder_page *page = context;
    struct writer *w = &page->list.w;

    if (!list_takes(&page->list))
        return false;
    page->place++;
    if (page->rank == 0 || row->rating.score != page->score)
        page->rank = page->place;
    page->score = row->rating.score;
    writer_object(w);
    writer_key(w, "account");
    writer_object(w);
    writer_text_member(w, "id", row->public_id);
    writer_text_member(w, "name", row->name);
    writer_object_end(w);
    rating_write_members(w, &row->rating, page->rank);
    writer_object_end(w);
    list_mark(&page->list, "%s%lld.%lld.%lld.%lld", row->rating.score < 0 ? "m" : "",
              llabs(row->rating.score), (long long)row->rating.account, (long long)page->place,
              (long long)page->rank);
    return true;
}

/* What add_ranked has marked: behind whom the page begins. */
static bool read_ladder_cursor(struct request *rq, const char *cursor, struct store_ladder *ladder,
                               struct ladder_page *page) {
    bool below = cursor != NULL && text_take_mark(&cursor, 'm');

    if (cursor == NULL)
        return true;
    if (text_take_number(&cursor, INT64_MAX - 1, &ladder->score) && text_take_mark(&cursor, '.') &&
        text_take_number(&cursor, INT64_MAX - 1, &ladder->account) &&
        text_take_mark(&cursor, '.') && text_take_number(&cursor, INT32_MAX, &page->place) &&
        text_take_mark(&cursor, '.') && text_take_number(&cursor, INT32_MAX, &page->rank) &&
        *cursor == '\0') {
        ladder->score = page->score = below ? -ladder->score : ladder->score;
        return true;
    }
    list_reply_bad_cursor(rq);
    return false;
}

static int category_named(const char *name) {
    for (int category = RATING_BASE; category < RATING_CATEGORIES; category++)
        if (strcmp(rating_category_name(category), name) == 0)
            return category;
    return RATING_NONE;
}

void ratings_ladder(struct request *rq) {
    struct store_ladder ladder = {.category = category_named(request_param(rq, 0)),
                                  .score = INT64_MAX,
                                  .account = INT64_MAX,
                                  .since = rating_idle_since(app_now())};
    struct ladder_page page = {0};
    const char *cursor = NULL, *club = NULL;
    int64_t limit = LADDER_DEFAULT;
    const struct read_field fields[] = {
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = LADDER_MAX},
        {"cursor", READ_TEXT, .to.text = &cursor},
        {"club", READ_TEXT, .to.text = &club},
    };
    struct store_reader *reader;

    if (ladder.category == RATING_NONE) {
        reply_not_found(rq);
        return;
    }
    if (!request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !read_ladder_cursor(rq, cursor, &ladder, &page) || (reader = api_reader(rq)) == NULL ||
        !club_find_filter(rq, reader, club, &ladder.club))
        return;
    list_begin(&page.list, (unsigned)limit, RATINGS_JSON_MAX);
    ladder.limit = page.list.limit + 1;
    list_reply(rq, &page.list, store_ladder_list(reader, &ladder, add_ranked, &page));
}

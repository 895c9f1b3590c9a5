/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/rating/rating_json.h"

#include <stdio.h>

#include "service/rating/rating.h"

enum { RATING_NUMBER_SIZE = 32 };

/* As many digits as are stored. */
static void write_strength_number(struct writer *w, double value) {
    char text[RATING_NUMBER_SIZE];

    writer_json(w, text, (size_t)snprintf(text, sizeof text, "%.14g", value));
}

void rating_write_strength(struct writer *w, int64_t mu, int64_t sigma) {
    struct strength strength = rating_strength(mu, sigma);

    writer_key(w, "mu");
    write_strength_number(w, strength.mu);
    writer_key(w, "sigma");
    write_strength_number(w, strength.sigma);
}

void rating_write_members(struct writer *w, const struct store_rating *rating, int64_t rank) {
    writer_text_member(w, "category", rating_category_name(rating->category));
    rating_write_strength(w, rating->mu, rating->sigma);
    writer_int_member(w, "rating", rating_shown(rating->mu));
    writer_int_member(w, "games", rating->games);
    writer_bool_member(w, "provisional", rating_provisional(rating));
    writer_key(w, "rank");
    if (rank == 0)
        writer_null(w);
    else
        writer_int(w, rank);
    writer_time_member(w, "last_at", rating->last_at);
}

static void write_rated_seat(struct writer *w, const struct store_rated_seat *seat) {
    writer_object(w);
    writer_int_member(w, "seat", seat->seat);
    writer_int_member(w, "rank", seat->rank);
    writer_key(w, "before");
    writer_object(w);
    rating_write_strength(w, seat->mu_before, seat->sigma_before);
    writer_object_end(w);
    writer_key(w, "after");
    writer_object(w);
    rating_write_strength(w, seat->mu, seat->sigma);
    writer_object_end(w);
    writer_object_end(w);
}

void rating_write_result(struct writer *w, struct store_reader *reader,
                         const struct store_game *row) {
    struct store_rated_game rated;
    int fault;

    if (row->category == RATING_NONE || store_rated_get(reader, row->id, &rated) != STORE_OK)
        return;
    fault = rated.annulled_at != 0 ? (int)RATING_ANNULLED : rated.unrated;
    if (fault != RATING_COUNTS) {
        writer_text_member(w, "unrated", rating_fault_names[fault]);
        return;
    }
    writer_key(w, "ratings");
    writer_array(w);
    for (int i = 0; i < rated.seat_count; i++)
        write_rated_seat(w, &rated.seats[i]);
    writer_array_end(w);
}

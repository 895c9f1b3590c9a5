/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/seek/match.h"

#include <stdlib.h>
#include <string.h>

static const int64_t hour_ms = 3600 * INT64_C(1000);

/* A game that fills up. */
struct party {
    size_t members[SEEK_SEATS_MAX];
    size_t n;
    unsigned min, max, shared_hours; /* that all of them take */
    uint8_t awake[SEEK_WEEK_BYTES];
};

static unsigned count_hours(const uint8_t awake[SEEK_WEEK_BYTES]) {
    unsigned hours = 0;

    for (size_t i = 0; i < SEEK_WEEK_BYTES; i++)
        hours += (unsigned)__builtin_popcount(awake[i]);
    return hours;
}

static int window_at(const struct seeker *seeker, int64_t now) {
    int64_t days_1000 = (now - seeker->since) / (24 * hour_ms / 1000);

    return seeker->window + (int)(days_1000 * SEEK_WIDENS_A_DAY / 1000);
}

static bool rated_near(const struct seeker *one, const struct seeker *other, int64_t now) {
    int apart = abs(one->rating - other->rating);

    return (one->window == 0 || apart <= window_at(one, now)) &&
           (other->window == 0 || apart <= window_at(other, now));
}

static void party_begin(struct party *party, const struct seeker *first, size_t place) {
    *party = (struct party){.members = {place},
                            .n = 1,
                            .min = first->min,
                            .max = first->max,
                            .shared_hours = first->shared_hours};
    memcpy(party->awake, first->awake, sizeof party->awake);
}

/* Takes one more where everybody can have them. */
static void party_take(struct party *party, const struct seeker seekers[], size_t place,
                       int64_t now, seek_apart *apart, void *context) {
    const struct seeker *more = &seekers[place];
    struct party with = *party;

    if (more->max < with.max)
        with.max = more->max;
    if (more->min > with.min)
        with.min = more->min;
    if (more->shared_hours > with.shared_hours)
        with.shared_hours = more->shared_hours;
    for (size_t i = 0; i < SEEK_WEEK_BYTES; i++)
        with.awake[i] &= more->awake[i];
    if (with.n + 1 > with.max || with.min > with.max ||
        count_hours(with.awake) < 7 * with.shared_hours)
        return;
    for (size_t i = 0; i < party->n; i++) {
        const struct seeker *member = &seekers[party->members[i]];

        if (member->account == more->account || !rated_near(member, more, now) ||
            apart(context, member->account, more->account))
            return;
    }
    with.members[with.n++] = place;
    *party = with;
}

/* Whether it is to begin: it is full, or large enough and somebody has waited long for more. */
static bool party_stands(const struct party *party, const struct seeker seekers[], int64_t now) {
    int64_t since = now;

    if (party->n < party->min || party->n < 2)
        return false;
    for (size_t i = 0; i < party->n; i++)
        if (seekers[party->members[i]].since < since)
            since = seekers[party->members[i]].since;
    return party->n == party->max || since <= now - SEEK_SETTLE_HOURS * hour_ms;
}

size_t seek_match(const struct seeker seekers[], size_t n, int64_t now, seek_apart *apart,
                  void *context, size_t group[SEEK_SEATS_MAX]) {
    struct party party;

    for (size_t first = 0; first < n; first++) {
        party_begin(&party, &seekers[first], first);
        for (size_t place = first + 1; place < n && party.n < party.max; place++)
            party_take(&party, seekers, place, now, apart, context);
        if (party_stands(&party, seekers, now)) {
            memcpy(group, party.members, sizeof party.members);
            return party.n;
        }
    }
    return 0;
}

double seek_shared(const struct seeker seekers[], const size_t group[], size_t n) {
    uint8_t awake[SEEK_WEEK_BYTES];

    memset(awake, 0xff, sizeof awake);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < SEEK_WEEK_BYTES; k++)
            awake[k] &= seekers[group[i]].awake[k];
    return (double)count_hours(awake) / 7;
}

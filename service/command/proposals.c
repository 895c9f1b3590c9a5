/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/proposals.h"

#include <string.h>

#include "service/time/clock.h"

/* ---- finding them ---- */

static void proposals_add(struct proposals *proposals, const struct proposal *proposal) {
    if (proposals->count < PROPOSALS_MAX)
        proposals->items[proposals->count++] = *proposal;
}

static enum store_result find_pause(struct proposals *proposals, const struct load *load,
                                    unsigned people, unsigned seat, int64_t now) {
    int64_t until[STORE_SEATS_MAX];
    enum store_result result = store_pause_votes(load->reader, load->row.id, until);

    if (result != STORE_OK || until[seat] > now || clock_paused(&load->clock, now))
        return result;
    for (unsigned by = 0; by < STORE_SEATS_MAX; by++)
        if (people >> by & 1 && until[by] > now) {
            proposals_add(proposals,
                          &(struct proposal){.pause = true, .by = by, .until = until[by]});
            break;
        }
    return STORE_OK;
}

static bool is_same_vote(const struct store_seat_vote *a, const struct store_seat_vote *b) {
    return a->seat == b->seat && a->remedy == b->remedy && a->account == b->account &&
           strcmp(a->clock, b->clock) == 0;
}

/* Whether one of the votes before AT, or SEAT's own, wants the same. */
static bool is_known(const struct store_seat_vote *votes, size_t count, size_t at, unsigned seat) {
    for (size_t i = 0; i < count; i++)
        if (i != at && (i < at || votes[i].voter == (int)seat) &&
            is_same_vote(&votes[i], &votes[at]))
            return true;
    return false;
}

static enum store_result find_votes(struct proposals *proposals, const struct load *load,
                                    unsigned people, unsigned seat) {
    struct store_seat_vote votes[STORE_SEAT_VOTES_MAX];
    size_t count = 0;
    enum store_result result = store_seat_votes(load->reader, load->row.id, votes, &count);

    for (size_t i = 0; result == STORE_OK && i < count; i++)
        if (people >> votes[i].voter & 1 && votes[i].voter != (int)seat &&
            !is_known(votes, count, i, seat))
            proposals_add(proposals,
                          &(struct proposal){.by = (unsigned)votes[i].voter, .vote = votes[i]});
    return result;
}

enum store_result proposals_find(struct proposals *proposals, const struct load *load,
                                 unsigned seat, int64_t now) {
    unsigned people = row_humans(&load->row);
    enum store_result result;

    proposals->count = 0;
    if (load->row.status != STORE_GAME_ACTIVE || load->row.mode != STORE_MODE_PLAY ||
        seat == NONE || !(people >> seat & 1))
        return STORE_OK;
    result = find_pause(proposals, load, people, seat, now);
    return result == STORE_OK ? find_votes(proposals, load, people, seat) : result;
}

/* ---- saying them ---- */

static enum text words_of(const struct proposal *proposal) {
    if (proposal->pause)
        return TEXT_PROPOSED_PAUSE;
    switch (proposal->vote.remedy) {
    case STORE_REMEDY_CLOCK: return TEXT_PROPOSED_CLOCK;
    case STORE_REMEDY_END: return TEXT_PROPOSED_END;
    default: return proposal->vote.account == 0 ? TEXT_PROPOSED_BOT : TEXT_PROPOSED_PLAYER;
    }
}

static void proposal_write_seat(struct buffer *text, const struct sentence *to, unsigned seat) {
    buffer_init(text, SENTENCE_MAX);
    sentence_seat(text, to, seat);
    buffer_byte(text, '\0');
}

void proposal_write(struct buffer *out, const struct sentence *to,
                    const struct proposal *proposal) {
    struct buffer by, seat, until;

    proposal_write_seat(&by, to, proposal->by);
    proposal_write_seat(&seat, to, proposal->pause ? proposal->by : (unsigned)proposal->vote.seat);
    buffer_init(&until, SENTENCE_MAX);
    sentence_until(&until, to, proposal->until);
    buffer_byte(&until, '\0');
    if (by.failed || seat.failed || until.failed)
        out->failed = true;
    else if (proposal->pause)
        text_fill(out, to->language, words_of(proposal), TEXT_ARGS(by.data, until.data));
    else
        text_fill(out, to->language, words_of(proposal),
                  TEXT_ARGS(by.data, seat.data, proposal->vote.name));
    buffer_free(&by);
    buffer_free(&seat);
    buffer_free(&until);
}

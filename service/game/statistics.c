/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "db/history.h"
#include "service/document/cards_json.h"

static void add_count(uint16_t *number, int more) {
    int sum = *number + more;

    *number = (uint16_t)(sum > UINT16_MAX ? UINT16_MAX : sum);
}

/* ---- counting an event ---- */

struct statistics_count {
    struct statistics *stats;
    bool all;
};

static void count_production(struct statistics *stats, const struct game *after,
                             const struct cards produced[SEAT_MAX]) {
    unsigned sum = (unsigned)after->last_dice[0] + after->last_dice[1];

    for (unsigned seat = 0; seat < SEAT_MAX && sum <= NUMBER_MAX; seat++)
        for (unsigned kind = 0; kind < KIND_COUNT && !after->players[seat].resigned; kind++)
            add_count(&stats[seat].produced[kind][sum], produced[seat].n[kind]);
}

static void count_kinds(uint16_t gave[KIND_COUNT], uint16_t got[KIND_COUNT], struct cards before,
                        struct cards after) {
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        int more = after.n[kind] - before.n[kind];

        add_count(&gave[kind], more < 0 ? -more : 0);
        add_count(&got[kind], more > 0 ? more : 0);
    }
}

/* Seats whose hands an event has changed, as a set. */
static unsigned changed_hands(const struct game *before, const struct game *after) {
    unsigned seats = 0;

    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (memcmp(&before->players[seat].hand, &after->players[seat].hand,
                   sizeof before->players[seat].hand) != 0)
            seats |= 1u << seat;
    return seats;
}

/* An acceptance may or may not carry out the trade, which shows in the two hands. */
static void count_trade(struct statistics *stats, const struct game *before,
                        const struct game *after) {
    unsigned seats = changed_hands(before, after);

    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        if (!(seats >> seat & 1))
            continue;
        count_kinds(stats[seat].trade_gave, stats[seat].trade_got, before->players[seat].hand,
                    after->players[seat].hand);
        for (unsigned other = 0; other < SEAT_MAX; other++)
            if (other != seat && seats >> other & 1)
                add_count(&stats[seat].trades[other], 1);
    }
}

static bool builds_on(const struct setup *setup, const struct game *game, unsigned seat,
                      unsigned hex) {
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = setup->board.hexes[hex].vertices[i];

        if (game->building[vertex] != BUILDING_NONE && game->owner[vertex] == seat)
            return true;
    }
    return false;
}

static void count_robber(struct statistics *stats, const struct setup *setup,
                         const struct game *before, const struct game *after, unsigned player) {
    add_count(&stats[player].moved, 1);
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        int lost = before->players[seat].hand_count - after->players[seat].hand_count;

        if (seat == player)
            continue;
        if (after->robber != NONE && builds_on(setup, after, seat, after->robber))
            add_count(&stats[seat].hit, 1);
        add_count(&stats[seat].robbed, lost > 0 ? lost : 0);
        add_count(&stats[player].stole, lost > 0 ? lost : 0);
    }
}

static void count_discards(struct statistics *stats, const struct game *before,
                           const struct game *after) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        int lost = before->players[seat].hand_count - after->players[seat].hand_count;

        add_count(&stats[seat].discarded, lost > 0 ? lost : 0);
    }
}

static void count_points(const struct statistics_count *counts, const struct setup *setup,
                         const struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        struct statistics *stats = &counts->stats[seat];

        if (stats->n_points == STATISTICS_POINTS_MAX)
            continue;
        stats->points[stats->n_points++] =
            (uint16_t)(counts->all ? game_points(setup, game, seat)
                                   : game_points_visible(setup, game, seat));
    }
}

static bool count_event(void *context, struct load *load, const struct game *before,
                        const struct event *event, int64_t at) {
    const struct statistics_count *counts = context;
    const struct game *after = &load->game;
    struct statistics *stats = counts->stats;
    struct cards produced[SEAT_MAX];
    bool own = event->player != NONE && !before->players[event->player].resigned;

    (void)at;
    if (event_produced(&load->setup, before, after, event, produced))
        count_production(stats, after, produced);
    switch (event->type) {
    case ROLL:
        if (own)
            add_count(&stats[event->player].rolls[event->outcome.yellow + event->outcome.red], 1);
        break;
    case MARITIME_TRADE:
        if (own)
            count_kinds(stats[event->player].bank_gave, stats[event->player].bank_got,
                        before->players[event->player].hand, after->players[event->player].hand);
        break;
    case ACCEPT_TRADE:
    case CONFIRM_TRADE: count_trade(stats, before, after); break;
    case DISCARD: count_discards(stats, before, after); break;
    case END_TURN:
    case EVENT_FINISHED: count_points(counts, &load->setup, after); break;
    default: break;
    }
    if (event->player != NONE && before->robber != after->robber)
        count_robber(stats, &load->setup, before, after, event->player);
    return true;
}

/* ---- the whole log ---- */

enum store_result statistics_compute(struct load *load, bool all,
                                     struct statistics stats[SEAT_MAX]) {
    struct statistics_count counts = {stats, all};

    memset(stats, 0, SEAT_MAX * sizeof *stats);
    return load_replay_kept(load, count_event, &counts);
}

/* ---- adding up and writing ---- */

static void add_all(uint16_t *sum, const uint16_t *more, size_t n) {
    for (size_t i = 0; i < n; i++)
        add_count(&sum[i], more[i]);
}

void statistics_add(struct statistics *sum, const struct statistics *stats) {
    add_all(sum->rolls, stats->rolls, NUMBER_MAX + 1);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        add_all(sum->produced[kind], stats->produced[kind], NUMBER_MAX + 1);
    add_all(sum->bank_gave, stats->bank_gave, KIND_COUNT);
    add_all(sum->bank_got, stats->bank_got, KIND_COUNT);
    add_all(sum->trade_gave, stats->trade_gave, KIND_COUNT);
    add_all(sum->trade_got, stats->trade_got, KIND_COUNT);
    add_count(&sum->moved, stats->moved);
    add_count(&sum->hit, stats->hit);
    add_count(&sum->stole, stats->stole);
    add_count(&sum->robbed, stats->robbed);
    add_count(&sum->discarded, stats->discarded);
}

/* {"2":1,"6":3}: sums that did not occur are left out. */
static void write_sums(struct writer *w, const uint16_t sums[NUMBER_MAX + 1]) {
    char key[8];

    writer_object(w);
    for (unsigned sum = 0; sum <= NUMBER_MAX; sum++) {
        if (sums[sum] == 0)
            continue;
        snprintf(key, sizeof key, "%u", sum);
        writer_key_text(w, key);
        writer_int(w, sums[sum]);
    }
    writer_object_end(w);
}

static void write_kind_counts(struct writer *w, const uint16_t cards[KIND_COUNT], unsigned kinds) {
    writer_object(w);
    for (unsigned kind = 0; kind < kinds; kind++) {
        writer_key_text(w, kind_names[kind]);
        writer_int(w, cards[kind]);
    }
    writer_object_end(w);
}

static void write_exchange(struct writer *w, const uint16_t gave[KIND_COUNT],
                           const uint16_t got[KIND_COUNT], unsigned kinds) {
    writer_object(w);
    writer_key(w, "gave");
    write_kind_counts(w, gave, kinds);
    writer_key(w, "got");
    write_kind_counts(w, got, kinds);
    writer_object_end(w);
}

void statistics_write(struct writer *w, const struct statistics *stats, unsigned kinds) {
    writer_key(w, "rolls");
    write_sums(w, stats->rolls);
    writer_key(w, "production");
    writer_object(w);
    for (unsigned kind = 0; kind < kinds; kind++) {
        writer_key_text(w, kind_names[kind]);
        write_sums(w, stats->produced[kind]);
    }
    writer_object_end(w);
    writer_key(w, "bank");
    write_exchange(w, stats->bank_gave, stats->bank_got, kinds);
    writer_key(w, "trade");
    write_exchange(w, stats->trade_gave, stats->trade_got, kinds);
    writer_key(w, "robber");
    writer_object(w);
    writer_int_member(w, "moved", stats->moved);
    writer_int_member(w, "hit", stats->hit);
    writer_int_member(w, "stole", stats->stole);
    writer_int_member(w, "robbed", stats->robbed);
    writer_object_end(w);
    writer_int_member(w, "discarded", stats->discarded);
}

void statistics_write_points(struct writer *w, const struct statistics *stats) {
    writer_key(w, "points");
    writer_array(w);
    for (unsigned i = 0; i < stats->n_points; i++)
        writer_int(w, stats->points[i]);
    writer_array_end(w);
}

/* ---- listening ---- */

enum store_result statistics_on_events(struct store_tx *tx, const struct game_events *events) {
    bool ended = events->types >> EVENT_FINISHED & 1;
    uint8_t body[STATISTICS_SIZE_MAX];
    struct statistics *stats;
    struct load *load;
    enum store_result result = STORE_MEMORY;

    if (!ended || events->mode != STORE_MODE_PLAY)
        return STORE_OK;
    stats = calloc(SEAT_MAX, sizeof *stats);
    load = calloc(1, sizeof *load);
    if (stats != NULL && load != NULL)
        result = load_open_by_id(load, store_tx_reader(tx), events->game_id);
    if (result == STORE_OK)
        result = statistics_compute(load, true, stats);
    for (unsigned seat = 0; seat < events->seat_count && result == STORE_OK; seat++) {
        size_t size = statistics_encode(&stats[seat], body);

        result =
            store_statistics_put(tx, events->game_id, (int)seat, (struct store_bytes){body, size});
    }
    if (load != NULL)
        load_end(load);
    free(load);
    free(stats);
    return result;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/conduct.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "service/game/load.h"
#include "service/game/play.h"

enum { CLASSES = STORE_ANSWERS_SIZE / 2, CLASS_MAX = UINT16_MAX, QUARTILES = 3 };
static const int64_t a_minute = 60000, a_day = INT64_C(86400000), a_year = 365 * INT64_C(86400000);

/* ---- classes of lengths ---- */

static unsigned class_of(int64_t span) {
    double minutes = (double)span / (double)a_minute;
    unsigned of = minutes <= 0 ? 0 : (unsigned)fmax(0, ceil(2 * log2(fmax(minutes, 1)) + 0.001));

    return of < CLASSES ? of : CLASSES - 1;
}

static int class_minutes(unsigned of) {
    return (int)lround(pow(2, of / 2.0));
}

static unsigned class_count(const uint8_t answers[STORE_ANSWERS_SIZE], unsigned of) {
    return (unsigned)answers[2 * of] | (unsigned)answers[2 * of + 1] << 8;
}

static void add_answer(uint8_t answers[STORE_ANSWERS_SIZE], int64_t span) {
    unsigned of = class_of(span), count = class_count(answers, of);

    if (count == CLASS_MAX)
        return;
    answers[2 * of] = (uint8_t)(count + 1);
    answers[2 * of + 1] = (uint8_t)((count + 1) >> 8);
}

/* ---- of one game ---- */

struct conduct_notes {
    struct store_conduct seats[SEAT_MAX];
    int64_t since[SEAT_MAX];  /* the game waits since then, and has not been answered; 0: else */
    int64_t missed[SEAT_MAX]; /* when the last miss that counts was */
    unsigned waited;          /* set of seats */
};

static void note_miss(struct conduct_notes *notes, unsigned seat, int64_t at) {
    if (notes->missed[seat] != 0 && at < notes->missed[seat] + a_day)
        return;
    notes->missed[seat] = at;
    notes->seats[seat].missed++;
}

static bool note_conduct(void *context, struct load *load, const struct game *before,
                         const struct event *event, int64_t at) {
    struct conduct_notes *notes = context;
    unsigned waited = play_waited(&load->game), seat = event->player;

    (void)before;
    if (seat < SEAT_MAX && event->by == BY_TIMEOUT)
        note_miss(notes, seat, at);
    if (seat < SEAT_MAX && event->by == BY_PLAYER && event->type != RESIGN &&
        notes->since[seat] != 0)
        add_answer(notes->seats[seat].answers, at - notes->since[seat]);
    if (seat < SEAT_MAX)
        notes->since[seat] = 0;
    for (unsigned i = 0; i < SEAT_MAX; i++)
        if (!(waited >> i & 1))
            notes->since[i] = 0;
        else if (!(notes->waited >> i & 1))
            notes->since[i] = at;
    notes->waited = waited;
    return true;
}

static bool faces_people(const struct store_game *row, int seat) {
    for (int other = 0; other < row->seat_count; other++)
        if (other != seat && row->seats[other].account != 0)
            return true;
    return false;
}

static enum store_result write_conduct(struct store_tx *tx, const struct load *load,
                                       struct conduct_notes *notes) {
    const struct store_game *row = &load->row;
    enum store_result result = STORE_OK;

    for (int i = 0; i < row->seat_count && result == STORE_OK; i++) {
        struct store_conduct *conduct = &notes->seats[i];

        if (row->seats[i].account == 0)
            continue;
        conduct->game = row->id;
        conduct->account = row->seats[i].account;
        conduct->ended_at = row->finished_at;
        conduct->bots = !faces_people(row, i);
        conduct->finished =
            row->seats[i].kind == STORE_SEAT_HUMAN && row->seats[i].resigned_at == 0;
        result = store_conduct_put(tx, conduct);
    }
    return result == STORE_OK ? store_conduct_left(tx, row->id, row->finished_at) : result;
}

static enum store_result replay_conduct(struct store_tx *tx, struct load *load, int64_t id) {
    struct conduct_notes notes = {.waited = 0};
    enum store_result result = load_open_by_id(load, store_tx_reader(tx), id);

    if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, note_conduct, &notes);
    if (result == STORE_OK)
        result = write_conduct(tx, load, &notes);
    load_end(load);
    return result == STORE_DAMAGED ? STORE_OK : result;
}

enum store_result conduct_on_events(struct store_tx *tx, const struct game_events *events) {
    struct load *load;
    enum store_result result;

    if ((events->types >> EVENT_FINISHED & 1) == 0 || events->mode != STORE_MODE_PLAY)
        return STORE_OK;
    load = calloc(1, sizeof *load);
    result = load == NULL ? STORE_MEMORY : replay_conduct(tx, load, events->game_id);
    free(load);
    return result;
}

/* ---- of an account ---- */

struct conduct_sum {
    struct conduct_record *record;
    int64_t counts[CLASSES];
};

static void add_conduct(void *context, const struct store_conduct *conduct) {
    struct conduct_sum *sum = context;

    if (conduct->bots) {
        sum->record->bot_games++;
        return;
    }
    sum->record->games++;
    sum->record->finished += conduct->finished;
    sum->record->missed += conduct->missed;
    for (unsigned i = 0; i < CLASSES; i++)
        sum->counts[i] += class_count(conduct->answers, i);
}

enum store_result conduct_find(struct store_reader *reader, int64_t account, int64_t now,
                               struct conduct_record *record) {
    struct conduct_sum sum = {.record = record};
    enum store_result result;
    int64_t all = 0, passed = 0;
    unsigned quartile = 0;

    *record = (struct conduct_record){0};
    result = store_conduct_list(reader, account, now - a_year, add_conduct, &sum);
    for (unsigned i = 0; i < CLASSES; i++)
        all += sum.counts[i];
    record->answers = (int)all;
    for (unsigned i = 0; i < CLASSES && all > 0; i++) {
        passed += sum.counts[i];
        while (quartile < QUARTILES && 4 * passed >= (quartile + 1) * all)
            record->quartiles[quartile++] = class_minutes(i);
    }
    return result;
}

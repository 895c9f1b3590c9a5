/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/recap.h"

#include <stdlib.h>
#include <string.h>

#include "db/read_marker.h"
#include "service/base/json_write.h"
#include "service/base/language.h"
#include "service/words/sentence.h"

enum {
    TEXT_MAX = 4 << 20,  /* bytes of all sentences of a log */
    PARTS_MAX = 32 << 20 /* and of their parts */
};

/* ---- gathering ---- */

struct recap_lines {
    struct recap *recap;
    struct sentence to;
    struct labels labels;
    size_t max;
    bool parts;
};

static void recap_add_cards(struct cards *sum, struct cards more) {
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        unsigned n = sum->n[kind] + more.n[kind];
        sum->n[kind] = (uint8_t)(n < CARD_COUNT_MAX ? n : CARD_COUNT_MAX);
    }
}

static void recap_count_cards(struct recap *recap, const struct effect *effects, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct recap_cards *cards = &recap->cards[effects[i].player];

        if (effects[i].known) {
            recap_add_cards(&cards->gained, effects[i].gain);
            recap_add_cards(&cards->lost, effects[i].lose);
        } else {
            cards->gained_hidden += effects[i].gain_count;
            cards->lost_hidden += effects[i].lose_count;
        }
    }
}

static void recap_add_parts(struct recap *recap, struct recap_line *line,
                            const struct sentence_spans *spans) {
    struct writer w = writer_to(&recap->parts);

    line->parts = recap->parts.size;
    sentence_parts(&w, recap->text.data + line->start, line->len, spans);
    line->parts_len = recap->parts.size - line->parts;
}

static bool recap_add_event(void *context, struct load *load, const struct game *before,
                            const struct event *event, int64_t at) {
    struct recap_lines *gathered = context;
    struct recap *recap = gathered->recap;
    struct effect effects[SEAT_MAX] = {{0}};
    size_t start = recap->text.size, n_effects;
    struct sentence_spans spans;

    while (event->type == UNDO && recap->n > 0 &&
           recap->lines[recap->n - 1].seq > event->action.ref)
        recap->n--;
    if (recap->n == gathered->max) {
        memmove(recap->lines, recap->lines + 1, (recap->n - 1) * sizeof *recap->lines);
        recap->n--;
        recap->left_out++;
    }
    sentence_write_spans(&recap->text, &spans, &gathered->to, before, &load->game, event);
    if (recap->text.failed)
        return false;
    recap->lines[recap->n++] = (struct recap_line){
        .seq = load->game.seq, .at = at, .start = start, .len = recap->text.size - start};
    if (gathered->parts)
        recap_add_parts(recap, &recap->lines[recap->n - 1], &spans);
    n_effects =
        event_effects(&load->setup, before, &load->game, event, gathered->to.viewer, effects);
    recap_count_cards(recap, effects, n_effects);
    return true;
}

enum store_result recap_gather(struct recap *recap, struct load *load,
                               const struct recap_reader *reader, uint32_t since, size_t max) {
    struct recap_lines gathered = {
        .recap = recap,
        .parts = reader->parts,
        .max = max < 1                 ? 1
               : max < RECAP_LINES_MAX ? max
                                       : (size_t)RECAP_LINES_MAX,
    };
    enum store_result result;

    memset(recap, 0, sizeof *recap);
    buffer_init(&recap->text, TEXT_MAX);
    buffer_init(&recap->parts, PARTS_MAX);
    recap->lines = calloc(gathered.max, sizeof *recap->lines);
    if (recap->lines == NULL)
        return STORE_ERROR;
    row_names(&load->row, &gathered.labels);
    gathered.to = (struct sentence){.setup = &load->setup,
                                    .labels = gathered.labels.seats,
                                    .viewer = reader->viewer,
                                    .over = row_over(&load->row),
                                    .language = reader->language,
                                    .names = reader->names,
                                    .you = reader->parts};
    result = load_replay(load, since, NULL, NULL);
    recap->from = load->game.seq;
    game_view(&load->setup, &load->game, reader->viewer, &recap->before);
    if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, recap_add_event, &gathered);
    recap->to = load->game.seq;
    return result == STORE_OK && (recap->text.failed || recap->parts.failed) ? STORE_ERROR : result;
}

void recap_free(struct recap *recap) {
    free(recap->lines);
    recap->lines = NULL;
    recap->n = 0;
    buffer_free(&recap->text);
    buffer_free(&recap->parts);
}

/* ---- as text ---- */

enum store_result recap_write(struct buffer *out, struct load *load, unsigned viewer,
                              enum language language, uint32_t since, size_t max_lines) {
    struct recap recap;
    enum store_result result =
        recap_gather(&recap, load, &(struct recap_reader){.viewer = viewer, .language = language},
                     since, max_lines);

    if (result == STORE_OK) {
        if (recap.left_out > 0)
            text_count(out, language, TEXT_COMMAND_EARLIER, recap.left_out);
        for (size_t i = 0; i < recap.n; i++) {
            buffer_append(out, recap.text.data + recap.lines[i].start, recap.lines[i].len);
            buffer_byte(out, '\n');
        }
    }
    recap_free(&recap);
    return result;
}

/* ---- since when ---- */

struct acting {
    unsigned seat;
    uint32_t seq;
};

static bool recap_note_act(void *context, struct load *load, const struct game *before,
                           const struct event *event, int64_t at) {
    struct acting *acting = context;

    (void)before, (void)at;
    if (event->player == acting->seat && event->by == BY_PLAYER)
        acting->seq = load->game.seq;
    return true;
}

enum store_result recap_seen(const struct load *load, int64_t account, uint32_t *seq) {
    struct acting acting = {.seat = row_seat(&load->row, account)};
    struct load copy = *load;
    enum store_result result;
    int64_t at;

    copy.owned = false;
    result = store_read_marker_get(load->reader, load->row.id, account, seq, &at);
    if (result == STORE_OK && acting.seat != NONE)
        result = load_replay(&copy, LOAD_LATEST, recap_note_act, &acting);
    if (acting.seq > *seq)
        *seq = acting.seq;
    return result;
}

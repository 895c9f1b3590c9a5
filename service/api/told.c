/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/told.h"

#include "service/base/json_write.h"
#include "service/words/sentence.h"

static void write_sentence(struct writer *w, struct told *told, const struct load *load,
                           const struct game *before, const struct event *event) {
    const struct sentence to = {.setup = &load->setup,
                                .labels = told->labels.seats,
                                .viewer = load->log.viewer,
                                .over = load->log.over,
                                .language = (enum language)told->language,
                                .names = true};
    struct sentence_spans spans;
    struct buffer text;

    if (!told->named)
        row_names(&load->row, &told->labels);
    told->named = true;
    buffer_init(&text, SENTENCE_MAX);
    sentence_write_spans(&text, &spans, &to, before, &load->game, event);
    if (text.failed) {
        w->out->failed = true;
    } else {
        writer_key(w, "sentence");
        writer_object(w);
        writer_key(w, "text");
        writer_string(w, text.data, text.size);
        writer_key(w, "parts");
        sentence_parts(w, text.data, text.size, &spans);
        writer_object_end(w);
    }
    buffer_free(&text);
}

void told_event(struct writer *w, struct told *told, const struct load *load,
                const struct game *before, const struct event *event, int64_t at) {
    writer_object(w);
    event_write_members(w, &load->log, before, &load->game, event, at);
    if (told->language < LANGUAGES)
        write_sentence(w, told, load, before, event);
    writer_object_end(w);
}

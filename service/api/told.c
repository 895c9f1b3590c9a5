/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/told.h"

#include "service/base/json_write.h"
#include "service/words/sentence.h"

static void write_sentence(struct writer *w, struct teller *teller,
                           const struct event_told *event) {
    const struct sentence to = {.setup = &event->load->setup,
                                .labels = teller->labels.seats,
                                .viewer = event->log->viewer,
                                .over = event->log->over,
                                .language = (enum language)teller->language,
                                .names = true,
                                .you = true};
    struct sentence_spans spans;
    struct buffer text;

    if (!teller->named)
        row_names(&event->load->row, &teller->labels);
    teller->named = true;
    buffer_init(&text, SENTENCE_MAX);
    sentence_write_spans(&text, &spans, &to, event->before, event->after, event->event);
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

void told_write(struct writer *w, struct teller *teller, const struct event_told *event) {
    writer_object(w);
    event_write_members(w, event->log, event->before, event->after, event->event, event->at);
    if (teller->language < LANGUAGES)
        write_sentence(w, teller, event);
    writer_object_end(w);
}

void told_event(struct writer *w, struct teller *teller, const struct load *load,
                const struct game *before, const struct event *event, int64_t at) {
    told_write(w, teller, &(struct event_told){load, &load->log, before, &load->game, event, at});
}

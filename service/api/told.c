/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/told.h"

#include "service/base/json_write.h"
#include "service/game/load.h"
#include "service/words/sentence.h"

static void write_sentence(struct writer *w, const struct telling *told) {
    struct sentence to = {.setup = &told->load->setup,
                          .viewer = told->log->viewer,
                          .over = told->log->over,
                          .language = (enum language)told->language,
                          .names = true,
                          .you = true};
    struct sentence_spans spans;
    struct buffer text;
    struct labels labels;

    row_names(&told->load->row, &labels);
    to.labels = labels.seats;
    buffer_init(&text, SENTENCE_MAX);
    sentence_write_spans(&text, &spans, &to, told->before, told->after, told->event);
    if (text.failed)
        w->out->failed = true;
    else {
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

void told_write(struct writer *w, const struct telling *told) {
    writer_object(w);
    event_write_members(w, told->log, told->before, told->after, told->event, told->at);
    if (told->language >= 0 && told->language < LANGUAGES)
        write_sentence(w, told);
    writer_object_end(w);
}

void told_event(struct writer *w, const struct load *load, const struct game *before,
                const struct event *event, int64_t at, int language) {
    told_write(w, &(struct telling){load, &load->log, before, &load->game, event, at, language});
}

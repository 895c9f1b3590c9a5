/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The parts of sentences as documents (openapi.yaml, SentencePart). */
#include "service/base/json_write.h"
#include "service/document/cards_json.h"
#include "service/words/sentence.h"

static const char *const type_names[] = {
    [SPAN_PLAYER] = "player", [SPAN_HEX] = "hex",      [SPAN_VERTEX] = "vertex",
    [SPAN_EDGE] = "edge",     [SPAN_CARDS] = "cards",  [SPAN_COUNT] = "cards",
    [SPAN_KIND] = "kind",     [SPAN_DEV] = "dev_card", [SPAN_PROGRESS] = "progress_card",
    [SPAN_OFFER] = "offer",   [SPAN_EVENT] = "event",  [SPAN_NUMBER] = "number",
};

/* Writes the member that identifies what the span names. */
static void write_part_value(struct writer *w, const struct sentence_span *span) {
    switch (span->type) {
    case SPAN_PLAYER: writer_int_member(w, "seat", span->value); break;
    case SPAN_HEX:
    case SPAN_VERTEX:
    case SPAN_EDGE:
    case SPAN_OFFER: writer_int_member(w, "id", span->value); break;
    case SPAN_EVENT: writer_int_member(w, "seq", span->value); break;
    case SPAN_NUMBER: writer_int_member(w, "number", span->value); break;
    case SPAN_COUNT: writer_int_member(w, "count", span->value); break;
    case SPAN_CARDS:
        writer_key(w, "cards");
        cards_write(w, span->cards);
        break;
    case SPAN_KIND: writer_text_member(w, "kind", kind_names[span->value]); break;
    case SPAN_DEV: writer_text_member(w, "card", dev_names[span->value]); break;
    case SPAN_PROGRESS: writer_text_member(w, "card", progress_names[span->value]); break;
    }
}

static void write_one_part(struct writer *w, const char *text, size_t size,
                           const struct sentence_span *span) {
    if (size == 0)
        return;
    writer_object(w);
    writer_text_member(w, "type", span == NULL ? "text" : type_names[span->type]);
    writer_key(w, "text");
    writer_string(w, text, size);
    if (span != NULL)
        write_part_value(w, span);
    writer_object_end(w);
}

void sentence_parts(struct writer *w, const char *text, size_t size,
                    const struct sentence_spans *spans) {
    size_t at = 0;

    writer_array(w);
    for (unsigned i = 0; i < spans->count; i++) {
        const struct sentence_span *span = &spans->spans[i];

        write_one_part(w, text + at, span->start - at, NULL);
        write_one_part(w, text + span->start, span->len, span);
        at = span->start + span->len;
    }
    write_one_part(w, text + at, size - at, NULL);
    writer_array_end(w);
}

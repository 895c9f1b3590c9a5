/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/news.h"

#include <stdio.h>
#include <string.h>

#include "service/chat/chat.h"
#include "service/chat/text.h"
#include "service/command/title.h"
#include "service/words/sentence.h"

enum { WAITING_MAX = 2048 };

/* ---- notable events ---- */

static bool is_seven(const struct event *event) {
    return event->type == ROLL && event->outcome.yellow + event->outcome.red == SEVEN;
}

/* Whether an event is notable by its changes of the state. */
static bool worth_telling(const struct game *before, const struct game *after,
                          const struct event *event) {
    switch (event->type) {
    case BUILD_CITY:
    case RESIGN:
    case EVENT_START:
    case EVENT_SEAT_CHANGED:
    case EVENT_FINISHED: return true;
    default: break;
    }
    return is_seven(event) || memcmp(before->holders, after->holders, sizeof after->holders) != 0 ||
           before->attacks != after->attacks ||
           memcmp(before->metropolis, after->metropolis, sizeof after->metropolis) != 0 ||
           before->winner != after->winner;
}

struct news_narration {
    struct news *news;
    const struct sentence *to;
    unsigned left_out;
};

static bool narrate_event(void *context, struct load *load, const struct game *before,
                          const struct event *event, int64_t at) {
    struct news_narration *narration = context;
    struct buffer *text = &narration->news->text;

    (void)at;
    if (!worth_telling(before, &load->game, event))
        return true;
    if (text->size + SENTENCE_MAX + WAITING_MAX / 2 > NEWS_TEXT_MAX) {
        narration->left_out++;
        return true;
    }
    if (text->size > 0)
        buffer_text(text, "\n");
    sentence_write(text, narration->to, before, &load->game, event);
    return true;
}

/* ---- composing ---- */

static void write_news_title(struct news *news, const struct load *load,
                             const struct sentence *to) {
    struct game_title title;
    size_t fits;

    title_of_game(&title, to->language, load, to->labels, NONE);
    fits = chat_fit(title.plain, strlen(title.plain), NEWS_TITLE_MAX / 2);
    snprintf(news->title, sizeof news->title, "%.*s", (int)fits, title.plain);
}

static void add_waiting(struct news *news, const struct buffer *before, const struct buffer *now) {
    if (buffer_equal(before, now))
        return;
    if (news->text.size > 0)
        buffer_text(&news->text, "\n");
    buffer_append(&news->text, now->data, now->size);
}

enum store_result chat_news_write(struct news *news, struct load *load, uint32_t after,
                                  unsigned parts, enum language language) {
    struct labels labels;
    int64_t deadlines[STORE_SEATS_MAX];
    struct sentence to = {
        .setup = &load->setup,
        .viewer = VIEWER_NOBODY,
        .over = row_over(&load->row),
        .deadlines = clock_deadlines(&load->clock, deadlines),
        .language = language,
        .names = true,
    };
    struct news_narration narration = {.news = news, .to = &to};
    struct buffer before, now;
    enum store_result result = STORE_OK;

    row_names(&load->row, &labels);
    to.labels = labels.seats;
    write_news_title(news, load, &to);
    buffer_init(&before, WAITING_MAX);
    buffer_init(&now, WAITING_MAX);
    if (after > 0)
        result = load_replay(load, after, NULL, NULL);
    if (result == STORE_OK && after > 0)
        sentence_waiting(&before, &to, &load->game);
    if (result == STORE_OK && load->row.last_seq > after)
        result = load_replay(load, LOAD_LATEST, parts & CHAT_EVENTS ? narrate_event : NULL,
                             parts & CHAT_EVENTS ? &narration : NULL);
    if (result == STORE_OK) {
        news->seq = load->game.seq;
        if (narration.left_out > 0)
            text_count(&news->text, language, TEXT_CHAT_MORE, narration.left_out);
        sentence_waiting(&now, &to, &load->game);
        if (parts & CHAT_TURNS && load->game.seq > after && now.size > 0)
            add_waiting(news, &before, &now);
    }
    if (result == STORE_OK && (news->text.failed || before.failed || now.failed))
        result = STORE_ERROR;
    buffer_free(&before);
    buffer_free(&now);
    return result;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "service/app/config.h"
#include "service/chat/chat.h"
#include "service/chat/post.h"
#include "service/chat/slack.h"
#include "service/chat/text.h"

/* News on Slack, by a webhook or by our own bot. */

static void write_blocks(struct writer *w, const struct transfer *t, const struct out *out) {
    struct buffer whole, tail;

    post_join(&whole, &out->news);
    buffer_init(&tail, CHAT_BODY_MAX);
    post_tail(&tail, t, out);
    writer_key(w, "blocks");
    writer_array(w);
    slack_write_plain(w, whole.data, whole.size);
    if (tail.size > 1)
        slack_write_marked(w, tail.data + 1, tail.size - 1);
    writer_array_end(w);
    w->out->failed = w->out->failed || whole.failed || tail.failed;
    buffer_free(&tail);
    buffer_free(&whole);
}

/* The text says everything, for what knows no blocks. Slack shows the blocks, in which names and talk are no markup. */
static void write_slack(struct writer *w, const struct transfer *t, const struct out *out) {
    const struct store_subscription *to = &out->subscription;

    writer_object(w);
    if (to->kind == STORE_SUBSCRIPTION_SLACK) {
        writer_text_member(w, "channel", to->channel);
        if (to->thread[0] != '\0')
            writer_text_member(w, "thread_ts", to->thread);
    }
    post_text_member(w, "text", t, out, SLACK_TEXT_MAX);
    write_blocks(w, t, out);
    post_attachments(w, t, out);
    writer_object_end(w);
}

static enum http_ready prepare_slack(struct transfer *t, struct out *out) {
    const struct config *config = chat_config(t->app);
    bool hook = out->subscription.kind == STORE_SUBSCRIPTION_SLACK_HOOK;
    struct writer w = writer_to(&t->body);
    char url[POST_URL_SIZE];

    snprintf(url, sizeof url, "%s%s", hook ? out->subscription.address : config->slack_api,
             hook ? "" : "/chat.postMessage");
    write_slack(&w, t, out);
    return post_send(t, out,
                     &(struct http_request){.url = url,
                                            .scheme = hook ? NULL : "Bearer",
                                            .token = config->slack_token,
                                            .type = "application/json; charset=utf-8"});
}

/* Slack's own API answers 200 even to failures. */
static void judge_slack(struct transfer *t, struct out *out, const json_t *reply,
                        struct outbox_outcome *outcome) {
    static const char *const gone[] = {"channel_not_found", "is_archived", "not_in_channel",
                                       "restricted_action"};
    const char *error = chat_text_at(reply, "error");

    (void)t;
    (void)out;
    if (outcome->state != STORE_OUTBOX_SENT || json_is_true(chat_at(reply, "ok")))
        return;
    outcome->state = STORE_OUTBOX_WAITING;
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        if (strcmp(error, gone[i]) == 0)
            post_give_up(outcome, "the bot may not post there");
}

const struct post_form post_slack_hook = {.prepare = prepare_slack, .fetches = true};
const struct post_form post_slack = {
    .prepare = prepare_slack, .judge = judge_slack, .root = "ts", .fetches = true};

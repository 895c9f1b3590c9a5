/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/out.h"

#include <string.h>

#include "service/chat/chat.h"
#include "service/chat/post.h"

/* How each kind of channel is posted to. */
static const struct post_form *const forms[STORE_SUBSCRIPTION_KINDS] = {
    [STORE_SUBSCRIPTION_DISCORD_HOOK] = &post_discord_hook,
    [STORE_SUBSCRIPTION_DISCORD] = &post_discord,
    [STORE_SUBSCRIPTION_SLACK_HOOK] = &post_slack_hook,
    [STORE_SUBSCRIPTION_SLACK] = &post_slack,
    [STORE_SUBSCRIPTION_TELEGRAM] = &post_telegram,
    [STORE_SUBSCRIPTION_MATRIX] = &post_matrix,
    [STORE_SUBSCRIPTION_MATTERMOST_HOOK] = &post_mattermost_hook,
    [STORE_SUBSCRIPTION_MATTERMOST] = &post_mattermost,
    [STORE_SUBSCRIPTION_ZULIP] = &post_zulip,
    [STORE_SUBSCRIPTION_ROCKETCHAT_HOOK] = &post_rocketchat_hook,
    [STORE_SUBSCRIPTION_ROCKETCHAT] = &post_rocketchat,
};

static const struct post_form *post_form_of(const struct out *out) {
    return out->subscription.kind < STORE_SUBSCRIPTION_KINDS ? forms[out->subscription.kind] : NULL;
}

enum http_ready chat_out_prepare(struct transfer *t, struct out *out) {
    const struct post_form *form = post_form_of(out);

    return form == NULL ? HTTP_REFUSED : form->prepare(t, out);
}

bool chat_out_uploads(const struct out *out) {
    const struct post_form *form = post_form_of(out);

    return form != NULL && !form->fetches;
}

/* ---- outcome ---- */

static bool uses_own_bot(const struct out *out) {
    return out->subscription.address[0] == '\0';
}

/* Recognises permanent failures by the status. A bad token of our own bot is for the operator to
 * mend, and not the channel's fault. */
static void judge_status(const struct out *out, struct outbox_outcome *outcome) {
    switch (outcome->status) {
    case 401:
        if (!uses_own_bot(out))
            post_give_up(outcome, "the token is not valid");
        break;
    case 403: post_give_up(outcome, "the bot may not post there"); break;
    case 404:
    case 410: post_give_up(outcome, "it is gone"); break;
    default: break;
    }
}

/* Notes what the platform calls the thread that the first message of a game begins. */
static void take_root(struct out *out, const struct post_form *form, const json_t *reply,
                      const struct outbox_outcome *outcome) {
    if (form->root != NULL && out->step == form->root_step && !out->talk &&
        outcome->state == STORE_OUTBOX_SENT && post_begins_thread(out))
        (void)chat_id_at(reply, form->root, out->root, sizeof out->root);
}

void chat_out_judge(struct transfer *t, struct out *out, struct outbox_outcome *outcome) {
    const struct post_form *form = post_form_of(out);
    const struct buffer *body = &t->call.reply;
    struct read_failure failure;
    json_t *reply = body->size == 0 ? NULL : read_json(body->data, body->size, &failure);

    if (t->call.code == CURLE_OK)
        judge_status(out, outcome);
    take_root(out, form, reply, outcome);
    if (form->judge != NULL)
        form->judge(t, out, reply, outcome);
    json_decref(reply);
}

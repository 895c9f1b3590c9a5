/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/tell.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "service/base/json_write.h"
#include "service/base/text.h"
#include "service/notify/outbox.h"

enum {
    /* Together they fit into a push message, which has a fixed size (push.c). */
    SUBJECT_SIZE = 121,
    TEXT_SIZE = 321,
    MORE_MAX = 600, /* bytes */
};

/* Writes a member with TEXT, cut at a whole character. */
static void write_told_more(struct writer *w, const char *text) {
    char cut[MORE_MAX + 1];
    size_t size = text_cut(text, strlen(text), MORE_MAX);

    memcpy(cut, text, size);
    cut[size] = '\0';
    writer_text_member(w, "more", cut);
}

enum store_result inform_person(struct store_tx *tx, const struct tell *tell) {
    char subject[SUBJECT_SIZE], text[TEXT_SIZE], path[TOLD_PATH_MAX];
    struct store_account account;
    struct buffer data;
    struct writer w;
    enum store_result result = store_account_get(store_tx_reader(tx), tell->account, &account);

    if (result != STORE_OK || account.deleted_at != 0)
        return result == STORE_NONE ? STORE_OK : result;
    text_fill_short(subject, sizeof subject, language_kept(account.language), tell->subject,
                    tell->args, tell->n_args);
    text_fill_short(text, sizeof text, language_kept(account.language), tell->text, tell->args,
                    tell->n_args);
    w = writer_begin(&data, STORE_OUTBOX_DATA_SIZE);
    writer_object(&w);
    writer_text_member(&w, "about", tell->about);
    writer_text_member(&w, "subject", subject);
    writer_text_member(&w, "text", text);
    if (tell->more != NULL && tell->more[0] != '\0')
        write_told_more(&w, tell->more);
    snprintf(path, sizeof path, "%s%s", tell->path, tell->id == NULL ? "" : tell->id);
    writer_text_member(&w, "path", path);
    writer_int_member(&w, "needs", tell->needs);
    writer_object_end(&w);
    buffer_byte(&data, '\0');
    result = data.failed ? STORE_MEMORY
                         : outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_NEWS,
                                                                    .account = account.id,
                                                                    .now = tell->now,
                                                                    .data = data.data});
    buffer_free(&data);
    return result;
}

bool told_read(const json_t *document, struct told *told) {
    *told = (struct told){
        .about = json_string_value(json_object_get(document, "about")),
        .subject = json_string_value(json_object_get(document, "subject")),
        .text = json_string_value(json_object_get(document, "text")),
        .more = json_string_value(json_object_get(document, "more")),
        .path = json_string_value(json_object_get(document, "path")),
        .needs = (unsigned)json_integer_value(json_object_get(document, "needs")),
    };
    return told->about != NULL && told->subject != NULL && told->text != NULL && told->path != NULL;
}

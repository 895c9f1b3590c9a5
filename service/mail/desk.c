/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/desk.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/child.h"
#include "service/base/mail_address.h"

enum {
    READ_SECONDS = 10, /* callers that bring mails wait for each other */
    QUESTION_MAX = 2 * MESSAGE_MAX,
    ANSWER_MAX = MESSAGE_MAX,
};

enum question { QUESTION_READ, QUESTION_WRITE };

struct place {
    pthread_mutex_t lock; /* held during all use of the child */
    struct child child;
};

struct mail_desk {
    struct place reading, writing;
};

static const struct child_role reading_mails = {"mime", "reads mails", READ_SECONDS};
static const struct child_role writing_mails = {"mime", "writes mails", CHILD_SECONDS};

static void open_place(struct place *place, const struct child_role *role, const char *program) {
    pthread_mutex_init(&place->lock, NULL);
    child_init(&place->child, role, program, -1);
}

static void close_place(struct place *place) {
    child_end(&place->child);
    pthread_mutex_destroy(&place->lock);
}

struct mail_desk *mail_desk_new(const char *program) {
    struct mail_desk *desk = calloc(1, sizeof *desk);

    if (desk == NULL)
        return NULL;
    open_place(&desk->reading, &reading_mails, program);
    open_place(&desk->writing, &writing_mails, program);
    return desk;
}

void mail_desk_free(struct mail_desk *desk) {
    if (desk == NULL)
        return;
    close_place(&desk->reading);
    close_place(&desk->writing);
    free(desk);
}

static bool ask_at(struct place *place, enum question kind, const struct buffer *question,
                   struct buffer *out) {
    bool answered;

    pthread_mutex_lock(&place->lock);
    answered = child_ask(&place->child, kind, question, out);
    pthread_mutex_unlock(&place->lock);
    return answered;
}

/* ---- serialization ---- */

/* Both ends are the same program, so numbers are sent in native form. */
static const uint32_t no_text = UINT32_MAX;

/* TEXT's NUL is sent, too. NULL is fine. */
static void pack_text(struct buffer *to, const char *text) {
    uint32_t size = text == NULL ? no_text : (uint32_t)strlen(text) + 1;

    buffer_append(to, &size, sizeof size);
    if (text != NULL)
        buffer_append(to, text, size);
}

static void pack_bytes(struct buffer *to, const struct buffer *bytes) {
    uint32_t size = bytes == NULL ? no_text : (uint32_t)bytes->size;

    buffer_append(to, &size, sizeof size);
    if (bytes != NULL)
        buffer_append(to, bytes->data, bytes->size);
}

struct unpacking {
    char *at, *end;
    bool failed;
};

static struct unpacking begin_unpacking(const struct buffer *question) {
    return (struct unpacking){.at = question->data, .end = question->data + question->size};
}

static const void *unpack_plain(struct unpacking *from, size_t size) {
    const void *at = from->at;

    if (from->failed || size > (size_t)(from->end - from->at)) {
        from->failed = true;
        return NULL;
    }
    from->at += size;
    return at;
}

/* Borrowed bytes and their *SIZE; NULL if none were sent. */
static char *unpack_sized(struct unpacking *from, uint32_t *size) {
    const void *counted = unpack_plain(from, sizeof *size);
    char *at = from->at;

    *size = 0;
    if (counted == NULL)
        return NULL;
    memcpy(size, counted, sizeof *size);
    if (*size != no_text)
        return unpack_plain(from, *size) == NULL ? NULL : at;
    *size = 0;
    return NULL;
}

static const char *unpack_text(struct unpacking *from) {
    uint32_t size;

    return unpack_sized(from, &size);
}

/* INTO, or NULL if none was sent. */
static const struct buffer *unpack_bytes(struct unpacking *from, struct buffer *into) {
    uint32_t size;
    char *data = unpack_sized(from, &size);

    *into = (struct buffer){.data = data, .size = size, .capacity = size, .limit = size};
    return data == NULL ? NULL : into;
}

/* ---- reading ---- */

bool mail_desk_read(struct mail_desk *desk, struct received *received, const char *bytes,
                    size_t size, const char *recipient) {
    struct buffer question, answer;
    bool answered = false;

    if (desk == NULL) {
        message_init();
        received_read(received, bytes, size, recipient);
        return true;
    }
    received_begin(received);
    buffer_init(&question, RECEIVE_MAX + MAIL_ADDRESS_MAX + 16);
    buffer_init(&answer, sizeof *received + RECEIVE_TEXT_MAX);
    pack_text(&question, recipient);
    buffer_append(&question, bytes, received_looked_at(size));
    if (ask_at(&desk->reading, QUESTION_READ, &question, &answer) &&
        answer.size >= sizeof *received) {
        memcpy(received, answer.data, sizeof *received);
        buffer_init(&received->text, RECEIVE_TEXT_MAX);
        buffer_append(&received->text, answer.data + sizeof *received,
                      answer.size - sizeof *received);
        answered = !received->text.failed;
    }
    buffer_free(&question);
    buffer_free(&answer);
    return answered;
}

static bool answer_read(struct buffer *out, const struct buffer *question) {
    struct unpacking from = begin_unpacking(question);
    const char *recipient = unpack_text(&from);
    struct received received;

    if (from.failed)
        return false;
    received_read(&received, from.at, (size_t)(from.end - from.at), recipient);
    buffer_append(out, &received, sizeof received);
    buffer_append(out, received.text.data, received.text.size);
    received_free(&received);
    return true;
}

/* ---- writing ---- */

/* The texts of a message, in the order in which they are sent. */
static const size_t message_texts[] = {
    offsetof(struct message, from),
    offsetof(struct message, from_name),
    offsetof(struct message, to),
    offsetof(struct message, subject),
    offsetof(struct message, id),
    offsetof(struct message, host),
    offsetof(struct message, thread),
    offsetof(struct message, answers),
    offsetof(struct message, reply_to),
    offsetof(struct message, list),
    offsetof(struct message, unsubscribe_url),
    offsetof(struct message, unsubscribe_to),
    offsetof(struct message, reason),
};
enum { MESSAGE_TEXTS = sizeof message_texts / sizeof *message_texts };

bool mail_desk_write(struct mail_desk *desk, struct buffer *out, const struct message *message) {
    struct buffer question;
    bool written;

    if (desk == NULL)
        return message_write(out, message);
    if (message->text->failed || (message->html != NULL && message->html->failed) ||
        (message->picture != NULL && message->picture->failed))
        return false;
    buffer_init(&question, QUESTION_MAX);
    buffer_append(&question, message, sizeof *message);
    for (size_t i = 0; i < MESSAGE_TEXTS; i++)
        pack_text(&question, *(const char *const *)((const char *)message + message_texts[i]));
    pack_bytes(&question, message->text);
    pack_bytes(&question, message->html);
    pack_bytes(&question, message->picture);
    written = ask_at(&desk->writing, QUESTION_WRITE, &question, out);
    buffer_free(&question);
    return written;
}

static bool answer_write(struct buffer *out, const struct buffer *question) {
    struct unpacking from = begin_unpacking(question);
    const struct message *sent = unpack_plain(&from, sizeof *sent);
    struct message message;
    struct buffer text, html, picture;

    if (sent == NULL)
        return false;
    memcpy(&message, sent, sizeof message);
    for (size_t i = 0; i < MESSAGE_TEXTS; i++)
        *(const char **)((char *)&message + message_texts[i]) = unpack_text(&from);
    message.text = unpack_bytes(&from, &text);
    message.html = unpack_bytes(&from, &html);
    message.picture = unpack_bytes(&from, &picture);
    return !from.failed && message.text != NULL && message_write(out, &message);
}

/* ---- the process ---- */

static bool answer_question(struct buffer *out, uint32_t kind, const struct buffer *question) {
    return kind == QUESTION_READ ? answer_read(out, question) : answer_write(out, question);
}

int mail_desk_serve(void) {
    message_init();
    return child_serve(reading_mails.command, QUESTION_MAX, ANSWER_MAX, answer_question);
}

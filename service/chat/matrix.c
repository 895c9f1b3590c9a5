/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/matrix.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "service/app/several.h"
#include "service/base/json_read.h"
#include "service/base/log.h"
#include "service/base/text.h"
#include "service/chat/chat_int.h"
#include "service/chat/text.h"
#include "service/chat/work.h"
#include "service/picture/picture.h"

enum {
    ANSWER_LIMIT = 8000, /* bytes */
    POLL_MS = 30000,
    POLL_PAUSE_S = 5, /* after a failure */
};

/* ---- addresses ---- */

bool matrix_url(char url[MATRIX_URL_SIZE], const char *server, const char *format, ...) {
    struct buffer out;
    bool fits;
    va_list args;

    buffer_init(&out, MATRIX_URL_SIZE - 1);
    buffer_text(&out, server);
    va_start(args, format);
    for (const char *c = format; *c != '\0'; c++) {
        if (c[0] == '%' && c[1] == 's') {
            const char *part = va_arg(args, const char *);

            text_percent(&out, part, strlen(part));
            c++;
        } else {
            buffer_byte(&out, *c);
        }
    }
    va_end(args);
    fits = !out.failed;
    if (fits)
        snprintf(url, MATRIX_URL_SIZE, "%.*s", (int)out.size, out.data);
    buffer_free(&out);
    return fits;
}

/* ---- reading ---- */

/* Removes our name from the beginning: "!hexpost roll", "!hex roll". */
static bool take_called_name(char *text) {
    static const char *const names[] = {"!hexpost", "!hex"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size = strlen(names[i]);

        if (strncasecmp(text, names[i], size) == 0 &&
            (text[size] == '\0' || strchr(" \n:", text[size]) != NULL)) {
            size += text[size] == ':' ? 1 : 0;
            size += strspn(text + size, " \n");
            memmove(text, text + size, strlen(text + size) + 1);
            if (text[0] == '\0')
                snprintf(text, sizeof "help", "help");
            return true;
        }
    }
    return false;
}

static bool is_invitation(const json_t *event, const char *user) {
    return strcmp(chat_text_at(event, "type"), "m.room.member") == 0 &&
           strcmp(chat_text_at(event, "content.membership"), "invite") == 0 && user[0] != '\0' &&
           strcmp(chat_text_at(event, "state_key"), user) == 0;
}

void matrix_read(const json_t *event, const char *room, const char *user, struct matrix_in *in) {
    struct chat_in *what = &in->in;

    memset(in, 0, sizeof *in);
    if (!chat_id_at(event, "room_id", what->channel, sizeof what->channel))
        snprintf(what->channel, sizeof what->channel, "%s",
                 strlen(room) < sizeof what->channel ? room : "");
    if (what->channel[0] == '\0' || !chat_id_at(event, "sender", what->who, sizeof what->who) ||
        strcmp(what->who, user) == 0)
        return;
    if (is_invitation(event, user)) {
        in->kind = MATRIX_INVITE;
        return;
    }
    /* Notices come from bots, and must not be answered. */
    if (strcmp(chat_text_at(event, "type"), "m.room.message") != 0 ||
        strcmp(chat_text_at(event, "content.msgtype"), "m.text") != 0 ||
        !chat_id_at(event, "event_id", what->event, sizeof what->event))
        return;
    chat_name(what->name, sizeof what->name, what->who);
    chat_in_add(what, chat_text_at(event, "content.body"));
    in->called = take_called_name(what->text);
    in->kind = MATRIX_MESSAGE;
}

/* ---- writing ---- */

static void write_commands(struct buffer *out, const struct chat_response *response, bool alone) {
    for (size_t i = 0; i < response->n_buttons; i++) {
        buffer_text(out, "\n");
        buffer_text(out, response->buttons[i].label);
        buffer_text(out, alone ? ": " : ": !hex ");
        buffer_text(out, response->buttons[i].command);
    }
}

/* Names those who are called, and so nobody else, whatever names the text contains. */
static void write_mentions(struct writer *w, const struct matrix_tail *tail) {
    writer_key(w, "m.mentions");
    writer_object(w);
    if (tail->n_called > 0) {
        writer_key(w, "user_ids");
        writer_array(w);
        for (unsigned i = 0; i < tail->n_called; i++)
            writer_string(w, tail->called[i].who, strlen(tail->called[i].who));
        writer_array_end(w);
    }
    writer_object_end(w);
}

/* Puts the event into a thread; programs that know none show an answer to its first event. */
static void write_relation(struct writer *w, const char *thread) {
    if (thread[0] == '\0')
        return;
    writer_key(w, "m.relates_to");
    writer_object(w);
    writer_text_member(w, "rel_type", "m.thread");
    writer_text_member(w, "event_id", thread);
    writer_bool_member(w, "is_falling_back", true);
    writer_key(w, "m.in_reply_to");
    writer_object(w);
    writer_text_member(w, "event_id", thread);
    writer_object_end(w);
    writer_object_end(w);
}

void matrix_write_notice(struct writer *w, const struct buffer *text,
                         const struct matrix_tail *tail) {
    writer_object(w);
    writer_text_member(w, "msgtype", "m.notice");
    write_mentions(w, tail);
    write_relation(w, tail->thread);
    writer_key(w, "body");
    chat_write_string_and(w, CHAT_PLAIN, text, MATRIX_BODY_MAX, tail->plain);
    writer_text_member(w, "format", "org.matrix.custom.html");
    writer_key(w, "formatted_body");
    chat_write_string_and(w, CHAT_HTML_BR, text, MATRIX_BODY_MAX, tail->html);
    writer_object_end(w);
}

void matrix_write_message(struct writer *w, const struct chat_response *response, bool alone) {
    const struct buffer nothing = {0};
    const struct matrix_tail tail = {.plain = &nothing, .html = &nothing, .thread = ""};
    struct buffer text;

    buffer_init(&text, CHAT_RESPONSE_MAX * 2);
    buffer_append(&text, response->text.data, response->text.size);
    write_commands(&text, response, alone);
    matrix_write_notice(w, &text, &tail);
    w->out->failed = w->out->failed || text.failed;
    buffer_free(&text);
}

void matrix_write_picture(struct writer *w, const char *uri, size_t size, const char *thread) {
    writer_object(w);
    writer_text_member(w, "msgtype", "m.image");
    write_relation(w, thread);
    writer_text_member(w, "body", "board.png");
    writer_text_member(w, "url", uri);
    writer_key(w, "info");
    writer_object(w);
    writer_text_member(w, "mimetype", "image/png");
    writer_int_member(w, "size", (int64_t)size);
    writer_object_end(w);
    writer_object_end(w);
}

/* ---- sending ---- */

static int matrix_signed_call(struct app *app, struct chat_line *line,
                              const struct http_request *request) {
    struct http_request signed_in = *request;

    signed_in.scheme = "Bearer";
    signed_in.token = chat_config(app)->matrix_token;
    return chat_send(line, &signed_in);
}

/* Sends an event's content; TXN makes repeated sending idempotent. */
static void send_event(struct app *app, struct chat_line *line, const char *room, const char *txn,
                       const char *suffix, const struct buffer *content) {
    char url[MATRIX_URL_SIZE];

    if (!content->failed &&
        matrix_url(url, chat_config(app)->matrix_server,
                   "/_matrix/client/v3/rooms/%s/send/m.room.message/%s%s", room, txn, suffix))
        matrix_signed_call(app, line,
                           &(struct http_request){.method = "PUT", .url = url, .body = content});
}

/* The response, for json_decref; NULL if there is none. */
static json_t *matrix_get(struct app *app, struct chat_line *line, const char *url,
                          unsigned timeout_s) {
    int status = matrix_signed_call(
        app, line, &(struct http_request){.method = "GET", .url = url, .timeout_s = timeout_s});

    if (status != 200 && status != 0)
        log_line("warning", "the Matrix homeserver answered %d", status);
    return status == 200 ? chat_reply_json(line) : NULL;
}

/* Whether only the sender and our bot are in the room. */
static bool alone_with(struct app *app, struct chat_line *line, const struct chat_in *in) {
    char url[MATRIX_URL_SIZE];
    const json_t *joined;
    json_t *json = NULL;
    bool alone;

    if (matrix_url(url, chat_config(app)->matrix_server,
                   "/_matrix/client/v3/rooms/%s/joined_members", in->channel))
        json = matrix_get(app, line, url, 0);
    joined = chat_at(json, "joined");
    alone = json_object_size(joined) == 2 && json_object_get(joined, in->who) != NULL &&
            json_object_get(joined, chat_config(app)->matrix_user) != NULL;
    json_decref(json);
    return alone;
}

static void send_picture(struct app *app, struct chat_line *line, const struct matrix_in *in,
                         const struct chat_response *response) {
    char url[MATRIX_URL_SIZE];
    struct buffer png, content;
    struct writer w;
    json_t *json = NULL;

    buffer_init(&png, PICTURE_PNG_MAX);
    w = writer_begin(&content, CHAT_BODY_MAX);
    if (chat_response_picture(app, response, in->in.alone, &png) &&
        matrix_url(url, chat_config(app)->matrix_server, MATRIX_UPLOAD) &&
        matrix_signed_call(app, line,
                           &(struct http_request){
                               .method = "POST", .url = url, .body = &png, .type = "image/png"}) ==
            200)
        json = chat_reply_json(line);
    if (chat_text_at(json, "content_uri")[0] != '\0') {
        matrix_write_picture(&w, chat_text_at(json, "content_uri"), png.size, "");
        send_event(app, line, in->in.channel, in->in.event, ".picture", &content);
    }
    json_decref(json);
    buffer_free(&content);
    buffer_free(&png);
}

static void matrix_join(struct app *app, struct chat_line *line, const char *room) {
    static char empty[] = "{}";
    const struct buffer nothing = {.data = empty, .size = 2};
    char url[MATRIX_URL_SIZE];

    if (matrix_url(url, chat_config(app)->matrix_server, "/_matrix/client/v3/join/%s", room))
        matrix_signed_call(app, line,
                           &(struct http_request){.method = "POST", .url = url, .body = &nothing});
}

/* Removes what must not be sent to a room where others read. */
static void cover_response(struct chat_response *response) {
    buffer_clear(&response->text);
    response->n_buttons = 0;
    response->picture = false;
    buffer_text(
        &response->text,
        response->ok
            ? "Done. The result is for your eyes only: invite me to a private room and ask there."
            : "That is for your eyes only: invite me to a private room and ask there.");
}

static void answer_message(struct app *app, struct chat_line *line, struct matrix_in *in) {
    struct chat_ask ask;
    struct chat_response response;
    struct buffer content;
    struct writer w;

    in->in.alone = alone_with(app, line, &in->in);
    if (!in->in.alone && !in->called)
        return;
    ask = chat_in_ask(&in->in, STORE_MATRIX, ANSWER_LIMIT);
    chat_run(app, &ask, &response);
    if (response.hidden && !in->in.alone && response.account != 0)
        cover_response(&response);
    if (!response.repeated) {
        w = writer_begin(&content, CHAT_BODY_MAX);
        matrix_write_message(&w, &response, in->in.alone);
        send_event(app, line, in->in.channel, in->in.event, "", &content);
        buffer_free(&content);
        if (response.picture)
            send_picture(app, line, in, &response);
    }
    chat_response_free(&response);
}

void matrix_serve(struct app *app, struct chat_line *line, const struct matrix_in *in) {
    struct matrix_in copy = *in;

    if (in->kind == MATRIX_INVITE)
        matrix_join(app, line, in->in.channel);
    else if (in->kind == MATRIX_MESSAGE)
        answer_message(app, line, &copy);
}

/* ---- polling ---- */

static void serve_room(struct app *app, struct chat_line *line, const json_t *events,
                       const char *room) {
    static struct matrix_in in; /* only one thread polls */

    for (size_t i = 0; i < json_array_size(events) && !chat_line_stopping(line); i++) {
        matrix_read(json_array_get(events, i), room, chat_config(app)->matrix_user, &in);
        matrix_serve(app, line, &in);
    }
}

/* Serves the events at PATH in each of these rooms. */
static void serve_rooms(struct app *app, struct chat_line *line, const json_t *rooms,
                        const char *path) {
    json_t *all = (json_t *)rooms; /* iterating changes nothing */

    for (void *at = json_object_iter(all); at != NULL; at = json_object_iter_next(all, at))
        serve_room(app, line, chat_at(json_object_iter_value(at), path), json_object_iter_key(at));
}

/* KNOWN: the bot has read before; otherwise earlier messages are ignored. */
static void serve_sync(struct app *app, struct chat_line *line, const json_t *sync, bool known) {
    serve_rooms(app, line, chat_at(sync, "rooms.invite"), "invite_state.events");
    if (known)
        serve_rooms(app, line, chat_at(sync, "rooms.join"), "timeline.events");
}

static enum store_result put_mark(struct store_tx *tx, void *context) {
    return store_chat_mark_put(tx, STORE_MATRIX, context);
}

static json_t *sync_once(struct app *app, struct chat_line *line, const char *since) {
    static const char filter[] =
        "{\"presence\":{\"types\":[]},\"account_data\":{\"types\":[]},\"room\":{\"state\":"
        "{\"types\":[]},\"ephemeral\":{\"types\":[]},\"account_data\":{\"types\":[]},"
        "\"timeline\":{\"types\":[\"m.room.message\"],\"limit\":100}}}";
    char url[MATRIX_URL_SIZE], wait[16];
    bool ok;

    snprintf(wait, sizeof wait, "%d", since[0] == '\0' ? 0 : POLL_MS);
    ok = since[0] == '\0' ? matrix_url(url, chat_config(app)->matrix_server,
                                       "/_matrix/client/v3/sync?timeout=%s&filter=%s", wait, filter)
                          : matrix_url(url, chat_config(app)->matrix_server,
                                       "/_matrix/client/v3/sync?timeout=%s&filter=%s&since=%s",
                                       wait, filter, since);
    return ok ? matrix_get(app, line, url, POLL_MS / 1000 + 15) : NULL;
}

void matrix_poll(struct app *app, struct chat_line *line) {
    struct store_reader *reader = store_reader_get(app->store);
    char since[STORE_CHAT_MARK_SIZE] = "";
    bool begun = false;

    if (reader == NULL || chat_config(app)->matrix_user[0] == '\0') {
        log_line("error", "not listening on Matrix: matrix-user is not set");
        return;
    }
    while (!chat_line_stopping(line)) {
        if (!several_claim(app->several, SINGLE_MATRIX, NULL)) {
            chat_line_wait(line, POLL_PAUSE_S);
            begun = false;
            continue;
        }
        /* Another process may have polled meanwhile. Duplicates are carried out only once (chat_heard). */
        if (!begun && store_chat_mark_get(reader, STORE_MATRIX, since) == STORE_NONE)
            since[0] = '\0';
        begun = true;
        json_t *sync = sync_once(app, line, since);
        const char *next = chat_text_at(sync, "next_batch");

        if (next[0] == '\0' || strlen(next) >= sizeof since) {
            chat_line_wait(line, POLL_PAUSE_S);
        } else {
            serve_sync(app, line, sync, since[0] != '\0');
            snprintf(since, sizeof since, "%s", next);
            chat_write_now(app->store, put_mark, since);
        }
        json_decref(sync);
    }
}

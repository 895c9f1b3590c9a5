/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/cli/engine.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/base/monotonic.h"
#include "service/document/action_json.h"
#include "service/document/board_json.h"
#include "service/document/label.h"
#include "service/document/refusal.h"
#include "service/document/rules_json.h"
#include "service/document/view_json.h"

enum {
    PROTOCOL = 1,
    LINE_MAX_SENT = 4 << 20,      /* bytes of a line to it */
    LINE_MAX_RECEIVED = 64 << 10, /* and of an answer */
    FAREWELL_MS = 1000,           /* to end by itself */
    READ_STEP = 4096,
};

/* Notes why it has forfeited; returns false. */
__attribute__((format(printf, 2, 3))) static bool note_forfeit(struct engine *engine,
                                                               const char *format, ...) {
    va_list args;

    va_start(args, format);
    (void)vsnprintf(engine->fault, sizeof engine->fault, format, args);
    va_end(args);
    return false;
}

/* ---- the process ---- */

static bool spawn_engine(struct engine *engine, char *command, int fd) {
    char shell[] = "sh", flag[] = "-c";
    char *const args[] = {shell, flag, command, NULL};
    posix_spawn_file_actions_t actions;
    int fault = posix_spawn_file_actions_init(&actions);

    if (fault != 0)
        return note_forfeit(engine, "could not start it: %s", strerror(fault));
    if ((fault = posix_spawn_file_actions_adddup2(&actions, fd, STDIN_FILENO)) == 0 &&
        (fault = posix_spawn_file_actions_adddup2(&actions, fd, STDOUT_FILENO)) == 0)
        fault = posix_spawn(&engine->pid, "/bin/sh", &actions, NULL, args, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (fault == 0)
        return true;
    engine->pid = 0;
    return note_forfeit(engine, "could not start it: %s", strerror(fault));
}

static bool start_engine(struct engine *engine, const char *command) {
    char *copy = strdup(command);
    int ends[2];
    bool started;

    if (copy == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        free(copy);
        return note_forfeit(engine, "could not start it: %s", strerror(errno));
    }
    started = spawn_engine(engine, copy, ends[1]);
    free(copy);
    (void)close(ends[1]);
    engine->fd = ends[0];
    if (!started)
        (void)close(ends[0]);
    return started;
}

/* ---- lines ---- */

static bool await_engine(struct engine *engine, short events, int64_t until) {
    struct pollfd file = {.fd = engine->fd, .events = events};
    int64_t now = monotonic_now();

    if (now >= until || (poll(&file, 1, (int)(until - now)) < 0 && errno != EINTR))
        return note_forfeit(engine, "it gave no answer within %d ms", engine->limit_ms);
    return true;
}

/* Sends LINE, a JSON text, and frees it. */
static bool send_line(struct engine *engine, struct buffer *line, int64_t until) {
    bool sent = !line->failed || note_forfeit(engine, "memory ran out");

    buffer_byte(line, '\n');
    for (size_t at = 0; sent && at < line->size;) {
        ssize_t n = send(engine->fd, line->data + at, line->size - at, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (n > 0)
            at += (size_t)n;
        else if (errno == EAGAIN || errno == EINTR)
            sent = await_engine(engine, POLLOUT, until);
        else
            sent = note_forfeit(engine, "it has ended");
    }
    buffer_free(line);
    return sent;
}

/* Reads on until a whole line is there; *SIZE is its length with the line end. */
static bool receive_line(struct engine *engine, size_t *size, int64_t until) {
    const char *end;

    while (engine->got.size == 0 ||
           (end = memchr(engine->got.data, '\n', engine->got.size)) == NULL) {
        char *to = buffer_reserve(&engine->got, READ_STEP);
        ssize_t n;

        if (to == NULL)
            return note_forfeit(engine, "its answer is longer than %d bytes", LINE_MAX_RECEIVED);
        n = recv(engine->fd, to, READ_STEP, MSG_DONTWAIT);
        if (n > 0)
            engine->got.size += (size_t)n;
        else if (n == 0)
            return note_forfeit(engine, "it has ended");
        else if ((errno != EAGAIN && errno != EINTR) || !await_engine(engine, POLLIN, until))
            return engine->fault[0] != '\0' ? false : note_forfeit(engine, "it has ended");
    }
    *size = (size_t)(end - engine->got.data) + 1;
    return true;
}

/* ---- what it is told ---- */

static bool send_hello(struct engine *engine, const struct setup *setup, const struct game *game) {
    struct buffer line;
    struct writer w = writer_begin(&line, LINE_MAX_SENT);

    writer_object(&w);
    writer_text_member(&w, "type", "hello");
    writer_int_member(&w, "protocol", PROTOCOL);
    writer_int_member(&w, "seat", engine->seat);
    writer_int_member(&w, "limit_ms", engine->limit_ms);
    writer_key(&w, "rules");
    rules_write(&w, &setup->rules);
    writer_key(&w, "board");
    board_write(&w, &setup->board, game->numbers);
    writer_object_end(&w);
    return send_line(engine, &line, monotonic_now() + engine->limit_ms);
}

static bool send_question(struct engine *engine, const struct setup *setup, const struct game *view,
                          const struct move_list *list, int64_t until) {
    static const struct seat_label labels[SEAT_MAX];
    struct buffer line;
    struct writer w = writer_begin(&line, LINE_MAX_SENT);

    writer_object(&w);
    writer_text_member(&w, "type", "ask");
    writer_key(&w, "view");
    view_write(&w, setup, view, engine->seat, &(struct view_head){.labels = labels});
    writer_key(&w, "actions");
    action_write_list(&w, list);
    writer_object_end(&w);
    return send_line(engine, &line, until);
}

static void send_over(struct engine *engine, const struct setup *setup, const struct game *game) {
    struct buffer line;
    struct writer w = writer_begin(&line, LINE_MAX_SENT);

    writer_object(&w);
    writer_text_member(&w, "type", "over");
    writer_key(&w, "winner");
    if (game->phase == PHASE_FINISHED && game->winner < setup->rules.players)
        writer_int(&w, game->winner);
    else
        writer_null(&w);
    writer_object_end(&w);
    (void)send_line(engine, &line, monotonic_now() + FAREWELL_MS);
}

/* ---- what it answers ---- */

static bool waits_for_seat(const struct game *view, unsigned seat) {
    const struct decision *decision = game_asked(view, seat);

    return decision != NULL && !decision->answered;
}

/* {"choice":N}: a listed move, null: none now. */
static bool take_choice(struct engine *engine, const json_t *choice, const struct move_list *list,
                        const struct game *view, struct action *action) {
    json_int_t at = json_integer_value(choice);

    if (json_is_null(choice))
        return !waits_for_seat(view, engine->seat) ||
               note_forfeit(engine, "it makes no move, and the game waits for it");
    if (!json_is_integer(choice) || at < 0 || (size_t)at >= list->n)
        return note_forfeit(engine, "its choice is none of the %zu moves", list->n);
    if (list->items[at].open)
        return note_forfeit(engine, "it chose move %d, which is open, without filling it in",
                            (int)at);
    *action = list->items[at];
    return true;
}

static bool take_action(struct engine *engine, const json_t *value, const struct setup *setup,
                        const struct game *view, struct action *action) {
    struct read_errors errors = {0};
    enum reason reason;

    if (!action_read(&errors, value, "/action", setup, action))
        return note_forfeit(engine, "%s: %s", errors.items[0].pointer, errors.items[0].detail);
    reason = game_legal(setup, view, engine->seat, action);
    return reason == REASON_OK ||
           note_forfeit(engine, "an illegal move (%s): %s", reasons[reason].code,
                        refusal_text(LANGUAGE_ENGLISH, reason));
}

static bool take_move_line(struct engine *engine, size_t size, const struct setup *setup,
                           const struct game *view, const struct move_list *list,
                           struct action *action) {
    json_t *answer = json_loadb(engine->got.data, size, JSON_REJECT_DUPLICATES, NULL);
    const json_t *choice = json_object_get(answer, "choice");
    const json_t *value = json_object_get(answer, "action");
    bool taken;

    if (choice != NULL)
        taken = take_choice(engine, choice, list, view, action);
    else if (value != NULL)
        taken = take_action(engine, value, setup, view, action);
    else
        taken = note_forfeit(engine, "its answer is not {\"choice\":…} or {\"action\":…}: %.*s",
                             (int)(size < 80 ? size - 1 : 80), engine->got.data);
    json_decref(answer);
    return taken;
}

/* ---- a game ---- */

bool engine_begin(struct engine *engine, const char *command, int limit_ms,
                  const struct setup *setup, const struct game *game, unsigned seat) {
    *engine = (struct engine){.seat = seat, .limit_ms = limit_ms};
    buffer_init(&engine->got, LINE_MAX_RECEIVED);
    return start_engine(engine, command) && send_hello(engine, setup, game);
}

bool engine_ask(struct engine *engine, const struct setup *setup, const struct game *view,
                struct action *action) {
    int64_t until = monotonic_now() + engine->limit_ms;
    struct move_list *list = calloc(1, sizeof *list);
    size_t size = 0;
    bool taken = false;

    *action = (struct action){.type = ACTION_NONE};
    if (list == NULL)
        return note_forfeit(engine, "memory ran out");
    game_list(setup, view, engine->seat, list);
    if (list->n == 0) {
        free(list);
        return true;
    }
    if (send_question(engine, setup, view, list, until) && receive_line(engine, &size, until)) {
        taken = take_move_line(engine, size, setup, view, list, action);
        memmove(engine->got.data, engine->got.data + size, engine->got.size - size);
        engine->got.size -= size;
    }
    free(list);
    return taken;
}

/* Waits for its end, which it comes to when its stdin ends. */
static void await_end(struct engine *engine) {
    int64_t until = monotonic_now() + FAREWELL_MS;
    char rest[READ_STEP];

    (void)shutdown(engine->fd, SHUT_WR);
    while (recv(engine->fd, rest, sizeof rest, MSG_DONTWAIT) != 0) {
        if (!await_engine(engine, POLLIN, until))
            return;
    }
}

void engine_end(struct engine *engine, const struct setup *setup, const struct game *game) {
    if (engine->pid != 0) {
        if (engine->fault[0] == '\0') {
            send_over(engine, setup, game);
            await_end(engine);
        }
        (void)close(engine->fd);
        (void)kill(engine->pid, SIGKILL);
        while (waitpid(engine->pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    buffer_free(&engine->got);
    engine->pid = 0;
}

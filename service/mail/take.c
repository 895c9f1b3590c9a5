/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/take.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "db/talk.h"
#include "service/app/app.h"
#include "service/base/language.h"
#include "service/base/log.h"
#include "service/base/text.h"
#include "service/command/command.h"
#include "service/command/told.h"
#include "service/mail/acts.h"
#include "service/mail/desk.h"
#include "service/mail/signed.h"
#include "service/notify/outbox.h"

enum {
    ANSWER_MAX = 1400,  /* bytes of text in a response: it has to fit into a row of the outbox */
    ANSWERS_A_MAIL = 8, /* lines of a mail that are read as commands, at most */
    HOUR_MS = 60 * 60 * 1000,
    TITLE_CUT = 72, /* bytes of a game's name and of the first line, for the subject */
    LINE_CUT = 60,
    NAMES_SIZE = RECEIVE_FROM_SIZE + STORE_NAME_SIZE,
};

/* ---- writing the response ---- */

struct taking {
    struct store_job job;
    const struct store_link *link;
    const struct received *received;
    int64_t now;
    int64_t game;
    struct answer_about *about; /* of an answer */
    const struct buffer *said;
};

/* A response's data besides its text. */
struct answer_about {
    const char *title;      /* the game's */
    char id[STORE_ID_SIZE]; /* of the game of the mail, "" for none */
    bool done;              /* all of it was carried out */
    bool read;              /* it contained a command or a move */
    bool moved;             /* it advanced the game */
    bool picture;           /* the board was requested */
    bool choices;           /* a move was refused: the possible ones are to be listed */
    uint32_t seq;           /* the last event that it reports */
    bool last;              /* the next unreadable mail will not be answered */
};

static enum store_result run_bounce(struct store_tx *tx, struct store_job *job) {
    const struct taking *taking = (const struct taking *)job;
    enum store_result result = act_bounce(tx, taking->link, taking->received, taking->now);

    return result == STORE_NONE ? STORE_OK : result;
}

static enum store_result run_unsubscribe(struct store_tx *tx, struct store_job *job) {
    const struct taking *taking = (const struct taking *)job;

    return act_unsubscribe(tx, taking->link, taking->now);
}

/* ---- replies ---- */

static enum store_result game_of(struct app *app, int64_t game, char id[STORE_ID_SIZE],
                                 char title[STORE_TITLE_SIZE]) {
    struct store_reader *reader = store_reader_get(app->store);
    struct store_game row;
    enum store_result result = STORE_ERROR;

    id[0] = title[0] = '\0';
    if (game == 0)
        return STORE_OK;
    if (reader != NULL)
        result = store_game_get_by_id(reader, game, &row);
    if (result == STORE_OK) {
        memcpy(id, row.public_id, STORE_ID_SIZE);
        snprintf(title, STORE_TITLE_SIZE, "%s", row.name);
        store_game_clear(&row);
    }
    return result;
}

/* A mail whose lines are being carried out. */
struct run {
    struct app *app;
    const struct store_link *link;
    const char *names;      /* names of its sender */
    enum language language; /* theirs */
    char *game;             /* the current game of the lines; STORE_ID_SIZE bytes */
    struct buffer *said;
    struct answer_about *about;
};

/* Carries out a line of the mail as a command: `settle 14`, `roll; road 14-22`, `hand`. The first that
 * fails ends the mail. */
static bool run_mail_line(const struct run *run, const char *line, size_t size, bool whole) {
    const struct store_link *link = run->link;
    struct buffer *said = run->said;
    struct answer_about *about = run->about;
    char *game = run->game;
    const struct told told = {.seq = strcmp(game, about->id) == 0 ? link->seq : 0,
                              .at = link_drawn_at(link)};
    struct command_ask ask = {
        .account = link->account,
        .told = &told,
        .text = line,
        .len = size,
        .game = game,
        .alone = true,
        .whole = whole,
        .limit = COMMAND_RESPONSE_MIN,
    };
    struct command_response answer;
    bool ok;

    if (said->limit - said->size > COMMAND_RESPONSE_MIN * 2)
        ask.limit = said->limit - said->size - COMMAND_RESPONSE_MIN;
    command_run(run->app, &ask, &answer);
    ok = answer.ok;
    about->read |= !answer.unread;
    about->moved |= answer.moved;
    about->picture |= answer.picture;
    about->choices |= answer.refused;
    buffer_format(said, "> %.*s\n", (int)size, line);
    if (!answer.text.failed)
        buffer_append(said, answer.text.data, answer.text.size);
    buffer_byte(said, '\n');
    if (answer.use || answer.moved)
        memcpy(game, answer.game, STORE_ID_SIZE);
    if (answer.seq > 0 && !answer.unread && strcmp(game, answer.game) == 0)
        about->seq = answer.seq;
    command_response_free(&answer);
    return ok;
}

struct lines {
    const char *at, *end;
};

/* Takes off the next line; false at the end. */
static bool next_line_of(struct lines *lines, const char **line, size_t *size) {
    const char *stop;

    if (lines->at >= lines->end)
        return false;
    stop = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    stop = stop == NULL ? lines->end : stop;
    *line = lines->at;
    *size = (size_t)(stop - lines->at);
    lines->at = stop < lines->end ? stop + 1 : lines->end;
    return true;
}

/* The kind of a line. The sender's name counts as talk, unless it is a command as it is. */
static enum command_line line_kind(const struct run *run, const char *line, size_t size) {
    enum command_line kind = command_line_of(run->language, line, size);

    return kind != COMMAND_LINE_BARE && signed_by(run->names, line, size) ? COMMAND_LINE_TALK
                                                                          : kind;
}

/* Whether REST has a line of KIND or a higher one. */
static bool stands_behind(const struct run *run, struct lines rest, enum command_line kind) {
    const char *line;
    size_t size;

    while (next_line_of(&rest, &line, &size))
        if (line_kind(run, line, size) >= kind)
            return true;
    return false;
}

/* Reports the lines that were ignored. */
static void pass_over(const struct run *run, struct lines rest) {
    const char *line;
    size_t size;

    if (rest.at >= rest.end)
        return;
    buffer_text(run->said, text_in(run->language, TEXT_MAIL_PASSED_OVER));
    while (next_line_of(&rest, &line, &size))
        buffer_format(run->said, "> %.*s\n", (int)size, line);
}

/* Skips greetings above the first command: names, and lines that are not about the game. */
static void pass_greetings(const struct run *run, struct lines *rest) {
    struct lines behind = *rest;
    const char *line;
    size_t size;

    while (next_line_of(&behind, &line, &size)) {
        enum command_line kind = line_kind(run, line, size);
        bool greets = (kind == COMMAND_LINE_TALK && signed_by(run->names, line, size)) ||
                      (kind <= COMMAND_LINE_WISH && kind != COMMAND_LINE_SPOKEN &&
                       stands_behind(run, behind, COMMAND_LINE_SLIP));

        if (!greets)
            return;
        *rest = behind;
    }
}

/* Carries out the next line of REST, the FIRST or a later one. False if processing ends here; *OK tells whether
 * without an error: at a signature or, after commands that were carried out, at a wish, which stays in REST. */
static bool run_next_line(const struct run *run, struct lines *rest, bool first, bool *ok) {
    const struct answer_about before = *run->about;
    const size_t said = run->said->size;
    const struct lines here = *rest;
    enum command_line kind;
    bool last, name, wish;
    const char *line;
    size_t size;

    if (!next_line_of(rest, &line, &size))
        return false;
    kind = command_line_of(run->language, line, size);
    last = !stands_behind(run, *rest, COMMAND_LINE_SLIP);
    name = !first && (kind != COMMAND_LINE_BARE || last) && signed_by(run->names, line, size);
    wish = !first && kind == COMMAND_LINE_WISH && last;
    *ok = run_mail_line(run, line, size, name);
    if (*ok)
        return true;
    if (!name && !wish)
        return false;
    *run->about = before;
    run->said->size = said;
    *ok = true;
    if (wish)
        *rest = here;
    return false;
}

/* Carries out the lines of a mail. */
static void run_lines(const struct run *run, const struct buffer *text) {
    const char *first = text->size == 0 ? "" : text->data;
    struct lines rest = {first, first + text->size};
    unsigned done = 0;
    bool ok = true, more = true;

    pass_greetings(run, &rest);
    while (more && done < ANSWERS_A_MAIL &&
           (done == 0 || stands_behind(run, rest, COMMAND_LINE_WISH))) {
        more = run_next_line(run, &rest, done == 0, &ok);
        done += more;
    }
    if (run->said->size == 0)
        buffer_text(run->said, text_in(run->language, TEXT_MAIL_NO_LINE));
    run->about->done = ok && done > 0 && !stands_behind(run, rest, COMMAND_LINE_SLIP);
    if (!run->about->done || stands_behind(run, rest, COMMAND_LINE_WISH))
        pass_over(run, rest);
}

/* The row's data, which has to fit into it; NULL if memory ran out. Free it with free(). */
static char *answer_data(const struct received *received, const struct buffer *said,
                         const struct answer_about *about) {
    const struct buffer *text = &received->text;
    size_t cut = text_cut(about->title, strlen(about->title), TITLE_CUT);
    const char *stop = text->size == 0 ? NULL : memchr(text->data, '\n', text->size);
    size_t line = text->size == 0 ? 0 : text_cut(text->data, text->size, LINE_CUT);

    if (stop != NULL && (size_t)(stop - text->data) < line)
        line = (size_t)(stop - text->data);
    for (size_t size = said->size; size > 0; size = text_cut(said->data, size, size / 2)) {
        json_t *data =
            json_pack("{s:s%, s:s%, s:s%, s:b, s:b, s:b, s:b, s:I}", "text", said->data, size,
                      "game", about->title, cut, "line", line == 0 ? "" : text->data, line, "done",
                      (int)about->done, "moved", (int)about->moved, "picture", (int)about->picture,
                      "choices", (int)about->choices, "seq", (json_int_t)about->seq);
        char *dumped;

        if (data != NULL && received->id[0] != '\0')
            json_object_set_new(data, "id", json_string(received->id));
        if (data != NULL && about->last)
            json_object_set_new(data, "last", json_true());
        dumped = data == NULL ? NULL : json_dumps(data, JSON_COMPACT);
        json_decref(data);
        if (dumped == NULL || strlen(dumped) < STORE_OUTBOX_DATA_SIZE)
            return dumped;
        free(dumped);
    }
    return NULL;
}

/* Counts the account's consecutive unreadable mails. *ANSWERED: whether this one is answered. */
static enum store_result count_unreadable(struct store_tx *tx, const struct taking *taking,
                                          bool *answered) {
    struct answer_about *about = taking->about;
    struct store_mailbox box;
    enum store_result result = store_mailbox_get(store_tx_reader(tx), taking->link->account, &box);
    unsigned unreadable = about->read                            ? 0
                          : box.unreadable < MAIL_UNREADABLE_MAX ? box.unreadable + 1
                                                                 : MAIL_UNREADABLE_MAX + 1;

    if (result != STORE_OK)
        return result;
    *answered = unreadable <= MAIL_UNREADABLE_MAX;
    about->last = unreadable == MAIL_UNREADABLE_MAX;
    if (*answered && unreadable != box.unreadable) {
        box.unreadable = unreadable;
        result = store_mailbox_set(tx, &box);
    }
    return result;
}

/* A mail sent again has the same id. Written again it has another or, if its program sets no id, another time. */
static void hash_mail(const struct taking *taking, uint8_t hash[STORE_HASH_SIZE]) {
    const struct received *received = taking->received;
    crypto_generichash_state state;
    const char *id;

    crypto_generichash_init(&state, NULL, 0, STORE_HASH_SIZE);
    crypto_generichash_update(&state, taking->link->hash, sizeof taking->link->hash);
    id = received->id[0] != '\0' ? received->id : received->date;
    crypto_generichash_update(&state, (const unsigned char *)id, strlen(id));
    crypto_generichash_update(&state, (const unsigned char *)received->text.data,
                              received->text.size);
    crypto_generichash_final(&state, hash, STORE_HASH_SIZE);
}

static enum store_result run_note(struct store_tx *tx, struct store_job *job) {
    const struct taking *taking = (const struct taking *)job;
    struct store_link taken = {.purpose = LINK_TAKEN,
                               .account = taking->link->account,
                               .expires_at = taking->now + link_life_ms[LINK_TAKEN]};

    enum store_result result = STORE_OK;

    hash_mail(taking, taken.hash);
    /* Who answers a mail has read what it told. */
    if (taking->game != 0)
        result = store_talk_set_read_until(tx, taking->game, taking->link->account,
                                           link_drawn_at(taking->link));
    return result == STORE_OK ? store_link_put(tx, &taken) : result;
}

static enum store_result run_answer(struct store_tx *tx, struct store_job *job) {
    const struct taking *taking = (const struct taking *)job;
    struct outbox_news news = {.kind = OUTBOX_RESPONSE,
                               .account = taking->link->account,
                               .game = taking->game,
                               .now = taking->now};
    uint8_t hash[STORE_HASH_SIZE];
    bool answered = false;
    char *data;
    enum store_result result = count_unreadable(tx, taking, &answered);

    if (result == STORE_OK && !answered) {
        /* this does not count against the person's limit per hour */
        hash_mail(taking, hash);
        return store_link_remove(tx, hash);
    }
    if (result != STORE_OK)
        return result;
    news.data = data = answer_data(taking->received, taking->said, taking->about);
    result = data == NULL ? STORE_MEMORY : outbox_enqueue(tx, &news);
    free(data);
    return result;
}

/* Whether so many mails of the account were taken recently that it is probably an autoresponder that
 * does not identify itself, answering this server. */
static bool too_many_mails(struct app *app, int64_t account) {
    struct store_reader *reader = store_reader_get(app->store);
    int64_t count = 0;

    return reader != NULL &&
           store_links_count_of(reader, account, LINK_TAKEN,
                                app_now() + link_life_ms[LINK_TAKEN] - HOUR_MS,
                                &count) == STORE_OK &&
           count >= MAIL_ANSWERS_AN_HOUR;
}

/* After `use`, the response and answers to it are about another game. */
static void follow_use(struct app *app, const char *id, int64_t *game,
                       char title[STORE_TITLE_SIZE]) {
    struct store_reader *reader = store_reader_get(app->store);
    struct store_game row;

    if (id[0] == '\0' || reader == NULL || store_game_get(reader, id, &row) != STORE_OK)
        return;
    *game = row.id;
    snprintf(title, STORE_TITLE_SIZE, "%s", row.name);
    store_game_clear(&row);
}

/* Reads the names with which the sender may sign. */
static void read_names(struct app *app, const struct received *received, int64_t account,
                       char names[NAMES_SIZE]) {
    struct store_reader *reader = store_reader_get(app->store);
    struct store_account row;
    bool known = reader != NULL && store_account_get(reader, account, &row) == STORE_OK;

    snprintf(names, NAMES_SIZE, "%s %s", received->from, known ? row.name : "");
}

static bool take_response_mail(struct app *app, const struct store_link *link,
                               const struct received *received) {
    struct taking note = {.job = {.run = run_note},
                          .game = link->game,
                          .link = link,
                          .received = received,
                          .now = app_now()};
    enum store_result noted;
    char game[STORE_ID_SIZE] = "", title[STORE_TITLE_SIZE] = "", names[NAMES_SIZE];
    struct answer_about about = {.title = title};
    struct buffer said;
    struct taking taking = {.job = {.run = run_answer, .key = STORE_KEY_ACCOUNT(link->account)},
                            .link = link,
                            .received = received,
                            .now = note.now,
                            .game = link->game,
                            .about = &about,
                            .said = &said};

    if (game_of(app, link->game, game, title) != STORE_OK)
        return true; /* the game was deleted */
    memcpy(about.id, game, sizeof about.id);
    about.seq = link->seq; /* a response without news is still about the same events */
    if (too_many_mails(app, link->account)) {
        log_line("info", "ignored a mail: too many from the same person");
        return true;
    }
    /* Recorded before anything is carried out: mail servers resend a mail that they believe lost. */
    noted = store_call(app->store, &note.job);
    if (noted != STORE_OK)
        return noted == STORE_CONFLICT;
    buffer_init(&said, ANSWER_MAX);
    read_names(app, received, link->account, names);
    run_lines(
        &(struct run){.app = app,
                      .link = link,
                      .names = names,
                      .language = command_language(store_reader_get(app->store), link->account),
                      .game = game,
                      .said = &said,
                      .about = &about},
        &received->text);
    follow_use(app, game, &taking.game, title);
    /* a buffer that was too small keeps what fitted */
    if (store_call(app->store, &taking.job) != STORE_OK)
        log_line("warning", "could not put the answer to a mail into the outbox (game %s)",
                 game[0] == '\0' ? "none" : game);
    buffer_free(&said);
    /* The moves are made: if the mail were brought again, they would be tried again. */
    return true;
}

/* ---- the entry point ---- */

static enum link_purpose purpose_of(const struct received *received) {
    return received->kind == RECEIVED_REPLY ? LINK_REPLY : LINK_BOX;
}

/* Whether the address at ADDRESS contains the token of a link. Adds to *LOOKED_UP the number of queries to the
 * store. */
static bool names_link(struct store_reader *reader, const char *address, int64_t now,
                       unsigned *looked_up) {
    char token[LINK_TOKEN_SIZE];
    struct store_link link;

    if (receive_token(address, "rub", token) == '\0')
        return false;
    ++*looked_up;
    return link_find_any(reader, token, now, &link) != STORE_NONE;
}

/* Whether a mail needs to be parsed at all: parsing is expensive, and anybody can send mail. Without a
 * recipient, the headers must contain an address of this server. */
static bool worth_reading(struct store_reader *reader, const char *bytes, size_t size,
                          const char *recipient, int64_t now) {
    enum { ADDRESS = LINK_TOKEN_LENGTH + 3 }; /* "r+", the token, "@" */
    char address[ADDRESS + 1] = "";
    unsigned looked_up = 0;

    if (reader == NULL || recipient != NULL)
        return reader == NULL || names_link(reader, recipient, now, &looked_up);
    for (size_t i = 1; i + ADDRESS <= size && looked_up < MAIL_ADDRESSES_MAX; i++) {
        if (bytes[i] == '\n' &&
            (bytes[i - 1] == '\n' || (bytes[i - 1] == '\r' && i > 1 && bytes[i - 2] == '\n')))
            return false; /* end of the headers */
        if (bytes[i] != '+' || bytes[i + LINK_TOKEN_LENGTH + 1] != '@')
            continue;
        memcpy(address, bytes + i - 1, ADDRESS);
        if (names_link(reader, address, now, &looked_up))
            return true;
    }
    return false;
}

bool take_mail(struct app *app, const char *bytes, size_t size, const char *recipient) {
    struct store_reader *reader = store_reader_get(app->store);
    struct taking taking = {.now = app_now()};
    struct received received;
    struct store_link link;
    enum store_result result;

    if (!worth_reading(reader, bytes, size, recipient, taking.now)) {
        log_line("info", "ignored a mail: its reply address is no longer valid");
        return true;
    }
    if (!mail_desk_read(app->desk, &received, bytes, size, recipient)) {
        log_line("warning", "could not read a mail: memory ran out, or it took too long");
        received_free(&received);
        return false;
    }
    if (received.kind == RECEIVED_NOTHING) {
        log_line("info", "ignored a mail: %s", received.why);
        received_free(&received);
        return true;
    }
    result = reader == NULL
                 ? STORE_ERROR
                 : link_find(reader, received.token, purpose_of(&received), taking.now, &link);
    taking.link = &link;
    taking.received = &received;
    if (result == STORE_NONE) {
        log_line("info", "ignored a mail: its reply address is no longer valid");
        result = STORE_OK;
    } else if (result == STORE_OK && received.kind == RECEIVED_REPLY) {
        result = take_response_mail(app, &link, &received) ? STORE_OK : STORE_BUSY;
    } else if (result == STORE_OK) {
        taking.job.run = received.kind == RECEIVED_BOUNCE ? run_bounce : run_unsubscribe;
        result = store_call(app->store, &taking.job);
        if (result == STORE_NONE)
            result = STORE_OK;
    }
    received_free(&received);
    return result == STORE_OK;
}

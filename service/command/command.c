/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/command.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "db/accounts.h"
#include "db/clocks.h"
#include "db/read_marker.h"
#include "service/base/json_read.h"
#include "service/base/text.h"
#include "service/command/command_int.h"
#include "service/command/perform.h"
#include "service/command/recap.h"
#include "service/command/talk.h"
#include "service/http/topics.h"
#include "service/words/notation.h"
#include "service/words/plain.h"
#include "service/words/sentence.h"
#include "service/words/talk.h"

enum {
    ANSWER_MAX = 256 << 10, /* bytes of a response before it is cut to the caller's limit */
    RECAP_LINES = 40,
    PAST_LINES = 12, /* of events since a mail that was answered too late */
    LOG_LINES = 10,  /* unless the sender gives a number */
    LOG_LINES_MAX = 50,
    WORD_MAX = 32, /* bytes of a command's name */
};

/* ---- the commands ---- */

static void command_run_help(struct command *command);
static void command_run_use(struct command *command);
static void command_run_board(struct command *command);
static void command_run_recap(struct command *command);
static void command_run_log(struct command *command);
static void command_run_say(struct command *command);

struct command_row {
    struct command_word word;
    void (*run)(struct command *command);
};

static const struct command_row command_rows[] = {
    {{TEXT_COMMAND_NAME_GAMES, TEXTS, TEXT_COMMAND_HELP_GAMES}, command_games},
    {{TEXT_COMMAND_NAME_USE, TEXT_COMMAND_TAKES_USE, TEXT_COMMAND_HELP_USE}, command_run_use},
    {{TEXT_COMMAND_NAME_SHOW, TEXT_COMMAND_TAKES_SHOW, TEXT_COMMAND_HELP_SHOW}, command_show},
    {{TEXT_COMMAND_NAME_BOARD, TEXT_COMMAND_TAKES_BOARD, TEXT_COMMAND_HELP_BOARD},
     command_run_board},
    {{TEXT_COMMAND_NAME_HAND, TEXT_COMMAND_TAKES_HAND, TEXT_COMMAND_HELP_HAND}, command_hand},
    {{TEXT_COMMAND_NAME_MOVES, TEXT_COMMAND_TAKES_MOVES, TEXT_COMMAND_HELP_MOVES}, command_moves},
    {{TEXT_COMMAND_NAME_HINT, TEXT_COMMAND_TAKES_HINT, TEXT_COMMAND_HELP_HINT}, command_hint},
    {{TEXT_COMMAND_NAME_RECAP, TEXT_COMMAND_TAKES_RECAP, TEXT_COMMAND_HELP_RECAP},
     command_run_recap},
    {{TEXT_COMMAND_NAME_LOG, TEXT_COMMAND_TAKES_LOG, TEXT_COMMAND_HELP_LOG}, command_run_log},
    {{TEXT_COMMAND_NAME_SAY, TEXT_COMMAND_TAKES_SAY, TEXT_COMMAND_HELP_SAY}, command_run_say},
    {{TEXT_COMMAND_NAME_JOIN, TEXT_COMMAND_TAKES_JOIN, TEXT_COMMAND_HELP_JOIN}, command_join},
    {{TEXT_COMMAND_NAME_LEAVE, TEXT_COMMAND_TAKES_LEAVE, TEXT_COMMAND_HELP_LEAVE}, command_leave},
    {{TEXT_COMMAND_NAME_AGREE, TEXT_COMMAND_TAKES_AGREE, TEXT_COMMAND_HELP_AGREE}, command_agree},
    {{TEXT_COMMAND_NAME_DISAGREE, TEXTS, TEXT_COMMAND_HELP_DISAGREE}, command_disagree},
    {{TEXT_COMMAND_NAME_PAUSE, TEXT_COMMAND_TAKES_PAUSE, TEXT_COMMAND_HELP_PAUSE}, command_pause},
    {{TEXT_COMMAND_NAME_RESUME, TEXT_COMMAND_TAKES_RESUME, TEXT_COMMAND_HELP_RESUME},
     command_resume},
    {{TEXT_COMMAND_NAME_PLAN, TEXT_COMMAND_TAKES_PLAN, TEXT_COMMAND_HELP_PLAN}, command_plan},
    {{TEXT_COMMAND_NAME_ORDERS, TEXT_COMMAND_TAKES_ORDERS, TEXT_COMMAND_HELP_ORDERS},
     command_orders},
    {{TEXT_COMMAND_NAME_MUTE, TEXT_COMMAND_TAKES_MUTE, TEXT_COMMAND_HELP_MUTE}, command_mute},
    {{TEXT_COMMAND_NAME_UNMUTE, TEXT_COMMAND_TAKES_UNMUTE, TEXT_COMMAND_HELP_UNMUTE},
     command_unmute},
    {{TEXT_COMMAND_NAME_HELP, TEXTS, TEXT_COMMAND_HELP_HELP}, command_run_help},
};
enum { COMMANDS = sizeof command_rows / sizeof *command_rows };

const struct command_word *command_word_at(size_t at) {
    return at < COMMANDS ? &command_rows[at].word : NULL;
}

void command_write_word(struct buffer *out, enum language language,
                        const struct command_word *word) {
    char name[WORD_MAX];

    buffer_text(out, text_first(language, word->name, name, sizeof name));
    if (word->takes != TEXTS)
        buffer_format(out, " %s", text_in(language, word->takes));
    buffer_format(out, " - %s", text_in(language, word->help));
}

/* ---- the simple ones ---- */

static void command_run_help(struct command *command) {
    for (size_t i = 0; i < COMMANDS; i++) {
        command_write_word(command->out, command->language, &command_rows[i].word);
        buffer_byte(command->out, '\n');
    }
    command_tell(command, TEXT_COMMAND_HELP_FOOT);
    command->answer->help = command->answer->ok = true;
}

static void command_run_board(struct command *command) {
    command_show(command);
    command->answer->picture = command->answer->ok;
}

static void command_run_use(struct command *command) {
    if (command->rest_len == 0) {
        command_tell(command, TEXT_COMMAND_USE_WHICH);
        return;
    }
    command_show(command);
    command->answer->use = command->answer->ok;
}

/* ---- what has happened ---- */

struct marker_job {
    struct store_job job; /* first: it leads back here */
    int64_t game, account;
    uint32_t seq;
};

static enum store_result command_write_marker(struct store_tx *tx, struct store_job *job) {
    const struct marker_job *marker = (const struct marker_job *)job;

    return store_read_marker_set(tx, marker->game, marker->account, marker->seq, app_now());
}

/* Narrates the events after SINCE by the sender's view. The game is loaded, and loaded again for
 * that. */
static bool command_narrate_since(struct command *command, uint32_t since, size_t lines) {
    struct load *load = malloc(sizeof *load);
    enum store_result result = STORE_ERROR;

    command->answer->hidden = command->seat != NONE;
    if (load != NULL) {
        result = load_row(load, command->reader, &command->load.row);
        if (result == STORE_OK)
            result =
                recap_write(command->out, load, command->seat, command->language, since, lines);
    }
    free(load);
    if (result != STORE_OK)
        command_tell(command, TEXT_COMMAND_LOG_UNREADABLE);
    else
        command_write_waiting(command);
    command->answer->ok = result == STORE_OK;
    return command->answer->ok;
}

static void command_run_recap(struct command *command) {
    struct marker_job marker = {.job.run = command_write_marker, .account = command->ask->account};
    struct load *load;
    enum store_result result = STORE_ERROR;
    uint32_t since = 0;

    if (!command_load(command))
        return;
    load = malloc(sizeof *load);
    if (load != NULL) {
        result = load_row(load, command->reader, &command->load.row);
        if (result == STORE_OK)
            result = recap_seen(load, command->ask->account, &since);
    }
    free(load);
    if (result != STORE_OK)
        since = command->load.game.seq;
    if (!command_narrate_since(command, since, RECAP_LINES))
        return;
    marker.game = command->load.row.id;
    marker.seq = command->load.game.seq;
    marker.job.key = STORE_KEY_ACCOUNT(marker.account);
    command_unload(command);
    (void)store_call(command->app->store, &marker.job); /* on failure it is narrated once more */
}

static void command_run_log(struct command *command) {
    char number[WORD_MAX + 1];
    unsigned long n = LOG_LINES;
    char *end = number;

    snprintf(number, sizeof number, "%.*s",
             (int)(command->rest_len < WORD_MAX ? command->rest_len : WORD_MAX), command->rest);
    if (number[0] >= '0' && number[0] <= '9')
        n = strtoul(number, &end, 10);
    if (end != number) {
        command->rest += strlen(number) - strlen(end);
        command->rest_len -= strlen(number) - strlen(end);
        while (command->rest_len > 0 && command->rest[0] == ' ')
            command->rest++, command->rest_len--;
    }
    if (!command_load(command))
        return;
    if (n < 1 || n > LOG_LINES_MAX)
        n = LOG_LINES_MAX;
    command_narrate_since(command,
                          command->load.game.seq > n ? command->load.game.seq - (uint32_t)n : 0, n);
}

/* ---- talk ---- */

struct talk_job {
    struct store_job job; /* first: it leads back here */
    struct talk_message message;
};

static enum store_result command_write_talk(struct store_tx *tx, struct store_job *job) {
    return talk_message_write(tx, &((struct talk_job *)job)->message);
}

static void command_run_say(struct command *command) {
    struct talk_job job = {.job.run = command_write_talk};
    struct store_account account;
    char text[TALK_TEXT_MAX + 2];
    enum store_result result;

    /* Copies one byte more than allowed, which shows that it is too long. */
    snprintf(text, sizeof text, "%.*s",
             (int)(command->rest_len < sizeof text ? command->rest_len : sizeof text - 1),
             command->rest);
    command->rest_len = 0; /* use the current game */
    if (!command_load(command))
        return;
    command->answer->seq = 0; /* the response does not describe the game */
    if (command->seat == NONE) {
        command_tell(command, TEXT_COMMAND_NO_SEAT);
        return;
    }
    result = store_account_get(command->reader, command->ask->account, &account);
    if (result == STORE_OK) {
        talk_message_begin(&job.message, &command->load.row, account.id, account.name, app_now());
        if (!talk_message_set_text(&job.message, &command->load.row, text)) {
            text_count(command->out, command->language, TEXT_COMMAND_SAY_WHAT, TALK_TEXT_MAX);
            return;
        }
        command_unload(command);
        job.job.key = job.message.talk.game;
        result = store_call(command->app->store, &job.job);
    }
    if (result == STORE_OK && command->app->server != NULL)
        topic_publish(command->app->server, (uint64_t)job.message.talk.game);
    command->answer->ok = result == STORE_OK;
    if (result != STORE_OK && job.message.too_many)
        text_count(command->out, command->language, TEXT_COMMAND_SAID_ENOUGH, TALK_PER_MINUTE);
    else if (result != STORE_OK && job.message.held.id != 0)
        command_tell(command, TEXT_COMMAND_SAID_MUTED);
    else
        command_tell(command, result == STORE_OK          ? TEXT_COMMAND_SAID
                              : result == STORE_UNSETTLED ? TEXT_COMMAND_SAID_UNSETTLED
                                                          : TEXT_COMMAND_BUSY);
}

/* ---- moves ---- */

/* Suggests a command for a word that is no move. */
static void command_suggest(struct command *command, const char *name) {
    char shown[COMMANDS * 2][WORD_MAX];
    const char *names[COMMANDS * 2 + 1], *meant;
    const enum language languages[] = {LANGUAGE_ENGLISH, command->language};
    size_t n = 0;

    for (size_t i = 0; i < COMMANDS; i++)
        for (unsigned in = 0; in < 1U + (command->language != LANGUAGE_ENGLISH); in++) {
            names[n] = text_first(languages[in], command_rows[i].word.name, shown[n], WORD_MAX);
            n++;
        }
    names[n] = NULL;
    meant = read_nearest(name, names);
    if (meant != NULL)
        text_fill(command->out, command->language, TEXT_COMMAND_SUGGEST, TEXT_ARGS(meant));
}

static void command_run_words(struct command *command, const char *name) {
    struct perform asked = {.account = command->ask->account,
                            .words = command->rest,
                            .words_len = command->rest_len,
                            .language = command->language,
                            .style = command->ask->whole ? NOTATION_WHOLE : NOTATION_PROSE,
                            .has_seq = command->ask->has_seq,
                            .told = command->ask->told,
                            .seq = command->ask->seq};
    char game[STORE_ID_SIZE];

    command->rest_len = 0; /* use the current game */
    command->answer->unread = true;
    command->moves = true;
    if (!command_load(command)) {
        command_suggest(command, name);
        return;
    }
    /* Before the game begins there are no offers: what can be refused is the invitation. */
    if (command->load.row.status == STORE_GAME_OPEN &&
        (text_lists(LANGUAGE_ENGLISH, TEXT_WORD_VERB_DECLINE, name) ||
         text_lists(command->language, TEXT_WORD_VERB_DECLINE, name))) {
        command->answer->unread = false;
        command_leave(command);
        return;
    }
    snprintf(game, sizeof game, "%s", command->load.row.public_id);
    command_unload(command);
    asked.game = game;
    command->answer->moved = perform_moves(command->app, &asked, command->out);
    command->answer->ok = command->answer->moved;
    command->answer->hidden = asked.hidden;
    command->answer->unread = asked.unread;
    if (asked.unread)
        command_suggest(command, name);
    command->answer->refused = !asked.unread && !command->answer->moved;
    if (asked.past && command_load_id(command, game)) {
        command_narrate_since(command, asked.told_seq, PAST_LINES);
        command->answer->ok = false;
    }
    command->answer->seq = asked.last_seq;
    if (asked.over || !(command->ask->alone || asked.hidden) || !command_load_id(command, game))
        return;
    command->answer->seq = command->load.game.seq;
    command_buttons(command);
}

/* ---- the line ---- */

static bool command_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Removes spaces at both ends, and the prefix of commands in chats. */
static void command_trim(struct command *command) {
    while (command->rest_len > 0 && command_is_blank(command->rest[0]))
        command->rest++, command->rest_len--;
    if (command->rest_len > 0 && (command->rest[0] == '/' || command->rest[0] == '!'))
        command->rest++, command->rest_len--;
    while (command->rest_len > 0 && command_is_blank(command->rest[command->rest_len - 1]))
        command->rest_len--;
    if (command->rest_len >= 7 && strncasecmp(command->rest, "hexpost", 7) == 0 &&
        (command->rest_len == 7 || command_is_blank(command->rest[7]))) {
        command->rest += 7;
        command->rest_len -= 7;
        while (command->rest_len > 0 && command_is_blank(command->rest[0]))
            command->rest++, command->rest_len--;
    }
}

/* Copies the first word in lower case; returns its length in bytes. */
static size_t command_first_word(const struct command *command, char word[WORD_MAX + 1]) {
    size_t n = 0;

    while (n < command->rest_len && n < WORD_MAX && !command_is_blank(command->rest[n])) {
        char c = command->rest[n];
        word[n++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    word[n] = '\0';
    return n;
}

/* English names take precedence over those of the sender's language. */
static const struct command_row *command_row_of(enum language language, const char *word) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (text_lists(LANGUAGE_ENGLISH, command_rows[i].word.name, word))
            return &command_rows[i];
    for (size_t i = 0; i < COMMANDS; i++)
        if (text_lists(language, command_rows[i].word.name, word))
            return &command_rows[i];
    return NULL;
}

/* Continues with the line in plain characters. */
static void command_read_plain(struct command *command) {
    plain_line(&command->plain, command->rest, command->rest_len);
    if (command->plain.failed)
        return;
    command->rest = command->plain.size == 0 ? "" : command->plain.data;
    command->rest_len = command->plain.size;
    command_trim(command);
}

static void command_run_line(struct command *command) {
    char word[WORD_MAX + 1];
    size_t n;
    const struct command_row *row;

    command_trim(command);
    n = command_first_word(command, word);
    row = command_row_of(command->language, n > 0 ? word : "help");
    if (row == NULL) {
        /* Messages and names of games stay as written. */
        command_read_plain(command);
        n = command_first_word(command, word);
        row = command_row_of(command->language, n > 0 ? word : "help");
    }
    if (row == NULL && command_is_planned(command->language, command->rest, command->rest_len)) {
        command_plan(command);
        return;
    }
    if (row == NULL) {
        command_run_words(command, word);
        return;
    }
    command->rest += n;
    command->rest_len -= n;
    command_trim(command);
    row->run(command);
}

static enum command_line line_of(enum language language, const char *text, size_t len,
                                 const char *word, size_t size) {
    const struct command_row *row = command_row_of(language, word);
    size_t whole = row != NULL ? size : notation_head(language, text, len, true);
    size_t head = whole > 0 ? whole : notation_head(language, text, len, false);

    if (row == NULL && command_is_planned(language, text, len))
        return COMMAND_LINE_LIKE;
    if (row != NULL ? size == len : notation_is_bare(language, text, len))
        return COMMAND_LINE_BARE;
    if (talk_is_all(language, text, len, head))
        return head > 0 ? COMMAND_LINE_WISH : COMMAND_LINE_TALK;
    return whole > 0 ? COMMAND_LINE_LIKE : head > 0 ? COMMAND_LINE_SLIP : COMMAND_LINE_SPOKEN;
}

enum command_line command_line_of(enum language language, const char *line, size_t len) {
    struct command *command = calloc(1, sizeof *command);
    enum command_line is = COMMAND_LINE_TALK;
    char word[WORD_MAX + 1];
    size_t size;

    if (command == NULL)
        return COMMAND_LINE_LIKE; /* then it is read, and errors are reported */
    command->rest = line;
    command->rest_len = len;
    buffer_init(&command->plain, len + 1);
    command_trim(command);
    command_read_plain(command);
    size = command_first_word(command, word);
    if (size > 0)
        is = line_of(language, command->rest, command->rest_len, word, size);
    buffer_free(&command->plain);
    free(command);
    return is;
}

/* ---- the answer ---- */

enum language command_language(struct store_reader *reader, int64_t account) {
    struct store_account asker;

    return reader != NULL && store_account_get(reader, account, &asker) == STORE_OK
               ? language_kept(asker.language)
               : LANGUAGE_ENGLISH;
}

/* The sender's time zone, by their calendar; UTC if that cannot be read. */
static void command_find_zone(struct command *command) {
    struct store_calendar calendar;

    if (command->reader != NULL &&
        store_calendar_get(command->reader, command->ask->account, &calendar) == STORE_OK)
        snprintf(command->zone, sizeof command->zone, "%s", calendar.zone);
}

/* Cuts the text to LIMIT bytes, at the end of a character, and removes the last line end. */
static void command_cut(struct buffer *text, size_t limit) {
    static const char more[] = "...";

    while (text->size > 0 && text->data[text->size - 1] == '\n')
        text->size--;
    if (text->size <= limit)
        return;
    text->size = text_cut(text->data, text->size, limit - (sizeof more - 1));
    buffer_append(text, more, sizeof more - 1);
}

void command_run(struct app *app, const struct command_ask *ask, struct command_response *answer) {
    struct command *command = calloc(1, sizeof *command);
    enum language language = LANGUAGE_ENGLISH;
    size_t limit = ask->limit < COMMAND_RESPONSE_MIN ? (size_t)COMMAND_RESPONSE_MIN : ask->limit;

    memset(answer, 0, sizeof *answer);
    buffer_init(&answer->text, limit > ANSWER_MAX ? limit : (size_t)ANSWER_MAX);
    if (command != NULL) {
        command->app = app;
        command->ask = ask;
        command->answer = answer;
        command->out = &answer->text;
        command->rest = ask->text;
        command->rest_len = ask->len;
        buffer_init(&command->plain, ask->len + 1);
        command->seat = NONE;
        command->reader = store_reader_get(app->store);
        language = command->language = command_language(command->reader, ask->account);
        command_find_zone(command);
    }
    answer->unread =
        ask->len > COMMAND_TEXT_MAX || !g_utf8_validate(ask->text, (gssize)ask->len, NULL);
    if (command == NULL || command->reader == NULL)
        buffer_text(&answer->text, text_in(language, TEXT_COMMAND_PROBLEM));
    else if (ask->len > COMMAND_TEXT_MAX)
        text_count(&answer->text, language, TEXT_COMMAND_TOO_LONG, COMMAND_TEXT_MAX);
    else if (answer->unread)
        buffer_text(&answer->text, text_in(language, TEXT_COMMAND_NO_TEXT));
    else
        command_run_line(command);
    if (command != NULL) {
        command_unload(command);
        buffer_free(&command->plain);
        /* Where others read, private games are hidden. */
        answer->hidden = answer->hidden || (command->secret && !ask->alone);
    }
    free(command);
    if (answer->text.failed) {
        buffer_clear(&answer->text);
        buffer_text(&answer->text, text_in(language, TEXT_COMMAND_ANSWER_TOO_LONG));
    }
    command_cut(&answer->text, limit);
}

void command_response_free(struct command_response *answer) {
    buffer_free(&answer->text);
}

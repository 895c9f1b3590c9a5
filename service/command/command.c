/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/command.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "db/accounts.h"
#include "db/read_marker.h"
#include "service/base/json_read.h"
#include "service/base/text.h"
#include "service/command/command_int.h"
#include "service/command/perform.h"
#include "service/command/recap.h"
#include "service/command/talk.h"
#include "service/http/topics.h"
#include "service/words/sentence.h"

enum {
    ANSWER_MAX = 256 << 10, /* bytes of an answer before it is cut to the asker's limit */
    RECAP_LINES = 40,
    LOG_LINES = 10, /* unless the asker says how many */
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
    const char *others; /* other names, each between spaces */
    void (*run)(struct command *command);
};

static const struct command_row command_rows[] = {
    {{"games", "", "your games, the most urgent first"}, " mine ", command_games},
    {{"use", "GAME", "go on talking about this game"}, " game ", command_run_use},
    {{"show", "[GAME]", "how the game stands and who is waited for"},
     " status state ",
     command_show},
    {{"board", "[GAME]", "the same with the board's picture"}, " map picture ", command_run_board},
    {{"hand", "[GAME]", "your cards (shown to you alone)"}, " cards ", command_hand},
    {{"moves", "[GAME]", "what you can do now (shown to you alone)"}, " options ", command_moves},
    {{"hint", "[GAME]", "what a good player would do now, in games against bots"},
     " tip ",
     command_hint},
    {{"recap", "[GAME]", "what has happened since you last looked"}, "", command_run_recap},
    {{"log", "[NUMBER]", "the latest events"}, " history ", command_run_log},
    {{"say", "TEXT", "say something to everybody at the table"}, "", command_run_say},
    {{"help", "", "this list"}, " start ? ", command_run_help},
};
enum { COMMANDS = sizeof command_rows / sizeof *command_rows };

const struct command_word *command_word_at(size_t at) {
    return at < COMMANDS ? &command_rows[at].word : NULL;
}

/* ---- the simple ones ---- */

static void command_run_help(struct command *command) {
    for (size_t i = 0; i < COMMANDS; i++)
        buffer_format(command->out, "%s%s%s - %s\n", command_rows[i].word.name,
                      command_rows[i].word.takes[0] == '\0' ? "" : " ", command_rows[i].word.takes,
                      command_rows[i].word.help);
    buffer_text(command->out,
                "Anything else is a move, or several with ; between them: settle 14; road 14-19; "
                "roll; bank 4 wool for ore; offer 1 ore for 2 wool to blue; accept; robber 7 from "
                "red; discard 2 wool 1 ore; undo; end. The numbers are those on the board's "
                "picture.\n");
    command->answer->ok = true;
}

static void command_run_board(struct command *command) {
    command_show(command);
    command->answer->picture = command->answer->ok;
}

static void command_run_use(struct command *command) {
    if (command->rest_len == 0) {
        buffer_text(command->out, "Say which game: use GAME, by its id or its name.\n");
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

/* The events after SINCE, for the asker's eyes. The game is loaded, and is loaded anew for it. */
static bool command_narrate_since(struct command *command, uint32_t since, size_t lines) {
    struct load *load = malloc(sizeof *load);
    enum store_result result = STORE_ERROR;

    command->answer->hidden = command->seat != NONE;
    if (load != NULL) {
        result = load_row(load, command->reader, &command->load.row);
        if (result == STORE_OK)
            result = recap_write(command->out, load, command->seat, since, lines);
    }
    free(load);
    if (result != STORE_OK)
        buffer_text(command->out, "The log cannot be read now. Try again in a moment.\n");
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
    (void)store_call(command->app->store, &marker.job); /* else it is told once more */
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

    /* One byte more than there may be shows that it is too long. */
    snprintf(text, sizeof text, "%.*s",
             (int)(command->rest_len < sizeof text ? command->rest_len : sizeof text - 1),
             command->rest);
    command->rest_len = 0; /* the game is the current one */
    if (!command_load(command))
        return;
    if (command->seat == NONE) {
        buffer_text(command->out, "You have no seat in this game.\n");
        return;
    }
    result = store_account_get(command->reader, command->ask->account, &account);
    if (result == STORE_OK) {
        talk_message_begin(&job.message, &command->load.row, account.id, account.name, app_now());
        if (!talk_message_set_text(&job.message, &command->load.row, text)) {
            buffer_format(command->out, "Say what? A text of at most %d bytes.\n", TALK_TEXT_MAX);
            return;
        }
        command_unload(command);
        job.job.key = job.message.talk.game;
        result = store_call(command->app->store, &job.job);
    }
    if (result == STORE_OK && command->app->server != NULL)
        topic_publish(command->app->server, (uint64_t)job.message.talk.game);
    command->answer->ok = result == STORE_OK;
    if (result == STORE_OK)
        buffer_text(command->out, "Said.\n");
    else if (job.message.too_many)
        buffer_format(command->out, "%d messages a minute in one game are enough.\n",
                      TALK_PER_MINUTE);
    else if (result == STORE_UNSETTLED)
        buffer_text(command->out,
                    "The server's disk failed just then, and it is not known yet whether "
                    "that was said.\n");
    else
        buffer_text(command->out, "The server is busy. Try again in a moment.\n");
}

/* ---- moves ---- */

/* Says which command may have been meant, where a word was no move. */
static void command_suggest(struct command *command, const char *name) {
    const char *names[COMMANDS + 1], *meant;

    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = command_rows[i].word.name;
    names[COMMANDS] = NULL;
    meant = read_nearest(name, names);
    if (meant != NULL)
        buffer_format(command->out, "If you meant a command: %s. The list: help\n", meant);
}

static void command_run_words(struct command *command, const char *name) {
    struct perform asked = {.account = command->ask->account,
                            .words = command->rest,
                            .words_len = command->rest_len,
                            .has_seq = command->ask->has_seq,
                            .seq = command->ask->seq};
    char game[STORE_ID_SIZE];

    command->rest_len = 0; /* the game is the current one */
    if (!command_load(command)) {
        command_suggest(command, name);
        return;
    }
    snprintf(game, sizeof game, "%s", command->load.row.public_id);
    command_unload(command);
    asked.game = game;
    command->answer->moved = perform_moves(command->app, &asked, command->out);
    command->answer->ok = command->answer->moved;
    command->answer->hidden = asked.hidden;
    if (asked.unread)
        command_suggest(command, name);
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

/* Cuts off spaces at both ends, and what marks a command in a chat. */
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

/* The first word in small letters; how many bytes it takes. */
static size_t command_first_word(const struct command *command, char word[WORD_MAX + 1]) {
    size_t n = 0;

    while (n < command->rest_len && n < WORD_MAX && !command_is_blank(command->rest[n])) {
        char c = command->rest[n];
        word[n++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    word[n] = '\0';
    return n;
}

static const struct command_row *command_row_of(const char *word) {
    char other[WORD_MAX + 3];

    snprintf(other, sizeof other, " %s ", word);
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(command_rows[i].word.name, word) == 0 ||
            strstr(command_rows[i].others, other) != NULL)
            return &command_rows[i];
    return NULL;
}

static void command_run_line(struct command *command) {
    char word[WORD_MAX + 1];
    size_t n;
    const struct command_row *row;

    command_trim(command);
    n = command_first_word(command, word);
    row = n > 0 ? command_row_of(word) : command_row_of("help");
    if (row == NULL) {
        command_run_words(command, word);
        return;
    }
    command->rest += n;
    command->rest_len -= n;
    command_trim(command);
    row->run(command);
}

/* ---- the answer ---- */

/* Cuts the text to LIMIT bytes, at the end of a character, and takes the last line end off. */
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
        command->seat = NONE;
        command->reader = store_reader_get(app->store);
    }
    if (command == NULL || command->reader == NULL)
        buffer_text(&answer->text, "The server has a problem. Try again in a moment.");
    else if (ask->len > COMMAND_TEXT_MAX)
        buffer_format(&answer->text, "That is too long: at most %d bytes.", COMMAND_TEXT_MAX);
    else if (!g_utf8_validate(ask->text, (gssize)ask->len, NULL))
        buffer_text(&answer->text, "That is not readable text (UTF-8).");
    else
        command_run_line(command);
    if (command != NULL) {
        command_unload(command);
        /* In company nobody hears of a private game. */
        answer->hidden = answer->hidden || (command->secret && !ask->alone);
    }
    free(command);
    if (answer->text.failed) {
        buffer_clear(&answer->text);
        buffer_text(&answer->text, "The answer would be too long.");
    }
    command_cut(&answer->text, limit);
}

void command_response_free(struct command_response *answer) {
    buffer_free(&answer->text);
}

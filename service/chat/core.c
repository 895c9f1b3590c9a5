/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "db/games.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/chat/button.h"
#include "service/chat/chat_int.h"
#include "service/game/access.h"
#include "service/game/load.h"
#include "service/picture/drawings.h"
#include "service/picture/picture.h"

const char *const chat_part_names[] = {"turns", "events", "picture", "talk", "thread", NULL};
const char *const chat_subscription_names[] = {"discord_webhook",
                                               "slack_webhook",
                                               "discord",
                                               "slack",
                                               "telegram",
                                               "matrix",
                                               "mattermost",
                                               "zulip",
                                               "rocketchat",
                                               "mattermost_webhook",
                                               "rocketchat_webhook",
                                               NULL};

unsigned chat_parts_meant(unsigned parts) {
    return (parts & ~(unsigned)CHAT_THREAD) == 0 ? parts | CHAT_PARTS_USUAL : parts;
}

const struct config *chat_config(const struct app *app) {
    static const struct config none = {
        .discord_app = "",
        .discord_public_key = "",
        .discord_token = "",
        .discord_api = "",
        .slack_secret = "",
        .slack_token = "",
        .slack_api = "",
        .telegram_token = "",
        .telegram_secret = "",
        .telegram_name = "",
        .telegram_api = "",
        .matrix_server = "",
        .matrix_user = "",
        .matrix_token = "",
        .matrix_hs_token = "",
        .mattermost_token = "",
        .zulip_token = "",
        .rocketchat_token = "",
    };

    return app->config == NULL ? &none : app->config;
}

/* ---- writing ---- */

struct chat_job {
    struct store_job job;
    enum store_result (*run)(struct store_tx *tx, void *context);
    void *context;
};

static enum store_result run_chat_write(struct store_tx *tx, struct store_job *job) {
    struct chat_job *mine = (struct chat_job *)job;

    return mine->run(tx, mine->context);
}

enum store_result chat_write_now(struct store *store,
                                 enum store_result (*run)(struct store_tx *tx, void *context),
                                 void *context) {
    struct chat_job job = {.job.run = run_chat_write, .run = run, .context = context};

    return store_call(store, &job.job);
}

/* ---- codes ---- */

/* Without letters that look like others. */
static const char code_letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
enum { CODE_LETTERS = 10, CODE_HALF = 5 };

void chat_code_hash(const char *code, uint8_t hash[STORE_HASH_SIZE]) {
    unsigned char plain[CODE_LETTERS + 1] = {0};
    size_t n = 0;

    for (; *code != '\0' && n <= CODE_LETTERS; code++)
        if (*code != '-' && *code != ' ')
            plain[n++] = (unsigned char)(*code >= 'a' && *code <= 'z' ? *code - 'a' + 'A' : *code);
    crypto_hash_sha256(hash, plain, n);
}

void chat_code_new(char code[CHAT_CODE_SIZE], uint8_t hash[STORE_HASH_SIZE]) {
    size_t at = 0;

    for (unsigned i = 0; i < CODE_LETTERS; i++) {
        if (i == CODE_HALF)
            code[at++] = '-';
        code[at++] = code_letters[randombytes_uniform(sizeof code_letters - 1)];
    }
    code[at] = '\0';
    chat_code_hash(code, hash);
}

/* ---- duplicates ---- */

struct inbound {
    const struct chat_ask *ask;
    int64_t now;
};

static enum store_result note_inbound(struct store_tx *tx, void *context) {
    const struct inbound *inbound = context;

    return store_chat_inbound_note(tx, inbound->ask->platform, inbound->ask->event, inbound->now);
}

/* ---- the game meant ---- */

struct only_subscription {
    int64_t game;
    unsigned count;
};

static bool count_subscription(void *context, const struct store_subscription *subscription) {
    struct only_subscription *only = context;

    only->game = subscription->game;
    return ++only->count < 2;
}

/* The conversation's game: the one chosen here, or the only one that the channel subscribes to. */
static void current_game(struct talk *talk) {
    struct only_subscription only = {0};
    struct store_game row;

    talk->game[0] = '\0';
    if (talk->known)
        store_chat_place_get(talk->reader, talk->link.id, talk->ask->channel, talk->game);
    if (talk->game[0] != '\0' ||
        store_subscription_of_channel(talk->reader, chat_own_kind(talk->ask->platform),
                                      talk->ask->channel, count_subscription, &only) != STORE_OK ||
        only.count != 1 || store_game_get_by_id(talk->reader, only.game, &row) != STORE_OK)
        return;
    if (access_check(talk->reader, &row, talk->link.account) == STORE_OK)
        snprintf(talk->game, sizeof talk->game, "%s", row.public_id);
    store_game_clear(&row);
}

enum store_subscription_kind chat_own_kind(enum store_chat_platform platform) {
    return STORE_SUBSCRIPTION_DISCORD + (enum store_subscription_kind)platform;
}

/* ---- the answer ---- */

void chat_tell(struct talk *talk, bool ok, enum text words) {
    chat_say(talk, ok, text_in(talk->language, words));
}

void chat_say(struct talk *talk, bool ok, const char *text) {
    talk->response->ok = ok;
    buffer_text(&talk->response->text, text);
}

struct kept {
    struct talk *talk;
    const struct command_response *from;
    int64_t now;
};

/* Stores the buttons whose words do not fit into them, and the conversation's game. */
static enum store_result keep_buttons(struct store_tx *tx, void *context) {
    const struct kept *kept = context;
    const struct command_response *from = kept->from;
    const struct chat_response *response = kept->talk->response;
    struct store_chat_button button = {.seq = from->seq, .created_at = kept->now};
    enum store_result result = STORE_OK;

    snprintf(button.game, sizeof button.game, "%s", from->game);
    for (size_t i = 0; i < response->n_buttons && result == STORE_OK; i++) {
        if (button_has_words(response->buttons[i].id))
            continue;
        snprintf(button.id, sizeof button.id, "%s", response->buttons[i].id);
        snprintf(button.command, sizeof button.command, "%s", response->buttons[i].command);
        result = store_chat_button_put(tx, &button);
    }
    if (result == STORE_OK && from->use && from->game[0] != '\0')
        result = store_chat_place_set(tx, kept->talk->link.id, kept->talk->ask->channel, from->game,
                                      kept->now);
    return result;
}

/* What the button sends back; whether that has to be stored. */
static bool name_button(struct chat_button *button, const struct command_response *from) {
    char id[APP_ID_SIZE];
    const struct button_words words = {
        .seq = from->seq, .game = from->game, .command = button->command};

    if (button_write(button->id, &words))
        return false;
    app_new_id(id);
    snprintf(button->id, sizeof button->id, "%s", id);
    return true;
}

static void take_answer(struct talk *talk, struct command_response *from) {
    struct chat_response *response = talk->response;
    struct kept kept = {.talk = talk, .from = from, .now = app_now()};
    bool store = from->use;

    response->ok = from->ok;
    response->hidden = from->hidden;
    response->picture = from->picture;
    snprintf(response->game, sizeof response->game, "%s", from->game);
    buffer_append(&response->text, from->text.data, from->text.size);
    response->n_buttons = from->n_buttons;
    for (size_t i = 0; i < from->n_buttons; i++) {
        struct chat_button *button = &response->buttons[i];

        snprintf(button->label, sizeof button->label, "%s", from->buttons[i].label);
        snprintf(button->command, sizeof button->command, "%s", from->buttons[i].command);
        store = name_button(button, from) || store;
    }
    if (store && chat_write_now(talk->app->store, keep_buttons, &kept) != STORE_OK)
        response->n_buttons = 0; /* they were not stored, and so would be unknown when pressed */
}

/* ---- running ---- */

static void run_command(struct talk *talk, const struct command_ask *ask) {
    struct command_response response;

    command_run(talk->app, ask, &response);
    take_answer(talk, &response);
    if (response.help)
        chat_more_help(talk);
    command_response_free(&response);
}

static struct command_ask command_of(const struct talk *talk, const char *text) {
    size_t size = strlen(text);

    return (struct command_ask){
        .account = talk->link.account,
        .text = text,
        .len = size < COMMAND_TEXT_MAX ? size : COMMAND_TEXT_MAX,
        .game = talk->game,
        .alone = talk->ask->alone,
        .limit = talk->ask->limit,
    };
}

/* Runs what a button says while SEQ is the last event of its game. */
static void run_button_words(struct talk *talk, const struct button_words *words) {
    struct command_ask ask;

    snprintf(talk->game, sizeof talk->game, "%s", words->game);
    ask = command_of(talk, words->command);
    ask.has_seq = true;
    ask.seq = words->seq;
    run_command(talk, &ask);
}

static void run_stored_button(struct talk *talk) {
    struct store_chat_button button;

    switch (store_chat_button_get(talk->reader, talk->ask->button, &button)) {
    case STORE_OK: {
        const struct button_words words = {
            .seq = button.seq, .game = button.game, .command = button.command};

        run_button_words(talk, &words);
        break;
    }
    case STORE_NONE:
        talk->response->hidden = true;
        chat_tell(talk, false, TEXT_CHAT_OLD_BUTTON);
        break;
    default: chat_tell(talk, false, TEXT_CHAT_BUSY); break;
    }
}

static void run_button(struct talk *talk) {
    struct button_words words = {.seq = 0};

    if (button_read(talk->ask->button, &words))
        run_button_words(talk, &words);
    else
        run_stored_button(talk);
}

static void run_ask(struct talk *talk) {
    const struct chat_ask *ask = talk->ask;
    struct command_ask command;
    enum store_result result;

    if (ask->too_long) {
        chat_tell(talk, false, TEXT_CHAT_TOO_LONG);
        return;
    }
    if (chat_own_word(talk))
        return;
    result = store_chat_link_find(talk->reader, ask->platform, ask->who, &talk->link);
    talk->known = result == STORE_OK;
    talk->response->account = talk->known ? talk->link.account : 0;
    if (talk->known)
        talk->language = command_language(talk->reader, talk->link.account);
    if (!talk->known) {
        talk->response->hidden = true;
        chat_tell(talk, false, result == STORE_NONE ? TEXT_CHAT_UNKNOWN : TEXT_CHAT_BUSY);
    } else if (ask->button[0] != '\0') {
        run_button(talk);
    } else {
        current_game(talk);
        if (chat_linked_word(talk))
            return;
        command = command_of(talk, ask->text);
        run_command(talk, &command);
    }
}

void chat_run(struct app *app, const struct chat_ask *ask, struct chat_response *response) {
    struct talk talk = {.app = app, .ask = ask, .response = response, .language = ask->language};
    struct inbound inbound = {.ask = ask, .now = app_now()};
    enum store_result result = STORE_OK;

    *response = (struct chat_response){0};
    buffer_init(&response->text, CHAT_RESPONSE_MAX);
    talk.reader = store_reader_get(app->store);
    if (ask->event[0] != '\0')
        result = chat_write_now(app->store, note_inbound, &inbound);
    if (result == STORE_CONFLICT)
        response->repeated = true;
    else if (result != STORE_OK || talk.reader == NULL)
        chat_tell(&talk, false, TEXT_CHAT_BUSY);
    else
        run_ask(&talk);
    if (response->text.size == 0 && !response->repeated)
        buffer_text(&response->text, text_in(talk.language, TEXT_CHAT_DONE));
    if (response->text.failed) {
        buffer_free(&response->text);
        buffer_text(&response->text, text_in(talk.language, TEXT_CHAT_BUSY));
    }
}

void chat_response_free(struct chat_response *response) {
    buffer_free(&response->text);
}

/* ---- suggestions ---- */

static bool button_holds(const struct command_button *button, const char *typed) {
    return strcasestr(button->command, typed) != NULL || strcasestr(button->label, typed) != NULL;
}

size_t chat_suggest(struct app *app, const struct chat_ask *ask, struct command_button *out,
                    size_t max) {
    struct talk talk = {.app = app, .ask = ask};
    struct command_response response;
    struct command_ask command;
    size_t n = 0;

    talk.reader = store_reader_get(app->store);
    if (talk.reader == NULL ||
        store_chat_link_find(talk.reader, ask->platform, ask->who, &talk.link) != STORE_OK)
        return 0;
    talk.known = true;
    current_game(&talk);
    command = command_of(&talk, "moves");
    command_run(app, &command, &response);
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < response.n_buttons && n < max; i++)
            if (button_holds(&response.buttons[i], ask->text) == (pass == 0))
                out[n++] = response.buttons[i];
    command_response_free(&response);
    return n;
}

/* ---- pictures ---- */

bool chat_picture(const struct app *app, struct buffer *out, const struct load *load,
                  unsigned viewer) {
    struct buffer svg;
    bool ok;

    buffer_init(&svg, PICTURE_SVG_MAX);
    picture_game(&svg, load, viewer, true, 0);
    ok = drawings_draw(app->drawings, out, &svg, PICTURE_WIDTH_DEFAULT);
    buffer_free(&svg);
    return ok;
}

bool chat_response_picture(struct app *app, const struct chat_response *response, bool alone,
                           struct buffer *out) {
    struct store_reader *reader = store_reader_get(app->store);
    struct load load;
    unsigned viewer = VIEWER_NOBODY;
    bool ok = false;

    if (reader == NULL || response->game[0] == '\0')
        return false;
    if (access_open(&load, reader, response->game, response->account) == STORE_OK &&
        load_replay(&load, LOAD_LATEST, NULL, NULL) == STORE_OK) {
        if (alone || response->hidden)
            viewer = row_seat(&load.row, response->account);
        ok = chat_picture(app, out, &load, viewer == NONE ? VIEWER_NOBODY : viewer);
    }
    load_end(&load);
    return ok;
}

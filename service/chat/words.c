/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/account/auth.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/chat/chat_int.h"
#include "service/chat/platform.h"
#include "service/command/command.h"
#include "service/game/access.h"
#include "service/game/load.h"

/* Commands for chats only: linking a person with an account, subscribing to a game. */

enum { WORD_MAX = 64 /* bytes of a word, NUL included; no command is longer */ };

/* Takes the next word from *TEXT; "" at the end or if it is too long. */
static void next_word(const char **text, char word[WORD_MAX]) {
    size_t size;

    *text += strspn(*text, " \t\n");
    size = strcspn(*text, " \t\n");
    snprintf(word, WORD_MAX, "%.*s", size < WORD_MAX ? (int)size : 0, *text);
    *text += size;
}

/* The command's first word, without a command prefix. */
static const char *first_chat_word(const char *text, char word[WORD_MAX]) {
    text += strspn(text, " \t\n");
    text += *text == '/' || *text == '!' ? 1 : 0;
    next_word(&text, word);
    if (strcasecmp(word, "hexpost") == 0)
        next_word(&text, word);
    return text;
}

/* ---- link, unlink ---- */

struct linking {
    struct talk *talk;
    uint8_t hash[STORE_HASH_SIZE];
};

static enum store_result link_up(struct store_tx *tx, void *context) {
    struct linking *work = context;

    return store_chat_link_by_code(tx, work->hash, &work->talk->link);
}

static void do_link(struct talk *talk, const char *rest) {
    struct linking work = {.talk = talk};
    struct store_chat_link *link = &talk->link;
    struct store_account account;
    enum store_result result;
    char code[WORD_MAX], id[APP_ID_SIZE];

    next_word(&rest, code);
    talk->response->hidden = true;
    *link = (struct store_chat_link){.platform = talk->ask->platform, .created_at = app_now()};
    app_new_id(id);
    snprintf(link->public_id, sizeof link->public_id, "%s", id);
    snprintf(link->who, sizeof link->who, "%s", talk->ask->who);
    snprintf(link->name, sizeof link->name, "%s", talk->ask->name);
    chat_code_hash(code, work.hash);
    result = code[0] == '\0' ? STORE_NONE : chat_write_now(talk->app->store, link_up, &work);
    if (result == STORE_OK)
        result = store_account_get(talk->reader, link->account, &account);
    if (result == STORE_NONE) {
        chat_tell(talk, false, TEXT_CHAT_BAD_CODE);
    } else if (result != STORE_OK) {
        chat_tell(talk, false, TEXT_CHAT_BUSY);
    } else {
        talk->response->account = link->account;
        talk->response->ok = true;
        talk->language = language_kept(account.language);
        text_fill(&talk->response->text, talk->language, TEXT_CHAT_WELCOME,
                  TEXT_ARGS(account.name));
    }
}

static enum store_result unlink_now(struct store_tx *tx, void *context) {
    const struct talk *talk = context;

    return store_chat_link_delete(tx, talk->link.account, talk->link.public_id);
}

static void do_unlink(struct talk *talk, const char *rest) {
    enum store_result result = chat_write_now(talk->app->store, unlink_now, talk);

    (void)rest;
    talk->response->hidden = true;
    if (result == STORE_OK || result == STORE_NONE)
        chat_tell(talk, true, TEXT_CHAT_FORGOTTEN);
    else
        chat_tell(talk, false, TEXT_CHAT_BUSY);
}

/* ---- mention, unmention ---- */

static enum store_result set_mention(struct store_tx *tx, void *context) {
    const struct store_chat_link *link = context;

    return store_chat_link_mention(tx, link->id, link->mention);
}

static void change_mention(struct talk *talk, bool mention) {
    struct store_chat_link link = talk->link;
    enum store_result result;

    link.mention = mention;
    result = chat_write_now(talk->app->store, set_mention, &link);
    talk->response->hidden = true;
    if (result == STORE_OK)
        chat_tell(talk, true, mention ? TEXT_CHAT_MENTIONED : TEXT_CHAT_UNMENTIONED);
    else
        chat_tell(talk, false, TEXT_CHAT_BUSY);
}

static void do_mention(struct talk *talk, const char *rest) {
    (void)rest;
    change_mention(talk, true);
}

static void do_unmention(struct talk *talk, const char *rest) {
    (void)rest;
    change_mention(talk, false);
}

/* ---- follow, unfollow, follows ---- */

int64_t chat_subscription_out_since(const struct store_subscription *subscription, int64_t now,
                                    const char **why) {
    *why = subscription->trouble;
    return subscription->disabled_at != 0
               ? subscription->disabled_at
               : token_out_since(subscription->token_revoked_at, subscription->token_expires_at,
                                 now, why);
}

/* Subscriptions that a game has already. */
struct present {
    const struct store_subscription *wanted;
    unsigned count, own;  /* in use: all, and those of the same account */
    int64_t switched_off; /* the same channel's, out of use; 0: none */
};

static bool note_present(void *context, const struct store_subscription *subscription) {
    struct present *present = context;
    const struct store_subscription *wanted = present->wanted;
    const char *why;

    if (chat_subscription_out_since(subscription, wanted->created_at, &why) == 0) {
        present->count++;
        present->own += subscription->account == wanted->account;
    } else if (subscription->kind == wanted->kind &&
               strcmp(subscription->address, wanted->address) == 0 &&
               strcmp(subscription->channel, wanted->channel) == 0) {
        present->switched_off = subscription->id;
    }
    return true;
}

enum store_result chat_subscription_add(struct store_tx *tx,
                                        struct store_subscription *subscription) {
    struct store_reader *reader = store_tx_reader(tx);
    struct present present = {.wanted = subscription};
    int64_t mine = 0;
    enum store_result result =
        store_subscription_of_game(reader, subscription->game, note_present, &present);

    if (result == STORE_OK)
        result = store_subscription_count(reader, subscription->account, subscription->created_at,
                                          &mine);
    if (result == STORE_OK &&
        (present.count >= CHAT_GAME_SUBSCRIPTIONS_MAX ||
         present.own >= CHAT_OWN_SUBSCRIPTIONS_MAX || mine >= CHAT_SUBSCRIPTIONS_MAX))
        result = STORE_FULL;
    if (result == STORE_OK && present.switched_off != 0)
        result = store_subscription_delete(tx, present.switched_off);
    return result == STORE_OK ? store_subscription_create(tx, subscription) : result;
}

struct find_subscription {
    enum store_subscription_kind kind;
    const char *channel;
    struct store_subscription found; /* id 0: none */
};

static bool is_this_channel(void *context, const struct store_subscription *subscription) {
    struct find_subscription *find = context;

    if (subscription->kind == find->kind && subscription->address[0] == '\0' &&
        strcmp(subscription->channel, find->channel) == 0)
        find->found = *subscription;
    return find->found.id == 0;
}

struct subscribing {
    struct store_subscription subscription;
    bool end; /* end the subscription */
};

/* Creates, renews or ends this channel's subscription. */
static enum store_result write_subscription(struct store_tx *tx, void *context) {
    struct subscribing *work = context;
    struct find_subscription find = {.kind = work->subscription.kind,
                                     .channel = work->subscription.channel};
    enum store_result result = store_subscription_of_game(
        store_tx_reader(tx), work->subscription.game, is_this_channel, &find);

    if (result != STORE_OK)
        return result;
    if (work->end)
        return find.found.id == 0 ? STORE_NONE : store_subscription_delete(tx, find.found.id);
    if (find.found.id == 0)
        return chat_subscription_add(tx, &work->subscription);
    return store_subscription_renew(tx, find.found.id, work->subscription.parts,
                                    work->subscription.told_seq);
}

/* The parts that a channel can get. */
static const struct {
    enum chat_part part;
    enum text names;
} part_words[] = {{CHAT_TURNS, TEXT_CHAT_PART_TURNS},
                  {CHAT_EVENTS, TEXT_CHAT_PART_EVENTS},
                  {CHAT_PICTURE, TEXT_CHAT_PART_PICTURE},
                  {CHAT_TALK, TEXT_CHAT_PART_TALK},
                  {CHAT_THREAD, TEXT_CHAT_PART_THREAD}};
enum { PART_WORDS = sizeof part_words / sizeof *part_words };

/* The part with this name in any language; 0: none. */
static unsigned part_called(const char *word) {
    for (size_t i = 0; i < PART_WORDS; i++)
        for (enum language language = 0; language < LANGUAGES; language++)
            if (text_lists(language, part_words[i].names, word))
                return part_words[i].part;
    return 0;
}

/* Reads the words after `follow`: a game by its id or name, and the parts to send. GAME is "" if
 * none is named. */
static void read_wish(const char *rest, struct buffer *game, unsigned *parts) {
    char word[WORD_MAX];

    *parts = 0;
    for (;;) {
        unsigned part;

        next_word(&rest, word);
        if (word[0] == '\0')
            break;
        part = part_called(word);
        if (part != 0)
            *parts |= part;
        else
            buffer_format(game, "%s%s", game->size > 0 ? " " : "", word);
    }
    *parts = chat_parts_meant(*parts);
}

/* Finds the game that a `follow` is about. False: has said why not. */
static bool find_game(struct talk *talk, const struct buffer *named, char game[STORE_ID_SIZE]) {
    size_t n = 0;

    snprintf(game, STORE_ID_SIZE, "%s", talk->game);
    if (!named->failed && named->size > 0)
        n = command_find(talk->reader, talk->link.account, named->data, named->size, game);
    if (n == SIZE_MAX)
        chat_tell(talk, false, TEXT_CHAT_BUSY);
    else if (named->failed)
        chat_tell(talk, false, TEXT_CHAT_NO_SUCH_GAME);
    else if (n > 1)
        chat_tell(talk, false, TEXT_CHAT_AMBIGUOUS);
    else if (game[0] == '\0')
        chat_tell(talk, false, TEXT_CHAT_FOLLOW_WHAT);
    return !named->failed && n <= 1 && game[0] != '\0';
}

/* Whether this account may create a subscription. False: has said why not. */
static bool may_subscribe(struct talk *talk, const struct store_game *row) {
    struct store_account account;
    enum store_result result = store_account_get(talk->reader, talk->link.account, &account);

    if (result != STORE_OK)
        chat_tell(talk, false, TEXT_CHAT_BUSY);
    else if (account.guest_until != 0)
        chat_tell(talk, false, TEXT_CHAT_NOT_FOR_GUESTS);
    else if (!access_takes_part(row, account.id))
        chat_tell(talk, false, TEXT_CHAT_NOT_IN_GAME);
    else
        return true;
    return false;
}

static void change_subscription(struct talk *talk, const char *rest, bool end) {
    struct subscribing work = {.end = end};
    struct store_game row = {0};
    char game[STORE_ID_SIZE], id[APP_ID_SIZE];
    enum store_result result;
    struct buffer named;
    bool found;

    buffer_init(&named, STORE_TITLE_SIZE);
    read_wish(rest, &named, &work.subscription.parts);
    found = find_game(talk, &named, game);
    buffer_free(&named);
    if (!found)
        return;
    result = store_game_get(talk->reader, game, &row);
    if (result == STORE_OK)
        result = access_check(talk->reader, &row, talk->link.account);
    if (result == STORE_OK && !end && !may_subscribe(talk, &row)) {
        result = STORE_CONFLICT;
    } else if (result == STORE_OK) {
        app_new_id(id);
        snprintf(work.subscription.public_id, sizeof work.subscription.public_id, "%s", id);
        snprintf(work.subscription.channel, sizeof work.subscription.channel, "%s",
                 talk->ask->channel);
        work.subscription.game = row.id;
        work.subscription.account = talk->link.account;
        work.subscription.kind = chat_own_kind(talk->ask->platform);
        work.subscription.created_at = app_now();
        work.subscription.told_seq = row.last_seq;
        result = chat_write_now(talk->app->store, write_subscription, &work);
    } else if (result == STORE_NONE) {
        chat_tell(talk, false, TEXT_CHAT_NO_SUCH_GAME);
        result = STORE_CONFLICT;
    }
    store_game_clear(&row);
    switch (result) {
    case STORE_OK:
        chat_tell(talk, true, end ? TEXT_CHAT_FOLLOWS_NO_MORE : TEXT_CHAT_FOLLOWS);
        break;
    case STORE_NONE: chat_tell(talk, false, TEXT_CHAT_DOES_NOT_FOLLOW); break;
    case STORE_FULL: chat_tell(talk, false, TEXT_CHAT_TOO_MANY_FOLLOW); break;
    case STORE_CONFLICT: break;
    default: chat_tell(talk, false, TEXT_CHAT_BUSY); break;
    }
}

static void do_subscribe(struct talk *talk, const char *rest) {
    if (chat_platform(talk->ask->platform)->writes(chat_config(talk->app)))
        change_subscription(talk, rest, false);
    else
        chat_tell(talk, false, TEXT_CHAT_NO_BOT);
}

static void do_unsubscribe(struct talk *talk, const char *rest) {
    change_subscription(talk, rest, true);
}

static bool list_subscription(void *context, const struct store_subscription *subscription) {
    struct talk *talk = context;
    struct store_game row;

    if (store_game_get_by_id(talk->reader, subscription->game, &row) != STORE_OK)
        return true;
    if (talk->response->text.size > 0)
        chat_say(talk, true, "\n");
    chat_say(talk, true, row.public_id);
    if (row.name[0] != '\0') {
        chat_say(talk, true, " ");
        chat_say(talk, true, row.name);
    }
    chat_say(talk, true, ":");
    for (size_t i = 0; i < PART_WORDS; i++)
        if ((subscription->parts & part_words[i].part) != 0) {
            char name[WORD_MAX];

            chat_say(talk, true, " ");
            chat_say(talk, true,
                     text_first(talk->language, part_words[i].names, name, sizeof name));
        }
    store_game_clear(&row);
    return talk->response->text.size < talk->ask->limit / 2;
}

static void do_list_subscriptions(struct talk *talk, const char *rest) {
    (void)rest;
    if (store_subscription_of_channel(talk->reader, chat_own_kind(talk->ask->platform),
                                      talk->ask->channel, list_subscription, talk) != STORE_OK)
        chat_tell(talk, false, TEXT_CHAT_BUSY);
    else if (talk->response->text.size == 0)
        chat_tell(talk, true, TEXT_CHAT_FOLLOWS_NONE);
}

/* ---- the table ---- */

struct own_word {
    struct command_word word;
    bool anybody; /* also unlinked people */
    void (*run)(struct talk *talk, const char *rest);
};

static const struct own_word own_words[] = {
    {{TEXT_COMMAND_NAME_LINK, TEXT_COMMAND_TAKES_LINK, TEXT_COMMAND_HELP_LINK}, true, do_link},
    {{TEXT_COMMAND_NAME_UNLINK, TEXTS, TEXT_COMMAND_HELP_UNLINK}, false, do_unlink},
    {{TEXT_COMMAND_NAME_FOLLOW, TEXT_COMMAND_TAKES_FOLLOW, TEXT_COMMAND_HELP_FOLLOW},
     false,
     do_subscribe},
    {{TEXT_COMMAND_NAME_UNFOLLOW, TEXT_COMMAND_TAKES_UNFOLLOW, TEXT_COMMAND_HELP_UNFOLLOW},
     false,
     do_unsubscribe},
    {{TEXT_COMMAND_NAME_FOLLOWS, TEXTS, TEXT_COMMAND_HELP_FOLLOWS}, false, do_list_subscriptions},
    {{TEXT_COMMAND_NAME_MENTION, TEXTS, TEXT_COMMAND_HELP_MENTION}, false, do_mention},
    {{TEXT_COMMAND_NAME_UNMENTION, TEXTS, TEXT_COMMAND_HELP_UNMENTION}, false, do_unmention},
};
enum { OWN_WORDS = sizeof own_words / sizeof *own_words };

const struct command_word *chat_word_at(size_t at) {
    return at < OWN_WORDS ? &own_words[at].word : command_word_at(at - OWN_WORDS);
}

/* Appended to the core's list of commands. */
void chat_more_help(struct talk *talk) {
    for (size_t i = 0; i < OWN_WORDS; i++) {
        buffer_byte(&talk->response->text, '\n');
        command_write_word(&talk->response->text, talk->language, &own_words[i].word);
    }
}

static bool is_word(const struct own_word *own, const char *word) {
    for (enum language language = 0; language < LANGUAGES; language++)
        if (text_lists(language, own->word.name, word))
            return true;
    return false;
}

static bool run_word(struct talk *talk, bool anybody) {
    char word[WORD_MAX];
    const char *rest = first_chat_word(talk->ask->text, word);

    if (talk->ask->button[0] != '\0')
        return false;
    for (size_t i = 0; i < OWN_WORDS; i++)
        if (own_words[i].anybody == anybody && is_word(&own_words[i], word)) {
            own_words[i].run(talk, rest);
            return true;
        }
    return false;
}

bool chat_own_word(struct talk *talk) {
    return run_word(talk, true);
}

bool chat_linked_word(struct talk *talk) {
    return run_word(talk, false);
}

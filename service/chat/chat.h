/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_CHAT_H
#define SERVICE_CHAT_CHAT_H

#include <stdbool.h>
#include <stdint.h>

#include "db/chats.h"
#include "service/base/buffer.h"
#include "service/base/language.h"
#include "service/command/command.h"

struct app;

/*
 * The one core behind all chat platforms. An adapter (discord.h, slack.h, telegram.h, matrix.h) turns
 * an incoming message into a chat_ask and shows the chat_response in its platform's form; everything
 * between is done here: finding the account, duplicates, the game meant, buttons. Games themselves are
 * handled by the command core (service/command/command.h).
 */

enum {
    CHAT_CODE_SIZE = 12,              /* "ABCDE-FGHJK" and NUL */
    CHAT_CODE_MS = 10 * 60 * 1000,    /* validity of a code */
    CHAT_SUBSCRIPTIONS_MAX = 50,      /* of one account */
    CHAT_GAME_SUBSCRIPTIONS_MAX = 20, /* of one game */
    CHAT_OWN_SUBSCRIPTIONS_MAX = 3,   /* of one game by one account */
    CHAT_RESPONSE_MAX = 16 << 10,     /* bytes of a response, whatever limit is requested */
    CHAT_BUTTON_SIZE = 65, /* of what a button sends back; 64 bytes are what Telegram takes */
};

/* What a subscribed channel gets. */
enum chat_part {
    CHAT_TURNS = 1u << 0,   /* whom the game waits for */
    CHAT_EVENTS = 1u << 1,  /* notable events */
    CHAT_PICTURE = 1u << 2, /* the board with it */
    CHAT_TALK = 1u << 3,    /* players' messages to all */
    CHAT_THREAD = 1u << 4,  /* all of it in one thread, where the platform has them */
    CHAT_PARTS = 5,         /* how many there are */
    CHAT_PARTS_USUAL = CHAT_TURNS | CHAT_EVENTS | CHAT_PICTURE,
};
/* "turns", "events", ... in the order of the bits; NULL at the end. */
extern const char *const chat_part_names[];
/* PARTS with the usual ones where none of them says what to post. */
unsigned chat_parts_meant(unsigned parts);
/* "discord_webhook", ...; NULL at the end. */
extern const char *const chat_subscription_names[STORE_SUBSCRIPTION_KINDS + 1];

/* A message that somebody wrote, or a button pressed. Borrowed; valid UTF-8. */
struct chat_ask {
    enum store_chat_platform platform;
    const char *event;      /* the platform's id of it; "": it cannot come twice */
    const char *who;        /* the person's id there, unique on the whole platform */
    const char *name;       /* their name there */
    const char *channel;    /* where */
    bool alone;             /* nobody else reads the channel */
    const char *text;       /* what they wrote, or "" */
    bool too_long;          /* they wrote more than can be read; text is "" */
    const char *button;     /* what the button they pressed sent, or "" */
    enum language language; /* as given by the platform; a linked account has its own */
    size_t limit;           /* bytes of the response's text, COMMAND_RESPONSE_MIN at least */
};

struct chat_button {
    char id[CHAT_BUTTON_SIZE]; /* sent back when the button is pressed (button.h) */
    char label[COMMAND_LABEL_SIZE];
    char command[COMMAND_BUTTON_SIZE]; /* to be typed on platforms without buttons */
};

struct chat_response {
    bool repeated; /* this was answered before: send nothing */
    bool ok;
    bool hidden;     /* only for the sender */
    bool picture;    /* of GAME, as a bystander sees it, or as the sender does if nobody else sees
                      * it */
    int64_t account; /* the sender's; 0: not linked */
    char game[STORE_ID_SIZE];
    struct buffer text;
    size_t n_buttons;
    struct chat_button buttons[COMMAND_BUTTONS_MAX];
};

/* Carries out a request; the response is filled in in any case. Writes to the store and waits for
 * it: from any thread but the store's writer. */
void chat_run(struct app *app, const struct chat_ask *ask, struct chat_response *response);
void chat_response_free(struct chat_response *response);

/* Completions for what the person is typing: at most MAX moves that are possible now, those that
 * contain the typed text first. Writes nothing to the store. Returns their number. */
size_t chat_suggest(struct app *app, const struct chat_ask *ask, struct command_button *out,
                    size_t max);

/* All commands, the core's and those for chats only; NULL after the last. */
const struct command_word *chat_word_at(size_t at);

/* Draws a new code, and the hash to store for it. */
void chat_code_new(char code[CHAT_CODE_SIZE], uint8_t hash[STORE_HASH_SIZE]);

/* Since when the subscription has been out of use, and WHY; 0: it is in use at NOW. */
int64_t chat_subscription_out_since(const struct store_subscription *subscription, int64_t now,
                                    const char **why);

/* In a job: creates a subscription, within the limits, replacing one of the same channel that is out of
 * use. STORE_FULL: too many subscriptions of the game, of the account, or of the account to this game.
 * The caller has checked that the account takes part in the game and is no guest. */
enum store_result chat_subscription_add(struct store_tx *tx,
                                        struct store_subscription *subscription);

/* The board of the loaded game as VIEWER sees it, as a PNG appended to OUT; false when that failed. Waits
 * until it is drawn, so not to be called on a thread that serves requests. */
struct load;
bool chat_picture(const struct app *app, struct buffer *out, const struct load *load,
                  unsigned viewer);
/* The board's picture for a response. ALONE: only the sender will see it. */
bool chat_response_picture(struct app *app, const struct chat_response *response, bool alone,
                           struct buffer *out);

/* The settings; empty ones if the program was started without. */
struct config;
const struct config *chat_config(const struct app *app);

#endif

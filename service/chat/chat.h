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
 * The one core behind all chat platforms. An adapter (discord.h, slack.h, telegram.h, matrix.h) makes
 * a chat_ask of what came in and shows the chat_response in its platform's own form; everything between
 * is done here: who it is, what came in before, which game is meant, which buttons there are. Games
 * are the command core's (service/command/command.h).
 */

enum {
    CHAT_CODE_SIZE = 12,              /* "ABCDE-FGHJK" and NUL */
    CHAT_CODE_MS = 10 * 60 * 1000,    /* how long a code is good */
    CHAT_SUBSCRIPTIONS_MAX = 50,      /* of one account */
    CHAT_GAME_SUBSCRIPTIONS_MAX = 20, /* of one game */
    CHAT_OWN_SUBSCRIPTIONS_MAX = 3,   /* of one game by one account */
    CHAT_RESPONSE_MAX = 16 << 10,     /* bytes of an answer, whatever is asked for */
};

/* What a subscribed channel is told. */
enum chat_part {
    CHAT_TURNS = 1u << 0,   /* whom the game waits for */
    CHAT_EVENTS = 1u << 1,  /* what is worth telling */
    CHAT_PICTURE = 1u << 2, /* the board with it */
    CHAT_TALK = 1u << 3,    /* what is said to all */
    CHAT_PARTS_USUAL = CHAT_TURNS | CHAT_EVENTS | CHAT_PICTURE,
};
/* "turns", "events", ... in the order of the bits; NULL at the end. */
extern const char *const chat_part_names[];
/* "discord", ... and "discord_webhook", ...; NULL at the end. */
extern const char *const chat_platform_names[STORE_CHAT_PLATFORMS + 1];
extern const char *const chat_subscription_names[STORE_SUBSCRIPTION_KINDS + 1];

/* Something that somebody wrote or pressed. Borrowed; valid UTF-8. */
struct chat_ask {
    enum store_chat_platform platform;
    const char *event;      /* the platform's id of it; "": it does not come twice */
    const char *who;        /* the person's id there, unique on the whole platform */
    const char *name;       /* what they are called there */
    const char *channel;    /* where */
    bool alone;             /* nobody else reads there */
    const char *text;       /* what they wrote, or "" */
    bool too_long;          /* they wrote more than can be read; text is "" */
    const char *button;     /* the id of the button they pressed, or "" */
    enum language language; /* as the platform says; an account has its own */
    size_t limit;           /* bytes of the answer's text, COMMAND_RESPONSE_MIN at least */
};

struct chat_button {
    char id[STORE_ID_SIZE]; /* what comes back when it is pressed */
    char label[COMMAND_LABEL_SIZE];
    char command[COMMAND_BUTTON_SIZE]; /* to be typed where there are no buttons */
};

struct chat_response {
    bool repeated; /* this has been answered before: there is nothing to say */
    bool ok;
    bool hidden;     /* for the asker's eyes only */
    bool picture;    /* of GAME, as a bystander sees it or, where nobody else sees it, as they do */
    int64_t account; /* whose; 0: nobody's whom we know */
    char game[STORE_ID_SIZE];
    struct buffer text;
    size_t n_buttons;
    struct chat_button buttons[COMMAND_BUTTONS_MAX];
};

/* Carries out what was asked; the answer is filled whatever happens. Writes to the store and waits
 * for it: from any thread but the store's writer. */
void chat_run(struct app *app, const struct chat_ask *ask, struct chat_response *response);
void chat_response_free(struct chat_response *response);

/* What the person may type next where a word is completed: moves that are possible now, at most MAX,
 * those first that hold what has been typed. Nothing is written. Returns their number. */
size_t chat_suggest(struct app *app, const struct chat_ask *ask, struct command_button *out,
                    size_t max);

/* All commands, the core's and those of chats alone; NULL behind the end. */
const struct command_word *chat_word_at(size_t at);

/* A new code, and the hash that is kept of it. */
void chat_code_new(char code[CHAT_CODE_SIZE], uint8_t hash[STORE_HASH_SIZE]);

/* Since when the channel is told nothing any more, and WHY; 0: it is told at NOW. */
int64_t chat_subscription_out_since(const struct store_subscription *subscription, int64_t now,
                                    const char **why);

/* In a job: makes a subscription, within the limits, in place of one of the same channel that is out of
 * use. STORE_FULL: too many channels follow already, of the game's, of the account's, or of the account's
 * in this game. The caller has made sure that the account takes part in the game and is no guest. */
enum store_result chat_subscription_add(struct store_tx *tx,
                                        struct store_subscription *subscription);

/* The board of the loaded game as VIEWER sees it, as a PNG appended to OUT; false when that failed. Waits
 * until it is drawn: not on a thread that serves requests. */
struct load;
bool chat_picture(const struct app *app, struct buffer *out, const struct load *load,
                  unsigned viewer);
/* The board that goes with an answer. ALONE: nobody but the asker will see it. */
bool chat_response_picture(struct app *app, const struct chat_response *response, bool alone,
                           struct buffer *out);

/* The settings; empty ones where the program was started without. */
struct config;
const struct config *chat_config(const struct app *app);

#endif

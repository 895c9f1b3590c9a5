/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/world.h"

#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "db/chats.h"
#include "db/clocks.h"
#include "db/games.h"
#include "db/hooks.h"
#include "db/mailboxes.h"
#include "db/outbox.h"
#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "service/chat/chat.h"
#include "service/command/command.h"
#include "service/game/made_game.h"
#include "service/game/play.h"
#include "service/notify/sender.h"
#include "service/notify/webhooks.h"
#include "tests/sim/chance.h"

enum {
    TURN_MS = 8 * 3600 * 1000,
    DECISION_MS = 8 * 3600 * 1000,
    MESSAGES_MAX = 4096, /* of one game */
    ANSWER_MAX = 16 << 10,
};

_Atomic int64_t world_now;

static int64_t now(void) {
    return world_now;
}

/* ---- who listens ---- */

struct listening {
    struct store_job job;
    struct store_hook hook;
};

static enum store_result run_listening(struct store_tx *tx, struct store_job *job) {
    return store_hook_create(tx, &((struct listening *)job)->hook);
}

/* A webhook of a person for all their games, or for the latest game. */
static void listen_by_hook(struct world *world, unsigned person, int64_t game) {
    struct listening listening = {.job.run = run_listening};
    struct store_hook *hook = &listening.hook;
    char id[APP_ID_SIZE];

    app_new_id(id);
    snprintf(hook->public_id, sizeof hook->public_id, "%s", id);
    snprintf(hook->url, sizeof hook->url, "http://127.0.0.1:%u/hook/%u", world->listener->port,
             person);
    hook->account = world->accounts[person];
    hook->game = game;
    hook->kinds = HOOKS_KINDS;
    hook->created_at = world_now;
    hooks_new_secret(hook->secret);
    program_write(world->program, &listening.job);
}

void world_up(struct world *world, unsigned number, const char *folder) {
    static const char *const names[WORLD_PEOPLE] = {"ann", "bob", "cid", "dot"};
    char telegram[64], db[128], mails[128];
    char *flags[] = {"--hook-allow",
                     "127.0.0.1",
                     "--public-url",
                     "https://play.example.org",
                     "--telegram-api",
                     telegram,
                     "--mail-dir",
                     mails,
                     "--mail-from",
                     "hexpost@example.org",
                     "--mail-replies",
                     "play.example.org",
                     NULL};

    *world = (struct world){.number = number};
    snprintf(world->folder, sizeof world->folder, "%s/%u", folder, number);
    PROGRAM_NEED(mkdir(world->folder, 0700) == 0, "no folder %s", world->folder);
    snprintf(db, sizeof db, "%s/world.db", world->folder);
    world->listener = listener_start(0);
    PROGRAM_NEED(world->listener != NULL, "no listener");
    snprintf(telegram, sizeof telegram, "http://127.0.0.1:%u", world->listener->port);
    snprintf(mails, sizeof mails, "%s/mails", world->folder);
    PROGRAM_NEED(mkdir(mails, 0700) == 0, "no folder %s", mails);
    for (size_t i = 0; flags[i] != NULL; i++)
        snprintf(world->flags[i], sizeof world->flags[i], "%s", flags[i]);
    for (size_t i = 0; flags[i] != NULL; i++)
        flags[i] = world->flags[i];
    snprintf(world->db, sizeof world->db, "%s", db);
    world->program = program_up(world->db, flags, now);
    for (unsigned i = 0; i < WORLD_PEOPLE; i++) {
        chance_seed(i); /* whatever the first start of a program drew */
        world->accounts[i] = program_sign_up(world->program, names[i], world->tokens[i]);
    }
    listen_by_hook(world, 0, 0);
}

void world_down(struct world *world) {
    program_down(world->program);
    listener_stop(world->listener);
}

struct following {
    struct store_job job;
    struct store_subscription follow;
};

static enum store_result run_following(struct store_tx *tx, struct store_job *job) {
    return store_subscription_create(tx, &((struct following *)job)->follow);
}

/* Channels of all kinds that follow the latest game. */
static void listen_by_chat(struct world *world) {
    static const struct {
        enum store_subscription_kind kind;
        const char *path, *secret, *channel; /* path NULL: the platform's own */
    } channels[] = {
        {STORE_SUBSCRIPTION_DISCORD_HOOK, "/discord", "", ""},
        {STORE_SUBSCRIPTION_SLACK_HOOK, "/slack", "", ""},
        {STORE_SUBSCRIPTION_TELEGRAM, NULL, "1:secret", "123"},
        {STORE_SUBSCRIPTION_MATRIX, "", "secret", "!room:here"},
    };

    for (size_t i = 0; i < sizeof channels / sizeof *channels; i++) {
        struct following following = {.job.run = run_following};
        struct store_subscription *follow = &following.follow;

        follow->game = world->game;
        follow->account = world->accounts[0];
        follow->kind = channels[i].kind;
        follow->parts = CHAT_TURNS | CHAT_EVENTS | CHAT_TALK;
        if (world->pictures)
            follow->parts |= CHAT_PICTURE;
        follow->created_at = world_now;
        app_new_id(follow->public_id);
        snprintf(follow->secret, sizeof follow->secret, "%s", channels[i].secret);
        snprintf(follow->channel, sizeof follow->channel, "%s", channels[i].channel);
        if (channels[i].path != NULL)
            snprintf(follow->address, sizeof follow->address, "http://127.0.0.1:%u%s",
                     world->listener->port, channels[i].path);
        program_write(world->program, &following.job);
    }
}

struct posting {
    struct store_job job;
    struct store_mailbox boxes[WORLD_PEOPLE];
};

static enum store_result run_posting(struct store_tx *tx, struct store_job *job) {
    const struct posting *posting = (const struct posting *)job;
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < WORLD_PEOPLE && result == STORE_OK; i++)
        result = store_mailbox_set(tx, &posting->boxes[i]);
    return result;
}

/* People who want mail get all kinds of it. */
static void listen_by_mail(struct world *world) {
    struct posting posting = {.job.run = run_posting};

    for (unsigned i = 0; i < WORLD_PEOPLE; i++) {
        struct store_mailbox *box = &posting.boxes[i];

        box->account = world->accounts[i];
        snprintf(box->address, sizeof box->address, "person%u@example.org", i);
        box->confirmed_at = world_now;
        box->mode = i == world->letters ? STORE_MAIL_AT_ONCE : STORE_MAIL_OFF;
        box->kinds = STORE_MAIL_KINDS;
    }
    program_write(world->program, &posting.job);
}

/* ---- games ---- */

struct beginning {
    struct store_job job;
    struct made_game made;
};

static enum store_result run_beginning(struct store_tx *tx, struct store_job *job) {
    return made_game_write(tx, &((struct beginning *)job)->made);
}

static void replay(struct world *world, struct load *load) {
    struct store_reader *reader = store_reader_get(world->program->app.store);

    PROGRAM_NEED(load_open_by_id(load, reader, world->game) == STORE_OK &&
                     load_replay(load, LOAD_LATEST, NULL, NULL) == STORE_OK,
                 "a game cannot be read");
    load_end(load); /* the rows are not needed, only the state */
}

/* Created as a table game, which can begin anywhere, and then handed to its people. */
static bool make(struct world *world, const struct new_game *wanted, struct beginning *beginning) {
    struct store_reader *reader = store_reader_get(world->program->app.store);
    struct store_game *row = &beginning->made.row;

    if (!made_game_build(&beginning->made, wanted, reader, world->accounts[0], world_now))
        return false;
    row->mode = world->table ? STORE_MODE_TABLE : STORE_MODE_PLAY;
    return row->status == STORE_GAME_ACTIVE;
}

bool world_begin(struct world *world, const struct setup *setup, const struct board_spec *spec,
                 const struct game *state, struct load *load) {
    struct new_game *wanted = calloc(1, sizeof *wanted);
    struct beginning *beginning = calloc(1, sizeof *beginning);
    bool made;

    PROGRAM_NEED(wanted != NULL && beginning != NULL, "no memory");
    world->listener->log_size = 0;
    wanted->mode = STORE_MODE_TABLE;
    wanted->rules = setup->rules;
    wanted->board = (struct board_choice){.is_explicit = true, .spec = *spec};
    wanted->has_position = true;
    wanted->position = *state;
    wanted->position.seq = 0; /* as if read from a document */
    wanted->has_clock = true;
    wanted->clock = (struct store_clock){.turn = TURN_MS, .decision = DECISION_MS, .vote_after = 2};
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        wanted->seats[seat].kind = STORE_SEAT_HUMAN;
        wanted->seats[seat].account = world->accounts[seat];
    }
    listen_by_mail(world);
    made = make(world, wanted, beginning);
    if (made) {
        beginning->job.run = run_beginning;
        program_write(world->program, &beginning->job);
        world->game = beginning->made.row.id;
        world->players = setup->rules.players;
        world->knights = setup->rules.kinds > RESOURCE_COUNT;
        memcpy(world->public_id, beginning->made.row.public_id, sizeof world->public_id);
        listen_by_hook(world, 0, world->game);
        listen_by_chat(world);
        replay(world, load);
    }
    made_game_free(&beginning->made);
    free(beginning);
    free(wanted);
    return made;
}

struct moving {
    struct store_job job;
    struct play play;
    struct play_event events[PLAY_ROOM(1)];
};

static enum store_result run_moving(struct store_tx *tx, struct store_job *job) {
    return play_write(tx, &((const struct moving *)job)->play);
}

bool world_happens(struct world *world, const struct event *event, struct load *load) {
    struct moving *moving = calloc(1, sizeof *moving);
    struct store_reader *reader = store_reader_get(world->program->app.store);
    struct event ending[PLAY_ENDING_MAX];
    bool goes_on;

    PROGRAM_NEED(moving != NULL, "no memory");
    PROGRAM_NEED(load_open_by_id(load, reader, world->game) == STORE_OK &&
                     load_replay(load, LOAD_LATEST, NULL, NULL) == STORE_OK,
                 "a game cannot be read");
    moving->job.run = run_moving;
    moving->play.by = event->by;
    moving->play.seat = event->player;
    moving->play.now = world_now;
    moving->play.events = moving->events;
    play_begin(&moving->play, load);
    play_add(&moving->play, &load->setup, event);
    goes_on = play_ending(&load->setup, &moving->play.game, false, ending) == 0;
    load_end(load);
    if (goes_on) {
        program_write(world->program, &moving->job);
        play_announce(&moving->play, &world->program->app);
        replay(world, load);
    }
    free(moving);
    return goes_on;
}

/* ---- time ---- */

void world_wait(struct world *world, int64_t ms) {
    struct app *app = &world->program->app;

    world_now += ms;
    PROGRAM_NEED(waker_run_due(app, world_now) >= 0 && runner_settle(app->runner), "no clock");
    PROGRAM_NEED(sender_run_due(app->sender, world_now), "no outbox");
}

struct ending {
    struct store_job job;
    int64_t game;
};

static enum store_result run_ending(struct store_tx *tx, struct store_job *job) {
    const struct ending *ending = (const struct ending *)job;
    enum store_result result = store_game_finish(tx, ending->game, STORE_GAME_ABANDONED, world_now,
                                                 -1, (struct store_bytes){0});

    for (int seat = 0; seat < WORLD_PEOPLE && result == STORE_OK; seat++)
        result = store_timer_clear(tx, ending->game, seat, STORE_TIMER_DEADLINE);
    if (result == STORE_OK)
        result = store_outbox_drop(
            tx, &(struct store_outbox_filter){.channel = -1, .kind = -1, .game = ending->game},
            "the game was cleared away", world_now);
    return result;
}

void world_end(struct world *world) {
    struct ending ending = {.job.run = run_ending, .game = world->game};

    program_write(world->program, &ending.job);
}

/* ---- reading ---- */

static void read_path(struct world *world, unsigned viewer, const char *what, struct buffer *out) {
    unsigned who = viewer < WORLD_PEOPLE ? viewer : WORLD_PEOPLE;
    struct response response;

    program_ask(world->program, &response, 200, world->tokens[who], "GET", "", NULL,
                "/v1/games/%s%s", world->public_id, what);
    buffer_format(out, "\n--- %s\n", what);
    buffer_append(out, response.body, response.size);
    response_free(&response);
}

struct message {
    size_t size;
    const char *data;
};

static int compare_messages(const void *a, const void *b) {
    const struct message *one = a, *other = b;
    size_t size = one->size < other->size ? one->size : other->size;
    int order = memcmp(one->data, other->data, size);

    return order != 0 ? order : one->size < other->size ? -1 : one->size > other->size;
}

/* The boundary of a form is random and not ours. */
static void mask_boundary(char *data, size_t size) {
    char boundary[128];
    size_t length = strcspn(data, "\r\n");

    if (size < 2 || memcmp(data, "--", 2) != 0 || length >= sizeof boundary)
        return;
    memcpy(boundary, data, length);
    for (char *at; (at = memmem(data, size, boundary, length)) != NULL;)
        memset(at, '#', length);
}

/* The boundaries of a mail are random and not ours. */
static void mask_boundaries(char *data, size_t size) {
    static const char before[] = "boundary=\"";
    char *end = data + size;

    for (char *at = data;
         (at = memmem(at, (size_t)(end - at), before, sizeof before - 1)) != NULL;) {
        char boundary[128];
        size_t length;

        at += sizeof before - 1;
        length = strcspn(at, "\"\n");
        if (length == 0 || length >= sizeof boundary)
            continue;
        memcpy(boundary, at, length);
        for (char *found; (found = memmem(data, size, boundary, length)) != NULL;)
            memset(found, '#', length);
    }
}

/* Moves a mail from the folder into the world's memory, as a message. */
static struct message take_mail(struct world *world, const char *path) {
    char *to = world->mails + world->mails_size;
    FILE *file = fopen(path, "rb");
    size_t size;

    PROGRAM_NEED(file != NULL, "no mail %s", path);
    size = fread(to, 1, sizeof world->mails - 1 - world->mails_size, file);
    fclose(file);
    PROGRAM_NEED(remove(path) == 0 && world->mails_size + size < sizeof world->mails - 1,
                 "too many mails");
    to[size] = '\0';
    mask_boundaries(to, size);
    world->mails_size += size + 1;
    return (struct message){size, to};
}

static void read_mails(struct world *world, struct message *messages, size_t *n) {
    char path[512];
    DIR *folder;

    snprintf(path, sizeof path, "%s/mails", world->folder);
    folder = opendir(path);
    PROGRAM_NEED(folder != NULL, "no folder %s", path);
    world->mails_size = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/mails/%s", world->folder, entry->d_name);
        PROGRAM_NEED(*n < MESSAGES_MAX, "too many messages");
        messages[(*n)++] = take_mail(world, path);
        world->mails_read++;
    }
    closedir(folder);
}

/* Messages that were posted; these can arrive in any order. */
static void read_messages(struct world *world, struct buffer *out) {
    struct listener *listener = world->listener;
    static struct message messages[MESSAGES_MAX];
    size_t n = 0;

    for (size_t at = 0; at < listener->log_size; n++) {
        struct logged logged;

        PROGRAM_NEED(n < MESSAGES_MAX, "too many messages");
        memcpy(&logged, listener->log + at, sizeof logged);
        at += sizeof logged + logged.path_size;
        messages[n] = (struct message){logged.body_size, listener->log + at};
        mask_boundary(listener->log + at, logged.body_size);
        at += logged.body_size;
    }
    read_mails(world, messages, &n);
    qsort(messages, n, sizeof *messages, compare_messages);
    for (size_t i = 0; i < n; i++) {
        buffer_text(out, "\n--- message\n");
        buffer_append(out, messages[i].data, messages[i].size);
    }
}

/* What PERSON got as a response, whether others can read it or not. What is marked as hidden is only for them. */
static void read_answer(struct world *world, unsigned person, bool alone, const char *text,
                        struct buffer *out) {
    struct command_response answer;

    command_run(&world->program->app,
                &(struct command_ask){.account = world->accounts[person],
                                      .text = text,
                                      .len = strlen(text),
                                      .game = world->public_id,
                                      .alone = alone,
                                      .limit = ANSWER_MAX},
                &answer);
    if (alone || !answer.hidden) {
        buffer_format(out, "\n--- %s for %u\n", text, person);
        buffer_append(out, answer.text.data, answer.text.size);
        for (size_t i = 0; i < answer.n_buttons; i++)
            buffer_format(out, "\n[%s](%s)", answer.buttons[i].label, answer.buttons[i].command);
    }
    command_response_free(&answer);
}

static void read_answers(struct world *world, unsigned viewer, unsigned players,
                         struct buffer *out) {
    static const char *const texts[] = {"games", "show",  "board", "hand",
                                        "moves", "recap", "log 50"};

    for (unsigned person = 0; person < players; person++)
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            if (viewer == VIEWER_NOBODY || viewer == person)
                read_answer(world, person, viewer == person, texts[i], out);
}

void world_read(struct world *world, unsigned viewer, struct buffer *out) {
    static const char *const paths[] = {
        "",
        "/view",
        "/events?limit=1000&sentences=en",
        "/events?limit=1000&sentences=de",
        "/recap?since=0",
        "/board.svg",
        "/orders",
        "/actions?words=true",
    };
    static const size_t open = 6; /* those before need no seat */
    size_t n = viewer < WORLD_PEOPLE ? sizeof paths / sizeof *paths : open;

    for (size_t i = 0; i < n; i++)
        read_path(world, viewer, paths[i], out);
    read_answers(world, viewer, world->players, out);
    read_messages(world, out);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What there is to be seen in a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/base/text.h"
#include "service/bots/bot.h"
#include "service/command/choices.h"
#include "service/command/command_int.h"
#include "service/command/title.h"
#include "service/words/notation.h"
#include "service/words/sentence.h"

enum { MOVES_SHOWN = 12 /* of one kind of action, unless the asker says how many in all */ };

struct sentence command_sentence(const struct command *command, int64_t *deadlines) {
    return (struct sentence){.setup = &command->load.setup,
                             .labels = command->labels.seats,
                             .viewer = command->seat,
                             .over = row_over(&command->load.row),
                             .deadlines = clock_deadlines(&command->load.clock, deadlines)};
}

void command_write_waiting(struct command *command) {
    int64_t deadlines[STORE_SEATS_MAX];
    const struct sentence to = command_sentence(command, deadlines);

    sentence_waiting(command->out, &to, &command->view);
    buffer_byte(command->out, '\n');
}

static void command_write_seat(struct command *command, unsigned seat) {
    char name[SENTENCE_NAME_SIZE];

    sentence_name(name, command->labels.seats, seat);
    buffer_text(command->out, name);
}

/* "road_building" as "road building" */
static void command_write_title(struct buffer *out, const char *name) {
    for (; *name != '\0'; name++)
        buffer_byte(out, *name == '_' ? ' ' : *name);
}

/* ---- the table ---- */

static void command_write_players(struct command *command) {
    const struct load *load = &command->load;

    for (unsigned seat = 0; seat < load->setup.rules.players; seat++) {
        const struct player *player = &command->view.players[seat];
        const char *name = command->labels.seats[seat].name;
        unsigned points = game_points_visible(&load->setup, &load->game, seat);

        command_write_seat(command, seat);
        if (name != NULL)
            buffer_format(command->out, " (%s)", name);
        buffer_format(command->out, ": %u point%s, %u card%s", points, points == 1 ? "" : "s",
                      player->hand_count, player->hand_count == 1 ? "" : "s");
        if (player->dev_count > 0)
            buffer_format(command->out, ", %u development", player->dev_count);
        if (player->progress_count > 0)
            buffer_format(command->out, ", %u progress", player->progress_count);
        if (load->game.road_holder == seat)
            buffer_text(command->out, ", Longest Road");
        if (load->game.army_holder == seat)
            buffer_text(command->out, ", Largest Army");
        buffer_byte(command->out, '\n');
    }
}

static void command_write_offers(struct command *command) {
    for (unsigned i = 0; i < command->view.n_offers; i++) {
        const struct offer *offer = &command->view.offers[i];

        buffer_format(command->out, "Offer %u: ", (unsigned)offer->id);
        command_write_seat(command, offer->player);
        buffer_text(command->out, " gives ");
        notation_write_cards(command->out, offer->give);
        buffer_text(command->out, " for ");
        notation_write_cards(command->out, offer->want);
        buffer_byte(command->out, '\n');
    }
}

void command_show(struct command *command) {
    const struct store_game *row = &command->load.row;
    const struct game *game = &command->load.game;

    if (!command_load(command))
        return;
    buffer_format(command->out, "%s%s%s", row->name, row->name[0] == '\0' ? "" : " - ",
                  row->public_id);
    if (game->turn > 0)
        buffer_format(command->out, ", turn %u", (unsigned)game->turn);
    buffer_byte(command->out, '\n');
    command->answer->ok = true;
    if (row->status == STORE_GAME_OPEN) {
        buffer_text(command->out, "Seats are still free.\n");
        return;
    }
    command_write_players(command);
    if (game->last_dice[0] != 0)
        buffer_format(command->out, "Last roll: %u + %u\n", game->last_dice[0], game->last_dice[1]);
    if (command->load.setup.rules.knights)
        buffer_format(command->out, "Barbarians: %u of %u steps\n", game->barbarians,
                      command->load.setup.rules.barbarian_steps);
    command_write_offers(command);
    command_write_waiting(command);
    if (command->ask->alone)
        command_buttons(command);
}

/* ---- the hand ---- */

/* Loads the game; whether the asker has a seat whose cards can be shown. Says why not. */
static bool command_load_seated(struct command *command) {
    bool open;

    if (!command_load(command))
        return false;
    open = command->load.row.status == STORE_GAME_OPEN;
    if (command->seat == NONE)
        buffer_text(command->out, "You have no seat in this game.\n");
    else if (open)
        buffer_text(command->out, "This game has not begun yet: seats are still free.\n");
    return command->seat != NONE && !open;
}

void command_hand(struct command *command) {
    const struct setup *setup = &command->load.setup;
    const struct player *player;
    const char *between = "Development cards: ";

    if (!command_load_seated(command))
        return;
    player = &command->view.players[command->seat];
    command->answer->hidden = command->answer->ok = true;
    command_write_seat(command, command->seat);
    buffer_text(command->out, ", you hold ");
    notation_write_cards(command->out, player->hand);
    buffer_text(command->out, ".\n");
    for (unsigned card = 0; card < DEV_COUNT; card++) {
        if (player->dev[card] == 0)
            continue;
        buffer_format(command->out, "%s%u ", between, player->dev[card]);
        command_write_title(command->out, dev_names[card]);
        if (player->dev_new[card] > 0)
            buffer_format(command->out, " (%u new)", player->dev_new[card]);
        between = ", ";
    }
    if (between[0] == ',')
        buffer_byte(command->out, '\n');
    for (unsigned i = 0; i < PROGRESS_HAND_MAX && player->progress[i] != 0; i++) {
        buffer_text(command->out, i == 0 ? "Progress cards: " : ", ");
        command_write_title(command->out, progress_names[player->progress[i] - 1]);
        if (i + 1 == PROGRESS_HAND_MAX || player->progress[i + 1] == 0)
            buffer_byte(command->out, '\n');
    }
    buffer_format(command->out, "Points: %u\n", game_points(setup, &command->view, command->seat));
}

/* ---- moves ---- */

/* The asker's listing, undos behind it, for free(); NULL without memory. */
static struct move_list *command_list(const struct command *command) {
    struct move_list *list = calloc(1, sizeof *list);
    uint32_t to_seq[TRAIL_MAX];
    unsigned n;

    if (list == NULL || command->load.row.status != STORE_GAME_ACTIVE)
        return list;
    game_list(&command->load.setup, &command->view, command->seat, list);
    n = trail_list(&command->load.trail, &command->load.setup, &command->load.game, command->seat,
                   to_seq);
    for (unsigned i = 0; i < n && list->n < LIST_MAX; i++)
        list->items[list->n++] = (struct action){.type = UNDO, .ref = to_seq[i]};
    return list;
}

static void command_write_move(struct command *command, struct buffer *out,
                               const struct action *action) {
    notation_write(out, &command->load.setup, command->labels.seats, action);
    if (action->open != 0 && action->open != NONE)
        buffer_format(out, " (%u)", action->open);
}

/* One line for the moves of one type, the first at most. */
static void command_write_moves_of(struct command *command, const struct move_list *list,
                                   size_t first, unsigned most) {
    unsigned n = 0, shown = 0;

    for (size_t i = first; i < list->n; i++) {
        if (list->items[i].type != list->items[first].type)
            continue;
        n++;
        if (shown == most)
            continue;
        buffer_text(command->out, shown++ == 0 ? "" : "; ");
        command_write_move(command, command->out, &list->items[i]);
    }
    if (n > shown)
        buffer_format(command->out, "; ... and %u more", n - shown);
    buffer_byte(command->out, '\n');
}

/* Whether a move before AT has its type. */
static bool command_is_listed_before(const struct move_list *list, size_t at) {
    for (size_t i = 0; i < at; i++)
        if (list->items[i].type == list->items[at].type)
            return true;
    return false;
}

void command_moves(struct command *command) {
    unsigned most = command->ask->moves == 0 ? (unsigned)MOVES_SHOWN : command->ask->moves;
    struct move_list *list;

    if (!command_load_seated(command))
        return;
    list = command_list(command);
    if (list == NULL) {
        buffer_text(command->out, command_problem);
        return;
    }
    command->answer->hidden = command->answer->ok = true;
    for (size_t i = 0; i < list->n; i++)
        if (!command_is_listed_before(list, i))
            command_write_moves_of(command, list, i, most);
    if (list->n == 0)
        buffer_text(command->out, "There is nothing that you can do now. ");
    command_write_waiting(command);
    free(list);
    command_buttons(command);
}

/* ---- hints ---- */

static const char *const hint_phrases[HINT_SUBJECT_COUNT] = {
    [HINT_POINTS] = "points",
    [HINT_PRODUCTION] = "more cards coming in",
    [HINT_PACE] = "a better pace of building",
    [HINT_PLACES] = "places for settlements",
    [HINT_BUILDINGS] = "buildings",
    [HINT_HARBORS] = "harbors",
    [HINT_NEXT_BUILD] = "building sooner",
    [HINT_HAND] = "cards in hand",
    [HINT_RISK] = "less to lose to a seven and the robber",
    [HINT_CARDS] = "cards to play",
    [HINT_ARMY] = "the largest army",
    [HINT_ROAD] = "the longest road",
    [HINT_LEVELS] = "city improvements",
    [HINT_KNIGHTS] = "knights against the barbarians",
    [HINT_OPPONENTS] = "what it takes from the others",
};

/* A tenth of a percent as "4.6 %". */
static void command_write_share(struct command *command, double share) {
    buffer_format(command->out, "%.1f %%", 100 * share);
}

void command_hint(struct command *command) {
    const struct decision *decision;
    struct hint hint;

    if (!command_load_seated(command))
        return;
    if (!row_faces_bots(&command->load.row, command->seat)) {
        buffer_text(command->out, "Hints are for games in which everybody else is a bot.");
        return;
    }
    if (!row_gives_hints(&command->load.row)) {
        buffer_text(command->out, "This game was made without hints.");
        return;
    }
    command->answer->hidden = true;
    decision = game_decision(&command->view, command->seat);
    if (command->load.row.status != STORE_GAME_ACTIVE || decision == NULL || decision->answered) {
        buffer_text(command->out, "There is nothing that you can do now. ");
        command_write_waiting(command);
        return;
    }
    bot_hint(&command->load.setup, &command->view, command->seat, &hint);
    command->answer->ok = true;
    command_write_move(command, command->out, &hint.action);
    buffer_text(command->out, "\nThen your chance to win is about ");
    command_write_share(command, hint.chance);
    for (unsigned i = 0; i < hint.n; i++) {
        buffer_text(command->out, i == 0 ? ": +" : ", +");
        command_write_share(command, hint.reasons[i].gain);
        buffer_format(command->out, " for %s", hint_phrases[hint.reasons[i].subject]);
    }
    buffer_text(command->out, ".");
    command_buttons(command);
}

/* ---- buttons ---- */

static void command_add_button(struct command *command, const struct choice *choice) {
    struct command_response *answer = command->answer;
    struct command_button *button = &answer->buttons[answer->n_buttons];
    struct buffer label;
    size_t fits;

    if (strlen(choice->words) >= sizeof button->label)
        return;
    buffer_init(&label, NOTATION_MOVE_MAX);
    buffer_format(&label, "%s%s", choice->words, choice->spots.count == 0 ? "" : ": ");
    choices_write_spots(&label, &choice->spots);
    fits = label.size == 0 ? 0 : text_cut(label.data, label.size, sizeof button->label - 1);
    snprintf(button->command, sizeof button->command, "%s", choice->words);
    snprintf(button->label, sizeof button->label, "%.*s", (int)fits, fits == 0 ? "" : label.data);
    title_capital(button->label);
    if (!label.failed)
        answer->n_buttons++;
    buffer_free(&label);
}

void command_buttons(struct command *command) {
    struct store_account account = {.language = LANGUAGE_ENGLISH};
    struct choices *choices;

    command->answer->n_buttons = 0;
    if (command->seat == NONE || command->load.row.status != STORE_GAME_ACTIVE)
        return;
    choices = malloc(sizeof *choices);
    if (choices == NULL)
        return;
    if (store_account_get(command->reader, command->ask->account, &account) != STORE_OK)
        account.language = LANGUAGE_ENGLISH;
    if (choices_find(choices, &command->load, &command->view, command->seat,
                     language_kept(account.language)))
        for (unsigned i = 0; i < choices->count; i++)
            command_add_button(command, &choices->items[i]);
    free(choices);
}

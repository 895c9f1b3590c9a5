/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Commands that show a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "service/base/text.h"
#include "service/bots/bot.h"
#include "service/command/choices.h"
#include "service/command/command_int.h"
#include "service/command/title.h"
#include "service/words/notation.h"
#include "service/words/sentence.h"
#include "service/words/terms.h"

enum { MOVES_SHOWN = 12 /* of one kind of action, unless the sender gives a total */ };

struct sentence command_sentence(const struct command *command, int64_t *deadlines) {
    return (struct sentence){
        .setup = &command->load.setup,
        .labels = command->labels.seats,
        .viewer = command->seat,
        .over = row_over(&command->load.row),
        .language = command->language,
        .zone = command->zone,
        .deadlines = deadlines == NULL ? NULL : clock_deadlines(&command->load.clock, deadlines)};
}

void command_write_waiting(struct command *command) {
    int64_t deadlines[STORE_SEATS_MAX];
    const struct sentence to = command_sentence(command, deadlines);

    sentence_waiting(command->out, &to, &command->view);
    buffer_byte(command->out, '\n');
}

static void command_write_seat(struct command *command, unsigned seat) {
    const struct sentence to = command_sentence(command, NULL);

    sentence_seat(command->out, &to, seat);
}

static void command_write_number(struct command *command, enum text words, unsigned number) {
    text_count(command->out, command->language, words, number);
}

/* ---- the table ---- */

static void command_write_players(struct command *command) {
#define AWARD_TEXT(number, name, figure, of_player) [AWARD_##number] = TEXT_COMMAND_##number,
    static const enum text held[AWARD_COUNT] = {AWARDS(AWARD_TEXT)};
    const struct load *load = &command->load;

    for (unsigned seat = 0; seat < load->setup.rules.players; seat++) {
        const struct player *player = &command->view.players[seat];
        const char *name = command->labels.seats[seat].name;
        unsigned points = game_points_visible(&load->setup, &load->game, seat);

        command_write_seat(command, seat);
        if (name != NULL)
            buffer_format(command->out, " (%s)", name);
        command_write_number(command, TEXT_COMMAND_POINTS, points);
        command_write_number(command, TEXT_COMMAND_CARDS, player->hand_count);
        if (player->dev_count > 0)
            command_write_number(command, TEXT_COMMAND_DEVELOPMENT, player->dev_count);
        if (player->progress_count > 0)
            command_write_number(command, TEXT_COMMAND_PROGRESS, player->progress_count);
        for (unsigned award = 0; award < AWARD_COUNT; award++)
            if (load->game.holders[award] == seat)
                command_tell(command, held[award]);
        buffer_byte(command->out, '\n');
    }
}

/* The buffer's text as a string, owned by the buffer. If memory ran out: "", and OUT is marked failed. */
static const char *string_of(struct buffer *text, struct buffer *out) {
    buffer_byte(text, '\0');
    out->failed |= text->failed;
    return text->failed ? "" : text->data;
}

static void command_write_offer(struct command *command, const struct offer *offer) {
    const struct sentence to = command_sentence(command, NULL);
    struct buffer maker, give, want;
    char id[16];

    buffer_init(&maker, SENTENCE_MAX);
    buffer_init(&give, SENTENCE_MAX);
    buffer_init(&want, SENTENCE_MAX);
    snprintf(id, sizeof id, "%u", (unsigned)offer->id);
    sentence_seat(&maker, &to, offer->player);
    term_cards(&give, command->language, offer->give);
    term_cards(&want, command->language, offer->want);
    text_fill(command->out, command->language, TEXT_COMMAND_OFFER,
              TEXT_ARGS(id, string_of(&maker, command->out), string_of(&give, command->out),
                        string_of(&want, command->out)));
    buffer_free(&maker);
    buffer_free(&give);
    buffer_free(&want);
}

static void command_write_offers(struct command *command) {
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (command->view.offers[i].id != 0)
            command_write_offer(command, &command->view.offers[i]);
}

/* Two numbers of a line. */
static void command_write_numbers(struct command *command, enum text words, unsigned one,
                                  unsigned two) {
    char first[16], second[16];

    snprintf(first, sizeof first, "%u", one);
    snprintf(second, sizeof second, "%u", two);
    text_fill(command->out, command->language, words, TEXT_ARGS(first, second));
}

void command_show(struct command *command) {
    const struct store_game *row = &command->load.row;
    const struct game *game = &command->load.game;

    if (!command_load(command))
        return;
    buffer_format(command->out, "%s%s%s", row->name, row->name[0] == '\0' ? "" : " - ",
                  row->public_id);
    if (game->turn > 0)
        command_write_number(command, TEXT_COMMAND_TURN, (unsigned)game->turn);
    buffer_byte(command->out, '\n');
    command->answer->ok = true;
    if (row->status == STORE_GAME_OPEN) {
        command_tell(command, TEXT_COMMAND_SEATS_FREE);
        return;
    }
    command_write_players(command);
    if (game->last_dice[0] != 0)
        command_write_numbers(command, TEXT_COMMAND_LAST_ROLL, game->last_dice[0],
                              game->last_dice[1]);
    if (command->load.setup.rules.barbarian_steps > 0)
        command_write_numbers(command, TEXT_COMMAND_BARBARIANS, game->barbarians,
                              command->load.setup.rules.barbarian_steps);
    command_write_offers(command);
    command_write_waiting(command);
    if (command->ask->alone)
        command_buttons(command);
}

/* ---- the hand ---- */

/* Loads the game; false, having said why, unless the sender has a seat whose cards can be shown. */
static bool command_load_seated(struct command *command) {
    bool open;

    if (!command_load(command))
        return false;
    open = command->load.row.status == STORE_GAME_OPEN;
    if (command->seat == NONE)
        command_tell(command, TEXT_COMMAND_NO_SEAT);
    else if (open)
        command_tell(command, TEXT_COMMAND_NOT_BEGUN);
    return command->seat != NONE && !open;
}

/* "Red, you hold 2 wool." */
static void command_write_held(struct command *command, struct cards held) {
    const struct sentence to = command_sentence(command, NULL);
    struct buffer name, cards;

    buffer_init(&name, SENTENCE_MAX);
    buffer_init(&cards, SENTENCE_MAX);
    sentence_seat(&name, &to, command->seat);
    term_cards(&cards, command->language, held);
    text_fill(command->out, command->language, TEXT_COMMAND_YOU_HOLD,
              TEXT_ARGS(string_of(&name, command->out), string_of(&cards, command->out)));
    buffer_free(&name);
    buffer_free(&cards);
}

void command_hand(struct command *command) {
    const struct setup *setup = &command->load.setup;
    const struct player *player;
    const char *between = text_in(command->language, TEXT_COMMAND_HELD_DEVELOPMENT);
    bool any = false;

    if (!command_load_seated(command))
        return;
    player = &command->view.players[command->seat];
    command->answer->hidden = command->answer->ok = true;
    command_write_held(command, player->hand);
    for (unsigned card = 0; card < DEV_COUNT; card++) {
        if (player->dev[card] == 0)
            continue;
        buffer_format(command->out, "%s%u %s", any ? ", " : between, player->dev[card],
                      term_dev(command->language, card));
        if (player->dev_new[card] > 0)
            command_write_number(command, TEXT_COMMAND_NEW_CARDS, player->dev_new[card]);
        any = true;
    }
    if (any)
        buffer_byte(command->out, '\n');
    for (unsigned i = 0; i < PROGRESS_HAND_MAX && player->progress[i] != 0; i++) {
        buffer_text(command->out,
                    i == 0 ? text_in(command->language, TEXT_COMMAND_HELD_PROGRESS) : ", ");
        buffer_text(command->out, term_progress(command->language, player->progress[i] - 1U));
        if (i + 1 == PROGRESS_HAND_MAX || player->progress[i + 1] == 0)
            buffer_byte(command->out, '\n');
    }
    command_write_number(command, TEXT_COMMAND_OWN_POINTS,
                         game_points(setup, &command->view, command->seat));
}

/* ---- moves ---- */

/* The sender's legal moves, undos last; free with free(). NULL: no memory. */
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

/* Writes one line for the moves of one type, at most the first few. */
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
        command_write_number(command, TEXT_COMMAND_MORE_MOVES, n - shown);
    buffer_byte(command->out, '\n');
}

/* Whether an earlier move has the same type as AT. */
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
        command_tell(command, TEXT_COMMAND_PROBLEM);
        return;
    }
    command->answer->hidden = command->answer->ok = true;
    for (size_t i = 0; i < list->n; i++)
        if (!command_is_listed_before(list, i))
            command_write_moves_of(command, list, i, most);
    if (list->n == 0)
        command_tell(command, TEXT_COMMAND_NOTHING_TO_DO);
    command_write_waiting(command);
    free(list);
    command_buttons(command);
}

/* ---- hints ---- */

/* A tenth of a percent as "4.6 %". */
enum { SHARE_SIZE = 32 };
static const char *write_share(char text[SHARE_SIZE], double share) {
    snprintf(text, SHARE_SIZE, "%.1f %%", 100 * share);
    return text;
}

/* During the set-up the chance to win means little, so only the reasons are given. */
static void command_write_reasons(struct command *command, const struct hint *hint) {
    const bool begun = command->view.phase != PHASE_SETUP;
    char share[SHARE_SIZE];

    if (begun)
        text_fill(command->out, command->language, TEXT_COMMAND_HINT_CHANCE,
                  TEXT_ARGS(write_share(share, hint->chance)));
    for (unsigned i = 0; i < hint->n; i++) {
        const unsigned thing = hint->reasons[i].thing, subject = hint->reasons[i].subject;
        const enum text phrase = thing == HINT_NO_THING
                                     ? text_named("hint", hint_subject_names[subject])
                                     : text_named("hint.thing", hint_thing_names[thing]);
        const char *between = i == 0 ? ": " : ", ";

        buffer_text(command->out, between);
        if (begun)
            text_fill(command->out, command->language, TEXT_COMMAND_HINT_GAIN,
                      TEXT_ARGS(write_share(share, hint->reasons[i].gain),
                                text_in(command->language, phrase)));
        else
            buffer_text(command->out, text_in(command->language, phrase));
    }
}

void command_hint(struct command *command) {
    const struct decision *decision;
    struct hint hint;

    if (!command_load_seated(command))
        return;
    if (!row_faces_bots(&command->load.row, command->seat)) {
        command_tell(command, TEXT_COMMAND_HINT_BOTS);
        return;
    }
    if (!row_gives_hints(&command->load.row)) {
        command_tell(command, TEXT_COMMAND_HINT_NONE);
        return;
    }
    command->answer->hidden = true;
    decision = game_decision(&command->view, command->seat);
    if (command->load.row.status != STORE_GAME_ACTIVE || decision == NULL || decision->answered) {
        command_tell(command, TEXT_COMMAND_NOTHING_TO_DO);
        command_write_waiting(command);
        return;
    }
    bot_hint(&command->load.setup, &command->view, command->seat,
             trail_offers(&command->load.trail, command->seat), 1, &hint);
    command->answer->ok = true;
    command_write_move(command, command->out, &hint.action);
    command_write_reasons(command, &hint);
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
    struct choices *choices;

    command->answer->n_buttons = 0;
    if (command->seat == NONE || command->load.row.status != STORE_GAME_ACTIVE)
        return;
    choices = malloc(sizeof *choices);
    if (choices == NULL)
        return;
    if (choices_find(choices, &command->load, &command->view, command->seat, command->language))
        for (unsigned i = 0; i < choices->count; i++)
            command_add_button(command, &choices->items[i]);
    free(choices);
}

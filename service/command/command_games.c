/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Finding the game that a command is about, and the list of a player's games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "db/games.h"
#include "service/command/command_int.h"
#include "service/game/access.h"
#include "service/words/sentence.h"

enum {
    GAMES_MAX = 50,   /* of one player considered */
    GAMES_SHOWN = 20, /* in a list */
    PART_MIN = 3,     /* least bytes of the beginning of an id or a name */
};

/* ---- a player's games ---- */

struct entry {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    char name[STORE_TITLE_SIZE];
};

struct entries {
    size_t n;
    struct entry items[GAMES_MAX];
};

static bool command_add_entry(void *context, const struct store_game *row) {
    struct entries *entries = context;
    struct entry *entry = &entries->items[entries->n];

    if (entries->n == GAMES_MAX)
        return false;
    entries->n++;
    entry->id = row->id;
    snprintf(entry->public_id, sizeof entry->public_id, "%s", row->public_id);
    snprintf(entry->name, sizeof entry->name, "%s", row->name);
    return true;
}

/* An account's games that are not over; free with free(). NULL if they cannot be read. */
static struct entries *command_entries(struct store_reader *reader, int64_t account) {
    const struct store_game_filter filter = {
        .statuses = 1u << STORE_GAME_ACTIVE | 1u << STORE_GAME_OPEN,
        .modes = 1u << STORE_MODE_PLAY,
        .player = account,
        .viewer = account,
        .limit = GAMES_MAX,
    };
    struct entries *entries = calloc(1, sizeof *entries);

    if (entries != NULL && store_game_list(reader, &filter, command_add_entry, entries) == STORE_OK)
        return entries;
    free(entries);
    return NULL;
}

/* ---- loading ---- */

void command_unload(struct command *command) {
    if (command->loaded)
        load_end(&command->load);
    command->loaded = false;
}

bool command_load_id(struct command *command, const char *id) {
    struct load *load = &command->load;
    char called[STORE_TITLE_SIZE + STORE_ID_SIZE + 8];
    enum store_result result;

    command_unload(command);
    result = access_open(load, command->reader, id, command->ask->account);
    if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, NULL, NULL);
    if (result == STORE_DAMAGED) {
        snprintf(called, sizeof called, "%s%s%s", load->row.name,
                 load->row.name[0] == '\0' ? "" : " - ", id);
        text_fill(command->out, command->language, TEXT_COMMAND_DAMAGED, TEXT_ARGS(called));
    } else if (result != STORE_OK) {
        command_tell(command,
                     result == STORE_NONE ? TEXT_COMMAND_NO_SUCH_GAME : TEXT_COMMAND_PROBLEM);
    }
    if (result != STORE_OK) {
        load_end(load);
        return false;
    }
    command->loaded = true;
    command->seat = row_seat(&load->row, command->ask->account);
    row_names(&load->row, &command->labels);
    game_view(&load->setup, &load->game, command->seat, &command->view);
    return true;
}

/* Whether the game waits for the sender. */
static bool command_is_waited_for(const struct command *command) {
    const struct decision *decision;

    if (command->seat == NONE || command->load.row.status != STORE_GAME_ACTIVE)
        return false;
    decision = game_asked(&command->view, command->seat);
    return decision != NULL && !decision->answered;
}

/* Loads the only possible game if none is named. Moves in answer to a mail about several games must name
 * theirs: which game is waiting by now does not tell which one was meant. */
static bool command_load_only(struct command *command) {
    struct entries *entries = command_entries(command->reader, command->ask->account);
    bool named_alone = command->moves && command->ask->told != NULL;
    const char *id = NULL;
    unsigned waiting = 0;
    size_t n = 0;

    if (entries == NULL) {
        command_tell(command, TEXT_COMMAND_PROBLEM);
        return false;
    }
    n = entries->n;
    if (n == 1)
        id = entries->items[0].public_id;
    for (size_t i = 0; n > 1 && i < n && !named_alone; i++)
        if (command_load_id(command, entries->items[i].public_id) &&
            command_is_waited_for(command)) {
            id = entries->items[i].public_id;
            waiting++;
        }
    command_unload(command);
    if (n == 0)
        command_tell(command, TEXT_COMMAND_NO_GAMES);
    else if (id == NULL || waiting > 1)
        text_count(command->out, command->language, TEXT_COMMAND_WHICH_GAME, n);
    else if (command_load_id(command, id)) {
        free(entries);
        return true;
    }
    free(entries);
    return false;
}

/* How well a text names a game: 0 not at all, 1 by its beginning, 2 exactly. */
static unsigned command_name_fit(const char *text, size_t len, const char *whole) {
    if (len == 0 || strncasecmp(text, whole, len) != 0)
        return 0;
    return whole[len] == '\0' ? 2 : len >= PART_MIN ? 1 : 0;
}

size_t command_find(struct store_reader *reader, int64_t account, const char *text, size_t len,
                    char id[STORE_ID_SIZE]) {
    struct entries *entries = command_entries(reader, account);
    unsigned best = 0;
    size_t n = 0;

    id[0] = '\0';
    if (entries == NULL)
        return SIZE_MAX;
    for (size_t i = 0; i < entries->n; i++) {
        const struct entry *entry = &entries->items[i];
        unsigned by_id = command_name_fit(text, len, entry->public_id);
        unsigned by_name = command_name_fit(text, len, entry->name);
        unsigned fit = by_id > by_name ? by_id : by_name;

        if (fit == 0 || fit < best)
            continue;
        n = fit == best ? n + 1 : 1;
        best = fit;
        snprintf(id, STORE_ID_SIZE, "%s", entry->public_id);
    }
    free(entries);
    if (n == 0) /* another player's game, or one that is over */
        snprintf(id, STORE_ID_SIZE, "%.*s", (int)(len < STORE_ID_SIZE ? len : STORE_ID_SIZE - 1),
                 text);
    return n;
}

static bool command_load_named(struct command *command) {
    char id[STORE_ID_SIZE];
    size_t n =
        command_find(command->reader, command->ask->account, command->rest, command->rest_len, id);

    if (n == SIZE_MAX)
        command_tell(command, TEXT_COMMAND_PROBLEM);
    else if (n > 1)
        command_tell(command, TEXT_COMMAND_AMBIGUOUS);
    return n <= 1 && command_load_id(command, id);
}

bool command_load(struct command *command) {
    const char *current = command->ask->game;
    struct command_response *answer = command->answer;
    bool loaded;

    if (command->rest_len > 0)
        loaded = command_load_named(command);
    else if (current != NULL && current[0] != '\0')
        loaded = command_load_id(command, current);
    else
        loaded = command_load_only(command);
    if (!loaded)
        return false;
    snprintf(answer->game, sizeof answer->game, "%s", command->load.row.public_id);
    answer->seq = command->load.game.seq;
    command->secret = !access_is_listed(&command->load.row);
    return true;
}

/* ---- the list ---- */

struct line {
    bool waits;
    int64_t deadline; /* 0: none */
    size_t start, len;
};

static int command_compare_lines(const void *a, const void *b) {
    const struct line *one = a, *two = b;

    if (one->waits != two->waits)
        return one->waits ? -1 : 1;
    if (one->deadline != two->deadline) {
        if (one->deadline == 0 || two->deadline == 0)
            return one->deadline == 0 ? 1 : -1;
        return one->deadline < two->deadline ? -1 : 1;
    }
    return one->start < two->start ? -1 : one->start > two->start;
}

static void command_write_game(struct command *command, struct buffer *out, struct line *line) {
    const struct store_game *row = &command->load.row;
    int64_t deadlines[STORE_SEATS_MAX];
    const struct sentence to = command_sentence(command, deadlines);

    line->start = out->size;
    line->waits = command_is_waited_for(command);
    line->deadline = line->waits ? clock_deadline(&command->load.clock, command->seat) : 0;
    buffer_format(out, "%s%s%s: ", row->name, row->name[0] == '\0' ? "" : " - ", row->public_id);
    if (row->status == STORE_GAME_OPEN) {
        buffer_text(out, text_in(command->language, TEXT_COMMAND_SEATS_FREE_OF));
    } else if (line->waits) {
        buffer_text(out, text_in(command->language, TEXT_COMMAND_YOUR_MOVE));
        sentence_decision(out, &to, game_asked(&command->view, command->seat));
        sentence_until(out, &to, line->deadline);
        buffer_byte(out, '.');
    } else {
        sentence_waiting(out, &to, &command->view);
    }
    buffer_byte(out, '\n');
    line->len = out->size - line->start;
}

void command_games(struct command *command) {
    struct entries *entries = command_entries(command->reader, command->ask->account);
    struct line lines[GAMES_MAX];
    struct buffer text;
    size_t n = 0;

    command->answer->hidden = true; /* others must not see private games */
    if (entries == NULL) {
        command_tell(command, TEXT_COMMAND_PROBLEM);
        return;
    }
    buffer_init(&text, command->out->limit);
    for (size_t i = 0; i < entries->n; i++)
        if (command_load_id(command, entries->items[i].public_id))
            command_write_game(command, &text, &lines[n++]);
    command_unload(command);
    qsort(lines, n, sizeof *lines, command_compare_lines);
    for (size_t i = 0; !text.failed && i < n && i < GAMES_SHOWN; i++)
        buffer_append(command->out, text.data + lines[i].start, lines[i].len);
    if (n > GAMES_SHOWN)
        text_count(command->out, command->language, TEXT_COMMAND_MORE_GAMES, n - GAMES_SHOWN);
    if (n == 0)
        command_tell(command, TEXT_COMMAND_NO_GAMES);
    command->answer->ok = !text.failed;
    buffer_free(&text);
    free(entries);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost log: the log of a game in words, for the operator. Nothing is hidden. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "service/cli/cli.h"
#include "service/game/load.h"
#include "service/words/notation.h"
#include "service/words/sentence.h"

enum { TIME_SIZE = 40, WORDS_WIDTH = 24 /* least columns for a move */ };

static void print_time(int64_t at) {
    time_t seconds = (time_t)(at / 1000);
    char text[TIME_SIZE];
    struct tm utc;

    gmtime_r(&seconds, &utc);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &utc);
    printf("%s.%03d", text, (int)(at % 1000));
}

/* The move as typed by a player, and its outcome; hidden cards included. */
static void print_words(const struct load *load, const struct seat_label *labels,
                        const struct game *before, const struct event *event) {
    const struct sentence to = {
        .setup = &load->setup, .labels = labels, .viewer = VIEWER_ALL, .over = true};
    struct buffer text;

    buffer_init(&text, NOTATION_MOVE_MAX + SENTENCE_MAX);
    if (event_is_action(event->type))
        notation_write(&text, &load->setup, labels, &event->action);
    while (!text.failed && text.size < WORDS_WIDTH)
        buffer_byte(&text, ' ');
    buffer_text(&text, "  ");
    sentence_write(&text, &to, before, &load->game, event);
    if (text.failed)
        printf("(no memory)");
    else
        printf("%.*s", (int)text.size, text.data);
    buffer_free(&text);
}

static bool print_event(void *context, struct load *load, const struct game *before,
                        const struct event *event, int64_t at) {
    const struct labels *labels = context;

    printf("%5u  ", (unsigned)load->game.seq);
    print_time(at);
    printf("  %-7s  ", event_by_names[event->by]);
    print_words(load, labels->seats, before, event);
    if (event_is_action(event->type) && game_parts(&load->setup, before, &event->action) != 0 &&
        event->drawn == 0)
        printf(" (given)"); /* not drawn by the server: a table game's dice */
    putchar('\n');
    return true;
}

/* Lists the players, as the log itself only names colors. */
static void print_people(const struct load *load, const struct labels *labels) {
    for (unsigned seat = 0; seat < load->setup.rules.players; seat++) {
        struct buffer color;

        buffer_init(&color, SENTENCE_NAME_SIZE);
        sentence_color(&color, LANGUAGE_ENGLISH, labels->seats, seat);
        if (labels->seats[seat].name != NULL && !color.failed)
            printf("%.*s is %s\n", (int)color.size, color.data, labels->seats[seat].name);
        buffer_free(&color);
    }
}

static int print_log(struct store *store, const char *id) {
    struct store_reader *reader = store_reader_get(store);
    struct labels labels;
    struct load load;
    enum store_result result;

    if (reader == NULL)
        return 1;
    result = load_open(&load, reader, id);
    if (result == STORE_OK) {
        row_names(&load.row, &labels);
        printf("game %s, %s, %d players, %s\n", load.row.public_id, mode_names[load.row.mode],
               load.row.seat_count, status_names[load.row.status]);
        print_people(&load, &labels);
        result = load_replay(&load, LOAD_LATEST, print_event, &labels);
    }
    load_end(&load);
    if (result == STORE_NONE)
        fprintf(stderr, "hexpost: game \"%s\" is not in this database\n", id);
    else if (result != STORE_OK)
        fprintf(stderr, "hexpost: cannot read the log (%s)\n", store_result_name(result));
    return result == STORE_OK && fflush(stdout) == 0 ? 0 : 1;
}

/* Removes and returns the one argument that is neither a flag nor a flag's value. */
static const char *take_game(int *argc, char **argv) {
    const char *game = NULL;
    int kept = 0;

    for (int i = 0; i < *argc; i++) {
        bool flag = strncmp(argv[i], "--", 2) == 0;

        if (!flag && game == NULL) {
            game = argv[i];
            continue;
        }
        argv[kept++] = argv[i];
        if (flag && strchr(argv[i], '=') == NULL && i + 1 < *argc)
            argv[kept++] = argv[++i];
    }
    *argc = kept;
    return game;
}

int cli_log(int argc, char **argv) {
    const char *game = take_game(&argc, argv);
    struct config config;
    struct store *store;
    int status;

    if (!cli_config(&config, argc, argv))
        return 2;
    if (game == NULL) {
        fprintf(stderr, "hexpost: say which game: hexpost log --db FILE GAME\n");
        return 2;
    }
    if (store_open(&store, &(struct store_options){.path = config.db,
                                                   .read_only = true,
                                                   .log = cli_store_log}) != STORE_OK)
        return 1;
    status = print_log(store, game);
    store_close(store);
    return status;
}

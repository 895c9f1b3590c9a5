/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost log: the log of a game in words, for whoever runs the server. Nothing is hidden here. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "service/cli/cli.h"
#include "service/load.h"

enum { TIME_SIZE = 40 };

static void print_time(int64_t at) {
    time_t seconds = (time_t)(at / 1000);
    char text[TIME_SIZE];
    struct tm utc;

    gmtime_r(&seconds, &utc);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &utc);
    printf("%s.%03d", text, (int)(at % 1000));
}

/* "build_road" as "build road" */
static void print_words(const char *name) {
    for (; *name != '\0'; name++)
        putchar(*name == '_' ? ' ' : *name);
}

static void print_cards(struct cards cards) {
    const char *between = "";

    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        if (cards.n[kind] == 0)
            continue;
        printf("%s%d %s", between, cards.n[kind], kind_names[kind]);
        between = ", ";
    }
    if (*between == '\0')
        printf("nothing");
}

static void print_set(unsigned set) {
    const char *between = "";

    for (unsigned i = 0; set >> i != 0; i++)
        if (set >> i & 1) {
            printf("%s%u", between, i);
            between = ",";
        }
    if (set == 0)
        printf("nobody");
}

static void print_places(const uint8_t *places, size_t max) {
    const char *between = "";

    for (size_t i = 0; i < max && places[i] != NONE; i++) {
        printf("%s%d", between, places[i]);
        between = " and ";
    }
    if (*between == '\0')
        printf("nobody");
}

/* A name out of a table, or that there is none. */
static void print_name(const char *const *names, unsigned at) {
    if (at == NONE)
        printf("none");
    else
        print_words(names[at]);
}

static void print_field(const struct action *action, const struct field *field) {
    const uint8_t *at = (const uint8_t *)action + field->offset;
    struct cards cards;
    uint32_t number;

    printf(" %s ", field->name);
    switch ((enum field_type)field->type) {
    case FIELD_CARDS:
        memcpy(&cards, at, sizeof cards);
        print_cards(cards);
        break;
    case FIELD_REF:
        memcpy(&number, at, sizeof number);
        printf("%u", (unsigned)number);
        break;
    case FIELD_HEXES:
    case FIELD_EDGES: print_places(at, sizeof action->edges); break;
    case FIELD_VERTICES: print_places(at, VERTICES_MAX); break;
    case FIELD_SEATS_OR_ALL:
    case FIELD_SEATS: print_set(*at); break;
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND:
    case FIELD_KIND: print_name(kind_names, *at); break;
    case FIELD_DEV: print_name(dev_names, *at); break;
    case FIELD_PROGRESS:
    case FIELD_PROGRESS_OR_NULL: print_name(progress_names, *at); break;
    case FIELD_TRACK: print_name(track_names, *at); break;
    case FIELD_PIECE: print_name(piece_names, *at); break;
    case FIELD_BOOL: printf("%s", *at ? "yes" : "no"); break;
    default:
        if (*at == NONE)
            printf("nobody");
        else
            printf("%d", *at);
    }
}

/* The event die and the progress cards it brought, or what the Bishop took. */
static void print_dealt(const struct event *event) {
    const struct outcome *outcome = &event->outcome;
    if (outcome->event != FACE_NONE)
        printf(", %s", face_names[outcome->event]);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        if (outcome->dealt[seat] == 0)
            continue;
        printf(", %u: ", seat);
        print_words(event->type == ROLL ? progress_names[outcome->dealt[seat] - 1]
                                        : kind_names[outcome->dealt[seat] - 1]);
    }
}

static void print_action(const struct event *event) {
    const struct field *field = action_fields(event->type, action_form(&event->action));
    const struct outcome *outcome = &event->outcome;
    unsigned parts = action_parts(&event->action);

    for (; field != NULL && field->type != FIELD_END; field++)
        if (!field->optional || ((const uint8_t *)&event->action)[field->offset] !=
                                    field_missing((enum field_type)field->type))
            print_field(&event->action, field);
    if (parts == 0)
        return;
    printf(event->drawn != 0 ? "; drawn:" : "; given:");
    if (parts & PART_DICE)
        printf(" %d + %d", outcome->yellow, outcome->red);
    if (parts & PART_CARD) {
        putchar(' ');
        print_words(event->type == BUY_DEV_CARD           ? dev_names[outcome->card]
                    : event->type == CHOOSE_PROGRESS_DECK ? progress_names[outcome->card]
                                                          : kind_names[outcome->card]);
    }
    if (event->type == FORCED_TRADE) {
        putchar(' ');
        print_cards(outcome->cards);
    } else if (parts & PART_CARDS) {
        print_dealt(event);
    }
}

static void print_own(const struct event *event) {
    switch (event->type) {
    case EVENT_START:
        for (unsigned i = 0; i < event->start.n_rolls; i++)
            printf(" seat %d rolls %d + %d,", event->start.rolls[i].seat,
                   event->start.rolls[i].yellow, event->start.rolls[i].red);
        printf(" seat %d begins", event->start.first);
        break;
    case EVENT_SEAT_CHANGED:
        printf(": %s plays seat %d", event->seat_changed.to_bot ? "a bot" : "somebody else",
               event->seat_changed.seat);
        break;
    case EVENT_FINISHED:
        if (event->finished.winner == NONE)
            printf(": abandoned, points");
        else
            printf(": seat %d wins, points", event->finished.winner);
        for (unsigned i = 0; i < event->finished.n_points; i++)
            printf(" %d", event->finished.points[i]);
        break;
    default: break;
    }
}

static void print_effects(const struct setup *setup, const struct game *before,
                          const struct game *after, const struct event *event) {
    struct effect effects[SEAT_MAX];
    size_t n = event_effects(setup, before, after, event, VIEWER_ALL, effects);

    for (size_t i = 0; i < n; i++) {
        if (effects[i].lose_count > 0) {
            printf("; seat %d loses ", effects[i].player);
            print_cards(effects[i].lose);
        }
        if (effects[i].gain_count > 0) {
            printf("; seat %d gets ", effects[i].player);
            print_cards(effects[i].gain);
        }
    }
}

static bool print_event(void *context, struct load *load, const struct game *before,
                        const struct event *event, int64_t at) {
    const struct labels *labels = context;

    printf("%5u  ", (unsigned)load->game.seq);
    print_time(at);
    if (event->player == NONE)
        printf("  -");
    else if (labels->seats[event->player].name != NULL)
        printf("  seat %d (%s)", event->player, labels->seats[event->player].name);
    else
        printf("  seat %d", event->player);
    if (event->by != BY_PLAYER)
        printf(" by %s", event_by_names[event->by]);
    printf("  ");
    print_words(event_type_name(event->type));
    if (event_is_action(event->type))
        print_action(event);
    else
        print_own(event);
    print_effects(&load->setup, before, &load->game, event);
    putchar('\n');
    return true;
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
        row_labels(&load.row, &labels);
        printf("game %s, %s, %d players, %s\n", load.row.public_id, mode_names[load.row.mode],
               load.row.seat_count, status_names[load.row.status]);
        result = load_replay(&load, LOAD_LATEST, print_event, &labels);
    }
    load_end(&load);
    if (result == STORE_NONE)
        fprintf(stderr, "hexpost: there is no game \"%s\" in this database\n", id);
    else if (result != STORE_OK)
        fprintf(stderr, "hexpost: the log cannot be read (%s)\n", store_result_name(result));
    return result == STORE_OK && fflush(stdout) == 0 ? 0 : 1;
}

/* Takes the one argument that is neither a flag nor a flag's value. */
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

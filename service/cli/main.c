/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/cli/cli.h"

struct command {
    const char *name;
    const char *usage;
    const char *summary;
    int (*run)(int argc, char **argv);
};

static int print_help(int argc, char **argv);
static int print_version(int argc, char **argv);

static const struct command commands[] = {
    {"serve", "[--listen ADDR] [--db FILE] [SETTINGS]",
     "brings the database up to date and serves until SIGTERM", cli_serve},
    {"migrate", "--db FILE", "only brings the database up to date", cli_migrate},
    {"backup", "--db FILE --to FILE", "copies the database, also while a server runs on it",
     cli_backup},
    {"chat-setup", "[SETTINGS]", "tells chat platforms about this server, once", cli_chat_setup},
    {"verify", "RECORD.json",
     "replays a record by the rules and checks its fairness proof; - is stdin", cli_verify},
    {"log", "--db FILE GAME", "prints a game's log in words", cli_log},
    {"mail-in", "[--url URL | --db FILE] [RECIPIENT]",
     "takes a mail from a mail server on stdin: an answer, or one that came back", cli_mail_in},
    {"bench", "[--quick]", "measures the rules engine on one core; one JSON object", cli_bench},
    {"help", "[COMMAND]", "says how to use the program or one of its commands", print_help},
    {"--version", "", "prints the version", print_version},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const struct command *find_command(const char *name) {
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int refuse_command(const char *name) {
    fprintf(stderr, "hexpost: there is no command \"%s\"; `hexpost help` lists them\n", name);
    return 2;
}

static int print_help(int argc, char **argv) {
    const struct command *command = argc > 0 ? find_command(argv[0]) : NULL;

    if (argc > 0 && command == NULL)
        return refuse_command(argv[0]);
    if (command != NULL) {
        printf("hexpost %s %s\n  %s\n", command->name, command->usage, command->summary);
        if (command->run == cli_serve)
            config_help();
        return 0;
    }
    printf("Usage: hexpost COMMAND ...\n\nCommands:\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].summary);
    printf("\n");
    config_help();
    return 0;
}

static int print_version(int argc, char **argv) {
    (void)argc;
    (void)argv;
    printf("hexpost " HEXPOST_VERSION "\n");
    return 0;
}

int main(int argc, char **argv) {
    const struct command *command;

    if (argc < 2) {
        print_help(0, NULL);
        return 2;
    }
    command = find_command(argv[1]);
    if (command == NULL)
        return refuse_command(argv[1]);
    if (sodium_init() < 0) {
        fprintf(stderr, "hexpost: the random number generator cannot be used\n");
        return 1;
    }
    return command->run(argc - 2, argv + 2);
}

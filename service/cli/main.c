/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/log.h"
#include "service/cli/cli.h"

static int print_version(int argc, char **argv);

const struct cli_command cli_commands[] = {
    {"serve", "[--listen ADDR] [--db FILE] [SETTINGS]",
     "brings the database up to date and serves until SIGTERM", cli_serve},
    {"migrate", "--db FILE", "only brings the database up to date", cli_migrate},
    {"backup", "--db FILE --to FILE", "copies the database, also while a server runs on it",
     cli_backup},
    {"copy", "--from DB --to DB",
     "moves everything into an empty database, from a file to PostgreSQL or back, compares and "
     "replays it;"
     " no server may run on either",
     cli_copy},
    {"check", "--db FILE",
     "looks for damage, and names each damaged game; also while a server runs on it", cli_check},
    {"chat-setup", "[SETTINGS]", "tells chat platforms about this server, once", cli_chat_setup},
    {"verify", "RECORD.json",
     "replays a record by the rules and checks its fairness proof; - is stdin", cli_verify},
    {"export", "--db FILE --dump FOLDER",
     "writes the records of all public games that are over, a compressed file a month; also while "
     "a server runs on the "
     "database, and again and again",
     cli_export},
    {"rate",
     "--db FILE [--game ID] [--player NAME] [--from TIME] [--until TIME] [--restore] [--dry-run]",
     "counts all rated games again and says whose rating changes; given a game, a player or a "
     "time, first annuls those "
     "games, or restores them; no server may run on a file",
     cli_rate},
    {"moderator", "[--remove] NAME --db FILE",
     "makes an account a moderator, or ends that; no server may run on a file", cli_moderator},
    {"moderate", "ORDER [WORDS] [--days N] [--account NAME] --db FILE",
     "reports, sanctions, appeals, log, pairs: prints them; answer REPORT RULING TEXT, decide NAME "
     "RULING "
     "TEXT, appeal SANCTION kept|lifted TEXT, lift SANCTION TEXT, annul-game GAME TEXT, "
     "annul-player NAME TEXT: decides as a moderator does; a RULING is none, warn, mute, unrated "
     "or close; no server may run on a file",
     cli_moderate},
    {"log", "--db FILE GAME", "prints a game's log in words", cli_log},
    {"mail-in", "[--url URL | --db FILE] [RECIPIENT]",
     "takes a mail from a mail server on stdin: a reply or a bounce", cli_mail_in},
    {"bench", "[--quick|--count]", "measures the rules engine on one core; one JSON object",
     cli_bench},
    {"arena",
     "--bots NAME[,NAME] [--games N] [--players N] [--seed N] [--rules base|EDITION|SCENARIO] "
     "[--gate PERCENT] [--engine COMMAND [--engine-ms N]]",
     "lets bots play against each other, and prints how often each wins; the bot \"engine\" is the "
     "program COMMAND",
     cli_arena},
    {"vocabulary", "",
     "prints the words of the rules engine as JSON: names, actions with their fields, options, "
     "refusals",
     cli_vocabulary},
    {"draw", "", "draws pictures for `hexpost serve`, which starts it", cli_draw},
    {"mime", "", "reads and writes mails for `hexpost serve`, which starts it", cli_mime},
    {"help", "[COMMAND | --man]",
     "says how to use the program or one of its commands; --man: as a manual page", cli_help},
    {"--version", "", "prints the version", print_version},
    {0},
};

const struct cli_command *cli_find_command(const char *name) {
    const char *wanted = strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 ? "help" : name;

    for (const struct cli_command *command = cli_commands; command->name != NULL; command++)
        if (strcmp(command->name, wanted) == 0)
            return command;
    fprintf(stderr, "hexpost: there is no command \"%s\"; `hexpost help` lists them\n", name);
    return NULL;
}

static int print_version(int argc, char **argv) {
    (void)argc;
    (void)argv;
    printf("hexpost " HEXPOST_VERSION "\n");
    return 0;
}

int main(int argc, char **argv) {
    const struct cli_command *command;
    int status;

    /* Reaching the limit on file size counts as a full disk, and must not end the program. */
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2) {
        cli_help(0, NULL);
        return 2;
    }
    command = cli_find_command(argv[1]);
    if (command == NULL)
        return 2;
    if (sodium_init() < 0) {
        fprintf(stderr, "hexpost: cannot use the random number generator\n");
        return 1;
    }
    status = command->run(argc - 2, argv + 2);
    log_end();
    return status;
}

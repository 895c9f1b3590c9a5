/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CLI_CLI_H
#define SERVICE_CLI_CLI_H

#include "db/store.h"
#include "service/app/config.h"

/* The program's commands. argv holds the arguments after the command's name; the result is the
 * program's exit status: 0 success, 1 failure, 2 wrong usage. */
int cli_chat_setup(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_migrate(int argc, char **argv);
int cli_backup(int argc, char **argv);
int cli_copy(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_rate(int argc, char **argv);
int cli_log(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_arena(int argc, char **argv);
int cli_vocabulary(int argc, char **argv);
int cli_draw(int argc, char **argv);
int cli_mime(int argc, char **argv);
int cli_moderate(int argc, char **argv);
int cli_moderator(int argc, char **argv);
int cli_mail_in(int argc, char **argv);
int cli_help(int argc, char **argv);

/* A row of the table of commands in main.c; the program's help and manual page are generated from
 * it. */
struct cli_command {
    const char *name;
    const char *usage;
    const char *summary;
    int (*run)(int argc, char **argv);
};
/* Ends with a row without a name. */
extern const struct cli_command cli_commands[];

/* The command of that name; NULL, with a sentence on stderr, if there is none. */
const struct cli_command *cli_find_command(const char *name);

/* Reads flags into config; on failure says why on stderr and returns false. */
bool cli_config(struct config *config, int argc, char **argv);

/* Removes "--NAME VALUE" from the arguments, the rest of which is for cli_config. NULL: not there. */
const char *cli_take_argument(const char *name, int *argc, char **argv);

/* The store's log callback: to stderr. */
void cli_store_log(void *context, enum store_log_level level, const char *message);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost help: the tables of commands and settings as text, and as a manual page. */
#include <stdio.h>
#include <string.h>

#include "service/cli/cli.h"

static void print_settings(void) {
    struct config_setting s;

    printf("Settings, as flags or in the environment; flags win:\n");
    for (size_t i = 0; config_describe(i, &s); i++)
        printf("  %s%-24s %-32s %s%s%s%s\n", s.flag == NULL ? "  " : "--",
               s.flag == NULL ? "" : s.flag, s.variable, s.help, *s.initial == '\0' ? "" : " (",
               s.initial, *s.initial == '\0' ? "" : ")");
}

/* Escapes text for troff: hyphens can be copied into a shell, and no line is taken for a request. */
static void roff_text(const char *text) {
    if (*text == '.' || *text == '\'')
        printf("\\&");
    for (; *text != '\0'; text++)
        switch (*text) {
        case '\\': printf("\\e"); break;
        case '-': printf("\\-"); break;
        case '`': printf("\\(ga"); break;
        case '\'': printf("\\(aq"); break;
        default: putchar(*text);
        }
}

static void roff_line(const char *before, const char *text) {
    printf("%s", before);
    roff_text(text);
    printf("\n");
}

/* "serve [--db FILE]" in bold and plain. */
static void roff_usage(const char *program, const struct cli_command *command) {
    printf(".B %s", program);
    roff_text(command->name);
    printf("\n");
    if (*command->usage != '\0')
        roff_line("", command->usage);
}

static void roff_settings(void) {
    struct config_setting s;

    printf(
        ".SH SETTINGS\nEach is a flag or an environment variable; flags win. Secrets can be set in "
        "the\nenvironment only. The default is in parentheses.\n");
    for (size_t i = 0; config_describe(i, &s); i++) {
        printf(".TP\n.BR ");
        if (s.flag != NULL) {
            roff_text("--");
            roff_text(s.flag);
            printf(" \", \" ");
        }
        roff_line("", s.variable);
        roff_line("", s.help);
        if (*s.initial != '\0') {
            printf("(");
            roff_text(s.initial);
            printf(")\n");
        }
    }
}

static void roff_page(void) {
    const struct cli_command *command;

    printf(
        ".\\\" SPDX-License-Identifier: AGPL-3.0-or-later\n.\\\" Made by `hexpost help --man`.\n"
        ".TH HEXPOST 1 \"\" \"hexpost " HEXPOST_VERSION "\" \"User Commands\"\n"
        ".SH NAME\nhexpost \\- a server for correspondence games on a hex island\n.SH SYNOPSIS\n");
    for (command = cli_commands; command->name != NULL; command++) {
        roff_usage("hexpost ", command);
        if (command[1].name != NULL)
            printf(".br\n");
    }
    printf(".SH COMMANDS\n");
    for (command = cli_commands; command->name != NULL; command++) {
        printf(".TP\n");
        roff_line(".B ", command->name);
        roff_line("", command->summary);
    }
    roff_settings();
    printf(".SH \"EXIT STATUS\"\n0 on success, 1 on failure, 2 on wrong usage.\n.B "
           "mail\\-in\nexits with 75 if the mail should be delivered again.\n");
}

int cli_help(int argc, char **argv) {
    const struct cli_command *command = NULL;

    if (argc > 0 && strcmp(argv[0], "--man") == 0) {
        roff_page();
        return 0;
    }
    if (argc > 0) {
        command = cli_find_command(argv[0]);
        if (command == NULL)
            return 2;
        printf("hexpost %s %s\n  %s\n", command->name, command->usage, command->summary);
        if (command->run == cli_serve)
            print_settings();
        return 0;
    }
    printf("Usage: hexpost COMMAND ...\n\nCommands:\n");
    for (command = cli_commands; command->name != NULL; command++)
        printf("  %-10s %s\n", command->name, command->summary);
    printf("\n");
    print_settings();
    return 0;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "db/backup.h"
#include "db/copy.h"
#include "service/base/log.h"
#include "service/cli/cli.h"

/* The commands that maintain the database: migrate, backup and copy. */

bool cli_config(struct config *config, int argc, char **argv) {
    char error[256];

    if (config_read(config, argc, argv, error, sizeof error))
        return true;
    fprintf(stderr, "hexpost: %s\n", error);
    return false;
}

void cli_store_log(void *context, enum store_log_level level, const char *message) {
    static const char *const names[] = {
        [STORE_LOG_INFO] = "info", [STORE_LOG_WARNING] = "warning", [STORE_LOG_ERROR] = "error"};

    (void)context;
    log_line(names[level], "%s", message);
}

int cli_migrate(int argc, char **argv) {
    struct config config;
    enum store_result result;

    if (!cli_config(&config, argc, argv))
        return 2;
    result = store_migrate(&(struct store_options){.path = config.db, .log = cli_store_log});
    return result == STORE_OK ? 0 : 1;
}

const char *cli_take_argument(const char *name, int *argc, char **argv) {
    const char *target = NULL;
    size_t size = strlen(name);
    int kept = 0;

    for (int i = 0; i < *argc; i++) {
        if (strcmp(argv[i], name) == 0 && i + 1 < *argc)
            target = argv[++i];
        else if (strncmp(argv[i], name, size) == 0 && argv[i][size] == '=')
            target = argv[i] + size + 1;
        else
            argv[kept++] = argv[i];
    }
    *argc = kept;
    return target;
}

int cli_backup(int argc, char **argv) {
    const char *target = cli_take_argument("--to", &argc, argv);
    struct config config;
    enum store_result result;

    if (!cli_config(&config, argc, argv))
        return 2;
    if (target == NULL || *target == '\0') {
        fprintf(stderr, "hexpost: say where to write the backup with --to FILE\n");
        return 2;
    }
    result = store_backup(&(struct store_options){.path = config.db, .log = cli_store_log}, target,
                          NULL, NULL);
    if (result == STORE_CONFLICT)
        fprintf(stderr, "hexpost: %s exists already; a backup never overwrites\n", target);
    else if (result == STORE_FULL)
        fprintf(
            stderr,
            "hexpost: no backup was written: there is no room for it on the disk, or within the "
            "largest size of a file (ulimit -f)\n");
    else if (result != STORE_OK)
        fprintf(stderr, "hexpost: no backup was written (%s)\n", store_result_name(result));
    return result == STORE_OK ? 0 : 1;
}

static void print_progress(void *context, const char *table, int64_t rows) {
    (void)context;
    fprintf(stderr, "%s: %" PRId64 "\n", table, rows);
}

int cli_copy(int argc, char **argv) {
    const char *from = cli_take_argument("--from", &argc, argv);
    const char *to = cli_take_argument("--to", &argc, argv);
    struct store_copied copied;
    enum store_result result;

    if (from == NULL || to == NULL || *from == '\0' || *to == '\0' || argc > 0) {
        fprintf(stderr, "hexpost: say --from and --to, a file or postgresql://... each\n");
        return 2;
    }
    result = store_copy(&(struct store_options){.path = from, .log = cli_store_log},
                        &(struct store_options){.path = to, .log = cli_store_log}, print_progress,
                        NULL, &copied);
    if (result != STORE_OK) {
        fprintf(stderr, "hexpost: %s (%s)\n",
                result == STORE_DAMAGED ? "the copy differs from the original; do not use it"
                                        : "nothing was copied",
                store_result_name(result));
        return 1;
    }
    printf("copied and compared: %" PRId64 " rows of %u tables; replaying each game there\n",
           copied.rows, copied.tables);
    fflush(stdout);
    return cli_check(2, (char *[]){(char[]){"--db"}, (char *)(uintptr_t)to, NULL});
}

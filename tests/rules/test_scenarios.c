/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Every scenario of tests/rules/(all).scn is one test; README.md there describes the notation.
 *
 *     rules_scenarios [WORD...]     those whose file or heading contains one of the words
 *
 * The scenarios of a file run in one process of their own. A failure is reported at once, by its line; a scenario that
 * ends the process (a failed assertion, an endless loop) counts as failed, and the next one runs in a new process.
 * CK_FORK=no runs all of them in this process, for debuggers and sanitizers. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/rules/scenario.h"

enum { SCENARIO_SECONDS = 180 };

/* The results that a process of scenarios leaves for its parent. */
static struct counts {
    size_t next; /* the scenario that has not finished yet */
    unsigned passed, failed;
} * counts;

static bool is_wanted(size_t index, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strstr(scenario_file(index), argv[i]) != NULL ||
            strstr(scenario_heading(index), argv[i]) != NULL)
            return true;
    return argc < 2;
}

static unsigned limit_seconds(void) {
    const char *times = getenv("CK_TIMEOUT_MULTIPLIER");
    long factor = times == NULL ? 1 : strtol(times, NULL, 10);
    return SCENARIO_SECONDS * (unsigned)(factor > 0 ? factor : 1);
}

/* Runs the scenarios from counts->next to END, which are of one file. */
static void run_file(size_t end, int argc, char **argv) {
    for (; counts->next < end; counts->next++) {
        if (scenario_is_preset(counts->next) || !is_wanted(counts->next, argc, argv))
            continue;
        alarm(limit_seconds());
        if (scenario_run(counts->next))
            counts->passed++;
        else
            counts->failed++;
        alarm(0);
    }
}

/* Returns whether there may be more to run in another process. */
static bool run_file_apart(size_t end, int argc, char **argv) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run_file(end, argc, argv);
        fflush(stdout);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("a process for scenarios");
        exit(EXIT_FAILURE);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return false;
    if (WIFSIGNALED(status))
        printf("%s: %s: ended by %s\n", scenario_file(counts->next), scenario_heading(counts->next),
               WTERMSIG(status) == SIGALRM ? "its time" : strsignal(WTERMSIG(status)));
    else
        printf("%s: %s: left the program\n", scenario_file(counts->next),
               scenario_heading(counts->next));
    counts->failed++;
    counts->next++;
    return counts->next < end;
}

int main(int argc, char **argv) {
    const char *fork_wanted = getenv("CK_FORK");
    bool apart = fork_wanted == NULL || strcmp(fork_wanted, "no") != 0;
    scenarios_load();
    counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED) {
        perror("mmap");
        return EXIT_FAILURE;
    }
    for (size_t first = 0, end; first < scenarios_count(); first = end) {
        for (end = first; end < scenarios_count() && scenario_file(end) == scenario_file(first);)
            end++;
        counts->next = first;
        if (!apart)
            run_file(end, argc, argv);
        else
            while (run_file_apart(end, argc, argv))
                ;
    }
    printf("%u passed, %u failed\n", counts->passed, counts->failed);
    return counts->failed == 0 && counts->passed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

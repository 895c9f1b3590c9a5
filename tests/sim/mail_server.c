/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/mail_server.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/random_game.h"

enum {
    LINE_SIZE = 4096,
    MAIL_MAX = 4 << 20,
    ID_SIZE = 64,
    TIMES_MAX = 1 << 14, /* mails that are counted, a power of two */
    OF = 100,            /* of this many mails: */
    REFUSED = 4,         /* refused temporarily */
    DENIED = 2,          /* accepted, but reported as refused */
    SILENT = 2,          /* accepted, then hung up without a reply */
    SLOW = 2,            /* accepted after a delay */
    SLOW_MS = 30,
    BACKLOG = 64,
};

struct talk {
    struct mail_server *server;
    const char *folder;
    uint64_t seed;
    FILE *in, *out;
    char mail[MAIL_MAX];
    size_t size;
    char id[ID_SIZE];
};

static uint8_t times[TIMES_MAX]; /* by the hash of the mail's id */

/* This mail together with how often it was sent; each attempt draws something else. */
static unsigned draw(struct talk *talk) {
    uint64_t hash = UINT64_C(14695981039346656037);
    struct random random;

    for (const char *c = talk->id; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    random = random_seeded(talk->seed ^ hash ^ times[hash % TIMES_MAX]++);
    return random_below(&random, OF);
}

static bool say(struct talk *talk, const char *line) {
    return fprintf(talk->out, "%s\r\n", line) > 0 && fflush(talk->out) == 0;
}

/* Reads the mail's lines up to the one that is a dot. */
static bool read_mail(struct talk *talk) {
    char line[LINE_SIZE];

    talk->size = 0;
    talk->id[0] = '\0';
    while (fgets(line, sizeof line, talk->in) != NULL) {
        size_t size = strlen(line);

        if (strcmp(line, ".\r\n") == 0)
            return true;
        if (strncasecmp(line, "Message-ID: <", 13) == 0 && talk->id[0] == '\0')
            snprintf(talk->id, sizeof talk->id, "%.*s", (int)strcspn(line + 13, "@>/"), line + 13);
        if (talk->size + size > MAIL_MAX)
            return false;
        memcpy(talk->mail + talk->size, line, size);
        talk->size += size;
    }
    return false;
}

static bool lay(struct talk *talk) {
    char path[256];
    FILE *file;
    bool good;

    snprintf(path, sizeof path, "%s/%s.eml", talk->folder, talk->id);
    file = fopen(path, "w");
    if (file == NULL)
        return false;
    good = fwrite(talk->mail, 1, talk->size, file) == talk->size;
    good = fclose(file) == 0 && good;
    talk->server->taken++;
    return good;
}

/* The reply to a mail that was received. */
static void judge(struct talk *talk) {
    unsigned number = draw(talk);

    if (number < REFUSED) {
        talk->server->refused++;
        say(talk, "451 come back later");
        return;
    }
    if (talk->id[0] == '\0' || !lay(talk)) {
        say(talk, "554 this is no mail");
        return;
    }
    number -= REFUSED;
    if (number < DENIED + SILENT)
        talk->server->lies++;
    if (number < DENIED)
        say(talk, "451 something went wrong");
    else if (number >= DENIED + SILENT) {
        if (number < DENIED + SILENT + SLOW)
            nanosleep(&(struct timespec){.tv_nsec = SLOW_MS * 1000000}, NULL);
        say(talk, "250 taken");
    }
}

/* One connection: one mail. */
static void converse(struct talk *talk) {
    char line[LINE_SIZE];

    say(talk, "220 here");
    while (fgets(line, sizeof line, talk->in) != NULL) {
        if (strncasecmp(line, "QUIT", 4) == 0) {
            say(talk, "221 bye");
            return;
        }
        if (strncasecmp(line, "DATA", 4) != 0) {
            say(talk, "250 well");
            continue;
        }
        if (!say(talk, "354 go on") || !read_mail(talk))
            return;
        judge(talk);
        return;
    }
}

static _Noreturn void serve(struct talk *talk, int listening) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN); /* the program is killed at times */
    for (;;) {
        int fd = accept(listening, NULL, NULL);

        talk->in = fd < 0 ? NULL : fdopen(fd, "r");
        talk->out = talk->in == NULL ? NULL : fdopen(dup(fd), "w");
        if (talk->out == NULL)
            _exit(1);
        converse(talk);
        fclose(talk->in);
        fclose(talk->out);
    }
}

struct mail_server *mail_server_start(uint64_t seed, const char *folder) {
    static struct talk talk;
    struct mail_server *server =
        mmap(NULL, sizeof *server, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    pid_t pid;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (server == MAP_FAILED || fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 ||
        listen(fd, BACKLOG) != 0 || getsockname(fd, (struct sockaddr *)&at, &size) != 0)
        return NULL;
    server->port = ntohs(at.sin_port);
    talk.server = server;
    talk.folder = folder;
    talk.seed = seed;
    pid = fork();
    if (pid == 0)
        serve(&talk, fd);
    server->pid = pid;
    close(fd);
    return pid < 0 ? NULL : server;
}

void mail_server_stop(struct mail_server *server) {
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
    munmap(server, sizeof *server);
}

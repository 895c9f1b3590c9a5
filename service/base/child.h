/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_CHILD_H
#define SERVICE_BASE_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "service/base/buffer.h"

/*
 * A process of this program that runs a library for the server which aborts when memory runs out; so it must not
 * run in the server's process. It is started by the first question, kept, and restarted after it has ended. Only
 * one thread at a time may use a child.
 */
enum {
    CHILD_SECONDS = 20,  /* for one question */
    CHILD_END_MS = 1000, /* the same once the server is ending */
};

/* What a child is for. */
struct child_role {
    const char *command; /* its command, which calls child_serve */
    const char *work;    /* what it does, for the log: "draws pictures" */
    int seconds;         /* for one question */
};

struct child {
    const struct child_role *role;
    const char *program;
    int limit_ms; /* for one question; then the process is ended */
    int ending;   /* a descriptor that can be read once the server's end has begun; -1: none */
    pid_t pid;    /* 0: no process */
    int fd;       /* its stdin and stdout */
};

/* PROGRAM: the path of hexpost. ENDING: as in the struct. To be given to child_end. */
void child_init(struct child *child, const struct child_role *role, const char *program,
                int ending);

/* Asks it KIND (any number that child_serve's ANSWER knows) with the bytes of QUESTION, and appends to OUT what it
 * answers. False: it could not answer, or the time was over. */
bool child_ask(struct child *child, uint32_t kind, const struct buffer *question,
               struct buffer *out);

/* Kills its process; the next question starts another one. */
void child_end(struct child *child);

/* Answers a question in the child: appends to OUT; false if it cannot. */
typedef bool child_answer(struct buffer *out, uint32_t kind, const struct buffer *question);

/* The main function of COMMAND's process: answers questions from stdin until its end. QUESTION_MAX, ANSWER_MAX:
 * bytes. Returns the exit status. */
int child_serve(const char *command, size_t question_max, size_t answer_max, child_answer *answer);

#endif

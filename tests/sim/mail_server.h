/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_MAIL_SERVER_H
#define TESTS_SIM_MAIL_SERVER_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A mail server as they are: a process that takes mails by SMTP, one on a connection, and lays each into a folder
 * as ID.eml, ID being what stands before the @ of its Message-ID. It is slow at times, refuses mails for a while,
 * hangs up; and it lies: says of a mail that it has taken that it has not, or nothing.
 */
struct mail_server {
    unsigned port;
    pid_t pid;
    atomic_uint taken;   /* mails that lie there, each time that they came */
    atomic_uint refused; /* for a while */
    atomic_uint lies;    /* taken, and denied */
};

/* Starts the process; the struct is shared memory. What it does depends on SEED, the mail and how often it
 * came. Call it before any thread is there. NULL when something is missing. */
struct mail_server *mail_server_start(uint64_t seed, const char *folder);
void mail_server_stop(struct mail_server *server);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_MAIL_SERVER_H
#define TESTS_SIM_MAIL_SERVER_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A realistic mail server: a process that accepts mails by SMTP, one per connection, and writes each to a folder as
 * ID.eml, ID being the part of its Message-ID before the @. It is sometimes slow, refuses mails temporarily, hangs up;
 * and it sometimes reports a mail it has accepted as refused, or does not reply.
 */
struct mail_server {
    unsigned port;
    pid_t pid;
    atomic_uint taken;   /* mails written there, counted each time */
    atomic_uint refused; /* temporarily */
    atomic_uint lies;    /* accepted, but denied */
};

/* Starts the process; the struct is shared memory. Its behavior depends on SEED, the mail and how often it was sent.
 * Call it before any thread is started. NULL on failure. */
struct mail_server *mail_server_start(uint64_t seed, const char *folder);
void mail_server_stop(struct mail_server *server);

#endif

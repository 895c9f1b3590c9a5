/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_DESK_H
#define SERVICE_MAIL_DESK_H

#include <stdbool.h>
#include <stddef.h>

#include "service/base/buffer.h"
#include "service/mail/message.h"
#include "service/mail/receive.h"

/* Parses and formats mails in separate processes, `hexpost mime`, because the mail library ends its process if
 * memory runs out. Callable from any thread; one mail at a time is parsed and one formatted. If the desk is NULL
 * (in tests, and in commands that are no server) this happens in the caller's process. */
struct mail_desk;

/* PROGRAM is the path of hexpost; it is borrowed and must outlive the desk. NULL: out of memory. */
struct mail_desk *mail_desk_new(const char *program);
void mail_desk_free(struct mail_desk *desk); /* NULL is fine */

/* As received_read. False: out of memory or time; a retry may succeed. Free *RECEIVED with received_free in every
 * case. */
bool mail_desk_read(struct mail_desk *desk, struct received *received, const char *bytes,
                    size_t size, const char *recipient);

/* As message_write; also false if memory or time ran out. */
bool mail_desk_write(struct mail_desk *desk, struct buffer *out, const struct message *message);

/* The main function of those processes; returns the exit status. */
int mail_desk_serve(void);

#endif

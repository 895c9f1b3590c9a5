/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_DESK_H
#define SERVICE_MAIL_DESK_H

#include <stdbool.h>
#include <stddef.h>

#include "service/base/buffer.h"
#include "service/mail/message.h"
#include "service/mail/receive.h"

/*
 * Where mails are read and written: in processes of their own, `hexpost mime`, as the library for mails ends its
 * process where memory runs out. From any thread; one mail is read at a time, and one is written. Where the desk is
 * NULL (in tests, and in commands that serve nobody) the caller's process does it.
 */
struct mail_desk;

/* PROGRAM is the path of hexpost, and must live on. NULL: no memory. */
struct mail_desk *mail_desk_new(const char *program);
void mail_desk_free(struct mail_desk *desk); /* NULL is fine */

/* As received_read. False: memory ran out, or it took too long; a later try may go well. *RECEIVED is to be given to
 * received_free whatever it says. */
bool mail_desk_read(struct mail_desk *desk, struct received *received, const char *bytes,
                    size_t size, const char *recipient);

/* As message_write; false also where memory ran out, or it took too long. */
bool mail_desk_write(struct mail_desk *desk, struct buffer *out, const struct message *message);

/* What those processes do; the exit status. */
int mail_desk_serve(void);

#endif

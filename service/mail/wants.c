/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Which mails somebody's settings let through. */
#include "service/mail/mail_int.h"
#include "service/notify/outbox.h"

/* The setting that switches each kind on; 0: sent to everybody who receives mail. */
static const unsigned needs[OUTBOX_KINDS] = {
    [OUTBOX_REMINDER] = STORE_MAIL_REMINDERS, [OUTBOX_OVER] = STORE_MAIL_GAME_OVER,
    [OUTBOX_INVITE] = STORE_MAIL_INVITATIONS, [OUTBOX_TALK] = STORE_MAIL_TALK,
    [OUTBOX_OFFER] = STORE_MAIL_OFFERS,
};

bool mail_wants(const struct store_mailbox *box, enum outbox_kind kind) {
    return box->address[0] != '\0' && box->name[0] != '\0' && box->confirmed_at != 0 &&
           box->bounced_at == 0 && box->mode != STORE_MAIL_OFF &&
           (needs[kind] == 0 || (box->kinds & needs[kind]) != 0);
}

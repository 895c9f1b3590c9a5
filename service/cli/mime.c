/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost mime: the process in which the server's mails are read and written. */
#include "service/cli/cli.h"
#include "service/mail/desk.h"

int cli_mime(int argc, char **argv) {
    (void)argc;
    (void)argv;
    return mail_desk_serve();
}

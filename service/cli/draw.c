/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost draw: the process in which the server's pictures are drawn. */
#include "service/cli/cli.h"
#include "service/picture/drawer.h"

int cli_draw(int argc, char **argv) {
    (void)argc;
    (void)argv;
    return drawer_serve();
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PREVIEW_H
#define SERVICE_API_PREVIEW_H

#include "service/http/request.h"

/* The web page at the address of a game, with what chats show of a link (Open Graph): who invites to what, and the board.
 * Browsers that are signed in get the page alone, and so does everybody for a game that strangers may not see. */
void preview_game(struct request *rq);

#endif

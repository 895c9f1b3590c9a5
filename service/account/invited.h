/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_INVITED_H
#define SERVICE_ACCOUNT_INVITED_H

#include <stdbool.h>

#include "db/games.h"
#include "service/http/request.h"

/* Finds the accounts that a new game's seats are reserved for by name. False: has answered, as nobody has a name or somebody
 * would have two seats. */
bool invited_find(struct request *rq, struct store_reader *reader,
                  struct store_seat seats[STORE_SEATS_MAX]);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_FIND_H
#define SERVICE_OAUTH_FIND_H

#include "db/apps.h"
#include "service/http/request.h"

/* The app that a client_id names. STORE_NONE also for a text that can be none. */
enum store_result find_app(struct store_reader *reader, const char *client_id,
                           struct store_app *app);

/* The same for a form. False: has answered invalid_client, or for the store's failure. */
bool find_client(struct request *rq, const char *client_id, struct store_app *app);

#endif

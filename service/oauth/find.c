/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/oauth/find.h"

#include <string.h>

#include "service/app/app.h"
#include "service/app/store_reply.h"
#include "service/oauth/form.h"

enum store_result find_app(struct store_reader *reader, const char *client_id,
                           struct store_app *app) {
    if (reader == NULL)
        return STORE_UNAVAILABLE;
    return client_id[0] == '\0' || strlen(client_id) >= STORE_ID_SIZE
               ? STORE_NONE
               : store_app_by_public_id(reader, client_id, app);
}

bool find_client(struct request *rq, const char *client_id, struct store_app *app) {
    const enum store_result result = find_app(store_reader_get(app_of(rq)->store), client_id, app);

    if (result != STORE_NONE)
        return check_stored(rq, result);
    form_reply_error(rq, "invalid_client", "client_id is missing, or there is no such app");
    return false;
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_APPS_H
#define SERVICE_OAUTH_APPS_H

#include "service/http/request.h"

struct endpoint;
struct store_app;
struct store_grant;
struct writer;

/* Write an app as its maker sees it, and a grant as whoever gave it does. */
void apps_write(struct writer *w, const struct store_app *app);
void grants_write(struct writer *w, const struct store_grant *grant);

void apps_list(struct request *rq);         /* GET /v1/apps */
extern const struct endpoint apps_create;   /* POST /v1/apps */
void apps_get(struct request *rq);          /* GET /v1/apps/{client_id} */
extern const struct endpoint apps_delete;   /* DELETE /v1/apps/{client_id} */
void grants_list(struct request *rq);       /* GET /v1/me/grants */
extern const struct endpoint grants_delete; /* DELETE /v1/me/grants/{grant_id} */

#endif

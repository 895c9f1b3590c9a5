/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_SITE_H
#define SERVICE_OAUTH_SITE_H

#include "service/http/request.h"

/* The server as OAuth calls it: by its address. */

enum { SITE_SIZE = 300 };

/* The issuer: what --public-url says, else what the client called the server. */
void site_issuer(struct request *rq, char issuer[SITE_SIZE]);

void site_metadata(struct request *rq); /* GET /.well-known/oauth-authorization-server */

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_COOKIE_H
#define SERVICE_HTTP_COOKIE_H

#include <stdbool.h>
#include <stddef.h>

#include "service/http/request.h"

/*
 * A token in a cookie, as used by browsers that are signed in. It counts if there is no
 * Authorization header; requests that change something are accepted only from our own pages.
 */
enum { COOKIE_VALUE_SIZE = 128 };

/* Copies the cookie's value; false if there is none, or it does not fit. The first of several with the
 * same name. */
bool cookie_value(struct request *rq, const char *name, char value[COOKIE_VALUE_SIZE]);

/* Whether the request comes from a page of this server, by the browser's Sec-Fetch-Site, or by an
 * Origin that names our Host, and https if the server is reached by that. */
bool cookie_same_origin(struct request *rq);

/* Whether a GET may change something: it has its token in a header, comes from one of our pages, or was typed in.
 * Another site's page could send it with the user's cookie. */
bool cookie_may_write(struct request *rq);

/* Whether, by the browser's headers, another site's page has sent the request. Programs send no
 * such header. */
bool cookie_cross_site(struct request *rq);

#endif

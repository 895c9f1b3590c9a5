/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_COOKIE_H
#define SERVICE_HTTP_COOKIE_H

#include <stdbool.h>
#include <stddef.h>

#include "service/http/request.h"

/*
 * A token in a cookie: how a browser that was signed in by a link asks. It counts where there is no
 * Authorization header; what changes something is taken only from pages of our own.
 */
enum { COOKIE_VALUE_SIZE = 128 };

/* Copies the cookie's value; false where there is none, or it is no text of a token's size. Of several
 * with one name, the first. */
bool cookie_value(struct request *rq, const char *name, char value[COOKIE_VALUE_SIZE]);

/* Whether the request comes from a page of this very server, as the browser says: Sec-Fetch-Site, or
 * an Origin that names our Host, and https where people come by that. */
bool cookie_same_origin(struct request *rq);

/* Whether a request that is otherwise only read may change something: it brings its token itself, comes from a page of
 * ours, or was typed in. Another site's page could send it with somebody's cookie. */
bool cookie_may_write(struct request *rq);

/* Whether a browser says that another site's page has sent the request. Programs say nothing. */
bool cookie_cross_site(struct request *rq);

#endif

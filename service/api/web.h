/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_WEB_H
#define SERVICE_API_WEB_H

#include "service/http/request.h"

/* The web page and the reference: what service/web was bundled into, and openapi/docs was made into,
 * from inside the program. */

/* Each address that the page knows; what is shown there is its own business. */
void web_page(struct request *rq);
/* Any other address: the page for a browser, which says that there is nothing (404), a problem for a program. */
void web_missing(struct request *rq);
/* GET /docs: the reference for people who write programs. */
void web_docs(struct request *rq);
/* GET /assets/{file}: scripts and styles, whose names change with what is in them. */
void web_asset(struct request *rq);
/* A file with an address of its own, like /sw.js. */
void web_file(struct request *rq);

#endif

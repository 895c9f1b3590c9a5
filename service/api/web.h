/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_WEB_H
#define SERVICE_API_WEB_H

#include "service/base/buffer.h"
#include "service/base/embedded.h"
#include "service/http/request.h"

/* The web page and the reference: the bundles of service/web and openapi/docs, embedded in the
 * program. */

/* Answers with an embedded file in the smallest form that the caller takes and, with status 200, under its ETag; other
 * headers are the caller's. */
void web_reply(struct request *rq, int status, const struct web_file *file, const char *type);
/* Serves the page at each address that it handles; the page itself decides what to show. */
void web_page(struct request *rq);
/* The same with HEAD, markup, at the end of its head: not under an ETag. */
void web_page_with(struct request *rq, const struct buffer *head);
/* Any other address, 404: for a browser the page, which says that nothing is there; for a program a problem. */
void web_missing(struct request *rq);
/* GET /docs: the reference for programmers. */
void web_docs(struct request *rq);
/* GET /assets/{file}: scripts and styles, whose names change with their content. */
void web_asset(struct request *rq);
/* A file with an address of its own, like /sw.js. */
void web_file(struct request *rq);

#endif

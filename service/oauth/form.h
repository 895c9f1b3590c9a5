/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_FORM_H
#define SERVICE_OAUTH_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "service/app/endpoint.h"
#include "service/http/request.h"

/* Requests and refusals in OAuth's own form (RFC 6749, sections 4 and 5.2): programs send forms, and get JSON with
 * "error" instead of a problem document. */

/* A parameter of a form. VALUE is "" where it is not given. */
struct form_field {
    const char *name;
    char *value;
    size_t size; /* of value, its NUL included */
};

/* Reads the body as a form; unknown parameters are ignored. False: has answered that it is no form, or that one of
 * these is given twice, is too long or is no text. */
bool form_read(struct request *rq, const struct form_field *fields, size_t count);

/* Answers 400 with an error of OAuth's and a sentence for who writes the app. */
void form_reply_error(struct request *rq, const char *error, const char *description);
/* The same from an endpoint's run, as its result: what the transaction has written stays. */
enum store_result form_refuse(struct endpoint_call *call, const char *error,
                              const char *description);

#endif

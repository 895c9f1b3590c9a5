/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ROUTES_H
#define SERVICE_API_ROUTES_H

#include <stddef.h>

#include "service/http/route.h"

/* All routes of the server; openapi/openapi.yaml describes the same. */
extern const struct route routes[];
extern const size_t routes_count;

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_REPORTS_H
#define SERVICE_API_REPORTS_H

#include "db/moderation.h"
#include "service/app/endpoint.h"
#include "service/base/json_write.h"
#include "service/http/request.h"

/* What people report, and what was decided about them. */

enum { REPORT_JSON_MAX = 16 << 10 };

/* FOR_MODERATOR: also says who reports, and how often that was right. */
void report_write(struct writer *w, const struct store_report *report, bool for_moderator);
void sanction_write(struct writer *w, const struct store_sanction *sanction, int64_t now);

/* Rows for the store's lists, whose context is a list (app/list.h): a report for moderators, a decision. */
bool report_list_row(void *context, const struct store_report *report);
bool sanction_list_row(void *context, const struct store_sanction *sanction);

extern const struct endpoint reports_create;   /* POST /v1/reports */
void reports_mine(struct request *rq);         /* GET /v1/me/reports */
void sanctions_mine(struct request *rq);       /* GET /v1/me/sanctions */
extern const struct endpoint sanctions_appeal; /* POST /v1/me/sanctions/{sanction_id}/appeal */

#endif

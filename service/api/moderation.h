/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MODERATION_H
#define SERVICE_API_MODERATION_H

#include "service/app/endpoint.h"
#include "service/http/request.h"

/* What moderators see and decide; others are refused. */

void moderation_reports(struct request *rq);   /* GET /v1/moderation/reports */
void moderation_sanctions(struct request *rq); /* GET /v1/moderation/sanctions */
void moderation_log(struct request *rq);       /* GET /v1/moderation/log */
void moderation_pairs(struct request *rq);     /* GET /v1/moderation/pairs */

extern const struct endpoint moderation_report;   /* POST /v1/moderation/reports/{report_id} */
extern const struct endpoint moderation_sanction; /* POST /v1/moderation/sanctions/{sanction_id} */
extern const struct endpoint moderation_account;  /* POST /v1/moderation/accounts/{name} */
extern const struct endpoint
    moderation_account_annul;                       /* POST /v1/moderation/accounts/{name}/annul */
extern const struct endpoint moderation_game_annul; /* POST /v1/moderation/games/{id}/annul */

#endif

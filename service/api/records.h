/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_RECORDS_H
#define SERVICE_API_RECORDS_H

struct request;

void records_list(struct request *rq);       /* GET /v1/records */
void records_of_account(struct request *rq); /* GET /v1/accounts/{name}/records */
void records_mine(struct request *rq);       /* GET /v1/me/records */

#endif

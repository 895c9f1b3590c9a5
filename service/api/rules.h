/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_RULES_H
#define SERVICE_API_RULES_H

struct request;

/* GET /v1/rules: what can be played, and what things cost. */
void rules_get(struct request *rq);
/* GET /v1/vocabulary: the words of the rules engine. */
void rules_vocabulary(struct request *rq);

#endif

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_OPS_H
#define SERVICE_API_OPS_H

#include "service/http/metrics.h"
#include "service/http/request.h"

struct store;

/* GET /healthz: the process is alive. */
void ops_health(struct request *rq);
/* GET /readyz: the database can be written. */
void ops_ready(struct request *rq);
/* GET /metrics: metrics for Prometheus. */
void ops_metrics(struct request *rq);
/* GET /openapi.yaml: the description of the interface. */
void ops_openapi(struct request *rq);

/* Adds the store's counters to the metrics; metrics_forget(metrics, store) removes them. */
bool ops_store_metrics(struct metrics *metrics, struct store *store);

#endif

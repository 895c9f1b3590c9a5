/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_HINT_H
#define SERVICE_API_HINT_H

struct action;
struct hint;
struct load;
struct request;
struct writer;

/* GET /v1/games/{id}/hint: what the hard bot would do in the caller's place, and why. */
void hint_show(struct request *rq);

/* Members of an object about a move of the loaded game: `action` and `words`; `reasons`; `then`, what follows it. */
void hint_write_move(struct writer *w, const struct load *load, const struct action *action);
void hint_write_reasons(struct writer *w, const struct hint *hint);
void hint_write_then(struct writer *w, const struct load *load, const struct hint *hint);

#endif

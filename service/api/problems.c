/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/problems.h"

#include <stdio.h>
#include <string.h>

#include "engine/reason.h"
#include "service/base/json_write.h"
#include "service/base/text.h"
#include "service/document/refusal.h"
#include "service/http/reply.h"
#include "service/mail/page.h"

/* What is told of a type of problem: one kind, or several that have the same slug and differ in their status. */
struct problem_told {
    const struct problem_kind *kind;
    enum language language;
    bool reasons; /* with all that the rules refuse */
};

static bool has_slug(enum problem problem, const char *slug) {
    return strcmp(problem_kind(problem)->slug, slug) == 0;
}

static const struct problem_kind *kind_of_slug(const char *slug) {
    for (enum problem problem = PROBLEM_NONE + 1; problem < PROBLEM_COUNT; problem++)
        if (has_slug(problem, slug))
            return problem_kind(problem);
    return NULL;
}

/* ---- JSON ---- */

static void write_statuses(struct writer *w, const char *slug) {
    writer_key(w, "statuses");
    writer_array(w);
    for (enum problem problem = PROBLEM_NONE + 1; problem < PROBLEM_COUNT; problem++)
        if (has_slug(problem, slug))
            writer_int(w, problem_kind(problem)->status);
    writer_array_end(w);
}

static void write_reasons(struct writer *w, enum language language) {
    writer_key(w, "reasons");
    writer_array(w);
    for (enum reason reason = REASON_OK + 1; reason < REASON_COUNT; reason++) {
        writer_object(w);
        writer_text_member(w, "reason", reasons[reason].code);
        writer_text_or_null_member(w, "rule", reasons[reason].rule);
        writer_text_member(w, "text", refusal_text(language, reason));
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void reply_as_json(struct request *rq, const struct problem_told *told) {
    struct buffer body;
    struct writer w = writer_begin(&body, PAGE_MAX);

    writer_object(&w);
    writer_key(&w, "type");
    writer_before(&w);
    buffer_format(&body, "\"/problems/%s\"", told->kind->slug);
    write_statuses(&w, told->kind->slug);
    writer_text_member(&w, "title", text_in(told->language, told->kind->title));
    writer_text_member(&w, "about", text_in(told->language, told->kind->about));
    if (told->reasons)
        write_reasons(&w, told->language);
    writer_object_end(&w);
    reply_tagged(rq, &body);
}

/* ---- the page ---- */

/* Each reason has its code as an anchor: /problems/illegal-move#too_close. */
static void put_reasons(struct buffer *page, enum language language) {
    buffer_text(page, "<dl>\n");
    for (enum reason reason = REASON_OK + 1; reason < REASON_COUNT; reason++) {
        const char *code = reasons[reason].code, *rule = reasons[reason].rule;
        const char *text = refusal_text(language, reason);

        buffer_format(page, "<dt id=\"%s\"><code>%s</code> %s</dt><dd>", code, code,
                      rule == NULL ? "" : rule);
        text_escape(page, text, strlen(text));
        buffer_text(page, "</dd>\n");
    }
    buffer_text(page, "</dl>\n");
}

static void put_statuses(struct buffer *page, const char *slug) {
    buffer_format(page, "<p><code>/problems/%s</code>", slug);
    for (enum problem problem = PROBLEM_NONE + 1; problem < PROBLEM_COUNT; problem++)
        if (has_slug(problem, slug))
            buffer_format(page, " · HTTP %d", problem_kind(problem)->status);
    buffer_text(page, "</p>\n");
}

static void reply_as_page(struct request *rq, const struct problem_told *told) {
    struct buffer page;

    buffer_init(&page, PAGE_MAX);
    page_begin(&page, told->language, text_in(told->language, told->kind->title));
    put_statuses(&page, told->kind->slug);
    page_text(&page, "%s", text_in(told->language, told->kind->about));
    if (told->reasons)
        put_reasons(&page, told->language);
    page_link(&page, "/docs#errors", text_in(told->language, TEXT_PROBLEM_MORE));
    page_reply_public(rq, &page);
}

static bool wants_json(struct request *rq) {
    const char *accept = request_header(rq, "Accept");

    return accept != NULL && strstr(accept, "json") != NULL && strstr(accept, "text/html") == NULL;
}

void problems_get(struct request *rq) {
    struct problem_told told = {.kind = kind_of_slug(request_param(rq, 0)),
                                .language = page_language(rq)};

    if (told.kind == NULL) {
        reply_not_found(rq);
        return;
    }
    told.reasons = has_slug(PROBLEM_ILLEGAL_MOVE, told.kind->slug);
    reply_header(rq, "Content-Language", language_tags[told.language]);
    reply_header(rq, "Vary", "Accept, Accept-Encoding, Accept-Language");
    reply_header(rq, "Cache-Control", "public, max-age=300");
    if (wants_json(rq))
        reply_as_json(rq, &told);
    else
        reply_as_page(rq, &told);
}

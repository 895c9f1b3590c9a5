/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/oauth/consent.h"

#include <string.h>

#include "service/account/auth.h"
#include "service/base/text.h"
#include "service/http/reply.h"
#include "service/mail/page.h"
#include "service/oauth/grant.h"
#include "service/oauth/oauth.h"
#include "service/oauth/redirect.h"

enum { PLACE_MAX = 16 << 10, SOURCE_MAX = REDIRECT_MAX + 16 };

/* What each scope allows, in the order of the bits. */
static const enum text scope_texts[] = {TEXT_OAUTH_GAME_READ, TEXT_OAUTH_GAME_PLAY,
                                        TEXT_OAUTH_GAME_CREATE, TEXT_OAUTH_ACCOUNT_WRITE};
_Static_assert(SCOPE_ALL == (1u << sizeof scope_texts / sizeof *scope_texts) - 1, "one each");

/* ---- judging ---- */

enum store_result consent_judge(struct store_tx *tx, const struct endpoint_call *call,
                                unsigned caller_scopes, unsigned scopes,
                                enum consent_verdict *verdict) {
    struct store_token token;
    unsigned count = 0;
    enum store_result result = store_token_get(store_tx_reader(tx), call->token, &token);

    *verdict = CONSENT_WEAK;
    if (result == STORE_OK && token.session && (scopes & ~caller_scopes) == 0)
        result = token_check_way_in(tx, call->token);
    else if (result == STORE_OK)
        return STORE_OK;
    if (result == STORE_OK)
        result = grant_count(store_tx_reader(tx), call->account, call->now, &count);
    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    *verdict = count < OAUTH_GRANTS_MAX ? CONSENT_GIVEN : CONSENT_FULL;
    return STORE_OK;
}

/* ---- asking ---- */

static void consent_paragraph(struct buffer *page, enum language language, enum text text,
                              const char *const *args, size_t count) {
    char filled[1024];

    text_fill_short(filled, sizeof filled, language, text, args, count);
    page_text(page, "%s", filled);
}

static void consent_escape(struct buffer *page, const char *text) {
    text_escape(page, text, strlen(text));
}

static void consent_put_scopes(struct buffer *page, enum language language, unsigned scopes) {
    buffer_text(page, "<ul>");
    for (size_t i = 0; i < sizeof scope_texts / sizeof *scope_texts; i++) {
        if (!(scopes >> i & 1))
            continue;
        buffer_text(page, "<li>");
        consent_escape(page, text_in(language, scope_texts[i]));
        buffer_text(page, "</li>\n");
    }
    buffer_text(page, "</ul>\n");
}

static void consent_put_button(struct buffer *page, const char *answer, const char *label) {
    buffer_format(page, "<button name=\"answer\" value=\"%s\">", answer);
    consent_escape(page, label);
    buffer_text(page, "</button> ");
}

static void consent_put_form(struct buffer *page, enum language language,
                             const struct consent *consent) {
    buffer_format(page, "<form method=\"post\" action=\"%s\">", consent->action);
    for (size_t i = 0; i < consent->count; i++) {
        buffer_format(page, "<input type=\"hidden\" name=\"%s\" value=\"", consent->fields[i].name);
        consent_escape(page, consent->fields[i].value);
        buffer_text(page, "\">");
    }
    consent_put_button(page, "allow", text_in(language, TEXT_OAUTH_ALLOW));
    consent_put_button(page, "deny", text_in(language, TEXT_OAUTH_DENY));
    buffer_text(page, "</form>\n");
}

/* What the app is, by whom, and what it wants. */
static void consent_put_app(struct buffer *page, enum language language, const char *account,
                            const struct consent *consent) {
    const struct store_app *app = consent->app;

    consent_paragraph(page, language, TEXT_OAUTH_WHO, TEXT_ARGS(app->name, app->maker));
    if (app->about[0] != '\0') {
        buffer_text(page, "<blockquote>");
        page_lines(page, app->about, strlen(app->about));
        buffer_text(page, "</blockquote>\n");
    }
    consent_paragraph(page, language, TEXT_OAUTH_ASKS, TEXT_ARGS(app->name, account));
    consent_put_scopes(page, language, consent->scopes);
    if (!(consent->scopes & SCOPE_ACCOUNT_WRITE))
        page_text(page, "%s", text_in(language, TEXT_OAUTH_NO_ADDRESS));
}

void consent_ask(struct request *rq, const struct consent *consent) {
    const enum language language = page_language(rq);
    char title[STORE_NAME_SIZE + 128], place[REDIRECT_MAX + 1];
    struct buffer page, source;

    text_fill_short(title, sizeof title, language, TEXT_OAUTH_TITLE, TEXT_ARGS(consent->app->name));
    buffer_init(&page, PAGE_MAX);
    buffer_init(&source, SOURCE_MAX);
    page_begin(&page, language, title);
    consent_put_app(&page, language, rq->caller.name, consent);
    if (consent->user_code != NULL)
        consent_paragraph(&page, language, TEXT_OAUTH_CODE_OWN, TEXT_ARGS(consent->user_code));
    if (consent->redirect != NULL) {
        size_t size;
        const char *target = redirect_target(consent->redirect, &size);

        snprintf(place, sizeof place, "%.*s", (int)size, target);
        consent_paragraph(&page, language, TEXT_OAUTH_THEN, TEXT_ARGS(place));
        redirect_source(&source, consent->redirect);
    }
    page_text(&page, "%s", text_in(language, TEXT_OAUTH_END));
    consent_put_form(&page, language, consent);
    buffer_byte(&source, '\0');
    if (source.failed)
        page.failed = page.no_memory = true;
    page_reply_to(rq, 200, &page, source.failed ? "" : source.data);
    buffer_free(&source);
}

/* ---- other pages ---- */

void consent_say(struct request *rq, int status, enum text title, enum text why, const char *path,
                 enum text label) {
    const enum language language = page_language(rq);
    struct buffer page;

    buffer_init(&page, PAGE_MAX);
    page_begin(&page, language, text_in(language, title));
    page_text(&page, "%s", text_in(language, why));
    if (path != NULL)
        page_link(&page, path, text_in(language, label));
    page_reply(rq, status, &page);
}

void consent_refuse(struct request *rq, enum consent_verdict verdict) {
    if (verdict == CONSENT_FULL)
        consent_say(rq, 409, TEXT_OAUTH_FULL, TEXT_OAUTH_FULL_WHY, "/settings/apps",
                    TEXT_OAUTH_TO_APPS);
    else
        consent_say(rq, 403, TEXT_OAUTH_WEAK, TEXT_OAUTH_WEAK_WHY, "/sign-in", TEXT_LINK_SIGN_IN);
}

bool consent_signed_in(struct request *rq, const struct buffer *path) {
    struct buffer place;

    if (rq->caller.account != 0)
        return true;
    buffer_init(&place, PLACE_MAX);
    buffer_text(&place, "/sign-in?to=");
    text_percent(&place, path->data, path->size);
    buffer_byte(&place, '\0');
    if (place.failed || path->failed) {
        reply_no_memory(rq);
    } else {
        reply_header(rq, "Location", place.data);
        reply_secret(rq);
        reply_empty(rq, 303);
    }
    buffer_free(&place);
    return false;
}

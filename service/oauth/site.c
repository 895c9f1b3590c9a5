/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/oauth/site.h"

#include <stdio.h>

#include "service/account/auth.h"
#include "service/app/app.h"
#include "service/base/json_write.h"
#include "service/base/language.h"
#include "service/http/reply.h"

enum { METADATA_MAX = 4 << 10 };

void site_issuer(struct request *rq, char issuer[SITE_SIZE]) {
    const char *site = app_site(app_of(rq));
    const char *host = request_header(rq, "Host");

    if (site[0] != '\0')
        snprintf(issuer, SITE_SIZE, "%s", site);
    else
        snprintf(issuer, SITE_SIZE, "http://%s", host == NULL ? "" : host);
}

static void site_write_address(struct writer *w, const char *member, const char *issuer,
                               const char *path) {
    char address[SITE_SIZE + 64];

    snprintf(address, sizeof address, "%s%s", issuer, path);
    writer_key_text(w, member);
    writer_text(w, address);
}

static void site_write_list(struct writer *w, const char *member, const char *const *names) {
    writer_key_text(w, member);
    writer_array(w);
    for (; *names != NULL; names++)
        writer_text(w, *names);
    writer_array_end(w);
}

void site_metadata(struct request *rq) {
    static const char *const code[] = {"code", NULL}, *const query[] = {"query", NULL},
                             *const none[] = {"none", NULL}, *const s256[] = {"S256", NULL},
                             *const grants[] = {"authorization_code", "refresh_token",
                                                "urn:ietf:params:oauth:grant-type:device_code",
                                                NULL};
    char issuer[SITE_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, METADATA_MAX);

    site_issuer(rq, issuer);
    writer_object(&w);
    site_write_address(&w, "issuer", issuer, "");
    site_write_address(&w, "authorization_endpoint", issuer, "/oauth/authorize");
    site_write_address(&w, "token_endpoint", issuer, "/oauth/token");
    site_write_address(&w, "device_authorization_endpoint", issuer, "/oauth/device");
    site_write_address(&w, "revocation_endpoint", issuer, "/oauth/revoke");
    site_write_address(&w, "service_documentation", issuer, "/docs");
    site_write_list(&w, "scopes_supported", scope_names);
    site_write_list(&w, "response_types_supported", code);
    site_write_list(&w, "response_modes_supported", query);
    site_write_list(&w, "grant_types_supported", grants);
    site_write_list(&w, "token_endpoint_auth_methods_supported", none);
    site_write_list(&w, "revocation_endpoint_auth_methods_supported", none);
    site_write_list(&w, "code_challenge_methods_supported", s256);
    site_write_list(&w, "ui_locales_supported", language_tags);
    writer_bool_member(&w, "authorization_response_iss_parameter_supported", true);
    writer_object_end(&w);
    reply_json(rq, 200, &body);
}

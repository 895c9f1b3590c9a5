/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/preview.h"

#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "service/api/web.h"
#include "service/app/app.h"
#include "service/base/language.h"
#include "service/base/text.h"
#include "service/command/title.h"
#include "service/game/access.h"
#include "service/http/cookie.h"
#include "service/mail/page.h"
#include "service/oauth/site.h"

enum { PREVIEW_MAX = 8 << 10, PREVIEW_TITLE_SIZE = 512, PREVIEW_ADDRESS_SIZE = SITE_SIZE + 128 };

static void preview_property(struct buffer *head, const char *property, const char *content) {
    buffer_format(head, "    <meta property=\"og:%s\" content=\"", property);
    text_escape(head, content, strlen(content));
    buffer_text(head, "\">\n");
}

/* "Ada invites you to “Sunday evening”"; false if the account is gone. */
static bool preview_invitation(const struct load *load, enum language language,
                               char title[PREVIEW_TITLE_SIZE]) {
    char who[TITLE_NAME_CUT + 4], name[TITLE_NAME_CUT + 4], game[TITLE_SIZE];
    struct store_account creator;

    if (store_account_get(load->reader, load->row.creator, &creator) != STORE_OK ||
        creator.deleted_at != 0)
        return false;
    title_cut(who, sizeof who, creator.name, TITLE_NAME_CUT);
    title_cut(name, sizeof name, load->row.name, TITLE_NAME_CUT);
    title_named(game, language, name);
    text_fill_short(title, PREVIEW_TITLE_SIZE, language, TEXT_MAIL_SUBJECT_INVITED,
                    TEXT_ARGS(game, who));
    return true;
}

static void preview_title(const struct load *load, enum language language,
                          char title[PREVIEW_TITLE_SIZE]) {
    struct labels labels;
    struct game_title names;

    if (load->row.status == STORE_GAME_OPEN && preview_invitation(load, language, title))
        return;
    row_labels(&load->row, &labels);
    title_of_game(&names, language, load, labels.seats, NONE);
    snprintf(title, PREVIEW_TITLE_SIZE, "%s", names.alone);
    title_capital(title);
}

static void preview_description(const struct load *load, enum language language,
                                char text[PREVIEW_TITLE_SIZE]) {
    unsigned free = 0;
    char number[16];

    for (int seat = 0; seat < load->row.seat_count; seat++)
        free += load->row.seats[seat].kind == STORE_SEAT_OPEN;
    snprintf(number, sizeof number, "%u", free);
    if (load->row.status == STORE_GAME_OPEN && free > 0)
        text_fill_short(text, PREVIEW_TITLE_SIZE, language, TEXT_LINK_PREVIEW_SEATS,
                        TEXT_ARGS(number));
    else
        snprintf(text, PREVIEW_TITLE_SIZE, "%s", text_in(language, TEXT_LINK_PREVIEW_GAME));
}

static void preview_write(struct buffer *head, struct request *rq, const struct load *load) {
    enum language language = page_language(rq);
    char site[SITE_SIZE], address[PREVIEW_ADDRESS_SIZE], text[PREVIEW_TITLE_SIZE];

    site_issuer(rq, site);
    preview_property(head, "site_name", "Hexpost");
    preview_property(head, "type", "website");
    preview_title(load, language, text);
    preview_property(head, "title", text);
    preview_description(load, language, text);
    preview_property(head, "description", text);
    snprintf(address, sizeof address, "%s%s", site, rq->path);
    preview_property(head, "url", address);
    snprintf(address, sizeof address, "%s/v1/games/%s/board.png", site, load->row.public_id);
    preview_property(head, "image", address);
    buffer_text(head, "    <meta name=\"twitter:card\" content=\"summary_large_image\">\n");
}

static bool is_signed_in(struct request *rq) {
    char token[COOKIE_VALUE_SIZE];

    return cookie_value(rq, app_cookie(app_is_https(app_of(rq))), token);
}

void preview_game(struct request *rq) {
    struct store_reader *reader = is_signed_in(rq) ? NULL : store_reader_get(app_of(rq)->store);
    struct load load;
    struct buffer head;

    if (reader == NULL) {
        web_page(rq);
        return;
    }
    buffer_init(&head, PREVIEW_MAX);
    if (access_open(&load, reader, request_param(rq, 0), 0) == STORE_OK)
        preview_write(&head, rq, &load);
    load_end(&load);
    if (head.size > 0)
        web_page_with(rq, &head);
    else
        web_page(rq);
    buffer_free(&head);
}

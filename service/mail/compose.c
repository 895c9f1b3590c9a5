/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "service/app/app.h"
#include "service/base/language.h"
#include "service/mail/desk.h"
#include "service/mail/letter.h"
#include "service/mail/mail_int.h"

/* Turns a letter into a mail and sends it. */

enum {
    LOCAL_SIZE = LINK_TOKEN_SIZE + MAIL_HOST_SIZE + 4,
    URL_SIZE = MAIL_BASE_SIZE + 64,
    FOOT_SIZE = 600
};

bool draft_link(struct draft *draft, enum link_purpose purpose, int64_t game, uint32_t seq,
                char token[LINK_TOKEN_SIZE]) {
    struct store_link *link = &draft->links[draft->n_links];

    if (draft->n_links == DRAFT_LINKS_MAX)
        return false;
    *link = (struct store_link){
        .purpose = (int)purpose, .account = draft->box.account, .game = game, .seq = seq};
    memcpy(link->address, draft->box.address, sizeof link->address);
    link_draw(link, draft->now, token);
    draft->n_links++;
    return true;
}

struct keep {
    struct store_job job;
    const struct draft *draft;
};

static enum store_result run_keep(struct store_tx *tx, struct store_job *job) {
    const struct draft *draft = ((struct keep *)job)->draft;
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < draft->n_links && result == STORE_OK; i++)
        result = store_link_put(tx, &draft->links[i]);
    return result;
}

/* Stores the links drawn, before the mail with them is sent. */
static enum store_result draft_keep_links(struct draft *draft) {
    struct keep keep = {.job = {.run = run_keep, .key = STORE_KEY_ACCOUNT(draft->box.account)},
                        .draft = draft};

    return draft->n_links == 0 ? STORE_OK : store_call(draft->app->store, &keep.job);
}

/* A mail's addresses, and the link that unsubscribes its reader. */
struct ways {
    char reply[LOCAL_SIZE], unsubscribe[LOCAL_SIZE], envelope[LOCAL_SIZE];
    char url[URL_SIZE];
    char game_url[URL_SIZE]; /* unsubscribes from one game; "": from all alone */
};

static void put_foot(const struct draft *draft, const struct ways *ways, bool wanted,
                     int64_t game) {
    struct letter *letter = draft->letter;
    enum language language = draft->language;
    char why[FOOT_SIZE];

    if (ways->reply[0] != '\0' && !draft->over)
        letter_foot(letter, text_in(language,
                                    game == 0 ? TEXT_MAIL_FOOT_REPLY_MANY : TEXT_MAIL_FOOT_REPLY));
    text_fill_short(why, sizeof why, language,
                    wanted ? TEXT_MAIL_FOOT_WHY : TEXT_MAIL_FOOT_STRANGER, TEXT_ARGS(draft->base));
    letter_foot(letter, why);
    if (ways->game_url[0] != '\0')
        letter_foot_link(letter, text_in(language, TEXT_MAIL_FOOT_STOP_GAME), ways->game_url);
    letter_foot_link(letter, text_in(language, TEXT_MAIL_FOOT_STOP), ways->url);
}

static bool find_reply_ways(struct draft *draft, struct ways *ways, bool wanted, int64_t game) {
    const struct mail *mail = draft->mail;
    char box[LINK_TOKEN_SIZE], of_game[LINK_TOKEN_SIZE], reply[LINK_TOKEN_SIZE];
    bool in = mail->replies[0] != '\0';

    memset(ways, 0, sizeof *ways);
    if (!draft_link(draft, LINK_BOX, 0, 0, box))
        return false;
    snprintf(ways->url, sizeof ways->url, "%s/mail/%s", draft->base, box);
    if (wanted && game != 0 && draft->box.account != 0 && !draft->over) {
        if (!draft_link(draft, LINK_BOX, game, 0, of_game))
            return false;
        snprintf(ways->game_url, sizeof ways->game_url, "%s/mail/%s", draft->base, of_game);
    }
    snprintf(ways->envelope, sizeof ways->envelope, "%s", mail->from);
    if (!in)
        return true;
    snprintf(ways->envelope, sizeof ways->envelope, "b+%s@%s", box, mail->replies);
    snprintf(ways->unsubscribe, sizeof ways->unsubscribe, "u+%s@%s", box, mail->replies);
    if (!wanted || draft->box.account == 0)
        return true;
    if (!draft_link(draft, LINK_REPLY, game, draft->told, reply))
        return false;
    snprintf(ways->reply, sizeof ways->reply, "r+%s@%s", reply, mail->replies);
    return true;
}

enum store_result draft_send(struct draft *draft, struct message *message, bool wanted,
                             int64_t game) {
    struct ways ways;
    enum store_result result;

    if (!find_reply_ways(draft, &ways, wanted, game))
        return STORE_ERROR;
    put_foot(draft, &ways, wanted, game);
    letter_end(draft->letter);
    message->from = draft->mail->from;
    message->from_name = "Hexpost";
    message->to = draft->box.address;
    message->id = draft->t->rows[0].public_id;
    message->host = draft->mail->host;
    message->reply_to = ways.reply;
    if (wanted || game != 0) { /* an invitation was not asked for, and must be as easy to refuse */
        message->unsubscribe_url = ways.url;
        message->unsubscribe_to = ways.unsubscribe;
    }
    message->at = draft->now;
    message->text = &draft->letter->text;
    message->html = &draft->letter->html;
    if (!mail_desk_write(draft->app->desk, &draft->t->body, message))
        return STORE_ERROR;
    result = draft_keep_links(draft);
    if (result == STORE_OK && !mail_send(draft->t, draft->box.address, ways.envelope))
        result = STORE_ERROR;
    return result;
}

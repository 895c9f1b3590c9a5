/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Replies as written by the mail programs of many languages, one file each in tests/mail/shapes. Above the mail are the
 * expected lines, and the expected result in a game that waits for its sender:
 *
 *     Read: settle 14 | road 14-19
 *     Then: done (or partly, refused, answered)
 *     Language: de
 *
 * The lines must be the same however the mail is encoded, after any greeting and before any quotation: `variants`
 * prints how many such mails it has read, for the campaign.
 */
#include <dirent.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db/accounts.h"
#include "db/games.h"
#include "db/mailboxes.h"
#include "service/mail/link.h"
#include "service/mail/message.h"
#include "service/mail/receive.h"
#include "service/mail/take.h"
#include "service/notify/outbox.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { SHAPES_MAX = 256, SHAPE_SIZE = 8192, LINE_SIZE = 512, NAME_SIZE = 300, SHAPES_LEAST = 60 };

struct shape {
    char name[NAME_SIZE];
    char read[LINE_SIZE], then[LINE_SIZE], language[LINE_SIZE];
    char mail[SHAPE_SIZE];
    size_t size;
};

static struct shape shape;
static char reply[LINK_TOKEN_SIZE + 32];

/* ---- the files ---- */

static char names[SHAPES_MAX][NAME_SIZE];

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

static size_t list_shapes(void) {
    DIR *folder = opendir(test_path("tests/mail/shapes"));
    size_t n = 0;

    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL && n < SHAPES_MAX;)
        if (strstr(entry->d_name, ".eml") != NULL)
            snprintf(names[n++], NAME_SIZE, "%s", entry->d_name);
    closedir(folder);
    qsort(names, n, sizeof *names, compare_names);
    return n;
}

/* The value of NAME among the lines above the mail; "" if absent. */
static void take_field(const char *head, const char *name, char value[LINE_SIZE]) {
    const char *at = strstr(head, name);

    snprintf(value, LINE_SIZE, "%.*s", at == NULL ? 0 : (int)strcspn(at + strlen(name), "\n"),
             at == NULL ? "" : at + strlen(name));
}

/* Reads a file into `shape`, with its reply address filled in. */
static void read_shape(const char *name) {
    char path[NAME_SIZE + 32], whole[SHAPE_SIZE + 1], *mail, *address;
    FILE *file;
    size_t size;

    snprintf(path, sizeof path, "tests/mail/shapes/%s", name);
    file = fopen(test_path(path), "r");
    ck_assert_ptr_nonnull(file);
    size = fread(whole, 1, SHAPE_SIZE, file);
    fclose(file);
    ck_assert_uint_lt(size, SHAPE_SIZE - sizeof reply);
    whole[size] = '\0';
    mail = strstr(whole, "\n\n");
    ck_assert_ptr_nonnull(mail);
    *mail = '\0';
    mail += 2;
    snprintf(shape.name, sizeof shape.name, "%s", name);
    take_field(whole, "Read: ", shape.read);
    take_field(whole, "Then: ", shape.then);
    take_field(whole, "Language: ", shape.language);
    address = strstr(mail, "@REPLY@");
    ck_assert_ptr_nonnull(address);
    snprintf(shape.mail, sizeof shape.mail, "%.*s%s", (int)(address - mail), mail, reply);
    shape.size = strlen(shape.mail);
    address += strlen("@REPLY@");
    size -= (size_t)(address - whole);
    memcpy(shape.mail + shape.size, address, size);
    shape.size += size;
    shape.mail[shape.size] = '\0';
}

/* ---- what is read ---- */

/* Whether reading a mail gives what `shape` says; WHAT describes the change to the shape's mail. */
static bool reads_right(const char *mail, size_t size, const char *what) {
    char lines[LINE_SIZE * 2];
    struct received received;
    size_t at = 0;
    bool right;

    received_read(&received, mail, size, reply);
    for (size_t i = 0; i < received.text.size && at + 4 < sizeof lines; i++) {
        char c = received.text.data[i];

        if (c != '\n')
            lines[at++] = c;
        else if (i + 1 < received.text.size)
            at += (size_t)snprintf(lines + at, sizeof lines - at, " | ");
    }
    lines[at] = '\0';
    right = received.kind == RECEIVED_REPLY && strcmp(lines, shape.read) == 0;
    if (!right)
        fprintf(stderr, "%s%s: \"%s\", not \"%s\"\n", shape.name, what, lines, shape.read);
    received_free(&received);
    return right;
}

static size_t begin_reading(void) {
    message_init();
    snprintf(reply, sizeof reply, "r+%s@in.hex.example", "abcdefghijklmnopqrstuvwx23");
    return list_shapes();
}

START_TEST(the_lines_are_found) {
    size_t n = begin_reading();
    unsigned wrong = 0;

    ck_assert_uint_ge(n, SHAPES_LEAST);
    for (size_t i = 0; i < n; i++) {
        read_shape(names[i]);
        wrong += !reads_right(shape.mail, shape.size, "");
    }
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* ---- the original mail ---- */

#define ADDRESS "<games@hex.example>"

/* What programs write above a quotation. */
static const char *const tails[] = {
    "On Mon, 3 Nov 2025 at 10:12, Hexpost " ADDRESS " wrote:",
    "On Mon, Nov 3, 2025 at 10:12 AM Hexpost " ADDRESS " wrote:",
    "On Monday, November 3, 2025 at 10:12:00 AM GMT+1, Hexpost " ADDRESS " wrote:",
    "On 3 Nov 2025, at 10:12, Hexpost " ADDRESS " wrote:",
    "On 03/11/2025 10:12, Hexpost wrote:",
    "Am Mo., 3. Nov. 2025 um 10:12 Uhr schrieb Hexpost " ADDRESS ":",
    "Am 03.11.2025 um 10:12 schrieb Hexpost " ADDRESS ":",
    "Am 3. November 2025 10:12:11 MEZ schrieb Hexpost " ADDRESS ":",
    "Hexpost " ADDRESS " schrieb am Mo., 3. Nov. 2025, 10:12:",
    "Hexpost " ADDRESS " hat am 03.11.2025 10:12 MEZ geschrieben:",
    "Le lun. 3 nov. 2025 à 10:12, Hexpost " ADDRESS " a écrit :",
    "Le 3 déc. 2025 à 10:12, Hexpost " ADDRESS " a écrit :",
    "El lun, 3 nov 2025 a las 10:12, Hexpost (" ADDRESS ") escribió:",
    "El mar, 2 dic 2025 a las 10:12, Hexpost (" ADDRESS ") escribió:",
    "Il giorno lun 3 nov 2025 alle ore 10:12 Hexpost " ADDRESS " ha scritto:",
    "Il giorno mar 2 set 2025 alle ore 10:12 Hexpost " ADDRESS " ha scritto:",
    "Op ma 3 nov 2025 om 10:12 schreef Hexpost " ADDRESS ":",
    "Op 3 nov. 2025 om 10:12 heeft Hexpost " ADDRESS " het volgende geschreven:",
    "pon., 3 lis 2025 o 10:12 Hexpost " ADDRESS " napisał(a):",
    "W dniu 3.11.2025 o 10:12, Hexpost pisze:",
    "Wiadomość napisana przez Hexpost " ADDRESS " w dniu 3 lis 2025, o godz. 10:12:",
    "Em seg., 3 de nov. de 2025 às 10:12, Hexpost " ADDRESS " escreveu:",
    "A segunda, 3/11/2025, 10:12, Hexpost " ADDRESS " escreveu:",
    "Den mån 3 nov. 2025 kl 10:12 skrev Hexpost " ADDRESS ":",
    "mån 3 nov. 2025 kl. 10:12 skrev Hexpost " ADDRESS ":",
    "3 nov. 2025 kl. 10:12 skrev Hexpost " ADDRESS ":",
};

/* The same in blocks, with lines of their own. */
static const char *const blocks[] = {
    "From: Hexpost " ADDRESS
    "\nSent: Monday, November 3, 2025 10:12\nTo: Ada <ada@example.org>\nSubject: Your turn",
    "Von: Hexpost " ADDRESS
    "\nGesendet: Montag, 3. November 2025 10:12\nAn: Ada <ada@example.org>\nBetreff: Du bist dran",
    "De : Hexpost " ADDRESS
    "\nEnvoyé : lundi 3 novembre 2025 10:12\nÀ : Ada <ada@example.org>\nObjet : A toi",
    "De: Hexpost " ADDRESS "\nEnviado el: lunes, 3 de noviembre de 2025 10:12\nPara: Ada "
    "<ada@example.org>\nAsunto: Te toca",
    "Da: Hexpost " ADDRESS
    "\nInviato: lunedì 3 novembre 2025 10:12\nA: Ada <ada@example.org>\nOggetto: Tocca a te",
    "Van: Hexpost " ADDRESS
    "\nVerzonden: maandag 3 november 2025 10:12\nAan: Ada <ada@example.org>\nOnderwerp: Jouw beurt",
    "Od: Hexpost " ADDRESS "\nWysłano: poniedziałek, 3 listopada 2025 10:12\nDo: Ada "
    "<ada@example.org>\nTemat: Twoja kolej",
    "De: Hexpost " ADDRESS "\nEnviada em: segunda-feira, 3 de novembro de 2025 10:12\nPara: Ada "
    "<ada@example.org>\nAssunto: Sua vez",
    "Från: Hexpost " ADDRESS
    "\nSkickat: den 3 november 2025 10:12\nTill: Ada <ada@example.org>\nÄmne: Din tur",
};

/* Whether only the two lines above it are read from a text. */
static bool ends_answer(const char *tail, size_t first, size_t second) {
    static const char above[] = "settle 14\nroad 14-19\n",
                      below[] = "\n\nYour turn in Friday.\nsettle 30\n";
    char text[LINE_SIZE * 2];
    struct buffer lines;
    bool ends;
    int size = snprintf(text, sizeof text, "%s\n%s%s", above, tail, below);
    char *at = text + sizeof above;

    at[first] = first > 0 ? '\n' : at[first];
    at[second] = second > 0 ? '\n' : at[second];
    buffer_init(&lines, RECEIVE_TEXT_MAX);
    receive_new_lines(&lines, text, (size_t)size);
    ends = lines.size == strlen(above) && memcmp(lines.data, above, lines.size) == 0;
    if (!ends)
        fprintf(stderr, "of \"%s\" is read \"%.*s\"\n", text, (int)lines.size, lines.data);
    buffer_free(&lines);
    return ends;
}

/* Programs break the line above a quotation anywhere, once or twice, and some do not mark the quoted lines. */
START_TEST(tails_end_an_answer) {
    unsigned wrong = 0, n = 0;

    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++)
        for (size_t first = 0; tails[i][first] != '\0'; first++)
            for (size_t second = 0; second < first || second == 0; second++) {
                bool here = (first == 0 || tails[i][first] == ' ') &&
                            (second == 0 || tails[i][second] == ' ');

                wrong += here && !ends_answer(tails[i], first, second);
                n += here;
            }
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        for (size_t first = 0; blocks[i][first] != '\0'; first++)
            if (first == 0 || (blocks[i][first] == ' ' && blocks[i][first + 1] != ':')) {
                wrong += !ends_answer(blocks[i], first, 0);
                n++;
            }
    printf("%u tails, %u read\n", n, wrong);
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* ---- the same in other mails ---- */

static const char *const greetings[] = {
    "Hi,",
    "Hello Hexpost!",
    "Hey everybody :-)",
    "Good evening all,",
    "Hallo zusammen,",
    "Moin!",
    "Servus 👋",
    "Guten Morgen!",
    "Bonjour à tous,",
    "Salut !",
    "Hola a todos",
    "Ciao ragazzi!",
    "Hoi allemaal,",
    "Olá,",
    "Cześć!",
    "Hej allihop",
    ":-)",
    "🎉",
    "...",
};

/* What precedes the body of a plain text mail. */
static const char plain_body[] = "Content-Transfer-Encoding: 8bit\n\n";

static size_t variants;

/* Reads and counts a variant. */
static unsigned read_variant(struct buffer *mail, const char *what) {
    bool right;

    ck_assert(!mail->failed);
    right = reads_right(mail->data, mail->size, what);
    buffer_clear(mail);
    variants++;
    return !right;
}

/* The shape with other line ends. */
static unsigned read_crlf(struct buffer *mail) {
    for (size_t i = 0; i < shape.size; i++) {
        if (shape.mail[i] == '\n')
            buffer_byte(mail, '\r');
        buffer_byte(mail, shape.mail[i]);
    }
    return read_variant(mail, " with CR LF");
}

/* The shape with an encoded body. */
static unsigned read_base64(struct buffer *mail, const char *body) {
    gchar *packed = g_base64_encode((const guchar *)body, (gsize)(shape.mail + shape.size - body));

    buffer_append(mail, shape.mail, (size_t)(body - shape.mail) - strlen("8bit\n\n"));
    buffer_format(mail, "base64\n\n%s\n", packed);
    g_free(packed);
    return read_variant(mail, " in base64");
}

static unsigned read_quoted(struct buffer *mail, const char *body) {
    buffer_append(mail, shape.mail, (size_t)(body - shape.mail) - strlen("8bit\n\n"));
    buffer_text(mail, "quoted-printable\n\n");
    for (; body < shape.mail + shape.size; body++)
        if (*body == '\n' || (*body > ' ' && *body < 0x7f && *body != '='))
            buffer_byte(mail, *body);
        else
            buffer_format(mail, "=%02X", (unsigned char)*body);
    return read_variant(mail, " in quoted-printable");
}

/* The shape with something ABOVE the body and BELOW it. */
static unsigned read_between(struct buffer *mail, const char *body, const char *above,
                             const char *below) {
    buffer_append(mail, shape.mail, (size_t)(body - shape.mail));
    buffer_text(mail, above);
    buffer_append(mail, body, (size_t)(shape.mail + shape.size - body));
    buffer_text(mail, below);
    return read_variant(mail, above[0] != '\0' ? above : below);
}

/* Reads the shape with each greeting and tail; FIRST and EVERY choose some of them. */
static unsigned read_tails(struct buffer *mail, const char *body, size_t first, size_t every) {
    char text[LINE_SIZE];
    unsigned wrong = 0;

    for (size_t i = first; i < sizeof greetings / sizeof *greetings; i += every) {
        snprintf(text, sizeof text, "%s\n\n", greetings[i]);
        wrong += read_between(mail, body, text, "");
    }
    for (size_t i = first; i < sizeof tails / sizeof *tails; i += every) {
        snprintf(text, sizeof text, "\n\n%s\n\nYour turn in Friday.\nsettle 30\n", tails[i]);
        wrong += read_between(mail, body, "", text);
        snprintf(text, sizeof text, "\n\n%s\n\n> Your turn in Friday.\n> settle 30\n", tails[i]);
        wrong += read_between(mail, body, "", text);
    }
    for (size_t i = first; i < sizeof blocks / sizeof *blocks; i += every) {
        snprintf(text, sizeof text, "\n\n%s\n\nYour turn in Friday.\nsettle 30\n", blocks[i]);
        wrong += read_between(mail, body, "", text);
    }
    return wrong;
}

/* In a short run every greeting and tail comes with a quarter of the shapes, another one by each seed. */
START_TEST(variants_are_read_alike) {
    const size_t every = test_whole() ? 1 : 4, first = (size_t)test_seed((uint64_t)time(NULL));
    size_t n = begin_reading();
    struct buffer mail;
    unsigned wrong = 0;

    buffer_init(&mail, SHAPE_SIZE * 4);
    for (size_t i = 0; i < n; i++) {
        const char *body;

        read_shape(names[i]);
        wrong += read_crlf(&mail);
        body = strstr(shape.mail, plain_body);
        if (body == NULL || strstr(shape.mail, "multipart") != NULL)
            continue;
        body += strlen(plain_body);
        wrong += read_base64(&mail, body);
        wrong += read_quoted(&mail, body);
        if (strstr(shape.mail, "charset=utf-8") != NULL &&
            g_utf8_validate(shape.mail, (gssize)shape.size, NULL))
            wrong += read_tails(&mail, body, (first + i) % every, every);
    }
    buffer_free(&mail);
    printf("%zu shapes, %zu variants, %u wrong\n", n, variants, wrong);
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* ---- the result ---- */

struct put {
    struct store_job job; /* first: it is cast back to this */
    struct store_link link;
};

static enum store_result run_put(struct store_tx *tx, struct store_job *job) {
    return store_link_put(tx, &((struct put *)job)->link);
}

static int64_t account_of(const char *name) {
    struct store_account account;

    ck_assert_int_eq(store_account_by_name(store_reader_get(test_app.store), name, &account),
                     STORE_OK);
    return account.id;
}

/* Lets WHO play GAME by replies to the address `reply`. */
static void draw_link(const struct person *who, const char *game) {
    struct put put = {.job.run = run_put,
                      .link = {.purpose = LINK_REPLY, .account = account_of(who->name)}};
    struct store_game row;
    char token[LINK_TOKEN_SIZE];

    snprintf(put.link.address, sizeof put.link.address, "%s@example.org", who->name);
    ck_assert_int_eq(store_game_get(store_reader_get(test_app.store), game, &row), STORE_OK);
    put.link.game = row.id;
    put.link.seq = row.last_seq;
    store_game_clear(&row);
    link_draw(&put.link, app_now(), token);
    ck_assert_int_eq(store_call(test_app.store, &put.job), STORE_OK);
    snprintf(reply, sizeof reply, "r+%s@in.hex.example", token);
}

/* The seats of the two in the game, in which no bot plays. */
static struct person *seats[2];

/* The player that the game waits for. */
static struct person *waited_for(const char *game) {
    json_t *state = GET(seats[0], 200, "/v1/games/%s", game);
    int seat = waits_for(state);

    json_decref(state);
    ck_assert(seat == 0 || seat == 1);
    return seats[seat];
}

/* A game of two people, one of whom creates it; the first player plays it by mail. */
static struct person *begin_game(bool turned, char game[GAME_ID_SIZE]) {
    struct person *who;

    seats[0] = turned ? &grace : &ada;
    seats[1] = turned ? &ada : &grace;
    make_game(seats[0],
              "{'name':'Friday','rules':{'game':'base','players':2},"
              "'seats':[{'account':'me'},{'open':true}],'board':{'layout':'beginner'}}",
              game);
    POST_ONLY(seats[1], 200, NULL, "/v1/games/%s/join", game);
    who = waited_for(game);
    draw_link(who, game);
    return who;
}

struct told_back {
    int64_t last; /* row */
    char text[STORE_OUTBOX_DATA_SIZE];
    const char *then;
};

static bool note_response(void *context, const struct store_outbox_row *row) {
    struct told_back *back = context;
    json_t *data;
    bool done, moved;

    if (row->kind != OUTBOX_RESPONSE || row->id <= back->last)
        return row->kind != OUTBOX_RESPONSE;
    data = json_loads(row->data, 0, NULL);
    done = json_is_true(json_object_get(data, "done"));
    moved = json_is_true(json_object_get(data, "moved"));
    back->then = moved ? done ? "done" : "partly" : done ? "answered" : "refused";
    snprintf(back->text, sizeof back->text, "%s", json_string_value(json_object_get(data, "text")));
    back->last = row->id;
    json_decref(data);
    return false;
}

/* Delivers a mail of WHO's to `reply`; the result is in BACK. */
static void bring_mail(const struct person *who, const char *mail, size_t size,
                       struct told_back *back) {
    back->then = "nothing";
    ck_assert(take_mail(&test_app, mail, size, reply));
    ck_assert_int_eq(store_outbox_of_target(store_reader_get(test_app.store), OUTBOX_MAIL,
                                            account_of(who->name), 0, 100, note_response, back),
                     STORE_OK);
}

START_TEST(it_is_done_and_said) {
    struct told_back back = {0};
    size_t n = list_shapes();
    unsigned wrong = 0;

    person_confirm(&ada);
    person_confirm(&grace);
    for (size_t i = 0; i < n; i++) {
        char game[GAME_ID_SIZE], body[LINE_SIZE + 32];
        struct person *who = begin_game(i % 2 == 1, game); /* one person may not send this many */

        read_shape(names[i]);
        snprintf(body, sizeof body, "{'language':'%s'}",
                 shape.language[0] == '\0' ? "en" : shape.language);
        json_decref(person_ask(who, 200, "PATCH", "", body, "/v1/me"));
        bring_mail(who, shape.mail, shape.size, &back);
        if (strcmp(back.then, shape.then) != 0) {
            fprintf(stderr, "%s: %s, not %s:\n%s", shape.name, back.then, shape.then, back.text);
            wrong++;
        }
        POST_ONLY(who, 200, NULL, "/v1/games/%s/resign", game);
    }
    printf("%zu shapes answered, %u otherwise than they say\n", n, wrong);
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* ---- names ---- */

/* A game of two people that waits for a roll; the player who has to roll plays it by mail. */
static struct person *begin_turn(char game[GAME_ID_SIZE]) {
    struct person *who = begin_game(false, game);
    struct random random = random_seeded(1);

    for (;; who = waited_for(game)) {
        char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 32];

        ck_assert(choose_action(who, &random, game, "", action));
        if (strstr(action, "build_") == NULL)
            break;
        snprintf(body, sizeof body, "{'action':%s}", action);
        ck_assert(person_move(who, game, body));
    }
    draw_link(who, game);
    return who;
}

static long long seq_of(struct person *who, const char *game) {
    json_t *state = GET(who, 200, "/v1/games/%s/view", game);
    long long seq = number_at(state, "seq");

    json_decref(state);
    return seq;
}

/* Names may be words of the game, or beginnings of some. A name as a signature is neither a command nor a fault; a
 * command counts whatever its writer's name is. */
START_TEST(names_are_signed_with) {
    static const struct {
        const char *from, *text, *then,
            *told;       /* told: is in the answer, or with a leading `!` is not */
        unsigned events; /* that the game has gained */
    } rows[] = {
        {"Roll Bannister", "roll\n", "done", "> roll", 1},
        {"Roll Bannister", "Roll\n", "done", "> Roll", 1},
        {"Roll Bannister", "settle 14\n\nRoll\n", "done", "!> Roll", 1},
        {"Roll Bannister", "settle 14\nRoll\nroad 14-19\n", "partly", "> Roll", 1},
        {"Somebody", "settle 14\nRoll\n", "partly", "> Roll", 1}, /* not their name */
        {"Hand, Ada", "roll\n", "done", "> roll", 1},
        {"Don Quill", "roll\nDon\n", "done", "!> Don", 1},
        {"Don Quill", "Don\n", "refused", "!> Don", 0},
        {"Don Quill", "Don\nroll\n", "done", "!> Don", 1},
        {"\"Robert 'Rob' Frank\"", "roll\n\n- Robert Frank :-)\n", "done", "!Robert", 1},
        {"Robert Frank", "roll\nFrank\n", "done", "!Frank", 1},
        {"Robert Frank", "roll\nROBERT F.\n", "done", "!ROBERT", 1},
        {"Robert Frank", "roll\nRobert\nEnd of Street 5\n", "partly", "> End of Street 5", 1},
        {"Pat Grace", "roll\nPat\n", "done", "!> Pat", 1},
        {"Pat Grace", "roll\nGrace\n", "done", "!> Grace", 1},
        {"=?utf-8?q?J=C3=B6rg_Stra=C3=9Fer?=", "roll\nJörg Straßer\n", "done", "!> J", 1},
        {"Will", "roll\nWill\n", "done", "!> Will", 1},
        {"Mark May", "roll\nMark\n", "done", "!> Mark", 1},
        {"Mark May", "roll\nMay\n", "done", "!> May", 1},
        {"Bill", "roll\nBill\n", "done", "!> Bill", 1},
        {"Sue", "roll\nSue\n", "done", "!> Sue", 1},
        {"Somebody", "roll\nAda\n", "done", "!> Ada", 1}, /* an account's name */
        {"Di Wu", "roll\nDi\n", "done", "!> Di", 1},
        {"Di Wu", "roll\n\nWu\n", "done", "!> Wu", 1},
        {"Somebody", "roll\nrobert\n", "partly", "> robert", 1}, /* not theirs */
    };
    struct told_back back = {0};
    unsigned wrong = 0;

    person_confirm(&ada);
    person_confirm(&grace);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char game[GAME_ID_SIZE], mail[LINE_SIZE * 2];
        struct person *who =
            strstr(rows[i].text, "settle 14") != NULL ? begin_game(false, game) : begin_turn(game);
        long long before = seq_of(who, game);
        const char *told = rows[i].told + (rows[i].told[0] == '!');
        int size = snprintf(mail, sizeof mail,
                            "From: %s <a%zu@example.org>\nTo: %s\nMessage-ID: <%zu@example.org>\n"
                            "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s",
                            rows[i].from, i, reply, i, rows[i].text);

        bring_mail(who, mail, (size_t)size, &back);
        if (strcmp(back.then, rows[i].then) != 0 ||
            (strstr(back.text, told) == NULL) != (rows[i].told[0] == '!') ||
            seq_of(who, game) != before + rows[i].events) {
            fprintf(stderr, "%s: %s: %s, not %s, %lld events:\n%s\n", rows[i].from, rows[i].text,
                    back.then, rows[i].then, seq_of(who, game) - before, back.text);
            wrong++;
        }
        POST_ONLY(who, 200, NULL, "/v1/games/%s/resign", game);
    }
    printf("%zu names, %u misread\n", sizeof rows / sizeof *rows, wrong);
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* ---- once ---- */

static bool count_response(void *context, const struct store_outbox_row *row) {
    *(unsigned *)context += row->kind == OUTBOX_RESPONSE;
    return true;
}

/* Delivers a mail of WHO's; returns how many of their mails have been answered so far. */
static unsigned bring(const struct person *who, const char *date) {
    char mail[256];
    unsigned answers = 0;

    snprintf(mail, sizeof mail, "From: ada@example.org\nTo: %s\nDate: %s\n\nsay hello\n", reply,
             date);
    ck_assert(take_mail(&test_app, mail, strlen(mail), reply));
    ck_assert_int_eq(store_outbox_of_target(store_reader_get(test_app.store), OUTBOX_MAIL,
                                            account_of(who->name), 0, 100, count_response,
                                            &answers),
                     STORE_OK);
    return answers;
}

/* Mail servers may deliver a mail twice; one without a Message-ID is recognized by its text and date. */
START_TEST(mails_without_an_id_count_once) {
    static const char first[] = "Sat, 03 May 2031 10:00:00 +0200";
    const struct person *who;
    char game[GAME_ID_SIZE];

    person_confirm(&ada);
    person_confirm(&grace);
    who = begin_game(false, game);
    ck_assert_uint_eq(bring(who, first), 1);
    ck_assert_uint_eq(bring(who, first), 1);
    ck_assert_uint_eq(bring(who, "Sat, 03 May 2031 10:00:01 +0200"), 2);
}
END_TEST

static Suite *suite(void) {
    return test_suite("mail_shapes", (const struct test_case[]){
                                         {.name = "lines", .test = the_lines_are_found},
                                         {.name = "done",
                                          .test = it_is_done_and_said,
                                          .setup = people_setup,
                                          .teardown = people_teardown,
                                          .timeout_s = 300},
                                         {.name = "names",
                                          .test = names_are_signed_with,
                                          .setup = people_setup,
                                          .teardown = people_teardown,
                                          .timeout_s = 300},
                                         {.name = "tails", .test = tails_end_an_answer},
                                         {.name = "variants", .test = variants_are_read_alike},
                                         {.name = "once",
                                          .test = mails_without_an_id_count_once,
                                          .setup = people_setup,
                                          .teardown = people_teardown},
                                         {0},
                                     });
}
TEST_MAIN(suite)

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/receive.h"

#include <gmime/gmime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "service/base/mail_address.h"
#include "service/base/text.h"
#include "service/mail/automatic.h"

enum {
    PARTS_MAX = 64,
    DEPTH_MAX = 16,
    COLONS_MAX = 100, /* in one header of addresses */
};

static void set_why(struct received *received, const char *why) {
    g_strlcpy(received->why, why, sizeof received->why);
}

/* ---- recipients ---- */

char receive_token(const char *address, const char *of, char token[LINK_TOKEN_SIZE]) {
    uint8_t hash[STORE_HASH_SIZE];
    char letter = (char)g_ascii_tolower(address[0]);

    if (letter == '\0' || strchr(of, letter) == NULL || address[1] != '+' ||
        strlen(address) < 2 + LINK_TOKEN_LENGTH || address[2 + LINK_TOKEN_LENGTH] != '@')
        return '\0';
    for (size_t i = 0; i < LINK_TOKEN_LENGTH; i++)
        token[i] = g_ascii_tolower(address[2 + i]);
    token[LINK_TOKEN_LENGTH] = '\0';
    return link_hash(token, hash) ? letter : '\0';
}

/* Finds the first such address in a header's text. */
static char token_within(const char *text, char token[LINK_TOKEN_SIZE]) {
    for (const char *at = text; at != NULL && *at != '\0'; at++) {
        bool begins = at == text || strchr("<,:; \t\r\n\"", at[-1]) != NULL;
        char letter = begins ? receive_token(at, "rub", token) : '\0';

        if (letter != '\0')
            return letter;
    }
    return '\0';
}

static char find_token(GMimeObject *mail, const char *recipient, char token[LINK_TOKEN_SIZE]) {
    static const char *const headers[] = {"X-Original-To", "Delivered-To", "Envelope-To",
                                          "X-Envelope-To", "To",           "Cc"};
    char letter = '\0';

    if (recipient != NULL)
        return token_within(recipient, token);
    for (size_t i = 0; i < sizeof headers / sizeof *headers && letter == '\0'; i++) {
        const char *value = g_mime_object_get_header(mail, headers[i]);

        letter = value == NULL ? '\0' : token_within(value, token);
    }
    return letter;
}

/* ---- the parts ---- */

struct parts {
    GMimeObject *plain, *html, *status; /* borrowed, the first of each */
    unsigned count;
};

static void visit_part(struct parts *parts, GMimeObject *object, unsigned depth) {
    if (object == NULL || depth > DEPTH_MAX || ++parts->count > PARTS_MAX)
        return;
    if (GMIME_IS_MULTIPART(object)) {
        for (int i = 0; i < g_mime_multipart_get_count(GMIME_MULTIPART(object)); i++)
            visit_part(parts, g_mime_multipart_get_part(GMIME_MULTIPART(object), i), depth + 1);
        return;
    }
    const char *disposition = g_mime_object_get_disposition(object);
    GMimeContentType *type = g_mime_object_get_content_type(object);
    if (!GMIME_IS_PART(object) || type == NULL ||
        (disposition != NULL && g_ascii_strcasecmp(disposition, "attachment") == 0))
        return;
    if (parts->plain == NULL && g_mime_content_type_is_type(type, "text", "plain"))
        parts->plain = object;
    if (parts->html == NULL && g_mime_content_type_is_type(type, "text", "html"))
        parts->html = object;
    if (parts->status == NULL &&
        (g_mime_content_type_is_type(type, "message", "delivery-status") ||
         g_mime_content_type_is_type(type, "message", "global-delivery-status")))
        parts->status = object;
}

/* A part's decoded content, at most RECEIVE_MAX bytes, followed by a NUL. NULL if there is none. */
static GByteArray *content_of(GMimeObject *object) {
    GMimeDataWrapper *wrapper = g_mime_part_get_content(GMIME_PART(object));
    GMimeStream *stream;
    GByteArray *bytes;

    if (wrapper == NULL)
        return NULL;
    bytes = g_byte_array_new();
    stream = g_mime_stream_mem_new_with_byte_array(bytes);
    g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream), FALSE);
    (void)g_mime_data_wrapper_write_to_stream(wrapper, stream);
    g_object_unref(stream);
    g_byte_array_append(bytes, (const guint8 *)"", 1);
    return bytes;
}

/* A text part as UTF-8 without NULs, to be freed with g_free; unconvertible bytes are replaced. A part with no
 * charset, or a wrong one, usually comes from an old program and is read as Windows-1252. */
static char *part_text_of(GMimeObject *object) {
    GByteArray *bytes = content_of(object);
    const char *charset = g_mime_object_get_content_type_parameter(object, "charset");
    char *text = NULL;
    gssize size;

    if (bytes == NULL)
        return NULL;
    size = (gssize)bytes->len - 1;
    if (charset != NULL && g_ascii_strcasecmp(charset, "utf-8") != 0 &&
        g_ascii_strcasecmp(charset, "us-ascii") != 0)
        text = g_convert_with_fallback((const char *)bytes->data, size, "utf-8", charset, "?", NULL,
                                       NULL, NULL);
    size = (gssize)strlen((const char *)bytes->data);
    if (text == NULL && !g_utf8_validate((const char *)bytes->data, size, NULL))
        text = g_convert_with_fallback((const char *)bytes->data, size, "utf-8", "windows-1252",
                                       "?", NULL, NULL, NULL);
    if (text == NULL)
        text = g_utf8_make_valid((const char *)bytes->data, size);
    g_byte_array_unref(bytes);
    return text;
}

static bool parameter_is(GMimeObject *object, const char *name, const char *value) {
    const char *found = g_mime_object_get_content_type_parameter(object, name);

    return found != NULL && g_ascii_strcasecmp(found, value) == 0;
}

/* Appends the new lines of a plain text part. */
static void read_plain_part(struct buffer *lines, GMimeObject *object) {
    char *text = part_text_of(object);
    struct buffer whole;

    if (text == NULL)
        return;
    if (parameter_is(object, "format", "flowed")) {
        buffer_init(&whole, RECEIVE_MAX * 2);
        receive_unfold(&whole, text, strlen(text), parameter_is(object, "delsp", "yes"));
        if (!whole.failed && whole.size > 0)
            receive_new_lines(lines, whole.data, whole.size);
        buffer_free(&whole);
    } else {
        receive_new_lines(lines, text, strlen(text));
    }
    g_free(text);
}

/* Appends the new lines of an HTML part. */
static void read_html_part(struct buffer *lines, GMimeObject *object) {
    char *html = part_text_of(object);
    struct buffer text;

    if (html == NULL)
        return;
    buffer_init(&text, RECEIVE_MAX);
    receive_html_text(&text, html, strlen(html));
    if (!text.failed && text.size > 0)
        receive_new_lines(lines, text.data, text.size);
    buffer_free(&text);
    g_free(html);
}

/* ---- delivery reports ---- */

/* Copies a server's message, folded lines joined, without control characters. */
static void take_detail(char *to, size_t size, const char *from) {
    size_t at = 0;

    for (; *from != '\0' && at + 1 < size; from++) {
        if (*from == '\n' && from[1] != ' ' && from[1] != '\t')
            break;
        if (*from == '\n') {
            from += strspn(from + 1, " \t");
            to[at++] = ' ';
        } else if ((unsigned char)*from >= ' ' && (unsigned char)*from < 0x7f) {
            to[at++] = *from;
        }
    }
    to[at] = '\0';
}

/* A diagnostic without its type: "smtp; 550 no such user". *OWN: the type is a private one ("x-unix;"), whose
 * text means nothing to people. NULL if there is none. */
static const char *read_diagnosis(const char *detail, bool *own) {
    size_t size = detail == NULL ? 0 : strcspn(detail, ";\r\n");

    *own = size > 2 && g_ascii_strncasecmp(detail, "x-", 2) == 0;
    if (detail == NULL || detail[size] != ';')
        return detail;
    detail += size + 1;
    return detail + strspn(detail, " \t");
}

/* The value of a field in the report's text; NULL if missing. A report has a block for each
 * recipient; mails sent here have one recipient. */
static const char *find_field(const char *text, const char *name) {
    size_t size = strlen(name);

    for (const char *line = text; line != NULL && *line != '\0';) {
        if (g_ascii_strncasecmp(line, name, size) == 0 && line[size] == ':') {
            line += size + 1;
            return line + strspn(line, " \t");
        }
        line = strchr(line, '\n');
        if (line != NULL)
            line++;
    }
    return NULL;
}

/* The remote server's message, for reports whose field has only "5.0.0" and that give the rest in
 * the part for people: "ada@example.org: 550 5.1.1 no such user". TEXT is that part, RECIPIENT the
 * report's field. NULL if there is none. */
static const char *own_words(const char *text, const char *recipient) {
    const char *address = recipient == NULL ? NULL : strchr(recipient, ';');
    size_t size;

    if (address == NULL)
        return NULL;
    address += 1 + strspn(address + 1, " \t");
    size = strcspn(address, "\r\n");
    for (const char *at = text; at != NULL && size > 0; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (g_ascii_strncasecmp(at, address, size) == 0 && at[size] == ':' && at[size + 1] == ' ')
            return at + size + 2;
    }
    return NULL;
}

/* "550 5.1.1 …" */
static bool names_address(const char *words) {
    return words != NULL && words[0] == '5' && strlen(words) > 8 &&
           strncmp(words + 4, "5.1.", 4) == 0;
}

static void read_bounce(struct received *received, const struct parts *parts) {
    GByteArray *bytes = parts->status == NULL ? NULL : content_of(parts->status);
    const char *text = bytes == NULL ? "" : (const char *)bytes->data;
    const char *action = find_field(text, "Action");
    const char *status = find_field(text, "Status");
    bool own;
    const char *detail = read_diagnosis(find_field(text, "Diagnostic-Code"), &own), *said = NULL;
    char *people = NULL;

    set_why(received, "no delivery report that says failed or delayed");
    if (status != NULL && (status[0] == '4' || status[0] == '5') && status[1] == '.' &&
        (action == NULL || g_ascii_strncasecmp(action, "failed", 6) == 0 ||
         g_ascii_strncasecmp(action, "delayed", 7) == 0)) {
        received->kind = RECEIVED_BOUNCE;
        /* a report on a delay means that the server keeps trying, whatever its status */
        received->permanent = status[0] == '5' && (action == NULL || (action[0] | 0x20) == 'f');
        received->address_fault = received->permanent && strncmp(status, "5.1.", 4) == 0;
        if ((detail == NULL || own) && parts->plain != NULL)
            people = part_text_of(parts->plain);
        if (people != NULL)
            said = own_words(people, find_field(text, "Final-Recipient"));
        if (said != NULL && received->permanent)
            received->address_fault |= names_address(said);
        if (said != NULL)
            detail = said;
        take_detail(received->detail, sizeof received->detail, detail != NULL ? detail : status);
    }
    g_free(people);
    if (bytes != NULL)
        g_byte_array_unref(bytes);
}

/* ---- mails that must not be parsed ---- */

/* Whether a line begins a header whose addresses the library parses at once. */
static bool names_people(const char *line, const char *end) {
    static const char *const headers[] = {"to", "cc", "bcc", "from", "sender", "reply-to"};

    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        const char *at = line + strlen(headers[i]);

        if (at >= end || g_ascii_strncasecmp(line, headers[i], strlen(headers[i])) != 0)
            continue;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        if (at < end && *at == ':')
            return true;
    }
    return false;
}

/* Whether addresses are nested in groups ("a:b:c:...") so deeply that the library, which is
 * recursive, would exhaust the stack. Checks every line, since a mail may contain other mails. */
static bool nests_people(const char *bytes, size_t size) {
    const char *end = bytes + size;
    unsigned colons = 0;
    bool people = false, begins = true;

    for (const char *at = bytes; at < end; at++) {
        if (begins && *at != ' ' && *at != '\t' && *at != '\n' && *at != '\r') {
            people = names_people(at, end);
            colons = 0;
        }
        begins = *at == '\n' || *at == '\r';
        if (people && *at == ':' && ++colons > COLONS_MAX)
            return true;
    }
    return false;
}

/* ---- all of it ---- */

/* Uses the text part, unless it is empty while there is HTML, or is a copy of the HTML with broken lines. */
static void read_reply(struct received *received, const struct parts *parts) {
    struct buffer html;

    received->kind = RECEIVED_REPLY;
    if (parts->plain != NULL)
        read_plain_part(&received->text, parts->plain);
    if (parts->html == NULL)
        return;
    buffer_init(&html, RECEIVE_TEXT_MAX);
    read_html_part(&html, parts->html);
    if (!html.failed && html.size > 0 &&
        (received->text.size == 0 || receive_is_wrapped_copy(&received->text, &html))) {
        buffer_clear(&received->text);
        buffer_append(&received->text, html.data, html.size);
    }
    buffer_free(&html);
}

/* Reads the sender's names: the reply may be signed with one. */
static void read_sender(struct received *received, GMimeMessage *mail) {
    InternetAddressList *list = g_mime_message_get_from(mail);
    InternetAddress *address = list == NULL || internet_address_list_length(list) < 1
                                   ? NULL
                                   : internet_address_list_get_address(list, 0);
    const char *name = address == NULL ? NULL : internet_address_get_name(address);
    const char *box = address != NULL && INTERNET_ADDRESS_IS_MAILBOX(address)
                          ? internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(address))
                          : NULL;
    size_t size = name == NULL ? 0 : text_cut(name, strlen(name), RECEIVE_FROM_SIZE / 2);

    snprintf(received->from, sizeof received->from, "%.*s %.*s", (int)size,
             name == NULL ? "" : name, box == NULL ? 0 : (int)strcspn(box, "@"),
             box == NULL ? "" : box);
    if (!g_utf8_validate(received->from, -1, NULL))
        received->from[0] = '\0';
}

static void read_mail(struct received *received, GMimeMessage *mail, const char *recipient) {
    GMimeObject *object = GMIME_OBJECT(mail);
    const char *id = g_mime_message_get_message_id(mail);
    const char *date = g_mime_object_get_header(object, "Date");
    struct parts parts = {0};
    char letter = find_token(object, recipient, received->token);

    visit_part(&parts, g_mime_message_get_mime_part(mail), 0);
    if (id != NULL && strlen(id) + 3 <= RECEIVE_ID_SIZE && !text_has_controls(id) &&
        strpbrk(id, "<> ") == NULL && g_str_is_ascii(id))
        snprintf(received->id, sizeof received->id, "<%s>", id);
    g_strlcpy(received->date, date == NULL ? "" : date, sizeof received->date);
    switch (letter) {
    case 'b': read_bounce(received, &parts); return;
    case 'u': received->kind = RECEIVED_UNSUBSCRIBE; return;
    case 'r':
        set_why(received, "written by a program");
        if (!mail_is_automatic(object)) {
            read_sender(received, mail);
            read_reply(received, &parts);
        }
        return;
    default: set_why(received, "not for an address of this server"); return;
    }
}

size_t received_looked_at(size_t size) {
    return size < RECEIVE_MAX ? size : RECEIVE_MAX;
}

void received_begin(struct received *received) {
    *received = (struct received){.kind = RECEIVED_NOTHING};
    set_why(received, "not a mail");
    buffer_init(&received->text, RECEIVE_TEXT_MAX);
}

void received_read(struct received *received, const char *bytes, size_t size,
                   const char *recipient) {
    GMimeStream *stream;
    GMimeParser *parser;
    GMimeMessage *mail;

    received_begin(received);
    /* the first line of mbox files, which some servers' pipes put before the headers */
    if (size >= 5 && memcmp(bytes, "From ", 5) == 0) {
        const char *end = memchr(bytes, '\n', size);
        size_t skipped = end == NULL ? size : (size_t)(end - bytes) + 1;

        bytes += skipped;
        size -= skipped;
    }
    size = received_looked_at(size);
    if (nests_people(bytes, size))
        return;
    stream = g_mime_stream_mem_new_with_buffer(bytes, size);
    parser = g_mime_parser_new_with_stream(stream);
    g_object_unref(stream);
    mail = g_mime_parser_construct_message(parser, NULL);
    g_object_unref(parser);
    if (mail == NULL)
        return;
    read_mail(received, mail, recipient);
    g_object_unref(mail);
}

void received_free(struct received *received) {
    buffer_free(&received->text);
}

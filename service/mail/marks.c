/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/marks.h"

#include <fnmatch.h>
#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "service/base/buffer.h"
#include "service/base/language.h"
#include "service/words/plain.h"

/* The table: a row for each mark of a language, with the programs that write it. Patterns are in lower case and
 * plain characters (words/plain.h); `*` matches anything, `|` separates alternatives. MARK_OLD: the text between
 * dashes. MARK_WROTE: the verb of "On … wrote:". MARK_WRITES: how such a line begins, MARK_DATED: how a line
 * begins that may also be something else. MARK_HEADER: names of headers. MARK_GREETING, MARK_CLOSING: words; a
 * name may follow. */
/* clang-format off */
static const struct row {
    enum mark mark;
    const char *language, *programs, *patterns;
} rows[] = {
    {MARK_OLD, "en", "Outlook, Samsung, Yahoo, AOL, Gmail", "original message|forwarded message|forwarded by*|original appointment|reply message"},
    {MARK_OLD, "de", "Outlook, Samsung, GMX, WEB.DE, T-Online", "ursprüngliche nachricht|originalnachricht|original-nachricht|original nachricht|weitergeleitete nachricht|ursprüngliche mail|originalmail"},
    {MARK_OLD, "fr", "Outlook, Samsung, Orange, Gmail", "message d'origine|message original|message initial|message transféré|courriel original"},
    {MARK_OLD, "es", "Outlook, Samsung, Gmail", "mensaje original|mensaje reenviado"},
    {MARK_OLD, "it", "Outlook, Samsung, Libero, Gmail", "messaggio originale|messaggio inoltrato|messaggio originario"},
    {MARK_OLD, "nl", "Outlook, Samsung, Gmail", "oorspronkelijk bericht|origineel bericht|oorspronkelijke bericht|doorgestuurd bericht"},
    {MARK_OLD, "pt", "Outlook, Samsung, Gmail", "mensagem original|mensagem encaminhada"},
    {MARK_OLD, "pl", "Outlook, Samsung, WP, Onet, Gmail", "oryginalna wiadomość|wiadomość oryginalna|wiadomość przekazana|wiadomość wysłana"},
    {MARK_OLD, "sv, da, nb, fi", "Outlook, Samsung", "ursprungligt meddelande|originalmeddelande|oprindelig meddelelse|original meddelelse|opprinnelig melding|alkuperäinen viesti"},

    {MARK_WROTE, "en", "Gmail, Apple Mail, Thunderbird, Yahoo, Proton, K-9", "wrote|writes"},
    {MARK_WROTE, "de", "Gmail, Apple Mail, Thunderbird, GMX, K-9, Proton", "schrieb|schreibt|geschrieben"},
    {MARK_WROTE, "fr", "Gmail, Apple Mail, Thunderbird, Proton", "a écrit|écrit"},
    {MARK_WROTE, "es", "Gmail, Apple Mail, Thunderbird", "escribió|escribio|ha escrito"},
    {MARK_WROTE, "it", "Gmail, Apple Mail, Thunderbird", "ha scritto|scrive"},
    {MARK_WROTE, "nl", "Gmail, Apple Mail, Thunderbird", "schreef|heeft geschreven|geschreven"},
    {MARK_WROTE, "pt", "Gmail, Apple Mail, Thunderbird", "escreveu"},
    {MARK_WROTE, "pl", "Gmail, Apple Mail, Thunderbird", "napisał|napisał(a)|napisał/a|pisze|napisała|napisano|napisana|napisana przez"},
    {MARK_WROTE, "sv, da, nb, fi", "Gmail, Apple Mail", "skrev|skrev följande|kirjoitti"},

    {MARK_WRITES, "en", "", "on|on *|at|at *"},
    {MARK_WRITES, "de", "", "am|am *"},
    {MARK_WRITES, "fr", "", "le|le *"},
    {MARK_WRITES, "es", "", "el|el *"},
    {MARK_WRITES, "it", "", "il|il *"},
    {MARK_WRITES, "nl", "", "op|op *"},
    {MARK_WRITES, "pt", "", "em|em *|a|a *"},
    {MARK_WRITES, "pl", "", "w|w dniu|w dniu *|dnia|dnia *|wiadomość|wiadomość *"},
    {MARK_WRITES, "sv, da, nb", "", "den|den *"},

    {MARK_DATED, "", "Outlook, GMX, Apple Mail, Yahoo", "hexpost|*<*|*@*|[0-9]*"},
    {MARK_DATED, "en, de, fr, es, it, nl, pt, pl, sv, da, nb", "Gmail, Apple Mail", "mo*|di*|mi*|do*|fr*|sa*|so*|tu*|we*|th*|su*|lu*|ma*|me*|je*|ve*|sá*|gi*|wo*|vr*|za*|zo*|se*|te*|qu*|po*|wt*|śr*|cz*|pt*|ni*|må*|ti*|on*|to*|lö*|sö*|lø*|sø*"},

    {MARK_HEADER, "en", "Outlook, Windows Mail", "from|sent|date|to|cc|subject|reply-to|importance"},
    {MARK_HEADER, "de", "Outlook, GMX, WEB.DE, Windows Mail", "von|gesendet|datum|an|betreff|kopie|antwort an|gesendet am"},
    {MARK_HEADER, "fr", "Outlook, Orange", "de|envoyé|envoyé le|date|à|a|objet|expéditeur|destinataire"},
    {MARK_HEADER, "es", "Outlook", "de|enviado|enviado el|fecha|para|asunto"},
    {MARK_HEADER, "it", "Outlook, Libero", "da|inviato|inviata|data|a|oggetto"},
    {MARK_HEADER, "nl", "Outlook", "van|verzonden|datum|aan|onderwerp"},
    {MARK_HEADER, "pt", "Outlook", "de|enviado|enviada|enviado em|enviada em|data|para|assunto"},
    {MARK_HEADER, "pl", "Outlook, WP, Onet", "od|wysłano|wysłane|data|do|dw|temat|nadawca|adresat"},
    {MARK_HEADER, "sv, da, nb, fi", "Outlook", "från|skickat|till|kopia|ämne|fra|sendt|til|emne|lähettäjä|lähetetty|vastaanottaja|aihe"},

    {MARK_SIGNED, "en", "Apple Mail, Outlook, Samsung, Windows Mail, Yahoo, Proton, K-9, BlackBerry", "sent from *|sent via *|sent with *|sent using *|sent by *|get outlook for *|please excuse my brevity*|virus-free*|download outlook*|get the yahoo*"},
    {MARK_SIGNED, "de", "Apple Mail, Outlook, Samsung, Windows Mail, Yahoo, Proton, K-9, GMX, WEB.DE", "von mein* gesendet*|gesendet von *|gesendet mit *|gesendet über *|gesendet aus *|gesendet via *|von * gesendet*|unterwegs gesendet*|diese nachricht wurde *|diese e-mail wurde *|diese mail wurde *|outlook für *|holen sie sich *outlook*|laden sie outlook*|beziehen sie outlook*|virenfrei*|bitte entschuldigen sie die kürze*"},
    {MARK_SIGNED, "fr", "Apple Mail, Outlook, Samsung, Windows Mail, Yahoo, Proton, Orange", "envoyé de *|envoyé depuis *|envoyé à partir de *|envoyé avec *|envoyé par *|envoyé via *|provenance : *|provenance: *|télécharger outlook*|téléchargez outlook*|obtenez outlook*|obtenir outlook*|garanti sans virus*|sans virus*"},
    {MARK_SIGNED, "es", "Apple Mail, Outlook, Samsung, Windows Mail, Yahoo", "enviado desde *|enviado con *|enviado a través de *|enviado por *|obtener outlook*|obtén outlook*|libre de virus*"},
    {MARK_SIGNED, "it", "Apple Mail, Outlook, Samsung, Windows Mail, Libero", "inviato da *|inviato dal *|inviato dall*|inviato con *|inviato tramite *|ottieni outlook*|scarica outlook*|privo di virus*"},
    {MARK_SIGNED, "nl", "Apple Mail, Outlook, Samsung, Windows Mail, Ziggo", "verstuurd vanaf *|verzonden vanaf *|verzonden via *|verzonden met *|verstuurd met *|verstuurd via *|outlook voor *|download outlook*|virusvrij*"},
    {MARK_SIGNED, "pt", "Apple Mail, Outlook, Samsung, Windows Mail", "enviado do *|enviado de *|enviado a partir *|enviado pelo *|enviado pela *|enviado com *|enviada do *|obter o outlook*|obtenha o outlook*|baixe o outlook*|livre de vírus*"},
    {MARK_SIGNED, "pl", "Apple Mail, Outlook, Samsung, Windows Mail, WP", "wysłane z *|wysłano z *|wysłane za *|wysłano za *|wysłane przez *|wysłano przez *|pobierz *outlook*|uzyskaj *outlook*|wolny od wirusów*"},
    {MARK_SIGNED, "sv, da, nb, fi", "Apple Mail, Outlook, Samsung", "skickat från *|skickad från *|sendt fra *|sent fra *|hämta outlook*|hent outlook*|få outlook*|lähetetty *"},

    {MARK_GREETING, "en", "", "hi|hello|hey|dear|greetings|good morning|good afternoon|good evening|good day|howdy|morning|evening|hiya|hi there|hello there|hey there|yo|dear all"},
    {MARK_GREETING, "de", "", "hallo|halli hallo|moin|moin moin|servus|grüß gott|grüß dich|grüezi|guten tag|guten morgen|guten abend|gute nacht|guten abend zusammen|hallöchen|grüß euch|griaß eich|liebe|lieber|liebes|sehr geehrte|sehr geehrter|tag|tach|huhu|mahlzeit"},
    {MARK_GREETING, "fr", "", "bonjour|bonsoir|salut|coucou|cher|chère"},
    {MARK_GREETING, "es", "", "hola|buenos días|buenas tardes|buenas noches|buenas|estimado|estimada|querido|querida"},
    {MARK_GREETING, "it", "", "ciao|buongiorno|buonasera|salve|caro|cara|gentile"},
    {MARK_GREETING, "nl", "", "hoi|dag|beste|goedemorgen|goedemiddag|goedenavond|goedendag|geachte|hallo allemaal"},
    {MARK_GREETING, "pt", "", "olá|ola|oi|bom dia|boa tarde|boa noite|prezado|prezada|oi gente"},
    {MARK_GREETING, "pl", "", "cześć|czesc|dzień dobry|dobry wieczór|witam|witaj|hej|drogi|droga|szanowni"},
    {MARK_GREETING, "sv, da, nb, fi", "", "hejsan|hallå|tjena|kära|kære|kjære|god morgon|god morgen|hei|moi|terve"},

    {MARK_CLOSING, "en", "", "thanks|thank you|many thanks|thx|ty|cheers|best|all the best|best wishes|best regards|kind regards|warm regards|with kind regards|regards|sincerely|sincerely yours|yours|yours sincerely|yours truly|yours faithfully|take care|see you|see ya|bye|bye bye|good luck|have fun|love|good game|gg|talk soon|have a nice day|have a good day|have a great day|have a nice weekend|good night|play well|well played|nice game|great game|wp|glhf|gl|until tomorrow|see you soon|see you tomorrow|enjoy"},
    {MARK_CLOSING, "de", "", "danke|danke schön|danke sehr|dankeschön|vielen dank|besten dank|herzlichen dank|tausend dank|grüße|grüsse|gruesse|viele grüße|viele grüsse|viele gruesse|liebe grüße|liebe grüsse|liebe gruesse|schöne grüße|beste grüße|beste grüsse|herzliche grüße|herzlichst|freundliche grüße|freundliche grüsse|gruß|gruss|liebe gruß|lieben gruß|schönen gruß|viele liebe grüße|lg|vg|bg|mfg|mit freundlichen grüßen|mit freundlichen grüssen|mit freundlichen gruessen|mit freundlichem gruß|mit besten grüßen|mit lieben grüßen|bis bald|bis dann|bis später|bis morgen|tschüss|tschüß|tschö|schönen tag|schönen abend|schönes wochenende|viel spaß|viel spass|viel glück|viel erfolg|viel vergnügen|gutes spiel|schönes spiel|gutes gelingen|gut gespielt|gute nacht|schönen sonntag|schöne woche|mach's gut|macht's gut|machts gut|ciao|tschau|hochachtungsvoll"},
    {MARK_CLOSING, "fr", "", "merci|merci beaucoup|merci d'avance|cordialement|bien cordialement|bien à vous|bien à toi|amicalement|amitiés|à bientôt|à plus|a+|bises|bisous|salutations|sincères salutations|bonne journée|bonne soirée|bonne nuit|bonne chance|bonne partie|bien joué|bon jeu"},
    {MARK_CLOSING, "es", "", "gracias|muchas gracias|mil gracias|saludos|un saludo|saludos cordiales|cordiales saludos|atentamente|un abrazo|abrazos|hasta luego|hasta pronto|adiós|buena suerte|suerte|buena partida|bien jugado"},
    {MARK_CLOSING, "it", "", "grazie|grazie mille|molte grazie|saluti|cordiali saluti|distinti saluti|tanti saluti|un saluto|un abbraccio|a presto|cordialmente|buona giornata|buona fortuna|buona partita|ben giocato|in bocca al lupo"},
    {MARK_CLOSING, "nl", "", "bedankt|dank je|dank u|dank je wel|dankjewel|groet|groeten|groetjes|vriendelijke groet|vriendelijke groeten|met vriendelijke groet|met vriendelijke groeten|hartelijke groet|hartelijke groeten|mvg|tot ziens|tot snel|succes|veel succes|veel plezier|goed gespeeld|fijne dag|fijne avond"},
    {MARK_CLOSING, "pt", "", "obrigado|obrigada|muito obrigado|muito obrigada|abraço|abraços|um abraço|atenciosamente|cumprimentos|melhores cumprimentos|com os melhores cumprimentos|saudações|até logo|até breve|boa sorte|bom jogo|boa partida"},
    {MARK_CLOSING, "pl", "", "dzięki|dziękuję|dziekuje|pozdrawiam|pozdrowienia|serdecznie pozdrawiam|serdeczne pozdrowienia|z poważaniem|do zobaczenia|powodzenia|miłej gry|udanej gry"},
    {MARK_CLOSING, "sv, da, nb, fi", "", "tack|tusen tack|hälsningar|vänliga hälsningar|med vänlig hälsning|mvh|tak|hilsen|venlig hilsen|med venlig hilsen|takk|vennlig hilsen|kiitos|terveisin|lycka till|held og lykke|lykke til|onnea"},
};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof *rows, PATTERN_SIZE = 96, REST_WORDS = 4 };

/* A line in the table's form: lower case, plain characters, no white space around it, no smileys after it. */
struct shown {
    char text[MARK_LINE_MAX + 1];
    size_t size, smileys; /* bytes of the text, and of the smileys after it */
};

static bool show_line(struct shown *shown, const char *line, size_t size) {
    struct buffer plain;
    char *lower = NULL;

    shown->size = 0;
    if (size == 0 || size > MARK_LINE_MAX)
        return false;
    buffer_init(&plain, MARK_LINE_MAX);
    plain_append(&plain, line, size);
    if (!plain.failed && plain.size > 0 && g_utf8_validate(plain.data, (gssize)plain.size, NULL))
        lower = g_utf8_strdown(plain.data, (gssize)plain.size);
    buffer_free(&plain);
    if (lower != NULL) {
        g_strstrip(lower);
        shown->size = plain_before_smileys(lower, strlen(lower));
        shown->smileys = strlen(lower) - shown->size;
        lower[shown->size] = '\0';
        if (g_strlcpy(shown->text, lower, sizeof shown->text) >= sizeof shown->text)
            shown->size = 0;
    }
    g_free(lower);
    return shown->size > 0;
}

/* Whether all of TEXT matches one of a mark's patterns. */
static bool is_pattern(enum mark mark, const char *text) {
    char pattern[PATTERN_SIZE];

    for (size_t i = 0; i < ROWS; i++)
        for (const char *at = rows[i].patterns;
             rows[i].mark == mark && text_next(&at, pattern, sizeof pattern);)
            if (fnmatch(pattern, text, 0) == 0)
                return true;
    return false;
}

static bool is_letter(const char *at) {
    return (unsigned char)*at >= 0x80 || g_ascii_isalpha(*at);
}

/* The length in bytes of the longest phrase of a mark at the start of TEXT; 0: none. */
static size_t phrase_at(enum mark mark, const char *text) {
    char pattern[PATTERN_SIZE];
    size_t longest = 0;

    for (size_t i = 0; i < ROWS; i++)
        for (const char *at = rows[i].patterns;
             rows[i].mark == mark && text_next(&at, pattern, sizeof pattern);) {
            size_t size = strlen(pattern);

            if (size > longest && strncmp(text, pattern, size) == 0 && !is_letter(text + size))
                longest = size;
        }
    return longest;
}

/* Whether the rest of a greeting or a closing is only a name. */
static bool is_name(const char *text) {
    unsigned words = 0;

    for (const char *at = text; *at != '\0'; at++) {
        if (g_ascii_isdigit(*at) || *at == ';')
            return false;
        words += is_letter(at) && (at == text || !is_letter(at - 1));
    }
    return words <= REST_WORDS;
}

/* "-----Original Message-----", "*Von:*", "________________": dashes and the like, around a text or alone. */
static bool is_old(const struct shown *shown) {
    enum { RULE_MIN = 8, DASHES_MIN = 2 };
    static const char signs[] = "-_=*~ ";
    size_t lead = strspn(shown->text, signs);
    char inner[MARK_LINE_MAX + 1];

    if (lead == shown->size)
        return lead >= RULE_MIN && memchr("-_=", shown->text[0], 3) != NULL;
    if (lead < DASHES_MIN)
        return fnmatch("begin forwarded message:", shown->text, 0) == 0 ||
               fnmatch("anfang der weitergeleiteten *:", shown->text, 0) == 0;
    g_strlcpy(inner, shown->text + lead, sizeof inner);
    for (size_t size = strlen(inner); size > 0 && strchr("-_=*~ :", inner[size - 1]) != NULL;)
        inner[--size] = '\0';
    return is_pattern(MARK_OLD, inner);
}

/* Whether TEXT contains a verb of writing. */
static bool says_wrote(const char *text) {
    for (const char *at = text; *at != '\0'; at++)
        if ((at == text || at[-1] == ' ') && is_letter(at) && phrase_at(MARK_WROTE, at) > 0)
            return true;
    return false;
}

/* "On … wrote:", or "Hexpost <games@example.org> schrieb:": it contains a date or an address. */
static bool is_wrote(const struct shown *shown) {
    bool dated = strpbrk(shown->text, "0123456789@") != NULL;

    return shown->text[shown->size - 1] == ':' && dated && says_wrote(shown->text);
}

static bool is_header(const struct shown *shown) {
    const char *text = shown->text + strspn(shown->text, "*");
    size_t size = strcspn(text, ":");
    char name[PATTERN_SIZE];

    if (text[size] != ':' || size + 1 > sizeof name)
        return false;
    g_strlcpy(name, text, size + 1);
    for (; size > 0 && strchr(" *", name[size - 1]) != NULL;)
        name[--size] = '\0';
    return is_pattern(MARK_HEADER, name);
}

/* Where, in a line of SIZE bytes, the text after the phrase and its comma or the like begins; SIZE if there is
 * none. */
static size_t rest_behind(const struct shown *shown, size_t phrase, size_t size) {
    size_t behind = phrase + strspn(shown->text + phrase, ",!.:- ");
    size_t left = shown->size - behind + shown->smileys;

    return behind == shown->size || left > size ? size : size - left;
}

/* How much of LINE is a greeting: up to the punctuation mark after the name, or all of it. 0: no greeting. */
static size_t greeting_size(const struct shown *shown, const char *line, size_t size) {
    size_t greeting = phrase_at(MARK_GREETING, shown->text), sign;
    char name[MARK_LINE_MAX + 1];

    if (greeting == 0)
        return 0;
    sign = greeting + strcspn(shown->text + greeting, ",!.:;");
    g_strlcpy(name, shown->text + greeting, sign - greeting + 1);
    if (!is_name(name))
        return 0;
    if (shown->text[sign + strspn(shown->text + sign, ",!.:;) ")] == '\0')
        return size;
    /* In the original line the characters may differ, the punctuation mark is the same. */
    sign = 0;
    while (sign < size && strchr(",!.:;", line[sign]) == NULL)
        sign++;
    while (sign < size && strchr(",!.:;) ", line[sign]) != NULL)
        sign++;
    return sign;
}

enum mark mark_of(const char *line, size_t size, size_t *rest) {
    struct shown shown;
    size_t phrase;

    *rest = 0;
    if (!show_line(&shown, line, size))
        return MARK_NONE;
    if (strcmp(shown.text, "--") == 0)
        return MARK_SIGNED;
    if (is_old(&shown))
        return MARK_OLD;
    if (is_wrote(&shown))
        return MARK_WROTE;
    if (is_header(&shown))
        return MARK_HEADER;
    if (is_pattern(MARK_SIGNED, shown.text))
        return MARK_SIGNED;
    phrase = phrase_at(MARK_CLOSING, shown.text);
    if (phrase > 0 && is_name(shown.text + phrase)) {
        *rest = rest_behind(&shown, phrase, size);
        return MARK_CLOSING;
    }
    *rest = greeting_size(&shown, line, size);
    if (*rest > 0)
        return MARK_GREETING;
    if (is_pattern(MARK_WRITES, shown.text))
        return MARK_WRITES;
    return is_pattern(MARK_DATED, shown.text) ? MARK_DATED : MARK_NONE;
}

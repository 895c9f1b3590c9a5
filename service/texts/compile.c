/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A program of the build: writes the catalogues of texts (service/texts/README.md) as C.
 *   compile header POT PO...    the numbers of languages and texts
 *   compile source POT PO...    the texts, each a string a language
 *   compile check POT PO...     nothing; says which translations lose or invent a placeholder
 *   compile missing POT PO...   the keys that a language lacks, by language
 * Where a catalogue is wrong, it says why and exits with 1. */
#include <gettext-po.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANGUAGES_MAX = 16,
    TEXTS_MAX = 8192,
    ARGS_MAX = 10, /* {0} to {9} */
    FORMS_MAX = 6, /* plural forms of a language */
    NAME_SIZE = 32,
    ARGS_SIZE = ARGS_MAX * NAME_SIZE,
    KEY_SIZE = 128
};

struct forms {
    const char *text[FORMS_MAX]; /* NULL after the last one; [0] NULL: not translated */
};

struct text {
    char key[KEY_SIZE];
    char args[ARGS_MAX][NAME_SIZE];
    unsigned n_args;
    bool plural;
    bool optional; /* "#. optional": not every language has it */
    struct forms in[LANGUAGES_MAX];
};

struct language {
    char *tag, *english, *name, *rule; /* "de", "German", "Deutsch", "n != 1" */
};

static struct text texts[TEXTS_MAX];
static struct language languages[LANGUAGES_MAX];
static unsigned n_texts, n_languages;
static const char *file_name;

_Noreturn static void fail(const char *key, const char *why, const char *what) {
    fprintf(stderr, "%s: %s: %s %s\n", file_name, key, why, what);
    exit(1);
}

static void on_fault(int severity, po_message_t message, const char *file, size_t line,
                     size_t column, int several_lines, const char *text) {
    (void)message, (void)column, (void)several_lines;
    fprintf(stderr, "%s:%zu: %s\n", file == NULL ? file_name : file, line, text);
    if (severity != PO_SEVERITY_WARNING)
        exit(1);
}

static void on_faults(int severity, po_message_t message, const char *file, size_t line,
                      size_t column, int several_lines, const char *text, po_message_t message2,
                      const char *file2, size_t line2, size_t column2, int several_lines2,
                      const char *text2) {
    on_fault(severity, message, file, line, column, several_lines, text);
    on_fault(severity, message2, file2, line2, column2, several_lines2, text2);
}

static char *header_field(const char *header, const char *name) {
    char *value = header == NULL ? NULL : po_header_field(header, name);

    if (value == NULL)
        fail("the header", "has no", name);
    return value;
}

/* Reads the file's header and returns the number of its language. */
static unsigned read_po_header(po_file_t file) {
    const char *header = po_file_domain_header(file, NULL);
    char *number = header_field(header, "X-Number"), *rule = header_field(header, "Plural-Forms"),
         *at;
    unsigned long language = strtoul(number, &at, 10);

    if (*at != '\0' || at == number || language >= LANGUAGES_MAX || languages[language].tag != NULL)
        fail("X-Number", "is none, or taken:", number);
    at = strstr(rule, "plural=");
    if (at == NULL)
        fail("Plural-Forms", "has no plural= in", rule);
    rule = at + strlen("plural=");
    rule[strcspn(rule, ";")] = '\0';
    languages[language] = (struct language){.tag = header_field(header, "Language"),
                                            .english = header_field(header, "Language-Team"),
                                            .name = header_field(header, "X-Name"),
                                            .rule = rule};
    n_languages++;
    return (unsigned)language;
}

/* ---- placeholders ---- */

/* The length of the name in braces at TEXT, which begins with {; 0 if there is none. */
static size_t name_at(const char *text) {
    size_t size =
        strspn(text + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

    return text[1 + size] == '}' ? size : 0;
}

static unsigned arg_of(const struct text *text, const char *name, size_t size) {
    unsigned i = 0;

    while (i < text->n_args &&
           (strlen(text->args[i]) != size || memcmp(text->args[i], name, size) != 0))
        i++;
    return i;
}

/* Whether the text is a sentence whose fillings are marked, each only once
 * (service/words/sentence.c). */
static bool is_said(const struct text *text) {
    return strncmp(text->key, "said.", strlen("said.")) == 0;
}

/* The set of the text's arguments that a form uses; it may use no others. */
static unsigned args_in(const struct text *text, const char *form) {
    unsigned set = 0;

    for (const char *at = strchr(form, '{'); at != NULL; at = strchr(at + 1, '{')) {
        unsigned arg = arg_of(text, at + 1, name_at(at));

        if (arg == text->n_args)
            fail(text->key, "has a placeholder that `#. args:` does not name:", at);
        if (set >> arg & 1 && is_said(text))
            fail(text->key, "has a placeholder twice:", at);
        set |= 1U << arg;
    }
    return set;
}

/* "#. args: game who" */
static void read_args(struct text *text, const char *comment) {
    char names[ARGS_SIZE], *rest = names;
    const char *at = comment == NULL ? NULL : strstr(comment, "args: ");

    if (at == NULL)
        return;
    at += strlen("args: ");
    snprintf(names, sizeof names, "%.*s", (int)strcspn(at, "\n"), at);
    for (char *name; (name = strtok_r(rest, " ", &rest)) != NULL;) {
        if (text->n_args == ARGS_MAX || strlen(name) >= NAME_SIZE)
            fail(text->key, "has too many arguments, or too long a name:", name);
        snprintf(text->args[text->n_args++], NAME_SIZE, "%s", name);
    }
}

/* The web page's texts are bundled and checked with the page. */
static bool is_of_page(const struct text *text) {
    return strncmp(text->key, "page.", strlen("page.")) == 0;
}

/* A translation must use the arguments of the English form; a plural form may leave the number
 * out. */
static void check_args(const struct text *text, const char *english, const char *form) {
    unsigned n = arg_of(text, "n", 1), number = text->plural ? 1U << n : 0;

    if (is_of_page(text))
        return;
    if (text->plural && n == text->n_args)
        fail(text->key, "has plural forms and no argument", "n");
    if ((args_in(text, english) | number) != (args_in(text, form) | number))
        fail(text->key, "has other placeholders than the English in", form);
}

/* ---- reading ---- */

static int by_key(const void *a, const void *b) {
    return strcmp(((const struct text *)a)->key, ((const struct text *)b)->key);
}

static struct text *text_of_key(const char *key) {
    return bsearch(key, texts, n_texts, sizeof *texts, by_key);
}

static const char *form_of(po_message_t message, int form) {
    return po_message_msgid_plural(message) != NULL ? po_message_msgstr_plural(message, form)
           : form == 0                              ? po_message_msgstr(message)
                                                    : NULL;
}

static void read_english(po_message_t message, unsigned english) {
    const char *key = po_message_msgctxt(message), *plural = po_message_msgid_plural(message);
    struct text *text = &texts[n_texts++];

    if (n_texts == TEXTS_MAX || strlen(key) >= KEY_SIZE)
        fail(key, "is too long a key, or one text too many", "");
    snprintf(text->key, sizeof text->key, "%s", key);
    read_args(text, po_message_extracted_comments(message));
    text->optional =
        strncmp(po_message_extracted_comments(message), "optional", strlen("optional")) == 0;
    text->plural = plural != NULL;
    text->in[english] = (struct forms){{po_message_msgid(message), plural}};
    for (int i = 0; i < 1 + text->plural; i++)
        check_args(text, text->in[english].text[0], text->in[english].text[i]);
}

static void read_translation(po_message_t message, unsigned english, unsigned language) {
    const char *key = po_message_msgctxt(message);
    struct text *text = text_of_key(key);
    const char *form;

    if (text == NULL || strcmp(text->in[english].text[0], po_message_msgid(message)) != 0)
        fail(key, "is not in the .pot as it is here", "(make texts)");
    for (int i = 0; (form = form_of(message, i)) != NULL && form[0] != '\0'; i++) {
        if (i == FORMS_MAX)
            fail(key, "has more plural forms than a language may have", "");
        check_args(text, text->in[english].text[0], form);
        text->in[language].text[i] = form;
    }
}

/* The file stays open, as its strings are used. */
static void read_catalogue(const char *path, bool is_english) {
    static unsigned english;
    const struct po_xerror_handler handler = {.xerror = on_fault, .xerror2 = on_faults};
    po_file_t file = po_file_read(file_name = path, &handler);
    po_message_iterator_t messages;
    unsigned language;

    if (file == NULL) {
        perror(path);
        exit(1);
    }
    language = read_po_header(file);
    messages = po_message_iterator(file, NULL);
    english = is_english ? language : english;
    for (po_message_t message; (message = po_next_message(messages)) != NULL;) {
        if (po_message_is_obsolete(message) || po_message_msgid(message)[0] == '\0')
            continue;
        if (po_message_msgctxt(message) == NULL)
            fail(po_message_msgid(message), "has no", "msgctxt");
        if (is_english)
            read_english(message, english);
        else if (!po_message_is_fuzzy(message))
            read_translation(message, english, language);
    }
    po_message_iterator_free(messages);
    if (is_english)
        qsort(texts, n_texts, sizeof *texts, by_key);
    for (unsigned i = 1; is_english && i < n_texts; i++)
        if (strcmp(texts[i - 1].key, texts[i].key) == 0)
            fail(texts[i].key, "is there", "twice");
}

/* ---- writing ---- */

/* "mail.subject_turn" as "MAIL_SUBJECT_TURN" */
static void write_name(const char *before, const char *key, const char *behind) {
    fputs(before, stdout);
    for (; *key != '\0'; key++)
        putchar(*key >= 'a' && *key <= 'z'                                     ? *key - 'a' + 'A'
                : (*key >= '0' && *key <= '9') || (*key >= 'A' && *key <= 'Z') ? *key
                                                                               : '_');
    fputs(behind, stdout);
}

static void write_header(void) {
    puts("#ifndef EMBEDDED_TEXTS_H\n#define EMBEDDED_TEXTS_H\n\nenum language {");
    for (unsigned i = 0; i < n_languages; i++)
        write_name("    LANGUAGE_", languages[i].english, ",\n");
    puts("    LANGUAGES\n};\n\nenum text {");
    for (unsigned i = 0; i < n_texts; i++)
        if (!is_of_page(&texts[i]))
            write_name("    TEXT_", texts[i].key, ",\n");
    puts("    TEXTS\n};\n\n#endif");
}

/* Writes a form as a string, with named placeholders by number: {game} as {0}. */
static void write_form(const struct text *text, const char *form) {
    putchar('"');
    for (; *form != '\0'; form++) {
        if (*form == '{') {
            printf("{%u}", arg_of(text, form + 1, name_at(form)));
            form += name_at(form) + 1;
        } else if (*form == '\n') {
            fputs("\\n", stdout);
        } else {
            printf(*form == '"' || *form == '\\' ? "\\%c" : "%c", *form);
        }
    }
    putchar('"');
}

static void write_text_row(const struct text *text) {
    printf("    {\"%s\", \"", text->key);
    for (unsigned i = 0; i < text->n_args; i++)
        printf("%s%s", i == 0 ? "" : " ", text->args[i]);
    printf("\", %d, {", text->plural ? (int)arg_of(text, "n", 1) : -1);
    for (unsigned language = 0; language < n_languages; language++) {
        const char *const *form = text->in[language].text;

        fputs(language == 0 ? "{" : ", {", stdout);
        for (unsigned i = 0; i < FORMS_MAX && form[i] != NULL; i++) {
            fputs(i == 0 ? "" : ", ", stdout);
            write_form(text, form[i]);
        }
        fputs(form[0] == NULL ? "0}" : "}", stdout);
    }
    puts("}},");
}

static void write_source(void) {
    puts("#include \"service/base/language.h\"\n\nconst char *const language_tags[LANGUAGES + 1] = "
         "{");
    for (unsigned i = 0; i < n_languages; i++)
        printf("    \"%s\",\n", languages[i].tag);
    puts("};\n\nunsigned language_form(enum language language, unsigned long n) {\n"
         "    switch (language) {");
    for (unsigned i = 0; i < n_languages; i++)
        printf("    case %u: return (unsigned)(%s);\n", i, languages[i].rule);
    puts("    default: return 0;\n    }\n}\n\nconst struct text_row text_rows[TEXTS] = {");
    for (unsigned i = 0; i < n_texts; i++)
        if (!is_of_page(&texts[i]))
            write_text_row(&texts[i]);
    puts("};");
}

static void write_missing(void) {
    for (unsigned language = 0; language < n_languages; language++)
        for (unsigned i = 0; i < n_texts; i++)
            if (texts[i].in[language].text[0] == NULL && !texts[i].optional)
                printf("%s lacks %s\n", languages[language].name, texts[i].key);
}

int main(int argc, char **argv) {
    const char *what = argc > 2 ? argv[1] : "";

    for (int i = 2; i < argc; i++)
        read_catalogue(argv[i], i == 2);
    for (unsigned i = 0; i < n_languages; i++)
        if (languages[i].tag == NULL)
            fail("X-Number", "leaves a number", "out");
    if (strcmp(what, "header") == 0)
        write_header();
    else if (strcmp(what, "source") == 0)
        write_source();
    else if (strcmp(what, "missing") == 0)
        write_missing();
    else if (strcmp(what, "check") != 0)
        return fputs("compile header|source|check|missing POT PO...\n", stderr), 2;
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

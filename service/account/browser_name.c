/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/browser_name.h"

#include <stdio.h>
#include <string.h>

struct browser_word {
    const char *contains, *name;
};

/* The first that is contained counts: most browsers also name those that they are like. */
static const struct browser_word browsers[] = {
    {"EdgA/", "Edge"},       {"EdgiOS/", "Edge"},   {"Edg/", "Edge"},
    {"OPR/", "Opera"},       {"OPT/", "Opera"},     {"SamsungBrowser/", "Samsung Internet"},
    {"Vivaldi/", "Vivaldi"}, {"FxiOS/", "Firefox"}, {"Firefox/", "Firefox"},
    {"CriOS/", "Chrome"},    {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
};

static const struct browser_word systems[] = {
    {"iPhone", "iPhone"}, {"iPad", "iPad"},       {"Android", "Android"}, {"Windows", "Windows"},
    {"CrOS", "ChromeOS"}, {"Macintosh", "macOS"}, {"Linux", "Linux"},
};

#define SOME_BROWSER "a browser"

static const char *name_of_first(const struct browser_word *words, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++)
        if (strstr(text, words[i].contains) != NULL)
            return words[i].name;
    return NULL;
}

void browser_name(const char *user_agent, char name[STORE_NAME_SIZE]) {
    const char *text = user_agent == NULL ? "" : user_agent;
    const char *browser = name_of_first(browsers, sizeof browsers / sizeof *browsers, text);
    const char *system = name_of_first(systems, sizeof systems / sizeof *systems, text);

    snprintf(name, STORE_NAME_SIZE, "%s%s%s", browser == NULL ? SOME_BROWSER : browser,
             system == NULL ? "" : " on ", system == NULL ? "" : system);
}

/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/button.h"

#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

bool button_write(char id[CHAT_BUTTON_SIZE], const struct button_words *words) {
    int size = words->game[0] == '\0' ? -1
                                      : snprintf(id, CHAT_BUTTON_SIZE, "%u %s %s",
                                                 (unsigned)words->seq, words->game, words->command);

    return size > 0 && size < CHAT_BUTTON_SIZE;
}

bool button_has_words(const char *id) {
    return strchr(id, ' ') != NULL;
}

bool button_read(const char *id, struct button_words *words) {
    char *game, *command;
    int64_t seq;

    snprintf(words->memory, sizeof words->memory, "%s", id);
    game = strchr(words->memory, ' ');
    command = game == NULL ? NULL : strchr(game + 1, ' ');
    if (command == NULL)
        return false;
    *game++ = '\0';
    *command++ = '\0';
    if (!text_read_number(words->memory, 0, STORE_SEQ_MAX, &seq) || strlen(game) >= STORE_ID_SIZE)
        return false;
    words->seq = (uint32_t)seq;
    words->game = game;
    words->command = command;
    return true;
}

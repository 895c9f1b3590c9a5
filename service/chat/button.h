/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_BUTTON_H
#define SERVICE_CHAT_BUTTON_H

#include <stdbool.h>
#include <stdint.h>

#include "service/chat/chat.h"

/*
 * What a button sends back: the number of the game's last event, the game's id and the command in words, as
 * "118 7kq2mZ3nP1xAb0cD settle 14". Nothing of it has to be stored, and who changes it has said something in words, which
 * everybody may. A command that does not fit is stored under a random id, which is sent instead.
 */
struct button_words {
    uint32_t seq; /* the button holds while this is the last event */
    const char *game;
    const char *command;
    char memory[CHAT_BUTTON_SIZE]; /* of what was read */
};

/* False if the words do not fit. */
bool button_write(char id[CHAT_BUTTON_SIZE], const struct button_words *words);
/* Whether what a button sends are words. */
bool button_has_words(const char *id);
/* Reads the words, which then point into themselves. False if it is a stored button's id. */
bool button_read(const char *id, struct button_words *words);

#endif
